// Two things compared in a table: two sheets, two values of a column, two columns, or some of the rows
// with all of them; and what is done with the two numbers.

import { singular } from '../words.ts'
import { type Column, type Found, isName, type Mention } from './columns.ts'
import type { Filter } from './filters.ts'
import type { Reader } from './reader.ts'
import { countedWithin, larger, smaller } from './words.ts'

export type Operation = 'difference' | 'excess' | 'ratio' | 'share' | 'sum'

/** What is compared; an `excess` is the first less the second, and never negative. */
export type Contrast =
  | {
      readonly by: 'sheets'
      readonly operation: Operation
      readonly pair: readonly [string, string]
    }
  | {
      readonly by: 'values'
      readonly operation: Operation
      readonly column: Column
      readonly pair: readonly [string, string]
    }
  | {
      readonly by: 'columns'
      readonly operation: Operation
      readonly pair: readonly [Column, Column]
    }
  /** The rows of `part` filters as a share of all that the other filters leave. */
  | { readonly by: 'part'; readonly operation: 'share'; readonly percentAt: number }

/** The comparison a question asks for, its words taken; `undefined` when it asks for none. */
export function contrastOf(reader: Reader): Contrast | { readonly unclear: string } | undefined {
  const asked = operationOf(reader)
  if (!asked) return undefined
  const pair = pairOf(reader, asked)
  if (!pair)
    return asked.operation === 'share'
      ? takeWords(reader, asked, { by: 'part', operation: 'share', percentAt: asked.at })
      : undefined
  const between =
    asked.between === undefined || (pair.at[0] < asked.between && asked.between < pair.at[1])
  if (!between) return { unclear: 'it is not clear which of the two is to be compared with which' }
  takeValues(reader, pair.found)
  return takeWords(reader, asked, pair.contrast)
}

/** Whether a filter narrows the part only: it stands before the percent, or behind the verb. */
export function isOfPart(
  { tokens: all, mentions }: Reader,
  percentAt: number,
  { at }: Filter,
): boolean {
  if (at < percentAt) return true
  const of = all.findIndex((token, index) => index > percentAt && token.word === 'of')
  if (of < 0 || of > percentAt + 1) return true
  const hinge = all.findIndex((token, index) => index > of && hinges.has(token.word))
  if (hinge >= 0) return at > hinge
  // "of all cars used the ...": what follows a noun and is no preposition is the verb
  const noun = mentions.find(({ first }) => first > of)
  const verb = noun && all[noun.end]
  return (
    noun !== undefined && verb?.kind === 'word' && !prepositions.has(verb.word) && at > noun.end
  )
}

// --- internal ---

interface Asked {
  readonly operation: Operation
  /** Where the word for it stands. */
  readonly at: number
  /** What must stand between the two that are compared. */
  readonly between?: number
  /** The second is the larger one. */
  readonly swapped?: boolean
  readonly words: ReadonlySet<string>
}

const wordSet = (words: string) => new Set(words.split(' '))

const hinges = wordSet(
  'is are was were do does did come comes came has have had make makes made go goes went fall falls fell belong belongs account accounts contain contains cost costs weigh weighs earn earns stem stems',
)

const prepositions = wordSet('in on at of from for by with to per where whose and or')

const shareWords = wordSet(
  'percent percentage cent share proportion due account accounts accounted fall falls fell goes go went make makes making up bring brings in responsible come comes from contribute contributes contributed represent represents',
)
const differenceWords = wordSet('difference differ differs gap between apart lie lies far by')
const ratioWords = wordSet(
  'ratio times as many much to is of per by between and how large high big',
)

function operationOf(reader: Reader): Asked | undefined {
  const { tokens: all, mentions, taken, text } = reader
  const find = (test: (word: string, at: number) => boolean) =>
    all.findIndex(({ word }, at) => !taken(at) && test(word, at))
  const share = find(
    (word, at) =>
      (/^(percent|percentage|share|proportion|%)$/.test(word) ||
        (word === 'cent' && all[at - 1]?.word === 'per')) &&
      all[at - 1]?.kind !== 'number' &&
      !mentions.some(m => m.first <= at && at < m.end),
  )
  const isShare =
    share >= 0 &&
    (/percent|per cent|%/.test(text) || /\b(what|which) (share|proportion)\b/i.test(text))
  if (isShare && /\bby (what|which|how many) percent/i.test(text)) return undefined
  if (isShare) return { operation: 'share', at: share, words: shareWords }
  const asks =
    /\bhow (much|many|far|large|big|high)\b|\bby how\b|\b(what|find|give|calculate|compute)\b/i
  if (!asks.test(text)) return undefined
  const times = find((word, at) => word === 'times' && all[at - 1]?.word === 'many')
  const ratio = find(word => word === 'ratio')
  if (times >= 0 || ratio >= 0)
    return {
      operation: 'ratio',
      at: Math.max(times, ratio),
      words: new Set([...ratioWords, ...larger, 'than']),
    }
  const per = perColumn(reader)
  if (per >= 0) return { operation: 'ratio', at: per, words: ratioWords }
  const exceed = find(word => /^exceed(s|ed)?$/.test(word))
  if (exceed >= 0)
    return {
      operation: 'excess',
      at: exceed,
      between: exceed,
      words: wordSet('exceed exceeds exceeded by'),
    }
  const than = find(
    (word, at) => word === 'than' && (all[at + 1]?.kind !== 'number' || taken(at + 1)),
  )
  const degree = find(word => larger.has(word) || smaller.has(word))
  if (than >= 0 && degree >= 0 && /\bhow (much|many)\b/i.test(text)) {
    const words = new Set([...larger, ...smaller, 'than', 'by'])
    return {
      operation: 'excess',
      at: than,
      between: than,
      swapped: smaller.has(all[degree]!.word),
      words,
    }
  }
  const difference = find(word => /^(difference|differ|differs|gap|apart)$/.test(word))
  if (difference >= 0) return { operation: 'difference', at: difference, words: differenceWords }
  const both = find((word, at) => word === 'and' && joins(reader, at))
  return both < 0
    ? undefined
    : { operation: 'sum', at: both, between: both, words: wordSet('and together both or') }
}

/** `per pupil`, where pupils are a column of numbers. */
function perColumn({ tokens: all, mentions }: Reader): number {
  const other = (m: Mention) =>
    mentions.some(o => o.column !== m.column && o.column.type === 'number' && !isName(o.column))
  return all.findIndex(
    ({ word }, at) =>
      word === 'per' &&
      mentions.some(
        m =>
          // "per item baked"
          (m.first === at + 1 ||
            (m.first === at + 2 && countedWithin.has(singular(all[at + 1]!.word)))) &&
          m.column.type === 'number' &&
          !isName(m.column) &&
          other(m),
      ),
  )
}

/** `in North and South`: rows of both are meant. */
function joins({ values, sheets, tokens: all }: Reader, at: number): boolean {
  const skip = /^(in|on|the|from|for|of)$/
  let next = at + 1
  while (skip.test(all[next]?.word ?? '')) next += 1
  const spots = [...values, ...sheets]
  return spots.some(each => each.end === at) && spots.some(each => each.first === next)
}

interface Pair {
  readonly contrast: Contrast
  /** Where the two stand. */
  readonly at: readonly [number, number]
  readonly found: readonly Found[]
}

/** The first two different things of one sort that are named, where there are no more. */
function pairOf({ sheets, values, mentions }: Reader, asked: Asked): Pair | undefined {
  const { operation } = asked
  const ordered = <T>(a: T, b: T): readonly [T, T] => (asked.swapped ? [b, a] : [a, b])
  const different = [...new Map(sheets.map(each => [each.sheet, each])).values()]
  const [one, two] = different
  if (one && two) {
    if (different.length > 2) return undefined
    const pair = ordered(one.sheet, two.sheet)
    return { contrast: { by: 'sheets', operation, pair }, at: [one.first, two.first], found: [] }
  }
  const found = operation === 'share' ? [] : rivals(values)
  if (!found) return undefined
  const [a, b] = new Map(found.map(each => [each.value, each])).values()
  if (a && b) {
    const contrast = {
      by: 'values',
      operation,
      column: a.column,
      pair: ordered(a.value, b.value),
    } as const
    return { contrast, at: [a.first, b.first], found }
  }
  if (operation === 'sum') return undefined
  const numeric = mentions.filter(({ column }) => column.type === 'number' && !isName(column))
  const columns = [...new Map(numeric.map(m => [m.column, m])).values()]
  const [x, y] = columns
  if (!x || !y || columns.length > 2) return undefined
  // "what percentage of the baked were sold": the whole comes first, behind the percent
  const wholeFirst = operation === 'share' && x.first > asked.at
  const pair = wholeFirst ? ([y.column, x.column] as const) : ordered(x.column, y.column)
  return { contrast: { by: 'columns', operation, pair }, at: [x.first, y.first], found: [] }
}

/** The values of the one column of which exactly two are named; `undefined` when more are. */
function rivals(values: readonly Found[]): readonly Found[] | undefined {
  const alone = values.filter(v => !values.some(o => o !== v && o.first < v.end && v.first < o.end))
  const groups = [...Map.groupBy(alone, ({ column }) => column).values()]
  const several = groups.filter(group => new Set(group.map(({ value }) => value)).size > 1)
  const [group = []] = several
  return several.length > 1 || new Set(group.map(({ value }) => value)).size > 2 ? undefined : group
}

/** The compared values, and the column's name beside them. */
function takeValues({ take, mentions, tokens: all }: Reader, found: readonly Found[]) {
  for (const value of found) {
    take(value.first, value.end)
    for (const m of mentions)
      if (
        m.column === value.column &&
        Math.min(Math.abs(m.end - value.first), Math.abs(value.end - m.first)) <= 2
      )
        take(m.first, m.end)
    const stem = singular(all[value.first - 1]?.word ?? '')
    if (value.column.name.toLowerCase() === stem) take(value.first - 1, value.first)
  }
}

function takeWords(
  { tokens: all, take, mentions }: Reader,
  { words, at: cue }: Asked,
  contrast: Contrast,
): Contrast {
  const named = (at: number) => mentions.some(m => m.first <= at && at < m.end)
  all.forEach(({ word }, at) => {
    if (words.has(word) && !named(at)) take(at, at + 1)
  })
  take(cue, cue + 1)
  if (contrast.by === 'columns')
    for (const m of mentions) if (contrast.pair.includes(m.column)) take(m.first, m.end)
  return contrast
}
