// A question about a table, read as a query: of all its readings the one that explains most, if every
// word is accounted for; of two that explain as much and differ, neither.

import { computed } from './asking.ts'
import { followed, inYearOf, isUnsure, widenedBy } from './continued.ts'
import { contrastOf } from './contrast.ts'
import { filtersOf } from './filters.ts'
import { askedOf } from './grammar.ts'
import {
  doubtOfTime,
  isAddedUp,
  isAmount,
  isRate,
  isRunning,
  isSizeOfOne,
  ofFlow,
  quantityOf,
} from './measure.ts'
import { dateParts, doubtful, type Filter, type Query, settled, type Unclear } from './query.ts'
import { otherSpokenOf, remainderOf } from './remainder.ts'
import { type Column, mayBeIn, type Table } from './table.ts'
import type { Sheets } from './words/lexicon.ts'
import { isListed, type Parse, parseOf } from './words/parse.ts'
import { inSeveral } from './words/periods.ts'
import { readingsOf, type Tag, tokensOf } from './words/tags.ts'
import { irregular, neutral, type Token, turning } from './words/vocabulary.ts'

/** A query, and how much of the question it explains. */
export interface Understood {
  readonly query: Query
  readonly weight: number
}

/** What is asked of one table; what a follow-up leaves out is as in `before`. */
export function queryOf(
  text: string,
  table: Table,
  sheets: Sheets,
  before?: Query,
): Understood | Unclear {
  if (asksTwice.test(text)) return { unclear: 'two things are asked at once' }
  const tokens = tokensOf(text)
  const spans = readingsOf(text, tokens, table, sheets)
  const found: Understood[] = []
  let reason = 'nothing is asked'
  for (const { tags, weight } of pathsOf(spans).toReversed()) {
    if (found.length > 0 && found[0]!.weight > weight) break
    const read = queryIn(parseOf(text, tokens, tags, table), before)
    const query = 'unclear' in read ? read : settled(text, read)
    if ('unclear' in query && query.isDoubtful) return query
    if ('unclear' in query) reason = query.unclear
    else found.push({ query, weight })
  }
  const [first, ...others] = found
  const unknown = spans.find(([tag]) => tag!.is === 'open')?.[0]
  if (!first && unknown)
    return {
      unclear: `"${tokens[unknown.first]!.text}" is neither a column nor a value of ${table.sheet ?? table.file}`,
    }
  if (!first) return { unclear: reason }
  const rival = others.find(({ query }) => signature(query) !== signature(first.query))
  return rival ? { unclear: `it may be of ${spoken(first.query, rival.query)}` } : first
}

// --- internal ---

/** `the highest fee and when`: half of an answer would pass for all of it. */
const asksTwice =
  /\S\s*(?:\b(?:and|plus)\b|&)\s+(?:(?:in|on|at|by|for|from|with|to|of)\s+)?(?:who|whom|whose|when|why|what|how (?:many|much)|where(?=\s*\??$))\b/i

/** So many readings of one question are looked at. */
const mostPaths = 256

interface Path {
  readonly tags: readonly Tag[]
  readonly weight: number
}

/** Every choice of one meaning for each span, the most telling last; of very many the least telling are left out. */
function pathsOf(spans: readonly (readonly Tag[])[]): readonly Path[] {
  const all = spans.reduce<readonly Path[]>(
    (paths, span) =>
      paths
        .flatMap(({ tags, weight }) =>
          span.map(tag => ({ tags: [...tags, tag], weight: weight + tag.weight })),
        )
        .toSorted((a, b) => a.weight - b.weight)
        .slice(-mostPaths),
    [{ tags: [], weight: 0 }],
  )
  return all
    .map(({ tags, weight }) => ({ tags, weight: weight - 0.1 * namedIn(tags) }))
    .toSorted((a, b) => a.weight - b.weight)
}

/** How many columns are named: words that may name one name no two (`inhabitants in 2022`). */
const namedIn = (tags: readonly Tag[]) =>
  new Set(tags.flatMap(tag => (tag.is === 'column' && tag.by === 'name' ? tag.columns : []))).size

function queryIn(parse: Parse, before: Query | undefined): Query | Unclear {
  const { table } = parse
  const said = filtersOf(parse)
  if ('unclear' in said) return said
  const widened = before && widenedBy(parse, before)
  const asked =
    remainderOf(parse, said) ??
    contrastOf(parse, said) ??
    followed(parse, said, widened) ??
    (widened?.isUnsure ? isUnsure : { where: said, ...askedOf(parse, said) })
  if ('unclear' in asked) return asked
  if (asked.contrast?.side === 'sheets' && asked.contrast.pair[0] !== table.sheet)
    return { unclear: 'it is of another sheet' }
  const joined = joinedOf(
    parse,
    asked.where.map(filter => inYearOf(filter, before)),
  )
  if ('unclear' in joined) return joined
  const kept = (widened?.query.where ?? []).filter(
    old => !joined.some(({ column }) => column === old.column),
  )
  const flow = ofFlow(parse, asked)
  if ('unclear' in flow) return flow
  const query = { ...flow.asked, table, where: [...joined, ...kept, ...flow.where] }
  const doubt =
    (query.of === 'sum' && query.column && doubtOfSum(query.column, query)) ||
    doubtOfTime(parse, query)
  if (doubt) return doubtful(doubt)
  const other = otherSpokenOf(parse, query)
  if (other) return other
  const told = query.label ?? (query.want === 'cell' ? query.column : undefined)
  if (
    query.where.some(
      ({ column, is, value }) => column === told && is === '=' && !Array.isArray(value),
    )
  )
    return doubtful(`the ${told!.name} that is asked for is named already`)
  const left = leftIn(parse, query)
  return left === undefined ? query : { unclear: `it is not clear what "${left}" means here` }
}

/** Why the numbers of a column are not to be added up. */
function doubtOfSum(column: Column, { table, times, want }: Query): string | undefined {
  const { name } = column
  if (isRunning(column, table))
    return `${name} tells how much there is, and is nothing to be added up`
  if (isRate(column)) return `${name} is a rate, and is nothing to be added up`
  const quantity = quantityOf(table)
  // of what was sold or sent on a day all of it was weighed
  const isListOfKinds = table.columns.every(({ kind }) => kind !== 'date')
  if (quantity && quantity !== column && !times && isListOfKinds && isSizeOfOne(column))
    return `${name} may be that of one piece or of all`
  return want === 'typical' && !isAddedUp(column)
    ? `it is not clear whether ${name} is added up or averaged`
    : undefined
}

/** Values of one column in a list are meant alike: `tents and lamps`. */
function joinedOf(parse: Parse, where: readonly Filter[]): readonly Filter[] | Unclear {
  const result: Filter[] = []
  for (const filter of where) {
    const at = result.findIndex(
      ({ column, is }) =>
        column === filter.column && is === filter.is && /^(?:!?=|within|relative)$/.test(is),
    )
    const earlier = result[at]
    // no day lies in two quarters
    const isTwice = result.some(
      ({ column, is, unsure }) =>
        column === filter.column && is === filter.is && /^[<>]/.test(is) && unsure === true,
    )
    if (isTwice) return doubtful(`two values of ${filter.column.name} are named`)
    const values = [earlier?.value ?? [], filter.value ?? []].flat() as readonly string[]
    if (!earlier) result.push(filter)
    else if (earlier.is === 'relative' || !isListed(parse, earlier.at, filter.at))
      return { unclear: `two values of ${filter.column.name} are named` }
    else result[at] = { ...earlier, value: [...new Set(values)], at: filter.at }
  }
  const several = result.map(inSeveral)
  const apart = several.indexOf(undefined)
  return apart < 0
    ? several.filter(filter => filter !== undefined)
    : doubtful(`two values of ${result[apart]!.column.name} are named`)
}

const columnsOf = ({ column, other, times, label, where, contrast, table }: Query) => [
  ...[column, other, times, label, contrast?.column].filter(each => each !== undefined),
  ...[...where, ...(contrast?.part ?? [])].map(filter => filter.column),
  ...table.columns.filter(
    ({ name }) =>
      (contrast?.side === 'columns' && contrast.pair.includes(name)) ||
      where.some(({ is, value }) => /^(?:exceeds|trails)$/.test(is) && value === name),
  ),
]

/** The first words that nothing in the query accounts for. */
function leftIn(parse: Parse, query: Query): string | undefined {
  const { tags, isOperator, prev, next, table } = parse
  const used = columnsOf(query)
  const measures = used.filter(({ kind }) => kind === 'amount')
  // goals may be scored or conceded
  const isShared = table.columns.some(
    other =>
      isAmount(other) && !used.includes(other) && measures.some(({ head }) => head === other.head),
  )
  const isOfTwo = query.of === 'correlation' || !!query.contrast || /spread|range/.test(query.want)
  let verbs = 0
  const isExplained = (tag: Tag, at: number): boolean => {
    const around = [tags[prev(at)], tags[next(at)]].map(each => each?.is)
    const joint = [tags[at - 1], tags[at + 1]].map(each => each?.is)
    const isUsed = tag.is === 'column' && tag.columns.some(each => used.includes(each))
    if (parse.is(at, 'rows', 'thing', 'column') && !isUsed && groupsBy(parse, at)) return false
    switch (tag.is) {
      case 'silent':
      case 'about':
      case 'rows':
        return true
      case 'figure':
        // "by how many marks"
        if (query.contrast && isOperator(prev(at), 'many')) return true
        return around.includes('column') || joint.includes('value') || joint.includes('rows')
      case 'thing':
        // "Leeds tickets", "the product Tent"; but not "the tickets of Leeds"
        if (joint.some(is => is !== undefined && /^(?:value|column|rows|sheet)$/.test(is)))
          return true
        return (
          isOperator(prev(at), 'many') &&
          (neutral.test(parse.said(at)) ||
            (query.of === 'sum' && tags.some((_, spot) => parse.columnAt(spot) === query.column)))
        )
      case 'sheet':
        return tag.sheet === table.sheet
      case 'column': {
        const [column] = tag.columns
        const isAny = parse.isPlural(at) || neutral.test(parse.said(at))
        const isGeneral =
          tag.by === 'name' &&
          column?.kind !== 'amount' &&
          isAny &&
          !isOperator(prev(at), ...computed, 'max', 'min')
        // "total distance in km" of a column without a unit
        const { unit } = tag
        const isBare = unit !== undefined && measures.some(each => mayBeIn(each, unit))
        return (
          isBare || isGeneral || isUsed || (tag.way !== undefined && parse.wordBefore(at) === 'how')
        )
      }
      case 'operator':
        if (isOperator(at, 'between')) return isOfTwo
        if (isOperator(at, 'still')) return /^(?:value|column)$/.test(tags[next(at)]?.is ?? '')
        if (isOperator(at, 'sheets')) return around.includes('sheet')
        if (isOperator(at, ...dateParts))
          return around.includes('period') || used.some(({ kind }) => kind === 'date')
        if (isOperator(at, 'more', 'less')) return query.contrast?.operation === 'excess'
        return isOperator(at, 'all', 'by', 'having', 'which', 'who', 'list', 'sum')
      case 'open':
        verbs += 1
        return verbs === 1 && !isShared && isVerb(parse, at, measures.length > 0)
      default:
        return false
    }
  }
  const left = tags.findIndex((tag, at) => parse.isOpen(at) && !isExplained(tag, at))
  return left < 0 ? undefined : parse.said(left)
}

/** Whether a noun says by what to group, as in `by route`, and not who did it, as in `by the driver Hana`. */
const groupsBy = ({ textBefore, is, next }: Parse, at: number) =>
  /\bby (?:the |all )?$/i.test(textBefore(at)) && !is(next(at), 'value')

/** Whether an unknown word can only be a verb that says what is known: `did Amir drive`, `carried by`, `plots grow barley`. */
function isVerb(
  { tags, tokens, table, prev, next, isOperator }: Parse,
  at: number,
  isMeasured: boolean,
) {
  const { first, end } = tags[at]!
  const { word, base, text } = tokens[first]!
  // `has used`
  const has = /^ha(?:s|ve|d)$/.test(tokens[first - 1]?.word ?? '') && base !== 'sell' ? 1 : 0
  const [subject, object] = [tags[has ? prev(prev(at)) : prev(at)], tags[next(at)]]
  const isPast = irregular.has(word) || /ed$/.test(word)
  const after = tokens[end]?.word ?? ''
  if (turning.has(base) || !/^\p{Ll}{3,}$/u.test(text)) return false
  // `delivered to the South`, `were carried in June`
  if (isPast && object?.is === 'value' && /^(?:to|at|in|from|on|for|with|by)$/.test(after))
    return true
  const isBe = ({ word }: Token) => /^(?:is|are|was|were|been|being)$/.test(word)
  const before = tokens.slice(Math.max(0, first - 8), first)
  // `were carried`, `was the most diesel bought`
  const isPassive =
    before.slice(-1).some(isBe) ||
    (subject?.is === 'column' && subject.end === first && before.some(isBe))
  if (isPassive && isMeasured && isPast && /^(?:to|at|in|from|on|for|with|by)?$/.test(after))
    return true
  const isAsked = before.some(each => /^(?:do|does|did)$/.test(each.word))
  const isSubject = subject?.end === first - has && /^(?:value|column|rows|sheet)$/.test(subject.is)
  // `did I run` of a log of runs
  const isOurs = /^(?:i|we|you|they|he|she|it)$/.test(tokens[first - 1]?.word ?? '')
  if (isAsked && isMeasured && isOurs && table.nouns.includes(tokens[first]!.sense)) return true
  // `did all of them together drive`
  if (isAsked && isMeasured && subject?.end === first && isOperator(prev(at), 'all', 'sum'))
    return true
  if (!isSubject || (subject.is === 'column' && subject.columns.some(isAmount))) return false
  if (
    /^(?:rows|column)$/.test(subject.is) &&
    object?.is === 'value' &&
    object.first === end &&
    (isPast || subject.is === 'rows')
  )
    return true
  return isMeasured && (isAsked || isPast || /[^s]s$/.test(word))
}

const signature = ({ table, where, ...query }: Query) =>
  JSON.stringify([query, where.map(({ column, is, value }) => [column.name, is, value])])

/** The columns in which two queries differ, else their values. */
function spoken(...queries: readonly Query[]): string {
  const [columns, values] = [
    queries.map(query => columnsOf(query).map(({ name }) => name)),
    queries.map(({ where }) => where.map(({ value }) => String(value))),
  ]
  const [all = []] = [columns, values]
    .map(each =>
      [...new Set(each.flat())].filter(name => !each.every(names => names.includes(name))),
    )
    .filter(each => each.length > 0)
  return all.map(each => `"${each}"`).join(' or of ')
}
