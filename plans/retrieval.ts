// Finding plans for an intention: exact structure first, without any model, then a shortlist by
// words in which every plan carries the reason why it does not fit exactly.
import MiniSearch from 'minisearch'
import { type Plan, totals, type Value } from './plan.ts'

/** What an intention offers: its type, what the task is like, and what is believed. */
export interface PlanQuery {
  readonly type: string
  readonly schemaBeliefs: readonly string[]
  readonly roles: readonly {
    readonly role: string
    readonly unit?: string
    readonly value?: Value
  }[]
}

export interface PlanCandidate {
  readonly plan: Plan
  /** Higher is nearer; comparable within one answer only. */
  readonly score: number
  /** Why the plan does not fit exactly. */
  readonly reason: string
}

export interface Shortlist {
  /** Plans whose type, context conditions and parameters all fit, best statistics first. */
  readonly exact: readonly Plan[]
  /** The nearest others. */
  readonly candidates: readonly PlanCandidate[]
}

/** An in-memory index over plans; at 100,000 plans an exact answer takes well under a millisecond. */
export interface PlanIndex {
  /** Adds a plan, or replaces the plan of the same id. */
  add(plan: Plan): void
  remove(id: string): void
  get(id: string): Plan | undefined
  /** All plans that fit exactly, best statistics first; a look-up, without any search. */
  exact(query: PlanQuery): readonly Plan[]
  /** At most `limit` (5) plans of each sort. */
  shortlist(query: PlanQuery, limit?: number): Shortlist
}

/** Builds an index over `plans`. Ids must name the content (`identify`): a known id is not read again. */
export function createIndex(plans: Iterable<Plan> = []): PlanIndex {
  const entries = new Map<string, Entry>()
  const byType = new Map<string, Set<string>>()
  const frequency = new Map<string, number>()
  const search = new MiniSearch<Words>({
    fields: ['type', 'conditions', 'roles'],
    tokenize: text => text.split(' '),
    processTerm: term => term,
    searchOptions: { boost: { type: 2, roles: 1.5 } },
  })

  const count = (words: Words, by: 1 | -1) => {
    for (const word of distinct(words)) frequency.set(word, (frequency.get(word) ?? 0) + by)
  }
  const add = (plan: Plan) => {
    const known = entries.get(plan.id)
    entries.set(plan.id, known ? { ...known, plan } : toEntry(plan))
    if (known) return
    const { type, words } = entries.get(plan.id)!
    const sameType = byType.get(type)
    if (sameType) sameType.add(plan.id)
    else byType.set(type, new Set([plan.id]))
    search.add(words)
    count(words, 1)
  }
  const remove = (id: string) => {
    const entry = entries.get(id)
    if (!entry) return
    entries.delete(id)
    byType.get(entry.type)?.delete(id)
    search.remove(entry.words)
    count(entry.words, -1)
  }
  const fitting = (wanted: Wanted): Plan[] => {
    const sameType = [...(byType.get(wanted.type) ?? [])].map(id => entries.get(id)!)
    const fit = sameType.filter(entry => misfits(entry, wanted).next().done)
    return fit.map(entry => entry.plan).sort(better)
  }
  const shortlist = (query: PlanQuery, limit = 5): Shortlist => {
    const wanted = toWanted(query)
    const fit = fitting(wanted)
    const exact = new Set(fit)
    const hits = search.search(telling(wanted, frequency))
    // ties are settled among more hits than asked for, so that they do not hang on insertion order
    const candidates = []
    for (const { id, score } of hits) {
      const entry = entries.get(id)!
      if (exact.has(entry.plan)) continue
      const last = candidates[limit - 1]
      if (last && score < last.score) break
      candidates.push({ entry, score, reason: [...misfits(entry, wanted)].join('; ') })
    }
    candidates.sort((a, b) => b.score - a.score || better(a.entry.plan, b.entry.plan))
    return {
      exact: fit.slice(0, limit),
      candidates: candidates
        .slice(0, limit)
        .map(({ entry, score, reason }) => ({ plan: entry.plan, score, reason })),
    }
  }

  for (const plan of plans) add(plan)
  const exact = (query: PlanQuery) => fitting(toWanted(query))
  return { add, remove, get: id => entries.get(id)?.plan, exact, shortlist }
}

/** How often a plan has succeeded, smoothed after Laplace: 1/2 for a plan never used. */
export function successRate(plan: Pick<Plan, 'stats'>): number {
  const { successCount, failureCount, judgedRight, judgedWrong } = totals(plan)
  const good = successCount + judgedRight
  return (good + 1) / (good + failureCount + judgedWrong + 2)
}

// --- internal ---

/** The searched words of a plan, each field separated by single spaces. */
interface Words {
  readonly id: string
  readonly type: string
  readonly conditions: string
  readonly roles: string
}

interface Entry {
  readonly plan: Plan
  readonly type: string
  readonly conditions: readonly string[]
  readonly words: Words
}

interface Wanted {
  readonly type: string
  readonly conditions: ReadonlySet<string>
  readonly units: ReadonlyMap<string, string | undefined>
  readonly words: readonly string[]
}

function toEntry(plan: Plan): Entry {
  const roles = [...plan.parameters, ...plan.steps.flatMap(step => step.writes)]
  return {
    plan,
    type: normalType(plan.intentionType),
    conditions: plan.contextConditions.map(normalSentence),
    words: {
      id: plan.id,
      type: wordsOf([plan.intentionType]).join(' '),
      conditions: wordsOf(plan.contextConditions).join(' '),
      roles: wordsOf(roles.map(role => role.role)).join(' '),
    },
  }
}

function toWanted({ type, schemaBeliefs, roles }: PlanQuery): Wanted {
  return {
    type: normalType(type),
    conditions: new Set(schemaBeliefs.map(normalSentence)),
    units: new Map(roles.map(({ role, unit }) => [role, unit])),
    words: wordsOf([type, ...schemaBeliefs, ...roles.map(role => role.role)]),
  }
}

/** Every reason why the plan does not fit exactly; none when it does. */
function* misfits({ plan, type, conditions }: Entry, wanted: Wanted): Generator<string> {
  if (type !== wanted.type) yield `type differs: ${plan.intentionType}`
  const absent = plan.parameters.filter(({ role }) => !wanted.units.has(role))
  if (absent.length > 0) yield `parameters missing: ${absent.map(({ role }) => role).join(', ')}`
  for (const { role, unit } of plan.parameters) {
    const offered = wanted.units.get(role)
    if (unit && offered && unit !== offered)
      yield `unit of ${role} differs: the plan expects ${unit}, believed is ${offered}`
  }
  const unbelieved = plan.contextConditions.filter((_, i) => !wanted.conditions.has(conditions[i]!))
  for (const condition of unbelieved) yield `context condition not believed: ${condition}`
}

function better(a: Plan, b: Plan): number {
  return successRate(b) - successRate(a) || (a.id < b.id ? -1 : 1)
}

/** Of the words asked for, the ones that tell plans apart: the rarest, while they are few to look up. */
function telling({ words }: Wanted, frequency: ReadonlyMap<string, number>): string {
  const often = (word: string) => frequency.get(word) ?? 0
  const present = words.filter(word => often(word) > 0).sort((a, b) => often(a) - often(b))
  let found = 0
  const affordable = present.filter(word => {
    found += often(word)
    return found <= MOST_HITS
  })
  return (affordable.length > 0 ? affordable : present.slice(0, 1)).join(' ')
}

/** How many places in the index one query may touch; keeps a shortlist fast in a large library. */
const MOST_HITS = 10_000

/** Words that nearly every schema belief holds and that therefore tell nothing. */
const BOILERPLATE = new Set(
  `a an and any are as at be been by can could does each every exactly exist exists find for from given
  has have how in input into is it its known least must needed needs no not number of on one only or
  output per problem provided question require required requires result should some specified such
  task than that the their then there these this to two use used uses value values was what when
  where which will with within you`.split(/\s+/),
)

function wordsOf(texts: readonly string[]): string[] {
  const words =
    texts
      .join(' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.filter(word => !BOILERPLATE.has(word)).map(singular))]
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

function distinct({ type, conditions, roles }: Words): Set<string> {
  return new Set(`${type} ${conditions} ${roles}`.split(' ').filter(word => word !== ''))
}

function normalType(type: string): string {
  return type.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_')
}

function normalSentence(sentence: string): string {
  return sentence
    .toLowerCase()
    .replace(/\b(a|an|the)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/[\s.]+$/, '')
    .trim()
}
