// Reads what a model wrote in place of JSON: Python and JavaScript literals, comments, missing or
// wrong punctuation, and text that was cut off. One recursive descent: structures, then strings, then
// single words. `jsonrepair` comes second (`find-values.ts`): it completes what was cut off.

export interface Read {
  /** `undefined` when nothing of it was finished. */
  readonly value: unknown
  /** The place behind the value. */
  readonly end: number
  /** True when the text ended inside it; what was begun and not finished has been left out. */
  readonly cut: boolean
}

/** Steps that may still be taken; hostile text runs out of them instead of out of time. */
export interface Budget {
  left: number
}

/** Where the arguments of a call keep the name of what was called. */
export const calledAs: unique symbol = Symbol('called as')

/** A string whose closing quote never comes: the reply was cut off, so it has no value. */
export const unfinished: unique symbol = Symbol('unfinished')

/** A number as it was written, when writing it back would give other characters, such as `1.10`. */
export interface Numeral {
  readonly [written]: string
  readonly value: number
}
export const written: unique symbol = Symbol('written')
export const isNumeral = (value: unknown): value is Numeral =>
  typeof value === 'object' && value !== null && written in value

/** A reviver for `JSON.parse` that keeps numbers as they were written. */
export function withNumerals(_: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? numeral(context?.source ?? String(value), value) : value
}

/**
 * Reads the object, list or call that starts at `start` of `text`; `undefined` when there is none.
 *
 * What was cut off never looks whole: a string needs its closing quote, a number something behind
 * it, a list its end or at least a finished last item without a comma. What lacks that is left out.
 * An object keeps its finished members, since a schema can tell whether they are enough; a list is
 * left out as a whole, since no schema can tell that items are missing.
 */
export function readJson(text: string, start: number, budget: Budget): Read | undefined {
  const reader: Reader = { text, budget, at: start, depth: 0, lists: 0, parens: 0, cut: false }
  try {
    const value = readValue(reader, 'item')
    const { at: end, cut } = reader
    return value === unfinished ? { value: undefined, end, cut: true } : { value, end, cut }
  } catch (error) {
    if (error === notJson) return undefined
    throw error
  }
}

/**
 * Reads the string that opens at `start`, where a member or an item of a list may stand. Returns its
 * value and the place behind it; `unfinished` when the text ends first; `undefined` when its quotes
 * cannot be told apart.
 */
export function readString(text: string, start: number, budget: Budget): Quoted | undefined {
  return stringAt({ text, budget, parens: 0 }, start, 'item')
}

/** Whether a character opens a string. */
export const opensString = (char: string | undefined): boolean =>
  char !== undefined && char in closers

/** Whether members go on at `at`, behind a closing bracket that came too early. */
export function goesOn(text: string, at: number): boolean {
  return /^\s{0,20}[,，]\s{0,20}["'][^"'\n]{1,80}["']\s{0,20}[:：]/.test(text.slice(at, at + 160))
}

/**
 * Whether the content of a string looks like members or items that belong behind it, swallowed for
 * want of a quote. A whole JSON value inside a string is one that was not escaped.
 */
export function holdsOthers(content: string): boolean {
  if (!/["'”\]}]\s*[,:]\s*["'“{[]|\S""\S|"[{[]|"\s*,\s*$/.test(content)) return false
  try {
    JSON.parse(content)
    return false
  } catch {
    return true
  }
}

// --- structures ---

/** Where a value stands: the name of a member, the value of one, or an item of a list. */
type Place = 'name' | 'member' | 'item'

/** The text, and how far it has been read. */
interface Reader {
  readonly text: string
  readonly budget: Budget
  at: number
  depth: number
  lists: number
  /** Parentheses that are open: of tuples and calls. */
  parens: number
  /** True once the text ended inside a value. */
  cut: boolean
}

const notJson = Symbol('not JSON')
const deepest = 200

function blanks(reader: Reader): void {
  reader.at = afterBlanks(reader.text, reader.at, reader.budget)
  if (reader.budget.left < 0) throw notJson
}

/** Whether the reply is over here, or what wraps it goes on. */
function isOver({ text, at }: Reader): boolean {
  return at >= text.length || /^(?:```|~~~|<[/|]|\[\/INST)/.test(text.slice(at, at + 6))
}

function is({ text, at }: Reader, chars: string): boolean {
  return at < text.length && chars.includes(text[at]!)
}

/** What `pattern` matches here, passed over; `undefined` when it does not. */
function take(reader: Reader, pattern: RegExp): string | undefined {
  const found = matchAt(pattern, reader.text, reader.at)
  reader.at += found?.length ?? 0
  return found
}

function readValue(reader: Reader, place: Place): unknown {
  blanks(reader)
  if (isOver(reader)) return unfinished
  reader.budget.left -= 10
  if (++reader.depth > deepest || reader.budget.left < 0) throw notJson
  const value = is(reader, '{｛')
    ? readObject(reader)
    : is(reader, '[［')
      ? readList(reader, ']］')
      : is(reader, '(')
        ? readTuple(reader)
        : (readQuoted(reader, place) ?? readBare(reader, place))
  reader.depth--
  return value
}

function readObject(reader: Reader): unknown {
  reader.at++
  blanks(reader)
  if (is(reader, '{｛')) return readDoubled(reader)
  const members: Record<string, unknown> = {}
  for (;;) {
    blanks(reader)
    const comma = skipCommas(reader)
    if (isOver(reader)) {
      reader.cut ||= comma
      break
    }
    if (is(reader, '}｝')) {
      reader.at++
      if (reader.depth > 1 || !goesOn(reader.text, reader.at)) break
      // one bracket too many: the members behind it belong to the outermost object
    } else if (is(reader, '])］')) {
      if (reader.lists > 0) break
      reader.at++
    } else if (!readMember(reader, members, comma)) break
    if (reader.cut) break
  }
  return reader.cut && Object.keys(members).length === 0 ? unfinished : members
}

/** `{{"a": 1}}`, as a template would escape it. */
function readDoubled(reader: Reader): unknown {
  if (++reader.depth > deepest) throw notJson
  const value = readObject(reader)
  reader.depth--
  blanks(reader)
  if (is(reader, '}｝')) reader.at++
  return value
}

/** False when the object ends here without a bracket. */
function readMember(reader: Reader, members: Record<string, unknown>, comma: boolean): boolean {
  const { text, at: begun } = reader
  const quoted = opensString(text[begun])
  const name = readName(reader)
  if (name === unfinished) {
    reader.cut = true
    return true
  }
  blanks(reader)
  if (take(reader, colon) === undefined) {
    if (/^[^:]{1,80}[:：]\s?$/.test(name) && !is(reader, ',}')) {
      // the quote that closes a name was forgotten, and the value's taken for it
      reader.at = text.lastIndexOf('"', reader.at - 1)
      readMemberValue(reader, members, name.replace(/”?[:：]\s?$/, '').trim())
      return true
    }
    if (isOver(reader)) {
      reader.cut = true
      return true
    }
    if (!quoted && goesOn(`,${text.slice(reader.at, reader.at + 160)}`, 0)) return true
    if (!quoted || matchAt(valueStart, text, reader.at) === undefined) {
      if (comma || /[}\]]/.test(text.slice(begun))) throw notJson
      reader.at = begun
      return false
    }
  }
  readMemberValue(reader, members, name)
  return true
}

const colon = /[:：]|=>|->|=(?!=)/y
const valueStart = /["'“[{(\d-]|(?:true|false|null|None|True|False)\b/y

function readMemberValue(reader: Reader, members: Record<string, unknown>, name: string): void {
  blanks(reader)
  const value = is(reader, ',}') ? null : readValue(reader, 'member')
  if (value === unfinished) reader.cut = true
  else if (Object.hasOwn(members, name)) throw notJson
  else if (name !== '__proto__') members[name] = value
}

function readName(reader: Reader): string | typeof unfinished {
  const quoted = readQuoted(reader, 'name')
  if (quoted !== undefined) return quoted
  const bare = take(reader, /\*{0,2}[\p{L}\p{N}_$@][\p{L}\p{N}_$@. -]{0,100}\*{0,2}/uy)
  if (bare === undefined) throw notJson
  return reader.at >= reader.text.length ? unfinished : bare.replace(/^\*+|\*+$/g, '').trim()
}

function readList(reader: Reader, close: string): unknown {
  reader.lists++
  const items = readItems(reader, close)
  reader.lists--
  return items
}

function readItems(reader: Reader, close: string): unknown {
  // `[1,000, 2,500]` holds two numbers: no item of JSON begins with a zero
  const flat = matchAt(/\[[^[\]{}"']*\]/y, reader.text, reader.at)
  const inThousands = flat !== undefined && /(?<![\d.,])\d{1,3}(?:,\d{3})*,0\d\d(?!\d)/.test(flat)
  reader.at++
  const items: unknown[] = []
  for (;;) {
    blanks(reader)
    const comma = skipCommas(reader)
    if (isOver(reader)) {
      reader.cut ||= comma
      return reader.cut ? unfinished : items
    }
    if (is(reader, close)) {
      reader.at++
      return items
    }
    if (is(reader, '}])｝］')) {
      // the list's own bracket is missing or another was written
      if (reader.depth > 1) return items
      reader.at++
      continue
    }
    const value =
      (inThousands ? take(reader, /[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d.,]\d)/y) : undefined) ??
      readValue(reader, 'item')
    if (value === unfinished || reader.cut) {
      reader.cut = true
      return unfinished
    }
    items.push(value)
  }
}

function readTuple(reader: Reader): unknown {
  const from = reader.at
  reader.parens++
  const items = readList(reader, ')')
  reader.parens--
  const single = Array.isArray(items) && items.length === 1
  const comma = /,\s*\)$/.test(reader.text.slice(Math.max(from, reader.at - 20), reader.at))
  return single && !comma ? items[0] : items
}

const dots = /\.{3}|…/y

/** Commas, and the dots that stand for what a model left out. */
function skipCommas(reader: Reader): boolean {
  let comma = false
  for (;;) {
    if (take(reader, dots) === undefined) {
      if (!is(reader, ',，;')) return comma
      comma = true
      reader.at++
    }
    blanks(reader)
  }
}

const prefix = /[rbuf]{1,2}(?=["'])/iy

function readQuoted(reader: Reader, place: Place): string | typeof unfinished | undefined {
  take(reader, prefix)
  if (!opensString(reader.text[reader.at])) return undefined
  const read = stringAt(reader, reader.at, place)
  if (!read) throw notJson
  reader.at = read.end
  if (place === 'name' || read.value === unfinished) return read.value
  const back = reader.at
  blanks(reader)
  if (!is(reader, '+')) {
    reader.at = back
    return read.value
  }
  reader.at++
  blanks(reader)
  const rest = readQuoted(reader, place)
  if (rest === undefined) throw notJson
  return rest === unfinished ? unfinished : read.value + rest
}

function readBare(reader: Reader, place: Place): unknown {
  const call = readCall(reader)
  if (call !== undefined) return call
  const token = tokenAt(reader.text, reader.at, place, reader.budget)
  if (token === undefined) throw notJson
  reader.at = token.end
  return token.value
}

/**
 * `name(a=1, b="x")` is its named arguments; `Decimal("1.10")` is its argument, where what is called
 * only says of what type it is. Of other calls, such as `sqrt(16)`, only the text is known.
 */
function readCall(reader: Reader): unknown {
  const { at: begun, depth, parens } = reader
  const word = take(reader, /(?:new\s+)?[\p{L}_$][\p{L}\p{N}_$.]*(?=\()/uy)
  if (word === undefined) return undefined
  try {
    const value = readArguments(reader, word)
    reader.parens = parens
    if (value === unfinished || isDelimited(reader.text, reader.at, true, reader.budget))
      return value
  } catch (error) {
    if (error !== notJson || reader.budget.left < 0) throw error
  }
  Object.assign(reader, { at: begun, depth, parens })
  return undefined
}

const plainTypes =
  /^(?:new\s+)?(?:\w+\.)*(?:str|string|int|integer|float|double|number(?:int|long|decimal)?|decimal(?:128)?|date|datetime|timestamp|isodate|objectid|uuid|bytes|path|url)$/i
const listTypes = /^(?:new\s+)?(?:\w+\.)*(?:list|array|tuple|set|frozenset|dict|ordereddict)$/i

/** Whether `word` only says of what type the value is, and does nothing to it: `int(3.7)` does. */
function isTyped(word: string, value: unknown): boolean {
  if (typeof value === 'object' && value !== null && !isNumeral(value))
    return listTypes.test(word) || (calledAs in value && word === 'print')
  const number = isNumeral(value) ? value.value : value
  const rounds = /int|long/i.test(word) && typeof number === 'number' && !Number.isInteger(number)
  return plainTypes.test(word) && !rounds
}

function readArguments(reader: Reader, word: string): unknown {
  reader.at++
  reader.parens++
  const named: Record<string | symbol, unknown> = { [calledAs]: word }
  const given: unknown[] = []
  for (;;) {
    blanks(reader)
    skipCommas(reader)
    if (isOver(reader)) {
      reader.cut = true
      return unfinished
    }
    if (is(reader, ')')) break
    const name = take(reader, /[\p{L}_$][\p{L}\p{N}_$]*\s*=(?!=)/uy)
    const value = readValue(reader, name === undefined ? 'item' : 'member')
    if (value === unfinished) return unfinished
    if (name === undefined) given.push(value)
    else named[name.slice(0, -1).trim()] = value
  }
  reader.at++
  const isNamed = Object.keys(named).length > 0
  if (isNamed && given.length === 0) return named
  if (isNamed || given.length !== 1 || !isTyped(word, given[0])) throw notJson
  return given[0]
}

/** The first place from `at` on that is neither white space nor in a comment. */
function afterBlanks(text: string, at: number, budget: Budget): number {
  const start = at
  for (;;) {
    while (at < text.length && /\s|\u200b|\u2060/u.test(text[at]!)) at++
    const line = text.startsWith('//', at) || text[at] === '#'
    const block = text.startsWith('/*', at)
    if (!line && !block) break
    const close = text.indexOf(line ? '\n' : '*/', at)
    at = close === -1 ? text.length : close + (line ? 1 : 2)
  }
  budget.left -= at - start
  return at
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

function stands(pattern: RegExp, text: string, at: number): boolean {
  return matchAt(pattern, text, at) !== undefined
}

// --- strings: where one ends although its quotes are not escaped, and what its backslashes mean ---

interface Quoted {
  readonly value: string | typeof unfinished
  readonly end: number
}

const closers: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”“"',
  '”': '”"',
  '„': '“”"',
  '«': '»',
  '‘': "’'",
  '’': "’'",
  '＂': '＂',
  '＇': '＇',
}

const quotedName =
  /[\s,]*(?:[A-Z_]{2,30}\s+)?(?:(?:["“＂](?:[^"”＂\\\n]|\\.){0,200}["”＂]|'(?:[^'\\\n]|\\.){0,200}')\s*(?:[:：]|=(?!=))|"[^"\n]{1,80}"\s+(?:[-\d[{]|true\b|false\b|null\b))/uy
/** `10:30` names nothing. */
const bareName =
  /[\s,]*(?:[\p{L}_$][\p{L}\p{N}_$.-]{0,80}\s*(?:[:：]|=(?!=))|\d[\d.]{0,20}\s*[:：](?!\d))/uy
const cutName = /\s*(?:["'“][^"'”\n]{0,200}["'”]?\s*|[\p{L}_$][\p{L}\p{N}_$ -]{0,100})?$/uy
const itemStart = /[\s,]*(?:["'`“„«‘＂＇[{(\].]|[-+]?\d|(?:true|false|null|none)\b|$)/iuy
const closingRun = /[\s\]})｝］]*(?:[,，;]|$|```|<[/|])/uy
const closingAfter = /[\s,]*(?:[}\])｝］]|$)/uy
/** Brackets inside a string, and the quote that closes it. */
const closingLater = /[}\])｝］]+["”]\s*(?:[,，;}\])｝］]|$)/uy
const replyEnd = /```|~~~|<[/|]/y

type Source = Pick<Reader, 'text' | 'budget' | 'parens'>

function stringAt(source: Source, start: number, place: Place): Quoted | undefined {
  const { text, budget } = source
  const open = text[start]!
  const triple = open.repeat(3)
  if ((open === '"' || open === "'") && text.startsWith(triple, start)) {
    const close = text.indexOf(triple, start + 3)
    if (close === -1) return { value: unfinished, end: text.length }
    return { value: decode(text.slice(start + 3, close)), end: close + 3 }
  }
  let bare = 0
  let lastBare = -1
  for (let at = start + 1; at < text.length; at++) {
    if (--budget.left < 0) return undefined
    const char = text[at]!
    if (char === '\\') at++
    if (char === '\\' || !closers[open]!.includes(char)) continue
    if (ends(source, at, place, char !== '"' || bare % 2 === 0)) {
      const doubled = bare === 1 && lastBare === start + 1
      const content = text.slice(start + (doubled ? 2 : 1), at)
      if (bare > 0 && holdsOthers(content)) return undefined
      return { value: decode(content), end: at + 1 }
    }
    if (place === 'member' && startsMember(text, lastBare, at))
      return bare === 1 ? unclosed(text, start, lastBare) : undefined
    bare++
    lastBare = at
  }
  return { value: unfinished, end: text.length }
}

/** A string whose own closing quote is missing; what stands at `next` is the name of the next member. */
function unclosed(text: string, start: number, next: number): Quoted | undefined {
  const content = text.slice(start + 1, next).replace(/[\s,]+$/, '')
  // or it is there in another shape
  const odd = /[”'’]$/.test(content) && !/['‘’“”]/.test(content.slice(0, -1))
  if (holdsOthers(content)) return undefined
  return { value: decode(odd ? content.slice(0, -1) : content), end: next }
}

/** Whether the quote at `at` closes its string: what follows is what follows a string. */
function ends({ text, budget, parens }: Source, at: number, place: Place, evenly: boolean) {
  if (place === 'name') return true
  budget.left -= 20
  const next = afterBlanks(text, at + 1, budget)
  const char = text[next]
  const beyond = (pattern: RegExp, from = next) => stands(pattern, text, from)
  switch (char) {
    case undefined:
      return evenly
    case ',':
    case '，':
    case ';': {
      const after = afterBlanks(text, next + 1, budget)
      if (place === 'item') return evenly && beyond(itemStart, after)
      if (beyond(quotedName, after) || beyond(closingAfter, next + 1)) return true
      return evenly && (beyond(bareName, after) || beyond(cutName, next + 1))
    }
    case ')':
      if (parens === 0 && beyond(closingLater)) return false
      return evenly || (place === 'member' && beyond(closingRun))
    case '}':
    case ']':
    case '｝':
    case '］':
      return evenly || (place === 'member' && beyond(closingRun))
    case '+':
      return opensString(text[afterBlanks(text, next + 1, budget)])
    default:
      if (place === 'item')
        return evenly && ((next > at + 1 && opensString(char)) || beyond(replyEnd))
      return (
        beyond(quotedName) ||
        beyond(replyEnd) ||
        (text.slice(at, next).includes('\n') && beyond(bareName))
      )
  }
}

/** Whether a member begins at `at`, or the object ends there. */
function startsNextMember(text: string, at: number, budget: Budget): boolean {
  budget.left -= 20
  const next = afterBlanks(text, at, budget)
  return (
    stands(quotedName, text, next) ||
    stands(bareName, text, next) ||
    (text[at] !== '"' && stands(closingAfter, text, next)) ||
    text.slice(at, next).includes('\n')
  )
}

/** Whether the quotes at `from` and `to` enclose the name of a member that follows a comma. */
function startsMember(text: string, from: number, to: number): boolean {
  if (from < 0 || to - from > 100 || !/^\s{0,20}[:：]/.test(text.slice(to + 1, to + 23)))
    return false
  return /[,\n]\s*$/.test(text.slice(Math.max(0, from - 40), from))
}

/** Letters after which `\n`, `\r` or `\t` is a LaTeX command rather than white space. */
const latex =
  /^(?:n(?:abla|eq?|eg|u|otin|mid|ot|i|leq|geq|ewline)|r(?:ho|ight\w*|angle|ceil|floor|m)|t(?:imes|ext\w*|heta|au|an|o|op|riangle\w*|frac|ilde))(?![A-Za-z])/

/**
 * Resolves the escapes of a string that strict JSON refused. A backslash that escapes nothing stays:
 * dropping it would turn a formula or a path into another text.
 */
function decode(raw: string): string {
  if (!raw.includes('\\')) return raw
  const odd = /(?:^|[^\\])(?:\\\\)*\\[^"\\/bfnrtu'`_\n]/.test(raw)
  // a path: its backslashes escape nothing, even where they could
  if (odd ? /^[A-Za-z]:\\(?!\\)/.test(raw) : /^[A-Z]:(?:\\[\w.-]+){2,}$/.test(raw))
    return raw.replace(/\\(["\\])/g, '$1')
  return raw.replace(
    /\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|(\r?\n)|([\s\S]))/g,
    (whole, unit, byte, line, char, at: number) => {
      if (unit ?? byte) return String.fromCharCode(Number.parseInt(unit ?? byte, 16))
      if (line) return ''
      const rest = raw.slice(at + 1, at + 16)
      if (/^[bf][A-Za-z]/.test(rest) || (odd && latex.test(rest))) return whole
      return escapes[char] ?? whole
    },
  )
}

const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '\\': '\\',
  '/': '/',
  // Markdown's way of writing an underscore
  _: '_',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

// --- single words: numbers as they are written, names of constants, text without quotes ---

const numeral = (digits: string, value: number): number | Numeral =>
  String(value) === digits ? value : { [written]: digits, value }

const number =
  /[-+]?(?:0x[\da-f]+|0b[01]+|0o[0-7]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:e[-+]?\d+)?)n?/iy

const grouped = /\d{1,3}(?:,\d{3})+(?:\.\d+)?(?=\s*[}\n])/y
const word = /[\p{L}_$]+/uy
const strayText = /[\p{L}\p{N}][^"“”\n{}[\]]{0,300}(?=["”]\s*(?:[,}\]]|\n))/uy
const strayQuote = /["”](?=\s*(?:[,}\]]|\n))/y

interface Token {
  readonly value: unknown
  readonly end: number
}

/**
 * The number, constant or text without quotes that starts at `at`; its value is `unfinished` when the
 * text ends before it is sure to be whole, and it is `undefined` when none of them stands there.
 */
function tokenAt(text: string, at: number, place: Place, budget: Budget): Token | undefined {
  const token =
    numberAt(text, at, place, budget) ??
    constantAt(text, at, budget) ??
    plainAt(text, at, place, budget)
  // a closing quote whose opening one is missing
  return token && place === 'member' && stands(strayQuote, text, token.end)
    ? { ...token, end: token.end + 1 }
    : token
}

function numberAt(text: string, at: number, place: Place, budget: Budget): Token | undefined {
  const digits = matchAt(number, text, at)
  if (digits === undefined) return undefined
  // `1,234`: what the comma means is left to whoever knows the schema
  const group = place === 'member' ? matchAt(grouped, text, at) : undefined
  const end = at + (group ?? digits).length
  if (isDelimited(text, end, false, budget)) return { value: group ?? worth(digits), end }
  return end >= text.length ? { value: unfinished, end } : undefined
}

function constantAt(text: string, at: number, budget: Budget): Token | undefined {
  const name = matchAt(word, text, at)
  if (name === undefined || !Object.hasOwn(constants, name)) return undefined
  const end = at + name.length
  return isDelimited(text, end, true, budget) ? { value: constants[name], end } : undefined
}

function plainAt(text: string, at: number, place: Place, budget: Budget): Token | undefined {
  const stray = () => {
    const plain = matchAt(strayText, text, at)
    return plain === undefined ? undefined : at + plain.length
  }
  const end = plainEnd(text, at, place, budget) ?? stray()
  if (end === undefined) return undefined
  if (end >= text.length) return { value: unfinished, end }
  return {
    value: text
      .slice(at, end)
      .replace(/\s+(?:\/\/|#).*$/, '')
      .trim(),
    end,
  }
}

/** What `digits` is worth; zeros in front make it a label, such as a postal code. */
function worth(digits: string): number | Numeral | string {
  if (/^[-+]?0\d/.test(digits)) return digits
  const plain = digits.replace(/^[-+]|_|n$/g, '')
  return numeral(digits, digits.startsWith('-') ? -Number(plain) : Number(plain))
}

/** The names other languages have for JSON's constants; what is not a number has no value. */
const constants: Readonly<Record<string, true | false | null>> = {
  ...{ true: true, True: true, TRUE: true, false: false, False: false, FALSE: false },
  ...{ null: null, Null: null, NULL: null, None: null, nil: null, undefined: null },
  ...{ NaN: null, nan: null },
}

/** Whether a word that ends before `at` is delimited there; `mayEnd`: also by the end of the text. */
function isDelimited(text: string, at: number, mayEnd: boolean, budget: Budget): boolean {
  if (at >= text.length) return mayEnd
  const next = afterBlanks(text, at, budget)
  if (next >= text.length || ',，;}])｝］'.includes(text[next]!)) return true
  const line = /[\n#/]/.test(text.slice(at, next))
  return line || /^(?:```|<[/|]|["'])/.test(text.slice(next, next + 3))
}

/**
 * The place where text without quotes that begins at `start` ends: the end of the line, the bracket
 * around it, or a comma, which in an object needs the next member behind it. `undefined` when what
 * stands there is not such a text.
 */
function plainEnd(text: string, start: number, place: Place, budget: Budget): number | undefined {
  if (!/[\p{L}\p{N}$_@%+.<>/*-]/u.test(text[start] ?? '')) return undefined
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (--budget.left < 0) return undefined
    const char = text[at]!
    if (char === '\n') return at
    if ('([{'.includes(char)) depth++
    else if (')]}'.includes(char) && --depth < 0) return at
    else if (depth > 0) {
      // a structure was swallowed
      if (char === '"') return undefined
    } else if (char === ';' || (char === ',' && place !== 'member')) return at
    else if (char === ',' && startsNextMember(text, at + 1, budget)) return at
    else if (/["“”]/.test(char)) return startsNextMember(text, at, budget) ? at : undefined
  }
  return text.length
}
