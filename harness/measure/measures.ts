// How replies fared, which tier decided conditions and how steps and plans failed: the measures of the first
// ablation (parsing failure rates and tier-1 hit rates under each style of prompt).
import { z } from 'zod'
import type { Event, ModelCalled } from '../../agent/event.ts'
import { tableOf } from '../terminal/plain-text.ts'
import { wilson } from './statistics.ts'

/** What became of the completions asked for one purpose. */
const Fates = z.object({
  calls: z.int(),
  /** Each call is one of these five: valid as it stood, */
  asIs: z.int(),
  /** valid after mending what was meant as JSON, */
  repaired: z.int(),
  /** read from free prose, */
  prose: z.int(),
  /** a reply of which no value could be made, */
  failed: z.int(),
  /** no reply. */
  unanswered: z.int(),
  /** How many asked a model once more. */
  reasked: z.int(),
  /** How many of the failed ones were a model's last chance. */
  unusable: z.int(),
})
type Fates = z.infer<typeof Fates>

type Counts = { readonly [name: string]: number | Counts }

/** Name by name, the sums of both; what one of them lacks is nothing. */
export function added<Of extends Counts>(a: Of, b: Of): Of {
  const sum = (one: number | Counts = 0, other: number | Counts = 0): number | Counts =>
    typeof one === 'number' && typeof other === 'number'
      ? one + other
      : added(typeof one === 'number' ? {} : one, typeof other === 'number' ? {} : other)
  const names = Object.keys({ ...a, ...b })
  return Object.fromEntries(names.map(name => [name, sum(a[name], b[name])])) as Of
}

/** How replies fared, by purpose (the contract's name), in the order of first use. */
export const Parsing = z.record(z.string(), Fates)
export type Parsing = z.infer<typeof Parsing>

/** How the replies in `events` fared. In journals without attempts, re-asks are not counted. */
export function parsingOf(events: readonly Event[]): Parsing {
  return events
    .filter(event => event.type === 'model-called')
    .map((event): Parsing => ({ [event.purpose]: fateOf(event) }))
    .reduce(added, {})
}

/** How many verdicts each tier gave. */
export const Tiers = z.record(z.string(), z.object({ passed: z.int(), failed: z.int() }))
type Tiers = z.infer<typeof Tiers>

export function tiersOf(
  verdicts: readonly { readonly tier: string; readonly passed: boolean }[],
): Tiers {
  return verdicts
    .map(({ tier, passed }): Tiers => ({ [tier]: { passed: +passed, failed: +!passed } }))
    .reduce(added, {})
}

/**
 * The share of conditions that tier 1, the pattern, decided, of those that any of the three tiers
 * decided; null when none was. What precedes the tiers (structure, provenance, a world's own
 * reply) decides no condition.
 */
export function tierOneOf(verdictsByTier: Tiers): number | null {
  const of = (tier: string) => verdictsIn(verdictsByTier[tier])
  const decided = of('pattern') + of('symbolic') + of('judgement')
  return decided === 0 ? null : of('pattern') / decided
}

/** How many failures there were of each mode (`FailureMode`). */
export const Modes = z.record(z.string(), z.int())
export type Modes = z.infer<typeof Modes>

/** The modes of all failed verdicts in `events`, on steps as on whole plans, counted. */
export function modesOf(events: readonly Event[]): Modes {
  return events
    .flatMap(event => ('verdict' in event && event.verdict ? [event.verdict] : []))
    .map((verdict): Modes => (verdict.passed ? {} : { [verdict.mode]: 1 }))
    .reduce(added, {})
}

/** Failures by mode as a table, the most frequent first; nothing when nothing failed. */
export function modesTable(all: Modes, ofWrong: Modes, width?: number): readonly string[] {
  if (Object.keys(all).length === 0) return []
  const columns = {
    'failure mode': ([mode]: readonly [string, number]) => mode,
    failures: ([, count]: readonly [string, number]) => count,
    'on wrong answers': ([mode]: readonly [string, number]) => ofWrong[mode] ?? 0,
  }
  return tableOf(mostFirst(all), columns, width)
}

/** The fates of all replies, whatever they were for. */
export const together = (parsing: Parsing): Fates => Object.values(parsing).reduce(added, none)

/** The share of verdicts each tier gave, on one line; nothing when none was given. */
export function tierShares(verdictsByTier: Tiers): readonly string[] {
  const tiers = Object.entries(verdictsByTier).map(([tier, of]) => [tier, verdictsIn(of)] as const)
  const total = tiers.reduce((sum, [, count]) => sum + count, 0)
  if (total === 0) return []
  const shares = mostFirst(Object.fromEntries(tiers)).map(
    ([tier, count]) => `${tier} ${percent(count / total)}`,
  )
  return [`${total} verdicts: ${shares.join(', ')}`]
}

/** `+8.3`, in points of a hundred. */
export const points = (share: number) => `${share > 0 ? '+' : ''}${(100 * share).toFixed(1)}`

/** `83 %`. */
export const percent = (share: number) => `${Math.round(share * 100)} %`

/**
 * `1 of 12, 8 % (1 to 35 %)` with Wilson's interval; `2 of 3, too few` below ten, where a share says
 * nothing; `-` when there is nothing to count.
 */
export function shareOf(part: number, total: number): string {
  if (total === 0) return '-'
  if (total < 10) return `${part} of ${total}, too few`
  const [low, high] = wilson(part, total).map(share => Math.round(share * 100))
  return `${part} of ${total}, ${percent(part / total)} (${low} to ${high} %)`
}

export const fateColumns = {
  calls: ({ calls }: Fates) => calls,
  'as-is': ({ asIs }: Fates) => asIs,
  repaired: ({ repaired }: Fates) => repaired,
  prose: ({ prose }: Fates) => prose,
  failed: ({ failed }: Fates) => failed,
  'no reply': ({ unanswered }: Fates) => unanswered,
  're-asked': ({ reasked }: Fates) => reasked,
  unusable: ({ unusable }: Fates) => unusable,
}

/** How replies fared as a table by phase, without what became of none; nothing when no model was called. */
export function parsingTable(parsing: Parsing, width?: number): readonly string[] {
  const rows = Object.entries(parsing).map(([phase, fates]) => ({ phase, ...fates }))
  const some = Object.entries(fateColumns).filter(([, count]) => rows.some(row => count(row) > 0))
  const columns = {
    phase: ({ phase }: (typeof rows)[number]) => phase,
    ...Object.fromEntries(some),
  }
  return rows.length === 0 ? [] : ['how replies were read', ...tableOf(rows, columns, width)]
}

// --- internal ---

const verdictsIn = ({ passed, failed } = { passed: 0, failed: 0 }) => passed + failed

const mostFirst = (counts: Modes) =>
  Object.entries(counts).toSorted(([a, m], [b, n]) => n - m || a.localeCompare(b, 'en'))

const none: Fates = {
  calls: 0,
  asIs: 0,
  repaired: 0,
  prose: 0,
  failed: 0,
  unanswered: 0,
  reasked: 0,
  unusable: 0,
}

function fateOf({ parsed, attempt, error }: ModelCalled): Fates {
  const again = attempt === 2
  const asked = { ...none, calls: 1, reasked: Number(again) }
  // a reply that was cut off is a reply
  if (error !== undefined && error.kind !== 'length') return { ...asked, unanswered: 1 }
  switch (parsed) {
    case 'as-is':
      return { ...asked, asIs: 1 }
    case 'repaired':
    case 'prose':
      return { ...asked, [parsed]: 1 }
    case 'failed':
      return { ...asked, failed: 1, unusable: Number(again) }
  }
}
