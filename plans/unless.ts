/** What `work` gives; undefined where it throws an error of this kind, while any other error goes on. */
export function unless<T>(
  kind: abstract new (...given: never[]) => Error,
  work: () => T,
): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof kind) return undefined
    throw error
  }
}
