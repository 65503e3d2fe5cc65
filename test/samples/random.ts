// Chance from a seed, and exact decimals: what the generators of questions share.

export interface Random {
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number
  pick<T>(list: readonly T[]): T
  /** `count` different members in random order; there must be as many. */
  sample<T>(list: readonly T[], count: number): readonly T[]
}

/** Chance that is the same for the same seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = (seed * 0x9e3779b1) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    int,
    pick: list => list[int(0, list.length - 1)]!,
    sample: (list, count) => {
      const left = [...list]
      if (count > left.length) throw new Error(`${count} of ${left.length} cannot be drawn`)
      return Array.from({ length: count }, () => left.splice(int(0, left.length - 1), 1)[0]!)
    },
  }
}

/** `1234` with two decimals is `12.34`. */
export function decimalText(scaled: number, decimals: number): string {
  const digits = String(Math.abs(scaled)).padStart(decimals + 1, '0')
  const sign = scaled < 0 ? '-' : ''
  if (decimals === 0) return sign + digits
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** A quotient of whole numbers, not negative, rounded half up; `tie` when it lay exactly half-way. */
export function quotient(
  above: number,
  below: number,
  decimals: number,
): { readonly text: string; readonly tie: boolean } {
  const doubled = 2n * BigInt(above) * 10n ** BigInt(decimals)
  const divisor = 2n * BigInt(below)
  const rounded = (doubled + BigInt(below)) / divisor
  const tie = (doubled + BigInt(below)) % divisor === 0n
  return { text: decimalText(Number(rounded), decimals), tie }
}
