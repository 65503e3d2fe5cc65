// Lines and rows picked from a stream of them, and what is said about the rest: which were left out,
// and how to go on.

/** Characters of a file that one call returns, about. */
export const mostCharacters = 20_000

/** Lines or rows picked from a stream of them. */
interface Picked<T> {
  readonly items: readonly { readonly number: number; readonly item: T }[]
  /** Lines or rows in the file. */
  readonly count: number
  /** Those that fit the search; all from `offset` on when there is none. */
  readonly fitting: number
}

/** Items from number `from` on that fit, at most `limit` and about so many characters. */
export async function pick<T>(
  all: AsyncIterable<T> | Iterable<T>,
  from: number,
  limit: number,
  fits: (item: T) => boolean,
  size: (item: T) => number,
  most = mostCharacters,
): Promise<Picked<T>> {
  const items: { number: number; item: T }[] = []
  let [count, fitting, characters, full] = [0, 0, 0, false]
  for await (const item of all) {
    count += 1
    if (count < from || !fits(item)) continue
    fitting += 1
    characters += size(item)
    full ||= items.length > 0 && (items.length >= limit || characters > most)
    if (!full) items.push({ number: count, item })
  }
  return { items, count, fitting }
}

/** What is shown of what, in one line. */
export function headline(
  name: string,
  what: 'line' | 'row',
  { items, count, fitting }: Picked<unknown>,
  { find, offset }: { readonly find?: string | undefined; readonly offset?: number | undefined },
): string {
  const all = `${count} ${what}${count === 1 ? '' : 's'}`
  if (find !== undefined)
    return `${fitting} of ${all} of ${name}${offset === undefined ? '' : ` from ${what} ${offset} on`} contain${fitting === 1 ? 's' : ''} ${JSON.stringify(find)}.`
  if (count === 0) return `${name} has no ${what}s.`
  const [first, last] = [items[0]?.number, items.at(-1)?.number]
  if (first === undefined) return `${name} has only ${all}; use an offset up to ${count}.`
  return `${name}, ${what}s ${first} to ${last} of ${count}:`
}

/** How to go on when something was left out. */
export function nextMove(
  what: 'line' | 'row',
  { items, fitting }: Picked<unknown>,
  { find }: { readonly find?: string | undefined },
): string[] {
  const left = fitting - items.length
  const next = (items.at(-1)?.number ?? 0) + 1
  if (left === 0) return []
  const others = what === 'row' ? ', or the table tool to compute' : ''
  return [
    find === undefined
      ? `[${left} more ${what}s: use offset=${next} to go on, find="..." to search${others}]`
      : `[${left} more ${what}s contain it: use offset=${next} to go on${others}]`,
  ]
}
