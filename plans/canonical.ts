// One spelling for one value: used for plan ids, replay keys and comparing states.
import { createHash } from 'node:crypto'

/**
 * JSON with object keys sorted at every depth and `undefined` members left out.
 * Objects with a `toJSON` (dates, persistent maps) are spelled as what it returns.
 */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(
          Object.entries(inner)
            .filter(([, member]) => member !== undefined)
            .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
        )
      : inner,
  )
}

/** The first `length` hexadecimal digits of the SHA-256 of the canonical spelling. */
export function fingerprint(value: unknown, length = 10): string {
  return createHash('sha256').update(canonical(value)).digest('hex').slice(0, length)
}
