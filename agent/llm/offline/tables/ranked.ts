// Entries and groups at an extreme: which comes first, the first so many, and how far the extremes are apart.
import { readNumberWords } from '../quantities/number-words.ts'
import { singular } from '../words.ts'
import { type Column, isAdditive, isAmount, namesColumn, personsColumn } from './columns.ts'
import { countOf } from './count.ts'
import { type Cue, implied, isExtreme } from './cues.ts'
import type { Filter, Group, Measured, Query, Unclear } from './query.ts'
import { mayBeRow, openMentions, type Reader } from './reader.ts'
/** Entries and groups at an extreme, and how far extremes are apart; `undefined` when none is asked for. */
export function rankedIn(
  reader: Reader,
  cues: readonly Cue[],
  group: Group | undefined,
  where: readonly Filter[],
): Measured | Unclear | undefined {
  const others = cues.filter(cue => !isExtreme(cue))
  const top = rankIn(reader, cues)
  const extremes = cues.filter(isExtreme)
  const spread = top ? undefined : spreadOf(reader, extremes, others, group, where)
  if (spread) return spread
  const [extreme] = extremes
  if (!top && !extreme) return undefined
  const { take, word } = reader
  const label = labelOf(reader, top ? -1 : extreme!.at) ?? group?.label
  if (!label) return top ? { unclear: 'it is not clear what is to be ranked' } : undefined
  for (const { column, first, end } of reader.mentions) if (column === label) take(first, end)
  const rest = openMentions(reader)
  const named = [...new Set(rest.map(({ column }) => column))]
  const column =
    extreme?.column ??
    (named.length === 1 ? named[0] : named.length === 0 ? implied(reader) : undefined)
  if (others.length > 1) return { unclear: 'more than one computation is named' }
  const is = top?.is ?? (extreme!.is as 'max' | 'min')
  const most = extreme !== undefined && /^(most|fewest|least)$/.test(word(extreme.at))
  const ranked = { where, label, is, by: group?.label === label ? group?.by : undefined }
  if (column) for (const mention of rest) take(mention.first, mention.end)
  const dated = column?.type === 'date' && extreme?.column === column
  if (column && !isAmount(column) && !dated) {
    if (!most) return { unclear: `${column.name} holds no numbers to be compared` }
    return { ...ranked, want: 'group', of: 'count', column }
  }
  const [other] = others
  if (column) {
    if (top) {
      const of = other?.is ?? 'sum'
      return { ...ranked, want: 'top', of, column, howMany: top.howMany }
    }
    if (other) return { ...ranked, want: 'group', of: other.is, column }
    if (most && !extreme?.column)
      return isAdditive(column)
        ? { ...ranked, want: 'group', of: 'sum', column }
        : { unclear: `${column.name} is nothing to be added up` }
    return { ...ranked, want: 'row', of: is, column }
  }
  const spot = extreme ? extreme.at + 1 : -1
  if (named.length > 0 || others.some(({ is }) => is !== 'sum'))
    return { unclear: 'it is not clear which column is meant' }
  if (!most && !top) return { unclear: 'it is not clear which column is meant' }
  // "the most orders", "the most tents", "sold the most": what `how many` would count
  const counted = countOf(reader, rest, where, top ? -1 : spot)
  if (counted && 'unclear' in counted) return counted
  const { of, column: summed } = counted ?? { of: 'count' as const }
  return { ...ranked, want: top ? 'top' : 'group', of, column: summed, howMany: top?.howMany }
}

// --- internal ---

/** The number beside `top` or an extreme, and whether the largest or the smallest are meant. */
function rankIn(reader: Reader, cues: readonly Cue[]): Pick<Query, 'is' | 'howMany'> | undefined {
  const { tokens: all, take, word } = reader
  const numberAt = (at: number) => {
    const spelled = readNumberWords([word(at)])
    const digits =
      all[at]?.kind === 'number' && /^\d{1,3}$/.test(word(at)) ? Number(word(at)) : undefined
    return digits ?? (all[at]?.kind === 'word' ? spelled?.value : undefined)
  }
  for (const [at, { word: said }] of all.entries()) {
    const cue = cues.find(each => isExtreme(each) && each.at === at)
    const is = cue
      ? (cue.is as 'max' | 'min')
      : /^(top|bottom)$/.test(said)
        ? said === 'top'
          ? 'max'
          : 'min'
        : undefined
    if (!is) continue
    const spot = [at + 1, at - 1].find(each => numberAt(each) !== undefined)
    if (spot === undefined && cue) continue
    take(Math.min(at, spot ?? at), Math.max(at, spot ?? at) + 1)
    return { is, howMany: (spot === undefined ? undefined : numberAt(spot)) ?? 5 }
  }
  return undefined
}

const apart =
  /^(difference|differ|differs|range|spread|gap|apart|exceed|exceeds|exceeded|lie|lies)$/

/** The largest less the smallest: of the rows, or of the groups of rows when a total is spoken of. */
function spreadOf(
  reader: Reader,
  extremes: readonly Cue[],
  others: readonly Cue[],
  group: Group | undefined,
  where: readonly Filter[],
): Measured | Unclear | undefined {
  const { text, tokens: all, take, taken, word } = reader
  if (!all.some(({ word }, at) => apart.test(word) && !taken(at))) return undefined
  const both = extremes.length === 2 && extremes[0]!.is !== extremes[1]!.is
  const ranging = extremes.length === 0 && /\brange of\b/i.test(text)
  const open = openMentions(reader)
  const amounts = new Set([
    ...open.map(({ column }) => column).filter(isAmount),
    ...extremes.flatMap(({ column }) => column ?? []),
  ])
  const labels = new Set([
    ...open.map(({ column }) => column).filter(column => !isAmount(column)),
    ...(group?.label ? [group.label] : []),
  ])
  const unclear = { unclear: 'it is not clear what the difference is between' }
  if (!(both || ranging) || amounts.size > 1 || labels.size > 1 || others.length > 1) return unclear
  const column = [...amounts][0] ?? implied(reader)
  const [label] = labels
  for (const [at, token] of all.entries())
    if (/^(between|far|one|by)$/.test(token.word) || apart.test(token.word)) take(at, at + 1)
  for (const { first, end } of open)
    take(/^(per|each|every|any)$/.test(word(first - 1)) ? first - 1 : first, end)
  const of = others[0]?.is
  if (label && of)
    return column || of === 'count' ? { where, want: 'spread', of, label, column } : unclear
  // "the branch with the most loans": without a total it may be one row or all of a branch
  if (label || of || !column) return unclear
  return { where, want: 'spread', of: 'max', column }
}

/** The column of what is ranked: behind `which`, `what`, `top 3`, `the ... with the`, or the names for `who`. */
function labelOf(reader: Reader, extreme: number): Column | undefined {
  const { tokens: all, columns, mentions, word, take, sheets } = reader
  const names = namesColumn(columns)
  const persons = personsColumn(columns)
  const open = openMentions(reader)
  const rowsAt = (at: number) =>
    mayBeRow(reader, singular(word(at))) || sheets.some(({ first }) => first === at)
  for (const [at, { word: said }] of all.entries()) {
    if (said === 'who' && persons) return persons
    const dates = columns.filter(({ type }) => type === 'date')
    const dated = said === 'when' || (said === 'what' && /^(?:date|day)$/.test(word(at + 1)))
    if (dated && extreme >= 0 && dates.length === 1) {
      take(at, at + 2)
      return dates[0]
    }
    if (/^(with|having)$/.test(word(at + 1)) && extreme > at && extreme - at <= 3) {
      const mention = open.find(({ end }) => end === at + 1)
      const others = open.some(({ column, first }) => first > extreme && column.type === 'number')
      if (mention && (others || mention.column.type !== 'number')) return mention.column
      if (rowsAt(at) && names) return names
    }
    const ranks =
      extreme < 0
        ? /^(top|bottom|which|what|of|largest|highest|smallest|lowest)$/.test(said)
        : at === extreme && open.every(({ column }) => !isAmount(column))
    if (!/^(which|what)$/.test(said) && !ranks && !(said === 'of' && /^names?$/.test(word(at - 1))))
      continue
    let from = at + 1
    while (
      /^(is|was|are|the|of|\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|highest|largest|lowest|smallest)$/.test(
        word(from),
      )
    )
      from += 1
    const mention = open.find(({ first }) => first === from)
    const asked = /^(which|what)$/.test(said)
    const other = open.some(({ column }) => column !== mention?.column && column.type === 'number')
    if (mention && (!isAmount(mention.column) || (asked && other))) {
      take(mention.first, mention.end)
      return mention.column
    }
    if (names && rowsAt(from) && (asked || extreme < 0)) return names
  }
  const [only, ...more] = mentions.filter(
    ({ column, first }) => first === extreme + 1 && column.type === 'text',
  )
  return only && more.length === 0 ? only.column : undefined
}
