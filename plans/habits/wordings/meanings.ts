// What a few words of a question name: an attached file, a column or a cell of one, a number, a day, a
// name. The same code says it when a wording is learned and when it is met again.
import { fingerprint } from '../../canonical.ts'
import type { Value } from '../../plan.ts'
import { parseDate, readDate } from '../../text/dates.ts'
import { toNumber } from '../../text/evidence.ts'
import { monthNumber, weekdayNames } from '../../text/months.ts'
import { numberWords } from '../../text/numerals.ts'
import { plainMarks } from '../../text/quotes.ts'
import { stopWords } from '../../text/words.ts'

/** A word, a number or a mark of a text, with where it stands. */
export interface Token {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** An attached file, as far as wordings look at it. */
export interface WordedFile {
  readonly name: string
  /** What is told of it: a preview. */
  readonly description?: string
  readonly columns?: readonly {
    readonly name: string
    readonly type: string
    readonly unit?: string
    readonly values?: readonly string[]
    readonly sheet?: string
  }[]
  /** What of them a plan over a table like it may not have met. */
  readonly surprises?: readonly string[]
}

/** Whether a text says yes or no. */
export const isFlag = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:true|false|yes|no)$/i.test(value)

/** Whether a file spells a flag so; then the words that do not vary say it as well as a boolean. */
export const isFlagOf = (value: Value, files: readonly WordedFile[]) =>
  isFlag(value) && files.some(({ columns = [] }) => columns.some(c => c.values?.includes(value)))

/**
 * What a file has to be: a table of its kind that surprises no otherwise, and with `layout` with the same columns; a
 * document, itself.
 */
export function kindOf(file: WordedFile, layout: boolean): string {
  const { name, columns, surprises = [] } = file
  if (!columns) return sameAs(file)
  const kind = /\.[^.\s]+$/.exec(name)?.[0].toLowerCase() ?? ''
  const shown = columns.map(({ name, type, unit, sheet }) => ({ name, type, unit, sheet }))
  // other columns may be called otherwise
  const odd = layout ? surprises : new Set(surprises.map(each => each.split(': ').at(-1)!))
  return [kind, ...odd, ...(layout ? [fingerprint(shown)] : [])].join(' ')
}

/** The file as it was, and no other of its kind. */
export const sameAs = ({ name, description }: WordedFile) =>
  `${name} ${fingerprint([name, description ?? ''])}`

/** Whether what a file has to be is that very file. */
export const isBound = (kind: string): boolean => /^[^.\s]/.test(kind)

/** What words name. Words of another `sort` do not stand in for them. */
export interface Meaning {
  readonly sort: string
  readonly value: string | number
}

/** The units of a question and of its answer. */
interface Measured {
  readonly beliefs: readonly { readonly unit?: string | undefined }[]
  readonly answerContract?: { readonly unit?: string } | undefined
}

/** Longer messages are not looked at. */
export const longestMessage = 300

/** Words in a slot at the most. */
export const longestSlot = 10

/** The text in the spelling that wordings are compared in. */
export const spelledPlainly = (text: string) => plainMarks(text.normalize('NFC'))

/** The words, numbers and marks of a text; what is joined by a mark inside is one word. */
export function tokensOf(text: string): readonly Token[] {
  const found = text.matchAll(/[\p{L}\p{M}\p{N}_]+(?:['.,:/-][\p{L}\p{M}\p{N}_]+)*|[^\s]/gu)
  return [...found].map(({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }))
}

/** Case does not tell words apart. */
export const plainWord = ({ text }: Pick<Token, 'text'>) => text.toLowerCase()

/** The words of a text in one spelling. */
export const plainWords = (text: string): readonly string[] =>
  tokensOf(spelledPlainly(text)).map(plainWord)

/**
 * A reader of the words of one message: what those from `from` up to `to` name, beside these files;
 * `undefined` when they may mean anything. Where the question has units, a column of another unit is another sort.
 */
export function meaningsIn(
  text: string,
  tokens: readonly Token[],
  files: readonly WordedFile[],
  { beliefs, answerContract }: Measured,
) {
  const units = answerContract?.unit !== undefined || beliefs.some(({ unit }) => unit !== undefined)
  const names = new Map<string, Meaning | undefined>()
  for (const [word, meaning] of namesOf(files, units)) {
    const known = names.get(word)
    const same = known?.value === meaning.value && known.sort === meaning.sort
    names.set(word, names.has(word) && !same ? undefined : meaning)
  }
  return (from: number, to: number): Meaning | undefined => {
    const words = tokens.slice(from, to)
    const key = words.map(plainWord).join(' ')
    if (names.has(key)) return names.get(key)
    const [first] = words
    if (!first || words.length > longestSlot) return undefined
    const spelled = text.slice(first.start, words.at(-1)!.end)
    const before = text.slice(Math.max(0, first.start - 1), first.start)
    if (words.length === 1 && /^\d/.test(spelled)) return numberOrDay(spelled, before)
    if (/\d/.test(spelled)) return dayOf(spelled)
    const quoted = isQuote(tokens[from - 1]) && isQuote(tokens[to])
    if (words.some(isQuote) || words.some(word => exceptional.has(plainWord(word))))
      return undefined
    if (quoted) return { sort: 'quoted', value: spelled }
    const dashes = words.filter(word => word.text === '-').length
    return isName(words) ? { sort: `name ${dashes}`, value: spelled } : undefined
  }
}

// --- internal ---

/** Words that turn a meaning round or join two of them. */
const exceptional = new Set(
  'no not nor non or and but except excepting without excluding besides unless neither other'.split(
    ' ',
  ),
)

const particles = new Set(
  'of de del della der den des di do du da la le el al van von the'.split(' '),
)

const isQuote = (token: Token | undefined) => token !== undefined && /^["']$/.test(token.text)

/** What the files call something: each of them, its sheets and columns, the cells of its columns of text. */
function* namesOf(
  files: readonly WordedFile[],
  units: boolean,
): Generator<readonly [string, Meaning]> {
  const keyOf = (text: string) => plainWords(text).join(' ')
  const holders = new Map<string, { value: string; columns: string[] }>()
  for (const [place, { name, columns = [] }] of files.entries()) {
    yield [keyOf(name), { sort: `file ${place}`, value: name }]
    for (const { name, type, unit = '', values = [], sheet = '' } of columns) {
      if (sheet !== '') yield [keyOf(sheet), { sort: `sheet of ${place}`, value: sheet }]
      const kind = values.length > 0 && values.every(isFlag) ? 'flag' : type
      const meaning = { sort: ['column', kind, units ? unit : ''].join(' ').trim(), value: name }
      yield [keyOf(name), meaning]
      const bare = name.replace(/\s*[([][^()[\]]*[)\]]\s*$/, '').replaceAll('_', ' ')
      yield [keyOf(bare), meaning]
      for (const value of type === 'text' ? values : []) {
        const held = holders.get(keyOf(value)) ?? { value, columns: [] }
        held.columns.push(`${place} ${sheet} ${name}`.toLowerCase())
        // one that is spelled in two ways is no value to be sure of
        holders.set(keyOf(value), held.value === value ? held : { ...held, value: '' })
      }
    }
  }
  for (const [key, { value, columns }] of holders)
    if (key !== '') yield [key, { sort: `cell of ${columns.sort().join(', ')}`, value }]
}

function numberOrDay(spelled: string, before: string): Meaning | undefined {
  const value = toNumber(spelled)
  if (value === undefined) return dayOf(spelled)
  // a sign, or the end of something longer
  if (/[-+.,:/\p{L}\d]/u.test(before) || value === 0) return undefined
  const year = /^(?:1[5-9]|20)\d\d$/.test(spelled)
  return { sort: year ? 'year' : Number.isInteger(value) ? 'whole' : 'number', value }
}

/** A day or a month with its year, in digits or words; a belief may hold it as ISO spells it. */
function dayOf(spelled: string): Meaning | undefined {
  const at = /:|T\d/.test(spelled) ? undefined : parseDate(spelled)
  if (at === undefined) return undefined
  const { day } = readDate(spelled)!
  return {
    sort: day === undefined ? 'month' : 'day',
    value: new Date(at).toISOString().slice(0, day === undefined ? 7 : 10),
  }
}

/** A run of capitalised words that is nothing but a name. */
function isName(words: readonly Token[]): boolean {
  const capital = ({ text }: Token) => /^\p{Lu}/u.test(text)
  const plain = (word: Token) => {
    const small = plainWord(word)
    if (particles.has(small)) return true
    if (/^[-.']$/.test(word.text)) return true
    const tells = !stopWords.has(small) && !numberWords.has(small)
    const day = weekdayNames.some(name => name.toLowerCase() === small)
    return capital(word) && tells && !day && monthNumber(small) === undefined
  }
  const ends = [words[0]!, words.at(-1)!]
  return (
    ends.every(capital) &&
    words.some(word => capital(word) && !particles.has(plainWord(word))) &&
    words.every(plain)
  )
}
