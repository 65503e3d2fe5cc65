// The formatting pass: a model may bring a believed answer into the form the question demands, and code
// looks whether only the form has changed.
import { z } from 'zod'
import type { Contract, Ctx } from '../../agent/contract.ts'
import type { AnswerContract } from '../../agent/state.ts'
import type { View } from '../../agent/view.ts'
import { type Formed, formAnswer } from '../../plans/answers/form.ts'
import { sameValue } from '../../plans/answers/same-value.ts'
import type { Quantity } from '../../plans/expressions/expression.ts'
import { show } from '../../plans/show.ts'
import { ask } from '../ask.ts'
import { blocks, lines } from '../prompt-text.ts'

/** What the model is shown: the question, what is believed, the form, and why code cannot make it. */
interface FormReads {
  readonly question: string
  readonly believed: Quantity
  readonly answerContract: AnswerContract
  readonly fault: string
}

const InForm = z.object({
  text: z.string().meta({
    description: 'the answer in the form demanded, and nothing else',
    consumer:
      'code compares it with the believed answer: it must hold the same numbers and words; then it is printed as it is',
  }),
})

/** The contract with purpose `form`. */
export const formContract: Contract<FormReads, z.infer<typeof InForm>> = {
  purpose: 'form',
  part: 'You are the formatting part of an agent that reasons with beliefs, desires and intentions.',
  task: `
An answer is believed, and the question demands a form that it does not have yet. You write the same
answer in that form. You do not answer the question and correct nothing: what is believed stays, also
where you know better.

A number is written in digits, in the unit demanded but without it, without thousands separators; a date
as demanded, else as YYYY-MM-DD; a truth value as yes or no; a list with its items separated by commas. Words that are not part of the answer are left out; nothing is added. When the
believed answer does not hold an answer of the kind demanded, write it unchanged.`,
  consumers: `
- a program that compares your text with what is believed. When a number or a word has changed, or one
  has come or gone that carries meaning, your text is thrown away and the agent plans again.`,
  output: InForm,
  render: ({ question, believed, answerContract, fault }) =>
    blocks(
      `# The believed answer\n${show(believed)}`,
      `# The form demanded\n${demands(answerContract)}`,
      `# Why it is not in form\n${fault}`,
      `# The question behind it\n${question}`,
    ),
}

/**
 * The believed answer in the form the contract demands, by code where code can. Otherwise a model is
 * asked once, and its text counts when it has the form and the same value; without it, the fault that
 * code found stands.
 */
export async function intoForm(
  { value, unit }: Quantity,
  { question, answerContract, intention }: View,
  ctx: Ctx,
): Promise<Formed> {
  const believed = { value, unit }
  const formed = formAnswer(believed, answerContract)
  if ('text' in formed || !answerContract) return formed
  const reads = { question, believed, answerContract, fault: formed.fault }
  const reply = await ask(formContract, reads, { ctx, intention: intention.id })
  if (!reply.ok || !sameValue(believed, reply.value.text, answerContract, question)) return formed
  const again = formAnswer({ value: reply.value.text }, answerContract)
  return 'text' in again ? again : formed
}

// --- internal ---

const demands = ({ kind, unit, decimals, roundTo, order, note }: AnswerContract) =>
  lines(
    `- kind: ${kind}`,
    unit !== undefined && `- unit: ${unit}`,
    decimals !== undefined && `- digits after the decimal point: ${decimals}`,
    roundTo !== undefined && `- a multiple of ${roundTo}`,
    order !== undefined && `- order: ${order}`,
    note !== undefined && `- ${note}`,
  )
