// How near a wrong answer was: its value within a tolerance, or right in another unit or another form.
// Kept beside the official score and never added to it.

import { extractAnswer } from '../../plans/answers/extract.ts'
import { itemsOf } from '../../plans/answers/list.ts'
import { sameValue } from '../../plans/answers/same-value.ts'
import { numeralIn, turning } from '../../plans/answers/tidy.ts'
import { dimensionOf, evaluate, parseQuantity } from '../../plans/expressions/expression.ts'
import { plainMarks } from '../../plans/text/quotes.ts'

/**
 * What an answer that the official rules call wrong is all the same: a number within the tolerance, or the right
 * value in another form: with another unit, a unit too many or none, in another spelling, with words around it.
 */
type NearMiss = 'near' | 'form'

/**
 * How near `answer` came to `truth`, by whole or item by item of a list in the same order; the answer
 * may be a whole reply, of which the answer is taken out. `undefined` when it did not come near, and
 * for a truth that is empty. `tolerance` is absolute, 1 % of each number of the truth unless given.
 *
 * An answer that negates, compares or offers a choice (`not Paris`, `more than 17`, `Paris or London`) is not
 * near, and none that is off by a thousand: that is a wrong value.
 */
export function nearMiss(answer: string, truth: string, tolerance?: number): NearMiss | undefined {
  if (truth.trim() === '') return undefined
  const said =
    /[\n\r]/.test(answer) && !/answer\s*[:：]/i.test(answer) ? [] : [extractAnswer(answer)]
  for (const text of [answer, ...said]) {
    if (text.length > longest) continue
    const [given, wanted] = [itemsOf(text), itemsOf(truth)].map(items => items.map(String))
    const isList = wanted!.length > 1 && given!.length === wanted!.length
    const near = isList
      ? nearByItems(given!, wanted!, tolerance)
      : nearAsWhole(text, truth, tolerance)
    if (near) return near
  }
  return undefined
}

// --- internal ---

/** In characters; a longer text is no answer. */
const longest = 2_000

function nearAsWhole(answer: string, truth: string, tolerance?: number): NearMiss | undefined {
  const wanted = amountOf(truth)
  if (wanted) {
    const given = amountIn(answer)
    return given && nearAmount(given, wanted, tolerance)
  }
  const same = [undefined, { kind: 'date' } as const].some(form =>
    sameValue({ value: truth }, answer, form),
  )
  return same || isSurrounded(answer, truth) ? 'form' : undefined
}

function nearByItems(
  given: readonly string[],
  wanted: readonly string[],
  tolerance?: number,
): NearMiss | undefined {
  const items = wanted.map((item, at) => nearAsWhole(given[at]!, item, tolerance))
  if (items.includes(undefined)) return undefined
  return items.includes('near') ? 'near' : 'form'
}

interface Amount {
  readonly value: number
  readonly unit?: string
}

/** The number with its unit that the whole of `text` is. */
function amountOf(text: string): Amount | undefined {
  const plain = plainMarks(text)
    .trim()
    .replace(/^~\s*/, '')
    .replace(/(?<=\d)k\b/, ' thousand')
    .replace(/^(-?\d{1,3}) (?=\d{3}(?: |$))/, '$1,')
    .replace(/^(-?\d+),(?=\d{1,2}$)/, '$1.') // no group of thousands is that short
  const read = parseQuantity(plain)
  if (typeof read?.value === 'number')
    return { value: read.value, ...(read.unit !== undefined && { unit: read.unit }) }
  const value = numeralIn(plain.replace(/[.!]$/, '')) ?? saidTwice(plain)
  return value === undefined ? undefined : { value }
}

/** A number in words and in digits, such as `three (3)`. */
function saidTwice(text: string): number | undefined {
  const [, one = '', other = ''] = /^([\p{L}-]+) \(?(\d+)\)?$/u.exec(text) ?? []
  return numeralIn(one) === Number(other) ? Number(other) : undefined
}

/** The only number that stands in `text`, with its unit. */
function amountIn(text: string): Amount | undefined {
  const whole = amountOf(text)
  if (whole) return whole
  const all = text.split(/[\s,;:]+(?!\d)|\s+/).filter(word => word !== '')
  if (all.length > mostWords || all.some(word => turning.has(bare(word)))) return undefined
  const places = all.flatMap((word, at) => (/\d/.test(word) || isNumeral(word) ? [at] : []))
  const [first, last] = [places[0], places.at(-1)]
  if (first === undefined || last === undefined) return undefined
  for (let end = Math.min(last + 4, all.length); end > last; end--) {
    const amount = amountOf(all.slice(first, end).join(' '))
    if (amount) return amount
  }
  return undefined
}

/** A sentence has hardly more. */
const mostWords = 40

const bare = (word: string) => word.toLowerCase().replace(/[^\p{L}\p{N}-]/gu, '')

const isNumeral = (word: string) => numeralIn(bare(word)) !== undefined

function nearAmount(given: Amount, wanted: Amount, tolerance?: number): NearMiss | undefined {
  const values = valuesIn(given, wanted.unit)
  const target = wanted.value
  const isTarget = (value: number) => Math.abs(value - target) <= Math.abs(target) * 1e-9
  if (values.some(isTarget)) return 'form'
  const off = Math.min(...values.map(value => Math.abs(value - target)))
  return off <= (tolerance ?? Math.abs(target) / 100) ? 'near' : undefined
}

/** The number in the unit that is wanted; where one of the two has no unit, what it may stand for. */
function valuesIn({ value, unit }: Amount, wanted: string | undefined): readonly number[] {
  if (unit === wanted) return [value]
  if (unit !== undefined && wanted !== undefined) {
    if (dimensionOf(unit) !== dimensionOf(wanted)) return []
    const read = evaluate('value', { value: { value, unit } }, wanted)
    return read.ok && typeof read.value === 'number' ? [read.value] : []
  }
  const percent = dimensionOf(unit ?? wanted ?? '') === '1'
  return percent ? [value, unit === undefined ? value * 100 : value / 100] : [value]
}

/** The words of the truth stand in the answer, and those around them neither turn nor add to them. */
function isSurrounded(answer: string, truth: string): boolean {
  const [all, wanted] = [words(answer), words(truth)]
  const at = ` ${all.join(' ')} `.indexOf(` ${wanted.join(' ')} `)
  if (wanted.length === 0 || at < 0 || all.length > wanted.length + mostWords) return false
  const before = ` ${all.join(' ')} `.slice(0, at).split(' ').filter(Boolean).length
  const rest = all.toSpliced(before, wanted.length)
  const pieces = itemsOf(answer)
  const offered = pieces.length > 2 && pieces.every(piece => words(String(piece)).length < 4)
  if (offered || rest.some(word => turning.has(word) || word === 'and' || /\d/.test(word)))
    return false
  // "a" and "I" are words of every sentence
  return wanted.join('').length > 1 || rest.every(word => aroundLetters.has(word))
}

const aroundLetters: ReadonlySet<string> = new Set(
  'the final answer is option choice letter it correct'.split(' '),
)

const words = (text: string): readonly string[] =>
  plainMarks(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
