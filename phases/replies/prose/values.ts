// What a few words of prose mean as a value of a schema: numbers with their units, yes and no, one of
// several, names, lists in one line.
import { parseQuantity } from '../../../plans/expressions/expression.ts'
import { isKnownUnit } from '../../../plans/expressions/units.ts'
import { asPattern } from '../../../plans/text/words.ts'
import type { Field } from '../../fields.ts'
import { splitOutside } from './lines.ts'

/** Words that say that there is nothing. */
export const isNone = (text: string) =>
  /^[("'[]*(none(?: of .*)?|no \w+|nothing|empty|n\/?a|not applicable|null|no|-+|–|—)[)\]"'.]*$/i.test(
    text.trim(),
  )

/** Whether a text or a plain value can stand there, rather than a list or an object. */
export const isScalar = (field: Field) =>
  optionsOf(field).some(({ type }) => typeof type === 'string' && plain.has(type))

/** Whether a list or an object is what stands there. */
export const isComposite = (field: Field) => !isScalar(field)

/** The shapes a field may have. */
export function optionsOf(field: Field): readonly Field[] {
  if (field.anyOf) return field.anyOf.flatMap(optionsOf)
  return Array.isArray(field.type) ? field.type.map(type => ({ ...field, type })) : [field]
}

/** The value that `text` is for `field`, whole and without guessing; else `undefined`. */
export function exactValue(text: string, field: Field): unknown {
  const said = unquoted(text)
  const options = optionsOf(field)
  const list = options.find(({ type }) => type === 'array')
  if (list && /^\[.*\]\.?$/s.test(said)) {
    const items = itemsIn(said, list.items ?? {})
    return items.map(item => exactValue(item, list.items ?? {}) ?? unquoted(item))
  }
  for (const option of options) {
    if (option.enum || option.const !== undefined) {
      const found = choices(option).find(choice => folded(choice) === folded(said))
      if (found !== undefined) return found
      continue
    }
    if (option.type === 'number' || option.type === 'integer') {
      const number = quantityIn(said)
      if (number && number.unit === undefined) return number.value
    }
    if (option.type === 'boolean' && /^(true|false)\.?$/i.test(said)) return /^t/i.test(said)
    if (option.type === 'string' && said !== '') {
      const name = named(said, option)
      if (name !== undefined) return name
    }
  }
  return undefined
}

/** The value that `text` most likely says for `field`; else `undefined`. */
export function likelyValue(text: string, field: Field): unknown {
  const exact = exactValue(text, field)
  if (exact !== undefined) return exact
  for (const option of optionsOf(field)) {
    if (option.enum) return chosenIn(text, option.enum)
    if (option.type === 'number' || option.type === 'integer') return quantityIn(text.trim())?.value
  }
  return undefined
}

/** The one choice that `text` names or begins with, unless it is denied. */
function chosenIn(text: string, choices: readonly unknown[]): unknown {
  const places = choices.map(choice => place(text, String(choice)))
  const named = choices.filter((_, at) => places[at]! >= 0)
  const leading = choices.filter((_, at) => places[at]! >= 0 && places[at]! <= 1)
  const [only, other] = leading.length > 0 ? leading : named
  const denied = /\b(?:not|never|neither|nor|no)\b|n't\b/i.test(text)
  return other === undefined && (leading.length > 0 || !denied) ? only : undefined
}

/** A number with a unit, when that is what `text` is. A clock time and a name that begins with a number are not. */
export function quantityIn(
  text: string,
): { readonly value: number; readonly unit?: string } | undefined {
  if (text.includes(':')) return undefined
  const { value, unit } = parseQuantity(text.replace(/[.;,]$/, '')) ?? {}
  if (typeof value !== 'number') return undefined
  if (unit === undefined) return { value }
  const words = unit.split(/[\s/*]+/)
  const proper = words.some(word => /^\p{Lu}\p{Ll}/u.test(word) && !isKnownUnit(word))
  return proper || words.length > 4 ? undefined : { value, unit }
}

/** The items of a list written in one line. Commas separate names and values, not parts of sentences. */
export function itemsIn(text: string, item: Field): readonly string[] {
  const inner = /^\[(.*)\]\.?$/.exec(text.trim())?.[1] ?? text
  const parts = splitOutside(inner, /\s*;\s*/)
  if (parts.length > 1) return parts
  const pieces = splitOutside(inner, /\s*,\s*(?:and\s+)?|\s+and\s+/)
  const short = pieces.every(
    piece =>
      piece
        .replace(/\([^)]*\)/g, '')
        .trim()
        .split(/\s+/).length <= 2,
  )
  return isComposite(item) || short ? pieces : [inner.trim()]
}

/** Without the quotation marks around the whole of it, and without the full stop of what is no sentence. */
export function unquoted(text: string): string {
  const said = text.trim()
  const [, , inner] = /^(["'`“])(.*)["'`”]\.?$/s.exec(said) ?? []
  if (inner !== undefined && quoted(said)) return inner
  const sentence = /^\p{Lu}.*\s/u.test(said)
  return sentence || said.endsWith('..') ? said : said.replace(/(?<=\S)[.;,]$/, '')
}

// --- internal ---

const plain = new Set(['string', 'number', 'integer', 'boolean'])

const quoted = (text: string) => /^(["'`“])(?:(?!["'`”]).)*["'`”]\.?$/s.test(text.trim())

const choices = (field: Field) => field.enum ?? [field.const]

const folded = (value: unknown) =>
  String(value)
    .toLowerCase()
    .replace(/[\s_.-]+/g, ' ')
    .trim()

/** A text as the schema's pattern wants it: as it is, or as a name in lower snake case, without what explains it. */
function named(said: string, { pattern }: Field): string | undefined {
  if (pattern === undefined) return said
  const shape = new RegExp(pattern)
  const words = said.replace(/[.;,:]+$/, '')
  const [head = ''] = splitOutside(words, /\s+[-–—]\s+|\s+(?=\()|:\s+/)
  const snake = (text: string) =>
    text
      .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
      .toLowerCase()
      .replace(/[\s-]+/g, '_')
  return [said, snake(head)].find(each => shape.test(each))
}

function place(text: string, word: string): number {
  const signs = asPattern(word).replace(/[\s_-]+/g, '[\\s_-]+')
  return text.search(new RegExp(`(?<![\\p{L}\\p{N}_])${signs}(?![\\p{L}\\p{N}_])`, 'iu'))
}
