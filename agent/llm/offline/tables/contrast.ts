// Two things compared in a table: two sheets, two values of a column, two columns, or some of the rows
// with all of them; and what is done with the two numbers.
import { singular } from '../words.ts'
import { type Column, isAmount, type Mention } from './columns.ts'
import type { Contrast, Filter, Operation, Unclear } from './query.ts'
import type { Reader } from './reader.ts'
import { countedWithin, larger, smaller } from './words.ts'

/** The comparison a question asks for, its words taken; `undefined` when it asks for none. */
export function contrastOf(
  reader: Reader,
  where: readonly Filter[],
): Contrast | Unclear | undefined {
  const asked = operationOf(reader)
  if (!asked) return undefined
  const { operation, at } = asked
  const pair = pairOf(reader, asked, where)
  const { tokens: all, take, mentions } = reader
  const taking = (contrast: Contrast): Contrast => {
    const named = (at: number) => mentions.some(m => m.first <= at && at < m.end)
    for (const [spot, { word }] of all.entries())
      if (linking[operation].has(word) && !named(spot)) take(spot, spot + 1)
    take(at, at + 1)
    return contrast
  }
  if (!pair)
    return operation === 'share'
      ? taking({
          by: 'part',
          operation,
          pair: [],
          at,
          filters: where.filter(each => isOfPart(reader, at, each)),
        })
      : undefined
  const { between, swapped } = asked
  if (between !== undefined && !(pair.at[0]! < between && between < pair.at[1]!))
    return { unclear: 'it is not clear which of the two is to be compared with which' }
  const ordered = <T>(two: readonly T[]) => (swapped ? two.toReversed() : two)
  const contrast = {
    ...pair,
    operation,
    at,
    pair: ordered(pair.pair),
    filters: ordered(pair.filters),
  }
  return taking(contrast)
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
}

const wordSet = (words: string) => new Set(words.split(' '))

/** Words that belong to each way of comparing. */
const linking: Readonly<Record<Operation, ReadonlySet<string>>> = {
  share: wordSet(
    'percent percentage cent share proportion due account accounts accounted fall falls fell goes go went make makes making up bring brings in responsible come comes came from contribute contributes contributed represent represents',
  ),
  ratio: new Set([
    ...wordSet('ratio times as many much to is of per by between and how large high big than'),
    ...larger,
  ]),
  excess: new Set([...larger, ...smaller, ...wordSet('than by exceed exceeds exceeded')]),
  difference: wordSet('difference differ differs gap between apart lie lies far by'),
}

const hinges = wordSet(
  'is are was were do does did come comes came has have had make makes made go goes went fall falls fell belong belongs account accounts contain contains cost costs weigh weighs earn earns stem stems',
)

const prepositions = wordSet('in on at of from for by with to per where whose and or')

/** Whether a filter narrows the part only: it stands before the percent, or behind the verb. */
function isOfPart({ tokens: all, mentions }: Reader, percentAt: number, { at }: Filter): boolean {
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

function operationOf({ tokens: all, mentions, taken, text, word }: Reader): Asked | undefined {
  const named = (at: number) => mentions.some(m => m.first <= at && at < m.end)
  const find = (test: (word: string, at: number) => boolean) =>
    all.findIndex(({ word }, at) => !taken(at) && test(word, at))
  const share = find(
    (said, at) =>
      (/^(percent|percentage|share|proportion|%)$/.test(said) ||
        (said === 'cent' && word(at - 1) === 'per')) &&
      all[at - 1]?.kind !== 'number' &&
      !named(at),
  )
  const isShare =
    share >= 0 &&
    !/\bby (what|which|how many) percent|\bpercent(age)? (more|less|higher|lower)/i.test(text)
  if (
    isShare &&
    (/percent|per cent|%/.test(text) || /\b(what|which|the) (share|proportion)\b/i.test(text))
  )
    return { operation: 'share', at: share }
  const times = find((said, at) => said === 'times' && word(at - 1) === 'many')
  const ratio = find(said => said === 'ratio')
  if (times >= 0 || ratio >= 0) return { operation: 'ratio', at: Math.max(times, ratio) }
  const per = find(
    (said, at) =>
      said === 'per' &&
      mentions.some(
        m => isPer(m, at) && mentions.some(o => o.column !== m.column && isAmount(o.column)),
      ),
  )
  function isPer({ first, column }: Mention, at: number): boolean {
    // "per item baked"
    const spot = first === at + 1 || (first === at + 2 && countedWithin.has(singular(word(at + 1))))
    return spot && isAmount(column)
  }
  if (per >= 0) return { operation: 'ratio', at: per }
  const exceed = find(said => /^exceed(s|ed)?$/.test(said))
  if (exceed >= 0) return { operation: 'excess', at: exceed, between: exceed }
  const than = find(
    (said, at) => said === 'than' && (all[at + 1]?.kind !== 'number' || taken(at + 1)),
  )
  const degree = find(said => larger.has(said) || smaller.has(said))
  if (than >= 0 && degree >= 0 && /\bhow (much|many)\b/i.test(text))
    return { operation: 'excess', at: than, between: than, swapped: smaller.has(word(degree)) }
  const difference = find(said => /^(difference|differ|differs|gap|apart)$/.test(said))
  return difference >= 0 ? { operation: 'difference', at: difference } : undefined
}

interface Pair extends Pick<Contrast, 'by' | 'pair' | 'filters'> {
  /** Where the two stand. */
  readonly at: readonly number[]
}

/** The only two different things of one sort that are named. */
function pairOf(
  { sheets, mentions }: Reader,
  { operation, at }: Asked,
  where: readonly Filter[],
): Pair | undefined {
  const different = [...new Map(sheets.map(each => [each.sheet, each])).values()]
  if (different.length > 1)
    return different.length > 2
      ? undefined
      : {
          by: 'sheets',
          pair: different.map(({ sheet }) => sheet),
          at: different.map(({ first }) => first),
          filters: [],
        }
  const rivals = [
    ...Map.groupBy(
      where.filter(({ is }) => is === '=' || is === 'within'),
      ({ column }) => column,
    ).values(),
  ].filter(group => group.length > 1)
  const [two, another] = rivals
  if (two?.length === 2 && !another && operation !== 'share') {
    const filters = two.toSorted((a, b) => a.at - b.at)
    return {
      by: filters[0]!.is === 'within' ? 'periods' : 'values',
      pair: filters.map(({ value }) => String(value)),
      at: filters.map(({ at }) => at),
      filters,
    }
  }
  const numeric = mentions.filter(({ column }) => isAmount(column))
  const columns: readonly (readonly [Column, Mention])[] = [
    ...new Map(numeric.map(m => [m.column, m])).entries(),
  ]
  const [x, y, z] = columns
  if (!x || !y || z || rivals.length > 0) return undefined
  // "what percentage of the baked were sold": the whole comes first, behind the percent
  const two_ = operation === 'share' && x[1].first > at ? [y, x] : [x, y]
  return {
    by: 'columns',
    pair: two_.map(([{ name }]) => name),
    at: [x[1].first, y[1].first],
    filters: [],
  }
}
