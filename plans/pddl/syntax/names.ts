// The nearest known name, for messages about unknown ones.

/**
 * The candidate nearest to `name` by edit distance, the first one declared on a tie; undefined when
 * there is none or when even the nearest shares too little to be a likely misspelling.
 */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  const word = name.slice(0, LONGEST)
  let best: string | undefined
  let bestDistance = Math.min(word.length, Math.max(2, Math.ceil(word.length / 2)) + 1)
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue
    const distance = editDistance(word, candidate)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** `, did you mean "x"?`, or what there is when nothing is near. */
export function suggestion(name: string, candidates: Iterable<string>): string {
  const known = [...candidates]
  const nearest = nearestName(name, known)
  if (nearest !== undefined) return `, did you mean "${nearest}"?`
  if (known.length === 0) return ', and none is declared'
  return `; there is ${known.slice(0, 8).join(', ')}${known.length > 8 ? ', ...' : ''}`
}

// --- internal ---

/** Arbitrary text may hold a "name" of a megabyte, and the distance is quadratic. */
const LONGEST = 60

/** Insertions, deletions, substitutions and swaps of neighbours (Damerau, restricted). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + +!same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1)
      }
      row.push(cost)
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}
