// One way to read a question: a meaning for each of its spans, and which of them are accounted for.

import type { Filter } from '../query.ts'
import type { Column, Table } from '../table.ts'
import type { Meaning, Way } from './meanings.ts'
import type { Tag } from './tags.ts'
import { containers, neutral, type Operator, plurals, type Token } from './vocabulary.ts'

type Is<Kind extends Meaning['is']> = Extract<Tag, { readonly is: Kind }>

/** Places are those of tags; -1 is none. */
export type Parse = ReturnType<typeof parseOf>

export function parseOf(
  text: string,
  tokens: readonly Token[],
  tags: readonly Tag[],
  table: Table,
) {
  const taken = new Set<number>()
  const take = (...places: readonly number[]) => {
    for (const place of places) taken.add(place)
  }
  const isOpen = (at: number) => tags[at] !== undefined && !taken.has(at)
  const is = (at: number, ...kinds: readonly Meaning['is'][]) =>
    tags[at] !== undefined && kinds.includes(tags[at].is)
  const isOperator = (at: number, ...operators: readonly Operator[]) => {
    const tag = tags[at]
    return tag?.is === 'operator' && operators.includes(tag.operator)
  }
  const step = (at: number, by: 1 | -1) => {
    let spot = at + by
    while (is(spot, 'silent')) spot += by
    return at >= 0 && tags[spot] ? spot : -1
  }
  /** The tags of a kind that are not taken. */
  const all = <Kind extends Meaning['is']>(kind: Kind) =>
    tags.flatMap((tag, at) =>
      tag.is === kind && isOpen(at) ? [[at, tag as Is<Kind>] as const] : [],
    )
  /** The column that is named there. */
  const columnAt = (at: number) => {
    const tag = tags[at]
    if (tag?.is !== 'column') return undefined
    // `the items` are those of `Item description`
    const [column, another] = tag.columns
    const isAny = !another && column?.kind === 'text' && neutral.test(said(at))
    return tag.by === 'name' || isAny ? column : undefined
  }
  const said = (at: number) =>
    text.slice(tokens[tags[at]?.first ?? 0]?.from, tokens[(tags[at]?.end ?? 0) - 1]?.to)
  return {
    text,
    table,
    tokens,
    tags,
    take,
    isOpen,
    is,
    isOperator,
    all,
    columnAt,
    /** How the adjective there is compared. */
    wayAt: (at: number): Way | undefined => {
      const tag = tags[at]
      return tag?.is === 'column' ? tag.way : undefined
    },
    /** The nearest tag behind or before that is not silent. */
    next: (at: number) => step(at, 1),
    prev: (at: number) => step(at, -1),
    /** The first operator of these that is not taken. */
    operator: (...operators: readonly Operator[]) =>
      tags.findIndex((_, at) => isOpen(at) && isOperator(at, ...operators)),
    /** The columns that are named, and those that are spoken of without their name; each once. */
    named: () => [...new Set(all('column').flatMap(([at]) => columnAt(at) ?? []))],
    spoken: () => all('column').filter(([, { by }]) => by === 'property' || by === 'unit'),
    /** The columns of whose names a part is said. */
    parts: () => all('column').flatMap(([, { by, columns }]) => (by === 'part' ? columns : [])),
    mayMean: (column: Column) => all('column').some(([, { columns }]) => columns.includes(column)),
    /** Takes all that names or may mean one of these. */
    takeColumns: (...columns: readonly unknown[]) =>
      take(
        ...all('column').flatMap(([at, tag]) =>
          tag.columns.some(each => columns.includes(each)) ? [at] : [],
        ),
      ),
    /** The text before a tag, the word so far before it, the words of one, and whether they are a plural. */
    textBefore: (at: number) => text.slice(0, tokens[tags[at]!.first]!.from),
    textBehind: (at: number) => text.slice(tokens[tags[at]!.end - 1]!.to),
    wordBefore: (at: number, by = 1) => tokens[(tags[at]?.first ?? 0) - by]?.word ?? '',
    said,
    isPlural: (at: number) => {
      const { word = '' } = tokens[(tags[at]?.end ?? 0) - 1] ?? {}
      return /[^su]s$/i.test(word) || plurals.has(word)
    },
  }
}

/** Whether no row is left out for it: `whatever the status`. */
export const isAnyway = ({ textBefore }: Parse, at: number) => anyway.test(textBefore(at))

const anyway =
  /\b(?:whatever|regardless of|irrespective of|no matter (?:which|what))(?: the| their| its)? $/i

/** The columns that all that is spoken of may mean, of those that are able. */
export function sharedOf({ spoken }: Parse, isAble: (column: Column) => boolean) {
  const [first = [], ...others] = spoken().map(([, { columns }]) => columns.filter(isAble))
  return first.filter(each => others.every(columns => columns.includes(each)))
}

/** Whether nothing but what makes a list stands between two places: `tents, ropes and the lamps`. */
export function isListed({ text, tokens, tags }: Parse, from: number, to: number): boolean {
  const between = tags.slice(from + 1, to)
  const isNoun = (tag: Tag) =>
    /^(?:rows|thing|figure)$/.test(tag.is) || (tag.is === 'column' && tag.by === 'name')
  const joints = between
    .filter(tag => !isNoun(tag))
    .flatMap(({ first, end }) => tokens.slice(first, end).map(({ word }) => word))
  const mark = text.slice(tokens[tags[from]!.end - 1]!.to, tokens[tags[to]!.first]!.from)
  return (
    /^(?:(?:the|in|on|at|from|for|of|any|all|both|and|or|nor|not|as|well)(?: |$))*$/.test(
      joints.join(' '),
    ) && /[,;&/]|\b(?:and|n?or)\b|\bas well as\b/i.test(mark)
  )
}

/** Whether one row alone is spoken of: `the booking`, `the bike`. */
export const isSingle = (parse: Parse, where: readonly Filter[]) =>
  parse.tags.some((tag, at) => {
    const isNoun =
      parse.is(at, 'rows', 'thing') ||
      (tag.is === 'about' && !containers.has(parse.tokens[tag.first]!.sense)) ||
      (parse.columnAt(at)?.kind === 'text' &&
        !where.some(({ column }) => column === parse.columnAt(at)))
    const behind = parse.tags[parse.next(at)]
    // "the customer Hart", but "the owner of Luna" is of another column
    const isTold =
      (behind?.is === 'value' && [undefined, behind.column].includes(parse.columnAt(at))) ||
      parse.is(at + 1, 'value', 'thing', 'figure', 'number', 'column', 'rows')
    const isOfOthers = parse.isOperator(at + 1, 'mean', 'median', 'sum')
    return (
      isNoun &&
      !isOfOthers &&
      !isAnyway(parse, at) &&
      parse.wordBefore(at) === 'the' &&
      !parse.isPlural(at) &&
      !isTold
    )
  })

/** The `not` of the clause that a limit ends: of `do not start before`, `do not have more than`; else -1. */
export function denialBefore(parse: Parse, limit: number, column: Column): number {
  const { tags, prev, is, isOperator } = parse
  const isPassed = (at: number) => {
    const tag = tags[at]
    return (
      isOperator(at, 'having', 'which') ||
      is(at, 'thing', 'figure') ||
      (tag?.is === 'column' && tag.columns.includes(column))
    )
  }
  let at = prev(limit)
  while (isPassed(at)) at = prev(at)
  const isDenial = parse.isOpen(at) && isOperator(at, 'not')
  return isDenial && /^(?:not|no|never)$/i.test(parse.said(at)) ? at : -1
}
