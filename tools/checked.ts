// The one check of what a program hands in: not every caller's types are, and a member that is misspelled or cannot be
// would be found out in the middle of a question, or never.
import { inspect } from 'node:util'
import { z } from 'zod'
import { meantBy } from '../plans/text/nearest.ts'

/** How sentences about it begin. */
interface Beginnings {
  /** Before the name of a member that is not known: `an agent has no option`. */
  readonly unknown: string
  /** Before the name of a member that cannot be: `the option`. */
  readonly wrong: string
}

/**
 * What is wrong with `value`, in a sentence; undefined when nothing is. A message of the schema says what a
 * member may be: `a text`. A name that a strict object of the schema does not know comes first.
 */
export function faultOf(
  schema: z.ZodType,
  value: unknown,
  { unknown, wrong }: Beginnings,
): string | undefined {
  const issues = schema.safeParse(value).error?.issues ?? []
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]
  if (issue?.code === 'unrecognized_keys') {
    const known = namesAt(schema, issue.path)
    const [name = ''] = issue.keys
    const meant = meantBy(name, known, `there are ${known.join(', ')}`)
    return `${unknown} ${[...issue.path, name].join('.')}; ${meant}`
  }
  if (!issue) return undefined
  const found = issue.path.reduce<unknown>((of, key) => (of as never)?.[key], value)
  const given = inspect(found, { depth: 0, maxStringLength: 60 })
  return `${[wrong, issue.path.join('.')].join(' ').trim()} may be ${issue.message}, not ${given}`
}

/** Something that only code can tell: `what` says what it may be. */
export const may = (what: string, holds: (value: unknown) => boolean) => z.custom(holds, what)

/** Whether it is an object with these methods. */
export const has = (value: unknown, ...methods: readonly string[]): boolean =>
  typeof value === 'object' &&
  value !== null &&
  methods.every(name => typeof (value as Readonly<Record<string, unknown>>)[name] === 'function')

export const text = z.string('a text')
export const texts = z.array(text, 'a list of texts')
export const truth = z.boolean('true or false')
export const things = may('an object', value => has(value))
export const listener = may('a function', value => typeof value === 'function')
export const positive = may('a number above zero', n => typeof n === 'number' && n > 0)
export const count = may('a whole number above zero', n => Number.isInteger(n) && (n as number) > 0)

// --- internal ---

/** The members that the object at `path` may have. */
function namesAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  const at = path.reduce<unknown>((of, key) => {
    const within = bare(of)
    if (within instanceof z.ZodArray) return within.element
    return within instanceof z.ZodObject ? within.shape[key as string] : within
  }, schema)
  const within = bare(at)
  return within instanceof z.ZodObject ? Object.keys(within.shape) : []
}

const bare = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional
    ? bare(schema.unwrap())
    : schema
