// Phase 1's contract: from a message to schema beliefs, ground beliefs, a desire and the form the
// answer must have (seed 001, section 4.1).
import { z } from 'zod'
import type { AttachedFile } from '../../agent/state.ts'
import { sameQuantity } from '../../plans/expressions/expression.ts'
import { BeliefName, Value } from '../../plans/plan.ts'
import { show } from '../../plans/show.ts'
import { attached } from '../attached.ts'
import type { Contract } from '../contract-prompt.ts'

export interface PerceiveReads {
  readonly question: string
  readonly files: readonly Pick<AttachedFile, 'name' | 'columns'>[]
  /** What is already believed in this session, by name. */
  readonly session: readonly {
    readonly name: string
    readonly value: Value
    readonly unit?: string
  }[]
  /** Set when the agent can recall what earlier sessions established. */
  readonly recalls?: true
}

export const AnswerForm = z.object({
  kind: z.enum(['number', 'text', 'list', 'date', 'boolean']).meta({
    description:
      'what the answer is. An answer put together from several values, or a time of day, is text, and its parts are described in note',
    consumer: 'code refuses an answer of another kind',
  }),
  unit: z
    .string()
    .optional()
    .describe(
      'the unit the question asks for, exactly as a unit of measure: "h", "km/h", "USD"; for "how many thousand hours" write "thousand hours". Leave it out when the question names none',
    ),
  decimals: z
    .number()
    .int()
    .min(0)
    .max(12)
    .optional()
    .describe('digits after the decimal point, only when the question asks for them'),
  roundTo: z
    .number()
    .positive()
    .optional()
    .describe('the question wants a multiple of this number, in the unit above'),
  order: z
    .enum(['ascending', 'descending', 'alphabetical', 'as-found'])
    .optional()
    .describe('for a list: the order the question wants'),
  note: z.string().optional().describe('any other demand on the form, in a few words'),
})

export const Perceived = z.object({
  schemaBeliefs: z.array(z.string()).min(1).meta({
    description: 'structural facts about the kind of task, each starting with "task requires ..."',
    consumer:
      'plan search compares them with the context conditions of stored plans, so no name, number, place, file, column or topic of this question and no value of a ground belief may occur in them; words for the structure itself (table, row, column, date, group, threshold) may',
  }),
  groundBeliefs: z
    .array(
      z.object({
        name: BeliefName.meta({
          description:
            'the role the value plays in the task, lower_snake_case: "distance", not "distance_to_moon". Each name once, unless the message contradicts itself about it: then once for each value it gives (the same quantity in another unit is no contradiction and is given once)',
          consumer:
            'plans read values by these names; a name with two values is asked about once more; said again, it stops the work before it begins, and the person is asked which value holds',
        }),
        value: Value.describe('exactly as the question gives it; a number without its unit'),
        unit: z.string().optional().describe('unit of a number: "km", "USD", "apples/box"'),
      }),
    )
    .meta({
      description:
        'what the message itself states: every number, name, date, file and condition a plan will need; never add what you know or guess',
      consumer:
        'code checks that each value stands in the message or in the description of an attached file (column names as the header has them)',
    }),
  desire: z.string().describe('one sentence: what is wanted, complete without the question'),
  answerContract: AnswerForm.meta({
    description: 'the form the final answer must have',
    consumer: 'checked by code',
  }),
})
export type Perceived = z.infer<typeof Perceived>

/** `files` are shown in words; what is read of them is their names and columns. */
export function perceiveContract(
  files: readonly AttachedFile[],
): Contract<PerceiveReads, Perceived> {
  return {
    purpose: 'perceive',
    part: 'You are the perceiving part of an agent that reasons with beliefs, desires and intentions.',
    task,
    consumers,
    output: Perceived,
    faults: ({ groundBeliefs }) => groundBeliefs.flatMap(contradiction),
    render: reads => render(reads, files),
  }
}

type Believed = Perceived['groundBeliefs'][number]

/** Whether two beliefs say the same of the same role. */
export function agree(one: Believed, other: Believed): boolean {
  const plain = ({ value, unit }: Believed) => ({ value, ...(unit !== undefined && { unit }) })
  return one.name === other.name && sameQuantity(plain(one), plain(other))
}

/** Two values under one name: most often two roles that were called alike. */
function contradiction(
  belief: Believed,
  index: number,
  all: readonly Believed[],
): readonly string[] {
  const { name, value } = belief
  const first = all.find(other => other.name === name)!
  if (all.indexOf(first) === index || agree(first, belief)) return []
  return [
    `${name} is ${show({ value: first.value })} and also ${show({ value })}: if these are two roles, give each its own name; only if the message contradicts itself about one and the same thing, say both again`,
  ]
}

const task = `
A person's message comes in; you say what it states, what kind of task it is, and what is wanted. You
do not solve it.

Good role names say what the value does in the calculation or the search: distance, speed, rate,
total, count, amount, share, price, fee, threshold, minimum, start_date, end_date, file, value_column,
filter_column, filter_value, group_column, target_entity, year. A column that a plan has to read is a ground belief of
the question, its name as the header has it. When two values play the
same kind of role, tell them apart by what they do (first_price, second_price), not by whose they are.
An attached file is a ground belief as well: name "file" (or "first_file", "second_file"), value the
file's name. What describes the structure of the task ("the rest", "one after the other", "rounded") is
a schema belief or part of the answer contract, not a ground belief; a number in words ("three eighths")
is a number. Of dates that share a year or a month ("1 and 14 May 2026") each is written whole, as
YYYY-MM-DD; a list is one belief.

Two forms of answer are easily missed. "Who sold most, and what share was it?" wants one text of two
parts: kind text, note "the name, then the share in percent". "At what time does she arrive?" wants a
time of day, not a duration: kind text, no unit, note "time of day as HH:MM".`

const consumers = `
- a program that searches a library of plans by your schema beliefs. Two questions with the same
  structure ("two quantities are looked up, one is divided by the other, the result is rounded")
  must get the same schema beliefs, whatever they are about;
- the plans themselves: they are templates over role names. A plan that asks for "distance" and
  "speed" serves every question whose ground beliefs carry those names;
- a checker that compares the final answer with your answer contract.`

function render({ question, session }: PerceiveReads, files: readonly AttachedFile[]): string {
  const known = session.map(b => `- ${b.name} = ${show(b)}`)
  return [
    `# Message\n${question}`,
    ...attached(files),
    ...(known.length > 0 ? [`# Already believed in this session\n${known.join('\n')}`] : []),
  ].join('\n\n')
}
