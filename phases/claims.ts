// What code can say of the beliefs that a step claims, before any tier: where each value comes from,
// and whether it is of the type and in the unit its role demands. Verify refuses by it; execute lets
// the model mend by it while the tool results are still before its eyes.
import type { NewBelief, Provenance, Verdict } from '../agent/state.ts'
import type { View } from '../agent/view.ts'
import { checkCondition, parseCondition } from '../plans/condition.ts'
import type { Role, Step } from '../plans/plan.ts'
import { support } from '../plans/support.ts'

/** What a step's claims are worth: how each belief came to be, or what is wrong with it. */
export interface Claims {
  readonly provenance: Readonly<Record<string, Provenance>>
  readonly faults: readonly Extract<Verdict, { passed: false }>[]
}

/** Weighs `beliefs`, claimed by `step`, against the stored tool calls and what the step sees. */
export function weigh(
  step: Pick<Step, 'kind' | 'writes'>,
  beliefs: readonly NewBelief[],
  seen: Pick<View, 'beliefs' | 'call' | 'question' | 'files'>,
): Claims {
  const provenance: Record<string, Provenance> = {}
  const faults: Claims['faults'][number][] = []
  const question = [seen.question, ...seen.files.map(file => file.name)].join('\n')
  for (const belief of beliefs) {
    const others = beliefs.filter(other => other.name !== belief.name)
    const known = { ...seen.beliefs, ...Object.fromEntries(others.map(o => [o.name, o])) }
    const outcome = support(belief, { call: seen.call, beliefs: known, question })
    if ('fault' in outcome) faults.push(refused('provenance', outcome.why, outcome.fault))
    else if (outcome.provenance === 'assumed' ? !mayAssume(step, belief) : restates(step, belief))
      faults.push(unsupported(belief))
    else provenance[belief.name] = outcome.provenance
  }
  return { provenance, faults: [...faults, ...step.writes.flatMap(role => misfits(role, beliefs))] }
}

/** What is fetched or read comes from a tool: that some belief happens to have the same value is no proof. */
function restates({ kind }: Pick<Step, 'kind'>, { evidence, derivation }: NewBelief): boolean {
  return (kind === 'fetch' || kind === 'read') && !evidence && derivation === undefined
}

/** Only wording may be the model's own: a conclusion in words that puts beliefs together. */
function mayAssume({ kind }: Pick<Step, 'kind'>, { value }: NewBelief): boolean {
  return kind === 'synthesize' && typeof value !== 'number' && !/\d/.test(String(value))
}

/** Type and unit a role demands, as conditions of tier 1. */
function misfits(
  { role, type, unit }: Role,
  beliefs: readonly NewBelief[],
): readonly Claims['faults'][number][] {
  const belief = beliefs.find(b => b.name === role)
  if (!belief) return []
  const demands = [
    ...(type && kinds[type] ? [`ground_belief(${role}) is ${kinds[type]}`] : []),
    ...(unit !== undefined ? [`ground_belief(${role}) is in ${unit}`] : []),
  ]
  return demands.flatMap(demand => {
    const condition = parseCondition(demand)
    const checked = condition && checkCondition(condition, { belief: () => belief })
    return checked && !checked.holds ? [refused('pattern', checked.why, 'unsupported_value')] : []
  })
}

const kinds: Readonly<Record<NonNullable<Role['type']>, string | undefined>> = {
  number: 'a number',
  text: undefined,
  file: undefined,
  date: 'a date',
  boolean: 'a boolean',
  list: 'a list',
}

const refused = (
  tier: Verdict['tier'],
  why: string,
  mode: Claims['faults'][number]['mode'],
): Claims['faults'][number] => ({ passed: false, tier, why, mode })

const unsupported = ({ name, value }: NewBelief) =>
  refused(
    'provenance',
    `${name} = ${JSON.stringify(value)} rests on nothing: no tool result, no derivation`,
    'unsupported_value',
  )
