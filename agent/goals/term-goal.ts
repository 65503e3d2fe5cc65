// How a goal of AgentSpeak(L) goes down to a plan of its own and what it was asked for comes back: by
// unification, where other plans hand roles down and results up.
import { operationOf, triggerType } from '../../plans/agentspeak/draft.ts'
import { marks, type Operation } from '../../plans/agentspeak/program.ts'
import { parseTerm } from '../../plans/agentspeak/reader.ts'
import { first } from '../../plans/agentspeak/solve.ts'
import { type Term, variable } from '../../plans/agentspeak/term.ts'
import { resolve, unify } from '../../plans/agentspeak/unify.ts'
import {
  bindingsOf,
  isTriggerType,
  kept,
  mark,
  marked,
  written,
} from '../../plans/agentspeak/values.ts'
import { memoOf } from '../../plans/memo.ts'
import type { Step } from '../../plans/plan.ts'
import { literals } from '../beliefs/literals.ts'
import type { SubGoal } from '../event.ts'
import type { Intention, State, StepResult } from '../state.ts'
import { none } from './intentions.ts'

/** Whether the intention is carried out by plans of AgentSpeak(L). */
export const isTermGoal = ({ type }: Pick<Intention, 'type'>): boolean => isTriggerType(type)

/**
 * The sub-goal that the step asks for, or `undefined` where it is none of its own: a test that what is
 * believed answers, and a goal that is to be a root.
 */
export function termGoal(
  state: State,
  intention: Intention,
  child: string,
  step: Step,
): SubGoal | undefined {
  const wanted = operation(step)!
  if (wanted.type === 'spawn') return undefined
  const goal = asked(intention, wanted.term).term
  if (wanted.type === 'test' && answered(state, goal)) return undefined
  return {
    id: child,
    // as it is written, unless a variable stands for all of it
    intentionType:
      wanted.term.type === goal.type ? typeWritten(wanted) : typeOf({ ...wanted, term: goal }),
    goal: written(goal),
    satisfactionCondition: '',
    openParameters: none,
    beliefs: none,
  }
}

/** What the variables of the step stand for once its sub-goal is reached. */
export function termOutcome(above: Intention, child: Intention, step: Step): StepResult {
  const { goal, values, reason = '' } = child
  const result = { summary: reason, beliefs: [], calls: [] }
  if (!goal.includes(mark)) return result // no variable was handed down
  const { term, names } = asked(above, operation(step)!.term)
  const found = unify(term, resolve(parseTerm(goal), bindingsOf(values)), undefined)
  const bound: Record<string, string | number> = {}
  for (const [name, marked] of names) {
    const value = resolve(variable(marked), found?.bindings)
    if (value.type !== 'variable') bound[name] = kept(value)
  }
  return Object.keys(bound).length > 0 ? { ...result, values: bound } : result
}

/** The type of a goal, `+?` before a formula that is no literal. */
function typeOf({ type, term }: Operation): string {
  const kind = type === 'test' ? 'test' : 'achieve'
  return term.type === 'structure'
    ? triggerType({ sign: '+', kind, literal: term })
    : `+${marks[kind]}_`
}

// --- internal ---

const typeWritten = memoOf(typeOf)

const operation: (step: Step) => Operation | undefined = memoOf(operationOf)

const asked = ({ values }: Intention, term: Term) => marked(resolve(term, bindingsOf(values)))

function answered(state: State, goal: Term): boolean {
  const believed = literals(state)
  return believed.rules.length === 0 && first([goal], believed, undefined) !== undefined
}
