// Brings a value nearer to what a schema wants where only its spelling differs: `"42"` for a number,
// `Days` for `days`, one item for a list of one. Nothing here may change what a value means; what
// could mean two things is left as it is, for the schema to refuse.
import type { z } from 'zod'
import { calledAs, readJson } from './near-json/read.ts'
import { isNumeral, written } from './near-json/words.ts'
import { accepts, callFields, type Node, standsFor, withinOf } from './schema-shape.ts'

/**
 * `value` with the spellings `schema` asks for; parts that cannot be mended stay as they are. `lone`
 * says that it is about to be put into a list, which must not happen twice in a recursive schema.
 */
export function mend(schema: Node, value: unknown, lone = false): unknown {
  const node = schema as z.core.$ZodTypes
  const { def } = node._zod
  switch (def.type) {
    case 'object':
      return mendObject(def, value)
    case 'record':
      return mendRecord(def.valueType, value)
    case 'array':
      return mendList(node, def.element, value, lone)
    case 'tuple':
      return Array.isArray(value)
        ? value.map((item, at) => (def.items[at] ? mend(def.items[at], item) : plain(item)))
        : plain(value)
    case 'union':
      return mendUnion(node, def.options, value, lone)
    case 'intersection':
      return mend(def.right, mend(def.left, value))
    case 'pipe':
    case 'lazy':
      return mend(withinOf(node)!, value, lone)
    default: {
      const within = withinOf(node)
      if (!within) return mendScalar(node, value)
      const asIs = plain(value)
      return accepts(node, asIs) && !isContainer(value) ? asIs : mend(within, value, lone)
    }
  }
}

// --- objects ---

function mendObject(def: z.core.$ZodObjectDef, value: unknown): unknown {
  const given = asCall(def, Array.isArray(value) && value.length === 1 ? value[0] : decoded(value))
  if (!isObject(given)) return plain(value)
  const names = namesOf(def, given)
  const members: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(given)) {
    const field = def.shape[names.get(name) ?? name]
    if (!field) setMember(members, name, plain(member))
    else if (!isAbsent(field, member))
      setMember(members, names.get(name) ?? name, mend(field, member))
  }
  return members
}

/** A call, `f(a=1)`, where the schema wants the name of a tool and its input. */
function asCall(def: z.core.$ZodObjectDef, value: unknown): unknown {
  const called = isObject(value) ? value[calledAs] : undefined
  const fields = callFields(Object.keys(def.shape))
  return called !== undefined && fields ? { [fields.name]: called, [fields.input]: value } : value
}

function mendRecord(valueType: Node, value: unknown): unknown {
  const given = decoded(value)
  return isObject(given) ? mapMembers(given, member => mend(valueType, member)) : plain(value)
}

/** Which field a member stands for whose name is only spelled, or in a tool call called, otherwise. */
function namesOf(def: z.core.$ZodObjectDef, given: object): ReadonlyMap<string, string> {
  const fields = Object.keys(def.shape)
  const free = fields.filter(name => !Object.hasOwn(given, name))
  const strange = Object.keys(given).filter(name => !Object.hasOwn(def.shape, name))
  const pairs = free.flatMap(name => {
    const alike = strange.filter(other => standsFor(other, name, fields))
    return alike.length === 1 ? [[alike[0]!, name] as const] : []
  })
  const once = pairs.filter(([other]) => pairs.filter(pair => pair[0] === other).length === 1)
  return new Map(once)
}

/** Models write `null`, or a word for it, where they mean that a field is absent. */
function isAbsent(field: Node, member: unknown): boolean {
  const nothing =
    member === null ||
    (typeof member === 'string' && /^(?:null|none|undefined|nil|n\/a|)$/i.test(member.trim()))
  return nothing && !accepts(field, member) && accepts(field, undefined)
}

// --- lists ---

function mendList(list: Node, element: Node, value: unknown, lone: boolean): unknown {
  const given = decoded(value)
  if (Array.isArray(given)) {
    return given.every(item => item === null) && !accepts(element, null)
      ? []
      : given.map(item => mend(element, item))
  }
  if (given === null && accepts(list, [])) return []
  if (isObject(given)) {
    const [only, ...others] = Object.values(given)
    const inner =
      others.length === 0 && Array.isArray(only) ? mendList(list, element, only, lone) : undefined
    if (inner !== undefined && accepts(list, inner) && !accepts(element, mend(element, given)))
      return inner
  }
  const parts = typeof given === 'string' ? partsOf(given, element) : undefined
  if (parts) return parts.map(part => mend(element, part))
  if (lone) return plain(value)
  const single = mend(element, given, true)
  return isAmbiguous(given) || !accepts(element, single) ? plain(value) : [single]
}

/**
 * The items of a list written into one string, when that is beyond doubt: bulleted lines, or commas
 * between numbers, values of an enumeration or names in lower case. "Paris, France" may be one item.
 */
function partsOf(text: string, element: Node): readonly string[] | undefined {
  const lines = text.trim().split(/\n+/)
  const bullet = /^\s*(?:[-*•]|\d+[.)])\s+/
  if (lines.length > 1 && lines.every(line => bullet.test(line)))
    return lines.map(line => line.replace(bullet, '').trim())
  const parts = text.split(/[,;]/).map(part => part.trim())
  if (parts.length < 2 || grouped.test(text)) return undefined
  const clear = accepts(element, '\u0000')
    ? parts.every(part => /^[a-z_][a-z0-9_.-]*$/.test(part))
    : parts.every(part => accepts(element, mend(element, part)))
  return clear ? parts : undefined
}

const isAmbiguous = (value: unknown) =>
  typeof value === 'string' &&
  /[,;]/.test(value) &&
  value.split(/[,;]/).every(part => part.trim().split(/\s+/).length <= 3)

// --- choices and single values ---

function mendUnion(union: Node, options: readonly Node[], value: unknown, lone: boolean): unknown {
  const asIs = plain(value)
  if (!isContainer(value) && accepts(union, asIs)) return asIs
  const exact = options.find(option => accepts(option, asIs))
  if (exact) return mend(exact, value, lone)
  for (const option of options) {
    const mended = mend(option, value, lone)
    if (accepts(option, mended)) return mended
  }
  return asIs
}

function mendScalar(node: z.core.$ZodTypes, value: unknown): unknown {
  if (node._zod.def.type === 'string' && isNumeral(value)) return value[written]
  const asIs = plain(value)
  if (accepts(node, asIs)) return asIs
  const given = single(asIs)
  const spelled = spellings(node, given).find(spelling => accepts(node, spelling))
  return spelled === undefined ? asIs : spelled
}

/** A list of one, or a value with nothing beside it but its description, is that value. */
function single(value: unknown): unknown {
  if (Array.isArray(value) && value.length === 1) return value[0]
  if (!isObject(value) || !('value' in value)) return value
  const others = Object.keys(value).filter(name => name !== 'value')
  return others.every(name => ['type', 'description', 'title'].includes(name)) ? value.value : value
}

function spellings(node: z.core.$ZodTypes, value: unknown): readonly unknown[] {
  const { def } = node._zod
  switch (def.type) {
    case 'string':
      return typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : [value]
    case 'number':
      if (typeof value !== 'string') return [value]
      return [...numbersIn(value, node), ...(isChoice(node) ? [Number(listNumber(value))] : [])]
    case 'boolean':
      return [value, ...truthIn(value)]
    case 'enum':
      return [value, ...alike(Object.values(def.entries), value)]
    case 'literal':
      return [value, ...alike(def.values, value), ...alike(def.values, listNumber(value))]
    default:
      return [value]
  }
}

const grouped = /^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/

/** A numeral. A unit, a currency or a per cent sign would be lost, so with one it is not a number. */
function numbersIn(text: string, node: Node): readonly number[] {
  const digits = text.trim().replace(/(?<=\d)[_\u00a0\u202f' ](?=\d{3}(?!\d))/g, '')
  if (/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(digits)) return [Number(digits)]
  // with points between thousands or fewer than three digits behind it, a comma marks the fraction
  if (/^[-+]?(?:\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}|\d+,\d{1,2})$/.test(digits))
    return [Number(digits.replaceAll('.', '').replace(',', '.'))]
  if (!grouped.test(digits)) return []
  const thousands = Number(digits.replaceAll(',', ''))
  // `1,234` is a decimal fraction in half of Europe, unless the schema rules that out
  const clear = /,.*[,.]/.test(digits) || !accepts(node, Number(digits.replace(',', '.')))
  return clear ? [thousands] : []
}

function truthIn(value: unknown): readonly boolean[] {
  const word = String(value).trim().toLowerCase()
  if (['true', 'yes', '1'].includes(word)) return [true]
  return ['false', 'no', '0'].includes(word) ? [false] : []
}

/** The one entry that reads the same but for case, quotes, spaces, hyphens and a full stop. */
function alike(entries: readonly unknown[], value: unknown): readonly unknown[] {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    return []
  const same = [...new Set(entries)].filter(entry => reads(entry) === reads(value))
  return reads(value) !== '' && same.length === 1 ? same : []
}

/** From 1 to some last number: those of a list. */
const isChoice = (node: Node) => !accepts(node, 0) && !accepts(node, Number.MAX_SAFE_INTEGER)

/** What a list numbers an item with, where a model copies the item, `2. Open the door`. */
const listNumber = (value: unknown) =>
  typeof value === 'string' ? /^\s*(\d+)[.):](?:\s|$)/.exec(value)?.[1] : undefined

const reads = (entry: unknown) =>
  String(entry)
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/^["'`*]+|["'`*]+$|\.$/g, '')
    .replace(/(?<=\p{L})[\s_-]+(?=[\p{L}\p{N}])|(?<=\p{N})[\s_-]+(?=\p{L})/gu, '')

// --- values ---

/** JSON text where a structure is wanted is that structure. */
export function decoded(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value
  const start = value.search(/[{[]/)
  const read = readJson(value, start, { left: 24 * value.length + 1000 })
  return read && !read.cut && value.slice(read.end).trim() === '' ? read.value : value
}

/** `value` with every numeral as its number. */
export function plain(value: unknown): unknown {
  if (isNumeral(value)) return value.value
  if (Array.isArray(value)) return value.map(plain)
  return isObject(value) ? mapMembers(value, plain) : value
}

export const isObject = (value: unknown): value is Record<string | symbol, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isNumeral(value)

const isContainer = (value: unknown) => isObject(value) || Array.isArray(value)

function mapMembers(value: object, change: (member: unknown) => unknown): Record<string, unknown> {
  const members: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) setMember(members, name, change(member))
  return members
}

/** A member named `__proto__` would change the object instead of joining it. */
function setMember(members: Record<string, unknown>, name: string, member: unknown): void {
  if (name !== '__proto__') members[name] = member
}
