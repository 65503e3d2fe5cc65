// Reads what a model wrote in place of JSON: Python and JavaScript literals, comments, missing or
// wrong punctuation, and text that was cut off. One recursive descent: structures, then strings, then
// single words. `jsonrepair` comes second (`find-values.ts`): it completes what was cut off.

import {
  afterBlanks,
  type Budget,
  goesOn,
  matchAt,
  opensString,
  type Place,
  stringAt,
  unfinished,
} from './strings.ts'
import { isDelimited, isNumeral, tokenAt } from './words.ts'

export interface Read {
  /** `undefined` when nothing of it was finished. */
  readonly value: unknown
  /** The place behind the value. */
  readonly end: number
  /** True when the text ended inside it; what was begun and not finished has been left out. */
  readonly cut: boolean
}

/** Where the arguments of a call keep the name of what was called. */
export const calledAs: unique symbol = Symbol('called as')

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

// --- internal ---

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
