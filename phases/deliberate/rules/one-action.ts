// An action of a world as a plan of one step.
import type { Ctx } from '../../../agent/contract.ts'
import type { Intention, State } from '../../../agent/state.ts'
import { identify } from '../../../plans/identify.ts'
import type { Plan } from '../../../plans/plan.ts'
import { generalised } from '../../../plans/rules/generalise.ts'
import { spokenOf } from '../../../plans/rules/ways.ts'
import { stemsOf } from '../../../plans/text/words.ts'
import { isFallback } from '../../deeds.ts'
import { originOf } from '../../outcomes.ts'
import { pointsOf } from '../../scene.ts'
import { sentencesSeen } from './sentences.ts'

/** What the world offers to do now, each once. */
export const offersOf = async ({ environment }: Ctx): Promise<readonly string[]> => [
  ...new Set((await environment.world?.offers?.()) ?? []),
]

/**
 * The action as a rule: for tasks like this one, after as many points, where what it speaks of beside the
 * task is believed as it is now. Undefined where its words are no rule.
 */
export function oneAction(
  action: string,
  intention: Intention,
  state: State,
  ctx: Ctx,
): Plan | undefined {
  const task = intention.goal
  const others = ctx.library
    .plans()
    .filter(isFallback)
    .flatMap(({ origin }) => origin.seenQuestions)
  const score = state.groundBeliefs.get('world')?.get('score')?.at(-1)?.value
  const points = typeof score === 'number' ? [pointsOf(score)] : []
  const spoken = spokenOf(besides(task, action), sentencesSeen(state)).slice(0, 2).map(clauseOf)
  const draft =
    generalised({ task, actions: [action], considering: [...points, ...spoken] }, [
      ...new Set(others),
    ]) ?? generalised({ task, actions: [action] }, [])
  const origin = originOf({ ...ctx, agent: 'fallback' }, ctx.llm.name, { seenQuestions: [task] })
  return draft && identify(draft, origin)
}

// --- internal ---

/** The action without the words of the task, which are there wherever the task is. */
function besides(task: string, action: string): string {
  const told = stemsOf(task)
  const [verb = '', ...words] = action.split(/\s+/u)
  return [verb, ...words.filter(word => ![...stemsOf(word)].every(each => told.has(each)))].join(
    ' ',
  )
}

/** A sentence up to what is only added: how warm a thing is, or what it holds, need not be so again. */
const clauseOf = (sentence: string) => sentence.split(/[,;(]/u)[0]!.trim()
