// What verification is worth, replayed: the figures of RESULTS.md are those of the recordings.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { worth, worthRows } from './worth.ts'

const results = readFileSync(join(import.meta.dirname, '../../../RESULTS.md'), 'utf8')
const seeds = String(worth.options.seeds?.default).split(',')

test.each(['self-aware', 'react'])('%s with faults: the row of RESULTS.md', async agent => {
  const rows = await worthRows([agent], seeds)
  const { questions, faults, right, wrong, declined, calls, mending, tokens } = rows.at(-1)!
  const cells = [agent, questions, faults, right, wrong, declined, calls, mending, tokens]
  expect(results).toContain(`| ${cells.join(' | ')} |`)
})
