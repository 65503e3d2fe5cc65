// Simulations with a real reader of the prompts, replayed: made by
//   intend simulate test/fixtures/simulation/questions.jsonl --rounds 2 --plans LIBRARY --out DIR
//     --model record:test/fixtures/simulation/refined.jsonl@MODEL
// in one go, LIBRARY being a copy of recorded-plans.json there, whose defective plan asks the table tool in
// fields that it no longer takes; and, with retried.jsonl, `--no-refine --family sales`.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openModel } from '../../../agent/llm/models.ts'
import { readLibrary } from '../../../harness/library/read.ts'
import { begin, home, plansAfter, simulated } from '../../fixtures/simulation/kit.ts'

const temporary = mkdtempSync(join(tmpdir(), 'intend-simulation-'))
afterAll(() => rmSync(temporary, { recursive: true }))

const recordedWith = 'recorded-plans.json'
const [defective] = [...readLibrary(join(home, recordedWith)).plans.values()]
const recording = (name: string) => join(home, `${name}.jsonl`)
const recorded = ['refined', 'retried'].every(name => existsSync(recording(name)))

async function replayed(name: string, more: Parameters<typeof begin>[1]) {
  const folder = begin(temporary, more, recordedWith)
  const model = await openModel(`replay:${recording(name)}`, {})
  const rounds = await simulated(folder, model)
  return { folder, rounds, drift: model.drift!() }
}

describe.skipIf(!recorded)('a recorded simulation of twelve questions', () => {
  test('has a defective plan mended: what it got wrong in the first round is right in the second', async () => {
    const { folder, rounds, drift } = await replayed('refined', { family: undefined })
    const [first, second] = rounds
    expect(first).toMatchObject({ total: 12, leaks: [] })
    expect(first!.decisions).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ plan: defective!.id, decision: 'refine' }),
      ]),
    )
    expect(second).toMatchObject({ total: 12, newlyLost: [], leaks: [] })
    expect(second!.newlyRight.some(id => id.startsWith('sales-'))).toBe(true)
    const child = plansAfter(folder, 2).find(({ origin }) => origin.refines === defective!.id)!
    expect(Object.values(child.stats).some(run => run.judgedRight > 0)).toBe(true)
    expect(drift.total).toBeGreaterThan(40)
  })

  test('stays wrong in a retry without refinement', async () => {
    const { rounds } = await replayed('retried', { refine: false })
    const [first, second] = rounds
    expect(first!.wrong).toBeGreaterThan(0)
    expect(second).toMatchObject({ wrong: first!.wrong, newlyRight: [] })
  })
})
