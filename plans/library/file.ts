// The text of `plans.json`: readable by people, stable under git diff, versioned, and never trusted.

import { z } from 'zod'
import { ConfigurationError } from '../configuration.ts'
import { textOrder } from '../given.ts'
import { identify, planId } from '../identify.ts'
import { Origin, Plan, Role, RunStats, Step } from '../plan.ts'
import { looksLikeRules, parseRules } from '../rules/parse.ts'
import { contentOf, type LibraryContent } from './merge.ts'
import { type Seal, strange } from './trust.ts'
import { type Parsed, parseVersioned } from './versioned-file.ts'

const FORMAT = 1

const File = z.object({
  format: z.literal(FORMAT),
  plans: z.array(Plan),
  removed: z.record(z.string(), z.string()),
})

/**
 * Reads the text of a library file, or one of rules in sentences. Blank text is an empty library. A plan whose id does not name
 * its content was edited by hand: it gets its own id and `origin.refines` the old one. Throws a ConfigurationError
 * when the format is newer than this program, since the file is then good and not ours to judge, and when
 * rules have faults. With
 * `seal`, everything in a text that does not bear it is somebody else's: its plans are imported ones.
 */
export function parseLibrary(text: string, name: string, seal?: Seal): Parsed<LibraryContent> {
  if (text.trim() === '') return { content: contentOf([]) }
  if (looksLikeRules(text)) {
    const plans = rulesIn(text, name)
    return { content: contentOf(seal ? plans.map(strange) : plans) }
  }
  const read = parseVersioned(text, name, { format: FORMAT, schema: File, first: 'plans' })
  if (!('content' in read)) return read
  const { plans, removed } = read.content
  if (seal && !bears(text, seal)) return { content: contentOf(plans.map(settle).map(strange)) }
  return { content: contentOf(plans.map(settle), Object.entries(removed)) }
}

/** The rules of a text as plans. Throws a ConfigurationError that tells every fault, one a line. */
function rulesIn(text: string, name: string): readonly Plan[] {
  const read = parseRules(text)
  if ('faults' in read)
    throw new ConfigurationError(
      `${name} holds rules that cannot be read:\n${read.faults.join('\n')}`,
    )
  if (read.plans.length === 0)
    throw new ConfigurationError(
      `${name} holds remarks and no rule; write one: IF your task is to ... THEN ...`,
    )
  const origin = { agent: 'person', model: '', createdAt: '', seenQuestions: [] }
  return read.plans.map(plan => identify(plan, origin))
}

/**
 * The text of a library: plans sorted by id, keys in a fixed order, two-space JSON, a newline at the
 * end.
 */
export const printLibrary = (content: LibraryContent): string =>
  libraryBytes(content, new WeakMap()).toString()

/**
 * The same as bytes: a writer of many versions hands over the same `printed` each time, and plans are
 * printed once. What has been printed is copied as it is, a seventh of the time that joining texts takes.
 */
export function libraryBytes(
  { plans, removed }: LibraryContent,
  printed: WeakMap<Plan, Buffer>,
  seal?: Seal,
): Buffer {
  const byId = <T>([a]: readonly [string, T], [b]: readonly [string, T]) => textOrder(a, b)
  const all = [...plans].sort(byId).map(([, plan]) => {
    const bytes = printed.get(plan) ?? Buffer.from(`,\n    ${indented(ordered(plan), 4)}`)
    printed.set(plan, bytes)
    return bytes
  })
  const [first, ...others] = all
  const list = first ? [first.subarray(1), ...others, Buffer.from('\n  ]')] : [Buffer.from(']')]
  const tombstones = indented(Object.fromEntries([...removed].sort(byId)), 2)
  const bytes = Buffer.concat([
    Buffer.from(`{\n  "format": ${FORMAT},\n  "plans": [`),
    ...list,
    Buffer.from(`,\n  "removed": ${tombstones}`),
  ])
  const mark = seal?.of(bytes.toString())
  const end = mark === undefined ? '\n}\n' : `,\n  "seal": "${mark}"\n}\n`
  return Buffer.concat([bytes, Buffer.from(end)])
}

/** Whether the text is as the holder of the seal has written it. */
function bears(text: string, { isOf }: Seal): boolean {
  const [, sealed, mark] = /^([\s\S]*),\n {2}"seal": "([0-9a-f]+)"\n\}\n$/.exec(text) ?? []
  return sealed !== undefined && mark !== undefined && isOf(mark, sealed)
}

// --- internal ---

/** The plan under the id its content has; one that was changed by hand is tested before it serves, and has no record yet. */
function settle(plan: Plan): Plan {
  const id = planId(plan)
  if (id === plan.id) return plan
  const { wordings: _, released: __, ...rest } = plan
  return { ...rest, id, stats: {}, origin: { ...plan.origin, trust: 'imported', refines: plan.id } }
}

/** Key order of the file: as the types list them, `id` first; all other keys after these, by name. */
const order = [
  'id',
  ...[Plan, Step, Role, Origin, RunStats].flatMap(type => Object.keys(type.shape)),
]
const rank = new Map(order.map((key, index) => [key, index] as const).reverse())

/** Two-space JSON as it stands so many spaces in. */
export function indented(value: unknown, spaces: number): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(spaces)}`)
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).filter(([, member]) => member !== undefined)
  const place = (key: string) => rank.get(key) ?? order.length
  entries.sort(([a], [b]) => place(a) - place(b) || textOrder(a, b))
  return Object.fromEntries(entries.map(([key, member]) => [key, ordered(member)]))
}
