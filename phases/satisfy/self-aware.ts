// Phase 6, the self-aware way: is the intention satisfied, and has the answer the form the question
// demands (seed 001, section 4.6; DESIGN 6)?
import type { Ctx } from '../../agent/contract.ts'
import type { IntentionClosed, PlanSetAside } from '../../agent/event.ts'
import type { FailureMode, State, Verdict } from '../../agent/state.ts'
import { type View, view } from '../../agent/view.ts'
import { formAnswer } from '../../plans/answer.ts'
import { parseCondition, rolesOf } from '../../plans/condition.ts'
import { decide } from '../check.ts'

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
  const final = intention.parent ? undefined : beliefs.final_answer
  if (final) {
    const formed = formAnswer(final, seen.answerContract)
    return 'text' in formed
      ? satisfied(id, 'the final answer is believed', formed.text)
      : setAside(id, refused('pattern', formed.fault, 'answer_format'))
  }
  const steps = state.planLibrary.plans.get(intention.plan!)?.steps ?? []
  const left = steps.filter(step => intention.steps[step.id] !== 'done')
  if (left.length > 0) {
    const names = left.map(step => step.id).join(', ')
    return setAside(id, refused('structure', `never ran to the end: ${names}`, 'dag_deadlock'))
  }
  const condition = intention.satisfactionCondition
  if (condition === '') return satisfied(id, 'every step of the plan has passed')
  const verdict = await decide(
    {
      condition,
      facts: { belief: name => beliefs[name], names: Object.keys(beliefs) },
      reads: {
        question: seen.question,
        beliefs: Object.values(beliefs).map(({ name, value, unit, source }) => ({
          name,
          value,
          ...(unit !== undefined && { unit }),
          source,
        })),
      },
      mode: 'unsupported_value',
    },
    { ctx, intention: id },
  )
  if (!verdict.passed) return setAside(id, verdict)
  return satisfied(id, verdict.why, intention.parent ? undefined : spoken(condition, seen), verdict)
}

/** Without a final answer, what the condition speaks of is the answer. */
function spoken(condition: string, { beliefs, answerContract }: View): string | undefined {
  const pattern = parseCondition(condition)
  const named = (pattern ? rolesOf(pattern) : [])
    .map(name => beliefs[name])
    .filter(b => b !== undefined)
  if (named.length === 0) return undefined
  const [only] = named
  const formed = named.length === 1 && only ? formAnswer(only, answerContract) : undefined
  return formed && 'text' in formed ? formed.text : named.map(b => String(b.value)).join(', ')
}

function satisfied(
  id: string,
  reason: string,
  answer?: string,
  verdict?: Verdict,
): IntentionClosed {
  return {
    type: 'intention-closed',
    intention: id,
    status: 'satisfied',
    reason,
    ...(answer !== undefined && { answer }),
    ...(verdict && { verdict }),
  }
}

function setAside(id: string, verdict: Verdict): PlanSetAside {
  return { type: 'plan-set-aside', intention: id, reason: verdict.why, verdict }
}

function refused(tier: Verdict['tier'], why: string, mode: FailureMode): Verdict {
  return { passed: false, tier, why, mode }
}
