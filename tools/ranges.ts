// Numbers in a row told as ranges.

/** Numbers in order as `1-3` and `7`. */
export function rangesOf(
  numbers: readonly number[],
  named: (number: number) => string = String,
): readonly string[] {
  const parts: [number, number][] = []
  for (const number of numbers) {
    const last = parts.at(-1)
    if (last && last[1] === number - 1) last[1] = number
    else parts.push([number, number])
  }
  return parts.map(([from, to]) => (from === to ? named(from) : `${named(from)}-${named(to)}`))
}
