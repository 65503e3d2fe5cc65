// One round of a simulation: every question on a snapshot of the library, and then the round's end. What
// a killed simulation has finished is not done again.
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { openMemory } from '../../agent/memory.ts'
import { inForce } from '../../phases/review/lineage.ts'
import type { Plan } from '../../plans/plan.ts'
import { runBench, type Shared } from '../bench.ts'
import { readResults } from '../bench-folder.ts'
import type { Result } from '../bench-result.ts'
import type { BenchWatch } from '../bench-watch.ts'
import type { Suite } from '../suite.ts'
import { endRound } from './round-end.ts'
import { Round } from './round-result.ts'
import { plansFile, roundFile, roundFolder, type SimulationFolder } from './simulation-folder.ts'
import { questionLibrary, readContent } from './snapshot.ts'

/** What it takes to simulate. */
export interface Simulating {
  readonly folder: SimulationFolder
  readonly suite: Suite
  readonly shared: Shared
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborting it ends the simulation; it is aborted here when the model cannot be asked at all. */
  readonly stopping: AbortController
  /** Watches a round of which these results are there already. */
  readonly watch: (before: readonly Result[], round: number) => BenchWatch
  /** Is told what goes on between two rounds. */
  readonly onStatus: (text: string) => void
}

/**
 * Carries out the round `number`, or what is missing of it. Resolves to undefined when the budget was
 * used up before its end, and rejects with the reason of `stopping` once that is aborted.
 */
export async function runRound(number: number, work: Simulating): Promise<Round | undefined> {
  const { folder, suite, shared, env, stopping } = work
  const done = readRound(folder, number)
  if (done) return done
  const start = readContent(plansFile(folder, number - 1))
  const bench = roundFolder(folder, number, start.plans.size)
  const before = readResults(bench)
  const known = new Set(before.map(({ id }) => id))
  await runBench(bench, {
    questions: suite.questions.filter(({ id }) => !known.has(id)),
    suite: { answer: onSnapshot(inForce([...start.plans.values()]), work) },
    ...{ shared, env, stopping },
    ...work.watch(before, number),
  })
  const results = readResults(bench)
  if (results.length < suite.questions.length) return undefined
  return endRound(number, { bench, start, results }, work)
}

/** The report of a round that is over. */
export function readRound(folder: SimulationFolder, number: number): Round | undefined {
  const file = roundFile(folder, number)
  return existsSync(file) ? Round.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined
}

// --- internal ---

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
