// The page of a report in a real browser, used as a person uses it.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { inflateSync } from 'node:zlib'
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exit } from '../../../harness/cli/command.ts'
import { report } from '../../../harness/cli/commands/report.ts'
import { folder, removeFolders } from '../intend.ts'
import { runCommand } from '../library/plans-run.ts'
import { findChromium, launching, openPage, sayNoChromium } from './chromium.ts'
import { hostile, sampleBench } from './runs.ts'

const browserPath = findChromium()
if (browserPath === undefined) sayNoChromium()

const cwd = folder()
let path = ''
beforeAll(async () => {
  path = await sampleBench(cwd)
}, 120_000)
afterAll(removeFolders)

async function write(words: readonly string[], options: object = {}): Promise<string> {
  const stdout = new PassThrough({ encoding: 'utf8' })
  const code = await report.run(
    words,
    { ...options },
    {
      stdin: new PassThrough(),
      stdout,
      stderr: new PassThrough(),
      folder: cwd,
      env: {},
      interrupted: new AbortController().signal,
    },
  )
  expect(code).toBe(exit.satisfied)
  return String(stdout.read()).trim()
}

describe('the command', () => {
  test('writes one file that names no address outside itself, and prints where', async () => {
    const file = await write(['bench'])
    expect(file).toBe(join(path, 'report.html'))
    const page = readFileSync(file, 'utf8')
    const own = page.replace(/<script type="application\/json".*?<\/script>/gs, '')
    expect(own).not.toMatch(/\b(?:src|href)="(?!#)/)
    expect(own.match(/https?:[^'" ]*/g)).toEqual(['http://www.w3.org/2000/svg']) // a name, not a place
    expect(own).toContain("default-src 'none'")
  })

  test('refuses what is no run in one sentence', async () => {
    await expect(write(['nowhere'])).rejects.toMatchObject({
      code: exit.usage,
      message: expect.stringMatching(
        /^there is nothing to report in nowhere; name the folder of a question,/,
      ),
    })
    mkdirSync(join(cwd, 'early'))
    writeFileSync(join(cwd, 'early', 'simulation.json'), '{}')
    await expect(write(['early'])).rejects.toMatchObject({ code: exit.usage })
    await expect(write(['bench'], { out: 'early' })).rejects.toMatchObject({
      code: exit.configuration,
      message: expect.stringMatching(/^cannot write .*early .*name another file with --out FILE$/),
    })
    await expect(write([])).rejects.toThrow(
      'name the folder of a question, a bench, a simulation or a trial',
    )
  })
})

describe.skipIf(browserPath === undefined)('the page', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch(launching(browserPath!))
  }, 120_000)
  afterAll(() => browser?.close())

  const opened = (file: string, width?: number) => openPage(browser, file, width)

  test('is filtered, sorted, opened at a question, and follows a belief to its quote', async () => {
    const { page, faults } = await opened(await write(['bench']))
    const rows = page.locator('.list tbody tr')
    await expectText(page, '.count', '5 questions')
    await page.getByRole('searchbox', { name: 'words' }).fill('equator')
    await expectText(page, '.count', '1 of 5 questions')
    expect(await rows.count()).toBe(1)
    await page.getByRole('searchbox', { name: 'words' }).fill('')
    await page.getByRole('combobox', { name: 'family' }).selectOption('decline')
    expect(await rows.allInnerTexts()).toEqual([expect.stringContaining('missing-5')])
    await page.getByRole('combobox', { name: 'family' }).selectOption({ index: 0 })
    const heads = page.locator('.list th')
    const ids = () => page.locator('.list td:first-child').allInnerTexts()
    await page.getByRole('button', { name: 'id', exact: true }).click()
    expect(await heads.first().getAttribute('aria-sort')).toBe('ascending')
    const sorted = await ids()
    await page.getByRole('button', { name: 'id', exact: true }).press('Enter')
    expect(await ids()).toEqual(sorted.toReversed())

    await page.getByRole('link', { name: 'journey-5' }).click()
    expect(await page.locator('.detail h2').innerText()).toContain('Usain Bolt')
    expect(await page.locator('.graph a').count()).toBe(6)
    const distance = page.locator('.beliefs tr', { hasText: /^distance/ })
    expect(await distance.innerText()).toMatch(/40075 km\s+quoted/)
    await distance.getByRole('link').click()
    const value = page.locator('mark.value.found')
    expect(await value.innerText()).toBe('40,075')
    const quote = await page.locator('.result mark.found').allInnerTexts()
    expect(quote.join('').replace(/\s+/g, ' ')).toBe(
      'Along the equator its circumference is 40,075 km; measured over the poles it is 40,008 km.',
    )
    expect(await inView(value)).toBe(true)
    await page.locator('.graph a', { hasText: 's4' }).click()
    expect(await page.locator('details.step.found').innerText()).toContain('by code')
    const file = join(cwd, 'page.png')
    const variety = varietyIn(await page.screenshot({ path: file }))
    expect(variety, 'the page is blank').toBeGreaterThan(20)
    await page.keyboard.press('Escape')
    await expectText(page, '.count', '5 questions')
    expect(await page.locator(':focus').innerText()).toBe('journey-5')
    expect(faults).toEqual([])
    await page.close()
  })

  test('shows failed steps and cycles, and takes no text of a run for markup', async () => {
    const { page, faults } = await opened(await write(['bench']), 360)
    await page.getByRole('link', { name: 'missing-5' }).click()
    await page.locator('.graph .failed').waitFor()
    expect(await page.locator('.graph .failed').count()).toBe(1)
    await page.getByRole('link', { name: '← all questions' }).click()
    await page.getByRole('link', { name: 'strange <i>1</i>' }).click()
    expect(await page.locator('.detail h2').innerText()).toBe(hostile)
    await page.reload()
    expect(await page.locator('.detail h2').innerText(), 'the address tells').toBe(hostile)
    expect(await page.locator('main img, main i, main b:has-text("love"), main u').count()).toBe(0)
    expect(await page.title()).toBe('Bench on set · intend report')
    const width = () => page.evaluate<number>('document.documentElement.scrollWidth')
    expect(await width()).toBe(360)
    await page.getByRole('link', { name: '← all questions' }).click()
    expect(await width()).toBe(360)
    expect(faults).toEqual([])
    await page.close()
  })

  test('of a simulation and of a trial has every run in its charts and its table', async () => {
    for (const [kind, below, names] of [
      ['simulation', 'rounds', ['1', '2', '10']],
      ['trial', 'arms', ['none', 'seeded']],
    ] as const) {
      for (const name of names) cpSync(path, join(cwd, kind, below, name), { recursive: true })
      writeFileSync(join(cwd, kind, `${kind}.json`), '{}')
      const { page, faults } = await opened(await write([kind], { out: `${kind}.html` }))
      await expectText(page, '.count', `${5 * names.length} questions`)
      const listed = await page
        .locator('.overview > .wide')
        .first()
        .locator('tbody th')
        .allInnerTexts()
      expect(listed).toEqual(names)
      const chart = await page.getByRole('img', { name: /^Accuracy, / }).getAttribute('aria-label')
      expect(chart).toContain(`${names.at(-1)}: 80 % (38 to 96 %)`)
      const title =
        kind === 'trial' ? 'Trial on set: none, seeded' : 'Simulation of 3 rounds on set'
      await expectText(page, 'h1', title)
      for (const [name, count] of [
        [/^Calibration/, 1],
        [/^Time of a question/, 1],
        [/^Model calls a question/, 1],
      ] as const)
        expect(await page.getByRole('img', { name }).count()).toBe(count)
      expect(await page.title()).toBe(`${title} · intend report`)
      const byFamily = page.getByRole('img', { name: /^Accuracy by family/ })
      expect(await byFamily.count()).toBe(kind === 'trial' ? 1 : 0)
      if (kind === 'trial') {
        expect(await byFamily.getAttribute('aria-label')).toMatch(
          /decline, none: 100 %.*decline, seeded: 100 %/,
        )
        expect(await page.locator('.keys li').allInnerTexts()).toEqual(names)
      }
      const families = page.locator('.overview > .wide').nth(1)
      expect(await families.locator('tbody th').allInnerTexts()).toContain('decline')
      await page.getByText('0 newly wrong').first().click()
      await page.getByRole('combobox', { name: 'flip' }).selectOption('newly right')
      await expectText(page, '.count', `0 of ${5 * names.length} questions`)
      await page.getByRole('combobox', { name: 'flip' }).selectOption('any flip')
      const run = page.getByRole('combobox', { name: 'run' })
      await run.selectOption(names[1])
      await expectText(page, '.count', `5 of ${5 * names.length} questions`)
      await page.setViewportSize({ width: 390, height: 800 })
      for (const table of await page.locator('.wide').all())
        expect(
          await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
        ).toBe(0)
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390)
      for (const chart of await page.locator('.chart').all())
        expect((await chart.boundingBox())!.width).toBeLessThanOrEqual(390)
      expect(faults).toEqual([])
      await page.close()
    }
  })

  test('of one question that was asked shows that question at once, and no verdict on it', async () => {
    const asked = 'How many hours does it take to travel 120 km at 40 km/h?'
    const words = ['ask', asked, '--model', 'offline', '--quiet', '--out', 'one']
    expect(await runCommand(cwd, ...words)).toMatchObject({ code: 0, stdout: '3\n' })
    const { page, faults } = await opened(await write(['one']))
    expect(await page.locator('.detail h2').innerText()).toBe(asked)
    expect(await page.locator('.facts').first().innerText()).toMatch(/answer\s+3\s+confidence/)
    expect(await page.locator('.graph a').count()).toBe(2)
    expect(await page.getByRole('link', { name: 'all questions' }).count()).toBe(0)
    expect(faults).toEqual([])
    await page.close()
    writeFileSync(join(cwd, 'one', 'trace.json'), '')
    await expect(write(['one'])).rejects.toThrow(/^one has no answer yet; .*intend resume/)
  })
})

async function expectText(page: Page, place: string, text: string): Promise<void> {
  expect(await page.locator(place).first().innerText()).toBe(text)
}

/** Whether all of an element is on the screen. */
async function inView(place: Locator): Promise<boolean> {
  const { y, height } = (await place.boundingBox())!
  return y >= 0 && y + height <= place.page().viewportSize()!.height
}

/** How many different bytes the rows of a PNG are made of: a blank page needs hardly any. */
function varietyIn(png: Buffer): number {
  const pieces: Buffer[] = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      pieces.push(png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  return new Set(inflateSync(Buffer.concat(pieces))).size
}
