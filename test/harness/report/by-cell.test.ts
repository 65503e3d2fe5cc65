// What generated plans came to, cell by cell, as a browser draws it: benches of one matrix that was played offline.
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folder, inProcess, removeFolders } from '../intend.ts'
import { findChromium, launching, openPage, sayNoChromium } from './chromium.ts'

const browserPath = findChromium()
if (browserPath === undefined) sayNoChromium()
afterAll(removeFolders)

describe.skipIf(browserPath === undefined)('the page of a matrix', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch(launching(browserPath!))
  })
  afterAll(() => browser?.close())

  test('draws each measure beside the optimal value, and tells every cell in a table', async () => {
    const cwd = folder()
    const matrix = ['bench', '--world', 'explorer', '--size', '4', '--runs', '2', '--seed', '1']
    const cells = ['--told', 'remarks,none', '--temperatures', '0.9,0.1', '--model', 'offline']
    await inProcess([...matrix, ...cells, '--quiet', '--out', 'm'], { cwd })
    await inProcess(['report', 'm'], { cwd })
    const { page, faults } = await openPage(browser, join(cwd, 'm', 'report.html'))
    const label = (name: RegExp) => page.getByRole('img', { name }).getAttribute('aria-label')
    // the places are in their order, whichever was named first
    expect(await label(/^PC, plans, by what was told/)).toMatch(
      /none, offline: 6 \(6 to 6\); remarks, offline: 6 \(6 to 6\); optimal: 3$/,
    )
    expect(await label(/^TSR, % that reached home, by temperature/)).toMatch(
      /0\.1, offline: 100 % \(51 to 100 %\); 0\.9, offline: 100 % \(51 to 100 %\)$/,
    )
    const plans = page.getByRole('img', { name: /^PC, plans, by temperature/ })
    expect(await plans.locator('.ideal').count()).toBe(1)
    const heads = page.locator('th[scope=row]', { hasText: /offline|optimal/ })
    expect(await heads.allInnerTexts()).toEqual([
      'offline, 0.1, none',
      'offline, 0.1, remarks',
      'offline, 0.9, none',
      'offline, 0.9, remarks',
      'optimal: plans that people wrote',
    ])
    expect(faults).toEqual([])
  }, 60_000)
})
