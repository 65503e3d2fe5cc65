// What a question costs, replayed: the figures of RESULTS.md are those of the recordings.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { scripted } from '../../../agent/llm/replay/scripted.ts'
import type { Opened } from '../asked.ts'
import { answerAll, armRows, heldOut } from './arms.ts'

const results = readFileSync(join(import.meta.dirname, '../../../RESULTS.md'), 'utf8')
const rows = await armRows()

describe('the held-out questions', () => {
  test('are recorded for a conversation and for a tool loop', () => {
    expect(rows.filter(({ family }) => family === 'all').map(({ arm }) => arm)).toEqual(
      expect.arrayContaining(['self-aware', 'react']),
    )
  })

  test.each(rows)('$arm, $family: right answers, calls and tokens as in RESULTS.md', row => {
    const { arm, family, questions, right, calls, tokens } = row
    expect(results).toContain(
      `| ${arm} | ${family} | ${right} of ${questions} | ${calls} | ${tokens} |`,
    )
  })

  test('have twins that take one call or less, and half of the tokens of a tool loop', () => {
    const of = (arm: string, family: string) =>
      rows.find(row => row.arm === arm && row.family === family)!
    expect(of('twins', 'all').calls).toBeLessThanOrEqual(1)
    expect(2 * Number(of('twins', 'all').tokens)).toBeLessThanOrEqual(
      of('react', 'all').tokens as number,
    )
    expect(of('twins', 'table').uncalled).toBeGreaterThanOrEqual(20)
  })

  test('have look-alikes, none of which is answered wrongly by its wording', async () => {
    const arm = { name: 'lookalikes', agent: 'self-aware', set: 'lookalikes' } as const
    const silent: Opened = { wire: scripted([]), tools: tools => tools }
    const answered = await answerAll(heldOut('lookalikes'), arm, silent)
    expect(answered).toHaveLength(40)
    expect(answered.filter(({ verdict }) => verdict === 'wrong')).toEqual([])
  })

  test('are asked behind a prefix that is the same for all of them', () => {
    const all = rows.find(({ arm, family }) => arm === 'self-aware' && family === 'all')!
    expect(Number.parseFloat(String(all.prefix))).toBeGreaterThanOrEqual(70)
  })
})
