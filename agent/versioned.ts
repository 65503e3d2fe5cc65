// A map of which every version stays as it is, for what changes with every event: the newest version holds all
// entries, and each before it what was otherwise then, so that a change costs the same whatever is held.

/** After so many changes for each entry the next version has entries of its own, and what was before can go. */
const mostChanges = 4

/** A class, since there is one for every event. A version may be changed again: that begins another line. */
export class Versioned<Value extends object | string> implements Iterable<[string, Value]> {
  readonly size: number
  readonly #entries: Map<string, Value>
  readonly #left: number
  #newer: Versioned<Value> | undefined
  /** What the newer version has changed, or of the newest what was changed last; without a value it is not there. */
  #key: string | undefined
  #value: Value | undefined
  /** Of the newest, what was read last that it has not changed. */
  #read: string | undefined
  #found: Value | undefined

  constructor(entries = new Map<string, Value>(), left = 1000, key?: string, value?: Value) {
    this.size = entries.size
    this.#entries = entries
    this.#left = left
    this.#key = key
    this.#value = value
  }

  get(key: string): Value | undefined {
    let at: Versioned<Value> = this
    while (at.#key !== key && at.#newer) at = at.#newer
    if (at.#key === key) return at.#value
    if (at.#read === key) return at.#found
    at.#read = key
    at.#found = at.#entries.get(key)
    return at.#found
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
    const branches = this.#newer !== undefined || this.#left === 0
    const entries = branches ? new Map(this) : this.#entries
    if (value === undefined) entries.delete(key)
    else entries.set(key, value)
    if (branches) return new Versioned(entries, 1000 + entries.size * mostChanges)
    const next = new Versioned(entries, this.#left - 1, key, value)
    if (this.#read !== key) {
      next.#read = this.#read
      next.#found = this.#found
    }
    this.#newer = next
    this.#read = undefined
    this.#found = undefined
    this.#key = key
    this.#value = before
    return next
  }

  #now(): Map<string, Value> {
    if (!this.#newer) return this.#entries
    const since: Versioned<Value>[] = []
    for (let at: Versioned<Value> = this; at.#newer; at = at.#newer) since.push(at)
    const entries = new Map(this.#entries)
    for (let at = since.pop(); at; at = since.pop())
      if (at.#value !== undefined) entries.set(at.#key!, at.#value)
      else entries.delete(at.#key!)
    return entries
  }
}
