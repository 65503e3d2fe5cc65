// Near-duplicates of a library: plans that do the same steps under other names, or say of the same task
// the same in other words. They divide their evidence, so a person should know of them.

import { canonical } from '../canonical.ts'
import { textOrder } from '../given.ts'
import { practisedPlan } from '../habits/habits.ts'
import type { Plan, Step } from '../plan.ts'
import { structureOf } from './fit.ts'
import { gistOf } from './gist.ts'

/** Two plans that are nearly one. */
export interface NearDuplicate {
  /** Their ids, in order. */
  readonly plans: readonly [string, string]
  /** `steps`: the same steps under other names. `words`: the same task and steps in other words. */
  readonly alike: 'steps' | 'words'
  /** The share of telling words they have in common, from 0 to 1. */
  readonly share: number
  /** Why, as the end of a sentence about the two. */
  readonly why: string
}

/**
 * The plans that are nearly the same as another, each named with one it resembles: of n alike plans
 * n - 1 are. A plan and the version of it that habits have made cheaper are one plan here. Linear in
 * the plans, and in each group of plans for one task in the kinds of plan there are.
 */
export function nearDuplicates(plans: Iterable<Plan>): readonly NearDuplicate[] {
  const all = [...plans].sort((a, b) => textOrder(a.id, b.id)).map(viewOf)
  const found = new Map<string, NearDuplicate>()
  for (const { alike, why, together, words, least } of kinds)
    for (const group of Map.groupBy(all, view => view[together]).values())
      for (const [first, second] of pairs(group, (a, b) => overlap(a[words], b[words]) >= least)) {
        const { id } = second.plan
        const share = overlap(first[words], second[words])
        if (!found.has(id)) found.set(id, { plans: [first.plan.id, id], alike, share, why })
      }
  return [...found.values()].sort((a, b) => textOrder(a.plans[1], b.plans[1]))
}

// --- internal ---

/** Plans with less of these words in common are of different tasks, though the steps may be the same, or do different things. */
const kinds = [
  {
    alike: 'steps',
    why: 'carry out the same steps under other names',
    together: 'skeleton',
    words: 'task',
    least: 0.7,
  },
  {
    alike: 'words',
    why: 'serve the same task with steps that say the same',
    together: 'structure',
    words: 'work',
    least: 0.8,
  },
] as const

/** What two plans are compared by. */
interface View {
  readonly plan: Plan
  /** The steps with every name replaced by its place. */
  readonly skeleton: string
  /** What the plan is for and on what; see `structureOf`. */
  readonly structure: string
  readonly task: ReadonlySet<string>
  readonly work: ReadonlySet<string>
}

function viewOf(plan: Plan): View {
  const { intentionType, goal, contextConditions, steps } = plan
  return {
    plan,
    skeleton: skeletonOf(plan),
    structure: structureOf(plan).key,
    task: words([intentionType, goal, ...contextConditions]),
    work: words(steps.flatMap(step => [step.kind, step.description, canonical(step.action ?? '')])),
  }
}

/** The steps with roles and ids numbered as they appear, and free of wording where code carries them out. */
function skeletonOf({ steps }: Plan): string {
  const numbers = new Map<string, string>()
  const number = (name: string) => {
    const known = numbers.get(name) ?? `r${numbers.size}`
    numbers.set(name, known)
    return known
  }
  const ids = new Map(steps.map(({ id }, at) => [id, at]))
  const roles = new Set(steps.flatMap(step => [...step.reads, ...step.writes.map(w => w.role)]))
  const renamed = (text: string) =>
    text.replace(/[a-z][a-z0-9_]*/g, word => (roles.has(word) ? number(word) : word))
  return canonical(
    steps.map(step => {
      const action = step.action ? renamed(canonical(step.action)) : gist(step, roles)
      const reads = step.reads.map(number).sort()
      const writes = step.writes.map(({ role, type, unit }) => [number(role), type, unit])
      return [step.kind, step.deps.map(id => ids.get(id)), action, reads, writes]
    }),
  )
}

/** What a model is told to do, without the names of roles. */
function gist({ description }: Step, roles: ReadonlySet<string>): string {
  const text = description.replace(/[a-z][a-z0-9_]*/gi, word => (roles.has(word) ? ' ' : word))
  return gistOf(text).toSorted().join(' ')
}

const words = (texts: readonly string[]): ReadonlySet<string> => new Set(texts.flatMap(gistOf))

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter(word => b.has(word)).length
  const all = a.size + b.size - common
  return all === 0 ? 1 : common / all
}

/** Every member with the first one before it that is alike; only what is unlike all others is compared with. */
function* pairs(
  group: readonly View[],
  alike: (a: View, b: View) => boolean,
): Generator<readonly [View, View]> {
  const firsts: View[] = []
  for (const view of group) {
    const related = (first: View) => practisedPlan(first.plan) === practisedPlan(view.plan)
    if (firsts.some(related)) continue
    const first = firsts.find(each => alike(each, view))
    if (first) yield [first, view]
    else firsts.push(view)
  }
}
