// Remembering what a pure function gave: nothing hangs on it but speed.

/** `compute`, which keeps what it gave for the last `limit` different texts. */
export function memo<T>(limit: number, compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return text => {
    const kept = known.get(text)
    if (kept !== undefined || known.has(text)) return kept as T
    if (known.size >= limit) known.delete(known.keys().next().value!)
    const made = compute(text)
    known.set(text, made)
    return made
  }
}

/** `compute`, which keeps what it gave for as long as the thing it was given is there. */
export function memoOf<Of extends object, T>(compute: (of: Of) => T): (of: Of) => T {
  const known = new WeakMap<Of, { readonly made: T }>()
  return of => {
    const kept = known.get(of)
    if (kept) return kept.made
    const made = compute(of)
    known.set(of, { made })
    return made
  }
}
