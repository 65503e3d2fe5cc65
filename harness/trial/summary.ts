// What came of a trial: each arm by itself, and each against the first one, question by question.
import { existsSync } from 'node:fs'
import { readJournal } from '../../agent/runs/journal.ts'
import { given } from '../../plans/given.ts'
import { type BenchFolder, benches, questionFolder, readResults } from '../bench/folder.ts'
import { count, type Result, type Score, type Summary, scoreOf } from '../bench/result.ts'
import { summaryOnce } from '../bench/summary.ts'
import { type Comparison, compareBenches } from '../compare/compare.ts'
import type { Question } from '../questions/question-set.ts'
import { readBench } from '../report/folder.ts'
import { journalFile } from '../run/runs.ts'
import { kindOf } from './arms.ts'
import { readBegun } from './run-trial.ts'
import { armPath, type TrialFolder } from './trial.ts'

/** How often a plan of the library was used, and used to good effect. */
interface Reuse {
  /** Questions for which a plan of the library was carried out. */
  readonly reused: number
  /** Questions for which the first plan carried out was one of the library and led to the right answer. */
  readonly hits: number
}

/** One family of questions in one arm. */
export interface FamilyOfArm extends Reuse {
  readonly family: string
  readonly total: number
  readonly correct: number
}

/** One arm. */
export interface ArmSummary
  extends Reuse,
    Score,
    Pick<Summary, 'verdictsByTier' | 'tierOne' | 'parsing' | 'usage'> {
  readonly name: string
  /** How many plans its questions began with. */
  readonly plans: number
  /** How these were made, where that is worth saying. */
  readonly note?: string
  readonly families: readonly FamilyOfArm[]
  /** Of all questions, one after the other. */
  readonly seconds: number
}

/** One arm against the first, on the questions that both have answered. */
export interface Against extends Pick<Comparison, 'p' | 'difference' | 'interval' | 'conclusion'> {
  readonly arm: string
  readonly baseline: string
  /** Ids of the questions that only this arm answered rightly. */
  readonly lifted: readonly string[]
  /** Ids of the questions that only the first arm answered rightly. */
  readonly harmed: readonly string[]
}

/** What `bench --arms … --json` prints. */
export interface TrialSummary {
  readonly set: string
  readonly agent: string
  /** The model that made the plans; null when nothing was trained. */
  readonly madeBy: string | null
  /** The model of the arms. */
  readonly usedBy: string
  readonly seed: number
  /** How many questions each arm has, and how many the library was grown on. */
  readonly questions: number
  readonly trainedOn: number
  readonly arms: readonly ArmSummary[]
  readonly against: readonly Against[]
  /** Arms that begin exactly as an earlier one and were not run. */
  readonly leftOut: readonly { readonly arm: string; readonly as: string }[]
  /** What this trial cannot show, in sentences. */
  readonly caveats: readonly string[]
  /** Absolute path of its folder. */
  readonly run: string
}

/** Sums up what there is so far. */
export function summaryOf(
  folder: TrialFolder,
  { test, trainedOn }: { readonly test: readonly Question[]; readonly trainedOn: number },
): TrialSummary {
  const { trial, path } = folder
  const { bench, train, seed } = trial
  const begun = readBegun(folder) ?? []
  const arms = begun.flatMap(({ name, plans, note }) => {
    const found = benches.open(armPath(folder, name))
    return found ? [{ name, plans, note, folder: found, results: readResults(found) }] : []
  })
  const [first, ...others] = arms
  return {
    set: bench.set,
    agent: bench.agent,
    madeBy: train ? (train.model ?? bench.model) : null,
    usedBy: bench.model,
    seed,
    questions: test.length,
    trainedOn,
    arms: arms.map(arm => armSummary(arm, test)),
    against: first ? others.map(arm => against(arm, first)) : [],
    leftOut: begun.flatMap(({ name, as }) => (as === undefined ? [] : [{ arm: name, as }])),
    caveats: caveatsOf(trial),
    run: path,
  }
}

// --- internal ---

interface ArmRead {
  readonly name: string
  readonly plans: number
  readonly note: string | undefined
  readonly folder: BenchFolder
  readonly results: readonly Result[]
}

function armSummary(arm: ArmRead, test: readonly Question[]): ArmSummary {
  const { name, plans, note, folder, results } = arm
  const all = summaryOnce(folder, { results, plansAtEnd: folder.bench.plansAtStart })
  const questions = new Map(test.map(question => [question.id, question]))
  const used = results.map(result => ({ result, reuse: reuseOf(result, folder, questions) }))
  const families = Map.groupBy(used, ({ result }) => result.family ?? result.level ?? '(none)')
  return {
    ...given({ name, plans, note }),
    ...scoreOf(results),
    ...sumOf(used.map(({ reuse }) => reuse)),
    verdictsByTier: all.verdictsByTier,
    tierOne: all.tierOne,
    parsing: all.parsing,
    families: [...families]
      .map(([family, of]) => ({
        family,
        total: of.length,
        correct: count(of.map(({ result }) => result)).correct,
        ...sumOf(of.map(({ reuse }) => reuse)),
      }))
      .sort((a, b) => order(test, a.family) - order(test, b.family)),
    usage: all.usage,
    seconds: results.reduce((sum, { seconds }) => sum + seconds, 0),
  }
}

/** Families stand in the order of the set. */
const order = (test: readonly Question[], name: string) =>
  test.findIndex(({ family, level }) => (family ?? level ?? '(none)') === name)

/** What the journal of a question says of the plans that were carried out for the question itself. */
function reuseOf(
  { id, verdict }: Result,
  folder: BenchFolder,
  questions: ReadonlyMap<string, Question>,
): Reuse {
  const question = questions.get(id)
  const journal = question && journalFile(questionFolder(folder, question))
  if (journal === undefined || !existsSync(journal)) return nothingReused
  const events = readJournal(journal)
  const own = events.find(event => event.type === 'intention-formed')?.intention
  const chosen = events.filter(each => each.type === 'plan-selected' && each.intention === own)
  const from = chosen.map(each => each.type === 'plan-selected' && each.from)
  const hit = from.length === 1 && from[0] === 'library' && verdict === 'right'
  return { reused: Number(from.includes('library')), hits: Number(hit) }
}

const nothingReused: Reuse = { reused: 0, hits: 0 }

const sumOf = (all: readonly Reuse[]): Reuse =>
  all.reduce((a, b) => ({ reused: a.reused + b.reused, hits: a.hits + b.hits }), nothingReused)

function against(arm: ArmRead, first: ArmRead): Against {
  const read = ({ folder: { path, bench } }: ArmRead) => readBench(path, bench.folder)
  const compared = compareBenches(read(first), read(arm))
  const { newlyRight, newlyWrong, p, difference, interval, conclusion } = compared
  return {
    arm: arm.name,
    baseline: first.name,
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
