// The results of planning problems summed by domain, as data and as a table.
import type { Result } from '../bench/result.ts'
import { aligned } from '../terminal/plain-text.ts'
import type { DomainSummary, Planning } from './planning.ts'

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
