// Objects by their members and by their ids: left out where there is nothing, and joined.

/** `T` without `undefined`: members that may be undefined may be absent instead. */
export type Given<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>
}

/** The members that are given: those that are undefined are left out. */
export function given<T extends object>(members: T): Given<T> {
  const known = Object.entries(members).filter(([, value]) => value !== undefined)
  return Object.fromEntries(known) as Given<T>
}

/**
 * What only one of the two has, and what `by` makes of each number or text that both have. An object to which
 * nothing is added stays the same one.
 */
export function joined<T>(a: T, b: T, by: (one: never, other: never) => unknown): T {
  if (a === undefined || b === undefined) return a ?? b
  if (typeof a !== 'object') return by(a as never, b as never) as T
  const before = new Map<string, unknown>(Object.entries(a as object))
  const members = new Map(before)
  for (const [name, other] of Object.entries(b as object))
    members.set(name, joined(before.get(name), other, by))
  const isSame = [...members].every(([name, member]) => before.get(name) === member)
  return isSame ? a : (Object.fromEntries(members) as T)
}

/** Orders texts as `sort` does by itself. */
export const textOrder = (one: string, other: string): number =>
  Number(one > other) - Number(one < other)

/** The greater of two numbers, or the later of two texts: values joined by it form a join. */
export const greater = <T extends number | string>(one: T, other: T): T =>
  one < other ? other : one

/**
 * What has an id, by it: of two of one id what `join` makes of them, and nothing that is `gone`; of two reasons
 * for that the one first in spelling. A join where `join` is one.
 */
export function byId<Item extends { readonly id: string }>(
  items: Iterable<Item>,
  gone: Iterable<readonly [id: string, reason: string]>,
  join: (one: Item, other: Item) => Item,
): { readonly items: ReadonlyMap<string, Item>; readonly gone: ReadonlyMap<string, string> } {
  const reasons = new Map<string, string>()
  for (const [id, reason] of gone) {
    const other = reasons.get(id)
    if (other === undefined || reason < other) reasons.set(id, reason)
  }
  const left = new Map<string, Item>()
  for (const item of items) {
    if (reasons.has(item.id)) continue
    const other = left.get(item.id)
    left.set(item.id, other && other !== item ? join(other, item) : item)
  }
  return { items: left, gone: reasons }
}
