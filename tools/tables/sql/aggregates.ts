// Aggregates for SQL that are exact for decimals as written: 0.1 + 0.2 is 0.3, in sums, means and
// sliding windows.
import { decimalOf, toDouble } from './decimals.ts'
import type { Database } from './sqlite.ts'
import { addStatistics } from './statistics.ts'

/** Replaces sum, total and avg of a database and adds `statistics`. Text and NULL are left out of all sums. */
export function addAggregates(db: Database): void {
  const sums = { start: newSum, step: addTo, inverse: takeFrom }
  db.addAggregate('sum', { ...sums, result: s => (s.count === 0 ? null : totalOf(s)) })
  db.addAggregate('total', { ...sums, result: totalOf })
  db.addAggregate('avg', { ...sums, result: s => (s.count === 0 ? null : totalOf(s) / s.count) })
  addStatistics(db)
}

/** The exact decimal sum of the numbers as they are written, rounded once to the nearest double. */
export function exactSum(values: Iterable<number>): number {
  const sum = newSum()
  for (const value of values) addTo(sum, value)
  return totalOf(sum)
}

// --- internal ---

/** Decimals added as written: one whole number per count of digits after the point. */
interface Sum {
  count: number
  readonly parts: Map<number, bigint>
  /** Cents added up that are still below 2 ** 53, for most of what is added are amounts. */
  cents: number
  /** Infinite or not a number: kept apart. */
  strange: number
}

function newSum(): Sum {
  return { count: 0, parts: new Map(), cents: 0, strange: 0 }
}

function addTo(sum: Sum, value: unknown): Sum {
  return accumulate(sum, value, 1)
}

function takeFrom(sum: Sum, value: unknown): Sum {
  return accumulate(sum, value, -1)
}

const mostCents = 2 ** 43

function accumulate(sum: Sum, value: unknown, sign: 1 | -1): Sum {
  if (typeof value !== 'number') return sum
  sum.count += sign
  const cents = Math.round(value * 100)
  // the quotient is the double nearest to the decimal, and below 2 ** 43 no other decimal of two digits has it
  if (cents / 100 === value && Math.abs(cents) < mostCents) {
    sum.cents += sign * cents
    if (Math.abs(sum.cents) > 2 ** 52) settle(sum)
    return sum
  }
  const decimal = decimalOf(value)
  if (decimal) addPart(sum, decimal.scale, BigInt(sign) * decimal.digits)
  else sum.strange += sign * value
  return sum
}

function addPart(sum: Sum, scale: number, digits: bigint): void {
  sum.parts.set(scale, (sum.parts.get(scale) ?? 0n) + digits)
}

function settle(sum: Sum): void {
  if (sum.cents !== 0) addPart(sum, 2, BigInt(sum.cents))
  sum.cents = 0
}

function totalOf(sum: Sum): number {
  settle(sum)
  const scales = [...sum.parts.keys()]
  const finest = Math.max(0, ...scales)
  let total = 0n
  for (const [scale, part] of sum.parts) total += part * 10n ** BigInt(finest - scale)
  return toDouble(total, finest) + sum.strange
}
