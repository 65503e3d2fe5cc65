// Two numbers and what is done with them: of two sheets, values, periods or columns, of a part and the
// whole, of the largest and the smallest.
import { asksForOthers, type Question, questionOf } from './asking.ts'
import { countedAt, summed } from './counting.ts'
import { labelAt } from './groups.ts'
import { either, isAmount, isMoneyAt, measureOf, quantityOf } from './measure.ts'
import type { Asked, Contrast, Filter, Operation, Unclear } from './query.ts'
import type { Column } from './table.ts'
import type { Parse } from './words/parse.ts'
import { falling, irregular, limits, rising } from './words/vocabulary.ts'

type Compared = Asked & { readonly where: readonly Filter[] }

/** What two numbers are asked for, and of which rows; `undefined` when nothing is compared. */
export function contrastOf(parse: Parse, where: readonly Filter[]): Compared | Unclear | undefined {
  const asked = operationOf(parse)
  if (!asked) return undefined
  const { operation, at, between, swapped = false, isOfSums } = asked
  const pair = pairOf(parse, operation === 'share' ? [] : where, asked.isLimited)
  const question = questionOf(parse)
  const { ask, extremes, aggregate } = question
  if (operation === 'share') return shareOf(parse, where, at, pair, question)
  if (extremes.length === 2 && extremes[0]!.end !== extremes[1]!.end)
    return spreadOf(parse, where, question)
  if (question.group ?? question.isPerRow)
    return { unclear: 'it is not clear what is to be compared for each group' }
  if (!pair) return { unclear: 'it is not clear what is to be compared with what' }
  if (between !== undefined && !(pair.at[0] < between && between < pair.at[1]))
    return { unclear: 'it is not clear which of the two is to be compared with which' }
  const { side, filters } = pair
  const rows = labelAt(parse, question.at)
  const column = parse.table.columns.find(({ name }) => side === 'columns' && name === pair.pair[0])
  if (isOfSums && column && !column.isAdditive)
    return { unclear: `${column.name} is nothing to be added up` }
  if (rows && column && operation === 'excess' && /^(?:many|which)$/.test(ask ?? '')) {
    parse.take(question.at)
    const is = swapped ? 'trails' : 'exceeds'
    return {
      want: ask === 'many' ? 'entries' : 'labels',
      of: 'count',
      ...rows,
      where: [...where, { column, is, value: pair.pair[1]!, at }],
    }
  }
  if (ask === 'who' || asksForOthers(parse, question) || (ask === 'which' && rows))
    return { unclear: 'rows are to be compared one by one' }
  const contrast: Contrast = {
    side,
    operation,
    pair: swapped ? pair.pair.toReversed() : pair.pair,
    column: filters[0]?.column,
  }
  const compared = {
    where: where.filter(filter => !filters.includes(filter)),
    want: 'compared',
    contrast,
  } as const
  // "the difference between both" is one of a single row
  if (side === 'columns')
    return {
      ...compared,
      of: operation === 'difference' && ask !== 'many' ? 'only' : 'sum',
      ...aggregate,
    }
  const counted =
    ask === 'many' && (!aggregate || aggregate.of === 'sum')
      ? countedAt(parse, question.at)
      : undefined
  if (counted && 'want' in counted && counted.want === 'value')
    return { ...compared, of: counted.of, column: counted.column }
  const measure = measureOf(parse, !aggregate)
  if ('unclear' in measure) return measure
  return {
    ...compared,
    of: measure.column.isAdditive ? 'sum' : 'mean',
    ...aggregate,
    column: measure.column,
  }
}

// --- internal ---

interface Comparing {
  readonly operation: Operation
  readonly at: number
  /** What must stand between the two. */
  readonly between?: number
  /** The second is the larger one. */
  readonly swapped?: boolean
  /** Both are added up. */
  readonly isOfSums?: boolean
  /** The second is a limit of the first. */
  readonly isLimited?: boolean
}

function operationOf(parse: Parse): Comparing | undefined {
  const { text, tags, tokens, is, wayAt, operator, take, next, isOperator } = parse
  const found = (operation: Operation, at: number, more?: Partial<Comparing>) => {
    take(at)
    return { operation, at, ...more }
  }
  const [share, exceed, ratio, than, difference] = (
    ['share', 'exceed', 'ratio', 'than', 'difference'] as const
  ).map(each => operator(each)) as [number, number, number, number, number]
  // `over 5 %`
  const isUnit = is(share - 1, 'number') && tags[share - 1]!.end === tags[share]!.first
  if (isUnit) take(share)
  else if (share >= 0 && !isOperator(next(share), 'more', 'less')) {
    for (let more = share; more >= 0; more = operator('share')) take(more)
    return found('share', share)
  }
  if (exceed >= 0) return found('excess', exceed, { between: exceed })
  if (ratio >= 0) {
    take(than)
    return found('ratio', ratio)
  }
  const degree = tags.findIndex(
    (_, at) => isOperator(at, 'more', 'less', '>', '<') || wayAt(at)?.degree === 'er',
  )
  if (than >= 0 && degree >= 0 && operator('many', 'much', 'which', 'how') >= 0) {
    if (is(degree, 'operator')) take(degree)
    const fewer = wayAt(degree)?.few ?? isOperator(degree, 'less')
    return found('excess', than, { between: than, swapped: fewer })
  }
  if (difference >= 0) return found('difference', difference)
  // "which items are below their minimum"
  const limit = tags.findIndex(
    (_, at) => isOperator(at, '<', '>') && parse.columnAt(next(at))?.kind === 'amount',
  )
  if (limit >= 0 && operator('many', 'which', 'list') >= 0)
    return found('excess', limit, {
      between: limit,
      swapped: isOperator(limit, '<'),
      isLimited: true,
    })
  const [turn] = parse.all('open').flatMap(([at, { first }]) => {
    const { base } = tokens[first]!
    return rising.has(base) || falling.has(base) ? [{ at, swapped: rising.has(base) }] : []
  })
  if (turn && operator('much', 'many') >= 0 && (operator('between') >= 0 || /\bfrom\b/i.test(text)))
    return found('excess', turn.at, { swapped: turn.swapped })
  // "per item baked"
  const isNoun = (at: number) => is(at, 'thing') || parse.columnAt(at)?.kind === 'text'
  const behind = (at: number) => (isNoun(next(at)) ? next(next(at)) : next(at))
  const isRatio = (column: Column | undefined) =>
    column?.kind === 'amount' && column.per === 'ratio'
  const per = tags.findIndex(
    (_, at) => isOperator(at, 'per') && isRatio(parse.columnAt(behind(at))),
  )
  if (per < 0) return undefined
  if (isNoun(next(per))) take(next(per))
  return found('ratio', per, { isOfSums: true })
}

interface Pair extends Pick<Contrast, 'side' | 'pair'> {
  readonly filters: readonly Filter[]
  readonly at: readonly [number, number]
}

/** The only two different things of one sort that are named. */
function pairOf(parse: Parse, where: readonly Filter[], isLimited = false): Pair | undefined {
  const sheets = [...new Map(parse.all('sheet').map(([at, { sheet }]) => [sheet, at]))]
  const [one, other] = sheets
  if (one && other) {
    parse.take(...parse.all('sheet').map(([at]) => at))
    return sheets.length > 2
      ? undefined
      : { side: 'sheets', pair: [one[0], other[0]], filters: [], at: [one[1], other[1]] }
  }
  const alike = where.filter(({ is }) => is === '=' || is === 'within')
  const [rivals, more] = [...Map.groupBy(alike, ({ column }) => column).values()].filter(
    each => each.length > 1,
  )
  const [first, second, third] = rivals ?? []
  if (first && second && !third && !more)
    return {
      side: first.is === 'within' ? 'periods' : 'values',
      pair: [first.value!, second.value!],
      filters: [first, second],
      at: [first.at, second.at],
    }
  const [named, beside, z] = parse.named().filter(isAmount)
  // what is held against a limit without a name is how many there are, and not how many were sold
  const others = parse.table.columns.filter(each => each !== named)
  const quantity = quantityOf({ ...parse.table, columns: others })
  const isLimit =
    named?.words.every(each => limits.has(each)) && [undefined, quantity?.unit].includes(named.unit)
  const isThere = !quantity?.written.some(each => /ed$/.test(each) || irregular.has(each))
  const isBare = isLimited && beside === undefined && isLimit && isThere
  const [x, y] = isBare ? [quantity, named] : [named, beside]
  if (!x || !y || z || rivals) return undefined
  const at = (name: string) =>
    parse.tags.findIndex((_, spot) => parse.columnAt(spot)?.name === name)
  parse.takeColumns(x, y)
  return { side: 'columns', pair: [x.name, y.name], filters: [], at: [at(x.name), at(y.name)] }
}

const hinge =
  /^(?:is|are|was|were|do|does|did|comes?|came|has|have|had|makes?|made|go|goes|went|falls?|fell|belongs?|accounts?|contains?|costs?|ended|used?|uses)$/

/** Rows of the part are those told before the percent, or behind the verb; rows of the whole stand between. */
function shareOf(
  parse: Parse,
  where: readonly Filter[],
  at: number,
  pair: Pair | undefined,
  { aggregate, group }: Question,
): Compared | Unclear {
  const { tags, tokens } = parse
  const of = tags[at]!.end
  const verb = tokens.findIndex(({ word }, spot) => spot > of && hinge.test(word))
  const turn =
    verb >= 0 ? verb : (tags.find(({ is, first }) => is === 'open' && first > of)?.first ?? -1)
  const isOfWhole = ({ at: spot }: Filter) =>
    tokens[of]?.word === 'of' && tags[spot]!.first > of && tags[spot]!.first < turn
  const part = where.filter(filter => !isOfWhole(filter))
  if (aggregate && aggregate.of !== 'sum') return { unclear: 'more than one computation is named' }
  const share = { want: 'compared', of: 'sum' } as const
  // "what share of the seats was booked": the whole comes first, behind the percent
  if (pair)
    return {
      ...share,
      where,
      contrast: {
        side: 'columns',
        operation: 'share',
        pair: pair.at[0] > at ? pair.pair.toReversed() : pair.pair,
      },
    }
  if (part.length === 0 && !group) return { unclear: 'it is not clear what the share is of' }
  const isOfMoney = tags.some((_, spot) => isMoneyAt(parse, spot))
  const isSpoken = aggregate !== undefined || parse.spoken().some(([, { by }]) => by === 'property')
  const counts =
    !isOfMoney && (parse.all('rows').length > 0 || !isSpoken) && !parse.named().some(isAmount)
  const counted = counts ? countedAt(parse, parse.next(at)) : summed(measureOf(parse, true))
  if ('unclear' in counted) return counted
  const number = counted.want === 'value' ? counted : ({ of: 'count' } as const)
  if (group && part.length === 0) return { ...number, where, want: 'shares', ...group }
  return {
    ...number,
    ...share,
    of: number.of,
    where: where.filter(isOfWhole),
    contrast: { side: 'part', operation: 'share', pair: [], part },
  }
}

/** The largest less the smallest: of the rows, or of the groups of rows when a total is spoken of. */
function spreadOf(
  parse: Parse,
  where: readonly Filter[],
  { extremes, group, label: first, aggregate }: Question,
): Compared | Unclear {
  const labels = [
    ...new Set([
      ...[group, first].flatMap(each => each?.label ?? []),
      ...parse.named().filter(column => !isAmount(column)),
    ]),
  ]
  const [label, another] = labels
  if (another) return either(labels)
  parse.takeColumns(label)
  const [only, others] = new Set(extremes.flatMap(({ columns }) => columns))
  const measure =
    parse.named().length + parse.spoken().length === 0 && only && !others
      ? { column: only }
      : measureOf(parse, true)
  if ('unclear' in measure) return measure
  const { column } = measure
  if (!label) return { where, want: 'range', of: 'max', column }
  // "the branch with the most loans": without a total it may be one row or all of a branch
  if (!aggregate)
    return { unclear: `say whether the total ${column.name} of each ${label.name} is meant` }
  return { where, want: 'spread', ...aggregate, label, by: group?.by, column }
}
