// One spelling for one value: used for plan ids, replay keys and comparing states.
import { hash } from 'node:crypto'

/**
 * JSON with object keys sorted at every depth and `undefined` members left out.
 * Objects with a `toJSON` (dates, persistent maps) are spelled as what it returns.
 */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? sorted(inner as Readonly<Record<string, unknown>>)
      : inner,
  )
}

/** The first `length` hexadecimal digits of the SHA-256 of the canonical spelling. */
export function fingerprint(value: unknown, length = 10): string {
  return hash('sha256', canonical(value)).slice(0, length)
}

// --- internal ---

function sorted(members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const names = Object.keys(members)
  const inOrder = names.every((name, at) => at === 0 || names[at - 1]! < name)
  return inOrder ? members : Object.fromEntries(names.sort().map(name => [name, members[name]]))
}
