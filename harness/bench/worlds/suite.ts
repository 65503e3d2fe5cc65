// The episodes of a world as something a bench can run. Right is what the world says has been reached.
import { join } from 'node:path'
import { readJournal } from '../../../agent/runs/journal.ts'
import { memoryLibrary } from '../../../plans/library/library.ts'
import { makeFolder } from '../../../plans/writable.ts'
import { percent } from '../../measure/measures.ts'
import type { Rise } from '../../measure/rise.ts'
import type { Question } from '../../questions/question-set.ts'
import { journalFile, type RunFolder } from '../../run/runs.ts'
import { aligned } from '../../terminal/plain-text.ts'
import type { Arena, Counted, Episode } from '../../worlds/arena.ts'
import { episodeOf, episodeSums } from '../../worlds/episode-result.ts'
import { outcomeIn, pursueOnce } from '../pursue.ts'
import { judged, type Result } from '../result.ts'
import type { Asking, Suite } from '../work.ts'
import { type Prove, proveOn } from './prove.ts'

/** A question for each episode of the arena, answered when the world says that its task is done. */
export function arenaSuite(arena: Arena): Suite {
  const byId = new Map(arena.episodes.map(episode => [episode.id, episode]))
  const prove = proveOn(arena)
  return {
    questions: arena.episodes.map(({ id, family, about }) => ({
      id,
      family,
      question: about,
      answer: 'the task done',
      files: [],
    })),
    answer: (run, question, asking) =>
      play(run, question, { asking, arena, prove, episode: byId.get(question.id)! }),
    table: results => {
      const sums = arena.sums?.(counted(results))
      return sums && arena.table ? arena.table(sums) : episodeTable(results)
    },
    sums: results => ({ ...episodeSums(results), ...arena.sums?.(counted(results)) }),
    close: arena.close,
  }
}

// --- internal ---

/** The world is kept beside the agent's journal, so that both are gone on with together. */
async function play(
  run: RunFolder,
  question: Question,
  {
    asking,
    arena,
    episode,
    prove,
  }: {
    readonly asking: Asking
    readonly arena: Arena
    readonly episode: Episode
    readonly prove: Prove | undefined
  },
): Promise<Result> {
  const shared = arena.alone ? { ...asking.shared, library: memoryLibrary() } : asking.shared
  const finished = outcomeIn(run)
  const outcome = finished ?? (await pursued(run, { ...asking, shared }, episode))
  const events = readJournal(journalFile(run))
  const log = worldLog(run)
  const measures = await episode.measure?.(events, log)
  const { won } = arena.score(events)
  const rules = !finished && won ? await prove?.({ episode, run, log }, asking) : undefined
  const counts = { ...episodeOf(events, arena.score), ...(measures && { measures }) }
  const came = { ...counts, ...(rules && { rules: [...rules] }) }
  return {
    ...judged(question, outcome, came.won ? question.answer : null),
    verdict: came.won ? 'right' : outcome.satisfied ? 'wrong' : 'declined',
    episode: came,
  }
}

async function pursued(run: RunFolder, asking: Asking, episode: Episode) {
  makeFolder(run.path)
  const { world, goal, leave } = await episode.begin(worldLog(run))
  try {
    return await pursueOnce(run, { ...asking, goal: { world, perception: goal } })
  } finally {
    await leave()
  }
}

const worldLog = (run: RunFolder) => join(run.path, 'world.jsonl')

/** The episodes as their world sums them up; one that crashed was not won. */
const counted = (results: readonly Result[]): readonly Counted[] =>
  results.map(({ family = '', episode }) => ({
    family,
    won: episode?.won ?? false,
    measures: episode?.measures ?? {},
  }))

function episodeTable(results: readonly Result[]): readonly string[] {
  const families = [...Map.groupBy(results, ({ family = '' }) => family)]
  const row = (name: string, of: readonly Result[]) => {
    const sums = episodeSums(of)
    const means = [sums.meanActionsByPlan, sums.meanActionsByFallback, sums.meanRefused]
    const seconds = of.reduce((all, each) => all + each.seconds, 0) / of.length
    return [
      ...[name, String(of.length), percent(sums.successRate), sums.meanScore.toFixed(3)],
      ...[sums.meanScoreByPlan.toFixed(3), ...means.map(mean => mean.toFixed(1))],
      ...Object.values(sums.meanMeasures).map(mean => mean.toFixed(2)),
      seconds.toFixed(1),
    ]
  }
  if (results.length === 0) return ['no episode has been played']
  const { meanMeasures, scoreRise, meanActionsByFallback } = episodeSums(results)
  const measured = Object.keys(meanMeasures)
  const rise =
    scoreRise && meanActionsByFallback > 0
      ? [
          '',
          `score of the first half ${scoreRise.first.toFixed(3)}, of the last half ${scoreRise.last.toFixed(3)}: ${riseText(scoreRise)}`,
        ]
      : []
  const rows = aligned([
    [
      ...['task', 'episodes', 'success', 'score', 'by plans'],
      ...['actions by plans', 'by fallback', 'refused', ...measured, 'seconds'],
    ],
    ...families.map(([name, of]) => row(name, of)),
    ...(families.length > 1 ? [row('all', results)] : []),
  ])
  return [...rows, ...rise, ...rulesLines(results)]
}

/** What became of the rules that were made of these episodes, a line each. */
function rulesLines(results: readonly Result[]): readonly string[] {
  const lines = results.flatMap(({ id, episode }) =>
    (episode?.rules ?? []).map(
      ({ plan, taken, why }) => `${taken ? 'taken' : 'not taken'}: ${plan}, of ${id}: ${why}`,
    ),
  )
  return lines.length > 0 ? ['', ...lines] : []
}

const signed = (value: number) => `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(3)}`

const riseText = ({ difference, interval: [low, high] }: Rise) =>
  `${signed(difference)} (95 %: ${signed(low)} to ${signed(high)})`
