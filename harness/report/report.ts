// The report of a question, a bench, a simulation or a trial: what its folder holds, as the data of one page.
import { existsSync } from 'node:fs'
import { readJournal } from '../../agent/runs/journal.ts'
import { given } from '../../plans/given.ts'
import { scoreOfRounds } from '../bench/epochs.ts'
import { type Result, saidIn, sumOf } from '../bench/result.ts'
import { version } from '../cli/version.ts'
import { compareBenches } from '../compare/compare.ts'
import { calibrationOf } from '../measure/calibration.ts'
import { cellsOf, figuresByCell } from './by-cell.ts'
import { figuresByShare } from './by-share.ts'
import { type DetailView, detailOf } from './detail.ts'
import type { BenchRead, RunRead, RunsRead } from './folder.ts'
import { picturesOf } from './pictures.ts'

/**
 * Reads the journals of all questions and makes the report: what the page shows at once, and the details
 * of each row, in the order of the rows. `now` is when, in milliseconds.
 */
export function reportOf(read: RunsRead, now: number) {
  const { kind, runs } = read
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
  const several = new Set(runs.flatMap(({ results }) => results.map(familyOf))).size > 1
  const data = {
    title: headed(read),
    kind,
    version: version(),
    madeAt: new Date(now).toISOString(),
    runs: runs.map((run, at) => runOf(run, several, at === 0 ? undefined : runs[0]?.bench)),
    /** How confident answers fared, by like confidence. */
    bins: calibrationOf(sure.flatMap(({ results }) => results.flatMap(saidIn)))?.bins ?? [],
    figures: [...figuresByShare(runs), ...figuresByCell(runs)],
    ...given({ cells: cellsOf(runs) }),
    rows,
  }
  return { data, details }
}

/** A report, and what its page is given as JSON: plain text, numbers and places in texts. */
export type Report = ReturnType<typeof reportOf>
export type ReportData = Report['data']
/** One run: the only one, a round or an arm. */
export type RunView = ReturnType<typeof runOf>
/** What came of a run or a family of questions, and what it took. */
export type ShareView = ReturnType<typeof shareOf>
/** One line of the table. */
export type RowView = ReturnType<typeof rowOf>

// --- internal ---

/** What the page is of, in a line. */
function headed({ kind, title, runs }: RunsRead): string {
  switch (kind) {
    case 'ask':
      return title
    case 'session':
      return `Session: ${title}`
    case 'bench':
      return `${runs.length === 1 ? 'Bench' : 'Benches'} on ${title}`
    case 'simulation':
      return `Simulation of ${runs.length} ${runs.length === 1 ? 'round' : 'rounds'} on ${title}`
    case 'trial':
      return `Trial on ${title}: ${runs.map(({ name }) => name).join(', ')}`
  }
}

/** With its families, where the page has `several`: a run may be of one that others have beside more. */
function runOf(run: RunRead, several: boolean, first?: BenchRead) {
  const { name, asked, results, finished, bench } = run
  const { agent, begunAt, plansAtStart } = asked
  const { epochs } = bench?.bench ?? {}
  const models = new Set(results.flatMap(({ episode }) => episode?.under?.model ?? []))
  const { verdictsByTier: tiers, failureModes } = sumOf(results)
  return {
    agent,
    model: [...models].join(', ') || asked.model,
    begunAt,
    finished,
    ...shareOf(name, results, epochs),
    families: several ? familiesOf(results, epochs) : [],
    plansAtStart,
    plansAtEnd: run.plansAtEnd ?? null,
    failureModes,
    tiers,
    /** Beside the first run, on the questions of both; absent for the first. */
    ...(first && bench && { against: againstOf(first, bench) }),
  }
}

function familiesOf(results: readonly Result[], epochs?: number) {
  return [...Map.groupBy(results, familyOf)].map(([name, of]) =>
    shareOf(name || '(none)', of, epochs),
  )
}

function shareOf(name: string, results: readonly Result[], epochs?: number) {
  const { usage, seconds } = sumOf(results)
  return { name, questions: results.length, ...scoreOfRounds(results, epochs), usage, seconds }
}

const familyOf = ({ family, level }: Result) =>
  family ?? (level === undefined ? '' : `level ${level}`)

/** Nothing where no question is common to both. */
function againstOf(first: BenchRead, run: BenchRead) {
  const { questions, newlyRight, newlyWrong, p, difference, interval } = compareBenches(first, run)
  if (questions.total === 0) return undefined
  const ids = (flips: typeof newlyRight) => flips.map(({ id }) => id)
  return { newlyRight: ids(newlyRight), newlyWrong: ids(newlyWrong), p, difference, interval }
}

function rowOf(result: Result, run: number, { question }: DetailView) {
  const { id, verdict, answer, expected, reason, confidence, cycles, plan, usage, seconds } = result
  const text = question.map(piece => ('text' in piece ? piece.text : '')).join('')
  return {
    run,
    id,
    verdict,
    answer,
    expected,
    reason,
    family: familyOf(result),
    miss: result.miss ?? '',
    question: text.length <= 400 ? text : `${text.slice(0, 400)}…`,
    confidence,
    cycles,
    plan,
    usage,
    seconds,
    tiers: Object.keys(result.verdictsByTier),
    failureModes: Object.keys(result.failureModes),
  }
}

/** A question whose journal is missing or damaged is shown without it, and with the reason. */
function detailIn(run: RunRead, id: string): DetailView {
  const file = run.journalOf(id)
  const without = (problem: string) => ({ ...detailOf([]), problem })
  if (!existsSync(file)) return without(`there is no journal of the question ${id}`)
  try {
    const events = readJournal(file)
    return { ...detailOf(events), pictures: picturesOf(file, events[0]?.intention ?? '') }
  } catch (error) {
    return without((error as Error).message)
  }
}
