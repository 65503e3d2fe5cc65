// What a zod schema says about the shape of its values, for the parts that mend a reply by it.

import { z } from 'zod'
import { unless } from '../../plans/unless.ts'

/** Any zod schema, as zod's own core sees it. */
export type Node = z.core.$ZodType

/** Whether `schema` takes `value`; a value nested deeper than the stack it does not take. */
export function accepts(schema: Node, value: unknown): boolean {
  return takenOf(schema, value) !== undefined
}

/** What `schema` makes of `value`, or `undefined` when it does not take it. */
export function takenOf(schema: Node, value: unknown): { readonly value: unknown } | undefined {
  const result = unless(RangeError, () => z.core.safeParse(schema, value))
  return result?.success ? { value: result.data } : undefined
}

/** The schema within a wrapper that does not change the shape, such as `optional`; none where there is no wrapper. */
export function withinOf(schema: Node): Node | undefined {
  const node = schema as z.core.$ZodTypes
  const { def } = node._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
    case 'nonoptional':
      return def.innerType
    case 'pipe':
      return def.in
    case 'lazy':
      return (node as z.core.$ZodLazy)._zod.innerType
    default:
      return undefined
  }
}

/** The schema behind all such wrappers. */
export function rootOf(schema: Node): z.core.$ZodTypes {
  const within = withinOf(schema)
  return within ? rootOf(within) : (schema as z.core.$ZodTypes)
}

/** The names of the fields an object of `schema` may have; `undefined` when any name will do. */
export function fieldsOf(
  schema: Node,
  within: readonly Node[] = [],
): readonly string[] | undefined {
  const root = rootOf(schema)
  // a schema inside itself adds no names
  if (within.includes(root)) return []
  const { def } = root._zod
  const fieldsIn = (part: Node) => fieldsOf(part, [...within, root])
  switch (def.type) {
    case 'object':
      return Object.keys(def.shape)
    case 'array':
      return fieldsIn(def.element)
    case 'union':
      return common(def.options.map(fieldsIn))
    case 'intersection':
      return common([def.left, def.right].map(fieldsIn))
    default:
      return undefined
  }
}

const common = (lists: readonly (readonly string[] | undefined)[]) =>
  lists.every(list => list !== undefined) ? lists.flat() : undefined

/** A name without what only its spelling adds: case, hyphens, underscores, spaces. */
export const letters = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

const callers = ['name', 'tool', 'toolname', 'function', 'functionname', 'action']
const inputs = ['arguments', 'args', 'parameters', 'params', 'input', 'toolinput', 'actioninput']

/** The fields that name a tool and give its input, when `fields` are those of a tool call. */
export function callFields(
  fields: readonly string[],
): { readonly name: string; readonly input: string } | undefined {
  const name = fields.find(field => callers.includes(letters(field)))
  const input = fields.find(field => inputs.includes(letters(field)))
  return name !== undefined && input !== undefined ? { name, input } : undefined
}

/**
 * Whether `given` stands for `field` of `fields`: the same letters or, in a tool call, another of the
 * names such a field goes by.
 */
export function standsFor(given: string, field: string, fields: readonly string[]): boolean {
  const [one, other] = [letters(given), letters(field)]
  if (one === other) return one !== ''
  const family = [callers, inputs].find(names => names.includes(one) && names.includes(other))
  return family !== undefined && callFields(fields) !== undefined
}
