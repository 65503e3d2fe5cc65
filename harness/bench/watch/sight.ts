// What is seen of a bench while it goes on, as plain data and as lines: how far it is and how well it goes,
// who is at work on what, and what went wrong.
import { z } from 'zod'
import type { Event } from '../../../agent/event.ts'
import { percent } from '../../measure/measures.ts'
import { wilson } from '../../measure/statistics.ts'
import { shortened } from '../../terminal/plain-text.ts'
import type { Paint } from '../../terminal/progress.ts'
import { counted, priced, tokensOf } from '../../terminal/spending.ts'
import { Result } from '../result.ts'

/** A process that answers questions. */
export const Worker = z.object({
  /** Its host and its number there. */
  name: z.string(),
  /** Of intend, where it may be another one than here. */
  version: z.string().exactOptional(),
  /** When it was first and last heard of, in milliseconds since the epoch. */
  since: z.number(),
  heard: z.number(),
})
export type Worker = z.infer<typeof Worker>

export const Sight = z.object({
  /** When this was true, in milliseconds since the epoch, as all times here. */
  at: z.number(),
  began: z.number(),
  total: z.int(),
  /** Questions with a result, and how many of them had it when this began. */
  done: z.int(),
  before: z.int(),
  counts: z.record(Result.shape.verdict, z.int()),
  usage: Result.shape.usage,
  workers: Worker.array(),
  /** Questions that are handed out, with what is being done on them since when; without `worker`, nobody has it yet. */
  under: z.array(
    z.object({
      id: z.string(),
      worker: z.string().exactOptional(),
      doing: z.string(),
      since: z.number(),
    }),
  ),
  /** How often something went wrong and was done again or given up, and what it was the last few times. */
  troubles: z.int(),
  latest: z.array(z.object({ at: z.number(), what: z.string() })),
})
export type Sight = z.infer<typeof Sight>

/** How far it is and how well it goes, in pieces of one line. */
export function progressOf(sight: Sight, now: number): readonly string[] {
  const { total, done, before, counts, usage, began } = sight
  const { right, wrong, declined, failed, unscored } = counts
  const scored = done - unscored
  const [low, high] = wilson(right, scored).map(percent)
  const pace = (done - before) / Math.max(1, now - began) // questions a millisecond
  return [
    `${done}/${total}`,
    `${right} right, ${wrong} wrong, ${declined} declined${failed > 0 ? `, ${failed} failed` : ''}${unscored > 0 ? `, ${unscored} unscored` : ''}`,
    ...(scored > 0 ? [`${percent(right / scored)} (${low} to ${high})`] : []),
    ...(pace > 0
      ? [`${rateOf(pace * 60_000)}/min`, `${duration((total - done) / pace / 1000)} left`]
      : []),
    ...(usage.inputTokens + usage.outputTokens > 0 ? [`${tokensOf(usage)}${priced(usage)}`] : []),
  ]
}

/** Who is at work on what, and what went wrong last. */
export function crewLines(sight: Sight, { now, columns, rows, paint }: Look): readonly string[] {
  const worked = sight.under.flatMap(({ worker }) => worker ?? [])
  const names = [...new Set([...sight.workers.map(({ name }) => name), ...worked])]
  const busy = names.map(name => {
    const their = sight.under.filter(({ worker }) => worker === name)
    const each = their.map(
      ({ id, doing, since }) => `${id} ${doing} ${duration((now - since) / 1000)}`,
    )
    return shortened(`${aboutWorker(sight, name, now)}: ${each.join(', ') || 'waits'}`, columns)
  })
  const troubles = sight.latest.map(
    ({ at, what }) => `${paint.bad('✗')} ${shortened(`${clock(at)} ${what}`, columns - 2)}`,
  )
  const room = Math.max(1, rows - 2 - troubles.length)
  const shown = busy.length > room ? busy.slice(0, room - 1) : busy
  const more = busy.length - shown.length
  return [
    paint.faint(shortened(queueOf(sight), columns)),
    ...shown,
    ...(more > 0 ? [paint.faint(`and ${counted(more, 'more worker')}`)] : []),
    ...troubles,
  ]
}

/** What a question is at once this has happened; undefined where that stays as it is. */
export function doingAfter(event: Event): string | undefined {
  return event.type === 'step-started'
    ? `executing ${shortened(event.step, 20)}`
    : doing[event.type]
}

interface Look {
  readonly now: number
  readonly columns: number
  readonly rows: number
  readonly paint: Paint
}

// --- internal ---

const doing: { readonly [Type in Event['type']]?: string } = {
  'perception-received': 'perceiving',
  'beliefs-perceived': 'formalizing',
  'intention-formed': 'deliberating',
  'plan-selected': 'executing',
  'plan-set-aside': 'deliberating',
  'intention-closed': 'finishing',
}

function queueOf({ under, total, done, troubles, workers }: Sight): string {
  const begun = under.filter(({ worker }) => worker !== undefined).length
  return [
    counted(workers.length, 'worker'),
    `${begun} under way`,
    ...(under.length > begun ? [`${under.length - begun} handed out and not begun`] : []),
    `${Math.max(0, total - done - under.length)} wait`,
    ...(troubles > 0 ? [`${troubles} failed or tried again`] : []),
  ].join(' · ')
}

function aboutWorker({ workers }: Sight, name: string, now: number): string {
  const worker = workers.find(each => each.name === name)
  if (!worker) return name
  const { version, since, heard } = worker
  const silent = now - heard > silentMs ? `silent for ${duration((now - heard) / 1000)}` : undefined
  const about = [version, duration((now - since) / 1000), silent].filter(each => each !== undefined)
  return `${name} (${about.join(', ')})`
}

/** Milliseconds after which it is told that a worker has given no sign of life, which it does every few seconds. */
const silentMs = 8_000

const clock = (at: number) => new Date(at).toTimeString().slice(0, 8)

const rateOf = (perMinute: number) =>
  perMinute < 10 ? perMinute.toFixed(1) : Math.round(perMinute)

/** `40 s`, `3 min`, `2 h 5 min`. */
function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(0, Math.ceil(seconds))} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
