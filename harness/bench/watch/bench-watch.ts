// What is shown while a bench runs: a line for each question as it ends and, on a terminal, how far the bench is
// and how well it goes; with --watch also who works on what. Where nothing can be rewritten, that is shown line by line.
import { hostname } from 'node:os'
import { harmless, shortened } from '../../terminal/plain-text.ts'
import type { Screen } from '../../terminal/screen.ts'
import { addUsage, countsOf, type Result, sumOfUsage } from '../result.ts'
import type { Watching } from '../work.ts'
import { crewLines, doingAfter, progressOf, type Sight, type Worker } from './sight.ts'

/**
 * Watches a bench of `total` questions of which those of `before` have a result already. On a terminal
 * it says how many are done, how they ended, the accuracy so far with its interval at 95 %, questions a
 * minute and the time left at that pace (both without those of before), what was used, and what is
 * under way.
 */
export function createBenchWatch(
  screen: Screen,
  { total, before }: { readonly total: number; readonly before: readonly Result[] },
  now: () => number = Date.now,
): Required<Watching> & { readonly sight: () => Sight } {
  const here = { name: `${hostname()} ${process.pid}`, since: now() }
  const under = new Map<string, Sight['under'][number]>()
  let seen: Omit<Sight, 'at' | 'under' | 'workers'> = {
    began: here.since,
    total,
    done: before.length,
    before: before.length,
    counts: countsOf(before),
    usage: sumOfUsage(before.map(result => result.usage)),
    troubles: 0,
    latest: [],
  }
  let workers: readonly Worker[] | undefined
  const sight = (): Sight => ({
    ...seen,
    at: now(),
    under: [...under.values()],
    workers: [...(workers ?? [{ ...here, heard: now() }])],
  })
  const tell = tellingOn(screen, sight, now)
  const trouble = (what: string) => {
    const latest = [...seen.latest, { at: now(), what: harmless(what) }].slice(-mostLatest)
    seen = { ...seen, troubles: seen.troubles + 1, latest }
  }
  const does = (id: string, doing: string | undefined) => {
    const known = under.get(id)
    if (doing === undefined || !known || known.doing === doing) return
    under.set(id, { ...known, doing, since: now() })
  }
  return {
    sight,
    onNotice: screen.warn,
    onStart: ({ id }) => {
      under.set(id, { id, doing: 'waiting', since: now() })
      tell.status()
    },
    onBegun: ({ id }, worker = here.name) => {
      under.set(id, { id, worker, doing: 'beginning', since: now() })
      tell.status()
    },
    onEvent: ({ id }, event) => does(id, doingAfter(event)),
    onDoing: ({ id }, doing) => does(id, doing),
    onWorkers: all => {
      tell.crew(workers ?? [], all)
      workers = all
      for (const [id, { worker: had, ...rest }] of under)
        if (had !== undefined && !all.some(({ name }) => name === had))
          under.set(id, { ...rest, doing: 'waiting', since: now() })
    },
    onTrouble: what => {
      trouble(what)
      tell.trouble(what)
    },
    onResult: ({ id }, result) => {
      const { verdict } = result
      under.delete(id)
      const counts = { ...seen.counts, [verdict]: seen.counts[verdict] + 1 }
      seen = { ...seen, done: seen.done + 1, counts, usage: addUsage(seen.usage, result.usage) }
      if (verdict === 'failed') trouble(`${id}: ${result.reason}`)
      screen.show([resultLine(result, screen)])
      tell.status()
    },
  }
}

/** Shows what is seen: in a status that is rewritten or, with --watch where there is none, line by line. */
export function tellingOn(screen: Screen, sight: () => Sight, now: () => number) {
  const { watched, live, paint, width } = screen
  const lines = watched && !live
  let told = now()
  return {
    status() {
      const progress = progressOf(sight(), now()).join(' · ')
      const ids = sight()
        .under.map(({ id }) => id)
        .join(', ')
      if (watched)
        screen.status(progress, room => crewLines(sight(), { ...room, paint, now: now() }))
      else screen.status([progress, ids].filter(Boolean).join(' · '))
      if (!lines || now() - told < betweenMs) return
      told = now()
      const look = { now: told, columns: width, rows: Number.POSITIVE_INFINITY, paint }
      screen.show([progress, ...crewLines({ ...sight(), latest: [] }, look)])
    },
    crew(before: readonly Worker[], after: readonly Worker[]) {
      if (!lines) return
      const without = (all: readonly Worker[], some: readonly Worker[]) =>
        all.filter(({ name }) => !some.some(each => each.name === name))
      screen.show([
        ...without(after, before).map(
          ({ name, version = '' }) => `worker ${harmless(`${name} ${version}`)} has joined`,
        ),
        ...without(before, after).map(({ name }) => `worker ${harmless(name)} has left`),
      ])
    },
    trouble(what: string) {
      if (lines) screen.show([`${paint.bad('✗')} ${shortened(what, width - 2)}`])
    },
  }
}

// --- internal ---

/** How many of the last troubles are shown. */
const mostLatest = 3
/** Milliseconds between two reports where no line can be rewritten. */
const betweenMs = 10_000

const marks = {
  right: { mark: '✓', tone: 'good' },
  wrong: { mark: '✗', tone: 'bad' },
  declined: { mark: '○', tone: 'faint' },
  failed: { mark: '✗', tone: 'bad' },
  unscored: { mark: '·', tone: 'faint' },
} as const

function resultLine(result: Result, { paint, width }: Screen): string {
  const { mark, tone } = marks[result.verdict]
  const seconds = `  ${result.seconds.toFixed(1)} s`
  const name = `${result.verdict.padEnd(8)}  ${shortened(result.id, 36).padEnd(14)}  `
  const room = Math.max(20, width - 2 - name.length - seconds.length)
  return `${paint[tone](mark)} ${name}${shortened(said(result), room)}${paint.faint(seconds)}`
}

function said({ verdict, miss, answer, expected, reason }: Result): string {
  const wanted = expected === '' ? 'no answer' : shortened(harmless(expected), 30)
  switch (verdict) {
    case 'right':
      return answer ?? 'no answer, as expected'
    case 'wrong':
      return `${shortened(answer ?? '', 30)}, expected ${wanted}${miss === 'near' ? ' (near)' : miss === 'form' ? ' (only the form)' : ''}`
    case 'declined':
      return `expected ${wanted}: ${reason}`
    case 'failed':
      return reason
    case 'unscored':
      return answer ?? `no answer: ${reason}`
  }
}
