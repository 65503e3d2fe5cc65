// Reads what a model wrote in place of JSON: Python and JavaScript literals, comments, missing or
// wrong punctuation, and text that was cut off. `jsonrepair` is not used here because it closes a
// cut-off number or string as if it were whole and drops backslashes.
import {
  afterBlanks,
  type Budget,
  opensString,
  type Place,
  readString,
  unfinished,
} from './read-string.ts'

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

const numeral = (digits: string, value: number): number | Numeral =>
  String(value) === digits ? value : { [written]: digits, value }

export interface Read {
  /** `undefined` when nothing of it was finished. */
  readonly value: unknown
  /** The place behind the value. */
  readonly end: number
  /** True when the text ended inside it; what was begun and not finished has been left out. */
  readonly cut: boolean
}

const deepest = 200
const words: Readonly<Record<string, unknown>> = {
  true: true,
  True: true,
  TRUE: true,
  false: false,
  False: false,
  FALSE: false,
  null: null,
  Null: null,
  NULL: null,
  None: null,
  nil: null,
  undefined: null,
  NaN: null,
  nan: null,
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
  let i = start
  let depth = 0
  let cut = false

  try {
    const value = readValue('item')
    return value === unfinished ? { value: undefined, end: i, cut: true } : { value, end: i, cut }
  } catch (error) {
    if (error === notJson) return undefined
    throw error
  }

  function blanks(): void {
    i = afterBlanks(text, i, budget)
    if (budget.left < 0) throw notJson
  }

  /** The reply is over here, or what wraps it goes on. */
  function over(): boolean {
    return i >= text.length || /^(?:```|~~~|<[/|]|\[\/)/.test(text.slice(i, i + 3))
  }

  function is(chars: string): boolean {
    return i < text.length && chars.includes(text[i]!)
  }

  function match(pattern: RegExp): string | undefined {
    pattern.lastIndex = i
    return pattern.exec(text)?.[0]
  }

  function readValue(place: Place): unknown {
    blanks()
    if (over()) return unfinished
    budget.left -= 10
    if (++depth > deepest || budget.left < 0) throw notJson
    const value = is('{｛')
      ? readObject()
      : is('[［')
        ? readList(']］')
        : is('(')
          ? readTuple()
          : (readQuoted(place) ?? readBare())
    depth--
    return value
  }

  function readObject(): unknown {
    i++
    blanks()
    if (is('{｛')) return readDoubled()
    const members: Record<string, unknown> = {}
    for (;;) {
      blanks()
      const comma = skipCommas()
      if (over()) {
        cut ||= comma
        break
      }
      if (is('}｝')) {
        i++
        if (depth > 1 || !goesOn(text, i)) break
        // one bracket too many: the members behind it belong to the outermost object
      } else if (is('])］')) {
        if (depth > 1) break
        i++
      } else if (!readMember(members, comma)) break
      if (cut) break
    }
    return cut && Object.keys(members).length === 0 ? unfinished : members
  }

  /** `{{"a": 1}}`, as a template would escape it. */
  function readDoubled(): unknown {
    if (++depth > deepest) throw notJson
    const value = readObject()
    depth--
    blanks()
    if (is('}｝')) i++
    return value
  }

  /** False when the object ends here without a bracket. */
  function readMember(members: Record<string, unknown>, comma: boolean): boolean {
    const begun = i
    const name = readName()
    if (name === unfinished) {
      cut = true
      return true
    }
    blanks()
    const colon = match(/[:：]|=>|->|=(?!=)/y)
    if (colon) i += colon.length
    else if (over()) cut = true
    else if (
      !opensString(text[begun]) ||
      !match(/["'“[{(\d-]|(?:true|false|null|None|True|False)\b/y)
    ) {
      if (comma || /[}\]]/.test(text.slice(begun))) throw notJson
      i = begun
      return false
    }
    if (cut) return true
    const value = readValue('member')
    if (value === unfinished) cut = true
    else if (name !== '__proto__') members[name] = value
    return true
  }

  function readName(): string | typeof unfinished {
    const quoted = readQuoted('name')
    if (quoted !== undefined) return quoted
    const bare = match(/\*{0,2}[\p{L}\p{N}_$@][\p{L}\p{N}_$@. -]{0,100}\*{0,2}/uy)
    if (bare === undefined) throw notJson
    i += bare.length
    return i >= text.length ? unfinished : bare.replace(/^\*+|\*+$/g, '').trim()
  }

  function readList(close: string): unknown {
    i++
    const items: unknown[] = []
    for (;;) {
      blanks()
      const comma = skipCommas()
      if (over()) {
        cut ||= comma
        return cut ? unfinished : items
      }
      if (is(close)) {
        i++
        return items
      }
      if (is('}])｝］')) {
        // the list's own bracket is missing or another was written
        if (depth > 1) return items
        i++
      } else {
        const value = readItem()
        if (value === unfinished || cut) {
          cut = true
          return unfinished
        }
        items.push(value)
      }
    }
  }

  function readItem(): unknown {
    const before = i
    const value = readValue('item')
    if (i === before) throw notJson
    return value
  }

  function readTuple(): unknown {
    const from = i
    const items = readList(')')
    const single = Array.isArray(items) && items.length === 1
    return single && !/,\s*\)$/.test(text.slice(Math.max(from, i - 20), i)) ? items[0] : items
  }

  /** Commas, and the dots that stand for what a model left out. */
  function skipCommas(): boolean {
    let comma = false
    for (;;) {
      const dots = match(/\.{3}|…/y)
      if (dots) i += dots.length
      else if (is(',，;')) {
        comma = true
        i++
      } else return comma
      blanks()
    }
  }

  function readQuoted(place: Place): string | typeof unfinished | undefined {
    const prefix = match(/[rbuf]{1,2}(?=["'])/iy)
    if (prefix) i += prefix.length
    if (!opensString(text[i])) return undefined
    const read = readString(text, i, place, budget)
    if (!read) throw notJson
    i = read.end
    if (place === 'name' || read.value === unfinished) return read.value
    const back = i
    blanks()
    if (!is('+')) i = back
    else {
      i++
      blanks()
      const rest = readQuoted(place)
      if (rest === undefined) throw notJson
      return rest === unfinished ? unfinished : read.value + rest
    }
    return read.value
  }

  function readBare(): unknown {
    const number = match(
      /[-+]?(?:0x[\da-f]+|0b[01]+|0o[0-7]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:e[-+]?\d+)?)n?/iy,
    )
    if (number !== undefined && isDelimited(i + number.length)) return readNumber(number)
    if (number !== undefined && i + number.length >= text.length) return unfinished
    const word = match(/(?:new\s+)?[\p{L}_$][\p{L}\p{N}_$.]*/uy)
    if (word !== undefined && text[i + word.length] === '(') return readCall(word)
    if (word !== undefined && word in words && isDelimited(i + word.length, true)) {
      i += word.length
      return words[word]
    }
    return readPlain()
  }

  function isDelimited(at: number, mayEnd = false): boolean {
    if (at >= text.length) return mayEnd
    const next = afterBlanks(text, at, budget)
    if (next >= text.length || ',，;}])｝］'.includes(text[next]!)) return true
    const line = /[\n#/]/.test(text.slice(at, next))
    return line || /^(?:```|<[/|]|["'])/.test(text.slice(next, next + 3))
  }

  function readNumber(digits: string): unknown {
    // `1,234` without quotes: what the comma means is left to whoever knows the schema
    const grouped = match(/\d{1,3}(?:,\d{3})+(?:\.\d+)?(?=\s*[}\n])(?!\s*:)/y)
    if (grouped && depth > 0 && text[i - 1] !== '[' && inObject()) {
      i += grouped.length
      return grouped
    }
    i += digits.length
    if (/^[-+]?0\d/.test(digits)) return digits
    const plain = digits.replace(/_/g, '').replace(/n$/, '')
    const value = /^[-+]/.test(plain)
      ? Number(`${plain[0]}1`) * Number(plain.slice(1))
      : Number(plain)
    return numeral(digits, value)
  }

  function inObject(): boolean {
    return /[:：=]\s*$/.test(text.slice(Math.max(0, i - 20), i))
  }

  /** `name(a=1, b="x")` is its named arguments, `name("x")` its argument. */
  function readCall(word: string): unknown {
    i += word.length + 1
    const named: Record<string, unknown> = {}
    const given: unknown[] = []
    for (;;) {
      blanks()
      skipCommas()
      if (over()) {
        cut = true
        return unfinished
      }
      if (is(')')) break
      const name = match(/[\p{L}_$][\p{L}\p{N}_$]*\s*=(?!=)/uy)
      i += name?.length ?? 0
      const value = name === undefined ? readItem() : readValue('member')
      if (value === unfinished) return unfinished
      if (name === undefined) given.push(value)
      else named[name.slice(0, -1).trim()] = value
    }
    i++
    const onlyNamed = given.length === 0 && Object.keys(named).length > 0
    if (onlyNamed) return named
    if (given.length !== 1 || Object.keys(named).length > 0) throw notJson
    return given[0]
  }

  /** Text without quotes, up to the next punctuation. */
  function readPlain(): unknown {
    const plain = match(/[\p{L}\p{N}$_@%+.<>/*-][^,，\n;{}[\]"“”]*/uy)
    if (plain === undefined) throw notJson
    i += plain.length
    budget.left -= plain.length
    if (i >= text.length) return unfinished
    if (!is(',，\n;}]')) throw notJson
    return plain.replace(/\s+(?:\/\/|#).*$/, '').trim()
  }
}

/** Whether members go on at `at`, behind a closing bracket that came too early. */
export function goesOn(text: string, at: number): boolean {
  return /^\s{0,20}[,，]\s{0,20}["'][^"'\n]{1,80}["']\s{0,20}[:：]/.test(text.slice(at, at + 160))
}

const notJson = Symbol('not JSON')
