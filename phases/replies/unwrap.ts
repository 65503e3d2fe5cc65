// Takes a value out of what a model put around it: a tool call, a schema, {"response": ...}.

import { decoded, isObject, mend } from './mend.ts'
import { accepts, fieldsOf, letters, type Node, rootOf } from './schema-shape.ts'

const deepest = 4

/**
 * The one value inside `value` that `schema` takes, mended, when the schema has refused `value`
 * itself. `undefined` when there is none, or more than one: then nothing says which was meant.
 */
export function unwrapped(schema: Node, value: unknown): { readonly value: unknown } | undefined {
  const fields = fieldsOf(schema)?.map(letters)
  for (let layer = inner(value), depth = 0; layer.length > 0 && depth < deepest; depth++) {
    const fitting = layer
      .map(part => mend(schema, part))
      .filter(part => !isObject(part) || isOneOf(fields, part))
      .filter(part => accepts(schema, part))
    if (fitting.length > 1) return undefined
    if (fitting.length === 1) return { value: fitting[0] }
    layer = layer.flatMap(inner)
  }
  return onlyField(schema, value)
}

/** A list or a single value where an object with one field is wanted is the value of that field. */
function onlyField(schema: Node, value: unknown): { readonly value: unknown } | undefined {
  const { def } = rootOf(schema)._zod
  if (def.type !== 'object' || isObject(value)) return undefined
  const names = Object.keys(def.shape).filter(name => !accepts(def.shape[name]!, undefined))
  if (names.length !== 1) return undefined
  const field = def.shape[names[0]!]!
  // a lone value is not put into a list as well
  if (rootOf(field)._zod.def.type === 'array' && !Array.isArray(value)) return undefined
  const object = { [names[0]!]: mend(field, value) }
  return accepts(schema, object) ? { value: object } : undefined
}

/** The structures right inside `value`, those written as JSON text included. */
function inner(value: unknown): readonly unknown[] {
  const single = Array.isArray(value) && value.length === 1
  const members = isObject(value) ? Object.entries(value) : []
  const parts = single
    ? value
    : members.flatMap(([name, part]) => (name === '__proto__' ? [] : [part]))
  return parts.map(decoded).filter(part => typeof part === 'object' && part !== null)
}

/** Whether an object has a field of the schema or, where any name will do, a member at all. */
const isOneOf = (fields: readonly string[] | undefined, value: object) =>
  Object.keys(value).some(name => !fields || fields.includes(letters(name)))
