// The three tiers that decide a condition (A Self-Aware BDI Agent, 2026, section 4.5), shared by verify and satisfy: the
// first that applies decides. Nothing here believes a step's own claim.

import { z } from 'zod'
import type { Asking, Contract } from '../agent/contract.ts'
import type { FailureMode, Tier, Verdict } from '../agent/state.ts'
import type { View } from '../agent/view.ts'
import { isFact } from '../plans/conditions/atoms.ts'
import { checkCondition, type Facts } from '../plans/conditions/check.ts'
import { type Condition, parseCondition, rolesOf } from '../plans/conditions/condition.ts'
import type { NamedQuantity, Quantity } from '../plans/expressions/quantity.ts'
import { entailsByWords } from '../plans/retrieval/entail.ts'
import { nearest } from '../plans/text/nearest.ts'
import { ask } from './ask.ts'
import { judged, refused } from './outcomes.ts'
import { blocks, bullets, sourced } from './prompt-text.ts'
import { decideByLogic } from './symbolic/decide.ts'

/** A belief and where it comes from. */
type Told = NamedQuantity & { readonly source: string }

interface JudgeReads {
  readonly question: string
  readonly condition: string
  readonly beliefs: readonly Told[]
}

const Judged = z.object({
  reason: z.string().meta({
    description: 'what in the beliefs shows it, in one sentence',
    consumer: 'recorded as evidence',
  }),
  holds: z.boolean().describe('true only when the beliefs show that the condition holds'),
  mode: z
    .enum([
      'bad_retrieval',
      'incorrect_computation',
      'unsupported_value',
      'name_mismatch',
      'answer_format',
    ])
    .optional()
    .meta({
      description:
        'when it does not hold, what went wrong: the wrong thing was found (bad_retrieval), reckoned wrongly (incorrect_computation), nothing shows it (unsupported_value), it is believed under another name (name_mismatch), right but in the wrong form (answer_format); leave it out when you cannot say',
      consumer: 'counted, and shown to the planner and to the review of plans',
    }),
})

export const judgeContract: Contract<JudgeReads, z.infer<typeof Judged>> = {
  purpose: 'judge',
  part: 'You are the verifier of an agent that reasons with beliefs, desires and intentions.',
  task: `
A condition comes to you with everything that is believed. You did not do the work and owe it nothing:
say whether the beliefs, as they stand, show that the condition holds. When they do not show it, it
does not hold.`,
  consumers: `
- the agent: no program could decide the condition, so your word does. If you refuse, it plans again,
  and its planner is told your reason.`,
  output: Judged,
  render: ({ question, condition, beliefs }) =>
    blocks(
      `# Condition\n${condition}`,
      `# Beliefs\n${bullets(beliefs.map(sourced), '(none)')}`,
      `# The question behind it\n${question}`,
    ),
}

/** Beliefs as a prompt tells them. */
export const told = (beliefs: Readonly<Record<string, Told>>): readonly Told[] =>
  Object.values(beliefs).map(({ name, value, unit, source }) => ({ name, value, unit, source }))

/** The tiers in the order they are tried, as prompts tell of them. */
export const tiers: readonly { readonly tier: Tier; readonly about: string }[] = [
  { tier: 'pattern', about: 'code, for the forms of conditions; exact and free' },
  { tier: 'symbolic', about: 'a model puts the condition into Prolog, at one or two calls' },
  { tier: 'judgement', about: 'a model that sees the beliefs; can be wrong' },
]

/**
 * What a condition is held against: beliefs by their names, those of the world named by themselves, and
 * sentences, which are what is believed of the task and every text believed.
 */
export function factsIn(
  beliefs: Readonly<Record<string, Quantity>>,
  schemaBeliefs: readonly string[],
): Facts {
  const names = Object.keys(beliefs)
  const texts = Object.values(beliefs).flatMap(({ value }) =>
    typeof value === 'string' ? value : [],
  )
  return {
    belief: name => beliefs[name],
    names,
    atoms: names.filter(isFact),
    sentences: [...schemaBeliefs, ...texts],
    entails: entailsByWords,
  }
}

/** What a condition is decided by. */
interface Ground extends Pick<View, 'question' | 'schemaBeliefs'> {
  readonly beliefs: Readonly<Record<string, Told>>
}

/**
 * Decides `condition`; `mode` is the failure mode when it does not hold. A model that cannot be asked is a
 * failed verdict with mode `model_error`.
 */
export async function decide(
  condition: string,
  { question, schemaBeliefs, beliefs }: Ground,
  mode: FailureMode,
  asking: Asking,
): Promise<Verdict> {
  const pattern = parseCondition(condition)
  if (pattern) {
    const facts = factsIn(beliefs, schemaBeliefs)
    const { holds, why } = checkCondition(pattern, facts)
    return judged(holds, 'pattern', why, misnamed(pattern, facts) ?? mode)
  }
  const reads = { question, condition, beliefs: told(beliefs) }
  const logic = await decideByLogic(condition, reads.beliefs, asking)
  if ('holds' in logic) return judged(logic.holds, 'symbolic', logic.why, mode)
  const reply = await ask(judgeContract, reads, asking)
  if (!reply.ok) return refused('judgement', reply.why, reply.mode)
  const { holds, reason, mode: seen = mode } = reply.value
  return judged(holds, 'judgement', reason, seen)
}

/** A condition about a name that nobody believes anything under, while something is believed under one like it. */
function misnamed(condition: Condition, { belief, names = [] }: Facts): FailureMode | undefined {
  const unknown = rolesOf(condition).filter(name => !belief(name))
  const alike = unknown.some(name => nearest(name, names) !== undefined)
  return alike ? 'name_mismatch' : undefined
}
