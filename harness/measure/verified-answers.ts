// What the journal of a question tells about the checking of its final answer: each value that was
// claimed as one with the tiers that judged it, and the tiers that the answer given got past.
import { apply, emptyState } from '../../agent/apply.ts'
import type {
  Event,
  IntentionClosed,
  PlanSelected,
  PlanSetAside,
  StepFinished,
} from '../../agent/event.ts'
import { childId, type State, stepOf, type Tier, type Verdict } from '../../agent/state.ts'
import { view } from '../../agent/view.ts'
import { formAnswer } from '../../plans/answers/form.ts'
import { parseCondition, rolesOf } from '../../plans/conditions/condition.ts'
import type { Quantity } from '../../plans/expressions/expression.ts'
import type { AnswerForm, Step } from '../../plans/plan.ts'

interface Check {
  readonly tier: Tier
  readonly passed: boolean
}

/** A value claimed as the final answer, in the form the question demands, and what was made of it. */
interface Claim {
  readonly answer: string
  readonly checks: readonly Check[]
}

/** As the tiers are tried. */
export const tierOrder: readonly Tier[] = [
  'structure',
  'provenance',
  'pattern',
  'symbolic',
  'judgement',
  'world',
]

/**
 * The values claimed as final answers in the journal `events`, in order: those that the result of a step
 * or the end of a plan holds under `final_answer` or, in a plan that does not write it, under the one
 * belief the satisfaction condition names. A value that got past provenance has a check there too.
 */
export function claimsOf(events: readonly Event[]): readonly Claim[] {
  const names = new Map<string, string | undefined>() // of the belief that holds the answer, by intention
  const claims: (Claim | undefined)[] = []
  for (const { event, state } of inState(events))
    switch (event.type) {
      case 'plan-selected':
        names.set(event.intention, answerName(event, state, names))
        break
      case 'step-finished':
        claims.push(claimOfStep(event, state, names.get(event.intention)))
        break
      case 'plan-set-aside':
      case 'intention-closed':
        claims.push(claimOfEnd(event, state, names.get(event.intention)))
        break
      default:
    }
  return claims.filter(claim => claim !== undefined)
}

/**
 * The tiers that passed the answer of a satisfied question or a value it was derived from, in the order
 * in which a verifier tries them: the last is the last that could have seen that the answer is wrong.
 * None when the answer rests on nothing that was verified.
 */
export function tiersPast(events: readonly Event[]): readonly Tier[] {
  const { passed, past, open } = trailOf(events)
  const seen = new Set<number>()
  for (let wanted = open.pop(); wanted; wanted = open.pop()) {
    const { name, intention, before } = wanted
    const at = passed.findLastIndex(
      (each, index) => index < before && each.intention === intention && each.wrote.includes(name),
    )
    const found = passed[at]
    if (!found || seen.has(at)) continue // perceived, or handed down: then the step above reads it
    seen.add(at)
    for (const tier of found.tiers) past.add(tier)
    for (const source of found.from) open.push({ ...source, before: at })
  }
  return tierOrder.filter(tier => past.has(tier))
}

// --- internal ---

/** Each event with the state it happened in. */
function* inState(events: readonly Event[]): Generator<{ event: Event; state: State }> {
  let state = emptyState()
  for (const event of events) {
    yield { event, state }
    state = apply(state, event)
  }
}

/** What the plan calls the belief that is the answer, or in a sub-goal the one that is handed up as it. */
function answerName(
  { plan, intention: id }: PlanSelected,
  state: State,
  names: ReadonlyMap<string, string | undefined>,
): string | undefined {
  const { parent, satisfactionCondition } = state.intentions.get(id)!
  if (parent) {
    const above = names.get(parent.intention)
    const bind = Object.entries(stepOf(state, parent.intention, parent.step)?.bind ?? {})
    return bind.find(([, role]) => role === above)?.[0]
  }
  if (plan.steps.some(step => step.writes.some(({ role }) => role === finalAnswer)))
    return finalAnswer
  const named = namedBy(satisfactionCondition)
  return named.length === 1 ? named[0] : undefined
}

function claimOfStep(
  event: StepFinished,
  state: State,
  name: string | undefined,
): Claim | undefined {
  const { intention, step, result, verdict } = event
  const belief = result.beliefs.find(each => each.name === name)
  if (!belief) return undefined
  const kind = stepOf(state, intention, step)?.kind
  return { answer: formed(belief, intention, state), checks: checksOf(verdict, kind) }
}

/** Of the end of a root's plan, when a tier decided it; the answer need not have been given. */
function claimOfEnd(
  event: IntentionClosed | PlanSetAside,
  state: State,
  name: string | undefined,
): Claim | undefined {
  const { intention: id, verdict } = event
  if (!verdict || state.intentions.get(id)?.parent) return undefined
  const checks = [{ tier: verdict.tier, passed: verdict.passed }]
  if (event.type === 'intention-closed' && event.answer !== undefined)
    return { answer: event.answer, checks }
  const { beliefs } = view(state, id)
  const belief = beliefs[finalAnswer] ?? (name === undefined ? undefined : beliefs[name])
  return belief && { answer: formed(belief, id, state), checks }
}

/** The tier that decided about a step of this kind and, where the value got past it, provenance. */
function checksOf(verdict: Verdict, kind: Step['kind'] | undefined): readonly Check[] {
  const { tier, passed } = verdict
  const traced = verdict.passed
    ? Object.keys(verdict.provenance ?? {}).length > 0
    : kind !== 'achieve' && (tier === 'pattern' || tier === 'symbolic' || tier === 'judgement')
  return [...(traced ? [{ tier: 'provenance', passed: true } as const] : []), { tier, passed }]
}

/** In the form the question demands; as it is where it has none of that form. */
function formed(belief: Quantity, intention: string, state: State): string {
  const root = state.intentions.get(intention)?.root ?? intention
  const form: AnswerForm | undefined = state.desires.get(root)?.answerContract
  const shaped = [formAnswer(belief, form), formAnswer(belief, undefined)]
  return shaped.flatMap(each => ('text' in each ? [each.text] : []))[0] ?? String(belief.value)
}

interface Source {
  readonly intention: string
  readonly name: string
}

/** All steps that passed, and where the way back from the last answer begins. */
function trailOf(events: readonly Event[]) {
  const passed: ReturnType<typeof passedIn>[] = []
  const past = new Set<Tier>()
  let open: (Source & { readonly before: number })[] = []
  for (const { event, state } of inState(events)) {
    if (event.type === 'step-finished' && event.verdict.passed) passed.push(passedIn(event, state))
    if (event.type !== 'intention-closed' || event.status !== 'satisfied') continue
    const { intention, verdict } = event
    const { parent, satisfactionCondition } = state.intentions.get(intention)!
    if (parent) continue
    past.clear()
    if (verdict) past.add(verdict.tier)
    const final = view(state, intention).beliefs[finalAnswer]
    const names = final ? [finalAnswer] : namedBy(satisfactionCondition)
    open = names.map(name => ({ intention, name, before: passed.length }))
  }
  return { passed, past, open }
}

/** A step that was verified: what it wrote, what that may come from, which tiers passed it. */
function passedIn({ intention: id, step: name, result, verdict }: StepFinished, state: State) {
  const step = stepOf(state, id, name)
  const intention = state.intentions.get(id)!
  const wrote = result.beliefs.map(belief => belief.name)
  const read = (step?.reads ?? []).flatMap(role => [role, intention.bind[role] ?? role])
  const child = childId(intention, name)
  const up =
    step?.kind === 'achieve'
      ? Object.entries(step.bind ?? {}).filter(([, role]) => wrote.includes(role))
      : []
  return {
    intention: id,
    wrote,
    from: [
      ...read.map(name => ({ intention: id, name })),
      ...up.map(([name]) => ({ intention: child, name })),
    ],
    tiers: checksOf(verdict, step?.kind).map(({ tier }) => tier),
  }
}

const finalAnswer = 'final_answer'

function namedBy(condition: string): readonly string[] {
  const pattern = parseCondition(condition)
  return pattern ? rolesOf(pattern) : []
}
