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

/** What a sub-goal handed back: its values were weighed there; type and unit are this step's demand. */
export function handedBack(writes: readonly Role[], beliefs: readonly NewBelief[]): Claims {
  return { provenance: {}, faults: writes.flatMap(role => misfits(role, beliefs)) }
}

/**
 * Weighs `beliefs`, claimed by `step`, against the stored tool calls and what the step sees. A claim
 * may rest on others of the same step, once these stand; claims that rest on each other do not.
 */
export function weigh(
  step: Pick<Step, 'kind' | 'writes'>,
  beliefs: readonly NewBelief[],
  seen: Pick<View, 'beliefs' | 'call' | 'question' | 'files'>,
): Claims {
  const provenance: Record<string, Provenance> = {}
  let open = beliefs
  let stood: readonly NewBelief[] = []
  let faults: Claims['faults'] = []
  for (let progress = true; progress; ) {
    const weighed = open.map(belief => ({
      belief,
      worth: worth(step, belief, stood, beliefs, seen),
    }))
    const standing = weighed.filter(({ worth }) => typeof worth === 'string')
    for (const { belief, worth } of standing) provenance[belief.name] = worth as Provenance
    faults = weighed.flatMap(({ worth }) => (typeof worth === 'string' ? [] : [worth]))
    progress = standing.length > 0 && faults.length > 0
    open = weighed.flatMap(({ belief, worth }) => (typeof worth === 'string' ? [] : [belief]))
    stood = [...stood, ...standing.map(({ belief }) => belief)]
  }
  return { provenance, faults: [...faults, ...step.writes.flatMap(role => misfits(role, beliefs))] }
}

type Fault = Claims['faults'][number]

/** How one claim came to be, given those of its step that stand, or why it is refused. */
function worth(
  step: Pick<Step, 'kind' | 'writes'>,
  belief: NewBelief,
  stood: readonly NewBelief[],
  all: readonly NewBelief[],
  { beliefs, call, question, files }: Pick<View, 'beliefs' | 'call' | 'question' | 'files'>,
): Provenance | Fault {
  const known: Record<string, NewBelief> = { ...beliefs }
  // what the step says anew is not what was believed before, unless a claim goes on from its own name
  for (const { name } of all) if (name !== belief.name) delete known[name]
  for (const other of stood) known[other.name] = other
  const asked = [question, ...files.map(file => file.name)].join('\n')
  const outcome = support(belief, { call, beliefs: known, question: asked })
  if ('fault' in outcome) return refused('provenance', outcome.why, outcome.fault)
  const unproved =
    outcome.provenance === 'assumed' ? !mayAssume(step, belief) : restates(step, belief)
  return unproved ? unsupported(belief) : outcome.provenance
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
