// The episodes of a world as something a bench can run. Right is what the world says has been reached.
import { join } from 'node:path'
import type { Event } from '../../../agent/event.ts'
import { readJournal } from '../../../agent/runs/journal.ts'
import { given } from '../../../plans/given.ts'
import { memoryLibrary } from '../../../plans/library/library.ts'
import { makeFolder } from '../../../plans/writable.ts'
import { percent } from '../../measure/measures.ts'
import type { Rise } from '../../measure/rise.ts'
import type { Question } from '../../questions/question-set.ts'
import { journalFile, type RunFolder } from '../../run/runs.ts'
import { aligned } from '../../terminal/plain-text.ts'
import type { Arena, Episode } from '../../worlds/arena.ts'
import { type EpisodeResult, episodeOf, episodeSums } from '../../worlds/episode-result.ts'
import type { Counted } from '../../worlds/explorer/sums.ts'
import type { Judge } from '../../worlds/judge.ts'
import type { Bench } from '../folder.ts'
import { outcomeIn, pursueOnce } from '../question.ts'
import { addUsage, judged, type Result } from '../result.ts'
import type { Asking, Suite } from '../work.ts'
import { judgedOnce, keptIn } from './judged.ts'
import { askedOf, createModels } from './models.ts'
import { type Prove, proveOn } from './prove.ts'

/** A question for each episode of the arena, answered when the world says that its task is done. */
export function arenaSuite(arena: Arena): Suite {
  const { judge } = arena
  const byId = new Map(arena.episodes.map(episode => [episode.id, episode]))
  const prove = proveOn(arena)
  const models = createModels()
  return {
    questions: arena.episodes.map(({ id, family, about }) => ({
      id,
      family,
      question: about,
      answer: 'the task done',
      files: [],
    })),
    answer: (run, question, asking) =>
      play(run, question, { asking, arena, prove, models, episode: byId.get(question.id)! }),
    models: async ({ bench }, opening) => {
      const asked = arena.episodes.flatMap(({ asks }) => (asks ? [askedOf(bench, asks)] : []))
      const judges = judge ? [judgeOf(bench, judge)] : []
      return [
        ...new Set(await Promise.all([...asked, ...judges].map(each => models(each, opening)))),
      ]
    },
    table: results => {
      const sums = arena.sums?.(counted(results))
      return sums && arena.table ? arena.table(sums) : episodeTable(results)
    },
    sums: results => ({ ...episodeSums(results), ...arena.sums?.(counted(results)) }),
    close: arena.close,
  }
}

// --- internal ---

interface Playing {
  readonly asking: Asking
  readonly arena: Arena
  readonly episode: Episode
  readonly prove: Prove | undefined
  readonly models: ReturnType<typeof createModels>
}

/** The world is kept beside the agent's journal, so that both are gone on with together. */
async function play(begun: RunFolder, question: Question, playing: Playing): Promise<Result> {
  const { asking, arena, episode, prove } = playing
  const run = { ...begun, run: askedOf(begun.run, episode.asks ?? {}) }
  const finished = outcomeIn(run)
  const outcome = finished ?? (await pursued(run, playing))
  const events = readJournal(journalFile(run))
  const log = worldLog(run)
  const { won } = arena.score(events)
  const rules = !finished && won ? await prove?.({ episode, run, log }, asking) : undefined
  const kept = keptIn(run) ?? (!finished && won ? await judgedBy(run, events, playing) : undefined)
  const score = kept?.judged.score ?? null
  const measures = {
    ...(await episode.measure?.(events, log)),
    ...(arena.judge && score !== null && { [arena.judge.measure]: score }),
  }
  const came: EpisodeResult = {
    ...episodeOf(events, arena.score),
    ...(Object.keys(measures).length > 0 && { measures }),
    ...given({ under: episode.under, judged: kept?.judged, rules: rules && [...rules] }),
  }
  const result = judged(question, outcome, won ? question.answer : null)
  return {
    ...result,
    ...(kept && { usage: addUsage(result.usage, kept.usage) }),
    verdict: won ? 'right' : outcome.satisfied ? 'wrong' : 'declined',
    episode: came,
  }
}

/** What the episode is asked with: the model of its own, and an empty library where it knows no other's plans. */
async function askingOf(
  { run }: RunFolder,
  { asking, arena, episode, models }: Playing,
): Promise<Asking> {
  const { shared } = asking
  const model = episode.asks ? await models(run, asking) : shared.model
  return {
    ...asking,
    shared: { ...shared, model, ...(arena.alone && { library: memoryLibrary() }) },
  }
}

/** Judges an episode that was won, where there is a judge. */
async function judgedBy(
  run: RunFolder,
  events: readonly Event[],
  { asking, arena: { judge }, models }: Playing,
) {
  if (!judge) return undefined
  const model = await models(judgeOf(run.run, judge), asking)
  return judgedOnce(run, events, { judge, model, asking })
}

/** The judge chooses its words as its server has it, whatever the model that it judges was told. */
const judgeOf = <Run extends RunFolder['run'] | Bench>(run: Run, { model }: Judge): Run => {
  const { sampling: _, ...settings } = run.settings ?? {}
  return { ...run, model, settings }
}

async function pursued(run: RunFolder, playing: Playing) {
  makeFolder(run.path)
  const { episode } = playing
  const asking = await askingOf(run, playing)
  const { world, goal, leave } = await episode.begin(worldLog(run))
  try {
    return await pursueOnce(run, { ...asking, goal: { world, perception: goal } })
  } finally {
    await leave()
  }
}

const worldLog = (run: RunFolder) => join(run.path, 'world.jsonl')

/** The episodes as their world sums them up; one that crashed was not won. */
export const counted = (results: readonly Result[]): readonly Counted[] =>
  results.map(({ family = '', episode }) => ({
    family,
    under: episode?.under,
    won: episode?.won ?? false,
    measures: episode?.measures ?? {},
    judged: episode?.judged,
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
