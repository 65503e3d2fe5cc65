// The page of a session: made and opened by /report and by `intend report --open`, with all of its questions.
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { noTmux, windowOf } from '../cli/tmux.ts'
import { folder, intend, removeFolders, until } from '../intend.ts'
import { findChromium, launching, sayNoChromium } from './chromium.ts'

const browserPath = findChromium()
if (browserPath === undefined) sayNoChromium()
afterAll(removeFolders)

const cwd = folder()
const opened = join(cwd, 'opened')
const BROWSER = join(cwd, 'browser.sh')
writeFileSync(BROWSER, `#!/bin/sh\nprintf %s "$1" > '${opened}'\n`)
chmodSync(BROWSER, 0o755)

const questions = ['What is the sum of 3 and 4?', 'How many km are 3 h at 50 km/h?']

test.skipIf(noTmux)(
  'a session of two questions, opened by both ways',
  async () => {
    const window = windowOf('--model offline', cwd, { env: { BROWSER } })
    try {
      await window.sees(/^> *\noffline · /m)
      for (const [at, question] of [...questions, '/report'].entries()) {
        window.type(question)
        window.press('Enter')
        await window.sees(at < 2 ? new RegExp(`(/why\\n[\\s\\S]*){${at + 1}}`) : /report\.html/)
      }
      await until(() => existsSync(opened) && readFileSync(opened, 'utf8') !== '')
      window.press('C-d')
      await window.sees(/left with 0/)
    } finally {
      window.close()
    }
    const file = readFileSync(opened, 'utf8')
    expect(readFileSync(file, 'utf8')).toContain(`<title>Session: ${questions[0]} · intend report`)
    rmSync(opened)
    const [id = ''] = readdirSync(join(cwd, '.intend/sessions'))
    const again = await intend(['report', id, '--open'], { cwd, env: { BROWSER } })
    expect([again.code, again.stdout.trim()]).toEqual([0, file])
    await until(() => existsSync(opened) && readFileSync(opened, 'utf8') === file)
    if (browserPath === undefined) return
    const browser = await chromium.launch(launching(browserPath))
    try {
      const page = await browser.newPage({ viewport: { width: 390, height: 800 } })
      await page.goto(pathToFileURL(file).href)
      expect(await page.locator('h1').innerText()).toBe(`Session: ${questions[0]}`)
      expect(await page.locator('.list tbody tr').count()).toBe(2)
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390)
      await page.locator('.list td a').nth(1).click()
      expect(await page.locator('.detail h2').innerText()).toBe(questions[1])
    } finally {
      await browser.close()
    }
  },
  240_000,
)
