// What a way of reasoning offline must supply: reading a message, and from what was read alone the
// type of the intention and the plan.

import type { DeliberateReads, Drafted } from '../../../../phases/deliberate/contract.ts'
import type { Formalized, FormalizeReads } from '../../../../phases/formalize/self-aware.ts'
import type { Perceived, PerceiveReads } from '../../../../phases/perceive/contract.ts'

/** What a message was understood to say, or what keeps this method from understanding it. */
export type Reading =
  | { readonly read: Perceived }
  /** `nearness` says how far the method came; the furthest is reported. */
  | { readonly obstacle: string; readonly nearness: number }

/** What is believed, as formalize and deliberate both see it. */
export type Believed = Pick<FormalizeReads & DeliberateReads, 'schemaBeliefs' | 'groundBeliefs'>

/** A task that can be carried out: its structure's name and the template that does it. */
export interface Design extends Pick<Formalized, 'type' | 'openParameters'> {
  readonly draft: Drafted
}

/**
 * Contract: `design` sees no message, only beliefs; the same structure gives the same design. It is
 * `undefined` for beliefs that another method wrote.
 */
export interface Method {
  readonly name: string
  read(reads: PerceiveReads): Reading
  design(believed: Believed): Design | undefined
}

/** A plan of compute steps that end in an answer; the last step's role is what is answered. */
export function planOf(parts: {
  readonly goal: string
  readonly contextConditions: readonly string[]
  readonly parameters: readonly string[]
  readonly steps: readonly Drafted['steps'][number][]
  /** The role that is the answer. */
  readonly answer: string
}): Drafted {
  const { goal, contextConditions, parameters, steps, answer } = parts
  const writer = steps.find(step => step.writes.some(({ role }) => role === answer))
  return {
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
}
