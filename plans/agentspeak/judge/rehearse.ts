// Plans carried out in thought, in a world that is there to practise in: whether they reach their goal, and
// if not, in which situation they fail. The semantics are those of the agent, one intention at a time.
import { given } from '../../given.ts'
import { printTerm } from '../print.ts'
import type { Clause } from '../program.ts'
import { type Beliefs, first } from '../solve.ts'
import { type Structure, type Term, variable, withVariables } from '../term.ts'
import { resolve, unify } from '../unify.ts'
import { type Binding, createMind, holding, type PracticeWorld } from './mind.ts'

export interface Practice {
  readonly clauses: readonly Clause[]
  readonly goal: Structure
  /** What holds once the goal is reached; without it, that its plan came to its end. */
  readonly holds: Term | undefined
  readonly world: PracticeWorld
  /** Actions after which it is given up. */
  readonly limit: number
}

/** What came of it. */
interface Rehearsed {
  /** Actions done. */
  readonly acts: number
  /** Why the goal was not reached, in one sentence; absent when it was. */
  readonly fault?: string
}

/** Carries out the plans for the goal. */
export async function rehearse(practice: Practice): Promise<Rehearsed> {
  const mind = createMind(practice.world)
  const { clauses, goal, holds, limit } = practice
  const stack: Frame[] = []
  let frames = 0
  let idle = 0
  await mind.look()

  const start = (sign: '+' | '-', term: Term): boolean => {
    const found = choose(clauses, sign, term, mind.beliefs, frames++)
    if (found) stack.push(found)
    return found !== undefined
  }
  const enter = (term: Term): string | undefined =>
    start('+', term) ? undefined : `no plan applies to ${printTerm(term)}`
  /** Takes the nearest goal that has a plan for its failure; the situation is told when there is none. */
  const fail = (why: string): string | undefined => {
    const told = `${why}; believed then: ${mind.beliefs.told()}`
    while (stack.length > 0) if (start('-', stack.pop()!.goal)) return undefined
    return told
  }
  const ended = (fault?: string): Rehearsed => given({ acts: mind.acts(), fault })

  let wrong = enter(goal)
  if (wrong !== undefined) return ended(fail(wrong))
  while (stack.length > 0) {
    if (mind.acts() > limit) return ended(`the goal is not reached after ${limit} actions`)
    if (++idle > mostIdle) return ended(`nothing is done any more: ${circle(stack)}`)
    const frame = stack.at(-1)!
    const operation = frame.clause.body[frame.at++]
    if (!operation) {
      stack.pop()
      giveBack(stack.at(-1), frame)
      continue
    }
    const before = mind.acts()
    if (operation.type === 'achieve') wrong = enter(resolve(operation.term, frame.bindings))
    else wrong = await mind.carryOut(operation, frame)
    if (mind.acts() > before) idle = 0
    const fault = wrong === undefined ? undefined : fail(wrong)
    if (fault !== undefined) return ended(fault)
  }
  if (holds !== undefined && !first([holds], mind.beliefs, undefined))
    return ended(
      `the plans come to their end, and ${printTerm(holds)} does not hold; believed then: ${mind.beliefs.told()}`,
    )
  return ended()
}

// --- internal ---

interface Frame extends Binding {
  readonly clause: Clause
  readonly goal: Term
  at: number
}

/** So many operations without an action are a circle. */
const mostIdle = 1_000

/** The first plan for the event whose context holds, its variables its own. */
function choose(
  clauses: readonly Clause[],
  sign: '+' | '-',
  goal: Term,
  beliefs: Beliefs,
  frame: number,
): Frame | undefined {
  const asked = withVariables(goal, name => variable(`${name}'${frame}`))
  for (const clause of clauses) {
    const { trigger } = clause
    if (trigger.sign !== sign || trigger.kind !== 'achieve') continue
    const event = unify(trigger.literal, asked, undefined)
    const found = event && holding(clause.context, beliefs, event.bindings)
    if (found) return { clause, goal: asked, bindings: found.bindings, at: 0 }
  }
  return undefined
}

/** What the sub-goal has found for the variables of the goal. */
function giveBack(above: Frame | undefined, { goal, bindings }: Frame): void {
  const asked = above?.clause.body[above.at - 1]
  if (!above || asked?.type !== 'achieve') return
  above.bindings =
    unify(asked.term, resolve(goal, bindings), above.bindings)?.bindings ?? above.bindings
}

/** The goals that come back to each other. */
function circle(stack: readonly Frame[]): string {
  const goals = [
    ...new Set(stack.slice(-6).map(({ goal }) => printTerm(goal).replaceAll(/'\d+/g, ''))),
  ]
  return `${goals.join(' and ')} ${goals.length === 1 ? 'leads to itself' : 'lead to each other'}`
}
