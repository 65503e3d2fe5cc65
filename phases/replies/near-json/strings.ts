// Strings of near-JSON: where one ends although its quotes are not escaped, and what its backslashes mean.
import { jsonOf } from '../../../plans/canonical.ts'

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
  return jsonOf(content) === undefined
}

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

interface Source {
  readonly text: string
  readonly budget: Budget
  /** Parentheses that are open: of tuples and calls. */
  readonly parens: number
}

/**
 * Reads the string that opens at `start`, where a `place` is. Returns its value and the place behind it;
 * `unfinished` when the text ends first; `undefined` when its quotes cannot be told apart.
 */
export function stringAt(source: Source, start: number, place: Place): Quoted | undefined {
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
export function startsNextMember(text: string, at: number, budget: Budget): boolean {
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
      // an underscore as Markdown writes it
      return /["'`\\/_]/.test(char) ? char : (blanks[char] ?? whole)
    },
  )
}

const blanks: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

/** Steps that may still be taken; hostile text runs out of them instead of out of time. */
export interface Budget {
  left: number
}

/** Where a value stands: the name of a member, the value of one, or an item of a list. */
export type Place = 'name' | 'member' | 'item'

/** A string whose closing quote never comes: the reply was cut off, so it has no value. */
export const unfinished: unique symbol = Symbol('unfinished')

/** The first place from `at` on that is neither white space nor in a comment. */
export function afterBlanks(text: string, at: number, budget: Budget): number {
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

export function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

export function stands(pattern: RegExp, text: string, at: number): boolean {
  return matchAt(pattern, text, at) !== undefined
}
