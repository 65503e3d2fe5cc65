// How fast the report of many questions is made, opens in a browser and opens one of them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../harness/report/chromium.ts'
import { openingOf } from '../harness/report/opening.ts'
import { type Bench, type Given, rounded } from './bench.ts'

export const report: Bench = {
  name: 'report',
  about: 'reports of growing size: making the page, opening it in Chromium, opening a question',
  usage: '--sizes 100,500,1000',
  options: { sizes: { type: 'string', default: '100,500,1000' } },
  missing: given => {
    if (findChromium() === undefined) return 'there is no Chromium; set CHROMIUM_PATH'
    const wrong = sizesOf(given).find(size => !Number.isInteger(size) || size < 3)
    return wrong === undefined ? undefined : 'a size is a whole number from 3 on, such as 500'
  },
  run: async given => {
    const rows = []
    for (const size of sizesOf(given)) rows.push(await measured(size))
    return { tables: { 'by questions': rows }, notes: ['each the best of three, but for making'] }
  },
}

// --- internal ---

function sizesOf({ flags }: Given): readonly number[] {
  return String(flags.sizes).split(',').map(Number)
}

async function measured(size: number) {
  const cwd = mkdtempSync(join(tmpdir(), 'bench-report-'))
  try {
    const { bytes, making, opening, detail } = await openingOf(size, cwd, findChromium()!)
    return {
      questions: size,
      MB: rounded(bytes / 1e6),
      'making, ms': rounded(making),
      'opening, ms': rounded(opening),
      'a question, ms': rounded(detail),
    }
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}
