// What the text of a query is, and which words in it are the language's own.
import type { Value } from '../plan.ts'

/** Whether a text is a query in SQL. */
export function isQuery(text: string): boolean {
  return /^\s*(?:select\b|with\s[^;]*?\bas\s*(?:(?:not\s+)?materialized\s*)?\()/i.test(text)
}

/** Whether a word may stand in a text of its own accord: too short to be told, or a word of SQL. */
export function ordinary(word: string): boolean {
  return (word.length < 2 && !/\d/.test(word)) || isKeyword(word) || usual.has(word.toLowerCase())
}

/** Whether an ordinary word that ends at `end` of a query is a name there: no keyword, not in quotes, not called. */
export function isNameIn(query: string, word: string, end: number): boolean {
  return (
    word.length > 1 &&
    isQuery(query) &&
    !isKeyword(word) &&
    quoteAt(query, end) === undefined &&
    !/^\s*\(/.test(query.slice(end))
  )
}

/** The quote that is open at `index` of `text`, if one is; in the comment of a query an apostrophe opens none. */
export function quoteAt(text: string, index: number): string | undefined {
  const closed = isQuery(text) ? closedOrComment : /'[^']*'|"[^"]*"|`[^`]*`/g
  return /['"`]/.exec(text.slice(0, index).replaceAll(closed, ''))?.[0]
}

/**
 * How `value` is written into `query` in the place of the slot at `at`, so that it stays one value there:
 * between quotes those in it are doubled; bare, a number or a plain word stays as it is, any other text
 * becomes a constant where something is compared or listed and a quoted name elsewhere. Behind a bare `in`
 * stands a whole list.
 */
export function inQuery(query: string, at: number, length: number, value: Value): string {
  const quote = quoteAt(query, at)
  const doubled = (text: string, mark: string) => text.replaceAll(mark, mark + mark)
  if (quote !== undefined)
    return Array.isArray(value) && query[at - 1] === quote && query[at + length] === quote
      ? value.map(item => doubled(String(item), quote)).join(`${quote}, ${quote}`)
      : doubled([value].flat().join(', '), quote)
  const before = query.slice(0, at)
  const listed = /\bin\s*$/i.test(before)
  const compared =
    /(?:[=<>]|\b(?:like|glob|then|else|between|between\s+\S+\s+and|in\s*\([^()]*))\s*$/i
  const bare = (item: string | number | boolean) => {
    if (typeof item !== 'string' || /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(item))
      return String(item)
    const isConstant = Array.isArray(value) || listed
    if (/^[\p{L}_][\p{L}\p{N}_]*$/u.test(item) && !isConstant) return item
    return isConstant || compared.test(before)
      ? `'${doubled(item, "'")}'`
      : `"${doubled(item, '"')}"`
  }
  const items = [value].flat().map(bare).join(', ')
  return listed ? `(${items})` : items
}

/** A query in one spelling: white space, the case of keywords, the end. What is quoted stays as it is. */
export function spelledQuery(query: string): string {
  if (/--|\/\*/.test(query)) return query // a comment ends with its line
  const parts = query.split(/('(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\])/)
  const spelled = parts.map((part, at) => (at % 2 === 1 ? part : spelledPart(part)))
  return spelled.join('').trim().replace(/\s*;$/, '')
}

/** The constants of a query: what stands between single quotes. */
export function constantsOf(query: string): readonly string[] {
  return [...query.matchAll(/'((?:[^']|'')*)'/g)].map(match => match[1]!)
}

/** Whether a constant only says how something is read or written: `%Y-%m`, `+1 day`, `start of month`. */
export function isForm(constant: string): boolean {
  return (
    !/[\p{L}\p{N}]/u.test(constant.replaceAll(/%[a-zA-Z]/g, '')) ||
    /^(?:[+-]\d+ \w+|start of \w+|weekday \d|localtime|utc|unixepoch|subsec)$/.test(constant)
  )
}

/** Whether a word belongs to the language of queries. */
export const isKeyword = (word: string) => keywords.has(word.toLowerCase())

// --- internal ---

const closedOrComment = /'[^']*'|"[^"]*"|`[^`]*`|--.*|\/\*[\s\S]*?(?:\*\/|$)/g

const spelledPart = (text: string) =>
  text
    .replaceAll(/\s*(->>?|<=|>=|<>|!=|==?|<<?|>>?)\s*/g, ' $1 ')
    .replaceAll(/\s*,\s*/g, ', ')
    .replaceAll(/\(\s+/g, '(')
    .replaceAll(/\s+\)/g, ')')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<![\p{L}\p{N}_{.])[a-z]+(?![\p{L}\p{N}_}.])/giu, word =>
      isKeyword(word) ? word.toUpperCase() : word,
    )

const keywords = new Set(
  'all and as asc between by case cast desc distinct else end except exists from full glob group having in inner integer intersect is join left like limit not null offset on or order outer over partition real recursive right row rows select table text then union using values when where with'.split(
    ' ',
  ),
)

/** Names of functions, and words that are as common as the names of columns. */
const usual = new Set(
  'avg corr count date datetime day first hour if kurtosis last length lower max mean median min minute mode month name number quantile replace round second skewness sort strftime substr sum time total trim type unit upper value year'.split(
    ' ',
  ),
)
