// The report of a question, a bench, a simulation or a trial: what its folder holds, as the data of one page.
import { existsSync } from 'node:fs'
import { readJournal } from '../../agent/runs/journal.ts'
import { count, type Result, saidIn, sumOfUsage } from '../bench/result.ts'
import { version } from '../cli/version.ts'
import { compareBenches } from '../compare/compare.ts'
import { calibrationOf } from '../measure/calibration.ts'
import { added } from '../measure/measures.ts'
import { wilson } from '../measure/statistics.ts'
import type { AgainstView, DetailView, ReportData, RowView, RunView, ShareView } from './data.ts'
import { detailOf } from './detail.ts'
import type { BenchRead, RunRead, RunsRead } from './folder.ts'

/** A report: what the page shows at once, and the details of each row, in the order of the rows. */
export interface Report {
  readonly data: ReportData
  readonly details: readonly DetailView[]
}

/** Reads the journals of all questions and makes the report; `now` is when, in milliseconds. */
export function reportOf({ kind, title, runs }: RunsRead, now: number): Report {
  const details: DetailView[] = []
  const rows = runs.flatMap((run, at) =>
    run.results.map(result => {
      const detail = detailIn(run, result.id)
      details.push(detail)
      return rowOf(result, at, detail)
    }),
  )
  // of rounds the last one tells most; arms are more of the same answers
  const sure = kind === 'simulation' ? runs.slice(-1) : runs
  const data: ReportData = {
    ...{ title, kind, version: version(), madeAt: new Date(now).toISOString() },
    runs: runs.map((run, at) => runOf(run, at === 0 ? undefined : runs[0]?.bench)),
    bins: calibrationOf(sure.flatMap(({ results }) => results.flatMap(saidIn)))?.bins ?? [],
    rows,
  }
  return { data, details }
}

// --- internal ---

function runOf(run: RunRead, first?: BenchRead): RunView {
  const { name, asked, results, finished, bench } = run
  const { agent, model, begunAt, plansAtStart } = asked
  return {
    ...{ name, agent, model, begunAt, finished, ...shareOf(results) },
    families: familiesOf(results),
    ...{ plansAtStart, plansAtEnd: run.plansAtEnd },
    failureModes: results.map(({ failureModes }) => failureModes).reduce(added, {}),
    tiers: results.map(({ verdictsByTier }) => verdictsByTier).reduce(added, {}),
    ...(first && bench && { against: againstOf(first, bench) }),
  }
}

function familiesOf(results: readonly Result[]): RunView['families'] {
  const families = [...Map.groupBy(results, familyOf)]
  if (families.length < 2) return []
  return families.map(([name, of]) => ({ name: name || '(none)', ...shareOf(of) }))
}

function shareOf(results: readonly Result[]): Omit<ShareView, 'name'> {
  const scored = results.filter(({ verdict }) => verdict !== 'unscored')
  const counts = count(scored)
  return {
    ...{ questions: results.length, total: scored.length, ...counts },
    accuracy: scored.length === 0 ? 0 : counts.correct / scored.length,
    interval: wilson(counts.correct, scored.length),
    usage: sumOfUsage(results.map(({ usage }) => usage)),
    seconds: results.reduce((all, { seconds }) => all + seconds, 0),
  }
}

const familyOf = ({ family, level }: Result) =>
  family ?? (level === undefined ? '' : `level ${level}`)

function againstOf(first: BenchRead, run: BenchRead): AgainstView {
  const { newlyRight, newlyWrong, p, difference, interval } = compareBenches(first, run)
  const ids = (flips: typeof newlyRight) => flips.map(({ id }) => id)
  return { newlyRight: ids(newlyRight), newlyWrong: ids(newlyWrong), p, difference, interval }
}

function rowOf(result: Result, run: number, { question }: DetailView): RowView {
  const { id, verdict, answer, expected, reason, confidence, cycles, plan, usage, seconds } = result
  const text = question.map(piece => ('text' in piece ? piece.text : '')).join('')
  return {
    ...{ run, id, verdict, answer, expected, reason },
    family: familyOf(result),
    miss: result.miss ?? '',
    question: text.length <= 400 ? text : `${text.slice(0, 400)}…`,
    ...{ confidence, cycles, plan, usage, seconds },
    tiers: Object.keys(result.verdictsByTier),
    failureModes: Object.keys(result.failureModes),
  }
}

/** A question whose journal is missing or damaged is shown without it, and with the reason. */
function detailIn(run: RunRead, id: string): DetailView {
  const file = run.journalOf(id)
  if (!existsSync(file)) return { ...nothing, problem: `there is no journal of the question ${id}` }
  try {
    return detailOf(readJournal(file))
  } catch (error) {
    return { ...nothing, problem: (error as Error).message }
  }
}

const nothing: DetailView = {
  ...{ question: [], files: [], form: '', schemaBeliefs: [], intentions: [], beliefs: [] },
  ...{ calls: [], verdicts: [], conflicts: [], ms: 0 },
}
