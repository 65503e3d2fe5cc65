// How many wrong claims get past the checks that need no model: the same that verify makes, in its order.
import type { Ctx } from '../../agent/contract.ts'
import { verify } from '../../phases/verify/self-aware.ts'
import { supportStep } from '../../plans/claims/step.ts'
import { parseCondition } from '../../plans/conditions/condition.ts'
import { type Mutant, mutators } from './mutators.ts'
import type { Right } from './mutators-rights.ts'

/** Why a step result is refused; `undefined` when it passes. No model is asked. */
export async function refusal({ step, result, seen }: Right): Promise<string | undefined> {
  const question = [seen.question, ...seen.files.map(file => file.name)].join('\n')
  const given = { call: seen.call, calls: result.calls, beliefs: seen.beliefs, question }
  for (const outcome of supportStep(step, result.beliefs, given).values())
    if ('fault' in outcome) return outcome.why
  // a condition of a higher tier would ask a model
  const postcondition = parseCondition(step.postcondition)
    ? step.postcondition
    : `ground_belief(${step.writes[0]!.role}) is known`
  const verdict = await verify('1', { ...step, postcondition }, result, seen, noModel)
  return verdict.passed ? undefined : verdict.why
}

/** What became of the mutants of one kind. */
export interface Counted {
  readonly kind: string
  readonly made: number
  readonly slipped: readonly Mutant[]
}

/** Makes each kind of mutant of each right claim, and says which of them pass. */
export async function slips(rights: readonly Right[]): Promise<readonly Counted[]> {
  const counts: Counted[] = []
  for (const [kind, mutate] of Object.entries(mutators)) {
    const made = rights.map(mutate).filter(mutant => mutant !== undefined)
    const slipped: Mutant[] = []
    for (const mutant of made) if ((await refusal(mutant)) === undefined) slipped.push(mutant)
    counts.push({ kind, made: made.length, slipped })
  }
  return counts
}

/** The share of the mutants that passed. */
export function share(counts: readonly Counted[]): number {
  const sum = (of: (counted: Counted) => number) => counts.reduce((all, each) => all + of(each), 0)
  return sum(({ slipped }) => slipped.length) / sum(({ made }) => made)
}

/** The table, with what slipped through below it. */
export function tabulate(counts: readonly Counted[]): string {
  const row = (kind: string, made: number, slipped: number) =>
    `${kind.padEnd(26)}${String(made).padStart(6)}${String(slipped).padStart(6)}${`${((100 * slipped) / Math.max(1, made)).toFixed(1)} %`.padStart(9)}`
  const all = { kind: 'all', made: 0, slipped: 0 }
  for (const { made, slipped } of counts) {
    all.made += made
    all.slipped += slipped.length
  }
  return [
    ...counts.map(({ kind, made, slipped }) => row(kind, made, slipped.length)),
    row(all.kind, all.made, all.slipped),
    ...counts.flatMap(({ kind, slipped }) =>
      slipped.map(
        ({ run, step, belief, how }) =>
          `${kind}: ${run} ${step.id} ${belief.name} = ${JSON.stringify(belief.value).slice(0, 60)} (${how.slice(0, 80)})`,
      ),
    ),
  ].join('\n')
}

// --- internal ---

const noModel = new Proxy({} as Ctx, {
  get: (_, member) => {
    throw new Error(`the checks that need no model asked for ${String(member)}`)
  },
})
