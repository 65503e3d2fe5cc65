// The text of `plans.json`: readable by people, stable under git diff, versioned, and never trusted.
import { z } from 'zod'
import { planId } from './identify.ts'
import { contentOf, type LibraryContent } from './merge.ts'
import { Origin, Plan, Role, RunStats, Step } from './plan.ts'

/** What the text of a library file is. `corrupt` says in a phrase what is wrong with it. */
export type Parsed = { readonly content: LibraryContent } | { readonly corrupt: string }

const FORMAT = 1

const File = z.object({
  format: z.literal(FORMAT),
  plans: z.array(Plan),
  removed: z.record(z.string(), z.string()),
})

/** From a format that has been left behind to the next one. */
const migrations: Readonly<Record<number, (older: unknown) => unknown>> = {}

/**
 * Reads the text of a library file. Blank text is an empty library. A plan whose id does not name
 * its content was edited by hand: it gets its own id and `origin.refines` the old one. Throws when
 * the format is newer than this program, since the file is then good and not ours to judge.
 */
export function parseLibrary(text: string, name: string): Parsed {
  if (text.trim() === '') return { content: contentOf([]) }
  const read = parseJson(text)
  if ('corrupt' in read) return read
  const parsed = File.safeParse(migrate(read.json, name))
  if (!parsed.success) return { corrupt: firstIssue(parsed.error) }
  const { plans, removed } = parsed.data
  return { content: contentOf(plans.map(settle), Object.entries(removed)) }
}

/**
 * The text of a library: plans sorted by id, keys in a fixed order, two-space JSON, a newline at the
 * end. A writer of many versions hands over the same `printed` each time: plans are printed once.
 */
export function printLibrary(
  { plans, removed }: LibraryContent,
  printed = new WeakMap<Plan, string>(),
): string {
  const byId = <T>([a]: readonly [string, T], [b]: readonly [string, T]) => (a < b ? -1 : 1)
  const texts = [...plans].sort(byId).map(([, plan]) => {
    const text = printed.get(plan) ?? indented(ordered(plan), 4)
    printed.set(plan, text)
    return `\n    ${text}`
  })
  const list = texts.length === 0 ? '[]' : `[${texts.join(',')}\n  ]`
  const tombstones = indented(Object.fromEntries([...removed].sort(byId)), 2)
  return `{\n  "format": ${FORMAT},\n  "plans": ${list},\n  "removed": ${tombstones}\n}\n`
}

// --- internal ---

function parseJson(text: string): { readonly json: unknown } | { readonly corrupt: string } {
  try {
    return { json: JSON.parse(text) }
  } catch (error) {
    return { corrupt: error instanceof Error ? error.message : String(error) }
  }
}

function migrate(json: unknown, name: string): unknown {
  let file = json
  for (let format = formatOf(file); format !== FORMAT; format = formatOf(file)) {
    if (format !== undefined && format > FORMAT)
      throw new Error(
        `${name} has format ${format} and this version of intend reads formats up to ${FORMAT}; update intend or choose another file.`,
      )
    const next = format === undefined ? undefined : migrations[format]
    if (!next) return file
    file = next(file)
  }
  return file
}

function formatOf(file: unknown): number | undefined {
  return z.object({ format: z.int() }).safeParse(file).data?.format
}

function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues
  return issue ? `${issue.path.join('.') || 'the file'}: ${issue.message}` : error.message
}

/** The plan under the id its content has. */
function settle(plan: Plan): Plan {
  const id = planId(plan)
  return id === plan.id ? plan : { ...plan, id, origin: { ...plan.origin, refines: plan.id } }
}

/** Key order of the file: as the types list them, `id` first; all other keys after these, by name. */
const order = [
  'id',
  ...[Plan, Step, Role, Origin, RunStats].flatMap(type => Object.keys(type.shape)),
]
const rank = new Map(order.map((key, index) => [key, index] as const).reverse())

function indented(value: unknown, spaces: number): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(spaces)}`)
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).filter(([, member]) => member !== undefined)
  const place = (key: string) => rank.get(key) ?? order.length
  entries.sort(([a], [b]) => place(a) - place(b) || (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, member]) => [key, ordered(member)]))
}
