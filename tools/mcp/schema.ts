// What a server says its tool takes, as a schema that checks it before the call.
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { RE2JS } from 're2js'
import { z } from 'zod'
import type { ArgumentRole } from '../tool.ts'
import { plain, withTexts } from './words.ts'

/** JSON Schema of an object, as a server gives it. */
export type InputSchema = Readonly<Record<string, unknown>>

/** Characters of a schema, and how deep it may go: all of it stands in every prompt. */
const [mostCharacters, mostDepth] = [40_000, 12]

/** The schema as it is used and kept; undefined for one that is too long or too deep. */
export function usableSchema(given: InputSchema): InputSchema | undefined {
  const { $schema: _, $id: __, id: ___, ...rest } = given
  if (JSON.stringify(rest).length > mostCharacters || depthOf(rest) > mostDepth) return undefined
  return withTexts({ ...rest, type: 'object' }, (text, name) =>
    said.includes(name) ? plain(text, 300) : text,
  )
}

/** A zod type of what the schema takes. What is beyond the schema's own rules, the server refuses itself. */
export function inputOf(schema: InputSchema): z.ZodType {
  const check = validator(schema)
  return z
    .looseObject({})
    .superRefine((value, { addIssue }) => {
      if (holds(check, value)) return
      for (const error of (check.errors ?? []).slice(0, 5))
        addIssue({ code: 'custom', path: pathOf(error), message: messageOf(error) })
    })
    .meta({ ...schema })
}

/**
 * What is known of the arguments by their names and forms: what hands on words is content. Any other is taken for
 * what the call is directed to, as every argument is of whose tool nothing is known.
 */
export function rolesOf(schema: InputSchema): Readonly<Record<string, ArgumentRole>> {
  return Object.fromEntries([...contentsIn(schema, '', 0)].map(name => [name, 'content' as const]))
}

// --- internal ---

function depthOf(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

/** Members of a schema that are words for the model. */
const said = ['description', 'title', '$comment']

interface Check {
  (value: unknown): boolean
  errors?: readonly ErrorObject[] | null
}

/** References to references may double with each step; from here on the server checks alone. */
const mostReferences = 40

/** A schema that cannot be read, or followed, checks nothing: the server does. */
function validator(schema: InputSchema): Check {
  if (JSON.stringify(schema).split('"$ref"').length > mostReferences) return () => true
  try {
    const ajv = new Ajv2020({
      strict: false,
      validateSchema: false,
      validateFormats: false,
      allErrors: true,
      addUsedSchema: false,
      logger: false,
      code: { regExp: linear },
    })
    return ajv.compile(schema) as Check
  } catch {
    return () => true
  }
}

function holds(check: Check, value: unknown): boolean {
  try {
    return check(value)
  } catch (error) {
    if (error instanceof RangeError) return true // it refers to itself without an end
    throw error
  }
}

/** Patterns are a stranger's: those that cannot be run in linear time are left to the server. */
const linear = Object.assign(
  (pattern: string) => {
    try {
      const compiled = RE2JS.compile(pattern)
      return { test: (text: string) => compiled.matcher(text).find() }
    } catch {
      return { test: () => true }
    }
  },
  { code: 'linear' },
)

const pathOf = ({ instancePath }: ErrorObject) => instancePath.split('/').slice(1)

function messageOf({ message = 'is not allowed', keyword, params }: ErrorObject): string {
  if (keyword === 'enum')
    return `must be one of ${params.allowedValues.map((each: unknown) => JSON.stringify(each)).join(', ')}`
  if (keyword === 'additionalProperties') return `must not have "${params.additionalProperty}"`
  return message
}

const contentName =
  /^(?:text|body|html|markdown|message|msg|content|contents|subject|title|summary|description|note|notes|comment|comments|caption|query|q|question|search|keyword|keywords|prompt|input|code|sql|expression|data)$/i

function* contentsIn(schema: unknown, within: string, depth: number): Generator<string> {
  const { properties } = (schema ?? {}) as { readonly properties?: Record<string, unknown> }
  if (properties === null || typeof properties !== 'object' || depth > 3) return
  for (const [name, field] of Object.entries(properties)) {
    const path = within === '' ? name : `${within}.${name}`
    const { type, format } = (field ?? {}) as { readonly type?: unknown; readonly format?: unknown }
    if (contentName.test(name) && type === 'string' && format === undefined) yield path
    yield* contentsIn(field, path, depth + 1)
  }
}
