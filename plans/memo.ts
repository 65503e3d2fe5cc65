// Remembering what a pure function gave: nothing hangs on it but speed.

/** What a function of texts gave, by text. */
export interface Memo<T> {
  (text: string): T
  /** What it would give for `text`, where that is known without asking it. */
  readonly keep: (text: string, made: T) => void
}

/** `compute`, which keeps what it gave for at most `limit` different texts, those asked for last. */
export function memo<T>(limit: number, compute: (text: string) => T): Memo<T> {
  // two halves: to take single entries out of the front of a map costs what has been taken out before
  let young = new Map<string, { readonly made: T }>()
  let old: typeof young = new Map()
  const keep = (text: string, made: T): { readonly made: T } => {
    if (young.size * 2 >= limit) [old, young] = [young, new Map()]
    const entry = { made }
    young.set(text, entry)
    return entry
  }
  const kept = (text: string) => {
    const entry = young.get(text)
    if (entry) return entry
    const before = old.get(text)
    return before && keep(text, before.made)
  }
  return Object.assign((text: string) => (kept(text) ?? keep(text, compute(text))).made, { keep })
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

/** `make`, which is called when its value is first wanted, and never again. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
