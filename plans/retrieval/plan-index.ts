// Finding plans for an intention: exact structure first, without any model, then a shortlist by
// words in which every plan carries the reason why it does not fit exactly, or none with a reason.

import { textOf } from '../expressions/derive.ts'
import { isKnownUnit } from '../expressions/units.ts'
import { textOrder } from '../given.ts'
import { type Plan, totals } from '../plan.ts'
import { replaceSlots } from '../template.ts'
import { stemsOf, termsOf } from '../text/words.ts'
import {
  misfits,
  opposites,
  ownMisfits,
  type PlanQuery,
  type Structure,
  structureMisfits,
  structureOf,
  type Wanted,
  type Wording,
  wantedOf,
  wordingOf,
} from './fit.ts'
import { gistOf, gistOfAll } from './gist.ts'
import { createPostings, type Weighted } from './postings.ts'
import { createStructures } from './structures.ts'

export type { PlanQuery } from './fit.ts'

export interface PlanCandidate {
  readonly plan: Plan
  /** From 0 (no telling word in common) to 1 (all of them); boilerplate hardly counts. */
  readonly score: number
  /** Why the plan does not fit exactly. */
  readonly reason: string
  /** Given when it is the wording alone. */
  readonly wording?: Wording
}

export interface Shortlist {
  /** Plans whose type, context conditions and parameters all fit, best statistics first. */
  readonly exact: readonly Plan[]
  /** The nearest others. */
  readonly candidates: readonly PlanCandidate[]
  /** Why nothing is offered, when nothing is. */
  readonly abstained?: string
}

/**
 * An in-memory index of plans, empty yet. Ids must name the content (`identify`): a known id is not read
 * again. At 100,000 plans those that fit exactly take well under a millisecond.
 */
export function createIndex() {
  const entries = new Map<string, Entry>()
  const byNumber: (Entry | undefined)[] = []
  const postings = createPostings()
  const structures = createStructures<Entry>(better)

  /** Adds a plan, or replaces the plan of the same id. */
  const add = (plan: Plan) => {
    const known = entries.get(plan.id)
    if (known) structures.remove(known.structure, known)
    const made = known?.structure ?? structureOf(plan)
    const structure = structures.held(made.key) ?? made
    // an id names the content of a plan and not how it was asked for, which is learned
    const reworded = known && askedOf(known.plan) !== askedOf(plan)
    if (reworded) postings.remove(known.number)
    const number = known && !reworded ? known.number : postings.add(textToFind(plan))
    const entry = { plan, structure, number, rate: successRate(plan) }
    entries.set(plan.id, entry)
    byNumber[number] = entry
    structures.add(structure, entry)
  }
  const remove = (id: string) => {
    const entry = entries.get(id)
    if (!entry) return
    entries.delete(id)
    byNumber[entry.number] = undefined
    structures.remove(entry.structure, entry)
    postings.remove(entry.number)
  }
  /** At most `limit` plans of each sort. */
  const shortlist = (query: PlanQuery, limit: number): Shortlist => {
    const wanted = wantedOf(query)
    const exact = fitting(structures, wanted, limit)
    const { type, schemaBeliefs, roles } = query
    const words = weighted(
      type,
      schemaBeliefs,
      roles.map(({ role }) => role),
    )
    const { found, known } = postings.search(words, limit + exact.length)
    const others = found
      .filter(({ near }) => near >= leastNear)
      .map(({ plan, near }) => ({ ...byNumber[plan]!, near }))
      .filter(({ plan }) => !exact.includes(plan))
    const candidates = nearest(others, wanted, limit)
    const empty = exact.length + candidates.length === 0
    return {
      exact,
      candidates,
      ...(empty && { abstained: whyNone(postings.size, known, found[0]?.near) }),
    }
  }
  return {
    add,
    remove,
    shortlist,
    /** At most `limit` plans that fit exactly, best statistics first; a look-up, without any search. */
    exact: (query: PlanQuery, limit: number) => fitting(structures, wantedOf(query), limit),
  }
}

/**
 * Why the plan must not serve the query, whoever has named it: it is made for an operation that excludes
 * the one asked for, or its answer names what another question asked for. `undefined` when the words hold
 * nothing against it.
 */
export function contradiction(plan: Plan, query: PlanQuery): string | undefined {
  const [first] = opposites(structureOf(plan), wantedOf(query))
  const foreign = query.question === undefined ? undefined : foreignWord(plan, query.question)
  return first ?? (foreign && `its answer says "${foreign}", which is a word of another question`)
}

/** How often a plan has succeeded, smoothed after Laplace: 1/2 for a plan never used. */
export function successRate(plan: Pick<Plan, 'stats'>): number {
  const { successCount, failureCount, judgedRight, judgedWrong } = totals(plan)
  const good = successCount + judgedRight
  return (good + 1) / (good + failureCount + judgedWrong + 2)
}

/** That a plan has been tried and never worked, in words; `undefined` when it has, or is new. */
export function onlyFailed(plan: Pick<Plan, 'stats'>): string | undefined {
  const { successCount, failureCount, judgedRight, judgedWrong } = totals(plan)
  const failed = failureCount + judgedWrong
  return successCount + judgedRight === 0 && failed > 0
    ? `it has never worked, and failed ${failed === 1 ? 'once' : `${failed} times`}`
    : undefined
}

// --- internal ---

/** A telling word in the text of the answer that all questions the plan was made from have, and this one has not. */
function foreignWord({ steps, origin }: Plan, question: string): string | undefined {
  const texts = steps.flatMap(({ action, writes }) =>
    writes.some(({ role }) => role === 'final_answer') && action && 'expression' in action
      ? (textOf(action.expression) ?? [])
      : [],
  )
  const said = texts.flatMap(text => termsOf(replaceSlots(text, () => ' ')))
  if (said.length === 0 || origin.seenQuestions.length === 0) return undefined
  const here = stemsOf(question)
  const others = origin.seenQuestions.map(stemsOf)
  return said.find(
    word => !here.has(word) && !isKnownUnit(word) && others.every(stems => stems.has(word)),
  )
}

interface Entry {
  readonly plan: Plan
  readonly structure: Structure
  /** Its number in the postings. */
  readonly number: number
  readonly rate: number
}

/** Plans with less in common than this are not worth a place in a prompt. */
const leastNear = 0.1

function better(a: Entry, b: Entry): number {
  return b.rate - a.rate || textOrder(a.plan.id, b.plan.id)
}

/** The best plans that fit in all. */
function fitting(
  structures: ReturnType<typeof createStructures<Entry>>,
  wanted: Wanted,
  limit: number,
): readonly Plan[] {
  return structures
    .near(wanted)
    .filter(({ structure }) => structureMisfits(structure, wanted).next().done)
    .flatMap(({ structure, members }) =>
      members
        .values()
        .filter(({ plan }) => ownMisfits(plan, structure, wanted).next().done)
        .take(limit),
    )
    .toArray()
    .sort(better)
    .slice(0, limit)
    .map(({ plan }) => plan)
}

/** The nearest of those that do not fit, each with what speaks against it. */
function nearest(
  entries: readonly (Entry & { readonly near: number })[],
  wanted: Wanted,
  limit: number,
): readonly PlanCandidate[] {
  return entries
    .toSorted((a, b) => b.near - a.near || better(a, b))
    .values()
    .flatMap(({ plan, structure, near }): readonly PlanCandidate[] => {
      const reason = [...misfits(plan, structure, wanted)].join('; ')
      // one that fits as well and merely has fallen behind the best of them is no near one
      if (reason === '') return []
      const wording = wordingOf(plan, structure, wanted)
      return [{ plan, score: near, reason, ...(wording && { wording }) }]
    })
    .take(limit)
    .toArray()
}

function whyNone(size: number, known: readonly string[], nearest: number | undefined): string {
  if (size === 0) return 'the library is empty'
  if (known.length === 0)
    return 'no plan has a word in common with the question that tells anything'
  return `the nearest plan has next to nothing in common with the question (${(nearest ?? 0).toFixed(2)}; ${leastNear} is the least)`
}

/** The words by which a plan is found: its type counts twice, and how it was asked for half. */
function textToFind(plan: Plan): Weighted {
  const { intentionType, contextConditions, parameters, steps } = plan
  const written = steps.flatMap(({ writes }) => writes.map(({ role }) => role))
  const roles = [...parameters.map(({ role }) => role), ...written]
  const words = weighted(intentionType, contextConditions, roles)
  return new Map([...[...gistOf(askedOf(plan))].map(word => [word, 0.5] as const), ...words])
}

/** The questions that a plan is known to have answered, without what stood in their slots. */
function askedOf({ examples = [], wordings = [] }: Plan): string {
  const worded = wordings.map(({ text }) => text.replace(/\{\w+\}/g, ' '))
  return [...examples.map(({ question }) => question), ...worded].join(' ')
}

function weighted(
  type: string,
  conditions: readonly string[],
  roles: readonly string[],
): Map<string, number> {
  const words = new Map<string, number>()
  for (const word of gistOfAll(conditions)) words.set(word, 1)
  for (const word of gistOfAll(roles)) words.set(word, Math.max(words.get(word) ?? 0, 1.5))
  for (const word of gistOf(type)) words.set(word, 2)
  return words
}
