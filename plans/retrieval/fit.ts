// Whether a plan fits a question by structure alone: the same kind of task, everything it needs
// believed, nothing asked that it does not do. What does not fit is said in a phrase each.

import { dimension, isSameUnit, parseUnit, type Unit } from '../expressions/units.ts'
import { memoOf } from '../memo.ts'
import type { Plan, Role, Value } from '../plan.ts'
import { contrasts } from './concepts.ts'
import { gistKey, gistOf, gistOfAll, isOperation } from './gist.ts'

/** What an intention offers: its type, what the task is like, and what is believed. */
export interface PlanQuery {
  readonly type: string
  readonly schemaBeliefs: readonly string[]
  readonly roles: readonly {
    readonly role: string
    readonly unit?: string
    /** What the question itself gives for it. What is given and a plan leaves unread speaks against the plan. */
    readonly value?: Value
  }[]
  /** What is wanted, in words; an operation named only here still counts against plans for another. */
  readonly goal?: string
  /** All that the question says; left out where that is not all, as for one that goes on from another. */
  readonly question?: string
  /** The unit the question wants its answer in. */
  readonly unit?: string
  /** True for a sub-goal: the schema beliefs are those of the whole task, of which the plan does a part. */
  readonly subGoal?: boolean
}

/** What decides about a plan, the same for all plans of one structure. */
export interface Structure {
  /** Equal for all plans of this structure and for no other. */
  readonly key: string
  readonly type: string
  readonly conditions: readonly string[]
  readonly parameters: readonly Role[]
  /** The words of its type, its context conditions and its parameters, and the operations of its goal. */
  readonly words: ReadonlySet<string>
  /** For each contrast the sides it names. */
  readonly sides: readonly (readonly string[])[]
  /** The unit of its answer, when it says one. */
  readonly unit: string | undefined
  /** True when nothing says what the task is like. */
  readonly silent: boolean
}

/** A query as plans are compared with it. */
export interface Wanted {
  readonly query: PlanQuery
  readonly type: string
  readonly conditions: ReadonlySet<string>
  readonly roles: ReadonlyMap<string, PlanQuery['roles'][number]>
  /** The schema beliefs a plan has to answer to, with their words. */
  readonly required: readonly { readonly belief: string; readonly words: readonly string[] }[]
  /** Roles a plan must not leave unread: what is given, and what continues a series it reads. */
  readonly watched: readonly {
    readonly role: string
    readonly given: boolean
    readonly before: readonly string[]
  }[]
  /** For each contrast the sides that the type, the schema beliefs or the goal name. */
  readonly sides: readonly (readonly string[])[]
}

/** What decides about `plan`. */
export function structureOf(plan: Plan): Structure {
  const { intentionType, contextConditions, parameters, goal } = plan
  const type = typeKey(intentionType)
  const conditions = contextConditions.map(gistKey)
  const operations = gistOf(goal).filter(isOperation).toSorted()
  const slots = parameters.map(
    ({ role, type: kind, unit }) => `${role}:${kind ?? ''}:${unit ?? ''}`,
  )
  const written = plan.steps.flatMap(step => step.writes)
  const unit = written.find(({ role }) => role === 'final_answer')?.unit
  const words = gistOfAll([
    intentionType,
    ...contextConditions,
    ...parameters.map(({ role }) => role),
  ])
  for (const operation of operations) words.add(operation)
  return {
    key: JSON.stringify([type, conditions.toSorted(), slots.toSorted(), operations, unit]),
    type,
    conditions,
    parameters,
    words,
    sides: sidesIn(words),
    unit,
    silent: conditions.length === 0 && gistOf(intentionType).length === 0,
  }
}

/** The query in the words of the index. */
export const wantedOf = memoOf((query: PlanQuery): Wanted => {
  const { type, schemaBeliefs, roles, goal = '', subGoal = false } = query
  return {
    query,
    type: typeKey(type),
    conditions: new Set(schemaBeliefs.map(gistKey)),
    roles: new Map(roles.map(role => [role.role, role])),
    required: subGoal ? [] : schemaBeliefs.map(belief => ({ belief, words: gistOf(belief) })),
    watched: roles
      .map(({ role, value }) => ({ role, given: value !== undefined, before: before(role) }))
      .filter(({ given, before }) => given || before.length > 0),
    sides: sidesIn(gistOfAll([type, ...schemaBeliefs, goal])),
  }
})

/** Every reason why the plan does not fit exactly; none when it does. */
export function* misfits(plan: Plan, structure: Structure, wanted: Wanted): Generator<string> {
  if (structure.type !== wanted.type) yield `type differs: ${plan.intentionType}`
  yield* structureMisfits(structure, wanted, plan.contextConditions)
  yield* ownMisfits(plan, structure, wanted)
}

/** The reasons that hold for all plans of a structure; conditions are named as `spelled`. */
export function* structureMisfits(
  structure: Structure,
  wanted: Wanted,
  spelled = structure.conditions,
): Generator<string> {
  yield* parameterMisfits(structure, wanted)
  for (const [i, condition] of structure.conditions.entries())
    if (!wanted.conditions.has(condition)) yield `context condition not believed: ${spelled[i]}`
  if (structure.silent) yield 'neither its type nor a context condition says what the task is like'
  yield* opposites(structure, wanted)
  const [asked, given] = [wanted.query.unit, structure.unit]
  if (asked !== undefined && given !== undefined && !areAlike(asked, given, sameDimension))
    yield `unit of the answer differs: the plan gives ${given}, asked is ${asked}`
}

/** The reasons that hang on what the steps of the plan read, write and do. */
export function* ownMisfits(plan: Plan, structure: Structure, wanted: Wanted): Generator<string> {
  const unread = unreadRoles(plan, wanted)
  if (unread.length > 0) yield `left unread: ${unread.join(', ')}`
  for (const belief of unanswered(plan, structure, wanted))
    yield `nothing in the plan answers to: ${belief}`
}

/** Operations the question names where the plan names others of which only one can be meant. */
export function* opposites({ sides }: Structure, wanted: Wanted): Generator<string> {
  if (wanted.query.subGoal) return
  for (const [i, asked] of wanted.sides.entries()) {
    const offered = sides[i]!
    // a plan that names several sides is not made for one of them alone
    if (asked.length === 0 || offered.length !== 1) continue
    if (!asked.some(side => offered.includes(side)))
      yield `asked for is ${asked.join(' and ')}, the plan is for ${offered.join(' and ')}`
  }
}

/** Sentences in which a plan and a query differ by wording alone. */
export interface Wording {
  /** Context conditions of the plan that are not believed in these words. */
  readonly unbelieved: readonly string[]
  /** Schema beliefs that nothing in the plan answers to in these words. */
  readonly unanswered: readonly string[]
}

/** What has to follow by its meaning for the plan to fit; `undefined` when more speaks against it. */
export function wordingOf(plan: Plan, structure: Structure, wanted: Wanted): Wording | undefined {
  const said = { ...wanted, conditions: new Set(structure.conditions), required: [] }
  if (!misfits(plan, structure, said).next().done) return undefined
  const { conditions } = structure
  return {
    unbelieved: plan.contextConditions.filter((_, i) => !wanted.conditions.has(conditions[i]!)),
    unanswered: unanswered(plan, structure, wanted),
  }
}

/** A type in the spelling in which types are compared. */
export function typeKey(type: string): string {
  return gistKey(type) || type.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_')
}

// --- internal ---

function* parameterMisfits({ parameters }: Structure, { roles }: Wanted): Generator<string> {
  const absent = parameters.filter(({ role }) => !roles.has(role))
  if (absent.length > 0) yield `parameters missing: ${absent.map(({ role }) => role).join(', ')}`
  for (const { role, unit, type } of parameters) {
    const offered = roles.get(role)
    if (unit && offered?.unit && !areAlike(unit, offered.unit, isSameUnit))
      yield `unit of ${role} differs: the plan expects ${unit}, believed is ${offered.unit}`
    const { value } = offered ?? {}
    if (type === 'number' && value !== undefined && typeof value !== 'number')
      yield `${role} is no number: the plan expects one`
  }
}

/** What the question gives, and further members of a series, that the plan does not read. */
function unreadRoles(plan: Plan, { watched }: Wanted): readonly string[] {
  if (watched.length === 0) return []
  const read = rolesOf(plan)
  return watched
    .filter(
      ({ role, given, before }) => !read.has(role) && (given || before.some(r => read.has(r))),
    )
    .map(({ role }) => role)
}

/** The roles a plan has to do with. */
function rolesOf({ parameters, steps }: Plan): ReadonlySet<string> {
  return new Set([
    ...parameters.map(({ role }) => role),
    ...steps.flatMap(({ reads, writes }) => [...reads, ...writes.map(({ role }) => role)]),
  ])
}

/** The roles this one follows in a series: `second_price` for `third_price`. */
function before(role: string): readonly string[] {
  const parts = role.split('_')
  return parts.flatMap((part, at) => {
    const earlier = predecessor(part)
    return earlier === undefined ? [] : [parts.with(at, earlier).join('_')]
  })
}

const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')

function predecessor(part: string): string | undefined {
  if (/^[2-9]$|^1\d$/.test(part)) return String(Number(part) - 1)
  return ordinals[ordinals.indexOf(part) - 1]
}

/** For each contrast the sides that are named, by their first word. */
function sidesIn(words: ReadonlySet<string>): readonly (readonly string[])[] {
  return contrasts.map(sides =>
    sides.filter(side => side.some(word => words.has(word))).map(([name]) => name!),
  )
}

/** The schema beliefs that hold a word nothing in the plan speaks of. */
function unanswered(plan: Plan, { words }: Structure, { required }: Wanted): readonly string[] {
  const open = required.filter(one => one.words.some(word => !words.has(word)))
  if (open.length === 0) return []
  const { goal, steps } = plan
  const said = gistOfAll([
    goal,
    ...steps.flatMap(({ description, writes, action }) => [
      description,
      ...writes.map(({ role }) => role),
      ...(action && 'expression' in action ? [action.expression] : []),
    ]),
  ])
  return open
    .filter(one => one.words.some(word => !words.has(word) && !said.has(word)))
    .map(({ belief }) => belief)
}

/** Whether two units are alike; units nobody knows are compared as words. */
function areAlike(a: string, b: string, alike: (one: Unit, other: Unit) => boolean): boolean {
  const [one, other] = [parseUnit(a), parseUnit(b)]
  return one && other ? alike(one, other) : a === b
}

const sameDimension = (one: Unit, other: Unit) => dimension(one) === dimension(other)
