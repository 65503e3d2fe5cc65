// The quoted strings of a model's near-JSON: where one ends although its quotes are not escaped, and
// what its backslashes mean.

/** A string whose closing quote never comes: the reply was cut off, so it has no value. */
export const unfinished: unique symbol = Symbol('unfinished')

/** Where a string stands: the name of a member, the value of one, or an item of a list. */
export type Place = 'name' | 'member' | 'item'

/** Steps that may still be taken; hostile text runs out of them instead of out of time. */
export interface Budget {
  left: number
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

export const opensString = (char: string | undefined): boolean =>
  char !== undefined && char in closers

const quotedName =
  /[\s,]*(?:[A-Z_]{2,30}\s+)?(?:(?:["“＂](?:[^"”＂\\\n]|\\.){0,200}["”＂]|'(?:[^'\\\n]|\\.){0,200}')\s*(?:[:：]|=(?!=))|"[^"\n]{1,80}"\s+(?:[-\d[{]|true\b|false\b|null\b))/uy
const bareName = /[\s,]*[\p{L}_$][\p{L}\p{N}_$-]{0,80}\s*(?:[:：]|=(?!=))/uy
const cutName = /\s*(?:["'“][^"'”\n]{0,200}["'”]?\s*|[\p{L}_$][\p{L}\p{N}_$ -]{0,100})?$/uy
const itemStart = /[\s,]*(?:["'`“„«‘＂＇[{(\].]|[-+]?\d|(?:true|false|null|none)\b|$)/iuy
const closingRun = /[\s\]})｝］]*(?:[,，;]|$|```|<[/|])/uy

/**
 * Reads the string that opens at `start`. Returns its value and the place behind it; `unfinished`
 * when the text ends first; `undefined` when its quotes cannot be told apart.
 */
export function readString(
  text: string,
  start: number,
  place: Place,
  budget: Budget,
): { readonly value: string | typeof unfinished; readonly end: number } | undefined {
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
    else if (closers[open]!.includes(char)) {
      const evenly = char !== '"' || bare % 2 === 0
      if (ends(text, at, place, evenly, budget)) {
        const doubled = bare === 1 && lastBare === start + 1
        const content = text.slice(start + (doubled ? 2 : 1), at)
        if (bare > 0 && holdsOthers(content)) return undefined
        return { value: decode(content), end: at + 1 }
      }
      if (place === 'member' && startsMember(text, lastBare, at)) {
        // its own closing quote is missing; what stands here is the name of the next member
        if (bare !== 1) return undefined
        const content = text.slice(start + 1, lastBare).replace(/[\s,]+$/, '')
        // or it is there in another shape
        const shape = /[”'’]$/.exec(content)?.[0]
        const odd = shape !== undefined && !/['‘’“”]/.test(content.slice(0, -1))
        if (holdsOthers(content)) return undefined
        return { value: decode(odd ? content.slice(0, -1) : content), end: lastBare }
      }
      bare++
      lastBare = at
    }
  }
  return { value: unfinished, end: text.length }
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

/** Whether the quote at `at` closes its string: what follows is what follows a string. */
function ends(text: string, at: number, place: Place, evenly: boolean, budget: Budget): boolean {
  if (place === 'name') return true
  budget.left -= 20
  const next = afterBlanks(text, at + 1, budget)
  const char = text[next]
  const beyond = (pattern: RegExp, from = next) => matches(pattern, text, from)
  switch (char) {
    case undefined:
      return evenly
    case ',':
    case '，':
    case ';':
      return place === 'member'
        ? beyond(quotedName, afterBlanks(text, next + 1, budget)) ||
            (evenly && beyond(bareName, afterBlanks(text, next + 1, budget))) ||
            beyond(closingAfter, next + 1) ||
            (evenly && beyond(cutName, next + 1))
        : evenly && beyond(itemStart, afterBlanks(text, next + 1, budget))
    case '}':
    case ']':
    case ')':
    case '｝':
    case '］':
      return evenly || (place === 'member' && beyond(closingRun))
    case '+':
      return opensString(text[afterBlanks(text, next + 1, budget)])
    default:
      if (place === 'member')
        return (
          beyond(quotedName) ||
          beyond(replyEnd) ||
          (text.slice(at, next).includes('\n') && beyond(bareName))
        )
      return evenly && ((next > at + 1 && opensString(char)) || beyond(replyEnd))
  }
}

function matches(pattern: RegExp, text: string, from: number): boolean {
  pattern.lastIndex = from
  return pattern.test(text)
}

/** Whether a member begins at `at`, or the object ends there. */
export function startsNextMember(text: string, at: number, budget: Budget): boolean {
  budget.left -= 20
  const next = afterBlanks(text, at, budget)
  return (
    matches(quotedName, text, next) ||
    matches(bareName, text, next) ||
    (text[at] !== '"' && matches(closingAfter, text, next)) ||
    text.slice(at, next).includes('\n')
  )
}

const closingAfter = /[\s,]*(?:[}\])｝］]|$)/uy
const replyEnd = /```|~~~|<[/|]/y

/** Whether the quotes at `from` and `to` enclose the name of a member that follows a comma. */
function startsMember(text: string, from: number, to: number): boolean {
  if (from < 0 || to - from > 100 || !/^\s{0,20}[:：]/.test(text.slice(to + 1, to + 23)))
    return false
  return /[,\n]\s*$/.test(text.slice(Math.max(0, from - 40), from))
}

/** Whether members go on at `at`, behind a closing bracket that came too early. */
export function goesOn(text: string, at: number): boolean {
  return /^\s{0,20}[,，]\s{0,20}["'][^"'\n]{1,80}["']\s{0,20}[:：]/.test(text.slice(at, at + 160))
}

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
