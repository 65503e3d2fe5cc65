// The desire base: every goal the agent was given or gave itself, and where it stands. Read off the state,
// so it needs no keeping.
import { childId, type Intention, type State, stepsIn } from '../state.ts'

type DesireStatus = 'pending' | 'active' | 'suspended' | 'achieved' | 'dropped' | 'failed'

export interface RootGoal {
  readonly id: string
  /** As it was put. */
  readonly text: string
  readonly status: DesireStatus
  /** How many turns it has for each one of a goal of priority 1. */
  readonly priority: number
  /** Why it stands there, in one sentence. */
  readonly reason: string
}

/** The goals in the order in which they came; pending ones have no plan yet. */
export function rootGoals(state: State): readonly RootGoal[] {
  return [...state.perceptions.values()]
    .filter(({ perception }) => perception.kind !== 'observation')
    .map(({ id, perception }) => ({
      id,
      text: perception.text,
      ...situation(state, id),
      priority: state.intentions.get(id)?.priority ?? perception.priority ?? 1,
    }))
    .sort((a, b) => Number(a.id) - Number(b.id))
}

// --- internal ---

function situation(state: State, id: string): Pick<RootGoal, 'status' | 'reason'> {
  const intention = state.intentions.get(id)
  if (!intention) return { status: 'pending', reason: 'it has not been thought about yet' }
  const { status, suspended, plan, reason = '' } = intention
  if (status === 'satisfied') return { status: 'achieved', reason }
  if (status !== 'open') return { status, reason }
  if (suspended !== undefined) return { status: 'suspended', reason: suspended }
  return { status: plan === undefined ? 'pending' : 'active', reason: whereabouts(state, id) }
}

/** Links of a chain of goals that are told of; those between the first and the last are counted. */
const mostTold = 4

/** What is under way for an open goal, and for what that is done: from the deepest sub-goal up. */
function whereabouts(state: State, root: string): string {
  const chain: Intention[] = []
  let doing = ''
  for (let at = state.intentions.get(root); at?.status === 'open'; ) {
    chain.unshift(at)
    const { steps, plan } = at
    const step = stepsIn(state, plan).find(({ id }) => steps[id] === 'started')
    doing = step ? `"${step.description}" is under way` : 'the next step waits for its turn'
    if (plan === undefined) doing = 'a plan is being chosen'
    at = step && state.intentions.get(childId(at, step.id))
  }
  const [deepest] = chain
  const failed = deepest?.tried.at(-1)?.failures.at(-1)
  const after = failed ? ` (the plan before it failed: ${failed.why})` : ''
  const goals = chain.map(({ goal }) => goal)
  const left = goals.length - mostTold
  const told =
    left <= 1 ? goals : [...goals.slice(0, mostTold - 1), `${left} goals between`, goals.at(-1)]
  return `${doing}${after}, for ${told.join(', for ')}`
}
