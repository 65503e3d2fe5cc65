// What came of a trial: each arm by itself, and each against the first one, question by question.
import { existsSync } from 'node:fs'
import { readJournal } from '../../agent/runs/journal.ts'
import { given } from '../../plans/given.ts'
import { benches, questionPath } from '../bench/folder.ts'
import { countsOf, type Result, sumOf } from '../bench/result.ts'
import { familyOf } from '../bench/table.ts'
import { compareBenches } from '../compare/compare.ts'
import type { Question } from '../questions/question-set.ts'
import { type BenchRead, readBench } from '../report/folder.ts'
import { journalFile } from '../run/runs.ts'
import { choicesFor } from '../simulation/played.ts'
import { kindOf } from './arms.ts'
import { armPath, type Begun, readBegun, type TrialFolder } from './trial.ts'

/** What `bench --arms … --json` prints. */
export type TrialSummary = ReturnType<typeof summaryOf>
export type ArmSummary = ReturnType<typeof armSummary>
export type Against = ReturnType<typeof against>

export function summaryOf(
  folder: TrialFolder,
  { test, trainedOn }: { readonly test: readonly Question[]; readonly trainedOn: number },
) {
  const { trial, path } = folder
  const { bench, train, seed } = trial
  const begun = readBegun(folder) ?? []
  const families = [...new Set(test.map(familyOf))]
  const read = begun.flatMap(arm => {
    const home = armPath(folder, arm.name)
    return benches.isIn(home) ? [{ arm, bench: readBench(home, bench.folder) }] : []
  })
  const [first, ...others] = read
  return {
    set: bench.set,
    agent: bench.agent,
    /** The model that made the plans; null when nothing was trained. */
    madeBy: train ? (train.model ?? bench.model) : null,
    /** The model of the arms. */
    usedBy: bench.model,
    seed,
    /** How many questions each arm has, and how many the library was grown on. */
    questions: test.length,
    trainedOn,
    arms: read.map(each => armSummary(each, families)),
    against: first ? others.map(each => against(each, first)) : [],
    /** Arms that begin exactly as an earlier one and were not run. */
    leftOut: begun.flatMap(({ name, as }) => (as === undefined ? [] : [{ arm: name, as }])),
    /** What this trial cannot show, in sentences. */
    caveats: caveatsOf(trial),
    /** Absolute path of its folder. */
    run: path,
  }
}

// --- internal ---

interface ArmRead {
  readonly arm: Begun
  readonly bench: BenchRead
}

/** One arm; families stand in the order of the set. */
function armSummary({ arm, bench }: ArmRead, families: readonly string[]) {
  const { name, plans, note } = arm
  const used = bench.results.map(result => ({ ...result, ...reuseOf(result, bench) }))
  return {
    name,
    /** How many plans its questions began with, and how these were made, where that is worth saying. */
    plans,
    ...given({ note }),
    ...sumOf(used),
    ...reuseIn(used),
    families: families.flatMap(family => {
      const of = used.filter(result => familyOf(result) === family)
      const correct = countsOf(of).right
      return of.length === 0 ? [] : [{ family, total: of.length, correct, ...reuseIn(of) }]
    }),
  }
}

/**
 * What the journal of a question says of the plans that were carried out for the question itself: whether one was of
 * the library, and whether (`hit`) that was the first one and led to the right answer.
 */
function reuseOf({ id, verdict }: Result, bench: BenchRead) {
  const journal = journalFile({ path: questionPath(bench, id) })
  const events = existsSync(journal) ? readJournal(journal) : []
  const own = events.find(event => event.type === 'intention-formed')?.intention
  const from = choicesFor(own, events).map(choice => choice.from)
  const hit = from.length === 1 && from[0] === 'library' && verdict === 'right'
  return { reused: from.includes('library'), hit }
}

/** For how many questions a plan of the library was used, and used to good effect. */
const reuseIn = (all: readonly ReturnType<typeof reuseOf>[]) => ({
  reused: all.filter(({ reused }) => reused).length,
  hits: all.filter(({ hit }) => hit).length,
})

/** One arm against the first, on the questions that both have answered. */
function against({ arm, bench }: ArmRead, first: ArmRead) {
  const compared = compareBenches(first.bench, bench)
  const { newlyRight, newlyWrong, p, difference, interval, conclusion } = compared
  return {
    arm: arm.name,
    baseline: first.arm.name,
    /** Ids of the questions that only this arm, and only the first arm, answered rightly. */
    lifted: newlyRight.map(({ id }) => id),
    harmed: newlyWrong.map(({ id }) => id),
    p,
    difference,
    interval,
    conclusion,
  }
}

function caveatsOf({ bench, arms, allowSeen, plans }: TrialFolder['trial']): readonly string[] {
  const kinds = arms.map(({ kind }) => kindOf(kind))
  const offline = bench.model === 'offline' ? kinds.flatMap(kind => kind.offline ?? []) : []
  const seen =
    allowSeen && plans !== undefined
      ? ['questions on which plans were made may be among those asked (--allow-seen)']
      : []
  return [...new Set(offline), ...seen]
}
