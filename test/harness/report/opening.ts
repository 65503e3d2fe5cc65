// How long the report of many questions takes: to be made, to open in a browser until its table can be
// used, and to open one question of it.
import { statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { readRuns } from '../../../harness/report/folder.ts'
import { reportPage } from '../../../harness/report/html.ts'
import { reportOf } from '../../../harness/report/report.ts'
import { launching } from './chromium.ts'
import { manyQuestions, sampleBench } from './runs.ts'

/** Milliseconds, and the size of the page in bytes. */
export interface Opening {
  readonly questions: number
  readonly bytes: number
  /** Reading the journals and writing the page. */
  readonly making: number
  /** From the address to a table with all its rows, the browser being open; the best of three. */
  readonly opening: number
  /** From the click on a question to its plan graph; the best of three. */
  readonly detail: number
}

/** Measures with the browser at `executablePath`, in the folder `cwd`. */
export async function openingOf(
  questions: number,
  cwd: string,
  executablePath: string,
): Promise<Opening> {
  const path = manyQuestions(await sampleBench(cwd), join(cwd, 'many'), questions)
  const begun = performance.now()
  const page = reportPage(reportOf(readRuns(path, dirname(path)), Date.now()))
  const file = join(cwd, 'many.html')
  writeFileSync(file, page)
  const making = performance.now() - begun
  const browser = await chromium.launch(launching(executablePath))
  try {
    const times: { opening: number; detail: number }[] = []
    for (let round = 0; round < 3; round++) {
      const tab = await browser.newPage()
      const before = performance.now()
      await tab.goto(pathToFileURL(file).href, { waitUntil: 'commit' })
      await tab
        .locator('.list tbody tr')
        .nth(questions - 1)
        .waitFor({ state: 'attached' })
      const opened = performance.now()
      await tab.locator('.list td a').nth(round).click()
      await tab.locator('.graph').first().waitFor()
      times.push({ opening: opened - before, detail: performance.now() - opened })
      await tab.close()
    }
    const best = (of: 'opening' | 'detail') => Math.min(...times.map(time => time[of]))
    const bytes = statSync(file).size
    return { questions, bytes, making, opening: best('opening'), detail: best('detail') }
  } finally {
    await browser.close()
  }
}
