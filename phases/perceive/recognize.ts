// A question that a plan has answered before with other values: a model that is shown the plan, and little
// else, says whether it is so and gives the values. Any doubt leaves the question to be perceived as a new one.
import { z } from 'zod'
import type { Contract, Ctx } from '../../agent/contract.ts'
import type { AttachedFile, Received, State } from '../../agent/state.ts'
import { BeliefName, type Plan, type Role, Value } from '../../plans/plan.ts'
import { today } from '../../plans/text/today.ts'
import { shownInput, type Tool } from '../../tools/tool.ts'
import { ask } from '../ask.ts'
import { plansNearest, roleText, stepLines } from '../near-plans.ts'
import { attached, blocks, lines, untold } from '../prompt-text.ts'
import type { AsBefore } from './as-before.ts'
import { AnswerForm, filesRead, type PerceiveReads } from './contract.ts'

interface RecognizeReads extends Pick<PerceiveReads, 'question' | 'files'> {
  readonly plans: readonly Pick<Plan, 'id' | 'parameters'>[]
}

const Recognized = z.object({
  plan: z.string().meta({
    description: 'id of the plan that does exactly what the message asks; else "none"',
    consumer: 'it is carried out as it is',
  }),
  values: z.record(BeliefName, Value).optional().meta({
    description: 'by parameter, the value that the message gives; a number without its unit',
    consumer: 'each must stand in the message or in the preview of a file',
  }),
  units: z.record(BeliefName, z.string()).optional().describe('of numbers that have one'),
  answerContract: AnswerForm.optional().meta({
    description: 'the form of the answer',
    consumer: 'checked by code',
  }),
})
type Recognized = z.infer<typeof Recognized>

export const recognizeSection = {
  purpose: 'recognize',
  part: 'You are the perceiving part of an agent that reasons with beliefs, desires and intentions.',
  task: `
Say whether a stored plan does exactly what the message asks, with other values, and give them. One condition
more or less, another order, another thing asked for is another task: then the plan is "none".`,
  consumers: `
- a program that carries out the plan you name without further thought: a wrong name gives a wrong answer, "none" costs one more call;
- a checker that compares the answer with your form of it.`,
  brief: `plan: the id of one that does exactly what the message asks, with other values. A sum is no mean; with one condition more or less, another order or
another thing asked for it is "none", and you are told more; so it is where a preview shows spellings, empty cells or rows of sums that its steps do not take care of.
values: {"parameter": value} for each parameter, as the message or a file's preview spells it, or as the parameter asks for it: a column by its header, a date YYYY-MM-DD, a month YYYY-MM, a number
without its unit (units: {"parameter": unit}); nothing known or guessed.
answerContract: the form asked for; leave out what is not asked for.`,
  output: Recognized,
  apart: true as const,
}

/**
 * What the question says with a plan that stands near it, by the word of a model; `undefined` when no plan is
 * near enough to be worth the call, when the model names none, or when a parameter has no value.
 */
export async function recognized(
  { intention, perception }: Received,
  state: State,
  ctx: Ctx,
  day: string,
): Promise<AsBefore | undefined> {
  const { kind, text, files = [] } = perception
  // "and of those?" says what it says only after what was said before
  if (!ctx.talk || kind !== 'question' || state.groundBeliefs.get('session')?.size) return undefined
  const plans = plansNearest(text, ctx)
  if (plans.length === 0) return undefined
  const reads: RecognizeReads = {
    question: text,
    files: filesRead(files),
    plans: plans.map(({ id, parameters }) => ({ id, parameters })),
  }
  const reply = await ask(
    recognizeContract(untold(files, ctx), plans, ctx.environment.tools),
    reads,
    {
      ctx,
      intention,
    },
  )
  return reply.ok ? asSaid(reply.value, plans, day) : undefined
}

// --- internal ---

function recognizeContract(
  files: readonly AttachedFile[],
  plans: readonly Plan[],
  tools: readonly Tool[],
): Contract<RecognizeReads, Recognized> {
  const told = ({ question }: RecognizeReads) => [
    `# Message\n${question}`,
    ...attached(files),
    `# Plans\n${plans.map(plan => planText(plan, tools)).join('\n')}`,
  ]
  const byCode = plans.every(({ steps }) => steps.every(({ action }) => action))
  const { purpose } = recognizeSection
  return {
    ...recognizeSection,
    render: reads => blocks(...told(reads)),
    news: told,
    begins: byCode ? [purpose] : [purpose, 'execute'],
  }
}

function asSaid(
  { plan: id, values: said = {}, units = {}, answerContract }: Recognized,
  plans: readonly Plan[],
  day: string,
): AsBefore | undefined {
  const plan = plans.find(each => each.id === id)
  const values: typeof said = { [today]: day, ...said }
  if (!plan?.parameters.every(({ role }) => values[role] !== undefined)) return undefined
  return {
    known: { plan: id, bind: {}, by: 'model' },
    beliefs: plan.parameters.map(({ role }) => ({
      name: role,
      value: values[role]!,
      ...(units[role] !== undefined && { unit: units[role] }),
    })),
    schemaBeliefs: plan.contextConditions,
    ...(answerContract && { answerContract: JSON.parse(JSON.stringify(answerContract)) }),
  }
}

function planText(plan: Plan, tools: readonly Tool[]): string {
  const { id, goal, parameters, contextConditions } = plan
  const asked = parameters.filter(({ role }) => role !== today) // which no message says
  return lines(
    `- ${id}: ${goal}; ${contextConditions.join('; ')}`,
    `  parameters: ${asked.map(each => asWanted(each, plan, tools)).join(', ')}`,
    ...stepLines(plan),
  )
}

/** A parameter with what the tool that it goes to says of it: `article: its name in the singular`. Files are known as they are. */
function asWanted(parameter: Role, { steps }: Plan, tools: readonly Tool[]): string {
  const said = steps.flatMap(({ action }) => {
    const tool = action && 'tool' in action && tools.find(({ name }) => name === action.tool)
    if (!tool || tool.needs === 'files') return []
    const own = Object.keys(action.input).find(name => action.input[name] === `{${parameter.role}}`)
    const { properties } = shownInput(tool.input) as Shown
    return own === undefined ? [] : (properties?.[own]?.description ?? [])
  })
  const [about] = said
  return about === undefined
    ? roleText(parameter)
    : `${roleText(parameter)}: ${about.slice(0, longest)}`
}

interface Shown {
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>
}

const longest = 80
