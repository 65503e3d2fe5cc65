// The belief store: what is believed in a scope, and how belief changes. Pure; used by `apply` only.
import { OrderedMap, Map as PersistentMap } from 'immutable'
import { ancestors } from '../../plans/dag.ts'
import type { Step } from '../../plans/plan.ts'
import type { Belief, NewBelief, Scope, State } from '../state.ts'

type Beliefs = State['groundBeliefs']

/** Where the order in which beliefs came counts; within an intention, siblings may write in any. */
const ordered: ReadonlySet<Scope> = new Set(['world', 'session'])

/**
 * Adds what was learned. The same source supersedes itself; a step leaves what earlier cycles and
 * other steps established, because a step that does not depend on it must go on seeing that.
 */
export function learn(
  beliefs: Beliefs,
  scope: Scope,
  learned: readonly NewBelief[],
  at: number,
  by?: Belief['by'],
): Beliefs {
  if (learned.length === 0) return beliefs
  const before: PersistentMap<string, readonly Belief[]> =
    beliefs.get(scope) ?? (ordered.has(scope) ? OrderedMap() : PersistentMap())
  const after = before.withMutations(names => {
    for (const belief of learned) {
      const versions = names.get(belief.name) ?? []
      const kept = versions.filter(
        old =>
          old.source !== belief.source || old.by?.cycle !== by?.cycle || old.by?.step !== by?.step,
      )
      const version = (versions.at(-1)?.version ?? 0) + 1
      names.set(belief.name, [...kept, { ...belief, scope, version, at, ...(by && { by }) }])
    }
  })
  return beliefs.set(scope, after)
}

/** At the end of a cycle, in which `steps` were carried out, only the newest from each source is left. */
export function settle(
  beliefs: Beliefs,
  scope: Scope,
  steps: readonly Step[],
  cycle: number,
): Beliefs {
  const names = beliefs.get(scope)
  if (!names) return beliefs
  const newest = (versions: readonly Belief[]) =>
    versions.filter((b, i) => !versions.slice(i + 1).some(later => later.source === b.source))
  return beliefs.set(
    scope,
    names.map(versions =>
      versions.length > 1 ? newest(inPlanOrder(versions, steps, cycle)) : versions,
    ),
  )
}

/**
 * The versions with those of this cycle as the plan orders them, a step behind those it depends on:
 * which of two siblings was faster does not decide which of them is newer.
 */
export function inPlanOrder(
  versions: readonly Belief[],
  steps: readonly Step[],
  cycle: number,
): readonly Belief[] {
  const current = versions.filter(({ by }) => by?.cycle === cycle)
  if (current.length < 2) return versions
  const depth = new Map(
    steps.map(({ id }, i) => [id, ancestors(steps, id).size + i / steps.length]),
  )
  const place = ({ by }: Belief) => depth.get(by!.step) ?? 0
  const ordered = current.sort((a, b) => place(a) - place(b)).values()
  return versions.map(each => (each.by?.cycle === cycle ? ordered.next().value! : each))
}

/** The names about which this cycle has learned another value than was believed before it. */
export function learnedAgain(beliefs: Beliefs, scope: Scope, cycle: number): readonly string[] {
  return [...(beliefs.get(scope) ?? [])].flatMap(([name, versions]) => {
    const now = versions.filter(({ by }) => by?.cycle === cycle)
    const before = versions.findLast(({ by }) => by?.cycle !== cycle)
    return before && now.some(b => String(b.value) !== String(before.value)) ? [name] : []
  })
}

/** Beliefs that are no longer held, by name. */
export function withdraw(beliefs: Beliefs, scope: Scope, names: readonly string[]): Beliefs {
  const held = beliefs.get(scope)
  return held ? beliefs.set(scope, held.deleteAll(names)) : beliefs
}
