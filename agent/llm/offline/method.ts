// What a way of reasoning offline must supply: reading a message, and from what was read alone the
// type of the intention and the plan.

import type { DeliberateReads, WholeDraft } from '../../../phases/deliberate/contract.ts'
import type { Formalized, FormalizeReads } from '../../../phases/formalize/self-aware.ts'
import type { Perceived, PerceiveReads } from '../../../phases/perceive/contract.ts'
import type { Value } from '../../../plans/plan.ts'
import type { Asked } from './asked.ts'
import type { Stated } from './quantities/quantities.ts'

/** A message, the form of the answer that it asks for, and the quantities that it states. */
export interface Posed extends PerceiveReads {
  readonly asked: Asked
  readonly stated: readonly Stated[]
}

/** What a message was understood to say, or what keeps this method from understanding it. */
export type Reading =
  | { readonly read: Perceived }
  /** `nearness` says how far the method came; the furthest is reported. */
  | { readonly obstacle: string; readonly nearness: number }

/** What is believed, as formalize and deliberate both see it. */
export type Believed = Pick<FormalizeReads & DeliberateReads, 'schemaBeliefs' | 'groundBeliefs'>

/** A task that can be carried out: its structure's name and the template that does it. */
export interface Design extends Pick<Formalized, 'type' | 'openParameters'> {
  readonly draft: WholeDraft
}

/**
 * Contract: `design` sees no message, only beliefs; the same structure gives the same design. It is
 * `undefined` for beliefs that another method wrote.
 */
export interface Method {
  read(posed: Posed): Reading
  design(believed: Believed): Design | undefined
}

/** A message that this method does not understand, and how far it came. */
export const miss = (obstacle: string, nearness: number) => ({ obstacle, nearness })

/** What is told behind a reason: questions that can be answered, if any. */
export const proposing = (questions: readonly string[]) =>
  questions.length === 0 ? '' : `; it can answer ${questions.map(each => `"${each}"`).join(' or ')}`

/** A question that was understood: what it takes, what it gives, and the form of the answer. */
export const understood = (
  question: string,
  schemaBeliefs: readonly string[],
  groundBeliefs: Readonly<Perceived['groundBeliefs']>,
  answerContract: Perceived['answerContract'],
): Reading => ({
  read: {
    schemaBeliefs: [...schemaBeliefs],
    groundBeliefs: [...groundBeliefs],
    desire: question.trim(),
    answerContract,
  },
})

/** The first of these that the beliefs call for, each in its words. */
export const heldIn = <Key extends string>(
  schemaBeliefs: readonly string[],
  all: Readonly<Record<Key, unknown>>,
  says: (key: Key) => string,
) => (Object.keys(all) as Key[]).find(key => schemaBeliefs.includes(says(key)))

/** What a message gives, in `unit` where that is not empty. */
export const givenBelief = (
  name: string,
  { value, unit }: { readonly value: Value; readonly unit: string },
) => ({
  name,
  value,
  ...(unit !== '' && { unit }),
})

/** The form of a number as the question asks for it, in `unit` where that is not empty. */
export function numberForm(
  { decimals, roundTo }: Pick<Asked, 'decimals' | 'roundTo'>,
  unit = '',
): Perceived['answerContract'] & { readonly kind: 'number' } {
  return {
    kind: 'number',
    ...(unit !== '' && { unit }),
    ...(decimals !== undefined && { decimals }),
    ...(roundTo !== undefined && { roundTo }),
  }
}

export type Step = WholeDraft['steps'][number]

/** A step that computes `role` from the roles in `expression`. */
export function computed(
  id: string,
  role: string,
  expression: string,
  { reads, deps = [], unit }: { reads: readonly string[]; deps?: readonly string[]; unit?: string },
): Step {
  return {
    id,
    kind: 'compute',
    description: `Compute {${role}} as ${expression}, units included.`,
    deps: [...deps],
    reads: [...reads],
    writes: [{ role, type: 'number', ...(unit !== undefined && { unit }) }],
    expression,
    postcondition: `ground_belief(${role}) is a number`,
  }
}

/** A step that looks for `role` where `description` says. */
export function fetched(
  id: string,
  role: string,
  reads: readonly string[],
  description: string,
  { kind = 'fetch', type }: { kind?: 'fetch' | 'read'; type?: 'number' | undefined } = {},
): Step {
  return {
    id,
    kind,
    description,
    deps: [],
    reads: [...reads],
    writes: [{ role, ...(type && { type }) }],
    postcondition: `ground_belief(${role}) is ${type ? 'a number' : 'known'}`,
  }
}

/** A plan of steps that end in an answer; the last step's role is what is answered. */
export function designWith(parts: {
  readonly type: string
  readonly goal: string
  readonly contextConditions: readonly string[]
  readonly parameters: readonly string[]
  readonly steps: readonly Step[]
  /** The role that is the answer. */
  readonly answer?: string
  readonly openParameters?: readonly string[]
}): Design {
  const { type, goal, contextConditions, parameters, steps, answer = 'result' } = parts
  const writer = steps.find(step => step.writes.some(({ role }) => role === answer))
  const draft: WholeDraft = {
    goal,
    contextConditions: [...contextConditions],
    parameters: parameters.map(role => ({ role })),
    steps: [
      ...steps,
      {
        id: 'answer',
        kind: 'synthesize',
        description: `Give {${answer}} as the final answer.`,
        deps: writer ? [writer.id] : [],
        reads: [answer],
        writes: [{ role: 'final_answer' }],
        expression: answer,
        postcondition: 'ground_belief(final_answer) is known',
      },
    ],
  }
  return { type, openParameters: [...(parts.openParameters ?? [answer])], draft }
}
