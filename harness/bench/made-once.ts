// What is made once and shared by all who ask while it is being made and afterwards.

/** Gives what `key` has, or makes it; what could not be made is made anew the next time. */
export function madeOnce<T>(
  made: Map<string, Promise<T>>,
  key: string,
  make: () => Promise<T>,
): Promise<T> {
  const known = made.get(key)
  if (known !== undefined) return known
  const making = make()
  made.set(key, making)
  making.catch(() => made.delete(key))
  return making
}
