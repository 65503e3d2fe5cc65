// What a question wants of a table's rows: a count, an aggregate of a column, a range, an entry, a group.
import { type Column, columnsNamed, headOf, type Mention, nameOf } from './columns.ts'
import type { Reader } from './table-filters.ts'
import {
  type Aggregate,
  adjectives,
  aggregates,
  countedWithin,
  impliedMeasures,
  rowNouns,
} from './table-words.ts'
import { singular } from './words.ts'

/** What is computed of the rows that are left. */
export type Measure =
  | { readonly kind: 'aggregate'; readonly of: Aggregate; readonly column?: Column }
  | { readonly kind: 'range'; readonly column: Column }
  /** The label of the row with the largest or smallest value. */
  | {
      readonly kind: 'row'
      readonly is: 'max' | 'min'
      readonly label: Column
      readonly column: Column
    }
  /** The number of entries that a label names, provided that each is named once. */
  | { readonly kind: 'entries'; readonly label: Column }
  | {
      readonly kind: 'group'
      readonly is: 'max' | 'min'
      readonly of: Aggregate
      readonly label: Column
      readonly column?: Column
    }

type Measured = Measure | { readonly unclear: string }

/** Reads what is to be computed and takes its words; or says what is unclear. */
export function measureOf(reader: Reader): Measured {
  const { tokens: all, take, taken } = reader
  const cues = all.flatMap(({ word }, at) => {
    const is = taken(at)
      ? undefined
      : Object.hasOwn(aggregates, word)
        ? aggregates[word]
        : undefined
    return is ? [{ is, at }] : []
  })
  const distinct = all.findIndex(
    ({ word }, at) => /^(different|distinct|unique)$/.test(word) && !taken(at),
  )
  const named = adjectiveOf(reader)
  for (const { at } of cues) take(at, at + 1)
  const open = reader.mentions.filter(({ first }) => !taken(first))
  const extreme = [...cues, ...(named ? [named] : [])].find(
    ({ is }) => is === 'max' || is === 'min',
  )
  const others = cues.filter(({ is }) => is !== 'max' && is !== 'min')
  if (distinct >= 0) return distinctOf(reader, open, distinct)
  const range = rangeOf(reader, open, cues)
  if (range) return range
  const label = extreme && labelOf(reader, open, named?.at ?? -1, extreme.at)
  if (extreme && label) return extremeOf(reader, open, { extreme, others, label, named })
  if (cues.length + (named ? 1 : 0) > 1 && !(others.length === 1 && extreme === undefined))
    return { unclear: 'more than one computation is named' }
  const column =
    named?.column ?? only(open.filter(m => m.column.type === 'number')) ?? implied(reader, open)
  if (extreme && isOfEntry(reader, extreme.at))
    return { unclear: 'it is not clear which entry is meant' }
  if (extreme) return aggregate(reader, extreme.is, column, open)
  const [other] = others
  const counting = countOf(reader, open)
  if (other && !(other.is === 'sum' && counting === 'rows'))
    return aggregate(reader, other.is, column, open)
  if (counting === 'rows') return { kind: 'aggregate', of: 'count' }
  if (counting) return counting
  if (/\bhow (much|many)\b|\b(what|the) number of\b/i.test(reader.text))
    return aggregate(reader, 'sum', column, open)
  return { unclear: 'it is not clear what is to be computed' }
}

// --- internal ---

function only(open: readonly Mention[]): Column | undefined {
  const [first] = open
  return first && open.every(({ column }) => column === first.column) ? first.column : undefined
}

function aggregate(
  { take }: Reader,
  of: Aggregate,
  column: Column | undefined,
  open: readonly Mention[],
): Measured {
  if (column?.type !== 'number') return { unclear: 'it is not clear which column is meant' }
  if (isLabelled(column) && of !== 'min' && of !== 'max')
    return { unclear: `the numbers of ${column.name} are names` }
  for (const mention of open) if (mention.column === column) take(mention.first, mention.end)
  return { kind: 'aggregate', of, column }
}

/** `most expensive`, `heaviest`: the column the adjective speaks of, when there is exactly one. */
function adjectiveOf({ tokens: all, columns, take, taken }: Reader) {
  for (const [at, { word }] of all.entries()) {
    const meaning = Object.hasOwn(adjectives, word) ? adjectives[word] : undefined
    if (!meaning || taken(at)) continue
    const fitting = columns.filter(
      ({ name, type }) =>
        type === 'number' &&
        name.split(/[^\p{L}]+/u).some(part => meaning.columns.includes(part.toLowerCase())),
    )
    if (fitting.length !== 1) continue
    const before = all[at - 1]?.word
    if (before === 'least') return undefined
    take(before === 'most' ? at - 1 : at, at + 1)
    return { is: meaning.is as Aggregate, at, column: fitting[0]! }
  }
  return undefined
}

function distinctOf({ take }: Reader, open: readonly Mention[], at: number): Measured {
  const mention = open.find(({ first }) => first === at + 1)
  if (!mention) return { unclear: 'it is not clear what is to be told apart' }
  take(at, mention.end)
  return { kind: 'aggregate', of: 'count_distinct', column: mention.column }
}

/** `the difference between the highest and the lowest score`. */
function rangeOf(
  { text, tokens: all, take }: Reader,
  open: readonly Mention[],
  cues: readonly { readonly is: Aggregate; readonly at: number }[],
): Measured | undefined {
  const word = all.findIndex(token =>
    /^(difference|differ|differs|range|spread|gap)$/.test(token.word),
  )
  if (word < 0) return undefined
  const both = cues.some(c => c.is === 'max') && cues.some(c => c.is === 'min') && cues.length === 2
  const column = only(open)
  if (column?.type !== 'number' || !(both || (cues.length === 0 && /\brange of\b/i.test(text))))
    return { unclear: 'it is not clear what the difference is between' }
  take(word, word + 1)
  const between = all.findIndex(token => token.word === 'between')
  if (between >= 0) take(between, between + 1)
  for (const mention of open) take(mention.first, mention.end)
  return { kind: 'range', column }
}

/** The column right behind `which` or `what`, behind `most expensive`, or that of names for `who`. */
function labelOf(
  { tokens: all, columns, take }: Reader,
  open: readonly Mention[],
  behind: number,
  extreme: number,
): Column | undefined {
  const names = columnsNamed(columns, ['name', 'title']).filter(({ type }) => type === 'text')
  for (const [at, { word }] of all.entries()) {
    if (word === 'who' && names.length === 1) return names[0]
    const owner = all[at + 1] && /^(with|having)$/.test(all[at + 1]!.word) && extreme - at <= 3
    if (owner && extreme > at) {
      const mention = open.find(({ end }) => end === at + 1)
      const others = open.some(({ column, first }) => first > extreme && column.type === 'number')
      if (mention && (others || mention.column.type !== 'number')) return mention.column
      if (rowNouns.has(singular(word)) && names.length === 1) return names[0]
    }
    if (!/^(which|what|of)$/.test(word) && at !== behind) continue
    if (word === 'of' && !/^names?$/.test(all[at - 1]?.word ?? '')) continue
    const start = /^(is|was|are)$/.test(all[at + 1]?.word ?? '') ? at + 2 : at + 1
    const from = all[start]?.word === 'the' ? start + 1 : start
    const mention = open.find(({ first }) => first === from)
    const isLabel = mention && (mention.column.type !== 'number' || /^(which|what)$/.test(word))
    const other = open.some(({ column }) => column !== mention?.column && column.type === 'number')
    if (mention && isLabel && (other || mention.column.type !== 'number')) {
      take(mention.first, mention.end)
      return mention.column
    }
    const noun = singular(all[from]?.word ?? '')
    if (/^(which|of)$/.test(word) && rowNouns.has(noun) && names.length === 1) return names[0]
  }
  return undefined
}

/** `the person with the lowest salary` is an entry, not a salary. */
const isOfEntry = ({ tokens: all }: Reader, at: number) =>
  all.slice(Math.max(0, at - 2), at).some(({ word }) => /^(with|having|has|had)$/.test(word))

interface Extreme {
  readonly extreme: { readonly is: Aggregate; readonly at: number }
  readonly others: readonly { readonly is: Aggregate; readonly at: number }[]
  readonly label: Column
  readonly named: { readonly column: Column } | undefined
}

/** `which region has the highest total sales`: a row, or a group of rows. */
function extremeOf(reader: Reader, open: readonly Mention[], asked: Extreme): Measured {
  const { extreme, others, label, named } = asked
  const is = extreme.is === 'max' ? 'max' : 'min'
  const rest = open.filter(mention => mention.column !== label)
  const column = named?.column ?? only(rest)
  const behind = rest.find(({ first }) => first === extreme.at + 1)
  if (
    column &&
    column.type !== 'number' &&
    behind &&
    others.length === 0 &&
    isMost(reader, extreme.at)
  ) {
    for (const mention of rest) reader.take(mention.first, mention.end)
    return { kind: 'group', is, of: 'count', label, column }
  }
  for (const mention of open) if (mention.column === label) reader.take(mention.first, mention.end)
  if (column) {
    if (column.type !== 'number') return { unclear: `${column.name} holds no numbers` }
    for (const mention of rest) reader.take(mention.first, mention.end)
    const [other, ...more] = others
    if (more.length > 0) return { unclear: 'more than one computation is named' }
    if (other) return { kind: 'group', is, of: other.is, label, column }
    if (isMost(reader, extreme.at) && !named) return { kind: 'group', is, of: 'sum', label, column }
    // the plan checks that no label occurs twice
    return { kind: 'row', is, label, column }
  }
  const most = reader.tokens[extreme.at]!.word
  const next = reader.tokens[extreme.at + 1]?.word ?? ''
  if (rest.length > 0 || others.length > 0 || !/^(most|fewest)$/.test(most))
    return { unclear: 'it is not clear which column is meant' }
  // "the most orders": the rows themselves are counted, whatever they are called
  if (shared(reader.columns, singular(next))) reader.take(extreme.at + 1, extreme.at + 2)
  return { kind: 'group', is, of: 'count', label }
}

const isMost = ({ tokens: all }: Reader, at: number) => /^(most|fewest|least)$/.test(all[at]!.word)

/** `how many orders`: rows, unless what is named is a column of numbers. */
function countOf(reader: Reader, open: readonly Mention[]) {
  const { tokens: all, columns, take, mentions: named, taken, text } = reader
  for (let at = 0; at + 1 < all.length; at++) {
    const pair = `${all[at]!.word} ${all[at + 1]!.word}`
    if (!/^(how many|number of|count (the|all|of))$/.test(pair)) continue
    let spot = at + 2
    while (taken(spot) || all[spot]?.word === 'the') spot += 1
    const mention = open.find(({ first }) => first === spot)
    if (mention && isLabelled(mention.column)) {
      take(mention.first, mention.end)
      return 'rows'
    }
    if (mention?.column.type === 'number') return undefined
    if (mention) {
      take(mention.first, mention.end)
      return existing.test(text)
        ? ({ kind: 'aggregate', of: 'count_distinct', column: mention.column } as const)
        : ({ kind: 'entries', label: mention.column } as const)
    }
    const noun = all[spot]
    if (
      noun &&
      countedWithin.has(singular(noun.word)) &&
      columnsNamed(columns, quantityNames).length > 0
    )
      return { unclear: 'rows may be counted, or how many each of them holds' }
    const rows = noun && shared(columns, singular(noun.word))
    if (rows && !named.some(m => m.first === spot)) take(spot, spot + 1)
    return 'rows'
  }
  return undefined
}

/** `orders` names the rows of a table with `order_id` and `order_date`. */
const shared = (columns: readonly Column[], stem: string) =>
  columns.some(column => nameOf(column).length > 1 && headOf(column) === stem)

const quantityNames = 'quantity qty unit piece amount count sold copy stock'.split(' ')

/** What there is, not what was done with it: each is counted once. */
const existing =
  /\b(are|were) there\b|\b(does|do) .*\b(have|contain|include|list|appear)\b|\b(are|were) (listed|included|represented|mentioned|in the (table|file|data|list))\b/i

/** Columns whose numbers name rows: they are counted, never added. */
const isLabelled = (column: Column) =>
  nameOf(column).some(word => /^(id|no|nr|number|code|key)$/.test(word))

/** The column of numbers a verb speaks of: `earn` of a salary. */
function implied({ text, columns }: Reader, open: readonly Mention[]): Column | undefined {
  if (open.some(({ column }) => column.type === 'number')) return undefined
  const names = impliedMeasures.flatMap(([cue, names]) => (cue.test(text) ? names : []))
  const found = columnsNamed(columns, names).filter(({ type }) => type === 'number')
  return found.length === 1 ? found[0] : undefined
}
