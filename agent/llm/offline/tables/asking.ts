// What a question is after: the word that asks and what it asks for, what is computed, groups, superlatives.
import { eitherOf, groupOf, labelAt } from './groups.ts'
import { isAmount } from './measure.ts'
import { type Asked, doubtful, type Filter, type Group, type Unclear } from './query.ts'
import { type Column, isBelow, isOfPersons } from './table.ts'
import { begins } from './words/dates.ts'
import type { Parse } from './words/parse.ts'
import { vague } from './words/vocabulary.ts'

export interface Question {
  readonly ask?: Asking | undefined
  /** The place of what is asked for, and that right behind the word that asks. */
  readonly at: number
  readonly direct: number
  readonly extremes: readonly Extreme[]
  readonly howMany: number | undefined
  /** What is ranked, or told of, and where that stands. */
  readonly label: (Group & { readonly at: number }) | undefined
  /** What there is to be one number for each of, and whether each row is one. */
  readonly group: Group | undefined
  readonly isPerRow: boolean
  readonly aggregate: Pick<Asked, 'of' | 'quantile'> | undefined
}

export interface Extreme {
  readonly at: number
  readonly end: 'max' | 'min'
  /** `most`, `fewest`: of what is counted or added up. */
  readonly most: boolean
  /** `more`, `heavier`: one of two. */
  readonly isOfTwo: boolean
  /** The columns that the word itself speaks of, and whether it can speak of no others. */
  readonly columns: readonly Column[]
  readonly isAbout: boolean
  /** `last`, `first`: never the largest or the smallest. */
  readonly isOfTime: boolean
}

/** Reads what is asked, its words taken. */
export function questionOf(parse: Parse): Question {
  const focus = focusOf(parse)
  const two = eitherOf(parse)
  const extremes = extremesOf(parse, two !== undefined)
  const [extreme] = extremes
  const howMany = extreme && numberBeside(parse, extreme.at, focus.at)
  const label = extreme && (two ?? labelOf(parse, extreme.at, focus))
  if (label) parse.take(label.at)
  // "the highest by net amount" is no group
  const { group, isPerRow } = groupOf(parse, extreme ? ['per'] : ['per', 'by'])
  const groups = { group: extreme && isPerRow ? undefined : group, isPerRow }
  return { ...focus, extremes, howMany, label, ...groups, aggregate: aggregateOf(parse) }
}

/** What is computed of numbers where a word says so. */
export const computed = ['sum', 'mean', 'median', 'deviation', 'variance'] as const

/** Whether one of several is asked for that no column names: `which volunteer` of a table of projects. */
export const asksForOthers = ({ tags, tokens, is }: Parse, { ask, direct }: Question) => {
  const tag = tags[direct]
  if (ask !== 'which' || !tag) return false
  if (tag.is === 'column') return tag.by === 'property' && vague.has(tokens[tag.first]!.base)
  return is(direct, 'rows', 'sheet', 'thing', 'figure', 'about', 'open')
}

/** `The largest` may be the farthest below 0: of refunds, or of what is spent. */
export function doubtOfSize(
  parse: Parse,
  { at }: Extreme,
  { column }: Asked,
  where: readonly Filter[],
): Unclear | undefined {
  const isSigned = column?.values?.some(isBelow)
  const isOfSize = /larg|big|great|small/i.test(parse.said(at))
  return isSigned && isOfSize && where.length > 0
    ? doubtful(`it is not clear whether one of ${column!.name} below 0 is large or small`)
    : undefined
}

/** Whether `which teams` asks for those whose totals are so, not for a number; `how many teams` of totals is such too. */
export const asksForLabels = (
  parse: Parse,
  { ask, direct, aggregate }: Question,
  { of }: Asked,
  where: readonly Filter[],
) => {
  const isNamed = parse.columnAt(direct)?.kind === 'text' || parse.is(direct, 'rows')
  const isWhich = ask === 'which' && /^which$/i.test(parse.said(direct - 1))
  if (isWhich && isNamed) return of !== 'count'
  const isOfTotals = of === 'count_distinct' && aggregate?.of === 'sum'
  return isOfTotals && where.some(({ column }) => column.isAdditive)
}

/** The persons that do what a verb says: trainers train. */
export const doersIn = (parse: Parse) =>
  parse
    .all('column')
    .flatMap(([at, { by, columns }]) =>
      by === 'part' ? columns.filter(isOfPersons).map(label => ({ label, at })) : [],
    )

/** Whether what is asked for is every one of several, and not what they come to: `list the expenses`, `which sales`. */
export const asksForEach = (parse: Parse, ask: Question['ask'], at: number) =>
  /^\W*(?:please |can you |could you )*list\b/i.test(parse.text) ||
  (parse.isPlural(at) &&
    (ask === 'list' || /\bwhich (?:\S+ )*$|\bwhat $/i.test(parse.textBefore(at))))

// --- internal ---

const asking = [
  ['many'],
  ['much'],
  ['who', 'when', 'where', 'why'],
  ['which', 'how', 'list'],
] as const
type Asking = (typeof asking)[number][number]
/** Words for what comes first or last. */
export const ranking = ['max', 'min', 'best', 'worst', 'most', 'least', 'first', 'last'] as const

function focusOf(parse: Parse): Pick<Question, 'ask' | 'at' | 'direct'> {
  const { tags, is, columnAt, next } = parse
  // "the number of hours" are the hours
  for (const at of tags.keys())
    if (/^number of$/i.test(parse.said(at)) && columnAt(next(at))?.kind === 'amount') parse.take(at)
  const at = asking.map(some => parse.operator(...some)).find(each => each >= 0) ?? -1
  if (at < 0) return { at, direct: at }
  parse.take(at)
  const isPassed = (spot: number) => {
    // "what did visit 2402 cost" asks for no visit
    const isTold =
      !parse.isOpen(spot) && (columnAt(spot)?.kind === 'flag' || is(next(spot), 'number'))
    // "charter days" are the days, but "students scored" is of students
    const isLed =
      is(spot, 'rows') && columnAt(spot + 1)?.kind === 'amount' && !/ed$/.test(parse.said(spot + 1))
    // "which apple varieties" are varieties
    const isKind =
      spot === at + 1 && is(spot, 'value') && columnAt(spot + 1) && parse.isPlural(spot + 1)
    return (
      isLed ||
      isKind ||
      parse.isOperator(spot, ...computed, ...ranking, 'distinct', 'all', 'more', 'less') ||
      is(spot, 'number') ||
      isTold ||
      parse.wayAt(spot) !== undefined
    )
  }
  let spot = next(at)
  while (isPassed(spot)) spot = next(spot)
  const { operator } = tags[at] as { operator: Asking }
  return { ask: operator, at: spot, direct: is(at + 1, 'silent') ? -1 : at + 1 }
}

/** What is computed, as far as words say it; `in total` beside another says nothing more. */
function aggregateOf({ operator, isOperator, take, tags, prev }: Parse): Question['aggregate'] {
  let found: Question['aggregate']
  const next = () => operator(...computed, 'lower quartile', 'upper quartile', 'quantile')
  for (let at = next(); at >= 0; at = next()) {
    const said = computed.find(each => isOperator(at, each))
    const rank = tags[prev(at)]
    take(at)
    if (said) found = found && found.of !== 'sum' ? found : { of: said }
    else if (rank?.is === 'number') {
      take(prev(at))
      found = { of: 'quantile', quantile: rank.value / 100 }
    } else found = { of: 'quantile', quantile: isOperator(at, 'lower quartile') ? 0.25 : 0.75 }
  }
  return found
}

/** What may be said of any amount. */
const ofAll = /^(?:long|short|large|big|small|high|low)/i

/** `the highest`, `the most`, `the heaviest`, `most expensive`, `the last`; their words are taken. */
function extremesOf(parse: Parse, isOfTwo: boolean): readonly Extreme[] {
  const { tags, table, isOperator, prev } = parse
  const dated = table.columns.filter(({ kind }) => kind === 'date')
  // beside a day on which somebody left no other one tells who is still here
  const isStay = /\bha(?:s|ve) (?:been|worked|served) \S/i.test(parse.text)
  const dates = isStay ? dated.filter(({ name }) => dated.length === 1 && begins.test(name)) : dated
  // of points the most are best; what else is best no header tells
  const scores = table.columns.filter(
    ({ name, kind }) =>
      kind === 'amount' &&
      /\(\/ ?\d+\)|\bout of \d|\b(?:scores?|points|ratings?|stars)\b/i.test(name),
  )
  const isPlain = (at: number) => parse.wayAt(at)?.degree === 'plain'
  // of two, the one with more has the most
  const degrees = isOfTwo ? ['est', 'er'] : ['est']
  const ranks = [...ranking, ...(isOfTwo ? (['more', 'less'] as const) : [])]
  return tags.flatMap((tag, at): readonly Extreme[] => {
    if (!parse.isOpen(at)) return []
    if (tag.is === 'column' && tag.way) {
      const compared = isPlain(at) && isOperator(prev(at), 'most', 'least')
      if (!degrees.includes(tag.way.degree) && !compared) return []
      parse.take(at, ...(compared ? [prev(at)] : []))
      const few = (compared && isOperator(prev(at), 'least')) !== tag.way.few
      const extreme = {
        at,
        end: few ? 'min' : 'max',
        most: false,
        columns: tag.columns,
        isOfTwo,
      } as const
      return [{ ...extreme, isAbout: !ofAll.test(parse.said(at)), isOfTime: false }]
    }
    if (!isOperator(at, ...ranks) || isPlain(parse.next(at))) return []
    // nothing tells by what somebody came last
    const isRanked = parse.named().some(isAmount) || parse.spoken().length > 0
    if (/^(?:c[oa]mes?|ranks) /i.test(parse.said(at)) && !isRanked) return []
    const isAbout = isOperator(at, 'best', 'worst')
    if (isAbout && scores.length === 0) return []
    parse.take(at)
    const end = isOperator(at, 'max', 'best', 'most', 'more', 'last') ? 'max' : 'min'
    const isOfTime = isOperator(at, 'first', 'last')
    const columns = isOfTime ? dates : isAbout ? scores : []
    const most = isOperator(at, 'most', 'least', 'more', 'less')
    return [{ at, end, most, columns, isAbout, isOfTime, isOfTwo }]
  })
}

/** The number in `top 3`, `the three largest`, `which two ... the most`. */
function numberBeside(parse: Parse, at: number, focus: number): number | undefined {
  const { prev, next } = parse
  const spot = [next(at), prev(at), prev(focus)].find(
    each => parse.isOpen(each) && parse.is(each, 'number'),
  )
  const tag = parse.tags[spot ?? -1]
  if (spot !== undefined) parse.take(spot)
  return tag?.is === 'number' ? tag.value : undefined
}

/** What is ranked: who does something, `who` or `when`, before `with the highest`, behind `which`, or right behind the extreme. */
function labelOf(
  parse: Parse,
  at: number,
  { ask = 'list', at: focus, direct }: Pick<Question, 'ask' | 'at' | 'direct'>,
): (Group & { readonly at: number }) | undefined {
  const { table, is, prev, next } = parse
  // "the hottest it got in any of the houses" is none of them
  if (parse.tokens[parse.tags[at]!.end]?.word === 'it') return undefined
  const [doer] = ask === 'who' ? doersIn(parse) : []
  if (doer) return doer
  const somebody = table.columns.filter(column => column.kind === 'text' && isOfPersons(column))
  const isOnly = table.isOfPeople || somebody.length < 2
  if (ask === 'who' && table.persons) return isOnly ? { label: table.persons, at: -1 } : undefined
  if (ask === 'when') return table.date && { label: table.date, at: -1 }
  const having = parse.isOperator(prev(at), 'having') ? prev(prev(at)) : -1
  const behind = is(next(at), 'number') ? next(next(at)) : next(at)
  // "which customer's orders have"
  const first = is(having, 'rows') ? [focus, having] : [having, focus]
  const places = /^(?:many|much|how)$/.test(ask) ? [having] : [...first, behind]
  const found = places
    .filter(spot => parse.isOpen(spot))
    .flatMap(spot => ({ ...labelAt(parse, spot), at: spot }))
    .find(({ label }) => label)
  // "the longest hire in minutes" is a number
  const inUnit = parse
    .all('column')
    .some(([, { by, columns }]) => by === 'unit' || columns[0]?.name === columns[0]?.unit)
  const isNumber = inUnit && ask === 'which' && direct < 0 && found?.label === table.key
  return found?.label && !isNumber ? { ...found, label: found.label } : undefined
}
