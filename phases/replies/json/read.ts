// Reads what a model wrote in place of JSON: Python and JavaScript literals, comments, missing or
// wrong punctuation, and text that was cut off.
import {
  afterBlanks,
  type Budget,
  goesOn,
  opensString,
  type Place,
  readString,
  unfinished,
} from './string.ts'
import { isDelimited, tokenAt } from './token.ts'

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

const deepest = 200

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
  let lists = 0
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
    return i >= text.length || /^(?:```|~~~|<[/|]|\[\/INST)/.test(text.slice(i, i + 6))
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
          : (readQuoted(place) ?? readBare(place))
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
        if (lists > 0) break
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
    else if (/^[^:]{1,80}[:：]\s?$/.test(name) && !is(',}')) {
      // the quote that closes a name was forgotten, and the value's taken for it
      i = text.lastIndexOf('"', i - 1)
      return readMemberValue(members, name.replace(/”?[:：]\s?$/, '').trim())
    } else if (over()) cut = true
    else if (!opensString(text[begun]) && goesOn(`,${text.slice(i, i + 160)}`, 0)) return true
    else if (
      !opensString(text[begun]) ||
      !match(/["'“[{(\d-]|(?:true|false|null|None|True|False)\b/y)
    ) {
      if (comma || /[}\]]/.test(text.slice(begun))) throw notJson
      i = begun
      return false
    }
    return cut || readMemberValue(members, name)
  }

  function readMemberValue(members: Record<string, unknown>, name: string): boolean {
    blanks()
    const value = is(',}') ? null : readValue('member')
    if (value === unfinished) cut = true
    else if (Object.hasOwn(members, name)) throw notJson
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
    lists++
    const items = readItems(close)
    lists--
    return items
  }

  function readItems(close: string): unknown {
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
        const value = readValue('item')
        if (value === unfinished || cut) {
          cut = true
          return unfinished
        }
        items.push(value)
      }
    }
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

  function readBare(place: Place): unknown {
    const word = match(/(?:new\s+)?[\p{L}_$][\p{L}\p{N}_$.]*(?=\()/uy)
    const call = word === undefined ? undefined : readCall(word)
    if (call !== undefined) return call
    const token = tokenAt(text, i, place, budget)
    if (token === undefined) throw notJson
    i = token.end
    return token.value
  }

  /** `name(a=1, b="x")` is its named arguments, `name("x")` its argument; else it is only text. */
  function readCall(word: string): unknown {
    const begun = i
    const outer = depth
    try {
      const value = readArguments(word)
      if (value === unfinished || isDelimited(text, i, true, budget)) return value
    } catch (error) {
      if (error !== notJson || budget.left < 0) throw error
    }
    i = begun
    depth = outer
    return undefined
  }

  function readArguments(word: string): unknown {
    i += word.length + 1
    const named: Record<string | symbol, unknown> = { [calledAs]: word }
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
      const value = name === undefined ? readValue('item') : readValue('member')
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
}

const notJson = Symbol('not JSON')
