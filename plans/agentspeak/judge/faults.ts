// What is wrong with plans before any of them runs: structure, names, values, loops and useless plans. Each
// fault is a sentence for the author, with the number of the plan.
import { printTerm } from '../print.ts'
import { type Clause, printOperation, printTrigger } from '../program.ts'
import { indicator, negated, type Structure, variablesOf } from '../term.ts'
import { unify } from '../unify.ts'
import { alignment, type Known, namesIn, type Written } from './names.ts'
import { uselessPlans } from './subsume.ts'
import { indicatorOf } from './vocabulary.ts'

/** The faults of plans that are to achieve `goal`; none when they may be tried. */
export function faultsOf(written: Written, goal: Structure, known: Known): readonly string[] {
  const { clauses } = written
  if (clauses.length === 0) return ['there is no plan that can be read']
  const handles = clauses.some(
    ({ trigger: { sign, kind, literal } }) =>
      sign === '+' && kind === 'achieve' && unify(literal, goal, undefined) !== undefined,
  )
  return [
    ...(handles ? [] : [`no plan is for the event achieve ${printTerm(goal)}`]),
    ...strayNames(written, known),
    ...unhandled(written, known),
    ...clauses.flatMap((clause, at) =>
      [...unbound(clause), ...circles(clause)].map(fault => `plan ${at + 1}: ${fault}`),
    ),
    ...uselessPlans(clauses).map(({ at, why }) => `plan ${at + 1} never has its turn: ${why}`),
  ]
}

// --- internal ---

function strayNames(written: Written, known: Known): readonly string[] {
  const { strayActions, strayBeliefs } = alignment(written, known)
  const actions = known.vocabulary.actions.map(({ form }) => form).join(', ')
  const unused = /but not used$/ // harmless: it is counted, and not refused
  return [
    ...[...strayActions].map(name => `there is no action ${name}; there are ${actions}`),
    ...[...strayBeliefs].flatMap(([name, why]) => (unused.test(why) ? [] : [`${name} ${why}`])),
  ]
}

/** Goals that bodies pursue and no plan is for: those that are said to be new are left for later. */
function unhandled({ clauses, invented }: Written, { library, vocabulary }: Known) {
  const { handled, pursued } = namesIn([...clauses, ...library])
  const said = new Set([
    ...invented.flatMap(({ kind, literal }) => (kind === 'goal' ? [indicator(literal)] : [])),
    ...vocabulary.goals.map(indicatorOf),
  ])
  return [...pursued]
    .filter(name => !handled.has(name) && !said.has(name))
    .map(name => `the goal ${name} is pursued, but no plan is for it, and it is not said to be new`)
}

/** Variables that have no value when they are needed: what is added or done must be said in full. */
function unbound({ trigger, context, body }: Clause): readonly string[] {
  const bound = new Set([
    ...variablesOf(trigger.literal),
    ...context.filter(part => !negated(part)).flatMap(variablesOf),
  ])
  return body.flatMap(operation => {
    const open = variablesOf(operation.term).filter(name => !bound.has(name))
    for (const name of open) bound.add(name)
    // what is asked for by a test, a sub-goal or an action may come back with a value
    const isSaid = operation.type === 'add' || operation.type === 'update'
    return isSaid && open.length > 0
      ? [`in "${printOperation(operation)}" ${open.join(' and ')} has no value`]
      : []
  })
}

/** A plan that pursues its own goal before it has done anything comes back to itself for ever. */
function circles({ trigger, context, body }: Clause): readonly string[] {
  const first = body.findIndex(({ type }) => type !== 'test' && type !== 'evaluate')
  const operation = body[first]
  if (operation?.type !== 'achieve' || trigger.kind !== 'achieve' || trigger.sign !== '+') return []
  if (printTerm(operation.term) !== printTerm(trigger.literal)) return []
  const when = context.length === 0 ? '' : ' as long as its conditions hold'
  return [`${printTrigger(trigger)} pursues itself${when}, and nothing has been done before`]
}
