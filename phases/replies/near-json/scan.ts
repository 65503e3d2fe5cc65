// What all readers of near-JSON share: their budget, and how they look ahead in the text.

/** Steps that may still be taken; hostile text runs out of them instead of out of time. */
export interface Budget {
  left: number
}

/** Where a value stands: the name of a member, the value of one, or an item of a list. */
export type Place = 'name' | 'member' | 'item'

/** A string whose closing quote never comes: the reply was cut off, so it has no value. */
export const unfinished: unique symbol = Symbol('unfinished')

/** The first place from `at` on that is neither white space nor in a comment. */
export function afterBlanks(text: string, at: number, budget: Budget): number {
  const start = at
  for (;;) {
    while (at < text.length && /\s|\u200b|\u2060/u.test(text[at]!)) at++
    const line = text.startsWith('//', at) || text[at] === '#'
    const block = text.startsWith('/*', at)
    if (!line && !block) break
    const close = text.indexOf(line ? '\n' : '*/', at)
    at = close === -1 ? text.length : close + (line ? 1 : 2)
  }
  budget.left -= at - start
  return at
}

export function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

export function stands(pattern: RegExp, text: string, at: number): boolean {
  return matchAt(pattern, text, at) !== undefined
}
