// The column by which rows are told apart: that is named, behind `per`, or of those between which is to be chosen.
import { isAmount, isMoneyAt } from './measure.ts'
import { dateParts, type Group } from './query.ts'
import { type Column, distinctIn, isId, isOfPersons, onlyOf, type Table } from './table.ts'
import { isListed, type Parse } from './words/parse.ts'
import { isDone, type Operator } from './words/vocabulary.ts'

/** The ids of what the rows are called: `Order id` of orders, be it of each row or of several. */
export const idAt = ({ is, table, tokens, tags }: Parse, at: number): Column | undefined =>
  is(at, 'rows')
    ? onlyOf(
        table.columns.filter(
          ({ name, words }) =>
            isId(name) && words.length > 1 && words[0] === tokens[tags[at]!.end - 1]!.sense,
        ),
      )
    : undefined

/** The column, or the part of the only dates, that is named there; for rows the column that names them. */
export function labelAt(parse: Parse, at: number): Group | undefined {
  const { is, table, columnAt, isOperator, prev } = parse
  const column = columnAt(at)
  if (column) {
    const isGroup = isOperator(prev(at), 'per', 'by') && column.per === 'groups'
    return isAmount(column) && !isGroup ? undefined : { label: column }
  }
  const by = dateParts.find(part => isOperator(at, part))
  const id = idAt(parse, at)
  if (id && id !== table.key) return { label: id }
  const date = by && (table.date ?? onlyOf(datesIn(parse)))
  if (date) return { label: date, by }
  // an expense is nobody, even where persons stand first in its row; what has a name of its own is called by it
  const { label, key, isOfPeople, columns } = table
  const isOwn = (name: Column) =>
    /^name$/i.test(name.name) && columns.every(each => distinctIn(each) <= distinctIn(name))
  if (!is(at, 'rows')) return undefined
  const isCalled = label && (isOfPeople || !isOfPersons(label) || isOwn(label))
  // of two expenses for rent each is one
  const names = label === key || (isCalled && !isMoneyAt(parse, at))
  return label && names ? { label } : undefined
}

/** Behind `per`, `each`, `by`, or `monthly`; of two in a list there is none. */
export function groupOf(parse: Parse, markers: readonly Operator[]) {
  const { tags, table, is, isOpen, isOperator, columnAt, next, take } = parse
  for (const at of tags.keys()) {
    const isAdverb = isOperator(at, ...dateParts) && /ly$|^annual/i.test(parse.said(at))
    const first = isAdverb ? at : isOperator(at, ...markers) ? next(at) : -1
    // "in each instrument family": the last of two nouns is the thing
    const isLed =
      tags[first + 1]?.first === tags[first]?.end && columnAt(first + 1)?.kind === 'text'
    const spot = isLed && columnAt(first)?.kind === 'text' ? first + 1 : first
    if (!isOpen(at) || !isOpen(spot) || isAgent(parse, at, spot)) continue
    const isRows = is(spot, 'rows')
    const id = idAt(parse, spot) ?? table.key
    const key = id && { label: id }
    const group = isRows ? key : labelAt(parse, spot)
    const behind = next(spot)
    const isTwo = behind >= 0 && isListed(parse, spot, behind) && labelAt(parse, behind)
    if (!(group || isRows) || isTwo) continue
    take(at, first, spot)
    if (group && 'by' in group) take(...datingIn(parse, group.label))
    return { group, isPerRow: isRows || (group !== undefined && isOfRow(group, table)) }
  }
  return { group: undefined, isPerRow: false }
}

/** `were booked by guests from CH` tells who did it, and names no groups. */
const isAgent = ({ said, wordBefore, isPlural, is, next }: Parse, by: number, at: number) =>
  /^by$/i.test(said(by)) && isDone(wordBefore(by)) && isPlural(at) && is(next(at), 'value')

/** Whether each row is a group of its own: `per pupil`, where each is one row. */
const isOfRow = (group: Group, { key, columns }: Table) =>
  group.label === key ||
  (!('by' in group) &&
    distinctIn(group.label) < Number.POSITIVE_INFINITY &&
    columns.every(each => distinctIn(each) <= distinctIn(group.label)))

/** The column of those between which is to be chosen: `had more, V1 or V2`. */
export function eitherOf(parse: Parse): (Group & { readonly at: number }) | undefined {
  const { text, tokens, tags } = parse
  const isCompared = tags.some(
    (_, at) => parse.isOperator(at, 'more', 'less') || parse.wayAt(at)?.degree === 'er',
  )
  if (!isCompared || parse.operator('than') >= 0) return undefined
  const values = tags.flatMap((tag, at) => (tag.is === 'value' ? [{ ...tag, at }] : []))
  const choices = values.slice(1).filter(({ at, first, column }, before) => {
    const other = values[before]!
    const joint = text.slice(tokens[other.end - 1]!.to, tokens[first]!.from)
    return column === other.column && /\bor\b/.test(joint) && isListed(parse, other.at, at)
  })
  return choices.length === 1 ? { label: choices[0]!.column, at: -1 } : undefined
}

// --- internal ---

/** The columns with dates that are spoken of: `items found` in a table that has `found on` and `claimed on`. */
const datesIn = (parse: Parse) => [
  ...new Set(
    parse.all('column').flatMap(([, { columns }]) => columns.filter(({ kind }) => kind === 'date')),
  ),
]

/** Where the column of dates is spoken of. */
const datingIn = (parse: Parse, date: Column) =>
  parse.all('column').flatMap(([at, { columns }]) => (columns.includes(date) ? [at] : []))
