// One round of a simulation: every question on a snapshot of the library, and then the round's end. What
// a killed simulation has finished is not done again.
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { openMemory } from '../../agent/memory/memory.ts'
import { inForce } from '../../plans/library/lineage.ts'
import type { Plan } from '../../plans/plan.ts'
import { readResults } from '../bench/folder.ts'
import type { Suite } from '../bench/work.ts'
import { readWhole } from '../run/folders.ts'
import { endRound } from './round-end.ts'
import { Round } from './round-result.ts'
import type { Simulating } from './simulating.ts'
import {
  plansFile,
  roundFile,
  roundFolder,
  roundPath,
  type SimulationFolder,
} from './simulation-folder.ts'
import { questionLibrary, readContent, saveContent } from './snapshot.ts'

/**
 * Carries out the rounds, or what is missing of them, in turn. Fewer come back when the budget was used up
 * or a round found a leak. Rejects with the reason of `stopping` once that is aborted; the questions
 * under way go on from their journals when it is called again.
 */
export async function runRounds(work: Simulating): Promise<readonly Round[]> {
  const rounds: Round[] = []
  await keepStart(work.folder)
  while (rounds.length < work.folder.simulation.rounds) {
    const round = await runRound(rounds.length + 1, work)
    if (!round) break
    rounds.push(round)
    work.onRound(round)
    if (round.leaks.length > 0) break
  }
  return rounds
}

// --- internal ---

/** The library as it was when the simulation began: others may write in its file meanwhile. */
async function keepStart(folder: SimulationFolder): Promise<void> {
  const { plans } = folder.simulation
  const file = plansFile(folder, 0)
  if (plans === undefined || existsSync(file) || existsSync(roundPath(folder, 1))) return
  await saveContent(file, readContent(plans), plans)
}

async function runRound(number: number, work: Simulating): Promise<Round | undefined> {
  const { folder, suite, shared, env, stopping, jobs } = work
  const done = readWhole(roundFile(folder, number), Round)
  if (done) return done
  const start = readContent(plansFile(folder, number - 1))
  const bench = roundFolder(folder, number, start.plans.size)
  await jobs.run(bench, {
    questions: suite.questions,
    suite: { answer: onSnapshot(inForce([...start.plans.values()]), work) },
    shared,
    env,
    stopping,
    ...work.watch(readResults(bench), number),
  })
  const results = readResults(bench)
  if (results.length < suite.questions.length) return undefined
  return endRound(number, { bench, start, results }, work)
}

/** How a question of the round is answered: with a library and, where beliefs are kept, a memory of its own. */
function onSnapshot(
  snapshot: readonly Plan[],
  { folder, suite }: Pick<Simulating, 'folder' | 'suite'>,
): Suite['answer'] {
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
