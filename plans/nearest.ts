// The known name closest to one that is not known, for messages that show the way out.

/** The closest of `known` to `name`, or `undefined` when none is close. Words in common count most. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined
  let least = Number.POSITIVE_INFINITY
  const wanted = name.slice(0, 100).toLowerCase()
  const words = new Set(wanted.split('_'))
  for (const candidate of known) {
    const lower = candidate.slice(0, 100).toLowerCase()
    const shared = lower.split('_').some(word => word.length > 2 && words.has(word))
    const distance = edits(wanted, lower) / Math.max(wanted.length, lower.length, 1)
    const score = shared ? distance / 2 : distance
    if (score < least) [best, least] = [candidate, score]
  }
  return least <= 0.5 ? best : undefined
}

// --- internal ---

/** Insertions, deletions and replacements that turn `a` into `b` (Levenshtein). */
function edits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1)
      next.push(
        Math.min(
          (row[j] as number) + 1,
          (next[j - 1] as number) + 1,
          (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1),
        ),
      )
    row = next
  }
  return row[b.length] as number
}
