// Plans that fit but for their wording: whether what they ask for follows from
// what is believed, decided in the way the agent was given.
import type { Contract, Ctx } from '../../agent/contract.ts'
import type { View } from '../../agent/view.ts'
import type { Plan } from '../../plans/plan.ts'
import {
  type Entail,
  type EntailReads,
  EntailReply,
  lexicalEntailment,
  modelEntailment,
  sayTheSame,
} from '../../plans/retrieval/entail.ts'
import type { PlanCandidate } from '../../plans/retrieval/plan-index.ts'
import { ask } from '../ask.ts'
import { numbered } from '../prompt-text.ts'

/**
 * The first of the candidates that may serve and says the same as what is believed, in other words; the others with
 * what was found. A way that cannot be asked finds nothing. Rejects with the signal's reason when aborted.
 */
export async function bySense(
  candidates: readonly PlanCandidate[],
  serves: (plan: Plan) => boolean,
  { schemaBeliefs: believed, intention }: View,
  ctx: Ctx,
): Promise<{ readonly meant?: Plan; readonly looked: readonly PlanCandidate[] }> {
  const entail = wayOf(ctx, intention.id)
  const looked: PlanCandidate[] = []
  for (const candidate of candidates) {
    const { plan, wording } = candidate
    if (!wording || !serves(plan)) {
      looked.push(candidate)
      continue
    }
    const { unbelieved, unanswered: open } = wording
    const told = { believed, conditions: plan.contextConditions, unbelieved, open }
    const { same, why } = await sayTheSame(entail, told, ctx.signal).catch((error: unknown) => {
      ctx.signal.throwIfAborted()
      return { same: false, why: error instanceof Error ? error.message : String(error) }
    })
    if (same) return { meant: plan, looked }
    looked.push({ ...candidate, reason: `${candidate.reason} (${why})` })
  }
  return { looked }
}

/** How entailment is decided for this agent; a model is asked for the intention. */
export function wayOf(ctx: Ctx, intention: string): Entail {
  if (ctx.entailment === undefined || ctx.entailment === 'lexical') return lexicalEntailment
  if (ctx.entailment !== 'model') return ctx.entailment
  return modelEntailment(async reads => {
    const reply = await ask(entailContract, reads, { ctx, intention })
    // without a reply nothing follows, and a plan is written
    return reply.ok ? reply.value : { verdicts: [] }
  })
}

// --- internal ---

const entailContract: Contract<EntailReads, EntailReply> = {
  purpose: 'entail',
  part: 'You are the part of an agent that decides whether a stored plan serves a new task.',
  task: `
For each hypothesis decide whether it must be true whenever one of the premises is true. All of them are
sentences about what a task requires. Another operation, another order, or one more restriction is another task:
then nothing follows.`,
  consumers: `
- a program that carries out a stored plan when everything follows, without asking anybody again. A
  wrong yes gives a wrong answer; a wrong no costs the writing of a new plan.`,
  output: EntailReply,
  render: ({ premises, hypotheses }) =>
    `# Premises\n${numbered(premises)}\n\n# Hypotheses\n${numbered(hypotheses)}`,
}
