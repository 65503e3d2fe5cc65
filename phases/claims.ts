// What code can say of the beliefs that a step claims, before any tier: where each value comes from,
// and whether it is of the type and in the unit its role demands. Verify refuses by it; execute lets
// the model mend by it while the tool results are still before its eyes.
import type { NewBelief, Provenance, StepResult, Verdict } from '../agent/state.ts'
import type { View } from '../agent/view.ts'
import { supportStep } from '../plans/claims/step.ts'
import { checkCondition, parseCondition } from '../plans/conditions/condition.ts'
import type { Role, Step } from '../plans/plan.ts'

/** What a step's claims are worth: how each belief came to be, or what is wrong with it. */
export interface Claims {
  readonly provenance: Readonly<Record<string, Provenance>>
  readonly faults: readonly Extract<Verdict, { passed: false }>[]
}

/** What a sub-goal handed back: its values were weighed there; type and unit are this step's demand. */
export function handedBack(writes: readonly Role[], beliefs: readonly NewBelief[]): Claims {
  return { provenance: {}, faults: writes.flatMap(role => misfits(role, beliefs)) }
}

/**
 * Weighs `beliefs`, claimed by `step` with the stored tool calls of the ids `calls`, in view of what
 * the step sees.
 */
export function weigh(
  step: Step,
  { beliefs, calls }: Pick<StepResult, 'beliefs' | 'calls'>,
  seen: Pick<View, 'beliefs' | 'call' | 'question' | 'files'>,
): Claims {
  const question = [seen.question, ...seen.files.map(file => file.name)].join('\n')
  // what rests on no call rests on these alone; execute and verify then ask the same
  const alone = calls.length === 0 && beliefs.every(({ evidence }) => evidence === undefined)
  const before = alone ? weighed.get(beliefs) : undefined
  if (before?.step === step && before.question === question && same(before.seen, seen.beliefs))
    return before.claims
  const claims = weighedAnew(step, { beliefs, calls }, seen, question)
  if (alone) weighed.set(beliefs, { step, question, seen: seen.beliefs, claims })
  return claims
}

/** What was made of the beliefs of a reply, with all that it hangs on. */
// biome-ignore lint/plugin: pure; kept for as long as the beliefs are, as execute and verify ask the same
const weighed = new WeakMap<
  readonly NewBelief[],
  {
    readonly step: Step
    readonly question: string
    readonly seen: View['beliefs']
    readonly claims: Claims
  }
>()

/** Whether the same beliefs, each the very same, stand under the same names. */
function same(one: View['beliefs'], other: View['beliefs']): boolean {
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length && names.every(name => one[name] === other[name])
  )
}

function weighedAnew(
  step: Step,
  { beliefs, calls }: Pick<StepResult, 'beliefs' | 'calls'>,
  seen: Pick<View, 'beliefs' | 'call'>,
  question: string,
): Claims {
  const supports = supportStep(step, beliefs, { ...seen, calls, question })
  const worth = beliefs.map(belief => ({ belief, support: supports.get(belief.name)! }))
  const sound = worth.flatMap(({ belief, support }) =>
    'fault' in support || !proves(step, belief, support) ? [] : [[belief.name, support.provenance]],
  )
  const faults = worth.flatMap(({ belief, support }) => {
    if ('fault' in support) return [refused('provenance', support.why, support.fault)]
    return proves(step, belief, support) ? [] : [unsupported(belief)]
  })
  return {
    provenance: Object.fromEntries(sound),
    faults: [...faults, ...step.writes.flatMap(role => misfits(role, beliefs))],
  }
}

type Fault = Claims['faults'][number]

/** Whether it is enough, for a step of this kind, that the belief came to be so. */
function proves(
  step: Step,
  belief: NewBelief,
  { provenance }: { readonly provenance: Provenance },
): boolean {
  return provenance === 'assumed' ? mayAssume(step, belief) : !restates(step, belief)
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
function misfits({ role, type, unit }: Role, beliefs: readonly NewBelief[]): readonly Fault[] {
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

const refused = (tier: Verdict['tier'], why: string, mode: Fault['mode']): Fault => ({
  passed: false,
  tier,
  why,
  mode,
})

const unsupported = ({ name, value }: NewBelief) =>
  refused(
    'provenance',
    `${name} = ${JSON.stringify(value)} rests on nothing: no tool result, no derivation`,
    'unsupported_value',
  )
