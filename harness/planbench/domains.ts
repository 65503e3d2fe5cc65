// The results of planning problems summed by domain, as data and as a table.

import { groupsOf, type Result } from '../bench/result.ts'
import { mean } from '../measure/statistics.ts'
import { tableOf } from '../terminal/plain-text.ts'
import type { Planning } from './planning.ts'

/** The results by domain, then, when there are several, all together. */
export const domainsOf = (results: readonly Result[]): readonly DomainSummary[] =>
  groupsOf(results.toSorted(byFamily)).map(([name, of]) => domainSum(name, of))

export const domainTable = (domains: readonly DomainSummary[], width?: number): readonly string[] =>
  tableOf(
    domains,
    {
      domain: ({ domain }) => domain,
      instances: ({ instances }) => instances,
      right: ({ right }) => right,
      'first try': ({ firstTry }) => firstTry,
      mended: ({ mended }) => mended,
      repaired: ({ repaired }) => repaired,
      planned: ({ planned }) => planned,
      'over optimum': ({ overOptimum }) => overOptimum?.toFixed(2) ?? '-',
      seconds: ({ seconds }) => seconds.toFixed(1),
      calls: ({ calls }) => calls.toFixed(1),
      tokens: ({ tokens }) => tokens.toFixed(0),
    },
    width,
  )

/** One domain in the summary. `firstTry`, `mended`, `repaired` and `planned` add up to `right`. */
export type DomainSummary = ReturnType<typeof domainSum>

// --- internal ---

function domainSum(domain: string, results: readonly Result[]) {
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
    /** By the model's first plan. */
    firstTry: count(({ writer, refused }) => writer === 'model' && refused.length === 0),
    /** By a plan the model mended after a diagnosis. */
    mended: count(({ writer, refused }) => writer === 'model' && refused.length > 0),
    /** By the valid plan nearest to the model's last one. */
    repaired: count(({ writer }) => writer === 'repair'),
    planned: count(({ writer }) => writer === 'planner'),
    /** Mean of length divided by optimal length, of what is right; null when no optimum is known. */
    overOptimum: ratios.length === 0 ? null : mean(ratios),
    /** Means an instance. */
    seconds: mean(results.map(({ seconds }) => seconds)),
    calls: mean(results.map(({ usage }) => usage.calls)),
    tokens: mean(results.map(({ usage }) => usage.inputTokens + usage.outputTokens)),
  }
}

const byFamily = ({ family: a = '' }: Result, { family: b = '' }: Result) =>
  a === b ? 0 : a < b ? -1 : 1
