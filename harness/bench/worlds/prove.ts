// Rules made of the episodes that were won: each is played on other variations before it enters the library.
import type { Event } from '../../../agent/event.ts'
import { noJournal } from '../../../agent/runs/journal.ts'
import { identify } from '../../../plans/identify.ts'
import { memoryLibrary } from '../../../plans/library/library.ts'
import type { Plan } from '../../../plans/plan.ts'
import { liftedRules } from '../../../plans/rules/lift.ts'
import { printRule } from '../../../plans/rules/print.ts'
import { taskIn } from '../../../plans/rules/sentences.ts'
import { mean } from '../../measure/statistics.ts'
import { pursue } from '../../run/pursue.ts'
import type { RunFolder } from '../../run/runs.ts'
import type { Arena, Episode } from '../../worlds/arena.ts'
import { type EpisodeResult, episodeOf, type ProvedRule } from '../../worlds/episode-result.ts'
import type { Asking } from '../work.ts'

/** An episode that was won: where it was played, and the file that keeps what was done. */
export interface Won {
  readonly episode: Episode
  readonly run: RunFolder
  readonly log: string
}

/**
 * Makes rules of what was needed in a won episode and proves those that are new. One enters the library when it
 * was carried out on another variation, and the score there rose on the whole, or stayed while the fallback had less
 * to do. What is not taken is not tried again.
 */
export type Prove = (won: Won, asking: Asking) => Promise<readonly ProvedRule[]>

/** Proves on the arena's own variations for it; undefined where it has none. */
export function proveOn({ proving = [], score }: Arena): Prove | undefined {
  if (proving.length === 0) return undefined
  const tasks = new Map<string, readonly string[]>()
  const tried = new Set<string>()
  return async ({ episode, run, log }, asking) => {
    const { library, model } = asking.shared
    const { family } = episode
    const others = proving.filter(each => each.family === family)
    const play = (plans: readonly Plan[]) => playAll(others, { plans, run, asking, score })
    if (!tasks.has(family)) tasks.set(family, await Promise.all(others.map(taskOf)))
    const { task, deeds } = episode.past!(log)
    const origin = { agent: 'rules', model: model.provider.name, seenQuestions: [task] }
    const proved: ProvedRule[] = []
    let before: Came | undefined
    for (const draft of liftedRules({ task: taskIn(task), deeds }, tasks.get(family)!)) {
      const plan = identify(draft, { ...origin, createdAt: new Date().toISOString() })
      if (library.get(plan.id) || tried.has(plan.id)) continue
      tried.add(plan.id)
      before ??= await play(library.plans())
      const after = await play([...library.plans(), plan])
      const found = compared(plan, before, after, others.length)
      proved.push(found)
      if (!found.taken) continue
      const kept = { ...plan, origin: { ...plan.origin, reason: `of ${episode.id}: ${found.why}` } }
      await library.record(run.run.id, { plans: [[plan.id, kept]], stats: [], removed: [] })
      before = after
    }
    return proved
  }
}

// --- internal ---

type Came = Awaited<ReturnType<typeof playAll>>

async function taskOf(episode: Episode): Promise<string> {
  const { goal, leave } = await episode.begin()
  await leave()
  return taskIn(goal.text)
}

function compared(rule: Plan, before: Came, after: Came, variations: number): ProvedRule {
  const plan = rule.id
  const used = after.chosen.has(plan)
  const rise = after.score - before.score
  const taken = used && rise >= 0 && (rise > 0 || after.byFallback < before.byFallback)
  const scores = `score ${before.score.toFixed(3)} without it, ${after.score.toFixed(3)} with it, on ${variations} other variations`
  const why = used ? scores : `never carried out on ${variations} other variations`
  return {
    plan,
    rule: printRule(rule) ?? '',
    variations,
    taken,
    why,
    before: before.score,
    after: after.score,
  }
}

interface Playing extends Pick<Arena, 'score'> {
  readonly plans: readonly Plan[]
  readonly run: RunFolder
  readonly asking: Asking
}

/** Plays the episodes, each with a library of its own that holds these plans. Nothing of it is kept. */
async function playAll(episodes: readonly Episode[], playing: Playing) {
  const { plans, run, asking, score } = playing
  const came: (EpisodeResult & { readonly chosen: readonly string[] })[] = []
  for (const episode of episodes) {
    const events: Event[] = []
    const { world, goal, leave } = await episode.begin()
    const id = `${run.run.id}/${episode.id}`
    try {
      await pursue(
        { ...run, run: { ...run.run, id } },
        {
          env: asking.env,
          signal: asking.signal,
          journal: noJournal,
          goal: { world, perception: goal },
          onTrace: () => undefined,
          shared: { ...asking.shared, library: memoryLibrary(plans) },
          onEvent: event => void events.push(event),
        },
      )
    } finally {
      await leave()
    }
    const chosen = events.flatMap(each => (each.type === 'plan-selected' ? [each.plan.id] : []))
    came.push({ ...episodeOf(events, score), chosen })
  }
  return {
    score: mean(came.map(({ score }) => score)),
    byFallback: mean(came.map(({ actionsByFallback }) => actionsByFallback)),
    chosen: new Set(came.flatMap(({ chosen }) => chosen)),
  }
}
