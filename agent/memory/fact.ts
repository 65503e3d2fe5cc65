// What is remembered beyond a session: facts with where they come from, and the text of the file that
// holds them. Ids name who learned what, so that learning the same again changes nothing.
import { z } from 'zod'
import { canonical, fingerprint } from '../../plans/canonical.ts'
import { byId, textOrder } from '../../plans/given.ts'
import { indented } from '../../plans/library/file.ts'
import { type Parsed, parseVersioned } from '../../plans/library/versioned-file.ts'
import { BeliefName, Value } from '../../plans/plan.ts'

/** A file that something was taken from. */
export const SourceFile = z.object({
  /** Without folders. */
  name: z.string(),
  /** Tells files of one name apart; a hash, since a path says more than it should. */
  place: z.string(),
  /** Hash of the content as it was read. */
  edition: z.string(),
})
export type SourceFile = z.infer<typeof SourceFile>

/** One thing an earlier session established. Times are ISO 8601, in UTC. */
export const Fact = z.object({
  /** `m` and hexadecimal digits; see `factId`. */
  id: z.string().min(1),
  /** The role the value had in its plan. */
  name: BeliefName,
  value: Value,
  unit: z.string().exactOptional(),
  /** As established by code; what was assumed or implied is not remembered. */
  provenance: z.enum(['given', 'quoted', 'computed', 'derived']),
  /** In words: file names, an address, a tool; `user` for what a person said. */
  source: z.string(),
  /** Whether a person said it, or a tool found it in words that anybody may have written; a tool where it does not say. */
  by: z.enum(['person', 'tool']).exactOptional(),
  files: z.array(SourceFile).exactOptional(),
  /** Names the call of a computing tool: what it gives later is the same fact. */
  asked: z.string().exactOptional(),
  quote: z.string().exactOptional(),
  derivation: z.string().exactOptional(),
  /** The goal it was established for. */
  about: z.string(),
  /** True when it is itself the answer to `about`. */
  answers: z.boolean().exactOptional(),
  /** What was believed before that it depends on, by role: the item, the year. */
  given: z.record(z.string(), z.string()),
  /** Ids of the facts it was worked out from. */
  rests: z.array(z.string()).exactOptional(),
  learnedAt: z.iso.datetime(),
  /** The day its source says it is of. */
  asOf: z.iso.date().exactOptional(),
  /** The last day on which its source says it holds; a person may set it. */
  validUntil: z.iso.date().exactOptional(),
  run: z.string(),
})
export type Fact = z.infer<typeof Fact>

/** What a memory holds. No id is in both maps. */
export interface MemoryContent {
  readonly facts: ReadonlyMap<string, Fact>
  /** Ids of facts that were withdrawn, and why; what they said is gone and stays gone. */
  readonly forgotten: ReadonlyMap<string, string>
}

/** Where a fact stands among the others, as the file shows it to people; never read back. */
interface Shown {
  readonly version: number
  readonly supersededBy?: string
}

/** The id of what the intention `intention` of the run `run` established under the role `name`. */
export function factId(run: string, intention: string, name: string): string {
  return `m${fingerprint([run, intention, name], 11)}`
}

/** The content of these facts and withdrawals; of two facts of one id the one later in spelling counts. */
export function memoryOf(
  facts: Iterable<Fact>,
  forgotten: Iterable<readonly [id: string, reason: string]> = [],
): MemoryContent {
  const { items, gone } = byId(facts, forgotten, (one, other) =>
    canonical(one) >= canonical(other) ? one : other,
  )
  return { facts: items, forgotten: gone }
}

/** The join of two memories: commutative, associative, idempotent; what one has forgotten stays forgotten. */
export function mergeMemories(a: MemoryContent, b: MemoryContent): MemoryContent {
  if (b.facts.size === 0 && b.forgotten.size === 0) return a
  return memoryOf([...a.facts.values(), ...b.facts.values()], [...a.forgotten, ...b.forgotten])
}

/** Reads the text of a memory file; blank text is an empty memory. Throws when its format is newer. */
export function parseMemory(text: string, name: string): Parsed<MemoryContent> {
  if (text.trim() === '') return { content: memoryOf([]) }
  const read = parseVersioned(text, name, { format: FORMAT, schema: File, first: 'facts' })
  if (!('content' in read)) return read
  const { facts, forgotten } = read.content
  return { content: memoryOf(facts, Object.entries(forgotten)) }
}

/**
 * The text of a memory: facts in the order they were learned, keys in a fixed order, two-space JSON.
 * `shown` says where each stands. A writer of many versions hands over the same `printed` each time.
 */
export function printMemory(
  { facts, forgotten }: MemoryContent,
  shown: (fact: Fact) => Shown,
  printed = new WeakMap<Fact, { readonly shown: Shown; readonly text: string }>(),
): string {
  const texts = [...facts.values()].sort(byAge).map(fact => {
    const now = shown(fact)
    const known = printed.get(fact)
    if (known?.shown.version === now.version && known.shown.supersededBy === now.supersededBy)
      return known.text
    const text = `\n    ${indented(ordered(fact, now), 4)}`
    printed.set(fact, { shown: now, text })
    return text
  })
  const list = texts.length === 0 ? '[]' : `[${texts.join(',')}\n  ]`
  const gone = Object.fromEntries([...forgotten].sort(([a], [b]) => textOrder(a, b)))
  return `{\n  "format": ${FORMAT},\n  "facts": ${list},\n  "forgotten": ${indented(gone, 2)}\n}\n`
}

/** Orders facts from the first learned to the last. */
export function byAge(a: Fact, b: Fact): number {
  return Date.parse(a.learnedAt) - Date.parse(b.learnedAt) || textOrder(a.id, b.id)
}

// --- internal ---

const FORMAT = 1

const File = z.object({
  format: z.literal(FORMAT),
  facts: z.array(Fact),
  forgotten: z.record(z.string(), z.string()),
})

/** Keys as `Fact` lists them, in which order zod gives them, and where the fact stands behind its name. */
function ordered(fact: Fact, shown: Shown): object {
  const given = Object.entries(fact.given).sort(([a], [b]) => textOrder(a, b))
  const { id, name, ...rest } = Fact.parse({ ...fact, given: Object.fromEntries(given) })
  return { id, name, ...shown, ...rest }
}
