// The rows a question means: columns that equal a value, lie above or below a number or between two,
// or contain a text; and those of a period.
import { dimensionOf, sameQuantity } from '../../../../plans/expressions/expression.ts'
import { unitAt } from '../quantities/measures.ts'
import { readNumberWords } from '../quantities/number-words.ts'
import { singular, type Token } from '../words.ts'
import { type Column, columnsNamed, type Found, type Mention, unitOf } from './columns.ts'
import { periods } from './periods.ts'
import type { Filter, Unclear } from './query.ts'
import type { Reader } from './reader.ts'
import { type Comparison, comparisons, impliedColumns, negations, rowNouns } from './words.ts'

/** Every filter of the question, its words taken; or one sentence on what is unclear. */
export function filters(reader: Reader): readonly Filter[] | Unclear {
  const all: Filter[] = []
  for (const read of [periods, compared, equalities, flags]) {
    const found = read(reader)
    if ('unclear' in found) return found
    all.push(...found)
  }
  return all
}

// --- internal ---

const phraseAt = (tokens: readonly Token[], at: number, phrase: string) => {
  const words = phrase.split(' ')
  return words.every((word, index) => tokens[at + index]?.word === word) ? words.length : 0
}

interface Number {
  readonly value: number
  readonly unit: string
  readonly end: number
}

/** A number at token `at`, with a currency before or a unit behind it. */
function numberAt({ text, tokens, taken }: Reader, at: number): Number | undefined {
  // a year may be the name of a sheet
  if (taken(at)) return undefined
  const symbol = /^[$€£¥]$/.test(tokens[at]?.text ?? '') ? 1 : 0
  const token = tokens[at + symbol]
  if (!token) return undefined
  const words = tokens.slice(at, at + 5).map(each => each.word)
  const spelled = token.kind === 'word' ? readNumberWords(words) : undefined
  if (spelled) return { value: spelled.value, unit: '', end: at + spelled.length }
  const value = token.kind === 'number' ? Number(token.text.replaceAll(',', '')) : Number.NaN
  if (Number.isNaN(value)) return undefined
  const end = at + symbol + 1
  if (symbol) return { value, unit: tokens[at]!.text, end }
  const unit = unitAt({ text, tokens, nouns: new Set() }, end)
  return unit ? { value, ...unit } : { value, unit: '', end }
}

/** `price above 20`, `more than 20 units`, `between 5 and 8`. */
function compared(reader: Reader): readonly Filter[] | Unclear {
  const { tokens, take } = reader
  const found: Filter[] = []
  for (let at = 0; at < tokens.length; at++) {
    const range = betweenAt(reader, at)
    const single = range ? undefined : comparisonAt(reader, at)
    const parts = range ?? single
    if (!parts) continue
    const end = parts.at(-1)!.number.end
    const column = columnOf(reader, at, end, parts.at(-1)!.number)
    if (!column)
      return { unclear: `it is not clear which column ${said(reader, at, end)} speaks of` }
    for (const { is, number } of parts) {
      const named = column.first > at && column.first < end
      if (!named && !fitsUnit(column.column, number))
        return { unclear: `${column.column.name} is not in ${number.unit}` }
      found.push({ column: column.column, is, value: number.value, at })
    }
    take(at, end)
    if (column.first >= 0) take(column.first, column.end)
    at = end - 1
  }
  return found
}

const said = ({ text, tokens }: Reader, first: number, end: number) =>
  `"${text.slice(tokens[first]!.from, tokens[end - 1]!.to)}"`

interface Part {
  readonly is: Comparison
  readonly number: Number
}

function betweenAt(reader: Reader, at: number): readonly Part[] | undefined {
  if (reader.tokens[at]!.word !== 'between') return undefined
  const low = numberAt(reader, at + 1)
  const high =
    low && reader.tokens[low.end]?.word === 'and' ? numberAt(reader, low.end + 1) : undefined
  return low && high
    ? [
        { is: '>=', number: low },
        { is: '<=', number: high },
      ]
    : undefined
}

function comparisonAt(reader: Reader, at: number): readonly Part[] | undefined {
  for (const [phrase, is] of comparisons) {
    const length = phraseAt(reader.tokens, at, phrase)
    const number = length > 0 ? numberAt(reader, at + length) : undefined
    if (number) return [{ is, number }]
  }
  return orMoreAt(reader, at)
}

/** `20 or more`, `5 or fewer`. */
function orMoreAt(reader: Reader, at: number): readonly Part[] | undefined {
  const number = numberAt(reader, at)
  const word =
    number && reader.tokens[number.end]?.word === 'or' ? reader.tokens[number.end + 1]?.word : ''
  if (!number || !word) return undefined
  const is = /^(more|higher|above|over|greater)$/.test(word)
    ? '>='
    : /^(less|fewer|lower|below|under)$/.test(word)
      ? '<='
      : undefined
  return is && [{ is, number: { ...number, end: number.end + 2 } }]
}

/** The column a comparison speaks of: named right behind the number, else right before it. */
function columnOf(reader: Reader, first: number, end: number, number: Number) {
  const { mentions, tokens, columns, taken } = reader
  const numeric = mentions.filter(({ column }) => column.type === 'number')
  const after = /^(in|of)$/.test(tokens[end]?.word ?? '') ? end + 1 : end
  const behind = numeric.find(
    mention =>
      mention.first === end ||
      mention.first === after ||
      (mention.first > first && mention.first < end && mention.end >= end),
  )
  if (behind) return behind
  const before = numeric.filter(mention => mention.end <= first).at(-1)
  const between = before ? tokens.slice(before.end, first) : []
  // "an ascent in metres of 800"
  const links = ({ word, kind }: Token, index: number) =>
    (kind === 'word' && linkers.has(word)) || taken(before!.end + index)
  if (before && between.every(links)) return before
  const ofAge =
    number.unit === '' &&
    /^(is|are|was|were|aged|person|people|employees|staff|members)$/.test(
      tokens[first - 1]?.word ?? '',
    )
  const named = columnsNamed(columns, impliedBy(tokens[first]!.word) ?? (ofAge ? ['age'] : []))
  if (named.length === 1 && named[0]!.type === 'number')
    return { column: named[0]!, first: -1, end: -1 }
  if (number.unit === '') return undefined
  const measured = columns.filter(
    column => unitOf(column) !== undefined && fitsUnit(column, number),
  )
  return measured.length === 1 ? { column: measured[0]!, first: -1, end: -1 } : undefined
}

const impliedBy = (word: string) => impliedColumns.find(([cue]) => cue.test(word))?.[1]

const linkers = new Set('is are was were of that a an by has have being value in'.split(' '))

/** A unit beside the number must be the column's own; a currency may be left out of a header. */
function fitsUnit(column: Column, { unit, value }: Number): boolean {
  if (unit === '') return true
  if (unitOf(column) === undefined) return /^[A-Z]{3}$/.test(dimensionOf(unit) ?? '')
  if (/^pounds?$/i.test(unit) && dimensionOf(unitOf(column)!) === 'GBP') return true
  return sameQuantity({ value, unit }, { value, unit: unitOf(column)! })
}

/** Values of columns of few values, where they are named. */
function equalities(reader: Reader): readonly Filter[] | Unclear {
  const { values, tokens, take, taken, mentions } = reader
  const found: Filter[] = []
  for (const value of values) {
    if (taken(value.first)) continue
    const rivals = values.filter(v => v.first < value.end && value.first < v.end)
    const named = rivals.filter(rival => isBeside(rival, mentions))
    const choice = rivals.length === 1 ? value : named.length === 1 ? named[0]! : undefined
    if (!choice)
      return { unclear: `${said(reader, value.first, value.end)} stands in more than one column` }
    const start = tokens[choice.first - 1]?.word === 'the' ? choice.first - 1 : choice.first
    const no = negations.find(phrase => {
      const from = start - phrase.split(' ').length
      return from >= 0 && phraseAt(tokens, from, phrase) > 0
    })
    if (no) take(start - no.split(' ').length, choice.first)
    take(choice.first, choice.end)
    for (const mention of mentions) if (touches(mention, choice)) take(mention.first, mention.end)
    const { column, value: spelled, unlisted } = choice
    found.push({
      column,
      is: no ? '!=' : '=',
      value: spelled,
      at: value.first,
      ...(unlisted && { unsure: unlisted }),
    })
  }
  return found
}

/** `have not been reimbursed`, `are delivered`: a column of yes and no. */
function flags({ mentions, take, word }: Reader): readonly Filter[] {
  return mentions.flatMap(({ column, first, end }): Filter[] => {
    const [yes, no] = [/^(yes|y|true)$/i, /^(no|n|false)$/i].map(each =>
      column.values?.find(value => each.test(value)),
    )
    let at = first - 1
    while (/^(been|being|yet|already)$/.test(word(at))) at -= 1
    const denied = /^(not|never)$/.test(word(at)) || /n['’]t$/.test(word(at))
    if (denied && /^(not|never)$/.test(word(at))) at -= 1
    if (!yes || !no || column.values!.length > 2) return []
    // `active members`
    const before = rowNouns.has(singular(word(end))) || mentions.some(m => m.first === end)
    const said = /^(is|are|was|were|have|has|had)$/.test(word(at))
    if (!denied && !said && !before) return []
    take(denied || said ? at : first, end)
    return [{ column, is: '=', value: denied ? no : yes, at: first }]
  })
}

/** `region North`, `the North region`, `status is Open`. */
function touches(mention: Mention, value: Found): boolean {
  return (
    mention.column === value.column &&
    Math.min(Math.abs(mention.end - value.first), Math.abs(value.end - mention.first)) <= 2
  )
}

const isBeside = (value: Found, mentions: readonly Mention[]) =>
  mentions.some(mention => touches(mention, value))
