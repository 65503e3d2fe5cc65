// What a session looks like on real terminals, kept as files that show in review: three widths, without colours, and
// for a screen reader.
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { byModel, formalized, perceived, question } from '../../phases/replies/replies.ts'
import { startChatServer } from '../../support/chat-server.ts'
import { folder, purposeOf, removeFolders } from '../intend.ts'
import { noTmux, type Window, windowOf } from './tmux.ts'

afterAll(removeFolders)

const sales = join(import.meta.dirname, '../../../harness/samples/sales.csv')
const kept = (name: string) =>
  join(import.meta.dirname, '../../fixtures/screens', `session-${name}.txt`)
/** Without what differs from run to run, and as wide as it was. */
const timeless = (screen: string) =>
  screen
    .replace(/\d{8}T[\w.-]{4,}…?/g, 'SESSION')
    .replace(/\b[\d.]+ s(?=[ ,]|$)/gm, 'T s')
    .replace(/\d{4}-\d\d-\d\d/g, 'DATE')
    .replace(/\/tmp\/[\w-]+/g, '/tmp/FOLDER')

/** A question about a table, why, what is wrong, and the help. */
async function session(words: string, window: Window) {
  const cwd = folder()
  copyFileSync(sales, join(cwd, 'sales.csv'))
  const at = windowOf(`--model offline ${words}`, cwd, { rows: 100, ...window })
  const ask = async (text: string, until: RegExp) => {
    at.type(text)
    at.press('Enter')
    await at.sees(until)
  }
  try {
    await at.sees(/^> *(\noffline · |$)/m)
    await ask('What is the total quantity sold in the North region? @sales.csv', /\/why\n/)
    await ask('/why', /such\s+grounds\s+go\n/)
    await ask('/wy', /did you\s+mean/)
    await ask('Why do people like the sea?', /no answer[\s\S]*\/why\n(─|>)/)
    // the name of a plan is longer than forty columns
    if ((window.columns ?? 80) >= 80) await ask('/plans', /uses\s+1/)
    return { screen: at.screen(), painted: at.cells().lines.join('\n') }
  } finally {
    at.close()
  }
}

test.skipIf(noTmux)('40, 80 and 120 columns; no word is broken', async () => {
  const screens = new Map<number, string>()
  for (const columns of [120, 80, 40]) {
    const { screen, painted } = await session('', { columns })
    expect(painted).toContain('\x1b[')
    for (const line of screen.split('\n')) expect(line.length, line).toBeLessThanOrEqual(columns)
    await expect(`${timeless(screen)}\n`).toMatchFileSnapshot(kept(String(columns)))
    screens.set(columns, timeless(screen))
  }
  const words = (columns: number) => new Set(screens.get(columns)!.split(/\s+|─+/))
  const whole = words(120)
  for (const columns of [80, 40])
    expect([...words(columns)].filter(word => !whole.has(word) && !word.includes('…'))).toEqual([])
})

test.skipIf(noTmux)('without colours', async () => {
  const { screen, painted } = await session('', { env: { NO_COLOR: '1' } })
  expect(stripVTControlCharacters(painted)).toBe(painted)
  await expect(`${timeless(screen)}\n`).toMatchFileSnapshot(kept('no-color'))
})

test.skipIf(noTmux)('for a screen reader: plain lines, nothing drawn', async () => {
  const { screen, painted } = await session('--screen-reader', {})
  expect(stripVTControlCharacters(painted)).toBe(painted)
  expect(screen).not.toMatch(/[\u2500-\u259f\u2800-\u28ff]/)
  await expect(`${timeless(screen)}\n`).toMatchFileSnapshot(kept('screen-reader'))
})

test.skipIf(noTmux)('without animation nothing moves by itself', async () => {
  const replies: Readonly<Record<string, string>> = { perceive: perceived, formalize: formalized }
  const server = await startChatServer(body => {
    const purpose = purposeOf(body)
    if (purpose === 'execute') return { text: '', delayMs: 600_000 }
    return { text: purpose === 'deliberate' ? byModel : (replies[purpose] ?? '') }
  })
  const env = { OPENAI_BASE_URL: server.baseURL }
  const window = windowOf('--model openai:m --talk separate --no-animation', folder(), { env })
  try {
    await window.sees(/^> *\nopenai:m · /m)
    window.type(question)
    window.press('Enter')
    await window.sees(/• executing s1/)
    const before = window.cells()
    await new Promise(resolve => setTimeout(resolve, 2_500))
    expect(window.cells()).toEqual(before)
  } finally {
    window.close()
    await server.close()
  }
})
