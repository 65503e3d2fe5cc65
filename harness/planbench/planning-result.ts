// What came of a planning problem beside its verdict: how long the plan is, who wrote it, what it took;
// and the sums of these by domain, as data and as a table.
import { z } from 'zod'
import type { Event } from '../../agent/event.ts'
import type { Result } from '../bench/result.ts'
import { aligned } from '../terminal/plain-text.ts'

/** The member `planning` of a line of `results.jsonl`. */
export const Planning = z.object({
  /** Actions that were done in the world. */
  length: z.int(),
  /** The length of a shortest plan, where it is known. */
  optimal: z.number().optional(),
  /** Plans a model wrote, those refused included. */
  attempts: z.int(),
  /** What was wrong with each plan that was refused. */
  refused: z.array(z.string()),
  /** Who wrote the plan that was acted on last; null when there was none. */
  writer: z.enum(['model', 'repair', 'planner']).nullable(),
})
export type Planning = z.infer<typeof Planning>

/** One domain in the summary. `firstTry`, `mended`, `repaired` and `planned` add up to `right`. */
export const DomainSummary = z.object({
  domain: z.string(),
  instances: z.int(),
  right: z.int(),
  /** By the model's first plan. */
  firstTry: z.int(),
  /** By a plan the model mended after a diagnosis. */
  mended: z.int(),
  /** By the valid plan nearest to the model's last one. */
  repaired: z.int(),
  /** By the planner. */
  planned: z.int(),
  /** Mean of length divided by optimal length, of what is right; null when no optimum is known. */
  overOptimum: z.number().nullable(),
  /** Means an instance. */
  seconds: z.number(),
  calls: z.number(),
  tokens: z.number(),
})
export type DomainSummary = z.infer<typeof DomainSummary>

/** What the events of a run say about its plans; `length` is that of what was done. */
export function planningOf(
  events: readonly Event[],
  { length, optimal }: { readonly length: number; readonly optimal: number | undefined },
): Planning {
  const selected = events.filter(event => event.type === 'plan-selected')
  const refused = selected.flatMap(event => event.refused)
  const last = selected.at(-1)
  return {
    length,
    ...(optimal !== undefined && { optimal }),
    attempts: selected.filter(({ from }) => from === 'generated').length + refused.length,
    refused,
    writer: last === undefined ? null : writerOf(last),
  }
}

/** The results by domain, then, when there are several, all together. */
export function domainsOf(results: readonly Result[]): DomainSummary[] {
  const names = [...new Set(results.map(({ family = '' }) => family))].sort()
  const each = names.map(name =>
    sum(
      name,
      results.filter(({ family = '' }) => family === name),
    ),
  )
  return names.length > 1 ? [...each, sum('all', results)] : each
}

/** The sums as lines of text. */
export function domainTable(domains: readonly DomainSummary[]): readonly string[] {
  return aligned([
    [
      ...['domain', 'instances', 'right', 'first try', 'mended', 'repaired', 'planned'],
      ...['over optimum', 'seconds', 'calls', 'tokens'],
    ],
    ...domains.map(each => [
      each.domain,
      ...[each.instances, each.right, each.firstTry, each.mended, each.repaired].map(String),
      String(each.planned),
      each.overOptimum === null ? '-' : each.overOptimum.toFixed(2),
      each.seconds.toFixed(1),
      each.calls.toFixed(1),
      each.tokens.toFixed(0),
    ]),
  ])
}

// --- internal ---

function writerOf({ from, plan }: Extract<Event, { type: 'plan-selected' }>): Planning['writer'] {
  if (from === 'generated') return 'model'
  return plan.origin.model === 'repair' ? 'repair' : 'planner'
}

function sum(domain: string, results: readonly Result[]): DomainSummary {
  const right = results.filter(({ verdict }) => verdict === 'right')
  const count = (holds: (planning: Planning) => boolean) =>
    right.filter(({ planning }) => planning !== undefined && holds(planning)).length
  const ratios = right.flatMap(({ planning }) =>
    planning?.optimal ? [planning.length / planning.optimal] : [],
  )
  return {
    domain,
    instances: results.length,
    right: right.length,
    firstTry: count(({ writer, refused }) => writer === 'model' && refused.length === 0),
    mended: count(({ writer, refused }) => writer === 'model' && refused.length > 0),
    repaired: count(({ writer }) => writer === 'repair'),
    planned: count(({ writer }) => writer === 'planner'),
    overOptimum: ratios.length === 0 ? null : mean(ratios),
    seconds: mean(results.map(({ seconds }) => seconds)),
    calls: mean(results.map(({ usage }) => usage.calls)),
    tokens: mean(results.map(({ usage }) => usage.inputTokens + usage.outputTokens)),
  }
}

const mean = (numbers: readonly number[]) =>
  numbers.reduce((total, number) => total + number, 0) / numbers.length
