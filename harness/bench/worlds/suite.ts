// The episodes of a world as something a bench can run. Right is what the world says has been reached.

import { join } from 'node:path'
import { z } from 'zod'
import type { Event } from '../../../agent/event.ts'
import { type Model, openModel } from '../../../agent/llm/models.ts'
import { readJournal } from '../../../agent/runs/journal.ts'
import { given } from '../../../plans/given.ts'
import { memoryLibrary } from '../../../plans/library/library.ts'
import { makeFolder } from '../../../plans/writable.ts'
import { percent } from '../../measure/measures.ts'
import type { Rise } from '../../measure/rise.ts'
import type { Question } from '../../questions/question-set.ts'
import { readWhole, writeWhole } from '../../run/folders.ts'
import { journalFile, type RunFolder } from '../../run/runs.ts'
import { inBlocks, tableOf } from '../../terminal/plain-text.ts'
import type { Arena, Asks, Episode } from '../../worlds/arena.ts'
import { episodeOf, episodeSums } from '../../worlds/episode-result.ts'
import type { Counted } from '../../worlds/explorer/sums.ts'
import { type Judge, Judged } from '../../worlds/judge.ts'
import { contextBeside, journalBeside } from '../beside.ts'
import type { Bench } from '../folder.ts'
import { madeOnce } from '../made-once.ts'
import { outcomeIn, pursueOnce } from '../question.ts'
import { addUsage, groupsOf, judged, Result, sumOf, usageIn } from '../result.ts'
import type { Asking, Opening, Suite } from '../work.ts'
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
      const all = [...asked, ...(judge ? [judgeOf(bench, judge)] : [])]
      return [...new Set(await Promise.all(all.map(each => models(each, opening))))]
    },
    table: (results, width) => {
      const sums = arena.sums?.(counted(results))
      return sums && arena.table ? arena.table(sums) : episodeTable(results, width)
    },
    sums: results => ({ ...episodeSums(results), ...arena.sums?.(counted(results)) }),
    ...given({ close: arena.close }),
  }
}

/** The episodes as their world sums them up; one that crashed was not won. */
export const counted = (results: readonly Result[]): readonly Counted[] =>
  results.map(({ family = '', episode }) => ({
    family,
    under: episode?.under,
    won: episode?.won ?? false,
    measures: episode?.measures ?? {},
    judged: episode?.judged,
  }))

// --- internal ---

interface Playing {
  readonly asking: Asking
  readonly arena: Arena
  readonly episode: Episode
  readonly prove: Prove | undefined
  readonly models: ReturnType<typeof createModels>
}

/** The world is kept beside the agent's journal, so that both are resumed together. */
async function play(begun: RunFolder, question: Question, playing: Playing): Promise<Result> {
  const { asking, arena, episode, prove } = playing
  const run = { ...begun, run: askedOf(begun.run, episode.asks ?? {}) }
  const finished = outcomeIn(run)
  const outcome = finished ?? (await pursued(run, playing))
  const events = readJournal(journalFile(run))
  const log = worldLog(run)
  const { won } = arena.score(events)
  const isNew = !finished && won
  const rules = isNew ? await prove?.({ episode, run, log }, asking) : undefined
  const kept =
    readWhole(judgementFile(run), Kept) ??
    (isNew ? await judgedBy(run, events, playing) : undefined)
  const score = kept?.judged.score ?? null
  const measures = {
    ...(await episode.measure?.(events, log)),
    ...(arena.judge && score !== null && { [arena.judge.measure]: score }),
  }
  const result = judged(question, outcome, won ? question.answer : null)
  return {
    ...result,
    ...(kept && { usage: addUsage(result.usage, kept.usage) }),
    verdict: won ? 'right' : outcome.satisfied ? 'wrong' : 'declined',
    episode: {
      ...episodeOf(events, arena.score),
      ...(Object.keys(measures).length > 0 && { measures }),
      ...given({ under: episode.under, judged: kept?.judged, rules: rules && [...rules] }),
    },
  }
}

/** Asks the judge, where there is one, and keeps what it says. Rejects when the bench was stopped meanwhile. */
async function judgedBy(
  run: RunFolder,
  events: readonly Event[],
  { asking, arena: { judge }, models }: Playing,
) {
  if (!judge) return undefined
  const { signal, shared, onEvent } = asking
  const model = await models(judgeOf(run.run, judge), asking)
  const library = memoryLibrary()
  const context = await contextBeside(run.run, { signal, library, shared: { ...shared, model } })
  const journal = journalBeside(run.path, onEvent)
  try {
    const ctx = { ...context, report: journal.report }
    const judged = await judge.judge(events, { ctx, intention: 'judge' })
    signal.throwIfAborted()
    const kept = { judged, usage: usageIn(journal.events) }
    writeWhole(judgementFile(run), kept)
    return kept
  } finally {
    journal.close()
  }
}

/** Is there once the episode has been judged. */
const judgementFile = ({ path }: RunFolder) => join(path, 'judged.json')

const Kept = z.object({ judged: Judged, usage: Result.shape.usage })

/** A judge is sampled as its server usually does, whatever the model that it judges was told. */
const judgeOf = <Run extends RunFolder['run'] | Bench>(run: Run, { model }: Judge): Run => {
  const { sampling: _, ...settings } = run.settings ?? {}
  return { ...run, model, settings }
}

/** An episode may have a model of its own, and an empty library where it knows no other's plans. */
async function pursued(run: RunFolder, { asking, arena, episode, models }: Playing) {
  makeFolder(run.path)
  const model = episode.asks ? await models(run.run, asking) : asking.shared.model
  const shared = { ...asking.shared, model, ...(arena.alone && { library: memoryLibrary() }) }
  const { world, goal, leave } = await episode.begin(worldLog(run))
  try {
    return await pursueOnce(run, { ...asking, shared, goal: { world, perception: goal } })
  } finally {
    await leave()
  }
}

const worldLog = (run: RunFolder) => join(run.path, 'world.jsonl')

function episodeTable(results: readonly Result[], width?: number): readonly string[] {
  if (results.length === 0) return ['no episode has been played']
  const rows = groupsOf(results).map(([task, of]) => ({
    task,
    seconds: sumOf(of).seconds / of.length,
    ...episodeSums(of),
  }))
  type Row = (typeof rows)[number]
  const { meanMeasures, scoreRise, meanActionsByFallback } = episodeSums(results)
  const measured = Object.keys(meanMeasures).map(name => [
    name,
    ({ meanMeasures }: Row) => (meanMeasures[name] ?? 0).toFixed(2),
  ])
  const rise =
    scoreRise && meanActionsByFallback > 0
      ? [
          `score of the first half ${scoreRise.first.toFixed(3)}, of the last half ${scoreRise.last.toFixed(3)}: ${riseText(scoreRise)}`,
        ]
      : []
  const table = tableOf(
    rows,
    {
      task: ({ task }) => task,
      episodes: ({ episodes }) => episodes,
      success: ({ successRate }) => percent(successRate),
      score: ({ meanScore }) => meanScore.toFixed(3),
      'by plans': ({ meanScoreByPlan }) => meanScoreByPlan.toFixed(3),
      'actions by plans': ({ meanActionsByPlan }) => meanActionsByPlan.toFixed(1),
      'by fallback': ({ meanActionsByFallback }) => meanActionsByFallback.toFixed(1),
      refused: ({ meanRefused }) => meanRefused.toFixed(1),
      ...(Object.fromEntries(measured) as Record<string, (row: Row) => string>),
      seconds: ({ seconds }) => seconds.toFixed(1),
    },
    width,
  )
  return inBlocks([table, rise, rulesLines(results)])
}

const rulesLines = (results: readonly Result[]): readonly string[] =>
  results.flatMap(({ id, episode }) =>
    (episode?.rules ?? []).map(
      ({ plan, taken, why }) => `${taken ? 'taken' : 'not taken'}: ${plan}, of ${id}: ${why}`,
    ),
  )

const signed = (value: number) => `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(3)}`

const riseText = ({ difference, interval: [low, high] }: Rise) =>
  `${signed(difference)} (95 %: ${signed(low)} to ${signed(high)})`

type Run = RunFolder['run']

/** The run as it is when it asks this. */
function askedOf<Asked extends Pick<Run, 'model' | 'settings'>>(
  run: Asked,
  { model = run.model, temperature }: Asks,
): Asked {
  if (temperature === undefined) return { ...run, model }
  const sampling = { ...run.settings?.sampling, temperature }
  return { ...run, model, settings: { ...run.settings, sampling } }
}

function createModels() {
  const opened = new Map<string, Promise<Model>>()
  return async (
    { model, settings, budget }: Pick<Run, 'model' | 'settings' | 'budget'>,
    { env, shared }: Opening,
  ): Promise<Model> => {
    const common = shared.model.budget
    const onRetry = (why: string, ms: number) => {
      for (const tell of shared.onRetry ?? []) tell(why, ms)
    }
    return madeOnce(opened, JSON.stringify([model, settings]), () =>
      openModel(model, env, { ...settings, ...(budget && { budget }), onRetry }, common),
    )
  }
}
