// What speaks against committing to a plan before any step of it runs (the
// policy layer): beliefs that contradict each other, results out of reach, a cost beyond the budget.
import { sameQuantity } from '../plans/expressions/expression.ts'
import type { Plan } from '../plans/plan.ts'
import type { Commitment } from './contract.ts'
import type { Belief, Scope } from './state.ts'

/** The first reason against `commitment`, in one sentence that says what would mend it, or `undefined`. */
export async function soundness(commitment: Commitment): Promise<string | undefined> {
  return inconsistency(commitment) ?? unreachable(commitment) ?? unaffordable(commitment)
}

/**
 * Beliefs the plan is to build on that were taken in, not established by a step, and disagree: which
 * of them holds is for whoever said so to decide. Another spelling or unit of the same quantity agrees.
 */
function inconsistency({ intention, plan, state }: Commitment): string | undefined {
  for (const role of builtOn(plan)) {
    const name = intention.bind[role] ?? role
    for (const scope of [intention.id, 'session', 'memory', 'world'] satisfies Scope[]) {
      const versions = state.groundBeliefs.get(scope)?.get(name) ?? []
      const held = versions.filter(belief => !belief.by)
      const [newest] = held.slice(-1)
      const other = held.find(belief => newest && disagree(belief, newest))
      if (newest && other)
        return `what is said of ${name} is contradictory: ${told(other)}, but ${told(newest)}; say which of them holds`
      if (newest) break // a nearer scope has the say
    }
  }
  return undefined
}

/** Results asked for that nobody believes and no step of the plan writes; a final answer stands for all. */
function unreachable({ intention, plan, state }: Commitment): string | undefined {
  const written = new Set(plan.steps.flatMap(step => step.writes.map(({ role }) => role)))
  const believed = (name: string) =>
    [intention.id, 'session', 'memory', 'world'].some(scope =>
      state.groundBeliefs.get(scope)?.has(name),
    )
  if (written.has('final_answer') && !intention.parent) return undefined
  const open = intention.openParameters.filter(
    role => !written.has(role) && !written.has(intention.bind[role] ?? role) && !believed(role),
  )
  if (open.length === 0) return undefined
  return `the plan establishes nothing about ${open.join(', ')}, which the goal asks for`
}

/**
 * Steps for a model that cost more than is left of the budget, even if each takes only half of what
 * a call for this question has taken on average so far.
 */
function unaffordable({ intention, plan, state, budget }: Commitment): string | undefined {
  const used = state.usage.get(intention.root)
  const forModel = plan.steps.filter(step => !step.action && step.kind !== 'achieve').length
  if (!budget || !used || used.calls === 0) return undefined
  const { limits } = budget
  const spent = budget.spent()
  const tokens = (forModel * (used.inputTokens + used.outputTokens)) / used.calls / 2
  const cost = used.cost === null ? 0 : (forModel * used.cost) / used.calls / 2
  const left = {
    tokens: (limits.tokens ?? Number.POSITIVE_INFINITY) - spent.tokens,
    cost: (limits.cost ?? Number.POSITIVE_INFINITY) - (spent.cost ?? 0),
  }
  const steps = `the plan has ${forModel} ${forModel === 1 ? 'step' : 'steps'} for a model`
  if (tokens > left.tokens)
    return `${steps}, which take ${Math.ceil(tokens)} tokens at least, and ${Math.max(0, left.tokens)} of the budget are left; allow more tokens`
  if (cost > left.cost)
    return `${steps}, which cost $${cost.toFixed(4)} at least, and $${Math.max(0, left.cost).toFixed(4)} of the budget is left; allow more`
  return undefined
}

// --- internal ---

/** The roles a plan reads and does not write itself. */
function builtOn({ parameters, steps }: Plan): readonly string[] {
  const written = new Set(steps.flatMap(step => step.writes.map(({ role }) => role)))
  const read = [...parameters.map(({ role }) => role), ...steps.flatMap(step => step.reads)]
  return [...new Set(read)].filter(role => !written.has(role))
}

const disagree = (a: Belief, b: Belief): boolean => a.source !== b.source && !sameQuantity(a, b)

const told = ({ value, unit, source }: Belief) =>
  `${String(value)}${unit === undefined ? '' : ` ${unit}`} according to ${source}`
