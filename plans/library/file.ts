// The text of `plans.json`: readable by people, stable under git diff, versioned, and never trusted.
import { z } from 'zod'
import { planId } from '../identify.ts'
import { Origin, Plan, Role, RunStats, Step } from '../plan.ts'
import { contentOf, type LibraryContent } from './merge.ts'
import { type Parsed, parseVersioned } from './versioned-file.ts'

const FORMAT = 1

const File = z.object({
  format: z.literal(FORMAT),
  plans: z.array(Plan),
  removed: z.record(z.string(), z.string()),
})

/**
 * Reads the text of a library file. Blank text is an empty library. A plan whose id does not name
 * its content was edited by hand: it gets its own id and `origin.refines` the old one. Throws a ConfigurationError
 * when the format is newer than this program, since the file is then good and not ours to judge.
 */
export function parseLibrary(text: string, name: string): Parsed<LibraryContent> {
  if (text.trim() === '') return { content: contentOf([]) }
  const read = parseVersioned(text, name, { format: FORMAT, schema: File, first: 'plans' })
  if (!('content' in read)) return read
  const { plans, removed } = read.content
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
