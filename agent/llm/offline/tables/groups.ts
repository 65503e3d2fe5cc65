// Questions about entries and groups: which has the most, and how far the extremes are apart.

import { singular } from '../words.ts'
import { type Column, columnsNamed, isName, type Mention } from './columns.ts'
import { implied, shared } from './count.ts'
import { type Cue, isExtreme, type Measured } from './measured.ts'
import type { Reader } from './reader.ts'
import { rowNouns } from './words.ts'

/** A row or a group with an extreme, or how far extremes are apart; `undefined` when none is asked for. */
export function groupsOf(
  reader: Reader,
  open: readonly Mention[],
  cues: readonly Cue[],
): Measured | undefined {
  const extremes = [...cues.filter(isExtreme), ...placed(reader)]
  const others = cues.filter(cue => !isExtreme(cue))
  const range = rangeOf(reader, open, extremes, others)
  if (range) return range
  const [extreme] = extremes
  if (!extreme) return undefined
  const behind = extreme.column ? extreme.at : -1
  const label = labelOf(reader, open, behind, extreme.at) ?? labelPer(reader, open)
  return label && extremeOf(reader, open, { extreme, others, label })
}

// --- internal ---

/** `comes first by total sales`, `ranks last`. */
function placed({ tokens: all, take }: Reader): readonly Cue[] {
  return all.flatMap(({ word }, at): Cue[] => {
    const verb = /^(comes?|came|ranks?|ranked|is)$/.test(all[at - 1]?.word ?? '')
    const by = /^(by|in|for|when|with)$/.test(all[at + 1]?.word ?? '')
    if (!verb || !by || !/^(first|last)$/.test(word)) return []
    take(at - 1, at + 1)
    return [{ is: word === 'first' ? 'max' : 'min', at, end: at + 1 }]
  })
}

/** Behind `per`, `each`, `any`, `by`: what groups are made of. */
function labelPer({ tokens: all, take }: Reader, open: readonly Mention[]): Column | undefined {
  const found = open.filter(
    ({ first, column }) =>
      column.type !== 'number' && /^(per|each|every|any|by)$/.test(all[first - 1]?.word ?? ''),
  )
  const columns = new Set(found.map(({ column }) => column))
  if (columns.size !== 1) return undefined
  for (const { first, end } of found) take(first - 1, end)
  return [...columns][0]
}

const apartWords =
  /^(difference|differ|differs|range|spread|gap|apart|exceed|exceeds|exceeded|lie|lies)$/

/** The largest less the smallest: of the rows, or of the groups of rows when a total is spoken of. */
function rangeOf(
  reader: Reader,
  open: readonly Mention[],
  extremes: readonly Cue[],
  others: readonly Cue[],
): Measured | undefined {
  const { text, tokens: all, take } = reader
  const word = all.findIndex(token => apartWords.test(token.word))
  if (word < 0) return undefined
  const both = extremes.length === 2 && extremes[0]!.is !== extremes[1]!.is
  const ranging = extremes.length === 0 && /\brange of\b/i.test(text)
  const numbers = open.filter(({ column }) => column.type === 'number' && !isName(column))
  const columns = new Set([
    ...numbers.map(({ column }) => column),
    ...extremes.flatMap(({ column }) => (column ? [column] : [])),
  ])
  const labels = new Set(open.flatMap(({ column }) => (column.type !== 'number' ? [column] : [])))
  const unclear = { unclear: 'it is not clear what the difference is between' }
  if (!(both || ranging) || columns.size > 1 || labels.size > 1 || others.length > 1) return unclear
  const column = [...columns][0] ?? implied(reader, open)
  const [label] = labels
  all.forEach(token => {
    const at = all.indexOf(token)
    if (/^(between|far|apart|lie|lies|one|by)$/.test(token.word) || apartWords.test(token.word))
      take(at, at + 1)
  })
  for (const { first, end } of open)
    take(/^(per|each|every|any)$/.test(all[first - 1]?.word ?? '') ? first - 1 : first, end)
  const of = others[0]?.is
  if (label && of)
    return column || of === 'count'
      ? { kind: 'spread', of, label, ...(column && { column }) }
      : unclear
  // "the branch with the most loans": without a total it may be one row or all of a branch
  if (label || of || !column) return unclear
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

interface Extreme {
  readonly extreme: Cue
  readonly others: readonly Cue[]
  readonly label: Column
}

/** `which region has the highest total sales`: a row, or a group of rows. */
function extremeOf(reader: Reader, open: readonly Mention[], asked: Extreme): Measured {
  const { extreme, others, label } = asked
  const is = extreme.is === 'max' ? 'max' : 'min'
  const rest = open.filter(mention => mention.column !== label)
  const named = new Set(rest.map(({ column }) => column))
  const column =
    extreme.column ??
    (named.size === 1 ? [...named][0] : named.size === 0 ? implied(reader, rest) : undefined)
  const behind = rest.find(({ first }) => first === extreme.at + 1)
  const most = /^(most|fewest|least)$/.test(reader.tokens[extreme.at]!.word)
  if (
    column &&
    (column.type !== 'number' || isName(column)) &&
    behind &&
    others.length === 0 &&
    most
  ) {
    for (const mention of rest) reader.take(mention.first, mention.end)
    return { kind: 'group', is, of: 'count', label, column }
  }
  for (const mention of open) if (mention.column === label) reader.take(mention.first, mention.end)
  if (others.length > 1) return { unclear: 'more than one computation is named' }
  if (column) {
    if (column.type !== 'number' || isName(column))
      return { unclear: `${column.name} holds no numbers` }
    for (const mention of rest) reader.take(mention.first, mention.end)
    const [other] = others
    if (other) return { kind: 'group', is, of: other.is, label, column }
    if (most && !extreme.column) return { kind: 'group', is, of: 'sum', label, column }
    // the plan checks that no label occurs twice
    return { kind: 'row', is, label, column }
  }
  const next = reader.tokens[extreme.at + 1]?.word ?? ''
  const counting = others.every(other => other.is === 'sum')
  if (rest.length > 0 || !counting || !most)
    return { unclear: 'it is not clear which column is meant' }
  // "the most orders": the rows themselves are counted, whatever they are called
  if (shared(reader.columns, singular(next))) reader.take(extreme.at + 1, extreme.at + 2)
  return { kind: 'group', is, of: 'count', label }
}
