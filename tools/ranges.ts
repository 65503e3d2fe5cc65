// Lists in few words: numbers in a row told as ranges, many names by the first.

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

/** `a, b and 3 more`: the first names, and how many are left out. */
export function listed(names: readonly string[], most = 20): string {
  const rest = names.length - most
  return names.slice(0, most).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}
