// What one row says, and which different labels there are.
import { singular } from '../../../../plans/text/words.ts'
import { doersIn, type Question } from './asking.ts'
import { labelAt } from './groups.ts'
import { either, isAmount } from './measure.ts'
import { type Asked, doubtful, type Filter, type Group, type Unclear } from './query.ts'
import { type Column, distinctIn, isOfPersons } from './table.ts'
import { begins, comes } from './words/dates.ts'
import { isSingle, type Parse, sharedOf } from './words/parse.ts'
import { placesIn } from './words/places.ts'
import { anyRow, isDone, properties, vague } from './words/vocabulary.ts'

export function cellOf(
  parse: Parse,
  { ask, at, direct }: Question,
  where: readonly Filter[],
): Asked | Unclear {
  if (ask === undefined) return { unclear: 'it is not clear what is to be computed' }
  const theirs = parse.table.key ?? parse.table.label
  if (theirs && /\bwhich of (?:them|those|these)\b/i.test(parse.text))
    return { want: 'labels', of: 'count', label: theirs }
  const label = labelAt(parse, at)
  const asksWhat = ask === 'which' || ask === 'list'
  if (
    asksWhat &&
    label &&
    parse.isPlural(at) &&
    !where.some(({ column }) => column === label.label)
  ) {
    // a name that several rows have is none of them
    if (isShared(parse, at, label)) return doubtful(`no column names each "${parse.said(at)}"`)
    parse.take(at)
    const { key, isOfPeople } = parse.table
    const isEach = parse.is(at, 'rows') && label.label !== key && !isOfPeople && !label.by
    return { want: isEach ? 'each' : 'labels', of: 'count', ...label }
  }
  const shared = sharedOf(parse, () => true)
  const rows = label && ask !== 'who' ? [label.label] : []
  const doers = ask === 'who' ? doersIn(parse).map(doer => doer.label) : []
  // `who started after 2020` asks for no date; but who sold or adopted somebody is another one
  const { persons, label: names } = parse.table
  const isOwn = ({ name }: Column) =>
    persons === names && !parse.isOpen(at) && (comes.test(name) || begins.test(name))
  const focused = [parse.columnAt(at) ?? []].flat().filter(each => ask !== 'who' || !isOwn(each))
  const parts = asksWhat ? [] : parse.parts()
  const meant =
    [focused, doers, parse.named(), shared, rows, parts].find(each => each.length > 0) ?? []
  // "who is the contact of": a name beside a name
  const isCalled =
    ask === 'who' &&
    focused[0]?.kind === 'text' &&
    /\bwho(?: (?:is|was)|'s) (?:the |its )?$/i.test(parse.textBefore(at))
  const [column, another] = isCalled ? focused : answering(parse, ask, meant)
  if (!column) return { unclear: 'it is not clear what is asked for' }
  if (another) return either([column, another])
  const deed = ask === 'when' && !parse.mayMean(column) ? deedIn(parse, where) : undefined
  if (deed) return doubtful(`no column tells when something was "${parse.said(deed.at)}"`)
  const judged = parse.operator('best', 'worst')
  if (judged >= 0) return { unclear: `no column tells what is "${parse.said(judged)}"` }
  if (where.length === 0)
    return { unclear: `it is not said of which row the ${column.name} is meant` }
  // whom something is `paid by` has not made it
  const isOfDeed = ask === 'who' && /\bby$/i.test(column.name)
  if (isOfDeed && !parse.mayMean(column))
    return { unclear: `who is in ${column.name} may have done something else` }
  // the `pays` of "who pays" is a verb, though a column is called so
  parse.takeColumns(column, ...(ask === 'who' ? shared.filter(isAmount) : []))
  const verb = parse.tags.findIndex(
    tag => ask === 'who' && tag.is === 'silent' && vague.has(parse.tokens[tag.first]!.base),
  )
  if (verb >= 0) return { unclear: `it is not told who "${parse.said(verb)}" it` }
  // `how heavy` is no cake
  if (ask === 'how' && column.kind === 'text')
    return { unclear: `${column.name} does not say how "${parse.said(at)}"` }
  if (ask === 'how' && /^(?:date|year)$/.test(column.kind))
    return doubtful(`${column.name} tells a time, and not how "${parse.said(direct)}" that is`)
  const place = where.find(({ column }) => column === placesIn(parse.table))
  // the second of all is no second of some of them
  if (place && where.length > 1 && place.value !== '1')
    return doubtful('it is not clear of which race that place is')
  if (ask === 'who' && !place && !isSingle(parse, where))
    return { want: 'labels', of: 'count', label: column }
  return { want: 'cell', of: 'only', column }
}

// --- internal ---

/** Whether what names the rows there may name several of them: other texts are told apart more finely. */
function isShared({ table, said, is }: Parse, at: number, { label, by }: Group) {
  const { key, isOfPeople, columns } = table
  const isFiner = (each: Column) => each.kind === 'text' && distinctIn(each) > distinctIn(label)
  const isRow = is(at, 'rows') && !isOfPeople && columns.some(isFiner)
  return label !== key && !by && (isRow || anyRow.has(singular(said(at))))
}

/** What was done, as a column of another kind says: it has no date of its own. `the returned bike` is only named so. */
const deedIn = ({ said, wordBefore }: Parse, where: readonly Filter[]) =>
  where.find(
    ({ column, at }) => column.kind !== 'date' && isDone(said(at)) && wordBefore(at) !== 'the',
  )

/** Of the columns that may be meant those that can answer; where none is, those that always do. */
function answering({ table }: Parse, ask: Question['ask'], meant: readonly Column[]) {
  const isTime = ({ kind, written }: Column) =>
    kind === 'date' || kind === 'year' || written.includes('time')
  const called = properties
    .filter(({ said }) => said.includes(ask ?? ''))
    .flatMap(({ columns }) => columns)
  if (ask === 'where' || ask === 'why')
    return table.columns.filter(({ written }) => written.some(each => called.includes(each)))
  if (ask === 'who')
    return meant.every(isAmount) ? [table.persons ?? []].flat() : meant.filter(isOfPersons)
  if (ask !== 'when') return meant
  return meant.length > 0
    ? meant.filter(isTime)
    : table.columns.filter(({ kind }) => kind === 'date')
}
