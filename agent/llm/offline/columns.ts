// Where a question speaks of a table's columns and of values that stand in them.
import type { PerceiveReads } from '../../../phases/perceive/contract.ts'
import { singular, type Token, tokens } from './words.ts'

export type Column = NonNullable<PerceiveReads['files'][number]['columns']>[number]

/** Tokens `first` up to `end` name a column. */
export interface Mention {
  readonly column: Column
  readonly first: number
  readonly end: number
}

/** Tokens `first` up to `end` are a value of a column. */
export interface Found extends Mention {
  /** As the table spells it. */
  readonly value: string
}

/** The words of a column's name, without a unit in parentheses, each as its stem. */
export function nameOf(column: Column): readonly string[] {
  const spaced = column.name
    .replace(/[([][^)\]]*[)\]]\s*$/u, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll('_', ' ')
  return tokens(spaced)
    .filter(token => token.kind !== 'mark')
    .map(token => singular(token.word))
}

/**
 * Where columns are named: all words of the name, or, for a name of several words, one that no other
 * column shares. Longer names come first; no two mentions overlap. A word that several columns share
 * and that names none in full is in `unclear`.
 */
export function mentions(
  all: readonly Token[],
  columns: readonly Column[],
  taken: (at: number) => boolean,
): { readonly found: readonly Mention[]; readonly unclear: readonly string[] } {
  const stems = all.map(token => singular(token.word))
  const names = columns.map(column => ({ column, words: nameOf(column) }))
  const found: Mention[] = []
  const free = (at: number) => !taken(at) && !found.some(m => m.first <= at && at < m.end)
  for (const { column, words } of names.toSorted((a, b) => b.words.length - a.words.length))
    for (let at = 0; words.length > 0 && at + words.length <= all.length; at++) {
      const spots = words.map((_, index) => at + index)
      if (spots.every((spot, index) => free(spot) && stems[spot] === words[index]))
        found.push({ column, first: at, end: at + words.length })
    }
  const unclear: string[] = []
  all.forEach((token, at) => {
    if (token.kind !== 'word' || !free(at) || weak.has(stems[at]!)) return
    const sharing = names.filter(({ words }) => words.length > 1 && words.includes(stems[at]!))
    if (sharing.length === 1) found.push({ column: sharing[0]!.column, first: at, end: at + 1 })
    if (sharing.length > 1) unclear.push(token.text)
  })
  return { found: found.toSorted((a, b) => a.first - b.first), unclear }
}

/** Where values of the columns of few values stand in the question; longer ones first, none overlap. */
export function valuesIn(all: readonly Token[], columns: readonly Column[]): readonly Found[] {
  const known = columns
    .filter(({ type }) => type !== 'number')
    .flatMap(column =>
      (column.values ?? []).map(value => ({ column, value, words: tokens(value) })),
    )
    .filter(({ words }) => words.length > 0)
    .toSorted((a, b) => b.words.length - a.words.length)
  const found: Found[] = []
  for (const { column, value, words } of known)
    for (let at = 0; at + words.length <= all.length; at++) {
      const end = at + words.length
      const same = words.every((word, index) => sameWord(all[at + index]!, word))
      const inside = found.some(
        f => f.first <= at && end <= f.end && f.end - f.first > words.length,
      )
      // a one-letter value such as "A" is a word of any sentence unless it is written alike
      const strict = value.length > 2 || all[at]!.text === value
      if (same && strict && !inside && !(value === 'A' && at === 0))
        found.push({ column, value, first: at, end })
    }
  return found.toSorted((a, b) => a.first - b.first)
}

// --- internal ---

/** Parts of column names that say too little by themselves. */
const weak = new Set('name number id code value total type of in per the date no'.split(' '))

function sameWord(said: Token, value: Token): boolean {
  return (
    said.word === value.word ||
    (said.kind === 'word' && singular(said.word) === singular(value.word))
  )
}
