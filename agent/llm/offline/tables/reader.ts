// A question about a table while it is read: where it names columns, values, sheets and units, and
// which of its words are understood.
import { dimensionOf, sameQuantity } from '../../../../plans/expressions/expression.ts'
import { unitAt } from '../quantities/measures.ts'
import { isVerbForm, sameStem, stem } from '../stems.ts'
import { isPlural, singular, type Token, tokens } from '../words.ts'
import {
  type Column,
  type Found,
  type Mention,
  mentions,
  nameOf,
  type SheetMention,
  type Span,
  type Table,
  unitOf,
  unlistedIn,
  valuesIn,
} from './columns.ts'
import { dimensionWords, happening, marks, rowNouns, silent, turning } from './words.ts'

/** A question about a table while it is read: `take` marks tokens as understood. */
export interface Reader {
  readonly text: string
  readonly tokens: readonly Token[]
  readonly table: Table
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
  readonly word: (at: number) => string
}

/** A reader of `text` over a table; the words for sheets and for the unit asked for are taken. */
export function readerOf(text: string, table: Table, sheets: readonly SheetMention[]): Reader {
  const { file, sheet = '', columns } = table
  const about = tokens(`${file} ${sheet}`.replaceAll(/[_.]/g, ' '))
  const all = tokens(text)
  const taken = new Set<number>()
  const take = (first: number, end: number) => {
    for (let at = first; at < end; at++) taken.add(at)
  }
  const apart = (m: Span) => !sheets.some(s => s.first < m.end && m.first < s.end)
  for (const { first, end } of sheets) take(first, end)
  const listed = valuesIn(all, columns).filter(apart)
  const direct = mentions(text, all, columns).filter(apart)
  const units = byUnit(text, all, columns, [...direct, ...listed], take)
  const found = [...direct, ...units].toSorted((a, b) => a.first - b.first)
  const free = (at: number) =>
    !taken.has(at) && ![...found, ...listed].some(each => each.first <= at && at < each.end)
  const values = [...listed, ...unlistedIn(text, all, table, free)]
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
    table,
    columns,
    sheets,
    mentions: found,
    about: new Set(about.map(({ word }) => singular(word))),
    values: values.filter(v => !found.some(m => m.first <= v.first && v.end <= m.end)),
    clash: clash && all[clash.first]!.text,
    taken: at => taken.has(at),
    take,
    word: at => all[at]?.word ?? '',
  }
}

/** Mentions whose words are not understood yet. */
export const openMentions = ({ mentions, taken }: Reader) =>
  mentions.filter(({ first }) => !taken(first))

/** The first word of the question that nothing accounts for; `named` says that its column of amounts is, `used` are the columns it takes. */
export function unexplained(
  reader: Reader,
  named: boolean,
  used: readonly Column[],
): string | undefined {
  const { tokens: all, taken, mentions, about, word } = reader
  const spared = (at: number) =>
    mentions.some(
      m =>
        m.first <= at &&
        at < m.end &&
        (/^(all|any)$/.test(word(m.first - 1)) ||
          // "the price of the products": each row is one
          (m.column.type !== 'number' && isPlural(word(at)))),
    )
  const ownWord = (word: string) =>
    [...about].some(other => sameStem(stem(other), stem(word))) ||
    reader.columns.some(column => nameOf(column).some(own => sameStem(stem(own), stem(word))))
  const understood = ({ text, word }: Token, at: number) => {
    if (taken(at) || about.has(singular(word)) || spared(at)) return true
    // inside a sentence a capital makes a name of any word
    const begins = at === 0 || /[.?!:"]/.test(all[at - 1]!.text)
    if (/^\p{Lu}/u.test(text) && !begins && !plainCapitals.has(word)) return false
    // `what did it cost to make` asks for more than what it cost
    if (reader.word(at - 1) === 'to' && /^\W*$/.test(reader.word(at + 1))) return ownWord(word)
    if (silent.has(word.replace(/['’]s$/, '')) || mayBeRow(reader, singular(word))) return true
    // `does Mara train` of a column of trainers, `a month` of a monthly fee
    if (used.some(column => nameOf(column).some(own => sameStem(stem(own), stem(word)))))
      return true
    // a claim, of a column `Claimed by`
    const done = reader.columns.some(column =>
      nameOf(column).some(own => isVerbForm(own) && sameStem(stem(own), stem(word))),
    )
    if (done || (named && marks.has(singular(word)))) return true
    return isVerbForm(text) || happening.has(word) ? named || ownWord(word) : false
  }
  const open = all.flatMap((token, at) =>
    token.kind !== 'mark' && !understood(token, at) ? [at] : [],
  )
  // `what did it cost to make` asks for more than what it cost
  const verb = named ? (open.find(at => word(at - 1) !== 'to' && isVerb(reader, at)) ?? -1) : -1
  const particle = verb >= 0 && particles.test(word(verb + 1)) ? verb + 1 : verb
  const turned = all.findIndex(({ word }, at) => turning.has(word) && !taken(at) && !ownWord(word))
  if (turned >= 0) return all[turned]!.text
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

/** `km` holds distances; `ascent (m)` says itself what it holds. */
export function isNamedByUnit(column: Column, dimension: string): boolean {
  return (
    dimensionOf(unitOf(column) ?? '') === dimension &&
    nameOf(column).length === 1 &&
    unitOf(column) === column.name
  )
}

// --- internal ---

const anyRow = new Set('sample observation measurement reading'.split(' '))
const synonyms = [
  'person employee worker member staff colleague customer client student pupil player patient guest visitor driver people',
  'order sale transaction purchase invoice payment',
  'parcel package shipment delivery',
  'movie film title',
  'match game',
  'store shop',
  'trip flight',
].map(words => new Set(words.split(' ')))

const particles = /^(up|in|out|off|on|through)$/

const plainCapitals = new Set(['i', 'csv', 'tsv', 'excel', 'xlsx'])

/** Columns that a unit speaks of (`kilometres` of `distance_km`), or a word for what `km` measures. */
function byUnit(
  text: string,
  all: readonly Token[],
  columns: readonly Column[],
  known: readonly Mention[],
  take: Reader['take'],
): readonly Mention[] {
  const found: Mention[] = []
  const numeric = columns.filter(({ type }) => type === 'number')
  for (let at = 0; at < all.length; at++) {
    if (known.some(m => m.first <= at && at < m.end)) continue
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
    const owner = known.find(m => m.end === at - 1 && /^(in|of)$/.test(before?.word ?? ''))
    // "the revenue in euros": the unit of the column just named
    const owned = owner?.column.type === 'number' && unitOf(owner.column) === undefined
    if (owned || known.some(m => fitting.includes(m.column))) take(at, end)
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

/**
 * Whether the word at `at` can only be the verb between a subject and an object that are understood:
 * `did Amir drive`, `the farm harvested the most`, `carried by`. Verbs that turn what is meant into its
 * opposite are none.
 */
function isVerb(
  { tokens: all, taken, values, mentions: named, word }: Reader,
  at: number,
): boolean {
  const said = all[at]!
  if (turning.has(said.word) || !/^\p{Ll}{3,}$/u.test(said.text) || said.word in dimensionWords)
    return false
  const next = at + (particles.test(word(at + 1)) ? 2 : 1)
  const past = isVerbForm(said.text) || /(en|t|ght|wn|ld|de|ve|re|ook|an|id|ing)$/.test(said.word)
  if (word(next) === 'by') return past
  const subject =
    [...values, ...named].some(each => each.first < at && at <= each.end) ||
    taken(at - 1) ||
    rowNouns.has(singular(word(at - 1)))
  if (!subject || /^(is|are|was|were)$/.test(word(next))) return false
  const ends = all[next]?.kind !== 'word'
  const object = ends || taken(next) || silent.has(word(next)) || rowNouns.has(singular(word(next)))
  const asked = all.slice(Math.max(0, at - 8), at).some(token => /^(do|does|did)$/.test(token.word))
  return object && (asked || ((past || /[^s]s$/.test(said.word)) && (!ends || past)))
}
