// A question about a table, read as a query over its own columns and values.
import { singular } from '../words.ts'
import { type Column, isAdditive, isAmount, quantityColumns, type Table } from './columns.ts'
import { contrastOf } from './contrast.ts'
import { countOf } from './count.ts'
import { type Cue, cuesOf, implied, impliedAmount, isExtreme } from './cues.ts'
import { filters } from './filters.ts'
import type { Contrast, Filter, Group, Measured, Query, Unclear } from './query.ts'
import { rankedIn } from './ranked.ts'
import { mayBeRow, openMentions, type Reader, unexplained } from './reader.ts'
import { plainly } from './single.ts'
import { dateParts } from './words.ts'
/** What is asked of one table; what a follow-up leaves out is as in `before`. */
export function queryOf(reader: Reader, before?: Query): Query | Unclear {
  if (reader.clash !== undefined)
    return { unclear: `"${reader.clash}" is both a column and a value of another` }
  const said = filters(reader)
  if ('unclear' in said) return said
  const found = measured(reader, said, before)
  if ('unclear' in found) return found
  const used = [found.column ?? [], said.map(({ column }) => column)].flat()
  const left = unexplained(reader, isNamed(reader, found, said), used)
  if (left !== undefined)
    return { unclear: `"${left}" is neither a column nor a value of ${shown(reader.table)}` }
  const { where, ...query } = { table: reader.table, ...found }
  const kept = (before?.where ?? []).filter(old => !said.some(each => each.column === old.column))
  const all = joined(reader, [...where.map(each => inYearOf(each, before)), ...kept])
  return 'unclear' in all ? all : { ...query, where: all }
}

// --- internal ---

/** Whether a column of amounts is spoken of: then a verb between it and a value adds nothing. */
const isNamed = (
  { mentions, columns, text }: Reader,
  { column, contrast }: Measured,
  where: readonly Filter[],
) =>
  contrast?.by === 'columns' ||
  mentions.some(mention => mention.column === column) ||
  // "the total takings" speaks of an amount of its own
  (!/\b(?:total|sum|average|mean) (?!number)/i.test(text) &&
    quantityColumns(columns).some(each => each === column)) ||
  where.some(filter => isAmount(filter.column))

/** `and in June?` means the June of the year spoken of before. */
function inYearOf(filter: Filter, before: Query | undefined): Filter {
  const old = before?.where.find(({ column, is }) => column === filter.column && is === 'within')
  const year = /^\d{4}/.exec(String(old?.value))?.[0]
  return filter.is === 'within' && year && String(filter.value).startsWith('%-')
    ? { ...filter, value: String(filter.value).replace('%', year) }
    : filter
}

const shown = ({ file, sheet }: Table) => (sheet === undefined ? file : `the sheet "${sheet}"`)

/** Two values of one column that stand side by side are meant alike: `tents and lamps`. */
function joined(reader: Reader, where: readonly Filter[]): readonly Filter[] | Unclear {
  const result: Filter[] = []
  for (const filter of where.toSorted((a, b) => a.at - b.at)) {
    const same = result.findIndex(
      each =>
        each.column === filter.column && each.is === filter.is && /^(=|!=|within)$/.test(each.is),
    )
    const earlier = result[same]
    if (!earlier) result.push(filter)
    else if ([earlier.value].flat().includes(filter.value as string)) continue
    else if (earlier.is === 'within' || !isBeside(reader, earlier.at, filter.at))
      return { unclear: `two values of ${filter.column.name} are named` }
    else
      result[same] = {
        ...earlier,
        value: [earlier.value, filter.value].flat() as readonly string[],
        at: filter.at,
      }
  }
  return result
}

function isBeside({ tokens, values, take }: Reader, first: number, second: number): boolean {
  const from = Math.min(first, second)
  const start = values.find(value => value.first === from)?.end ?? from + 1
  const between = tokens.slice(start, Math.max(first, second)).map(({ word }) => word)
  const joins =
    between.every(each => /^(and|or|,|the|in|on|from|for|of)$/.test(each)) && between.length > 0
  if (joins) take(start, start + between.length)
  return joins
}

function measured(reader: Reader, where: readonly Filter[], before?: Query): Measured | Unclear {
  const contrast = contrastOf(reader, where)
  if (contrast && 'unclear' in contrast) return contrast
  const cues = cuesOf(reader)
  for (const { at, end } of cues) reader.take(at, end)
  const group = groupIn(reader)
  if (contrast) return comparedBy(reader, where, contrast, cues, group)
  const ranked = rankedIn(reader, cues, group, where)
  if (ranked) return ranked
  const plain = plainly(reader, cues, where, group, before)
  if ('unclear' in plain || !group) return plain
  if (plain.want !== 'value')
    return { unclear: 'it is not clear what is to be computed for each group' }
  const { of, column } = plain
  if (of === 'sum' && !cues.some(({ is }) => is === 'sum') && column && !isAdditive(column))
    return { unclear: `say whether the total or the average ${column.name} is meant` }
  return { ...plain, want: 'list', ...group }
}

/** Behind `per`, `each`, `by`: what groups are made of; a column, or a part of the only dates. */
function groupIn(reader: Reader): Group | undefined {
  const { tokens: all, columns, take, word, taken } = reader
  const marker = /^(per|each|every|any|by)$/
  for (const { first, end, column } of openMentions(reader))
    if (
      marker.test(word(first - 1)) &&
      !isAmount(column) &&
      (column.type !== 'number' || isYear(column))
    ) {
      take(/^(for|in|grouped)$/.test(word(first - 2)) ? first - 2 : first - 1, end)
      return { label: column, by: isYear(column) ? 'year' : undefined }
    }
  const dates = columns.filter(({ type }) => type === 'date')
  for (const [at, { word: said }] of all.entries()) {
    const by = dateParts.find(
      part =>
        part === said ||
        `${part}ly` === said ||
        (part === 'day' && said === 'daily') ||
        (part === 'year' && said === 'annual'),
    )
    if (!by || taken(at) || !(marker.test(word(at - 1)) || /l[yl]?$|annual/.test(said))) continue
    if (dates.length !== 1) return undefined
    take(marker.test(word(at - 1)) ? at - 1 : at, at + 1)
    return { label: dates[0]!, by }
  }
  return undefined
}

const isYear = (column: Column) => column.type === 'number' && /^(year|yr)$/i.test(column.name)

/** What is computed of each of the two that are compared. */
function comparedBy(
  reader: Reader,
  where: readonly Filter[],
  contrast: Contrast,
  cues: readonly Cue[],
  group: Group | undefined,
): Measured | Unclear {
  if (cues.length > 1 || cues.some(isExtreme) || (group && contrast.by !== 'part'))
    return { unclear: 'more than one computation is named' }
  const { take, tokens: all, word, text } = reader
  const open = openMentions(reader)
  const amounts = [...new Set(open.map(({ column }) => column).filter(isAmount))]
  for (const { first, end, column } of open) if (isAmount(column)) take(first, end)
  const at = all.findIndex(
    ({ word: said }, at) => said === (contrast.by === 'part' ? 'of' : 'many') && at >= contrast.at,
  )
  const counting =
    amounts.length > 0 ? undefined : countOf(reader, open, where, at < 0 ? undefined : at + 1)
  if (counting && 'unclear' in counting) return counting
  if (counting?.want === 'entries') return { unclear: 'entries may occur more than once' }
  const wanted = cues[0]?.is
  const rest = {
    where: where.filter(filter => !contrast.filters.includes(filter)),
    contrast,
    want: 'compared' as const,
  }
  if (contrast.by === 'part') {
    const { label } = group ?? {}
    if (contrast.filters.length === 0 && !label)
      return { unclear: 'it is not clear what the share is of' }
    const noun = singular(
      word(contrast.at + 2) === 'the' || word(contrast.at + 2) === 'all'
        ? word(contrast.at + 3)
        : word(contrast.at + 2),
    )
    const sole =
      reader.about.has(noun) && !mayBeRow(reader, noun) ? impliedAmount(reader) : undefined
    const column =
      amounts[0] ??
      counting?.column ??
      sole ??
      (wanted === 'sum' ? impliedAmount(reader) : undefined)
    if (amounts.length > 1) return { unclear: 'it is not clear which column is meant' }
    const whole = {
      ...rest,
      part: contrast.filters,
      of: column ? ('sum' as const) : ('count' as const),
      column,
    }
    return contrast.filters.length === 0 ? { ...whole, want: 'shares', label } : whole
  }
  if (contrast.by === 'columns') {
    const single = !wanted && contrast.operation === 'difference' && !/\bhow many\b/i.test(text)
    return { ...rest, of: wanted ?? 'sum', ...(single && { of: 'count' as const }) }
  }
  const column =
    amounts.length === 1
      ? amounts[0]
      : amounts.length === 0
        ? (counting?.column ?? implied(reader))
        : undefined
  if (counting && !column && (wanted === undefined || wanted === 'sum') && counting.of === 'count')
    return { ...rest, of: 'count' }
  const amount =
    column ??
    (quantityColumns(reader.columns).length === 0 || wanted ? impliedAmount(reader) : undefined)
  if (!amount) return { unclear: 'it is not clear which column is meant' }
  return { ...rest, of: wanted ?? (isAdditive(amount) ? 'sum' : 'mean'), column: amount }
}
