// What code can say of the beliefs that a step claims, before any tier: where each value comes from,
// and whether it is of the type and in the unit its role demands. Verify refuses by it; execute lets
// the model mend by it while the tool results are still before its eyes.
import type { NewBelief, Provenance, StepResult, StoredCall, Verdict } from '../agent/state.ts'
import type { View } from '../agent/view.ts'
import type { RuleName } from '../plans/claims/rules.ts'
import { supportStep } from '../plans/claims/step.ts'
import { checkCondition } from '../plans/conditions/check.ts'
import { parseCondition } from '../plans/conditions/condition.ts'
import { inMoneyOf, isRatio, isSameUnit, parseUnit } from '../plans/expressions/units.ts'
import type { Role, Step } from '../plans/plan.ts'
import { refused } from './outcomes.ts'

/** What a step's claims are worth: how each belief came to be, or what is wrong with it. */
interface Claims {
  readonly provenance: Readonly<Record<string, Provenance>>
  /** What code could not decide, in sentences; the beliefs count as implied. */
  readonly doubts: readonly string[]
  readonly faults: readonly Extract<Verdict, { passed: false }>[]
}

/** What a sub-goal handed back: its values were weighed there; type and unit are this step's demand. */
export function handedBack(writes: readonly Role[], beliefs: readonly NewBelief[]): Claims {
  return { provenance: {}, doubts: [], faults: writes.flatMap(role => misfits(role, beliefs)) }
}

/**
 * A belief with the unit of its role, where neither it nor the call that computed it gives one, or it gives the role's in
 * the words of people. A number is a percentage only where its call made it one, and a ratio such as ppm where its call
 * speaks of that; what a text says beside it, the weighing compares.
 */
export function inUnitOf(
  writes: readonly Role[],
  belief: NewBelief,
  call: (id: string) => StoredCall | undefined,
): NewBelief {
  const { name, value, evidence } = belief
  const unit = writes.find(({ role }) => role === name)?.unit
  const parsed = parseUnit(unit ?? '')
  if (unit === undefined || !parsed || typeof [value].flat()[0] !== 'number') return belief
  if (belief.unit !== undefined) {
    const said = parseUnit(belief.unit)
    const money = said && inMoneyOf(said, parsed)
    return money && money !== said && isSameUnit(money, parsed) ? { ...belief, unit } : belief
  }
  const made = evidence && call(evidence.call)
  if (!made || made.unit !== undefined) return belief
  const asked = JSON.stringify(made.input ?? '')
  const hundredfold = /(?<![\d.])100(?:\.0+)?(?!\d)/.test(asked)
  const isNamed = /^\p{L}+$/u.test(unit) && asked.split(/\P{L}+/u).includes(unit)
  return isRatio(parsed) && !hundredfold && !isNamed ? belief : { ...belief, unit }
}

/**
 * Weighs `beliefs`, claimed by `step` with the stored tool calls of the ids `calls`, in view of what
 * the step sees. Of several values of a role, which contradict each other, each is weighed without the others.
 */
export function weigh(
  step: Step,
  {
    beliefs,
    calls,
    beside = beliefs,
  }: Pick<StepResult, 'beliefs' | 'calls'> & { readonly beside?: readonly NewBelief[] },
  seen: Pick<View, 'beliefs' | 'call' | 'question' | 'files'> & Partial<Pick<View, 'heard'>>,
  without?: ReadonlySet<RuleName>,
): Claims {
  const held = new Map(beliefs.map(belief => [belief.name, belief]))
  const others = beliefs
    .filter(belief => held.get(belief.name) !== belief)
    .map(other => weigh(step, { beliefs: [other], calls, beside }, seen, without))
  const question = [seen.question, ...seen.files.map(file => file.name)].join('\n')
  const call = step.effect ? doneBy(seen.call) : seen.call
  const supports = supportStep(step, [...held.values()], {
    beliefs: seen.beliefs,
    call,
    calls,
    claimed: beside.flatMap(({ value }) => value),
    inView: () => [...new Set([...(seen.heard?.().calls ?? []).map(({ id }) => id), ...calls])],
    question,
    ...(without && { without }),
  })
  const provenance: Record<string, Provenance> = {}
  const doubts = others.flatMap(other => other.doubts)
  const faults = others.flatMap(other => other.faults)
  for (const belief of held.values()) {
    const support = supports.get(belief.name)!
    if ('fault' in support) faults.push(refused('provenance', support.why, support.fault))
    else if (!proves(step, belief, support)) faults.push(unproved(step, belief, support))
    else {
      provenance[belief.name] = support.doubt ? 'implied' : support.provenance
      if (support.doubt) doubts.push(support.doubt)
    }
  }
  // a step that establishes nothing has said why
  const claimsIt = held.size > 0 || step.writes.length === 0
  if (step.effect && claimsIt && calls.length > 0 && calls.every(id => call(id)?.failed))
    faults.push(refused('provenance', undone, 'tool_error'))
  faults.push(...step.writes.flatMap(role => misfits(role, [...held.values()])))
  return { provenance, doubts, faults }
}

type Fault = Claims['faults'][number]

/** `grep` without a match has read something; what was to change something and did not succeed has not. */
const doneBy =
  (find: View['call']): View['call'] =>
  id => {
    const call = find(id)
    return call && { ...call, failed: call.failed || call.unsuccessful === true }
  }

const undone =
  'the step is to change something, and every call it rests on failed; name the call that did it as evidence, or say in the summary that it could not be done'

/**
 * Whether it is enough, for this step, that the belief came to be so. A reading of words may do where words are
 * wanted, unless the plan asks for certainty. What is fetched or read comes from a tool: that some belief
 * happens to have the same value is no proof.
 */
function proves({ kind, writes }: Step, belief: NewBelief, { provenance, doubt }: Proved): boolean {
  const role = writes.find(each => each.role === belief.name)
  if (provenance === 'assumed') return false
  if (doubt !== undefined && role?.certain) return false
  if (provenance === 'implied')
    return kind !== 'compute' && !role?.certain && role?.type !== 'number'
  return (
    (kind !== 'fetch' && kind !== 'read') || !!belief.evidence || belief.derivation !== undefined
  )
}

interface Proved {
  readonly provenance: Provenance
  readonly doubt?: string | undefined
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

const kinds: Readonly<Partial<Record<NonNullable<Role['type']>, string>>> = {
  number: 'a number',
  date: 'a date',
  boolean: 'a boolean',
  list: 'a list',
}

/** What is missing, and the way out. */
function unproved(
  { kind }: Step,
  { name, value }: NewBelief,
  { provenance, doubt }: Proved,
): Fault {
  const shown = `${name} = ${JSON.stringify(value)}`
  const why = doubt
    ? `${doubt}; this step asks for certainty`
    : provenance === 'implied'
      ? `${shown} is only implied, and this step asks for certainty; quote words that say it, or derive it`
      : kind === 'compute'
        ? `${shown} rests on nothing; give the derivation, or the call that computed it as evidence`
        : `${shown} rests on nothing: no tool result, no derivation; name the result and quote its words, derive it from beliefs, or say implied with the quote it follows from`
  return refused('provenance', why, 'unsupported_value')
}
