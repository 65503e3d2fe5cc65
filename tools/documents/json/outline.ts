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

/**
 * The lists and objects of a value down to the third level. What the members of a list have in common is
 * told of all of them, wherever they stand: of what lies within them, at the place of the first.
 */
export function jsonOutline(value: unknown): JsonPlace[] {
  return linesOf(value, '', 0).take(mostKeys).toArray()
}

/** A line for each key of records: its type or types, how often it is missing, its values or an example. */
export function keysOf(records: readonly unknown[]): string[] {
  return [...keysIn(records)].map(([key, about]) => keyLine(key, about))
}

// --- internal ---

const mostKeys = 60
const deepest = 3

/** Of so many records the members are looked into. */
const mostLookedInto = 1000

/** A text of so many values at most has them all named, when they come again. */
const fewValues = 8

interface Key {
  readonly types: Set<string>
  readonly texts: Set<string>
  count: number
  missing: number
  example: string
}

interface Placed {
  readonly value: unknown
  readonly place: string
}

function* linesOf(value: unknown, place: string, depth: number): Generator<JsonPlace, void> {
  if (Array.isArray(value)) yield* linesOfItems(itemsOf({ value, place }), place, depth)
  else if (isNested(value))
    for (const [key, member] of Object.entries(value)) {
      const at = placeOf(place, key, false)
      const example = isNested(member) ? '' : `, ${short(member)}`
      yield { place: at, text: `${'  '.repeat(depth)}- ${key}: ${typeName(member)}${example}` }
      if (depth < deepest) yield* linesOf(member, at, depth + 1)
    }
}

function* linesOfItems(
  items: readonly Placed[],
  place: string,
  depth: number,
): Generator<JsonPlace, void> {
  const records = items.map(({ value }) => value)
  for (const [key, about] of keysIn(records)) {
    yield { place, text: `${'  '.repeat(depth)}- each has ${keyLine(key, about)}` }
    const members = items.slice(0, mostLookedInto).flatMap(({ value, place }): Placed[] => {
      if (!isNested(value) || Array.isArray(value) || !Object.hasOwn(value, key)) return []
      const member: unknown = value[key as keyof typeof value]
      return isNested(member) ? [{ value: member, place: placeOf(place, key, false) }] : []
    })
    const [first] = members
    if (first && depth < deepest)
      yield* linesOfItems(members.flatMap(itemsOf), first.place, depth + 1)
  }
  const lists = items.filter(({ value }) => Array.isArray(value))
  const [first] = lists
  if (first && depth < deepest) yield* linesOfItems(lists.flatMap(itemsOf), first.place, depth + 1)
}

/** The items of a list with their places; an object is one itself. */
function itemsOf(list: Placed): readonly Placed[] {
  const { value, place } = list
  if (!Array.isArray(value)) return [list]
  return value.map((each, at) => ({ value: each, place: placeOf(place, String(at), true) }))
}

function keysIn(records: readonly unknown[]): ReadonlyMap<string, Key> {
  const keys = new Map<string, Key>()
  const objects = records.filter(each => isNested(each) && !Array.isArray(each))
  for (const record of objects)
    for (const [key, value] of Object.entries(record as object)) {
      const none = { types: new Set<string>(), texts: new Set<string>(), example: '' }
      const known = keys.get(key) ?? { ...none, count: 0, missing: 0 }
      if (keys.size >= mostKeys && !keys.has(key)) continue
      keys.set(key, known)
      known.count += 1
      known.types.add(Array.isArray(value) ? listType(value) : plainType(value))
      if (typeof value === 'string' && known.texts.size <= fewValues) known.texts.add(short(value))
      if (known.example === '' && value !== null && !isNested(value)) known.example = short(value)
    }
  for (const known of keys.values()) known.missing = objects.length - known.count
  return keys
}

function keyLine(key: string, { types, texts, count, missing, example }: Key): string {
  const named = missing > 0 ? `, in ${count} of ${count + missing}` : ''
  const again = texts.size > 1 && texts.size <= fewValues && count >= 2 * texts.size
  const values = again ? `; values: ${[...texts].join(', ')}` : `; such as ${example}`
  return `${key}: ${[...types].join(' or ')}${named}${example === '' ? '' : values}`
}

/** What a list is, whatever its length. */
function listType(list: readonly unknown[]): string {
  const kinds = new Set(list.slice(0, mostLookedInto).map(plainType))
  const [kind] = kinds
  if (kind === undefined) return 'empty list'
  return kinds.size > 1 ? 'list' : `list of ${plural(kind, 2)}`
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
  if (count === 1 || type === 'null' || type === 'true or false') return type
  return `${type}s`
}
