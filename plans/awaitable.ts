// Values that are mostly there at once: what is made of them then need not wait for a promise.

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
