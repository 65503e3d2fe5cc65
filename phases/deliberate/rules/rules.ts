// Phase 3 of an agent that lives by rules (BDI Agents in Natural Language Environments, 2024, section 3.1):
// a rule for the task whose context is entailed by what is believed, else the fallback policy.
import type { Ctx } from '../../../agent/contract.ts'
import type { IntentionClosed, PlanSelected } from '../../../agent/event.ts'
import type { Intention, State } from '../../../agent/state.ts'
import { view } from '../../../agent/view.ts'
import { canonical } from '../../../plans/canonical.ts'
import { liftOf, outcomesOf } from '../../../plans/library/lift.ts'
import { mayServe } from '../../../plans/library/trust.ts'
import { memoOf } from '../../../plans/memo.ts'
import type { Plan } from '../../../plans/plan.ts'
import { createMatrix } from '../../../plans/retrieval/matrix.ts'
import { type Applicable, applicableRules, type Found } from '../../../plans/rules/applicable.ts'
import { chooseRule } from '../../../plans/rules/choose.ts'
import { matchTask } from '../../../plans/rules/match.ts'
import { isFallback } from '../../deeds.ts'
import { closed, selected } from '../../outcomes.ts'
import { wayOf } from '../entailment.ts'
import { sentencesOf, sentencesSeen } from './sentences.ts'

/**
 * Selects the rule that applies most surely and has not failed here in the same way; why not the others
 * is with it, and what telling took is reported. Where none is left, the policy's fallback goes on with
 * the task, and a sub-task fails, which makes way for another rule of the task above it. A world in which
 * nothing can be done any more closes the intention.
 */
export async function deliberate(
  id: string,
  state: State,
  ctx: Ctx,
): Promise<PlanSelected | IntentionClosed> {
  const { intention, beliefs } = view(state, id)
  if (beliefs.won?.value === true) return closed(id, 'satisfied', 'the world says it is done')
  if (beliefs.over?.value === true) return closed(id, 'failed', 'the world is over')
  const began = ctx.now()
  const [matrix, entail] = [matrixOf(ctx.environment), wayOf(ctx, id)]
  const found = await applicableRules(
    ctx.library.plans().filter(plan => !isFallback(plan)),
    { task: intention.goal, sentences: sentencesOf(state, intention) },
    (sentences, statements) => matrix.judge(entail, sentences, statements, ctx.signal),
  ).catch((error: unknown) => {
    ctx.signal.throwIfAborted()
    return error instanceof Error ? error : new Error(String(error))
  })
  if (found instanceof Error) return closed(id, 'failed', found.message)
  report(intention, found, ctx.now() - began, ctx)
  const serves = memoOf((plan: Plan) => ({ not: mayServe(plan) }))
  const { chosen, why, others } = chooseRule(found, {
    against: way => serves(way.plan).not ?? failedHere(way, intention),
    lift: plan => {
      const { name } = ctx.llm
      return liftOf(outcomesOf(plan, name), ctx.library.baseline(plan.intentionType, name)).lift
    },
  })
  if (chosen) {
    const { plan, values, score } = chosen
    const candidates = [{ plan: plan.id, score, reason: why }, ...others]
    return selected(id, plan, 'library', { values, candidates })
  }
  const fallback = intention.parent ? undefined : await ctx.policy.fallback(intention, state, ctx)
  if (typeof fallback === 'string') return closed(id, 'failed', fallback)
  if (fallback) {
    const values = matchTask(fallback.goal, intention.goal) ?? {}
    const seen = sentencesSeen(state)
    return selected(id, fallback, 'fallback', { values, seen, candidates: others })
  }
  const [nearest] = others
  return closed(id, 'failed', `${why}: ${intention.goal}${nearest ? ` (${nearest.reason})` : ''}`)
}

// --- internal ---

/** What has been judged, for as long as the agent is there. */
const matrixOf = memoOf((_of: Ctx['environment']) => createMatrix())

function failedHere({ plan, values }: Applicable, { tried }: Intention): string | undefined {
  const before = tried.find(
    each => each.plan === plan.id && canonical(each.values ?? {}) === canonical(values),
  )
  return before && `has been tried here, in cycle ${before.cycle}`
}

/** What telling took, kept like a tool's result: the columns of the paper's tables. */
function report(
  { id, cycle }: Intention,
  { count, applicable }: Found,
  ms: number,
  ctx: Ctx,
): void {
  const input = { ...count, applicable: new Set(applicable.map(({ plan }) => plan)).size }
  ctx.report({
    type: 'tool-called',
    intention: id,
    step: 'deliberate',
    id: `${id}/${cycle}.entailment`,
    tool: 'entailment',
    input,
    computes: false,
    failed: false,
    ms,
    content: `${count.relevant} rules for the task, ${input.applicable} apply; ${count.pairs} pairs of sentences, ${count.judged} judged now`,
  })
}
