// Phase 1's contract: from a message to schema beliefs, ground beliefs, a desire and the form the
// answer must have.

import { z } from 'zod'
import type { Contract } from '../../agent/contract.ts'
import type { AttachedFile } from '../../agent/state.ts'
import { sameQuantity } from '../../plans/expressions/expression.ts'
import type { NamedQuantity } from '../../plans/expressions/quantity.ts'
import { given } from '../../plans/given.ts'
import { BeliefName, type Plan, Value } from '../../plans/plan.ts'
import { show } from '../../plans/show.ts'
import { withWeekday } from '../../plans/text/today.ts'
import { nearPlans } from '../near-plans.ts'
import { attached, present } from '../prompt-text.ts'
import { recollected } from './recollected.ts'
import { type Heard, unfounded } from './unfounded.ts'

export interface PerceiveReads {
  readonly question: string
  readonly files: readonly Pick<AttachedFile, 'name' | 'columns' | 'within' | 'looksLike'>[]
  /** What is already believed in this session, by name. */
  readonly session: readonly NamedQuantity[]
  /** The questions before with their answers, a line each, which "and of the other one?" goes on from. */
  readonly questionBefore?: string
  /** Set when the agent can recall what earlier sessions established. */
  readonly recalls?: true
}

/** What is read of files. */
export const filesRead = (files: readonly AttachedFile[]): PerceiveReads['files'] =>
  files.map(({ name, columns, looksLike }) => ({ name, ...given({ columns, looksLike }) }))

export const AnswerForm = z.object({
  kind: z.enum(['number', 'text', 'list', 'date', 'boolean']).meta({
    description: 'what the answer is; several values in one, or a time of day, is text',
    consumer: 'an answer of another kind is refused',
  }),
  unit: z
    .string()
    .optional()
    .describe(
      'the unit the question asks for, as a unit: "h", "USD", "thousand hours"; else left out',
    ),
  decimals: z
    .number()
    .int()
    .min(0)
    .max(12)
    .optional()
    .describe('digits after the point, if asked for'),
  roundTo: z.number().positive().optional().describe('the multiple asked for, in the unit'),
  order: z
    .enum(['ascending', 'descending', 'alphabetical', 'as-found'])
    .optional()
    .describe('of a list, if asked for'),
  note: z
    .string()
    .optional()
    .describe(
      'any other demand on the form: "the name, then the share in percent", "time of day as HH:MM"',
    ),
})

export const Perceived = z.object({
  schemaBeliefs: z.array(z.string()).min(1).meta({
    description: 'structural facts about the kind of task, each "task requires ..."',
    consumer:
      'plan search compares them with stored plans, so no name, number, file, column or topic of this question occurs in them',
  }),
  groundBeliefs: z
    .array(
      z.object({
        name: BeliefName.meta({
          description:
            'the role the value plays, lower_snake_case: distance, never distance_to_moon; each once, unless the message contradicts itself about it',
          consumer: 'plans read values by these names',
        }),
        value: Value.describe('as the message gives it; a number without its unit'),
        unit: z.string().optional().describe('of a number: "km", "USD", "apples/box"'),
      }),
    )
    .meta({
      description:
        'every number, name, date, file, column and condition in the message that a plan will need; nothing known or guessed',
      consumer: 'each value must stand in the message or in the preview of a file',
    }),
  desire: z
    .string()
    .optional()
    .describe(
      'what is wanted, in one sentence complete without the message; left out, the message',
    ),
  answerContract: AnswerForm.meta({
    description: 'the form of the answer',
    consumer: 'checked by code',
  }),
})
export type Perceived = z.infer<typeof Perceived>

/** What is shown beside what is read. */
interface Shown {
  /** In words; what is read of them is their names and columns. */
  readonly files: readonly AttachedFile[]
  /** Names of folders that tools may read. */
  readonly folders: readonly string[]
  /** Plans of the library that may serve, shown where formalize speaks in the same breath. */
  readonly near: readonly Plan[]
  /** The present one. */
  readonly day: string
  /** Names of what the person gave, of what is believed in the session. */
  readonly given?: ReadonlySet<string>
}

/** What is not in what was `heard` is sent back. */
export function perceiveContract(
  { files, folders, near, day, given }: Shown,
  heard: () => Heard,
): Contract<PerceiveReads, Perceived> {
  const told = ({ question, files: all, session, questionBefore }: PerceiveReads) =>
    present(
      `# Message\n${question}`,
      `# Today\n${withWeekday(day)}`,
      all.length === 0 && folders.length === 0 && '# Attached files\nnone',
      folders.length > 0 && `# Folders that may be read\n${folders.join('\n')}`,
      ...attached(files),
      questionBefore !== undefined && `# The messages before\n${questionBefore}`,
      session.length > 0 &&
        `# Already believed in this session, last what the message before came to (a plan may read each by its name, whole; say again only\nwhat this message changes, under the name it has)\n${recollected(session, given)}`,
      ...nearPlans(near),
    )
  const faults = (perceived: Perceived) => [
    ...perceiveSection.faults(perceived),
    ...unfounded(perceived, heard()),
  ]
  const within = files.filter(file => file.within).map(({ name, within }) => ({ name, within }))
  const aside = within.length > 0 ? { aside: within } : {}
  return {
    ...perceiveSection,
    ...aside,
    faults,
    render: reads => told(reads).join('\n\n'),
    news: told,
  }
}

type Believed = Perceived['groundBeliefs'][number]

/** Whether two beliefs say the same of the same role. */
export function agree(one: Believed, other: Believed): boolean {
  return one.name === other.name && sameQuantity(one, other)
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

export const perceiveSection = {
  purpose: 'perceive',
  part: 'You are the perceiving part of an agent that reasons with beliefs, desires and intentions.',
  task: `
Say what the message states, what kind of task it is and what is wanted; solve nothing.
Good roles say what a value does: distance, rate, total, price, threshold, start_date, end_date, file,
value_column, filter_column, filter_value, group_column, target_entity, year; of two of a kind,
first_price and second_price. A file is a belief ("file", or "first_file" and "second_file"), and so is a column that a
plan has to read, its name as the header has it. What describes the structure ("the rest", "rounded")
is a schema belief or part of the form, no ground belief. Where the question hangs on what day it is ("this year",
"overdue"), that is the belief today, and the plan works out the rest from it. A number in words ("three eighths") is a number; a date is
written whole, YYYY-MM-DD; a list is one belief.`,
  consumers: `
- a search of stored plans by your schema beliefs: questions of one structure get the same ones, whatever they are about;
- the plans: templates over role names, which serve every question whose beliefs carry those names;
- a checker that compares the answer with your form of it.`,
  brief: `What the message states and wants; solve nothing.
schemaBeliefs: the structure of the task, each "task requires ...", without its names, numbers, files, columns and topic: stored plans are found by them,
so one structure has the same words.
groundBeliefs: every number, name, date, file and condition in the message, nothing known or guessed, and the columns that a plan has to read, as the
header has them. A name is the role that the value plays: rate, threshold, start_date, file, value_column, filter_column, filter_value; first_price, second_price.
What is described and not named is one belief in the words of the message, names and years in it included, and no others: described = "the town where the
poet Ida Lorn was born in 1911". The first step of its plan finds that, so one plan serves every relation.
Where the question hangs on what day it is ("this year", "overdue"), that is the belief today, and the plan works out the rest from it.
A date is whole, YYYY-MM-DD; a year and "three eighths" are numbers, without their unit.
answerContract: the form asked for, checked by code. Leave out what the question does not ask for. Several values in one, yes or no with a reason, or a time of day, is text with
a note ("name, then share in percent").`,
  output: Perceived,
  faults: ({ groundBeliefs }: Perceived) => groundBeliefs.flatMap(contradiction),
}
