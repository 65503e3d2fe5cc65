// A question about a table while it is read: where it names columns, values, sheets and units, and
// which of its words are understood.
import { dimensionOf, sameQuantity } from '../../../../plans/expressions/expression.ts'
import { unitAt } from '../quantities/measures.ts'
import { isPlural, singular, type Token, tokens } from '../words.ts'
import {
  type Column,
  type Found,
  type Mention,
  mentions,
  nameOf,
  unitOf,
  valuesIn,
} from './columns.ts'
import type { SheetMention, Table } from './sheets.ts'
import { dimensionWords, rowNouns, silent, turning } from './words.ts'

/** A question about a table while it is read: `take` marks tokens as understood. */
export interface Reader {
  readonly text: string
  readonly tokens: readonly Token[]
  readonly columns: readonly Column[]
  readonly mentions: readonly Mention[]
  readonly values: readonly Found[]
  readonly sheets: readonly SheetMention[]
  /** Stems of the words in the names of the file and the sheet. */
  readonly about: ReadonlySet<string>
  /** A word that is a column and a value of another alike. */
  readonly clash: string | undefined
  readonly taken: (at: number) => boolean
  readonly take: (first: number, end: number) => void
}

/** A reader of `text` over a table; the words for sheets and for the unit asked for are taken. */
export function readerOf(
  text: string,
  { file, sheet = '', columns }: Table,
  sheets: readonly SheetMention[],
): Reader {
  const about = tokens(`${file} ${sheet}`.replaceAll(/[_.]/g, ' '))
  const all = tokens(text)
  const taken = new Set<number>()
  const take = (first: number, end: number) => {
    for (let at = first; at < end; at++) taken.add(at)
  }
  const apart = (m: { readonly first: number; readonly end: number }) =>
    !sheets.some(s => s.first < m.end && m.first < s.end)
  for (const { first, end } of sheets) take(first, end)
  const values = valuesIn(all, columns).filter(apart)
  const direct = mentions(all, columns).filter(apart)
  const found = [...direct, ...byUnit(text, all, columns, direct, values, take)].toSorted(
    (a, b) => a.first - b.first,
  )
  // a word that is both a value and a column is the column only where a longer name says so
  const clash = found.find(m =>
    values.some(
      v =>
        v.first < m.end &&
        m.first < v.end &&
        v.end - v.first <= m.end - m.first &&
        v.column !== m.column,
    ),
  )
  return {
    text,
    tokens: all,
    columns,
    sheets,
    about: new Set(about.map(({ word }) => singular(word))),
    mentions: found,
    values: values.filter(v => !found.some(m => m.first <= v.first && v.end <= m.end)),
    clash: clash && all[clash.first]!.text,
    taken: at => taken.has(at),
    take,
  }
}

/** The first word of the question that nothing accounts for. */
export function unexplained(reader: Reader): string | undefined {
  const { tokens: all, taken, mentions: named, about } = reader
  const spared = (at: number) =>
    named.some(
      m =>
        m.first <= at &&
        at < m.end &&
        (/^(all|any)$/.test(all[m.first - 1]?.word ?? '') ||
          // "the price of the products": each row is one
          (m.column.type !== 'number' && isPlural(all[at]!.word))),
    )
  const understood = ({ text, word }: Token, at: number) => {
    if (taken(at) || about.has(singular(word)) || spared(at)) return true
    // inside a sentence a capital makes a name of any word
    const begins = at === 0 || /[.?!:"]/.test(all[at - 1]!.text)
    if (/^\p{Lu}/u.test(text) && !begins && !plainCapitals.has(word)) return false
    return silent.has(word.replace(/['’]s$/, '')) || mayBeRow(reader, singular(word))
  }
  const open = all.flatMap((token, at) =>
    token.kind !== 'mark' && !understood(token, at) ? [at] : [],
  )
  const verb = open.find(at => isVerb(reader, at)) ?? -1
  const particle = verb >= 0 && particles.test(all[verb + 1]?.word ?? '') ? verb + 1 : verb
  return all[open.find(at => at !== verb && at !== particle) ?? -1]?.text
}

/** Whether rows may be called so: not where the file's name calls them something else. */
export function mayBeRow({ about, columns }: Reader, noun: string): boolean {
  if (!rowNouns.has(noun)) return false
  const called = [...about].filter(word => rowNouns.has(word))
  if (called.length === 0 || called.includes(noun) || anyRow.has(noun)) return true
  if (columns.some(column => nameOf(column).length > 1 && nameOf(column).includes(noun)))
    return true
  return synonyms.some(group => group.has(noun) && called.some(word => group.has(word)))
}

// --- internal ---

const anyRow = new Set('sample observation measurement reading'.split(' '))
const synonyms = [
  'person employee worker member staff colleague customer client student pupil player patient guest visitor driver',
  'order sale transaction purchase invoice payment',
  'parcel package shipment delivery',
  'movie film title',
  'match game',
  'store shop',
  'trip flight',
].map(words => new Set(words.split(' ')))

const particles = /^(up|in|out|off|on)$/

const plainCapitals = new Set(['i', 'csv', 'tsv', 'excel', 'xlsx'])

/** Columns that a unit speaks of (`kilometres` of `distance_km`), or a word for what `km` measures. */
function byUnit(
  text: string,
  all: readonly Token[],
  columns: readonly Column[],
  named: readonly Mention[],
  values: readonly Found[],
  take: Reader['take'],
): readonly Mention[] {
  const found: Mention[] = []
  const numeric = columns.filter(({ type }) => type === 'number')
  for (let at = 0; at < all.length; at++) {
    if ([...named, ...values].some(m => m.first <= at && at < m.end)) continue
    const before = all[at - 1]
    // the unit of a number is read with the number
    if (before && (before.kind === 'number' || /^an?$/.test(before.word))) continue
    const dimension = dimensionWords[singular(all[at]!.word)]
    const unit = unitAt({ text, tokens: all, nouns: new Set() }, at)
    if (!dimension && !unit) continue
    const end = dimension ? at + 1 : unit!.end
    const fitting = numeric.filter(column =>
      dimension ? isNamedByUnit(column, dimension) : isIn(column, unit!.unit),
    )
    const owner = named.find(m => m.end === at - 1 && /^(in|of)$/.test(before?.word ?? ''))
    // "the revenue in euros": the unit of the column just named
    const owned = owner?.column.type === 'number' && unitOf(owner.column) === undefined
    if (owned || named.some(m => fitting.includes(m.column))) take(at, end)
    else if (fitting.length === 1) found.push({ column: fitting[0]!, first: at, end })
    at = end - 1
  }
  return found
}

function isIn(column: Column, unit: string): boolean {
  const own = unitOf(column)
  if (own === undefined || dimensionOf(unit) === '1') return false
  return sameQuantity({ value: 1, unit: own }, { value: 1, unit })
}

/** `km` holds distances; `ascent (m)` says itself what it holds. */
export function isNamedByUnit(column: Column, dimension: string): boolean {
  return (
    dimensionOf(unitOf(column) ?? '') === dimension &&
    nameOf(column).length === 1 &&
    unitOf(column) === column.name
  )
}

/**
 * Whether the word at `at` can only be the verb of a sentence whose subject or object is understood:
 * `did Amir drive`, `the farm harvested the most`, `carried by`, `took more than`. Verbs that turn what
 * is meant into its opposite are none.
 */
function isVerb(reader: Reader, at: number): boolean {
  const { tokens: all, taken, sheets, values, mentions: named } = reader
  const { word, text } = all[at]!
  if (word in dimensionWords || turning.has(word) || !/^\p{Ll}/u.test(text) || word.length < 3)
    return false
  const before = all[at - 1]?.word ?? ''
  const known = (spot: number) =>
    taken(spot) ||
    sheets.some(s => s.first <= spot && spot < s.end) ||
    rowNouns.has(singular(all[spot]?.word ?? ''))
  const particle = particles.test(all[at + 1]?.word ?? '') ? 1 : 0
  const next = all[at + 1 + particle]
  const past = /(ed|en|t|ght|wn|ld|de|ve|re|ook|an|id)$/.test(word)
  if (next?.word === 'by' && taken(at + 2 + particle)) return past
  // "the total weight" is no sentence: a subject is a name or a noun
  const things = [...sheets, ...values, ...named]
  const subject =
    things.some(each => each.first < at && at <= each.end) ||
    rowNouns.has(singular(before)) ||
    /^(together|both)$/.test(before)
  if (!subject || /^(is|are|was|were)$/.test(next?.word ?? '')) return false
  const asked = all.slice(Math.max(0, at - 8), at).some(token => /^(do|does|did)$/.test(token.word))
  const object = next?.kind !== 'word' || known(at + 1 + particle) || silent.has(next.word)
  if (asked) return object
  return (past || /[^s]s$/.test(word)) && object && next?.kind !== 'mark'
}
