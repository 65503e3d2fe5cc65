// Phase 6, the self-aware way: is the intention satisfied, and has the answer the form the question
// demands (A Self-Aware BDI Agent, 2026, section 4.6)?
import type { Ctx } from '../../agent/contract.ts'
import type { IntentionClosed, PlanSetAside } from '../../agent/event.ts'
import type { Belief, Intention, State, Verdict } from '../../agent/state.ts'
import { type View, view } from '../../agent/view.ts'
import { formAnswer } from '../../plans/answers/form.ts'
import { parseCondition, rolesOf } from '../../plans/conditions/condition.ts'
import { convertsTwice } from '../../plans/expressions/expression.ts'
import { resultsOf } from '../../plans/plan.ts'
import { fill, replaceSlots } from '../../plans/template.ts'
import { numbersOutOfNowhere } from '../../plans/text/evidence.ts'
import { dayOf } from '../../plans/text/today.ts'
import { decide } from '../check.ts'
import { closed, refused, setAside } from '../outcomes.ts'
import { confidenceOn, groundOf } from './confidence.ts'
import { intoForm } from './form.ts'
import { inOtherUnit } from './units.ts'

/**
 * Closes the intention when a final answer of the right form is believed or its condition holds;
 * otherwise sets the plan aside, so that the next cycle starts with what has been learned.
 */
export async function satisfy(
  id: string,
  state: State,
  ctx: Ctx,
): Promise<IntentionClosed | PlanSetAside> {
  const seen = view(state, id)
  const { intention, beliefs } = seen
  const answer = intention.parent ? undefined : answerRole(seen, state)
  const final = answer === undefined ? undefined : beliefs[answer]
  if (answer !== undefined && final) {
    const guess = unsupported([final], intention)
    if (guess) return setAside(id, guess)
    const twice = convertedTwice(final, seen)
    if (twice) return setAside(id, refused('provenance', twice, 'incorrect_computation'))
    const other = inOtherUnit(final, seen)
    if (other) return setAside(id, refused('provenance', other, 'incorrect_computation'))
    const formed = await intoForm(final, seen, ctx)
    if ('fault' in formed) return setAside(id, refused('pattern', formed.fault, 'answer_format'))
    const confidence = confidenceOn(groundOf(state, id, [answer]))
    return given(seen, 'the final answer is believed', formed.text, { confidence }, ctx)
  }
  const steps = state.planLibrary.plans.get(intention.plan!)?.steps ?? []
  const left = steps.filter(step => intention.steps[step.id] !== 'done')
  if (left.length > 0) {
    const names = left.map(step => step.id).join(', ')
    return setAside(id, refused('structure', `never ran to the end: ${names}`, 'dag_deadlock'))
  }
  const condition = intention.satisfactionCondition
  if (condition === '') return closed(id, 'satisfied', 'every step of the plan has passed')
  const verdict = await decide(condition, seen, 'unsupported_value', { ctx, intention: id })
  if (!verdict.passed) return setAside(id, verdict)
  const roles = intention.parent ? [] : spoken(condition, seen)
  const guess = unsupported(
    roles.map(role => beliefs[role]!),
    intention,
  )
  if (guess) return setAside(id, guess)
  if (roles.length === 0) return { ...closed(id, 'satisfied', verdict.why), verdict }
  const confidence = confidenceOn(groundOf(state, id, roles, verdict))
  return given(seen, verdict.why, saidOf(roles, seen), { confidence, verdict }, ctx)
}

/**
 * An answer that a step gave and that nothing bears out is no answer, whichever tier let it pass; nor is
 * the same guess said again, which a later cycle takes for a belief that it was given.
 */
function unsupported(answer: readonly Belief[], { tried }: Intention): Verdict | undefined {
  const before = new Set(tried.flatMap(({ failures }) => failures.map(({ why }) => why)))
  for (const { by, name, value, provenance } of answer) {
    const why = `${name} = ${JSON.stringify(value)} is assumed: it was neither given, quoted, computed nor derived`
    const guessed = provenance === 'assumed' || (provenance === 'given' && before.has(why))
    if (by && guessed) return refused('provenance', why, 'unsupported_value')
  }
  return undefined
}

/** Why the unit that is asked for cannot be given: a step without one has converted by numbers what converts itself. */
function convertedTwice(answer: Belief, { beliefs, answerContract }: View): string | undefined {
  const seen = new Set<Belief>()
  let belief: Belief | undefined = answer
  // what is only passed on under another name says nothing of how it came about
  while (belief?.derivation !== undefined && !seen.has(belief)) {
    seen.add(belief)
    const { name, derivation }: Belief = belief
    const why = convertsTwice(derivation, beliefs, answerContract?.unit)
    if (why !== undefined) return `${name} = ${derivation}: ${why}`
    belief = beliefs[derivation.trim()]
  }
  return undefined
}

/** The role that answers the question: of a plan made for a part of another question, its one result. */
function answerRole({ intention, beliefs }: View, state: State): string | undefined {
  const plan =
    intention.plan === undefined ? undefined : state.planLibrary.plans.get(intention.plan)
  if (beliefs.final_answer || !plan) return 'final_answer'
  if (plan.steps.some(step => step.writes.some(({ role }) => role === 'final_answer')))
    return undefined
  const [only, ...more] = resultsOf(plan)
  const done = plan.steps.every(step => intention.steps[step.id] === 'done')
  return done && more.length === 0 ? only?.role : undefined
}

/** Without a final answer, what the condition speaks of is the answer. */
function spoken(condition: string, { beliefs }: View): readonly string[] {
  const pattern = parseCondition(condition)
  return (pattern ? rolesOf(pattern) : []).filter(name => beliefs[name] !== undefined)
}

function saidOf(roles: readonly string[], { beliefs, answerContract }: View): string {
  const [only, ...more] = roles.map(name => beliefs[name]!)
  const formed = only && more.length === 0 ? formAnswer(only, answerContract) : undefined
  return formed && 'text' in formed
    ? formed.text
    : roles.map(name => String(beliefs[name]!.value)).join(', ')
}

/** The answer, unless it is less sure than a person wants it: then the question is declined. */
function given(
  seen: View,
  reason: string,
  answer: string,
  more: { readonly confidence: number; readonly verdict?: Verdict },
  { talk, today, now, limits: { minConfidence = 0 } }: Ctx,
): IntentionClosed {
  const { confidence } = more
  const { id } = seen.intention
  const caveat = caveatOf(talk?.caveat(id), seen, today ?? dayOf(now()))
  if (confidence >= minConfidence)
    return {
      ...closed(id, 'satisfied', reason),
      answer,
      ...(caveat !== undefined && { caveat }),
      ...more,
    }
  const less = `${Math.floor(confidence * 100) / 100} sure, and less than ${minConfidence} is not given`
  return { ...closed(id, 'failed', less), ...more }
}

// --- internal ---

/**
 * The caveat with the values of its slots, without the sentences that name a number which nothing shows or a role
 * that nothing is believed of; `undefined` where none is left. `day` is the present one.
 */
function caveatOf(
  said: string | undefined,
  { beliefs, question, heard }: View,
  day: string,
): string | undefined {
  if (said === undefined) return undefined
  const { said: words, handed, calls } = heard()
  const values = Object.entries(beliefs).map(([name, { value }]) => [name, value] as const)
  // a plan's own numbers, such as the days of a year, stand in what was worked out with them
  const work = Object.values(beliefs).map(({ derivation = '' }) => derivation)
  const shown = [
    ...[question, day, ...words, ...work],
    ...handed.map(each => each.text),
    ...calls.flatMap(({ content, input }) => [content, JSON.stringify(input ?? {})]),
    ...values.map(([, value]) => String(value)),
  ].join('\n')
  const kept = said.split(/(?<=[.!?])\s+/).flatMap(sentence => {
    const own = replaceSlots(sentence, () => ' ')
    if (numbersOutOfNowhere(own, shown).length > 0) return []
    const text = fill(sentence, Object.fromEntries(values))
    return 'filled' in text ? [text.filled] : []
  })
  return kept.join(' ') || undefined
}
