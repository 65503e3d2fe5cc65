// What the checks that need no model are worth: wrong claims that get past them, right ones they refuse,
// and what each of their rules does that no other would have done.
import { weigh } from '../../../phases/claims.ts'
import type { RuleName } from '../../../plans/claims/rules.ts'
import { rightsOf, wrongsOf } from './cases/case.ts'
import { sentences } from './cases/sentences.ts'
import { spellings } from './cases/spellings.ts'
import { tables } from './cases/tables.ts'
import type { Mutant } from './mutant.ts'
import { mutators } from './mutators.ts'
import { offlineRights, type Right, recordedRights } from './rights.ts'

/** Right claims of one origin, and the wrong ones made from them, by the kind of mistake. */
export interface Body {
  readonly name: string
  readonly rights: readonly Right[]
  readonly wrongs: readonly { readonly kind: string; readonly mutant: Mutant }[]
}

const written = { ...sentences, ...spellings, ...tables }

/** All that is measured: runs of readers, runs of the offline reasoner, and what was written for it. */
export async function bodies(): Promise<readonly Body[]> {
  const origins = [
    { name: 'the recorded runs', rights: await recordedRights() },
    { name: 'the offline reasoner', rights: await offlineRights() },
    { name: 'the written cases', rights: rightsOf(written), more: wrongsOf(written) },
  ]
  return origins.map(({ more = [], ...origin }) => {
    const made = Object.entries(mutators).flatMap(([kind, mutate]) =>
      origin.rights.flatMap(right => {
        const mutant = mutate(right)
        return mutant ? [{ kind, mutant }] : []
      }),
    )
    return { ...origin, wrongs: [...made, ...more] }
  })
}

/** What becomes of a step result: refused for a reason, passed with less confidence, or passed. */
export type Fate = { readonly refused: string } | 'doubted' | 'passed'

/** Weighs a step result as verify does before any tier; no model is asked. */
export function fateOf(
  { step, result, seen, belief }: Right,
  without?: ReadonlySet<RuleName>,
): Fate {
  const { faults, provenance } = weigh(step, result, seen, without)
  const [first] = faults
  if (first) return { refused: first.why }
  return provenance[belief.name] === 'implied' ? 'doubted' : 'passed'
}

export const isRefused = (fate: Fate): fate is Extract<Fate, object> => typeof fate === 'object'

/** What became of the wrong claims of one kind. */
export interface Counted {
  readonly kind: string
  readonly made: number
  readonly doubted: number
  readonly slipped: readonly Mutant[]
}

export function countedBy(wrongs: Body['wrongs']): readonly Counted[] {
  const kinds = Map.groupBy(wrongs, ({ kind }) => kind)
  return [...kinds].map(([kind, all]) => {
    const fates = all.map(({ mutant }) => ({ mutant, fate: fateOf(mutant) }))
    const slipped = fates.flatMap(({ mutant, fate }) => (fate === 'passed' ? [mutant] : []))
    const doubted = fates.filter(({ fate }) => fate === 'doubted').length
    return { kind, made: all.length, doubted, slipped }
  })
}

const rank = (fate: Fate) => (isRefused(fate) ? 2 : fate === 'doubted' ? 1 : 0)

/** What one rule does alone: wrong claims, and right ones, that fare better without it. */
export function alone(rule: RuleName, body: Body) {
  const without = new Set([rule])
  const only = (each: Right) => {
    const fate = fateOf(each)
    const worse = rank(fate) > rank(fateOf(each, without))
    return { refuses: worse && isRefused(fate), doubts: worse && fate === 'doubted' }
  }
  const wrongs = body.wrongs.map(({ mutant }) => only(mutant))
  const rights = body.rights.map(only)
  return {
    refused: wrongs.filter(({ refuses }) => refuses).length,
    doubted: wrongs.filter(({ doubts }) => doubts).length,
    refusedWrongly: rights.filter(({ refuses }) => refuses).length,
    doubtedWrongly: rights.filter(({ doubts }) => doubts).length,
  }
}

/** What slipped through, a line each, for who looks for the reason. */
export const told = ({ kind, slipped }: Counted): readonly string[] =>
  slipped.map(
    ({ run, step, belief, how }) =>
      `${kind}: ${run} ${step.id} ${belief.name} = ${JSON.stringify(belief.value).slice(0, 60)} (${how.slice(0, 80)})`,
  )
