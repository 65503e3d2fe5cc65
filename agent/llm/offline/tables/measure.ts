// Reads what a question wants of a table's rows.
import { type Column, columnsNamed, isName, type Mention } from './columns.ts'
import { countOf, implied } from './count.ts'
import { groupsOf } from './groups.ts'
import { type Cue, isExtreme, type Measured } from './measured.ts'
import { isNamedByUnit, type Reader } from './reader.ts'
import { type Aggregate, adjectives, aggregatePhrases, aggregates } from './words.ts'

/** The words for computations that are not yet understood; alike ones count once, except extremes. */
export function cuesOf(reader: Reader): readonly Cue[] {
  const { tokens: all, taken } = reader
  const found: Cue[] = []
  for (let at = 0; at < all.length; at++) {
    if (taken(at)) continue
    const phrase = aggregatePhrases.find(([words]) =>
      words.split(' ').every((word, index) => all[at + index]?.word === word),
    )
    const word = all[at]!.word
    const is = phrase?.[1] ?? (Object.hasOwn(aggregates, word) ? aggregates[word] : undefined)
    const end = at + (phrase ? phrase[0].split(' ').length : 1)
    const cue = is ? { is, at, end } : adjectiveAt(reader, at)
    if (cue) found.push(cue)
    at = (cue?.end ?? at + 1) - 1
  }
  // "on average" and "in total" behind a computation that is named already say it once more
  return found.filter(
    (cue, index) => isExtreme(cue) || found.findIndex(other => other.is === cue.is) === index,
  )
}

/** Reads what is to be computed and takes its words; or says what is unclear. */
export function measureOf(reader: Reader): Measured {
  const { tokens: all, take, taken } = reader
  const cues = cuesOf(reader)
  for (const { at, end } of cues) take(at, end)
  takeRepeated(reader)
  const distinct = all.findIndex(
    ({ word }, at) => /^(different|distinct|unique)$/.test(word) && !taken(at),
  )
  const open = reader.mentions.filter(({ first }) => !taken(first))
  if (distinct >= 0) return distinctOf(reader, open, distinct)
  const grouped = groupsOf(reader, open, cues)
  if (grouped) return grouped
  const column = cues.find(cue => cue.column)?.column ?? numeric(reader, open)
  const extremes = cues.filter(isExtreme)
  const others = cues.filter(cue => !isExtreme(cue))
  if (extremes.length + others.length > 1) return { unclear: 'more than one computation is named' }
  const [extreme] = extremes
  const [other] = others
  if (extreme && isOfEntry(reader, extreme.at))
    return { unclear: 'it is not clear which entry is meant' }
  if (extreme) return aggregate(reader, extreme.is, column, open)
  const each = perRow(reader, open)
  if (each && other?.is !== 'sum') return aggregate(reader, 'mean', column, open)
  const counting = countOf(reader, open)
  if (counting && 'unclear' in counting) return counting
  if (other && other.is !== 'sum' && counting?.kind !== 'entries')
    return aggregate(reader, other.is, column ?? columnIn(counting), open)
  if (counting?.kind === 'aggregate' && counting.of === 'sum')
    return aggregate(reader, 'sum', counting.column, open)
  if (counting) return counting
  if (other) return aggregate(reader, other.is, column, open)
  if (/\bhow (much|many)\b|\b(what|the) number of\b/i.test(reader.text) && column)
    return aggregate(reader, 'sum', column, open)
  return cellOf(reader, open, column)
}

/** The only column of numbers that is named, or the one a verb speaks of. */
export function numeric(reader: Reader, open: readonly Mention[]): Column | undefined {
  const columns = new Set(
    open.flatMap(({ column }) => (column.type === 'number' && !isName(column) ? [column] : [])),
  )
  return columns.size === 1
    ? [...columns][0]
    : columns.size === 0
      ? implied(reader, open)
      : undefined
}

/** An aggregate of a column, whose mentions are taken. */
export function aggregate(
  { take }: Reader,
  of: Aggregate,
  column: Column | undefined,
  open: readonly Mention[],
): Measured {
  if (column?.type !== 'number') return { unclear: 'it is not clear which column is meant' }
  if (isName(column) && of !== 'min' && of !== 'max')
    return { unclear: `the numbers of ${column.name} are names` }
  for (const mention of open) if (mention.column === column) take(mention.first, mention.end)
  return { kind: 'aggregate', of, column }
}

/** `the total X`, `X in total`: a word said twice is understood with the first. */
export function takeRepeated({ tokens: all, take, taken }: Reader) {
  all.forEach(({ word }, at) => {
    if (!taken(at) && Object.hasOwn(aggregates, word)) take(at, at + 1)
  })
}

// --- internal ---

const columnIn = (measured: Measured | undefined) =>
  measured && 'column' in measured ? measured.column : undefined

/** `most expensive`, `heaviest`: the column the adjective speaks of, when there is exactly one. */
function adjectiveAt({ tokens: all, columns, mentions }: Reader, at: number): Cue | undefined {
  const { word } = all[at]!
  const meaning = Object.hasOwn(adjectives, word) ? adjectives[word] : undefined
  const before = all[at - 1]?.word
  if (!meaning || before === 'least') return undefined
  const numbers = columns.filter(column => column.type === 'number' && !isName(column))
  // "the longest delay" says itself of what
  const behind = mentions.find(({ first, column }) => first === at + 1 && numbers.includes(column))
  if (behind) return { is: meaning.is, at, end: at + 1, column: behind.column }
  const called = columnsNamed(numbers, meaning.columns)
  const { dimension } = meaning
  const measured = numbers.filter(column => dimension && isNamedByUnit(column, dimension))
  const [column, ...others] = called.length > 0 ? called : measured
  return column && others.length === 0 ? { is: meaning.is, at, end: at + 1, column } : undefined
}

function distinctOf({ take }: Reader, open: readonly Mention[], at: number): Measured {
  const mention = open.find(({ first }) => first === at + 1)
  if (!mention) return { unclear: 'it is not clear what is to be told apart' }
  take(at, mention.end)
  return { kind: 'aggregate', of: 'count_distinct', column: mention.column }
}

/** `per trip`: of each row, where trips are what the rows are. */
function perRow({ tokens: all, take }: Reader, open: readonly Mention[]): boolean {
  const at = all.findIndex(({ word }) => word === 'per')
  const mention = open.find(({ first }) => first === at + 1)
  const row = /^(row|entry|record|line|item)$/.test(all[at + 1]?.word ?? '')
  if (at < 0 || !(row || (mention && mention.column.type === 'number' && isName(mention.column))))
    return false
  take(at, mention?.end ?? at + 2)
  return true
}

/** `the person with the lowest salary` is an entry, not a salary. */
const isOfEntry = ({ tokens: all }: Reader, at: number) =>
  all.slice(Math.max(0, at - 2), at).some(({ word }) => /^(with|having|has|had)$/.test(word))

/** `What is the price of the tent?`: a value in the only row there is; the plan checks that. */
function cellOf(reader: Reader, open: readonly Mention[], column: Column | undefined): Measured {
  const { take, text } = reader
  const named = new Set(open.map(mention => mention.column))
  const [only] = column ? [column] : [...named]
  if (!only || named.size > 1 || !/\b(what|which|how|give|tell|who|where|when)\b/i.test(text))
    return { unclear: 'it is not clear what is to be computed' }
  for (const mention of open) take(mention.first, mention.end)
  return { kind: 'cell', column: only }
}
