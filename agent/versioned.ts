// A map of which every version stays as it is, for what changes with every event: the newest version holds all
// entries, and each before it what was otherwise then, so that a change costs the same whatever is held.

/** After so many changes for each entry the next version has entries of its own, and what was before can go. */
const mostChanges = 4

/** A class, since there is one for every event. A version may be changed again: that begins another line. */
export class Versioned<Value extends object | string> implements Iterable<[string, Value]> {
  readonly size: number
  readonly #line: Line<Value>
  #newer: Versioned<Value> | undefined
  /** What the newer version has changed; without a value it was not there. */
  #key: string | undefined
  #value: Value | undefined

  constructor(line: Line<Value> = { entries: new Map(), left: 1000 }) {
    this.size = line.entries.size
    this.#line = line
    this.#newer = undefined
    this.#key = undefined
    this.#value = undefined
  }

  get(key: string): Value | undefined {
    for (let at: Versioned<Value> = this; at.#newer; at = at.#newer)
      if (at.#key === key) return at.#value
    return this.#line.entries.get(key)
  }

  has(key: string): boolean {
    return this.get(key) !== undefined
  }

  /** The next version, with `value` for `key`. */
  set(key: string, value: Value): Versioned<Value> {
    return this.#next(key, value)
  }

  /** The next version, without `key`. */
  delete(key: string): Versioned<Value> {
    return this.#next(key, undefined)
  }

  keys(): MapIterator<string> {
    return this.#now().keys()
  }

  values(): MapIterator<Value> {
    return this.#now().values()
  }

  [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.#now().entries()
  }

  toJSON(): unknown {
    return Object.fromEntries(this)
  }

  #next(key: string, value: Value | undefined): Versioned<Value> {
    const before = this.get(key)
    if (before === value) return this
    const branches = this.#newer !== undefined || this.#line.left === 0
    const line = branches ? own(this.#now()) : this.#line
    if (value === undefined) line.entries.delete(key)
    else line.entries.set(key, value)
    line.left -= 1
    const next = new Versioned(line)
    if (branches) return next
    this.#newer = next
    this.#key = key
    this.#value = before
    return next
  }

  #now(): Map<string, Value> {
    if (!this.#newer) return this.#line.entries
    const since: Versioned<Value>[] = []
    for (let at: Versioned<Value> = this; at.#newer; at = at.#newer) since.push(at)
    const entries = new Map(this.#line.entries)
    for (let at = since.pop(); at; at = since.pop())
      if (at.#value !== undefined) entries.set(at.#key!, at.#value)
      else entries.delete(at.#key!)
    return entries
  }
}

// --- internal ---

/** What versions share of which each was changed once: the entries of the newest, and how often it may be changed. */
interface Line<Value> {
  readonly entries: Map<string, Value>
  left: number
}

const own = <Value>(entries: Map<string, Value>): Line<Value> => ({
  entries: new Map(entries),
  left: 1000 + entries.size * mostChanges,
})
