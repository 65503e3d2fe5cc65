// Values that are mostly there at once: what is made of them then need not wait for a promise. And work that many ask for.

export type Awaitable<T> = T | Promise<T>

/** What `next` makes of the value: at once where it is there, else once it has come. */
export function after<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(next) : next(value)
}

/** What `work` gives, or what `rescue` makes of the error that it throws or rejects with. */
export function rescued<T>(
  work: () => Awaitable<T>,
  rescue: (error: unknown) => Awaitable<T>,
): Awaitable<T> {
  try {
    const made = work()
    return made instanceof Promise ? made.catch(rescue) : made
  } catch (error) {
    return rescue(error)
  }
}

/** `work`, once at a time: those who ask for it while it is under way share the time after it. */
export function coalesced(work: () => Promise<void>): () => Promise<void> {
  let next: Promise<void> | undefined
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    next ??= last.then(() => {
      next = undefined
      return work()
    })
    last = next.catch(() => undefined)
    return next
  }
}
