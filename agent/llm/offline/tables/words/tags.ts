// A question cut into spans, each with all that it may mean over one table.
import { scales, wordNumbers } from '../../../../../plans/text/numerals.ts'
import { folded, singular } from '../../../../../plans/text/words.ts'
import { isCurrency } from '../../roles.ts'
import { type Column, isId, isIn, isUnit, type Table, word } from '../table.ts'
import { periodFrom } from './dates.ts'
import { isDoing, type Lexicon, lexiconOf, type Sheets } from './lexicon.ts'
import { type Entry, isAim, isCapital, type Meaning } from './meanings.ts'
import {
  baseOf,
  figures,
  type Here,
  isMadeOf,
  operators,
  recorded,
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
  fileAt,
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

/** `in the log`, `on our stock list`, `over the whole survey`: the file itself, and no more than all of it. */
const ofFile =
  /^(?:in|on|from|of|over|across|throughout|within) (?:(?:the|this|my|our|your|whole|entire|full|complete) )+(?:(\p{L}+) )?(list|listing|log|logbook|file|table|sheet|spreadsheet|statement|export|extract|data|dataset|database|report|overview|records|register|inventory|catalogue|survey|document)(?![-’'\p{L}])(?! (?:of|from|on)\b)/iu

function fileAt(reading: Reading): readonly Tag[] {
  const { text, token, tokens, table, lexicon, tag, endOf } = reading
  const [said, kind, noun] = ofFile.exec(text.slice(token.from)) ?? []
  if (said === undefined || noun === undefined) return []
  const end = endOf(said.length)
  const behind = tokens[end]
  const isOwn = kind === undefined || [...table.nouns, ...table.about].includes(senseOf(kind))
  // of the list prices the list is no file
  const isPart =
    behind !== undefined &&
    /^\s+$/.test(text.slice(token.from + said.length, behind.from)) &&
    !/^\d/.test(behind.word) &&
    !silent.has(behind.base) &&
    operatorsAt({ ...reading, token: behind, at: end }).length === 0
  // of `Logged at` speaks no log
  const isOther = [lexicon.names.get(senseOf(noun)), lexicon.values.get(baseOf(noun))].some(
    entries =>
      entries?.some(
        ({ meaning }) =>
          /^(?:value|sheet)$/.test(meaning.is) ||
          (meaning.is === 'column' &&
            meaning.columns.some(({ written }) => written.includes(noun))),
      ),
  )
  return isOwn && !isPart && !isOther ? [tag({ is: 'silent' }, 1, end)] : []
}

/** Before digits `no` and `number` deny and count nothing. */
const isNumbering = ({ token, tokens, at }: Here) =>
  /^(?:no|nr|number|#)$/.test(token.word) && /^\d/.test(tokens[at + 1]?.word ?? '')

function operatorsAt(reading: Reading): readonly Tag[] {
  const { tokens, at, tag, lexicon } = reading
  if (isNumbering(reading)) return []
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

function periodsAt({ text, token, table, tag, endOf }: Reading): readonly Tag[] {
  // `Yield 2024` and `Visits last month` have theirs in their names
  if (table.columns.some(({ words }) => words.includes(token.word))) return []
  const found = periodFrom(text, token.from)
  return found ? [tag({ is: 'period', period: found.period }, 3, endOf(found.length))] : []
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
    isPlain && things.has(noun) && [{ is: shops(reading) ? 'silent' : 'thing' }, 0.5],
    isPlain && figures.has(noun) && [{ is: 'figure' }, 0.5],
    isPlain && isSilent(reading) && [{ is: 'silent' }, 0],
  ]
  return meanings.flatMap(each => (each ? [reading.tag(...each)] : []))
}

/** `did I shop` names no shop, and says no more than that there is such a row. */
const shops = (reading: Reading) =>
  reading.token.word === 'shop' &&
  isDoing(reading) &&
  reading.table.columns.some(({ isMoney }) => isMoney)

/** `not` has the base of `note`, and never is one. */
const isDenial = ({ word }: Token) => word === 'not'

/** Whether it says nothing here; `which` does only where it begins a clause within a question. */
const isSilent = ({ token, tokens, at }: Reading) =>
  (silent.has(token.base) || recorded.test(token.word) || isNumbering({ token, tokens, at })) &&
  !isDenial(token) &&
  !/ings$/.test(token.word) &&
  (at > 2 || !/^(?:who|which|when|where|whose)$/.test(token.word)) &&
  // what is put on was not there before
  !(token.word === 'put' && /^(?:on|off|in|out|up)$/.test(tokens[at + 1]?.word ?? '')) &&
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
