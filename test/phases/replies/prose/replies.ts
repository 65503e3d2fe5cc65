// Replies in free prose, each made the way some model writes, and exactly what they say.
import { z } from 'zod'
import { judgeContract } from '../../../../phases/check.ts'
import { Compiled } from '../../../../phases/deliberate/compile-contract.ts'
import { Drafted } from '../../../../phases/deliberate/contract.ts'
import { executeContract } from '../../../../phases/execute/contract.ts'
import { Formalized } from '../../../../phases/formalize/self-aware.ts'
import { Perceived } from '../../../../phases/perceive/contract.ts'
import { Reviewed } from '../../../../phases/review/self-aware.ts'
import { formalizing } from './replies-goals.ts'
import { compiling, planning, reviewing } from './replies-plans.ts'
import { perceiving } from './replies-questions.ts'
import { choosing, cooking, executing, judging, Recipe } from './replies-steps.ts'

/** A reply and what it says. */
export interface Said {
  readonly name: string
  readonly text: string
  readonly value: unknown
}

export interface ProseReply extends Said {
  readonly schema: z.ZodType
}

const Judged = judgeContract.output
const Executed = executeContract([{ role: 'duration' }, { role: 'total_price' }], {
  files: [],
  tools: [],
  attempted: undefined,
  tried: [],
}).output

const Choice = z.object({ reason: z.string(), choice: z.literal([1, 2, 3]) })

const sets = [
  ['perceive', Perceived, perceiving],
  ['formalize', Formalized, formalizing],
  ['judge', Judged, judging],
  ['choose_goal', Choice, choosing],
  ['execute', Executed, executing],
  ['deliberate', Drafted, planning],
  ['compile', Compiled, compiling],
  ['review', Reviewed, reviewing],
  ['a recipe', Recipe, cooking],
] as const

export const proseReplies: readonly ProseReply[] = sets.flatMap(([of, schema, replies]) =>
  replies.map(reply => ({ ...reply, schema, name: `${of}: ${reply.name}` })),
)
