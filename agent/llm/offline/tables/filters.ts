// The rows a question means: columns that equal a value, lie above or below a number or in a period, are
// empty or are not.
import { isCurrency } from '../roles.ts'
import { isAmount } from './measure.ts'
import { doubtful, type Filter, type Unclear } from './query.ts'
import { type Column, isIn, isOfPersons, isPartOfName, onlyOf, saying } from './table.ts'
import { holding } from './words/lexicon.ts'
import { denialBefore, isAnyway, isListed, type Parse } from './words/parse.ts'
import { atEnds, inPeriods } from './words/periods.ts'
import { isDone, properties } from './words/vocabulary.ts'

/** Every restriction of the rows, its words taken; or one sentence on what is unclear. */
export function filtersOf(parse: Parse): readonly Filter[] | Unclear {
  const found: Filter[] = []
  for (const read of [anyway, atEnds, compared, inPeriods, equal, flagged, filled]) {
    const some = read(parse)
    if ('unclear' in some) return some
    found.push(...some)
  }
  const isTold = (column: Column) => found.some(filter => filter.column === column)
  const empty = found.find(({ is }) => is === 'empty')
  if (found.some(other => other !== empty && other.column === empty?.column))
    return doubtful(`it is not clear when ${empty!.column.name} was empty`)
  // `on rent` may be what was spent on it
  if (
    found.every(({ at }) => !/\b(?:loan|hire|rent)$/i.test(parse.said(at))) &&
    isAway.test(parse.text.replace(/\b(?:was|were)\b.*/i, ''))
  )
    return doubtful('no column tells what has come back')
  const half = found.find(({ column }) => isPartOfName(column))
  if (half && !parse.table.columns.filter(isPartOfName).every(isTold))
    return { unclear: `it is not said which ${String(half.value)} is meant` }
  return found.toSorted((a, b) => a.at - b.at)
}

// --- internal ---

const isAway = /\bon (?:loan|hire|rent)\b/i

/** `cancelled ones included`, `whatever the status`: no row is left out for that; `VAT included` is another amount. */
function anyway(parse: Parse): readonly Filter[] | Unclear {
  const isAll = !/\b(?:only|not)\b/i.test(parse.text)
  for (const [at, tag] of parse.tags.entries()) {
    const isIncluded =
      /, including (?:(?:all|any|the|those) )*$/i.test(parse.textBefore(at)) ||
      /^ (?:ones )?included\b/i.test(parse.textBehind(at))
    if (isIncluded && parse.columnAt(at)?.kind === 'amount')
      return doubtful(`it is not clear which amount has "${parse.said(at)}" in it`)
    if ((tag.is === 'value' && isIncluded && isAll) || isAnyway(parse, at)) parse.take(at)
  }
  return []
}

/** The comparison that holds where this one does not. */
const contrary = { '>': '<=', '<=': '>', '<': '>=', '>=': '<', '=': '!=' } as const

interface Bounds {
  readonly bounds: readonly (readonly [is: keyof typeof contrary, value: number])[]
  /** The tags from the first to the last of them. */
  readonly first: number
  readonly last: number
  /** Columns that an adjective speaks of: `older than`. */
  readonly spoken?: readonly Column[]
}

/** `price above 20`, `more than 20 units`, `20 or more`, `between 5 and 8`, `older than 40`, `week 8`. */
function compared(parse: Parse): readonly Filter[] | Unclear {
  const found: Filter[] = []
  for (const [at, { value }] of parse.all('number')) {
    if (!parse.isOpen(at)) continue
    const bounds = boundsAt(parse, at, value)
    const named = bounds ? comparedWith(parse, bounds) : numbered(parse, at)
    if (!named && !bounds) continue
    if (!named) return { unclear: `it is not clear which column "${parse.said(at)}" speaks of` }
    if ('unclear' in named) return named
    const {
      first,
      last,
      bounds: all,
    } = bounds ?? { first: at, last: at, bounds: [['=', value] as const] }
    for (let spot = first; spot <= last; spot++) parse.take(spot)
    const { column } = named
    const denial = all.length === 1 ? denialBefore(parse, first, column) : -1
    parse.take(denial, ...named.places)
    found.push(
      ...all.map(([is, value]) => ({ column, is: denial < 0 ? is : contrary[is], value, at })),
    )
  }
  return found
}

function boundsAt(parse: Parse, at: number, value: number): Bounds | undefined {
  const { tags, next, prev, isOperator } = parse
  const isUnit = (spot: number) => {
    const tag = tags[spot]
    return tag?.is === 'column' && tag.by === 'unit'
  }
  // "over £500", "15 minutes or more"
  const before = isUnit(prev(at)) ? prev(prev(at)) : prev(at)
  const behind = isUnit(next(at)) ? next(next(at)) : next(at)
  const second = tags[behind]
  if (isOperator(before, 'between') && second?.is === 'number')
    return {
      bounds: [
        ['>=', value],
        ['<=', second.value],
      ],
      first: before,
      last: behind,
    }
  const adjective = tags[prev(before)]
  if (isOperator(before, 'than') && adjective?.is === 'column' && adjective.way?.degree === 'er')
    return {
      bounds: [[adjective.way.few ? '<' : '>', value]],
      first: prev(before),
      last: at,
      spoken: adjective.columns,
    }
  for (const is of ['>', '<', '>=', '<=', '='] as const) {
    if (isOperator(before, is)) return { bounds: [[is, value]], first: before, last: at }
    if (isOperator(behind, is) && /^or\b/i.test(parse.said(behind)))
      return { bounds: [[is, value]], first: at, last: behind }
  }
  return undefined
}

interface Named {
  readonly column: Column
  readonly places: readonly number[]
}

/** The column a number is held against: behind it, or before it, or the one that an adjective or a unit speaks of. */
function comparedWith(parse: Parse, { first, last, spoken = [] }: Bounds) {
  const { table, tags, is, next, prev, isOperator } = parse
  const numeric = (at: number) => {
    const column = parse.isOpen(at) ? parse.columnAt(at) : undefined
    return column?.type === 'number' ? column : undefined
  }
  const behind = next(last)
  const [at, measured] =
    [behind, prev(last), last]
      .map(spot => [spot, tags[spot]] as const)
      .find(
        ([spot, tag]) =>
          tag?.is === 'column' &&
          (tag.by === 'unit' || (spot === behind && tag.by === 'property' && !tag.way)),
      ) ?? []
  const unit = measured?.is === 'column' ? measured.unit : undefined
  const fits = (column: Column, ...places: readonly number[]): Named | Unclear =>
    unit === undefined || column.unit === undefined || isIn(column, unit)
      ? { column, places: [...places, ...(at === undefined ? [] : [at])] }
      : { unclear: `${column.name} is not in ${unit}` }
  const after = at === behind ? next(behind) : behind
  const follows = numeric(after)
  if (follows) return fits(follows, after)
  let before = prev(first)
  while (isOperator(before, 'having', 'which') || is(before, 'thing', 'figure'))
    before = prev(before)
  const leads = numeric(before)
  if (leads) return fits(leads, before)
  const verb = tags[before]
  const said = verb?.is === 'column' && verb.by === 'property' ? verb.columns : []
  const ages =
    unit === undefined && table.persons
      ? table.columns.filter(({ written }) => written.includes('age'))
      : []
  const paid = unit !== undefined && isCurrency(unit) ? holding(table, properties[2]!) : []
  // an order over 100 is so in all, whatever one piece costs
  const isWhole = is(before, 'rows') ? (each: Column) => !each.isPerUnit : () => true
  const inUnit = measured?.is === 'column' ? measured.columns.filter(isWhole) : []
  // `how many are over 100`
  const isBare =
    /^(?:is|are|was|were)$/.test(parse.wordBefore(first)) &&
    (behind < 0 || is(behind, 'period')) &&
    at === undefined
  const only = isBare ? [onlyOf(table.columns.filter(isAmount)) ?? []].flat() : []
  const [column, another] =
    [spoken, said, inUnit, paid, ages, only]
      .map(each => each.filter(({ type }) => type === 'number'))
      .find(each => each.length > 0) ?? []
  return column && !another ? fits(column, ...(said.includes(column) ? [before] : [])) : undefined
}

/** `week 8`, `grade 9`, `hire no 717`, `3 nights`. */
function numbered(
  { table, next, prev, is, isOpen, isOperator, isPlural, columnAt, wayAt, wordBefore }: Parse,
  at: number,
): Named | undefined {
  const [before, behind] = [prev(at), next(at)]
  const ranks = [before, behind].some(
    spot => isOperator(spot, 'max', 'min', 'first', 'last', 'which', 'list') || wayAt(spot),
  )
  if (ranks || [at, before].some(spot => /^(?:from|since)$/.test(wordBefore(spot))))
    return undefined
  const [name, amount] = [columnAt(before), columnAt(behind)]
  const isNumbered = name?.kind === 'number' || (name?.per === 'groups' && !isPlural(before))
  if (name && isNumbered) return { column: name, places: [before] }
  if (is(before, 'rows') && table.key?.kind === 'number') return { column: table.key, places: [] }
  return amount && isAmount(amount) && isOpen(behind)
    ? { column: amount, places: [behind] }
    : undefined
}

/** Values of columns, where they are named; what denies one denies all that are listed with it. */
function equal(parse: Parse): readonly Filter[] | Unclear {
  const { take, next, prev, isOperator, columnAt } = parse
  const found: Filter[] = []
  for (const [at, { column, values, unlisted }] of parse.all('value')) {
    const isOwn = (spot: number) => columnAt(spot) === column
    // "not in the regions North and South"
    const before = isOwn(prev(at)) ? prev(prev(at)) : prev(at)
    const no = isOperator(before, 'not')
    const last = found.at(-1)
    const isAlso = last?.is === '!=' && isListed(parse, last.at, at)
    if (isAlso && last.column !== column)
      return doubtful(`it is not clear whether "${parse.said(at)}" is left out too`)
    const subject = no ? prev(before) : before
    // "per region without North"
    const isSubject = isOwn(subject) && !isOperator(prev(subject), 'per', 'by', 'which')
    take(at, ...(no ? [before] : []), ...(isSubject ? [subject] : []))
    take(...[prev(at), next(at)].filter(isOwn))
    if (didOther(parse, column)) return doubtful(`"${parse.said(at)}" is one of ${column.name}`)
    const isState = values.length === 0 || /^(?:open|outstanding)$/i.test(parse.said(at))
    if (isState && column.kind !== 'text' && isOfThen(parse, at))
      return doubtful(`it is not told what was "${parse.said(at)}" then`)
    const isNot = no || isAlso
    const value = values.length === 1 ? values[0]! : values
    if (values.length === 0) found.push({ column, is: isNot ? 'filled' : 'empty', at })
    else found.push({ column, is: isNot ? '!=' : '=', value, at, unsure: unlisted })
  }
  return found
}

/** What was open in a period may be closed by now, and what is open today may be so for today. */
const isOfThen = ({ tags, wordBefore }: Parse, at: number) =>
  tags.some(
    tag =>
      tag.is === 'period' &&
      (/^(?:was|were)$/.test(wordBefore(at)) || tag.period.relative !== undefined),
  )

/** Who stands under `Approved by` did not spend what others did: the verb is not said, and there are other persons. */
const didOther = ({ table, tokens }: Parse, column: Column) =>
  /\bby$/i.test(column.name) &&
  table.columns.some(other => other !== column && isOfPersons(other)) &&
  !tokens.some(({ sense }) => column.words.includes(sense))

/** A column of yes and no: `active members`, `have not been reimbursed`. */
function flagged({ take, prev, isOperator, all, columnAt }: Parse): readonly Filter[] {
  return all('column').flatMap(([at]): readonly Filter[] => {
    const column = columnAt(at)
    const before = prev(at)
    if (column?.kind !== 'flag' || isOperator(before, 'which', 'per', 'by')) return []
    const denied = isOperator(before, 'not')
    const values = saying(column, !denied)
    if (values.length === 0) return []
    take(at, ...(denied ? [before] : []))
    return [{ column, is: '=', value: values.length === 1 ? values[0]! : values, at }]
  })
}

/** `have no yield`, `have not paid`, `are missing`; `have a leaving date`, `were issued`: that has a date. */
function filled(parse: Parse): readonly Filter[] | Unclear {
  const { is, prev, next, isOpen, isOperator, operator, columnAt } = parse
  const found: Filter[] = []
  for (const [at] of parse.all('column')) {
    const column = columnAt(at)
    if (!column) continue
    let before = prev(at)
    while (is(before, 'thing', 'figure', 'rows')) before = prev(before)
    // of "visits ... the weight missing" the weight
    const behind = columnAt(next(at)) ? [] : [next(at), next(next(at))]
    const no = [before, ...behind].find(
      spot => isOpen(spot) && isOperator(spot, spot === before ? 'not' : 'missing'),
    )
    if (no !== undefined) {
      if (no === before && deniesItself(column))
        return doubtful(`it is not clear whether ${column.name} is empty in the rows meant`)
      parse.take(at, no)
      found.push({ column, is: 'empty', at })
      continue
    }
    const has =
      isOperator(prev(at), 'having') && /^an?$/.test(parse.wordBefore(at)) && operator('many') >= 0
    const happened = column.kind === 'date' && operator('when') < 0 && isDone(parse.said(at))
    if (!has && !happened) continue
    if (has && column.kind === 'amount' && (column.isSigned !== false || deniesItself(column)))
      return doubtful(`it is not clear whether a 0 in ${column.name} counts`)
    parse.take(at, ...(has ? [prev(at)] : []))
    found.push({ column, is: 'filled', at })
  }
  return found
}

/** Whether cells may say themselves that there is nothing: by a 0, or by a `no`. */
const deniesItself = ({ values = [] }: Column) =>
  values.some(value => /^(?:no|n|none|false|0+(?:[.,]0+)?)$/i.test(value))
