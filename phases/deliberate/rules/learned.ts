// What has led on before goes on with a task that no rule is left for, one action at a time.
import type { Policy } from '../../../agent/contract.ts'
import { fingerprint } from '../../../plans/canonical.ts'
import { type Random, seeded } from '../../../plans/library/beta.ts'
import { outcomesOf } from '../../../plans/library/lift.ts'
import { choose } from '../../../plans/library/select.ts'
import { mayServe } from '../../../plans/library/trust.ts'
import { totals } from '../../../plans/plan.ts'
import { lexicalEntailment } from '../../../plans/retrieval/entail.ts'
import { createMatrix } from '../../../plans/retrieval/matrix.ts'
import { applicableRules } from '../../../plans/rules/applicable.ts'
import { wordsOf } from '../../../plans/rules/match.ts'
import { rises, sinceLastRise } from '../../../plans/rules/ways.ts'
import { stemsOf } from '../../../plans/text/words.ts'
import { actionsOf, deedsOf, isFallback } from '../../deeds.ts'
import { offersOf, oneAction } from './one-action.ts'
import { sentencesOf } from './sentences.ts'

/**
 * The action that has led on most often where this was believed, or one that is tried for the first time:
 * the library's own weighing of plans decides. What is tried is drawn from what the world offers, sooner
 * where the task, or what has brought it further, speaks of it.
 */
export const learned: Policy['fallback'] = async (intention, state, ctx) => {
  const offers = await offersOf(ctx)
  const known = ctx.library.plans().filter(isFallback)
  const uses = known.reduce((sum, plan) => sum + totals(plan).useCount, 0)
  const drawn = fingerprint([intention.goal, intention.cycle, uses]) // another episode draws anew
  const random = seeded(Number.parseInt(drawn.slice(-8), 16))
  const matrix = createMatrix()
  const { applicable } = await applicableRules(
    known.filter(plan => mayServe(plan) === undefined),
    { task: intention.goal, sentences: sentencesOf(state, intention) },
    (all, statements) => matrix.judge(lexicalEntailment, all, statements, ctx.signal),
  )
  const deeds = deedsOf(intention, state)
  const done = actionsOf(sinceLastRise(deeds))
  const inVain = new Map(
    applicable.flatMap(({ plan, values }) => {
      const action = wordsOf(plan.steps[0]!.description, values)
      const possible = action !== undefined && (offers.length === 0 || offers.includes(action))
      return possible ? [[plan, done.filter(each => each === action).length] as const] : []
    }),
  )
  const { plan } = choose(
    [...inVain.keys()],
    {
      // half as likely right for each time that it was done since the task was last brought further
      outcomes: each => {
        const { right, wrong } = outcomesOf(each, ctx.llm.name)
        const left = right / 2 ** inVain.get(each)!
        return { right: left, wrong: wrong + right - left }
      },
      baseline: seldom,
    },
    random,
  )
  if (plan) return plan
  const untried = offers.filter(action => !done.includes(action))
  const about = stemsOf([intention.goal, ...actionsOf(rises(deeds))].join(' '))
  const action = tried(untried.length > 0 ? untried : offers, about, random)
  return action === undefined ? undefined : oneAction(action, intention, state, ctx)
}

// --- internal ---

/** What is known of an action drawn from many: one in ten leads on. */
const seldom = { right: 1, wrong: 9 }

function tried(
  offers: readonly string[],
  about: ReadonlySet<string>,
  random: Random,
): string | undefined {
  const weights = offers.map(
    action => 1 + 4 * [...stemsOf(action)].filter(word => about.has(word)).length,
  )
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0)
  return offers.find((_, at) => {
    left -= weights[at]!
    return left < 0
  })
}
