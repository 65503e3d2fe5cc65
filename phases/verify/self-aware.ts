// Phase 5, the self-aware way: where each value comes from is checked first, then the postcondition,
// by the first tier that applies (seed 001, section 4.5).
import type { Ctx } from '../../agent/contract.ts'
import type { FailureMode, NewBelief, Provenance, StepResult, Verdict } from '../../agent/state.ts'
import type { View } from '../../agent/view.ts'
import { checkCondition, parseCondition } from '../../plans/condition.ts'
import type { Role, Step } from '../../plans/plan.ts'
import { support } from '../../plans/support.ts'
import { decide } from '../check.ts'

/** Judges a step by its result and the stored tool calls; the step's own claim is not looked at. */
export async function verify(
  id: string,
  step: Step,
  result: StepResult,
  seen: View,
  ctx: Ctx,
): Promise<Verdict> {
  if (result.error) return refused('structure', result.error.message, result.error.mode)
  if (result.lost)
    return refused('structure', 'begun before a crash; its outcome is not known', 'tool_error')
  const grounds = step.kind === 'achieve' ? { found: {} } : provenance(step, result, seen)
  if ('fault' in grounds) return grounds.fault
  const missing = step.writes.filter(role => !result.beliefs.some(b => b.name === role.role))
  if (missing.length > 0)
    return refused(
      'structure',
      `did not establish ${names(missing)}: ${result.summary}`,
      why(step, result, seen),
    )
  const misfit = step.writes.map(role => fits(role, result)).find(verdict => verdict !== undefined)
  if (misfit) return misfit
  const written = new Map(result.beliefs.map(belief => [belief.name, belief]))
  const own = new Set(step.writes.map(role => role.role))
  const verdict = await decide(
    {
      condition: step.postcondition,
      // on a step, known means written by this step
      facts: {
        belief: name => written.get(name) ?? (own.has(name) ? undefined : seen.beliefs[name]),
        names: [...written.keys(), ...Object.keys(seen.beliefs)],
      },
      reads: {
        question: seen.question,
        beliefs: shown(new Map([...Object.entries(seen.beliefs), ...written])),
      },
      mode: why(step, result, seen),
    },
    { ctx, intention: id, step: step.id },
  )
  return verdict.passed ? { ...verdict, provenance: grounds.found } : verdict
}

/** How each belief written came to be, or the first fault found. */
function provenance(
  step: Step,
  { beliefs }: StepResult,
  seen: View,
): { readonly fault: Verdict } | { readonly found: Readonly<Record<string, Provenance>> } {
  const found: Record<string, Provenance> = {}
  const question = [seen.question, ...seen.files.map(file => file.name)].join('\n')
  for (const belief of beliefs) {
    const others = beliefs.filter(other => other.name !== belief.name)
    const known = { ...seen.beliefs, ...Object.fromEntries(others.map(o => [o.name, o])) }
    const outcome = support(belief, { call: seen.call, beliefs: known, question })
    if ('fault' in outcome) return { fault: refused('provenance', outcome.why, outcome.fault) }
    const unproved =
      outcome.provenance === 'assumed' ? !mayAssume(step, belief) : restates(step, belief)
    if (unproved) return { fault: unsupported(belief) }
    found[belief.name] = outcome.provenance
  }
  return { found }
}

/** What is fetched or read comes from a tool: that some belief happens to have the same value is no proof. */
function restates({ kind }: Step, { evidence, derivation }: NewBelief): boolean {
  return (kind === 'fetch' || kind === 'read') && !evidence && derivation === undefined
}

/** Only wording may be the model's own: a conclusion in words that puts beliefs together. */
function mayAssume(step: Step, { value }: NewBelief): boolean {
  return step.kind === 'synthesize' && typeof value !== 'number' && !/\d/.test(String(value))
}

/** Type and unit a role demands, as conditions of tier 1. */
function fits({ role, type, unit }: Role, { beliefs }: StepResult): Verdict | undefined {
  const belief = beliefs.find(b => b.name === role)
  const types = {
    number: 'a number',
    text: undefined,
    file: undefined,
    date: 'a date',
    boolean: 'a boolean',
    list: 'a list',
  }
  const kind = type && types[type]
  const demands = [
    ...(kind ? [`ground_belief(${role}) is ${kind}`] : []),
    ...(unit !== undefined ? [`ground_belief(${role}) is in ${unit}`] : []),
  ]
  for (const demand of demands) {
    const condition = parseCondition(demand)
    const checked = condition && checkCondition(condition, { belief: () => belief })
    if (checked && !checked.holds) return refused('pattern', checked.why, 'unsupported_value')
  }
  return undefined
}

/** The failure mode that code can know from what the step did (seed 001, section 7.3). */
function why(step: Step, { calls, beliefs }: StepResult, seen: View): FailureMode {
  const made = calls.map(call => seen.call(call)).filter(call => call !== undefined)
  if (made.length > 0 && made.every(call => call.failed)) return 'tool_error'
  const opened = made.some(call => ['read_file', 'table'].includes(call.tool))
  if (seen.files.length > 0 && step.kind === 'read' && !opened) return 'avoided_file'
  if (beliefs.length > 0 && step.kind === 'compute') return 'incorrect_computation'
  return step.kind === 'fetch' || step.kind === 'read' ? 'bad_retrieval' : 'unsupported_value'
}

const refused = (tier: Verdict['tier'], why: string, mode: FailureMode) =>
  ({ passed: false, tier, why, mode }) as const

const unsupported = ({ name, value }: NewBelief) =>
  refused(
    'provenance',
    `${name} = ${JSON.stringify(value)} rests on nothing: no tool result, no derivation`,
    'unsupported_value',
  )

const names = (roles: readonly Role[]) => roles.map(role => role.role).join(', ')

const shown = (beliefs: ReadonlyMap<string, NewBelief>) =>
  [...beliefs.values()].map(({ name, value, unit, source }) => ({
    name,
    value,
    ...(unit !== undefined && { unit }),
    source,
  }))
