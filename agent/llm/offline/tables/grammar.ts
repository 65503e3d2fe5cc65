// What is asked of the rows that are left: a number of them, a ranking, a list, a cell.
import {
  asksForOthers,
  doersIn,
  type Extreme,
  labelAt,
  type Question,
  questionOf,
} from './asking.ts'
import {
  addsUp,
  countedAt,
  either,
  flowsAt,
  isAmount,
  isMoneyAt,
  type Measure,
  measureOf,
  quantityOf,
} from './measure.ts'
import { isSingle, type Parse } from './parse.ts'
import type { Asked, Filter, Unclear } from './query.ts'
import { type Column, isBelow, isOfPersons } from './table.ts'
import { properties, vague } from './vocabulary.ts'

/** What one number, one label, a list of either or a ranking is asked for. */
export function askedOf(parse: Parse, where: readonly Filter[]): Asked | Unclear {
  const question = questionOf(parse)
  // "how did they pay" asks for no number
  if (question.ask === 'how' && question.direct < 0)
    return { unclear: 'no column tells how something was done' }
  const [extreme, another] = question.extremes
  if (another) return { unclear: 'more than one extreme is named' }
  const asked = extreme
    ? rankedOf(parse, extreme, question)
    : (correlationOf(parse) ?? numberOf(parse, question))
  const { group, isPerRow, label } = question
  const isEach = group ?? isPerRow
  if (!asked && !isEach) return cellOf(parse, question, where)
  if (!asked || (label && group)) return { unclear: 'it is not clear what to tell of each group' }
  if ('unclear' in asked) return asked
  // the largest may be the farthest below 0: of refunds, or of what is spent
  const isOfSize = extreme && /larg|big|great|small/i.test(parse.said(extreme.at))
  if (isOfSize && where.length > 0 && asked.column?.values?.some(isBelow))
    return {
      unclear: `it is not clear whether one of ${asked.column.name} below 0 is large or small`,
      isDoubtful: true,
    }
  if (asked.end) return asked
  const isWhich = question.ask === 'which' && /^which$/i.test(parse.said(question.direct - 1))
  if (isWhich && asked.of !== 'count')
    return { unclear: 'it is not clear what totals are held against', isDoubtful: true }
  // "the average fee per visit" is that of the visits
  if (isPerRow && isTypical(asked)) return group ? { ...asked, want: 'apart', ...group } : asked
  if (!group)
    return asked.column && asked.of !== 'count' && isSingle(parse, where)
      ? { want: 'cell', of: 'only', column: asked.column }
      : asked
  // "the average sales per month" are those of a month
  const isListed = /\bby (?:the )?(?:day|week|month|quarter|year)\b/i.test(parse.text)
  const isOfTotals = asked.of === 'mean' && group.label.kind === 'date' && !isListed
  return {
    ...asked,
    ...group,
    ...(isOfTotals ? { want: 'typical', of: 'sum' } : { want: 'list' }),
  }
}

// --- internal ---

/** What is computed of rows, and not by adding them up. */
const isTypical = ({ of }: Asked) => /^(?:mean|median|deviation|variance|max|min)$/.test(of)

/** The correlation of two columns. */
function correlationOf(parse: Parse): Asked | Unclear | undefined {
  const at = parse.operator('correlation')
  if (at < 0) return undefined
  const [x, y, more] = parse.named().filter(isAmount)
  if (!x || !y || more) return { unclear: 'a correlation takes two columns of numbers' }
  parse.take(at)
  parse.takeColumns(x, y)
  return { want: 'value', of: 'correlation', column: x, other: y }
}

/** A number of all rows that are left; `undefined` where none is asked for. */
function numberOf(
  parse: Parse,
  { ask, at, aggregate, group }: Question,
): Asked | Unclear | undefined {
  const { tags, operator } = parse
  const only = aggregate === 'sum' ? undefined : aggregate
  if (ask === 'many') {
    const counted = countedAt(parse, at)
    if ('unclear' in counted || !only) return counted
    return counted.of === 'sum'
      ? { ...counted, of: only }
      : { unclear: 'it is not clear what is to be averaged' }
  }
  const isSpoken = parse.spoken().some(([, { by }]) => by === 'property')
  const rows = parse.all('rows').filter(([spot]) => !isMoneyAt(parse, spot))
  const counts = rows.length > 0 && !parse.named().some(isAmount)
  if ((group || aggregate === 'sum') && counts)
    return group || rows.some(([spot]) => parse.isPlural(spot))
      ? { want: 'value', of: 'count' }
      : { unclear: 'rows may be counted, or what they hold added up' }
  // `what was spent`, `what were the takings`, `the cost of the trips`: that is added up without saying so
  const several =
    operator('all') >= 0 ||
    tags.some(({ is }, spot) => /^(?:rows|about|thing)$/.test(is) && parse.isPlural(spot))
  const isAdded = (spot: number) =>
    parse.isOpen(spot) && parse.columnAt(spot)?.isAdditive && (several || parse.isPlural(spot))
  const added = flowsAt(parse, at) || (several && isSpoken) || tags.some((_, spot) => isAdded(spot))
  // "how much is the fee": that of the only row
  const asksMuch = ask === 'much' && !/^(?:is|was)$/.test(parse.wordBefore(at, 2))
  if (!aggregate && !group && !asksMuch && !(added && ask === 'which')) return undefined
  const measure = measureOf(parse, !only)
  if ('unclear' in measure) return measure
  const { column, times } = measure
  if (aggregate || addsUp(measure)) return { want: 'value', of: aggregate ?? 'sum', column, times }
  return { unclear: `say whether the total or the average ${column.name} is meant` }
}

/** What comes first: the label of a row, groups of rows, or the number itself. */
function rankedOf(parse: Parse, extreme: Extreme, question: Question): Asked | Unclear {
  const { end, most, at } = extreme
  const { ask, howMany, aggregate, label: labelled, group } = question
  const { label, by } = labelled ?? group ?? {}
  const measure =
    extremeMeasure(parse, extreme, aggregate) ??
    (label ? mostAt(parse, at) : { unclear: 'it is not said of what the most' })
  if ('unclear' in measure) return measure
  if (extreme.isOfTime && (by || !/^(?:date|year)$/.test(measure.column?.kind ?? '')))
    return { unclear: `it is not clear which dates tell what is the "${parse.said(at)}"` }
  if (!label && asksForOthers(parse, question))
    return { unclear: `no column names each "${parse.said(question.at)}"` }
  const isSomebody = label && (isOfPersons(label) || parse.table.isOfPeople)
  if (ask === 'who' && !isSomebody) return { unclear: 'it is not clear who is meant' }
  const isOfNumbers = measure.column?.kind === 'amount'
  if (!label && (ask === 'how' ? !isOfNumbers : ask === 'when' && isOfNumbers))
    return { unclear: `it is not clear what the "${parse.said(at)}" is one of` }
  if (!label && measure.column?.kind === 'date')
    return { want: 'dated', of: end, column: measure.column, label: measure.column, end }
  if (!label && howMany === undefined) return { want: 'value', of: end, column: measure.column }
  const ranked = {
    want: howMany === undefined ? 'group' : 'top',
    end,
    howMany,
    label: label ?? parse.table.label,
    by,
  } as const
  if (!label || 'of' in measure)
    return { ...ranked, of: 'of' in measure ? measure.of : end, column: measure.column }
  const { column, times } = measure
  if (aggregate) return { ...ranked, of: aggregate, column, times }
  const adds = isAmount(column) && addsUp(measure)
  if (most && !adds) return { unclear: `${column.name} is nothing to be added up` }
  // no row is a month
  if (adds && (by || most || times || measure.by === 'names' || howMany !== undefined))
    return { ...ranked, of: 'sum', column, times }
  if (howMany !== undefined) return { ...ranked, of: end, column }
  if (!isAmount(column)) return { ...ranked, want: 'dated', of: end, column }
  if (column.isAdditive && label !== parse.table.key)
    return { ...ranked, want: 'leader', of: 'sum', column }
  // "the highest temperature measured" is one of a single row, whatever its label has else
  const isOne =
    label.kind === 'date' || /\b(?:measured|recorded|observed|reached)\b/i.test(parse.text)
  return { ...ranked, want: isOne ? 'dated' : 'row', of: end, column }
}

/** What an extreme is one of: the amounts or dates that are named, or those that its word speaks of. */
function extremeMeasure(
  parse: Parse,
  { most, columns, isAbout }: Extreme,
  aggregate: Question['aggregate'],
): Measure | Unclear | undefined {
  const isSum = most || aggregate === 'sum'
  // nothing dated is the longest
  const isOfAmounts = columns.length > 0 && columns.every(isAmount)
  const named = parse
    .named()
    .filter(column => isAmount(column) || (!isOfAmounts && /^(?:date|year)$/.test(column.kind)))
  if (named.some(isAmount)) {
    const measure = measureOf(parse, isSum)
    const isOther = isAbout && 'column' in measure && !columns.includes(measure.column)
    return isOther ? { unclear: `${measure.column.name} is nothing like that` } : measure
  }
  if (most)
    return parse.all('column').some(([, { columns }]) => columns.some(isAmount))
      ? measureOf(parse, true)
      : undefined
  const [column, another] = named.length > 0 ? named : columns
  if (another) return either([column!, another])
  parse.takeColumns(...named)
  return column ? { column, by: 'name' } : measureOf(parse, isSum)
}

/** What the most is of where nothing says so: of what is billed or counted, else of rows. */
function mostAt(parse: Parse, at: number): Pick<Asked, 'of' | 'column'> | Measure | Unclear {
  const behind = parse.next(at)
  const isLast = behind < 0 || !parse.isOpen(behind)
  if (isLast && !/often|frequently/i.test(parse.said(at))) {
    const quantity = quantityOf(parse.table)
    const paid = parse.table.columns.find(({ isMoney, isAdditive }) => isMoney && isAdditive)
    if (quantity && paid) return either([quantity, paid])
    if (quantity) return { of: 'sum', column: quantity }
  }
  return countedAt(parse, behind)
}

/** What one row says, or which different labels there are. */
function cellOf(parse: Parse, { ask, at }: Question, where: readonly Filter[]): Asked | Unclear {
  if (ask === undefined) return { unclear: 'it is not clear what is to be computed' }
  const label = labelAt(parse, at)
  const asksWhat = ask === 'which' || ask === 'list'
  if (asksWhat && label && parse.isPlural(at)) {
    parse.take(at)
    return { want: 'labels', of: 'count', ...label }
  }
  const spoken = parse.spoken().map(([, { columns }]) => columns)
  const shared = (spoken[0] ?? []).filter(each => spoken.every(columns => columns.includes(each)))
  const rows = label && ask !== 'who' ? [label.label] : []
  const doers = ask === 'who' ? doersIn(parse) : []
  const focused = [parse.columnAt(at) ?? []].flat()
  const parts = parse.all('column').flatMap(([, { by, columns }]) => (by === 'part' ? columns : []))
  const meant =
    [focused, doers, parse.named(), shared, rows, asksWhat ? [] : parts].find(
      each => each.length > 0,
    ) ?? []
  const [column, another] = answering(parse, ask, meant)
  if (!column) return { unclear: 'it is not clear what is asked for' }
  if (another) return either([column, another])
  if (where.length === 0)
    return { unclear: `it is not said of which row the ${column.name} is meant` }
  parse.takeColumns(column)
  const verb = parse.tags.findIndex(
    tag => ask === 'who' && vague.has(parse.tokens[tag.first]!.base),
  )
  if (verb >= 0) return { unclear: `it is not told who "${parse.said(verb)}" it` }
  // `how heavy` is no cake
  if (ask === 'how' && column.kind === 'text')
    return { unclear: `${column.name} does not say how "${parse.said(at)}"` }
  if (ask === 'who' && !isSingle(parse, where))
    return { want: 'labels', of: 'count', label: column }
  return { want: 'cell', of: 'only', column }
}

/** Of the columns that may be meant those that can answer; where none is, those that always do. */
function answering(
  { table }: Parse,
  ask: Question['ask'],
  meant: readonly Column[],
): readonly Column[] {
  const isTime = ({ kind, written }: Column) =>
    kind === 'date' || kind === 'year' || written.includes('time')
  const called = properties
    .filter(({ said }) => said.includes(ask ?? ''))
    .flatMap(({ columns }) => columns)
  switch (ask) {
    case 'who':
      return meant.length > 0 ? meant.filter(isOfPersons) : [table.persons ?? []].flat()
    case 'when':
      return meant.length > 0
        ? meant.filter(isTime)
        : table.columns.filter(({ kind }) => kind === 'date')
    case 'where':
    case 'why':
      return table.columns.filter(({ written }) => written.some(each => called.includes(each)))
    default:
      return meant
  }
}
