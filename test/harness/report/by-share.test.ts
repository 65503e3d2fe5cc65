// What benches came to by how much of a rule library they had: played in the laboratory, told as JSON and drawn in
// a browser.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folder, inProcess, removeFolders } from '../intend.ts'
import { findChromium, launching, openPage, sayNoChromium } from './chromium.ts'

const browserPath = findChromium()
if (browserPath === undefined) sayNoChromium()

const cwd = folder()
const rules = join(import.meta.dirname, '../../../harness/samples/rules/laboratory.txt')

const play = (name: string, task: string, share: string, ...more: readonly string[]) => {
  const words = ['bench', '--world', 'laboratory', '--task', task, '--plans', rules]
  const how = [
    '--limit',
    '5',
    '--share',
    share,
    ...more,
    '--model',
    'offline',
    '--quiet',
    '--out',
    name,
  ]
  return inProcess([...words, ...how], { cwd })
}
beforeAll(async () => {
  for (const task of ['melt', 'put-away']) {
    await play(`${task}-whole`, task, '1')
    await play(`${task}-half`, task, '0.5', '--seed', '1')
  }
  await play('other-half', 'put-away', '0.5', '--seed', '2')
  await play('learned', 'put-away', '0.5', '--seed', '1', '--fallback', 'learned')
})
afterAll(removeFolders)

const report = async (...words: readonly string[]) => {
  const { code, stdout, stderr } = await inProcess(['report', ...words], { cwd })
  return code === 0 ? stdout.trim() : stderr
}

const summaryOf = (name: string) =>
  JSON.parse(readFileSync(join(cwd, name, 'summary.json'), 'utf8'))

test('a bench of one family is told by it beside a bench of another, and not alone', async () => {
  const { runs } = JSON.parse(await report('melt-half', 'put-away-half', '--json'))
  expect(
    runs.map(({ families }: { families: { name: string; questions: number }[] }) =>
      families.map(({ name, questions }) => [name, questions]),
    ),
  ).toEqual([[['melt', 5]], [['put-away', 5]]])
  const alone = JSON.parse(await report('melt-half', '--json'))
  expect(alone.runs[0].families).toEqual([])
})

describe('the figure of several benches', () => {
  test('has a line for each task, and a point for each bench of it', async () => {
    const names = ['put-away-whole', 'melt-whole', 'put-away-half', 'melt-half', 'other-half']
    const { figures } = JSON.parse(await report(...names, '--json'))
    const point = (place: string, of: string, measured: string) => {
      const { [measured]: value, successInterval } = summaryOf(of)
      const interval = measured === 'successRate' ? successInterval : expect.any(Array)
      return { name: place, value, interval }
    }
    const pointsOf = (measured: string) => [
      {
        name: 'put-away',
        points: [
          point('50 %', 'put-away-half', measured),
          point('50 %', 'other-half', measured),
          point('100 %', 'put-away-whole', measured),
        ],
      },
      {
        name: 'melt',
        points: [point('50 %', 'melt-half', measured), point('100 %', 'melt-whole', measured)],
      },
    ]
    const places = ['50 %', '100 %']
    expect(figures).toEqual([
      { title: 'Success by share of plans', places, lines: pointsOf('successRate') },
      { title: 'Mean score by share of plans', places, lines: pointsOf('meanScore') },
    ])
    const values = figures[1].lines[0].points.map(({ value }: { value: number }) => value)
    expect(new Set(values).size).toBe(3)
  })

  test('names what benches of one task do differently, and holds each score in its interval', async () => {
    const names = ['learned', 'put-away-half', 'put-away-whole']
    const { figures } = JSON.parse(await report(...names, '--json'))
    for (const { lines } of figures) {
      expect(lines.map(({ name }: { name: string }) => name)).toEqual([
        'put-away, learned',
        'put-away',
      ])
      for (const { points } of lines)
        for (const { value, interval } of points) {
          expect(interval[0]).toBeLessThanOrEqual(value)
          expect(interval[1]).toBeGreaterThanOrEqual(value)
          expect(interval[1]).toBeGreaterThan(interval[0])
        }
    }
  })

  test('is not there where the share is the same, and only benches are put on one page', async () => {
    const { figures } = JSON.parse(await report('put-away-half', 'other-half', '--json'))
    expect(figures).toEqual([])
    expect(await report('put-away-half', 'nowhere')).toMatch(/there is no folder nowhere; name one/)
  })
})

describe.skipIf(browserPath === undefined)('the page of several benches', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch(launching(browserPath!))
  })
  afterAll(() => browser?.close())

  const chart = (page: Page, name: RegExp) => page.getByRole('img', { name })

  test('lies in the folder it was asked for in, and draws the lines from a small share to a large one', async () => {
    const file = await report('put-away-whole', 'put-away-half', 'melt-half', 'melt-whole')
    expect(file).toBe(join(cwd, 'report.html'))
    const { page, faults } = await openPage(browser, file)
    expect(await page.locator('h1').innerText()).toBe(
      'Benches on laboratory put-away, laboratory melt',
    )
    expect(await page.locator('.quiet').first().innerText()).toMatch(
      /^A comparison of 4 runs, 20 results, rules with offline\./,
    )
    const { successRate } = summaryOf('put-away-half')
    const success = chart(page, /^Success by share of plans, /)
    expect(await success.getAttribute('aria-label')).toContain(
      `50 %, put-away: ${Math.round(100 * successRate)} % (`,
    )
    expect(await success.getAttribute('aria-label')).toContain('100 %, melt: 100 % (57 to 100 %)')
    const lines = success.locator('polyline')
    expect(await lines.count()).toBe(2)
    for (const line of await lines.all()) {
      const [from = [], to = []] = (await line.getAttribute('points'))!
        .split(' ')
        .map(point => point.split(',').map(Number))
      expect(to[0]).toBeGreaterThan(from[0]!)
      expect(to[1], 'what is more stands higher').toBeLessThan(from[1]!)
    }
    const figure = page.locator('.chart', { has: success })
    expect(await figure.locator('.keys li').allInnerTexts()).toEqual(['put-away', 'melt'])
    expect(await chart(page, /^Mean score by share of plans, /).count()).toBe(1)
    const unlike = page.locator('.overview > .wide').first().locator('tr', { hasText: 'melt-half' })
    expect(await unlike.innerText(), 'no question in common').not.toContain('McNemar')
    expect(faults).toEqual([])
    await page.close()
  })

  test('of benches with the same share has no such chart', async () => {
    const { page } = await openPage(browser, await report('put-away-half', 'other-half'))
    expect(await chart(page, /^Accuracy, /).count()).toBe(1)
    expect(await chart(page, /by share of plans/).count()).toBe(0)
    await page.close()
  })
})
