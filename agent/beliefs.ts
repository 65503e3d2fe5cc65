// The belief store: what is believed in a scope, and how belief changes. Pure; used by `apply` only.
import { Map as PersistentMap } from 'immutable'
import type { Belief, NewBelief, Scope, State } from './state.ts'

type Beliefs = State['groundBeliefs']

/**
 * Adds what was learned. The same source supersedes itself; a step leaves what earlier cycles
 * established, because a sibling that does not depend on it must go on seeing that.
 */
export function learn(
  beliefs: Beliefs,
  scope: Scope,
  learned: readonly NewBelief[],
  at: number,
  by?: Belief['by'],
): Beliefs {
  if (learned.length === 0) return beliefs
  const before: PersistentMap<string, readonly Belief[]> = beliefs.get(scope) ?? PersistentMap()
  const after = before.withMutations(names => {
    for (const belief of learned) {
      const versions = names.get(belief.name) ?? []
      const kept = versions.filter(
        old => old.source !== belief.source || old.by?.cycle !== by?.cycle,
      )
      const version = (versions.at(-1)?.version ?? 0) + 1
      names.set(belief.name, [...kept, { ...belief, scope, version, at, ...(by && { by }) }])
    }
  })
  return beliefs.set(scope, after)
}

/** At the end of a cycle only the newest version from each source is left. */
export function settle(beliefs: Beliefs, scope: Scope): Beliefs {
  const names = beliefs.get(scope)
  if (!names) return beliefs
  const newest = (versions: readonly Belief[]) =>
    versions.filter((b, i) => !versions.slice(i + 1).some(later => later.source === b.source))
  return beliefs.set(
    scope,
    names.map(versions => (versions.length > 1 ? newest(versions) : versions)),
  )
}

/** Beliefs that are no longer held, by name. */
export function withdraw(beliefs: Beliefs, scope: Scope, names: readonly string[]): Beliefs {
  const held = beliefs.get(scope)
  return held && names.length > 0 ? beliefs.set(scope, held.deleteAll(names)) : beliefs
}
