// The structure of a JSON value in a few lines: keys, lengths of lists, types.
import { isNested, isWritten, placeOf, printFlat } from './format.ts'

/** A line of an outline, and the place in the value that it is about. */
interface JsonPlace {
  readonly place: string
  readonly text: string
}

/** What a value is, in words: `a list of 12 objects`, `an object with 3 keys`, `text`, `a number`. */
export function typeName(value: unknown): string {
  if (Array.isArray(value)) {
    const kinds = [...new Set(value.slice(0, 1000).map(plainType))]
    if (value.length === 0) return 'an empty list'
    return `a list of ${value.length} ${kinds.length === 1 ? plural(kinds[0]!, value.length) : 'values'}`
  }
  if (isNested(value)) {
    const count = Object.keys(value).length
    return `an object with ${count} key${count === 1 ? '' : 's'}`
  }
  const type = plainType(value)
  return type === 'number' ? 'a number' : type
}

/** The lists and objects of a value down to the third level, and what the members of lists have in common. */
export function jsonOutline(value: unknown): JsonPlace[] {
  return linesOf(value, '', 0).take(mostKeys).toArray()
}

/** A line for each key of records: its type or types, how often it is missing, an example. */
export function keysOf(records: readonly unknown[]): string[] {
  const objects = records.filter(each => isNested(each) && !Array.isArray(each))
  const keys = new Map<string, { types: Set<string>; count: number; example: string }>()
  for (const record of objects)
    for (const [key, value] of Object.entries(record as object)) {
      const known = keys.get(key) ?? { types: new Set<string>(), count: 0, example: '' }
      if (keys.size >= mostKeys && !keys.has(key)) continue
      keys.set(key, known)
      known.count += 1
      known.types.add(plainType(value))
      if (known.example === '' && value !== null && !isNested(value)) known.example = short(value)
    }
  return [...keys].map(([key, { types, count, example }]) => {
    const missing = count < objects.length ? `, in ${count} of ${objects.length}` : ''
    return `${key}: ${[...types].join(' or ')}${missing}${example === '' ? '' : `; such as ${example}`}`
  })
}

// --- internal ---

const mostKeys = 60
const deepest = 3

function* linesOf(
  value: unknown,
  place: string,
  depth: number,
  isItem = false,
): Generator<JsonPlace, void> {
  if (!isNested(value)) return
  const pad = '  '.repeat(depth)
  if (Array.isArray(value)) {
    for (const line of keysOf(value)) yield { place, text: `${pad}- each has ${line}` }
    const first = value.findIndex(isNested)
    if (depth < deepest && first !== -1)
      yield* linesOf(value[first], placeOf(place, String(first), true), depth + 1, true)
    return
  }
  for (const [key, member] of Object.entries(value)) {
    // what is plain in the first item of a list has been told of all items
    if (isItem && !isNested(member)) continue
    const at = placeOf(place, key, false)
    const example = isNested(member) ? '' : `, ${short(member)}`
    yield { place: at, text: `${pad}- ${isItem ? at : key}: ${typeName(member)}${example}` }
    if (isItem || depth < deepest) yield* linesOf(member, at, depth + 1)
  }
}

function short(value: unknown): string {
  const text = printFlat(value)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}

function plainType(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'number' || isWritten(value)) return 'number'
  if (typeof value === 'string') return 'text'
  return typeof value === 'boolean' ? 'true or false' : 'object'
}

function plural(type: string, count: number): string {
  if (count === 1 || type === 'text' || type === 'null' || type === 'true or false') return type
  return `${type}s`
}
