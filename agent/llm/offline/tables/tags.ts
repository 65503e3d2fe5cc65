// A question cut into spans, each with all that it may mean over one table.
import { anyMonth, monthNumber } from '../../../../plans/text/months.ts'
import { scales, wordNumbers } from '../../../../plans/text/numerals.ts'
import { folded, singular } from '../../../../plans/text/words.ts'
import {
  type Entry,
  type Here,
  isAim,
  isCapital,
  type Lexicon,
  lexiconOf,
  type Meaning,
  type Period,
  type Sheets,
  type Token,
} from './lexicon.ts'
import { type Column, isCurrency, isId, isIn, isUnit, type Table, word } from './table.ts'
import {
  baseOf,
  figures,
  isMadeOf,
  operators,
  senseOf,
  shortened,
  silent,
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
export function readingsOf(
  text: string,
  tokens: readonly Token[],
  table: Table,
  sheets: Sheets,
): readonly (readonly Tag[])[] {
  const lexicon = lexiconOf(table, sheets)
  const spans: (readonly Tag[])[] = []
  for (let at = 0; at < tokens.length; at = spans.at(-1)![0]!.end) {
    const here = { text, token: tokens[at]!, tokens, at, table, lexicon }
    const told = readers.flatMap(read => read(here))
    const end = Math.max(at + 1, ...told.map(tag => tag.end))
    const longest = told.filter(tag => tag.end === end)
    const names = longest.filter(tag => tag.is === 'column' && tag.by === 'name')
    const most = Math.max(...names.map(({ weight }) => weight))
    const content = longest.filter(tag => !names.includes(tag) || tag.weight === most)
    const all = end === at + 1 ? [...content, ...plainAt(here, content)] : content
    const left = all.length > 0 ? all : unlistedAt(here)
    spans.push(left.length > 0 ? left : [tagged({ is: 'open' }, at, at + 1, 0)])
  }
  return spans
}

// --- internal ---

interface Reading extends Here {
  readonly text: string
  readonly table: Table
  readonly lexicon: Lexicon
}

const tagged = (meaning: Meaning, first: number, end: number, weight: number): Tag => ({
  ...meaning,
  first,
  end,
  weight,
})

/** The token at which a place of the text is passed. */
const tokenFrom = (tokens: readonly Token[], place: number) => {
  const at = tokens.findIndex(({ from }) => from >= place)
  return at < 0 ? tokens.length : at
}

const readers: readonly ((reading: Reading) => readonly Tag[])[] = [
  operatorsAt,
  periodsAt,
  numbersAt,
  entriesAt,
  unitsAt,
]

function operatorsAt({ tokens, at }: Reading): readonly Tag[] {
  for (let end = Math.min(tokens.length, at + 6); end > at; end--) {
    const said = operators.get(
      tokens
        .slice(at, end)
        .map(token => token.word)
        .join(' '),
    )
    if (said?.[0] === 'silent') return [tagged({ is: 'silent' }, at, end, 1)]
    if (said)
      return said.map(operator => tagged({ is: 'operator', operator }, at, end, 2 * (end - at)))
  }
  return []
}

const year = '((?:19|20)\\d\\d)(?!\\w)'
const day = '(\\d{1,2})(?:st|nd|rd|th)?'
const periods: readonly (readonly [pattern: RegExp, parts: readonly (keyof Period)[]])[] = [
  [/^(\d{4})-(\d\d)(?:-(\d\d))?(?!\d)/, ['year', 'month', 'day']],
  [new RegExp(`^${day}(?: of)? (${anyMonth})(?:,? ${year})?(?!\\w)`), ['day', 'month', 'year']],
  [new RegExp(`^(${anyMonth}) ${day}(?:,? ${year})?(?!\\w)`), ['month', 'day', 'year']],
  [new RegExp(`^(${anyMonth})(?: (?:of )?${year})?(?!\\w)`), ['month', 'year']],
  [new RegExp(`^Q([1-4])(?: (?:of )?${year})?(?!\\w)`), ['quarter', 'year']],
  [
    new RegExp(`^(first|second|third|fourth) quarter(?: (?:of )?${year})?(?!\\w)`),
    ['quarter', 'year'],
  ],
  [new RegExp(`^${year}`), ['year']],
]

function periodsAt({ text, tokens, token, at, table }: Reading): readonly Tag[] {
  // `Yield 2024` has its year in its name
  if (table.columns.some(({ words }) => words.includes(token.word))) return []
  for (const [pattern, parts] of periods) {
    const found = pattern.exec(text.slice(token.from))
    if (!found) continue
    const { year, month, quarter, day } = Object.fromEntries(
      parts.map((part, index) => [part, found[index + 1]]),
    )
    const period = {
      year,
      month: month === undefined ? undefined : (monthNumber(month) ?? Number(month)),
      quarter:
        quarter === undefined
          ? undefined
          : Number(quarter) || ['', 'first', 'second', 'third', 'fourth'].indexOf(quarter),
      day: day?.padStart(2, '0'),
    }
    return [
      tagged({ is: 'period', period }, at, tokenFrom(tokens, token.from + found[0].length), 3),
    ]
  }
  return []
}

function numbersAt({ text, tokens, token, at }: Reading): readonly Tag[] {
  if (/^\d/.test(token.word)) {
    const scale = scales[tokens[at + 1]?.word ?? '']
    const value = Number(token.word.replaceAll(',', '')) * (scale ?? 1)
    return [tagged({ is: 'number', value }, at, scale === undefined ? at + 1 : at + 2, 2)]
  }
  // "one" is more often a pronoun
  const [said] = [...wordNumbers(text.slice(token.from, token.from + 60), 1)].filter(
    ({ start }) => start === 0,
  )
  return said
    ? [
        tagged(
          { is: 'number', value: said.values[0]! },
          at,
          tokenFrom(tokens, token.from + said.end),
          2,
        ),
      ]
    : []
}

function entriesAt(reading: Reading): readonly Tag[] {
  const { lexicon, tokens, token, at } = reading
  const read = (entries: readonly Entry[] | undefined, form: 'base' | 'sense') =>
    (entries ?? []).flatMap(({ words, meaning, weight, when }) => {
      const fits = words.every((each, index) => tokens[at + index]?.[form] === each)
      return fits && (when?.(reading) ?? true)
        ? [tagged(meaning, at, at + words.length, weight)]
        : []
    })
  return [
    ...read(lexicon.values.get(token.base), 'base'),
    ...read(lexicon.names.get(token.sense), 'sense'),
  ]
}

/** Columns in a unit that is named; `in euros` may be of any money. */
function unitsAt({ text, tokens, token, at, table }: Reading): readonly Tag[] {
  for (let end = Math.min(tokens.length, at + 3); end > at; end--) {
    if (tokens.slice(at, end).some(({ base, word }) => silent.has(base) || operators.has(word)))
      continue
    const said = text.slice(token.from, tokens[end - 1]!.to)
    const unit = shortened.get(said) ?? said
    if (!isUnit(unit)) continue
    const columns = table.columns.filter(
      column =>
        isIn(column, unit) || (isCurrency(unit) && column.isMoney && column.unit === undefined),
    )
    return [tagged({ is: 'column', columns, by: 'unit', unit }, at, end, 1.5)]
  }
  return []
}

/** What a single word may be beside what it means here. */
function plainAt(reading: Reading, content: readonly Tag[]): readonly Tag[] {
  const { token, at, table } = reading
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
  const isOfRows = content.length === 0 && table.nouns.some(each => isMadeOf(each, token.sense))
  const meanings: readonly (readonly [Meaning, number] | false)[] = [
    made.length > 0 && [{ is: 'column', columns: made, by: 'part' }, 1],
    isDoer === true && [{ is: 'column', columns: [table.persons!], by: 'name' }, 2],
    isPlain && isOfRows && [{ is: 'about' }, 0.5],
    isPlain && things.has(noun) && [{ is: 'thing' }, 0.5],
    isPlain && figures.has(noun) && [{ is: 'figure' }, 0.5],
    isPlain && isSilent(reading) && [{ is: 'silent' }, 0],
  ]
  return meanings.flatMap(each => (each === false ? [] : [tagged(each[0], at, at + 1, each[1])]))
}

/** Whether it says nothing here; `which` does only where it begins a clause within a question. */
const isSilent = ({ token, at }: Reading) =>
  silent.has(token.base) &&
  !/ings$/.test(token.word) &&
  (at > 2 || !/^(?:who|which|when|where|whose)$/.test(token.word))

/** A quotation, a code or a name, of the one column of texts too many to be listed that may hold it. */
function unlistedAt({ text, tokens, token, at, table }: Reading): readonly Tag[] {
  const many = table.columns.filter(({ kind, values }) => kind === 'text' && !values)
  const coded = many.filter(({ name }) => isId.test(name))
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
    const end = tokenFrom(tokens, token.from + said.length)
    return [tagged({ is: 'value', column, values: [said], unlisted: true }, at, end, 2)]
  }
  return []
}
