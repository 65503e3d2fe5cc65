// When a search must stop: time, expansions, memory, or because the caller said so.

/**
 * What a search may spend. Nothing is limited that is not named.
 * @example
 * ```ts
 * import type { Limits } from 'intend/pddl'
 *
 * const limits: Limits = { seconds: 10, expansions: 1_000_000 }
 * console.log(limits.seconds) // 10
 * ```
 */
export interface Limits {
  readonly seconds?: number
  /** Expanded states; unlike time it gives the same result on every machine. */
  readonly expansions?: number
  readonly megabytes?: number
  readonly signal?: { readonly aborted: boolean }
}

/** Why a search stopped before its end. */
export type StopReason = 'time' | 'expansions' | 'memory' | 'aborted'

/** Counts what is spent. One budget is shared by all searches for one plan. */
export class Budget {
  expanded = 0
  stopped: StopReason | undefined
  readonly #limits: Limits
  readonly #start = performance.now()
  readonly #latest: number
  #deadline: number
  #ticks = 0

  constructor(limits: Limits) {
    this.#limits = limits
    this.#latest = this.#start + (limits.seconds ?? Number.POSITIVE_INFINITY) * 1000
    this.#deadline = this.#latest
  }

  get seconds(): number {
    return (performance.now() - this.#start) / 1000
  }

  /** Notes one expansion; false when the search must stop. `bytes` is what it holds. */
  expand(bytes: number): boolean {
    this.expanded++
    if (this.expanded > (this.#limits.expansions ?? Number.POSITIVE_INFINITY)) {
      this.stopped ??= 'expansions'
    }
    if (bytes > (this.#limits.megabytes ?? DEFAULT_MEGABYTES) * 2 ** 20) this.stopped ??= 'memory'
    return this.checkClock()
  }

  /** From now on this is over in `seconds`, unless its limit comes first. */
  endIn(seconds: number): void {
    this.#deadline = Math.min(this.#latest, performance.now() + seconds * 1000)
  }

  /** A budget of its own with a part of what is left; `join` it when it is spent. */
  share(part: number): Budget {
    const left = (this.#deadline - performance.now()) / 1000
    const { expansions } = this.#limits
    return new Budget({
      ...this.#limits,
      ...(left < Number.POSITIVE_INFINITY && { seconds: part * Math.max(0, left) }),
      ...(expansions === undefined
        ? {}
        : { expansions: Math.floor(part * Math.max(0, expansions - this.expanded)) }),
    })
  }

  /** Adds what a shared budget has spent. */
  join(shared: Budget): void {
    this.expanded += shared.expanded
    if (shared.stopped === 'memory' || shared.stopped === 'aborted') this.stopped ??= shared.stopped
    this.checkClock()
  }

  /** One turn of an inner loop, each about as much work as any other; false when it must stop. */
  tick(): boolean {
    if ((++this.#ticks & 1023) === 0) this.checkClock()
    return this.stopped === undefined
  }

  /** Looks at the clock and the signal; false when the search must stop. */
  checkClock(): boolean {
    if (this.#limits.signal?.aborted) this.stopped ??= 'aborted'
    if (performance.now() > this.#deadline) this.stopped ??= 'time'
    return this.stopped === undefined
  }
}

// --- internal ---

const DEFAULT_MEGABYTES = 1024
