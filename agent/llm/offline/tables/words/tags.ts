// A question cut into spans, each with all that it may mean over one table.
import { anyMonth, monthNumber } from '../../../../../plans/text/months.ts'
import { scales, wordNumbers } from '../../../../../plans/text/numerals.ts'
import { folded, singular } from '../../../../../plans/text/words.ts'
import { isCurrency } from '../../roles.ts'
import type { Period } from '../query.ts'
import { type Column, isId, isIn, isUnit, type Table, word } from '../table.ts'
import { type Lexicon, lexiconOf, type Sheets } from './lexicon.ts'
import { type Entry, isAim, isCapital, type Meaning } from './meanings.ts'
import {
  baseOf,
  figures,
  type Here,
  isMadeOf,
  operators,
  senseOf,
  shortened,
  silent,
  type Token,
  things,
} from './vocabulary.ts'

/** One meaning of tokens `first` up to `end`, and how much is explained by it. */
export type Tag = Meaning & {
  readonly first: number
  readonly end: number
  readonly weight: number
}

export function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(word)].map(({ 0: said, index }, at, all) => {
    const small = folded(said)
    // `no` is a number only before one: "hire no 717"
    const isPlain = operators.has(small) && !/^\d/.test(all[at + 1]?.[0] ?? '')
    return {
      text: said,
      word: small,
      base: baseOf(small),
      sense: isPlain ? baseOf(small) : senseOf(small),
      from: index,
      to: index + said.length,
    }
  })
}

/** For each span in order all that it may mean: the longest meanings that begin there. */
export function readingsOf(text: string, tokens: readonly Token[], table: Table, sheets: Sheets) {
  const lexicon = lexiconOf(table, sheets)
  const spans: (readonly Tag[])[] = []
  for (let at = 0; at < tokens.length; at = spans.at(-1)![0]!.end) {
    const tag: Reading['tag'] = (meaning, weight, end = at + 1) => ({
      ...meaning,
      first: at,
      end,
      weight,
    })
    const endOf = (place: number) => {
      const end = tokens.findIndex(({ from }) => from >= tokens[at]!.from + place)
      return end < 0 ? tokens.length : end
    }
    const here = { text, token: tokens[at]!, tokens, at, table, lexicon, tag, endOf }
    const told = readers.flatMap(read => read(here))
    const end = Math.max(at + 1, ...told.map(tag => tag.end))
    const longest = told.filter(tag => tag.end === end)
    const names = longest.filter(tag => tag.is === 'column' && tag.by === 'name')
    const most = Math.max(...names.map(({ weight }) => weight))
    const content = longest.filter(tag => !names.includes(tag) || tag.weight === most)
    const all = end === at + 1 ? [...content, ...plainAt(here, content)] : content
    const left = all.length > 0 ? all : unlistedAt(here)
    spans.push(left.length > 0 ? left : [tag({ is: 'open' }, 0)])
  }
  return spans
}

// --- internal ---

interface Reading extends Here {
  readonly text: string
  readonly table: Table
  readonly lexicon: Lexicon
  /** One meaning of the words from here to `end`. */
  readonly tag: (meaning: Meaning, weight: number, end?: number) => Tag
  /** The token that so many characters from here are before. */
  readonly endOf: (length: number) => number
}

const readers: readonly ((reading: Reading) => readonly Tag[])[] = [
  operatorsAt,
  periodsAt,
  numbersAt,
  entriesAt,
  unitsAt,
]

/** `how many nights does a booking last on average`: no ordinal. */
const isLasting = ({ text, token, tokens, at }: Reading) =>
  token.word === 'last' &&
  tokens.slice(0, at - 1).some(({ word }) => /^(?:do|does|did)$/.test(word)) &&
  tokens[at - 1]!.word !== 'the' &&
  /^how (?!long)/i.test(text) &&
  /^(?:on|in|for|altogether|together|)$/.test(tokens[at + 1]?.word ?? '')

function operatorsAt(reading: Reading): readonly Tag[] {
  const { tokens, at, tag, lexicon } = reading
  if (isLasting(reading)) return [tag({ is: 'silent' }, 0)]
  const before = tokens[at - 1]
  const isNamed =
    before !== undefined &&
    !operators.has(before.word) &&
    lexicon.names.get(before.sense)?.some(({ meaning }) => meaning.is === 'column')
  for (let end = Math.min(tokens.length, at + 6); end > at; end--) {
    const words = tokens.slice(at, end).map(token => token.word)
    // the phone number of somebody counts nothing
    if (isNamed && words.join(' ') === 'number of') continue
    const said = operators.get(words.join(' '))
    if (said?.[0] === 'silent') return [tag({ is: 'silent' }, 1, end)]
    if (said) return said.map(operator => tag({ is: 'operator', operator }, 2 * (end - at), end))
  }
  return []
}

const quarters = ['first', 'second', 'third', 'fourth']
const year = '((?:19|20)\\d\\d)(?!\\w)'
const day = '(\\d{1,2})(?:st|nd|rd|th)?'
const periods: readonly (readonly [pattern: RegExp, parts: readonly (keyof Period)[]])[] = [
  [/^(\d{4})-(\d\d)(?:-(\d\d))?(?!\d)/, ['year', 'month', 'day']],
  [new RegExp(`^${day}(?: of)? (${anyMonth})(?:,? ${year})?(?!\\w)`), ['day', 'month', 'year']],
  [new RegExp(`^(${anyMonth}) ${day}(?:,? ${year})?(?!\\w)`), ['month', 'day', 'year']],
  [new RegExp(`^(${anyMonth})(?: (?:of )?${year})?(?!\\w)`), ['month', 'year']],
  [new RegExp(`^Q([1-4])(?: (?:of )?${year})?(?!\\w)`), ['quarter', 'year']],
  [new RegExp(`^(${quarters.join('|')}) quarter(?: (?:of )?${year})?(?!\\w)`), ['quarter', 'year']],
  [new RegExp(`^${year}`), ['year']],
]

const fromToday: Readonly<Record<string, string>> = {
  today: 'this day',
  yesterday: 'last day',
  tomorrow: 'next day',
  current: 'this',
  previous: 'last',
}
const relative =
  /^(?:(this|current|last|previous|next) (day|week|month|quarter|year)|today|yesterday|tomorrow)\b/i

function periodsAt({ text, token, table, tag, endOf }: Reading): readonly Tag[] {
  // `Yield 2024` and `Visits last month` have theirs in their names
  if (table.columns.some(({ words }) => words.includes(token.word))) return []
  const [said, which, unit] = relative.exec(text.slice(token.from)) ?? []
  // "in the last month" is of the dates that are there
  if (
    said !== undefined &&
    !(token.word === 'last' && /\bthe $/i.test(text.slice(0, token.from)))
  ) {
    const told = fromToday[token.word] ?? token.word
    const period = { relative: which ? `${told} ${unit!.toLowerCase()}` : told }
    return [tag({ is: 'period', period }, 3, endOf(said.length))]
  }
  for (const [pattern, parts] of periods) {
    const found = pattern.exec(text.slice(token.from))
    if (!found) continue
    const { year, month, quarter, day } = Object.fromEntries(
      parts.map((part, index) => [part, found[index + 1]]),
    )
    const period = {
      year,
      month: month ? (monthNumber(month) ?? Number(month)) : undefined,
      quarter: quarter ? Number(quarter) || quarters.indexOf(quarter) + 1 : undefined,
      day: day?.padStart(2, '0'),
    }
    return [tag({ is: 'period', period }, 3, endOf(found[0].length))]
  }
  return []
}

function numbersAt({ text, tokens, token, at, tag, endOf }: Reading): readonly Tag[] {
  if (/^[\d.,]+$/.test(token.word)) {
    const scale = scales[tokens[at + 1]?.word ?? '']
    // `below -100`, but not `5-8`
    const sign = /(?<![\p{L}\d])[-−]$/u.test(text.slice(0, token.from)) ? -1 : 1
    const value = sign * Number(token.word.replaceAll(',', '')) * (scale ?? 1)
    return [tag({ is: 'number', value }, 2, scale === undefined ? at + 1 : at + 2)]
  }
  // "one" is more often a pronoun
  const said = [...wordNumbers(text.slice(token.from, token.from + 60), 1)]
  const [first] = said.filter(({ start }) => start === 0)
  return first ? [tag({ is: 'number', value: first.values[0]! }, 2, endOf(first.end))] : []
}

function entriesAt(reading: Reading): readonly Tag[] {
  const { lexicon, tokens, token, at, tag } = reading
  const read = (entries: readonly Entry[] | undefined, form: 'base' | 'sense') =>
    (entries ?? []).flatMap(({ words, meaning, weight, when }) => {
      const fits = words.every((each, index) => tokens[at + index]?.[form] === each)
      const isOther = isDenial(token) && words.length === 1
      return fits && !isOther && (when?.(reading) ?? true)
        ? [tag(meaning, weight, at + words.length)]
        : []
    })
  return [
    ...read(lexicon.values.get(token.base), 'base'),
    ...read(lexicon.names.get(token.sense), 'sense'),
  ]
}

/** Columns in a unit that is named; `in euros` may be of any money. */
function unitsAt({ text, tokens, token, at, table, tag }: Reading): readonly Tag[] {
  for (let end = Math.min(tokens.length, at + 3); end > at; end--) {
    if (tokens.slice(at, end).some(({ base, word }) => silent.has(base) || operators.has(word)))
      continue
    const said = text.slice(token.from, tokens[end - 1]!.to)
    const unit = shortened.get(said) ?? said
    const written = table.columns.filter(({ name }) => name.endsWith(`(${said})`))
    if (!isUnit(unit) && written.length > 0)
      return [tag({ is: 'column', columns: written, by: 'unit', unit }, 1.5, end)]
    if (!isUnit(unit)) continue
    const columns = table.columns.filter(
      column =>
        isIn(column, unit) || (isCurrency(unit) && column.isMoney && column.unit === undefined),
    )
    return [tag({ is: 'column', columns, by: 'unit', unit }, 1.5, end)]
  }
  return []
}

/** What a single word may be beside what it means here. */
function plainAt(reading: Reading, content: readonly Tag[]): readonly Tag[] {
  const { token, table } = reading
  // inside a sentence a capital makes a name of any word
  if (isCapital(reading)) return []
  const isPlain = !isAim(reading)
  const made =
    content.length > 0
      ? []
      : table.columns.filter(({ words }) => words.some(each => isMadeOf(each, token.sense)))
  const isDoer =
    table.persons &&
    /(?:er|or|ist)s?$/.test(token.word) &&
    table.about.some(each => isMadeOf(each, token.sense))
  const noun = singular(token.word)
  const isOfRows =
    content.length === 0 &&
    (table.nouns.some(each => isMadeOf(each, token.sense)) ||
      table.about.some(each => token.sense.replace(/ll$/, 'l') === `re${each}`))
  const meanings: readonly (readonly [Meaning, number] | false)[] = [
    made.length > 0 && [{ is: 'column', columns: made, by: 'part' }, 1],
    isDoer === true && [{ is: 'column', columns: [table.persons!], by: 'name' }, 2],
    isPlain && isOfRows && [{ is: 'about' }, 0.5],
    isPlain && things.has(noun) && [{ is: 'thing' }, 0.5],
    isPlain && figures.has(noun) && [{ is: 'figure' }, 0.5],
    isPlain && isSilent(reading) && [{ is: 'silent' }, 0],
  ]
  return meanings.flatMap(each => (each ? [reading.tag(...each)] : []))
}

/** `not` has the base of `note`, and never is one. */
const isDenial = ({ word }: Token) => word === 'not'

/** Whether it says nothing here; `which` does only where it begins a clause within a question. */
const isSilent = ({ token, tokens, at }: Reading) =>
  silent.has(token.base) &&
  !isDenial(token) &&
  !/ings$/.test(token.word) &&
  (at > 2 || !/^(?:who|which|when|where|whose)$/.test(token.word)) &&
  !(
    tokens[at - 1]?.word === 'which' &&
    /^(?:make|place|work|use|stay|offer|record)$/.test(token.word)
  )

/** A quotation, a code or a name, of the one column of texts too many to be listed that may hold it. */
function unlistedAt({ text, token, at, table, tag, endOf }: Reading): readonly Tag[] {
  const many = table.columns.filter(({ kind, values }) => kind === 'text' && !values)
  const coded = many.filter(({ name }) => isId(name))
  const kinds: readonly (readonly [boolean, RegExp, readonly Column[]])[] = [
    [/["“]/.test(text[token.from - 1] ?? ''), /^[^"“”]+/, many],
    [true, /^\p{L}{1,5}[-/ ]?\d[\p{L}\d/-]*/u, coded.length > 0 ? coded : many],
    [
      at > 0,
      /^\p{Lu}[\p{L}.’-]*(?: (?:\p{Lu}|& )[\p{L}.’-]*)*/u,
      many.filter(column => !coded.includes(column)),
    ],
  ]
  for (const [isHere, pattern, [column, another]] of kinds) {
    const said = isHere ? pattern.exec(text.slice(token.from))?.[0] : undefined
    if (said === undefined) continue
    if (!column || another) return []
    return [tag({ is: 'value', column, values: [said], unlisted: true }, 2, endOf(said.length))]
  }
  return []
}
