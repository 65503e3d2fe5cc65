// The rounds of a simulation: every question on a snapshot of the library, and then the round's end. What
// a killed simulation has finished is not done again.
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { openMemory } from '../../agent/memory/memory.ts'
import { inForce } from '../../plans/library/lineage.ts'
import type { Plan } from '../../plans/plan.ts'
import { readResults } from '../bench/folder.ts'
import { answerMissing } from '../bench/perform.ts'
import type { Result } from '../bench/result.ts'
import type { Suite } from '../bench/work.ts'
import { readWhole, writeWhole } from '../run/folders.ts'
import { headline } from '../terminal/progress.ts'
import { endRound, type Simulating } from './round-end.ts'
import { type Round, RoundEnd, roundOf } from './round-result.ts'
import {
  plansFile,
  roundFile,
  roundFolder,
  roundPath,
  type SimulationFolder,
} from './simulation-folder.ts'
import { questionLibrary, readContent, saveContent } from './snapshot.ts'

/**
 * Carries out the rounds, or what is missing of them, and gives each when it is over. There are fewer when
 * the budget was used up or a round found a leak. Throws the reason of `stopping` once that is aborted;
 * the questions under way continue from their journals when it is called again.
 */
export async function* runRounds(work: Simulating): AsyncGenerator<Round, void> {
  const { folder, suite, shared, screen } = work
  const { rounds } = folder.simulation
  const before: (readonly Result[])[] = []
  await keepStart(folder)
  for (let number = 1; number <= rounds; number++) {
    const start = readContent(plansFile(folder, number - 1))
    const bench = roundFolder(folder, number, start.plans.size)
    const known = readWhole(roundFile(folder, number), RoundEnd)
    if (!known) {
      screen.show([headline('round', `${number} of ${rounds}`, screen)])
      const answer = onSnapshot(inForce([...start.plans.values()]), work)
      const left = await answerMissing(bench, { ...suite, answer }, shared, work)
      if (left !== undefined) return
    }
    const end = known ?? (await endRound(number, { bench, start }, work))
    if (!end) return
    const results = readResults(bench)
    const round = roundOf(results, before, end)
    if (!known) writeWhole(roundFile(folder, number), round)
    yield round
    if (round.leaks.length > 0) return
    before.push(results)
  }
}

// --- internal ---

/** The library as it was when the simulation began: others may write in its file meanwhile. */
async function keepStart(folder: SimulationFolder): Promise<void> {
  const { plans } = folder.simulation
  const file = plansFile(folder, 0)
  if (plans === undefined || existsSync(file) || existsSync(roundPath(folder, 1))) return
  await saveContent(file, readContent(plans), plans)
}

/** How a question of the round is answered: with a library and, where beliefs are kept, a memory of its own. */
function onSnapshot(snapshot: readonly Plan[], { folder, suite }: Simulating): Suite['answer'] {
  return async (run, question, asking) => {
    const library = await questionLibrary(snapshot, join(run.path, 'plans.json'))
    const kept = join(folder.path, 'beliefs', `${basename(run.path)}.json`)
    const memory = folder.simulation.keepBeliefs ? await openMemory(kept) : undefined
    const shared = { ...asking.shared, library, memory }
    const result = await suite.answer(run, question, { ...asking, shared })
    // what was established on the way stays; the answer is known to be wrong
    if (memory && result.verdict === 'wrong')
      for (const { fact } of memory.facts())
        if (fact.answers && fact.run === run.run.id) await memory.forget(fact.id, 'judged wrong')
    return result
  }
}
