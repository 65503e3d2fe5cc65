// One number, one cell or the labels of a column, where nothing is ranked or compared.

import { sameStem, stem } from '../stems.ts'
import { isPlural, singular } from '../words.ts'
import {
  type Column,
  columnsNamed,
  isAmount,
  isOfPersons,
  nameOf,
  namesColumn,
  personsColumn,
} from './columns.ts'
import { countOf } from './count.ts'
import { type Cue, implied, impliedAmount, isExtreme } from './cues.ts'
import type { Filter, Group, Measured, Query, Unclear } from './query.ts'
import { mayBeRow, openMentions, type Reader } from './reader.ts'
import type { Aggregate } from './words.ts'

/** What is computed or looked up; what a follow-up does not say is as in `before`. */
export function plainly(
  reader: Reader,
  [cue, another]: readonly Cue[],
  where: readonly Filter[],
  group: Group | undefined,
  before: Query | undefined,
): Measured | Unclear {
  const open = openMentions(reader)
  if (another) return { unclear: 'more than one computation is named' }
  const amounts = [...new Set(open.map(({ column }) => column).filter(isAmount))]
  const value = (of: Aggregate, column?: Column, more: Partial<Measured> = {}) =>
    valued(reader, { where, want: 'value', of, column, ...more })
  const sole = () => impliedAmount(reader)
  const old = before?.column
  const spoken =
    amounts.length === 1 ? amounts[0] : amounts.length === 0 ? implied(reader) : undefined
  const column = cue?.column ?? spoken
  const [x, y, z] = amounts
  if (cue?.is === 'correlation')
    return x && y && !z
      ? value('correlation', x, { other: y })
      : { unclear: 'a correlation takes two columns of numbers' }
  if (cue?.is === 'count_distinct' || cue?.is === 'missing') return told(reader, cue, open, value)
  const quantile = quantileIn(reader)
  if (quantile !== undefined) return value('quantile', column, { quantile })
  const counting = countOf(reader, open, where)
  if (counting && 'unclear' in counting) return counting
  if (cue && isExtreme(cue) && asksWhichOne(reader, column))
    return { unclear: `there is no column of ${reader.word(1)}s` }
  if (cue && isExtreme(cue))
    return [1, 2].some(back => /^(with|having|has|had)$/.test(reader.word(cue.at - back)))
      ? { unclear: 'it is not clear which entry is meant' }
      : value(cue.is, column ?? open.find(({ column }) => column.type !== 'text')?.column ?? old)
  if (cue && (cue.is !== 'sum' || !counting))
    return value(cue.is, column ?? counting?.column ?? old ?? sole())
  // a column that is named goes before one that only says how many
  // what something has it has once, unless it is added up
  const holds = !cue && /\b(?:do|does)\b.*\bhave\b|\b(?:is|was) the\b/i.test(reader.text)
  if (counting?.of === 'sum' && holds) return cellOf(reader, spoken ?? counting.column, where)
  if (counting?.of === 'sum') return value('sum', spoken ?? counting.column)
  if (counting) return { where, ...counting }
  const label = labelsIn(reader, where)
  if (label) return { where, want: 'labels', of: 'count_distinct', label }
  const much =
    /\bhow (much|many)\b|\b(what|the) number of\b|^what (was|were|did)\b.*\b(spen[dt]|pay|paid|earn)/i.test(
      reader.text,
    )
  if (before && open.length === 0 && !/\b(which|who|when|how)\b/i.test(reader.text)) {
    const { where: _, table: __, ...kept } = before
    return group && kept.want !== 'value' && kept.want !== 'list'
      ? { unclear: 'it is not clear what to compute' }
      : { ...kept, ...(group && { want: 'value' }), where }
  }
  const ofOne = /\bhow much (is|was) the\b/i.test(reader.text) && !group
  if ((much || group) && !ofOne && (column || sole())) return value('sum', column ?? sole())
  return cellOf(reader, column, where)
}

// --- internal ---

/** `Which volunteer worked the most hours?` asks for somebody, and not for hours. */
const asksWhichOne = ({ word, mentions }: Reader, column: Column | undefined) =>
  word(0) === 'which' &&
  !/^(?:is|are|was|were)$/.test(word(1)) &&
  !mentions.some(mention => mention.first <= 1 && 1 < mention.end && mention.column === column)

/** A number of a column, whose mentions are taken, where its cells allow it. */
function valued({ mentions, take }: Reader, query: Measured): Measured | Unclear {
  const { of, column, other } = query
  if (of !== 'count' && !column) return { unclear: 'it is not clear which column is meant' }
  const anything = /count|missing/.test(of)
  const ordered = /^(min|max)$/.test(of) && column?.type !== 'text'
  if (column && !anything && !ordered && column.type !== 'number')
    return { unclear: `${column.name} holds no numbers` }
  if (column && !anything && !ordered && !isAmount(column))
    return { unclear: `the numbers of ${column.name} are names` }
  for (const mention of mentions)
    if (mention.column === column || mention.column === other) take(mention.first, mention.end)
  return query
}

/** How many cells are empty or differ, or which different ones there are. */
function told(
  { text }: Reader,
  { is, end }: Cue,
  open: Reader['mentions'],
  value: (of: Aggregate, column: Column, more?: Partial<Measured>) => Measured | Unclear,
): Measured | Unclear {
  const column = (open.find(({ first }) => first === end) ?? open[0])?.column
  if (!column) return { unclear: 'it is not clear which column is meant' }
  const listed = is === 'count_distinct' && !/\b(how many|number|count)\b/i.test(text)
  return value(is, column, listed ? { want: 'labels', label: column } : {})
}

/** `the 90th percentile`, `the upper quartile`. */
function quantileIn({ text, tokens: all, take }: Reader): number | undefined {
  const found = /\b(\d{1,2})(?:st|nd|rd|th)? percentile|\b(lower|first|upper|third) quartile/i.exec(
    text,
  )
  if (!found) return undefined
  all.forEach(({ from, to }, at) => {
    if (from >= found.index && to <= found.index + found[0].length) take(at, at + 1)
  })
  return found[1] === undefined
    ? /lower|first/i.test(found[2]!)
      ? 0.25
      : 0.75
    : Number(found[1]) / 100
}

/** `Which statuses are there?`, `list the clients`; rows by their names where a filter says which. */
function labelsIn(reader: Reader, where: readonly Filter[]): Column | undefined {
  const { text, tokens: all, take, columns, word } = reader
  if (!/^(and\s+)?(which|what|list|show|name)\b/i.test(text.trim()) || /\bhow\b/i.test(text))
    return undefined
  const several = openMentions(reader).filter(
    ({ column, first, end }) =>
      !isAmount(column) &&
      !where.some(each => each.column === column) &&
      isPlural(word(end - 1)) &&
      all[first],
  )
  const [mention, another] = several
  if (another) return undefined
  if (mention) {
    take(mention.first, mention.end)
    return mention.column
  }
  const at = all.findIndex(({ word }) => isPlural(word) && mayBeRow(reader, singular(word)))
  const key = namesColumn(columns) ?? columns.find(({ type, values }) => type === 'text' && !values)
  const open = openMentions(reader).filter(m => !where.some(({ column }) => column === m.column))
  return at >= 0 && open.length === 0 ? key : undefined
}

/** The columns of which a word stands in the question that nothing else accounts for: `pick up` of `Pick-up time`. */
const spokenOf = ({ tokens: all, taken, columns }: Reader) =>
  columns.filter(column =>
    all.some(
      ({ word, kind }, at) =>
        kind === 'word' &&
        !taken(at) &&
        nameOf(column).some(own => own.length > 2 && sameStem(stem(own), stem(word))),
    ),
  )

const isKey = (column: Column) => nameOf(column).some(word => /^(id|no|nr|code|number)$/.test(word))

/** `What is the price of the tent?`: a value in the only row there is; the plan checks that. */
function cellOf(
  reader: Reader,
  column: Column | undefined,
  where: readonly Filter[],
): Measured | Unclear {
  const open = openMentions(reader)
  const named = [...new Set(open.map(mention => mention.column))]
  const dates = reader.columns.filter(({ type }) => type === 'date')
  const told = spokenOf(reader)
  const dated =
    reader.word(0) === 'when' &&
    dates.length === 1 &&
    told.every(each => dates.includes(each) || isKey(each))
      ? dates[0]
      : undefined
  const reasons = reader.word(0) === 'why' ? columnsNamed(reader.columns, ['reason', 'cause']) : []
  const person =
    reader.word(0) === 'who' && named.length === 0 && where.length > 0
      ? personsColumn(reader.columns)
      : undefined
  const only =
    column ?? dated ?? person ?? reasons[0] ?? (named.length === 1 ? named[0] : undefined)
  // a farm is nobody: `who` wants a column of persons
  const nobody = /\bwho\b/i.test(reader.text) && !(only && isOfPersons(only))
  if (
    !only ||
    nobody ||
    named.length > 1 ||
    !/\b(what|which|how|give|tell|who|where|when|why)\b/i.test(reader.text)
  )
    return { unclear: 'it is not clear what is to be computed' }
  for (const mention of open) reader.take(mention.first, mention.end)
  return { where, want: 'cell', of: 'count', column: only }
}
