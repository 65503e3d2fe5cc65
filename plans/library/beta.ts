// Beta distributions: what is known of a rate after so many right and wrong outcomes.

/** Numbers from 0 up to and without 1. */
export type Random = () => number

/** A belief about a rate: `right` and `wrong` outcomes, the prior included, both above 0. */
export interface Beta {
  readonly right: number
  readonly wrong: number
}

/** A generator whose numbers follow from `seed` alone (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The rate one expects. */
export function meanOf({ right, wrong }: Beta): number {
  return right / (right + wrong)
}

/** A rate drawn from the belief. */
export function draw({ right, wrong }: Beta, random: Random): number {
  const a = gamma(right, random)
  const b = gamma(wrong, random)
  return a + b > 0 ? a / (a + b) : meanOf({ right, wrong })
}

/** How likely the first rate is below the second, to about two digits. */
export function probabilityBelow(first: Beta, second: Beta): number {
  return probabilityOfDifference(weightsOf(first), weightsOf(second), 0)
}

/** Between which values the first rate minus the second lies with probability `share`, as much left out on both sides. */
export function intervalOfDifference(
  first: Beta,
  second: Beta,
  share: number,
): readonly [low: number, high: number] {
  const [one, other] = [weightsOf(first), weightsOf(second)]
  const quantile = (wanted: number) => {
    let [low, high] = [-1, 1]
    for (let i = 0; i < 24; i++) {
      const middle = (low + high) / 2
      if (probabilityOfDifference(one, other, middle) < wanted) low = middle
      else high = middle
    }
    return (low + high) / 2
  }
  return [quantile((1 - share) / 2), quantile((1 + share) / 2)]
}

// --- internal ---

const points = 256

// evenly spaced in the angle whose squared sine is the rate: finest at 0 and 1, where densities may be steep
const rates = Float64Array.from(
  { length: points },
  (_, i) => Math.sin(((i + 0.5) / points) * (Math.PI / 2)) ** 2,
)
const logs = rates.map(Math.log)

/** The belief in the piece around each rate, summing to 1. */
function weightsOf({ right, wrong }: Beta): Float64Array {
  const weights = new Float64Array(points)
  let highest = Number.NEGATIVE_INFINITY
  for (let i = 0; i < points; i++) {
    weights[i] = (right - 0.5) * logs[i]! + (wrong - 0.5) * logs[points - 1 - i]!
    if (weights[i]! > highest) highest = weights[i]!
  }
  let sum = 0
  // in logarithms so far, since many outcomes make every density vanish
  for (let i = 0; i < points; i++) {
    weights[i] = Math.exp(weights[i]! - highest)
    sum += weights[i]!
  }
  for (let i = 0; i < points; i++) weights[i]! /= sum
  return weights
}

/** How likely the first rate minus the second is below `difference`. */
function probabilityOfDifference(
  first: Float64Array,
  second: Float64Array,
  difference: number,
): number {
  // beyond[i]: how likely the second rate is in the i-th piece or above
  const beyond = new Float64Array(points + 1)
  for (let i = points - 1; i >= 0; i--) beyond[i] = beyond[i + 1]! + second[i]!
  const above = (rate: number) => {
    if (rate <= 0) return 1
    if (rate >= 1) return 0
    const place = (Math.asin(Math.sqrt(rate)) / (Math.PI / 2)) * points
    const piece = Math.min(points - 1, Math.floor(place))
    return beyond[piece + 1]! + second[piece]! * (1 - (place - piece))
  }
  let below = 0
  for (let i = 0; i < points; i++) {
    const half = beyond[i + 1]! + second[i]! / 2
    below += first[i]! * (difference === 0 ? half : above(rates[i]! - difference))
  }
  return below
}

/** A gamma variate of that shape (Marsaglia and Tsang 2000). */
function gamma(shape: number, random: Random): number {
  if (shape < 1) return gamma(shape + 1, random) * (1 - random()) ** (1 / shape)
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = normal(random)
    const v = (1 + c * x) ** 3
    if (v <= 0) continue
    if (Math.log(1 - random()) < (x * x) / 2 + d - d * v + d * Math.log(v)) return d * v
  }
}

/** A standard normal variate (Box and Muller). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
