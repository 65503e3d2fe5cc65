// What a plan is: a parameterized DAG of steps (A Self-Aware BDI Agent, 2026, section 4.3). Every format
// parses into this type and prints from it; `plans.json` holds exactly this shape.
import { z } from 'zod'

/** A value a belief can hold. Numbers stay numbers; units live beside the value, never inside it. */
export type Value = number | boolean | string | readonly (number | string)[]
export const Value: z.ZodType<Value> = z.union(
  [z.number(), z.boolean(), z.string(), z.array(z.union([z.number(), z.string()]))],
  'a value is a number, a text, true, false, or a list of numbers and texts',
)

/** The value as a list, where it may be one: of a single item it is a list too. */
export const asList = (value: Value): Value =>
  typeof value === 'object' || typeof value === 'boolean' ? value : [value]

/** Role-based name of a belief: lower snake case, e.g. `numerator`, never `distance_to_moon_km`. */
export const BeliefName = z
  .string()
  .regex(/^[a-z][a-z0-9_]*$/, 'a belief name is lower_snake_case, such as travel_time')

/** A named slot of a plan: what a parameter expects or a step writes. */
export const Role = z.object({
  role: BeliefName.describe('role-based name; the same string is the belief name in the store'),
  type: z
    .enum(['number', 'text', 'date', 'boolean', 'list', 'file'])
    .optional()
    .describe('checked by code against the value written'),
  unit: z.string().optional().describe('unit the value must be in, such as km/h; checked by code'),
  certain: z
    .boolean()
    .exactOptional()
    .describe('true when a value that is only implied by what was read will not do'),
})
export type Role = z.infer<typeof Role>

/**
 * The executable form of a step: when present, code carries the step out without a model.
 * Text inside may hold `{role}` slots, filled from what the step reads.
 */
export const Action = z.union([
  z
    .object({ expression: z.string() })
    .describe(
      'compute, synthesize: arithmetic over the roles read, units included, or a text with {role} slots; writes the one role',
    ),
  z
    .object({ tool: z.string(), input: z.record(z.string(), z.json()) })
    .describe('fetch or read: a tool call; its value becomes the one role written'),
  z.object({ act: z.string(), args: z.array(z.string()) }).describe('act: an action of the world'),
  z
    .object({ achieve: z.string(), requires: z.array(z.string()).optional() })
    .describe('achieve: the type of the sub-goal, and its schema beliefs'),
  z
    .object({ add: z.record(z.string(), Value), remove: z.array(z.string()) })
    .describe('believe: beliefs to add and to remove'),
])
export type Action = z.infer<typeof Action>

const StepKind = z.enum(['fetch', 'read', 'compute', 'synthesize', 'achieve', 'act', 'believe'])

/**
 * One node of the DAG. `deps` are step ids; `reads` and `writes` are roles.
 * @example
 * ```ts
 * import type { Step } from 'intend/plans'
 *
 * const step: Step = {
 *   id: 's1',
 *   kind: 'compute',
 *   description: 'divide the distance by the speed',
 *   deps: [],
 *   reads: ['distance', 'speed'],
 *   writes: [{ role: 'time' }],
 *   action: { expression: 'distance / speed' },
 *   postcondition: 'ground_belief(time) is known',
 * }
 * console.log(step.writes[0]?.role) // time
 * ```
 */
export const Step = z.object({
  id: z.string().min(1).describe('short and unique in the plan, such as s1'),
  kind: StepKind,
  description: z
    .string()
    .describe('what to do, in terms of roles; never the names, numbers or files of the question'),
  deps: z.array(z.string()).describe('ids of steps that must have passed before this one starts'),
  reads: z.array(BeliefName).describe('roles this step needs: parameters or roles written earlier'),
  writes: z.array(Role).describe('roles this step establishes; a fetch establishes exactly one'),
  effect: z
    .boolean()
    .optional()
    .describe('true when doing it twice would do harm outside the agent'),
  action: Action.optional(),
  bind: z
    .record(BeliefName, BeliefName)
    .optional()
    .describe("achieve: the sub-goal's role names mapped to this plan's role names"),
  postcondition: z
    .string()
    .describe('checked by code after the step; prefer ground_belief(ROLE) is known'),
})
export type Step = z.infer<typeof Step>

/** Counts of what became of a plan. */
export const Counts = z.object({
  useCount: z.number().int().nonnegative(),
  successCount: z.number().int().nonnegative(),
  failureCount: z.number().int().nonnegative(),
  judgedRight: z.number().int().nonnegative(),
  judgedWrong: z.number().int().nonnegative(),
})
export type Counts = z.infer<typeof Counts>

/** How often a step was carried out in one way. */
export const WayCounts = z.object({
  /** By a model that was free to do it otherwise. */
  found: z.number().int().nonnegative(),
  /** By code. */
  done: z.number().int().nonnegative(),
  /** By code, in vain. */
  failed: z.number().int().nonnegative(),
})
export type WayCounts = z.infer<typeof WayCounts>

/** What one agent run has counted about one plan. Counters only grow, so merging takes the maximum. */
export const RunStats = Counts.extend({
  /** The model that was asked first; absent where none was, as what came of it says as much for any. */
  model: z.string().optional(),
  /**
   * Uses for which the plan was written: what became of them says what the run does without a plan of
   * the library, not what the plan does for other questions.
   */
  freshCount: z.number().int().nonnegative().optional(),
  /** By step, then by the executable form as canonical JSON. */
  ways: z.record(z.string(), z.record(z.string(), WayCounts)).optional(),
})
export type RunStats = z.infer<typeof RunStats>

export const Origin = z.object({
  agent: z.string(),
  model: z.string(),
  createdAt: z.string(),
  refines: z.string().optional(),
  /** Steps that had no executable form in the plan this one refines; that plan is kept. */
  automated: z.array(z.string()).optional(),
  reason: z.string().optional(),
  seenQuestions: z.array(z.string()),
  /** Hashes of questions seen elsewhere, see `questionHash`: what an exported plan has in place of them. */
  seenHashes: z.array(z.string()).exactOptional(),
  /**
   * Set when the plan came from somebody else: `imported` until its examples have been carried out with
   * the right answers, `tested` then. Absent: the agent's own, or taken as such by a person.
   */
  trust: z.enum(['imported', 'tested']).exactOptional(),
})
export type Origin = z.infer<typeof Origin>

/**
 * What an author (a model, a person, a compiler) writes of a plan.
 * @example
 * ```ts
 * import { PlanDraft } from 'intend/plans'
 *
 * const draft = PlanDraft.parse({
 *   intentionType: 'travel_time',
 *   goal: 'the time for a distance at a speed',
 *   contextConditions: ['a distance and a speed are given'],
 *   parameters: [{ role: 'distance' }, { role: 'speed' }],
 *   steps: [
 *     {
 *       ...{ id: 's1', kind: 'compute', description: 'divide', deps: [], postcondition: 'known(time)' },
 *       ...{ reads: ['distance', 'speed'], writes: [{ role: 'time' }] },
 *       action: { expression: 'distance / speed' },
 *     },
 *   ],
 * })
 * console.log(draft.steps[0]?.kind) // compute
 * ```
 */
export const PlanDraft = z.object({
  intentionType: z.string().describe('equal to the type of the intention the plan serves'),
  goal: z.string().describe('what the plan achieves, in terms of roles'),
  contextConditions: z
    .array(z.string())
    .describe('abstract conditions under which the plan applies; matched with schema beliefs'),
  parameters: z.array(Role).describe('roles the plan expects to be believed before it starts'),
  steps: z.array(Step).min(1),
})
export type PlanDraft = z.infer<typeof PlanDraft>

/** A question the plan has answered rightly, by the word of somebody who knows the answer. */
export const Example = z.object({
  question: z.string(),
  answer: z.string(),
  /** Paths from the folder of the library file. */
  files: z.array(z.string()).exactOptional(),
})
export type Example = z.infer<typeof Example>

/** The form that a question demands of its answer. */
export const AnswerForm = z.object({
  kind: z.enum(['number', 'text', 'list', 'date', 'boolean']),
  unit: z.string().exactOptional(),
  /** Digits after the decimal point, when the question names them. */
  decimals: z.number().exactOptional(),
  /** The answer is to be rounded to a multiple of this. */
  roundTo: z.number().exactOptional(),
  order: z.enum(['ascending', 'descending', 'alphabetical', 'as-found']).exactOptional(),
  /** Any other demand, in words. Code reads the spelling of a date in it, and `true` and `false`. */
  note: z.string().exactOptional(),
})
export type AnswerForm = Readonly<z.infer<typeof AnswerForm>>

/** How the questions that a plan has answered were worded; see `plans/habits/wordings/`. */
export const Wording = z.object({
  /** The words of a question, `{belief}` where a value stood that the plan reads. */
  text: z.string(),
  /** What was believed of the question, with its values. */
  beliefs: z.array(
    z.object({
      name: BeliefName,
      value: Value,
      unit: z.string().exactOptional(),
      /** What the words in the slot meant; without it, the value is the same for all such questions. */
      slot: z.string().exactOptional(),
      /** The place among the attached files of the one it names. */
      file: z.number().int().nonnegative().exactOptional(),
    }),
  ),
  schemaBeliefs: z.array(z.string()),
  answerContract: AnswerForm.exactOptional(),
  /** The plan's roles, where they are called otherwise, with the beliefs they read. */
  bind: z.record(z.string(), z.string()),
  /**
   * The kinds of the attached files; of one that is read at a column the words do not name, the layout too. Where
   * something had to be said beside the answer, the files themselves.
   */
  files: z.array(z.string()),
})
export type Wording = z.infer<typeof Wording>

/**
 * A plan of the library. `id` names the content (see `identify`), `stats` are kept per agent run.
 * @example
 * ```ts
 * import { memoryLibrary, type Plan } from 'intend/plans'
 *
 * const plans: readonly Plan[] = memoryLibrary().plans()
 * console.log(plans.map(plan => plan.goal)) // []
 * ```
 */
export const Plan = PlanDraft.extend({
  id: z.string().min(1),
  stats: z.record(z.string(), RunStats),
  origin: Origin,
  /** What the plan can be tested on; merging keeps `mostExamples`. */
  examples: z.array(Example).exactOptional(),
  /** How its questions were worded; merging keeps `mostWordings`. */
  wordings: z.array(Wording).exactOptional(),
  /** By run, the outcomes a person has forgiven the plan when releasing it from quarantine. */
  released: z
    .record(z.string(), z.object({ right: z.number().min(0), wrong: z.number().min(0) }))
    .exactOptional(),
})
export type Plan = z.infer<typeof Plan>

/** How many examples a plan keeps. */
export const mostExamples = 3

/** How many wordings a plan keeps. */
export const mostWordings = 5

export const noStats = Object.fromEntries(
  Object.keys(Counts.shape).map(name => [name, 0]),
) as Counts

/** The counters of a plan over all runs: the sums the paper calls useCount, successCount, failureCount. */
export function totals(plan: Pick<Plan, 'stats'>): Counts {
  const sum = { ...noStats }
  for (const run of Object.values(plan.stats))
    for (const key of Object.keys(sum) as (keyof Counts)[]) sum[key] += run[key]
  return sum
}

/** The postcondition that a step has unless its plan says another: what it writes is known. */
export const allKnown = (roles: readonly Pick<Role, 'role'>[]): string =>
  roles.map(({ role }) => `ground_belief(${role}) is known`).join(' and ')

/** What a plan is for: the roles it writes that no step of it reads. */
export function resultsOf({ steps }: Pick<PlanDraft, 'steps'>): readonly Role[] {
  const read = new Set(steps.flatMap(step => step.reads))
  return steps.flatMap(step => step.writes.filter(({ role }) => !read.has(role)))
}
