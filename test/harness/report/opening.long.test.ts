// A report of 500 questions opens at once. The figure is generous; `npm run bench report` has the true one.
import { afterAll, expect, test } from 'vitest'
import { folder, removeFolders } from '../intend.ts'
import { findChromium, sayNoChromium } from './chromium.ts'
import { openingOf } from './opening.ts'

const browser = findChromium()
if (browser === undefined) sayNoChromium()
afterAll(removeFolders)

test.skipIf(browser === undefined)('the report of 500 questions opens in under 2 s', async () => {
  const { opening, detail, bytes } = await openingOf(500, folder(), browser!)
  console.log(`500 questions, ${(bytes / 1e6).toFixed(1)} MB: ${Math.round(opening)} ms to open`)
  expect(opening).toBeLessThan(2_000)
  expect(detail).toBeLessThan(2_000)
})
