// What is asked of the rows that are left: a number of them, a ranking, a list, a cell.
import {
  asksForEach,
  asksForLabels,
  asksForOthers,
  computed,
  doubtOfSize,
  type Extreme,
  type Question,
  questionOf,
  ranking,
} from './asking.ts'
import { cellOf } from './cell.ts'
import {
  type Counted,
  countedAt,
  isNameOfRow,
  isPaper,
  rowsAt,
  rowsOr,
  totalOf,
} from './counting.ts'
import {
  addsUp,
  either,
  flowsAt,
  isAmount,
  isMoneyAt,
  type Measure,
  measureOf,
  quantityOf,
} from './measure.ts'
import { type Asked, doubtful, type Filter, type Unclear } from './query.ts'
import { type Column, isOfPersons, type Table } from './table.ts'
import { isSingle, type Parse } from './words/parse.ts'
import { isDuration } from './words/places.ts'
import { flowing, states } from './words/vocabulary.ts'

/** What one number, one label, a list of either or a ranking is asked for. */
export function askedOf(parse: Parse, where: readonly Filter[]): Asked | Unclear {
  const question = questionOf(parse)
  // "how did they pay" asks for no number
  if (question.ask === 'how' && question.direct < 0)
    return { unclear: 'no column tells how something was done' }
  const stray = strayIn(parse)
  if (stray) return doubtful(stray)
  const [extreme, another] = question.extremes
  if (another) return { unclear: 'more than one extreme is named' }
  const asked = extreme
    ? rankedOf(parse, extreme, question)
    : (correlationOf(parse) ?? numberOf(parse, question, where))
  const { group, isPerRow, label, aggregate } = question
  const isEach = group ?? isPerRow
  if (!asked && !isEach) return cellOf(parse, question, where)
  if (!asked || (label && group)) return { unclear: 'it is not clear what to tell of each group' }
  if ('unclear' in asked) return asked
  const doubt = extreme && doubtOfSize(parse, extreme, asked, where)
  if (doubt) return doubt
  if (asked.end) return asked
  if (asksForLabels(parse, question, asked, where))
    return doubtful('it is not clear what totals are held against')
  if (asksForOthers(parse, question))
    return { unclear: `no column names each "${parse.said(question.direct)}"` }
  if (asked.want !== 'value' && isEach)
    return { unclear: 'it is not clear what to compute for each group' }
  // "the average fee per visit" is that of the visits
  if (isPerRow && isTypical(asked)) return group ? { ...asked, want: 'apart', ...group } : asked
  if (isPerRow && !group) return { unclear: 'no column tells the rows apart' }
  if (!group)
    return asked.column && asked.of !== 'count' && isSingle(parse, where)
      ? { want: 'cell', of: 'only', column: asked.column }
      : asked
  if (asked.of === 'mean' && isPaper(group.label))
    return doubtful(`it is not clear whether the total of each ${group.label.name} is averaged`)
  // what somebody earns a month no date tells
  const { label: name, key, persons } = parse.table
  const isOfOne = where.some(each => [name, key, persons].includes(each.column))
  if (group.by && isOfOne && !aggregate && asked.column?.isAdditive === false)
    return doubtful(`${asked.column.name} is nothing to be added up`)
  // "the average sales per month" are those of a month
  const isOfTime = group.label.kind === 'date' || group.label.head === 'week'
  const isListed = /\bby (?:the )?(?:day|week|month|quarter|year)\b/i.test(parse.text)
  const { column } = asked
  const isSum = column?.isAdditive && !column.words.some(each => states.has(each))
  const isOfTotals = asked.of === 'mean' && isOfTime && !isListed && isSum
  // "how many parcels per trip on average" is one number, whatever the trips are told apart by
  if (question.ask === 'many' && asked.of === 'mean' && !isOfTotals)
    return { unclear: 'it is not clear which average is meant' }
  return {
    ...asked,
    ...group,
    ...(isOfTotals ? { want: 'typical', of: 'sum' } : { want: 'list' }),
  }
}

// --- internal ---

/** What is computed of rows, and not by adding them up. */
const isTypical = ({ of }: Asked) =>
  /^(?:mean|median|deviation|variance|quantile|max|min)$/.test(of)

function correlationOf(parse: Parse): Asked | Unclear | undefined {
  const at = parse.operator('correlation')
  if (at < 0) return undefined
  const [x, y, more] = parse.named().filter(isAmount)
  if (!x || !y || more) return { unclear: 'a correlation takes two columns of numbers' }
  parse.take(at)
  parse.takeColumns(x, y)
  return { want: 'value', of: 'correlation', column: x, other: y }
}

/** The cell for which a column that is ranked or computed of holds no numbers: `absent` among marks. */
function strayIn({ tags, isOperator, next }: Parse): string | undefined {
  for (const at of tags.keys()) {
    const tag = tags[isOperator(at, ...ranking, ...computed) ? next(at) : -1]
    const [column, another] = tag?.is === 'column' ? tag.columns : []
    const values = (column?.type === 'text' && !another && column.values) || []
    const others = values.filter(each => !/^[-−+]?[\d.,]*\d$/.test(each))
    const [other] = others
    if (column && other !== undefined && values.length > 2 * others.length)
      return `"${other}" in ${column.name} is not a number`
  }
  return undefined
}

/** A number of all rows that are left; `undefined` where none is asked for. */
function numberOf(
  parse: Parse,
  { ask, at, aggregate, group }: Question,
  where: readonly Filter[],
): Asked | Unclear | undefined {
  const { tags, table, operator, columnAt } = parse
  const only = aggregate?.of === 'sum' ? undefined : aggregate
  if (ask === 'many') {
    const counted = countedAt(parse, at)
    if ('unclear' in counted || !only) return counted
    return counted.of === 'sum'
      ? { ...counted, ...only }
      : { unclear: 'it is not clear what is to be averaged' }
  }
  const different = operator('distinct')
  parse.take(different)
  if (different >= 0) return undefined
  const isSpoken = parse.spoken().some(([, { by }]) => by === 'property')
  const rows = parse.all('rows').filter(([spot]) => !isMoneyAt(parse, spot))
  const counts = rows.length > 0 && !parse.named().some(isAmount) && !isSpoken && ask !== 'much'
  const held = counts ? totalOf(parse) : undefined
  if (held) return held
  if ((group || aggregate?.of === 'sum') && counts)
    return group || rows.some(([spot]) => parse.isPlural(spot))
      ? rowsAt(parse, rows[0]![0])
      : { unclear: 'rows may be counted, or what they hold added up' }
  const isOfKey = (column: Column | undefined) => column && column === table.key
  // `what was spent`, `what were the takings`, `the cost of the trips`: that is added up without saying so
  const several =
    operator('all') >= 0 ||
    tags.some(
      (_, spot) =>
        (parse.is(spot, 'rows', 'about', 'thing') || isOfKey(columnAt(spot))) &&
        parse.isPlural(spot),
    )
  const isAdded = (column: Column | undefined, spot: number) =>
    column !== undefined &&
    isAmount(column) &&
    column.isAdditive &&
    (several || parse.isPlural(spot))
  const added =
    flowsAt(parse, at) ||
    (several && isSpoken) ||
    tags.some((_, spot) => parse.isOpen(spot) && isAdded(columnAt(spot), spot))
  // "how much is the fee": that of the only row
  const [before, beforeThat] = [1, 2].map(by => parse.wordBefore(at, by)) as [string, string]
  const asksMuch = ask === 'much' && (!/^(?:is|was)$/.test(beforeThat) || /ed$/.test(before))
  if (!aggregate && !group && !asksMuch && !(added && (ask === 'which' || ask === 'list')))
    return undefined
  if (!aggregate && !group && asksForEach(parse, ask, at)) {
    // an order has a name of its own, and so have the customers of a column
    if (columnAt(at) || (parse.is(at, 'rows') && table.key && table.key === table.label))
      return undefined
    if (where.length > 0 && parse.named().length === 0) {
      parse.take(at)
      return { want: 'records', of: 'count' }
    }
    return doubtful(`each of the "${parse.said(at)}" is asked for, and not what they come to`)
  }
  const measure = measureOf(parse, !only)
  if ('unclear' in measure) return measure
  const { column, times } = measure
  if (ask === 'much' && measure.by === 'nothing' && !column.isMoney)
    return { unclear: 'it is not said how much of what' }
  // `how much a kilo`
  if (/^how much (?:an?|per) /i.test(parse.text.trim()) && column.isAdditive)
    return { unclear: 'no column says how much one is' }
  if (aggregate || addsUp(measure)) return { want: 'value', of: 'sum', ...aggregate, column, times }
  if (!group && where.length > 0) return { want: 'cell', of: 'only', column }
  return { unclear: `say whether the total or the average ${column.name} is meant` }
}

/** What comes first: the label of a row, groups of rows, or the number itself. */
function rankedOf(parse: Parse, extreme: Extreme, question: Question): Asked | Unclear {
  const { end, most, at } = extreme
  const { ask, howMany, aggregate, label: labelled, group } = question
  const { label, by } = labelled ?? group ?? {}
  const measure =
    extremeMeasure(parse, extreme, question) ??
    (label ? mostAt(parse, extreme, label) : { unclear: 'it is not said of what the most' })
  if ('unclear' in measure) return measure
  if (extreme.isOfTime && (by || !/^(?:date|year)$/.test(measure.column?.kind ?? '')))
    return { unclear: `it is not clear which dates tell what is the "${parse.said(at)}"` }
  const isOfRows = parse.is(question.at, 'rows')
  if (!label && (asksForOthers(parse, question) || (isOfRows && !isAmount(measure.column!))))
    return { unclear: `no column names each "${parse.said(question.at)}"` }
  const isSomebody = label && (extreme.isOfTwo || isOfPersons(label) || parse.table.isOfPeople)
  if (ask === 'who' && !isSomebody) return { unclear: 'it is not clear who is meant' }
  // `what did we spend most on`
  const isOpen =
    ask === 'where' ||
    /\b(?:on|at|for|from|with|to)\s*\?*\s*$|^\s*(?:on|at|for|from|with|to) wh/i.test(parse.text) ||
    parse.is(parse.next(at), 'thing')
  if (!label && (isOpen || (ask === 'how' && !isAmount(measure.column!))))
    return { unclear: `it is not clear what the "${parse.said(at)}" is one of` }
  if (question.ask === 'when' && !label && 'column' in measure && isAmount(measure.column!))
    return { unclear: 'it is not said which of the dates is meant' }
  if (!label && measure.column && (measure.column.kind === 'date' || isDuration(measure.column)))
    return { want: 'dated', of: end, column: measure.column, label: measure.column, end }
  // `which automatic is the cheapest` asks for no number
  if (!label && ask === 'which' && parse.is(question.direct, 'value'))
    return { unclear: `no column names each "${parse.said(question.direct)}"` }
  if (!label && howMany === undefined) return { want: 'value', of: end, column: measure.column }
  if (!label && !parse.table.label)
    return { unclear: `no column names each "${parse.said(question.at)}"` }
  // of two expenses for rent each is one
  const isRow = parse.is(labelled?.at ?? -1, 'rows') && !parse.table.isOfPeople
  const isEach = howMany !== undefined && !most && isRow && label !== parse.table.key
  const firsts = label && !isEach ? 'top' : 'firsts'
  const ranked = {
    want: howMany === undefined ? 'group' : firsts,
    end,
    howMany,
    label: label ?? parse.table.label,
    by,
  } as const
  if (!label || isEach || 'of' in measure)
    return { ...ranked, of: 'of' in measure ? measure.of : end, column: measure.column }
  const { column, times } = measure
  if (aggregate) return { ...ranked, ...aggregate, column, times }
  const adds = isAmount(column) && addsUp(measure)
  if (most && !adds) return { unclear: `${column.name} is nothing to be added up` }
  if (extreme.isOfTwo && !most && label !== parse.table.key)
    return {
      unclear: `it is not clear which ${column.name} of several are held against each other`,
    }
  // no row is a month
  if (adds && (by || most || times || measure.by === 'names' || howMany !== undefined))
    return { ...ranked, of: 'sum', column, times }
  if (howMany !== undefined) return { ...ranked, of: end, column, times }
  if (!isAmount(column)) return { ...ranked, want: 'dated', of: end, column, times }
  if (column.isAdditive && label !== parse.table.key)
    return { ...ranked, want: 'leader', of: 'sum', column }
  // "the highest temperature measured" is one of a single row, whatever its label has else
  const isOne =
    label.kind === 'date' ||
    isNameOfRow(label, parse.table) ||
    /\b(?:measured|recorded|observed|reached)\b/i.test(parse.text)
  return { ...ranked, want: isOne ? 'dated' : 'row', of: end, column }
}

/** What an extreme is one of: the amounts or dates that are named, or those that its word speaks of. */
function extremeMeasure(
  parse: Parse,
  { at, most, columns, isAbout, isOfTime }: Extreme,
  { ask, at: focus, label: labelled, group, aggregate }: Question,
): Measure | Unclear | undefined {
  const { label } = labelled ?? group ?? {}
  // `what was the last expense` may be answered by its day, its amount or its name
  if (isOfTime && ask === 'which' && !label && parse.spoken().some(([spot]) => spot === focus))
    return {
      unclear: `it is not said what of the "${parse.said(at)} ${parse.said(focus)}" is asked for`,
    }
  const isSum = most || aggregate?.of === 'sum'
  // nothing dated is the longest
  const isOfAmounts = columns.length > 0 && columns.every(isAmount)
  const named = parse
    .named()
    .filter(
      column =>
        column !== label &&
        (isAmount(column) ||
          columns.includes(column) ||
          (!isOfAmounts && /^(?:date|year)$/.test(column.kind))),
    )
  if (named.some(isAmount)) {
    // of visits it is so many, of minutes so much
    const isMuch = ({ name, isMoney }: Column) => isMoney || name.includes('(')
    if (isOften(parse, at) && named.filter(isAmount).every(isMuch))
      return { unclear: 'it is not clear what is to be counted' }
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
  const isFlow = parse.tokens.some(({ base }) => flowing.has(base))
  return column ? { column, by: 'name' } : measureOf(parse, isSum || isFlow)
}

const isOften = (parse: Parse, at: number) => /often|frequently/i.test(parse.said(at))

/** What the most is of where nothing says so: of what is billed or counted, else of rows. */
function mostAt(
  parse: Parse,
  { at, isOfTwo }: Extreme,
  label: Column,
): Pick<Asked, 'of' | 'column'> | Measure | Unclear {
  const behind = parse.next(at)
  const isLast = behind < 0 || !parse.isOpen(behind)
  if (isLast && !isOften(parse, at)) {
    if (parse.all('rows').some(([spot]) => isMoneyAt(parse, spot))) return measureOf(parse, true)
    const quantity = quantityOf(parse.table)
    const paid = parse.table.columns.find(({ isMoney, isAdditive }) => isMoney && isAdditive)
    if (quantity && paid) return either([quantity, paid])
    if (quantity) return { of: 'sum', column: quantity }
    if (isOfTwo || label === parse.table.label)
      return { unclear: 'it is not said of what the most' }
  }
  // who has one row of his own is in it no oftener than others
  if (parse.table.isOfPeople && label === parse.table.label)
    return { unclear: 'it is not said of what the most' }
  const counted = countedAt(parse, behind)
  return 'want' in counted && counted.want === 'entries' ? entriesOf(parse.table, counted) : counted
}

/** Rows are counted for what is told of them, but neither for persons, of whom two may have one name, nor for a stock. */
function entriesOf(table: Table, counted: Counted): Counted | Unclear {
  const quantity = quantityOf(table)
  if (quantity) return rowsOr(quantity)
  return counted.label === table.persons
    ? doubtful(`several rows may have the same ${counted.label!.name}`)
    : counted
}
