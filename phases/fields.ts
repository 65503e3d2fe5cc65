// What a schema says of its fields, in words: derived from the schema, so that a prompt and the
// parser behind it cannot drift apart.
import { z } from 'zod'
import { memoOf } from '../plans/memo.ts'

/** A schema as JSON Schema, as far as prompts and readers of prose look at it. */
export interface Field {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly pattern?: string
  readonly properties?: Readonly<Record<string, Field>>
  readonly required?: readonly string[]
  readonly items?: Field
  readonly anyOf?: readonly Field[]
}

/**
 * The JSON Schema of `schema`: of what is handed over (`input`), or of what a strict server must give.
 * `consumers` says whether the description of a field tells which machine consumes it (`consumer` in its meta).
 */
export function fieldOf(
  schema: z.ZodType,
  { consumers = true, io = 'input' }: { consumers?: boolean; io?: 'input' | 'output' } = {},
): Field {
  return readings[io][consumers ? 'told' : 'untold'](schema)
}

/** One line a field of an object schema, nested ones below, with what each is for. */
export function fieldLines(schema: Field, indent: string): readonly string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const optional = schema.required?.includes(name) ? '' : ', optional'
    const about = field.description ? `: ${field.description}` : ''
    return [`${indent}- ${name} (${typeName(field)}${optional})${about}`, ...below(field, indent)]
  })
}

// --- internal ---

/** Reading a schema takes longer than all else in putting a prompt, and the same ones are read again and again. */
const readings = {
  input: { told: memoOf(reading('input', true)), untold: memoOf(reading('input', false)) },
  output: { told: memoOf(reading('output', true)), untold: memoOf(reading('output', false)) },
}

function reading(io: 'input' | 'output', consumers: boolean): (schema: z.ZodType) => Field {
  return schema =>
    z.toJSONSchema(schema, {
      io,
      override({ jsonSchema }) {
        for (const [name, field] of Object.entries(jsonSchema.properties ?? {}))
          if (typeof field === 'object' && field.unadvertised) delete jsonSchema.properties?.[name]
        const { consumer } = jsonSchema
        delete jsonSchema.consumer
        if (!consumers || typeof consumer !== 'string') return
        jsonSchema.description = [jsonSchema.description, consumer].filter(Boolean).join('; ')
      },
    }) as Field
}

function below(field: Field, indent: string): readonly string[] {
  const inner = field.items ?? field
  if (inner.properties) return fieldLines(inner, `${indent}  `)
  const shapes = (inner.anyOf ?? []).filter(shape => shape.properties)
  return shapes.flatMap(shape => [
    `${indent}  - either${shape.description ? ` (${shape.description})` : ''}:`,
    ...fieldLines(shape, `${indent}    `),
  ])
}

function typeName(field: Field): string {
  if (field.const !== undefined) return JSON.stringify(field.const)
  if (field.enum) return field.enum.map(value => JSON.stringify(value)).join(' | ')
  if (field.anyOf) return [...new Set(field.anyOf.map(typeName))].join(' or ')
  if (field.type === 'array') return `list of ${field.items ? typeName(field.items) : 'values'}`
  const types = typeof field.type === 'string' ? [field.type] : (field.type ?? [])
  return types.map(type => plainNames[type] ?? type).join(' or ') || 'any value'
}

const plainNames: Readonly<Record<string, string>> = { string: 'text', integer: 'whole number' }
