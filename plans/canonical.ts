// JSON: one spelling for one value, used for plan ids, replay keys and comparing states; and what a text spells.
import { createHash } from 'node:crypto'

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

/** What `text` spells in JSON; undefined when it is none. */
export function jsonOf(text: string, revive?: Parameters<typeof JSON.parse>[1]): unknown {
  try {
    return JSON.parse(text, revive)
  } catch {
    return undefined
  }
}

/** The first `length` hexadecimal digits of the SHA-256 of the canonical spelling. */
export function fingerprint(value: unknown, length = 10): string {
  const spelled = createHash('sha256')
  for (const piece of piecesOf(value)) spelled.update(piece)
  return spelled.digest('hex').slice(0, length)
}

/** The items in an order that depends on `seed` and on what they are (their `key`), not on how they stand. */
export function seededOrder<Item>(
  items: readonly Item[],
  seed: string | number,
  key: (item: Item) => unknown = item => item,
): readonly Item[] {
  const ranked = items.map(item => ({ item, rank: fingerprint([seed, key(item)], 32) }))
  return ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ item }) => item)
}

// --- internal ---

/** The canonical spelling; that of a list, which may be very long, entry by entry. */
function* piecesOf(value: unknown): Iterable<string> {
  if (!Array.isArray(value)) return yield canonical(value)
  for (const [at, entry] of value.entries())
    yield (at === 0 ? '[' : ',') + (canonical(entry) ?? 'null')
  yield value.length === 0 ? '[]' : ']'
}

function sorted(members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const names = Object.keys(members)
  const inOrder = !names.some((name, at) => name < names[at - 1]!)
  return inOrder ? members : Object.fromEntries(names.sort().map(name => [name, members[name]]))
}
