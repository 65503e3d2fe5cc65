// What code can see of a list that was put together wrongly: an item that its table holds less often, items
// from outside the words quoted, and one that stands between two others in the same enumeration and was left out.
import { sameQuantity } from '../../expressions/expression.ts'
import type { Value } from '../../plan.ts'
import type { Span } from '../../text/passages.ts'
import { placesOf } from '../../text/values.ts'
import { type Claim, type Named, said } from '../claim.ts'

/** The item that a list holds more often than the rows it was read from: there each has a cell of its own. */
export function repeatedItem({ name, value }: Claim, named: readonly Named[]): string | undefined {
  const list: readonly Value[] = Array.isArray(value) ? value : []
  const item = list.find(each => isTooOften(each, list, named))
  if (item === undefined) return undefined
  return `${name}: ${item} stands more often in the list than in the rows of ${named.map(({ id }) => id).join(', ')}`
}

/** What is doubtful about the items of a list, in one sentence. */
export function listDoubt({ name, value }: Claim, named: readonly Named[]): string | undefined {
  const quoting = named.filter(({ quote }) => quote !== undefined)
  if (!Array.isArray(value) || quoting.length === 0) return undefined
  const places = quoting.map(each => value.map(item => placesIn(item, each)[0]))
  const outside = value.findIndex((_, i) => places.every(found => found[i] === undefined))
  if (outside >= 0) return `${name}: ${value[outside]} stands outside the words quoted`
  for (const [i, { reading, spans, id }] of quoting.entries()) {
    const found = places[i]!.filter(place => place !== undefined)
    if (found.length === 0) return `${name}: one of its quotes, from ${id}, holds none of the items`
    const skipped = leftOut(reading.text, found, spans)
    if (skipped !== undefined)
      return `${name}: "${skipped}" stands among the items and is none of them`
  }
  return undefined
}

/**
 * What a list of texts leaves out of those that a call gave; `undefined` for one that is no choice of them in their
 * order. Which spellings are of one name no query can tell.
 */
export function choiceDoubt({ name, value }: Claim, given: Value, id: string): string | undefined {
  if (!Array.isArray(value) || !Array.isArray(given) || value.length === 0) return undefined
  if (given.some(item => typeof item !== 'string')) return undefined
  const [kept = [], left] = [true, false].map(isKept =>
    given.filter(item => value.includes(item) === isKept),
  )
  if (!left?.length || !sameQuantity({ value }, { value: kept })) return undefined
  return `${name} leaves out ${said(left)}, which ${id} gave as well`
}

// --- internal ---

const placesIn = (item: Value, { reading, spans }: Named): readonly Span[] =>
  typeof item === 'number' ? placesOf(item, spans, reading) : reading.findWords(String(item), spans)

/** In prose one value may be said of several things. */
function isTooOften(item: Value, list: readonly Value[], named: readonly Named[]): boolean {
  const asked = list.filter(each => each === item).length
  if (asked === 1) return false
  const places = named.flatMap(each =>
    placesIn(item, each).map(({ start }) => each.reading.passageAt(start)),
  )
  return places.length > 0 && places.length < asked && places.every(passage => passage?.isRow)
}

/** What parts the members of an enumeration, or the rows of a table. */
const parting = String.raw`(?:[,;]|\n(?=\s*\||$)|\b(?:and|or)\b)`
const ahead = new RegExp(String.raw`^\s*(?:${parting}\s*)+`)
const behind = new RegExp(String.raw`\s*(?:${parting}\s*)+$`)

/** The words beside an item, or between two, that are parted from them as the items are from each other. */
function leftOut(
  text: string,
  items: readonly Span[],
  quoted: readonly Span[],
): string | undefined {
  for (const { start, end } of quoted) {
    const inside = items.filter(item => start <= item.start && item.end <= end)
    for (const from of inside.length === 0 ? [] : [start, ...inside.map(item => item.end)]) {
      const to = Math.min(end, ...inside.map(item => item.start).filter(at => at >= from))
      const gap = text.slice(from, to)
      if ((from !== start && !ahead.test(gap)) || (to !== end && !behind.test(gap))) continue
      const words = gap.replace(ahead, '').replace(behind, '')
      if (/[\p{L}\p{N}]/u.test(words)) return words.slice(0, 80)
    }
  }
  return undefined
}
