// What agents that plan in PDDL share: the facts they believe, the planning problem as it is now, and
// what their plan expects of the world.
import { z } from 'zod'
import type { State } from '../../agent/state.ts'
import { isFact } from '../../plans/conditions/atoms.ts'
import { applyChange, changeOf, holds } from '../../plans/pddl/judge/semantics.ts'
import { bind } from '../../plans/pddl/judge/truth.ts'
import { validatePlan } from '../../plans/pddl/judge/validate.ts'
import { parseDomain } from '../../plans/pddl/syntax/parse-domain.ts'
import { parseProblem } from '../../plans/pddl/syntax/parse-problem.ts'
import { printProblem } from '../../plans/pddl/syntax/print.ts'
import {
  type Atom,
  atomOf,
  type Domain,
  type Step as PddlStep,
  type Problem,
  printAtom,
  TRUE,
  type TypedName,
} from '../../plans/pddl/syntax/syntax.ts'
import { createTask, type Task } from '../../plans/pddl/task/task.ts'
import type { Plan, Step } from '../../plans/plan.ts'

/** What a goal perception hands over: a domain as PDDL text and, unless it is observed, a problem. */
export const PlanningData = z.object({ domain: z.string(), problem: z.string().optional() })
export type PlanningData = z.infer<typeof PlanningData>

/**
 * What an observation of a planning world hands over: facts as PDDL writes them, `(on a b)`. A fact
 * whose name is a type, such as `(fire f1)`, tells that the object exists.
 */
export const Change = z.object({
  added: z.array(z.string()),
  deleted: z.array(z.string()),
  /** How a fact is said in words; a fact that is not in here is not worth a memory. */
  said: z.record(z.string(), z.string()).optional(),
})
export type Change = z.infer<typeof Change>

/** The facts believed of the world, as PDDL writes them. */
export function believedFacts(state: State): ReadonlySet<string> {
  const names = state.groundBeliefs.get('world')?.keys() ?? []
  return new Set([...names].filter(isFact))
}

/**
 * The planning problem of the intention `id` as it is now: the objects and facts that are believed,
 * and as goal the condition the intention is satisfied by. Throws `PddlError` for what is not PDDL.
 */
export function taskNow(state: State, id: string): Task {
  const intention = state.intentions.get(id)
  const data = PlanningData.parse(
    state.perceptions.get(intention?.root ?? id)?.perception.data ?? {},
  )
  return taskOf(data, believedFacts(state), intention?.satisfactionCondition ?? '')
}

/** A task from a domain, what is believed, and a goal as PDDL text; the empty goal always holds. */
export function taskOf(data: PlanningData, facts: ReadonlySet<string>, goal: string): Task {
  const domain = parseDomain(data.domain)
  const stated = data.problem === undefined ? undefined : parseProblem(data.problem, domain)
  const now = believedProblem(domain, stated, facts)
  if (goal === '') return createTask(domain, now)
  const text = printProblem(now).replace('(:goal (and))', () => `(:goal ${goal})`)
  return createTask(domain, { ...now, goal: parseProblem(text, domain).goal })
}

/** Whether the task's goal holds at its start. */
export function goalHolds(task: Task): boolean {
  return holds(task.problem.goal, new Map(), task.init, task)
}

/** The action that a step of a plan is, as PDDL has it; none for a step of another kind. */
export function pddlStep({ action }: Step): PddlStep[] {
  return action && 'act' in action ? [{ action: action.act, args: action.args }] : []
}

/**
 * The facts as `plan` expects them once the steps `done` are carried out, from the facts it was made
 * for (its context conditions).
 */
function expectedFacts(
  task: Task,
  plan: Pick<Plan, 'contextConditions' | 'steps'>,
  done: (step: Step) => boolean,
): ReadonlySet<string> {
  let facts: ReadonlySet<string> = new Set(plan.contextConditions)
  for (const { action, args } of plan.steps.filter(done).flatMap(pddlStep)) {
    const schema = task.actions.get(action)
    if (!schema) continue
    const change = changeOf(schema.effect, bind(schema.parameters, args), facts, task)
    facts = applyChange(facts, change)
  }
  return facts
}

/**
 * Compares what is believed with what the plan of the intention `id` expects once `step` is done as well:
 * whether every fact is `asExpected`, and the actions of the plan that are `left`.
 */
export function standing(state: State, id: string, step?: Step) {
  const task = taskNow(state, id)
  const { plan: planId, steps } = state.intentions.get(id)!
  const plan = planId === undefined ? undefined : state.planLibrary.plans.get(planId)
  const done = (each: Step) => steps[each.id] === 'done' || each.id === step?.id
  const expected = plan ? expectedFacts(task, plan, done) : task.init
  const asExpected =
    expected.size === task.init.size && [...expected].every(fact => task.init.has(fact))
  const left = plan?.steps.filter(each => !done(each)).flatMap(pddlStep) ?? []
  return { task, asExpected, left }
}

/** Whether what is left of the plan still leads to the goal. */
export function stillLeads({ task, asExpected, left }: ReturnType<typeof standing>): boolean {
  return asExpected || validatePlan(task, left).valid
}

// --- internal ---

function believedProblem(
  domain: Domain,
  stated: Problem | undefined,
  facts: ReadonlySet<string>,
): Problem {
  const predicates = new Set(domain.predicates.map(({ name }) => name))
  const types = new Set(domain.types.map(({ name }) => name))
  const atoms = [...facts].sort().map(atomOf)
  const init = atoms.filter(({ name }) => predicates.has(name))
  const seen = atoms.flatMap(({ name: type, args: [name, ...more] }): TypedName[] => {
    const exists = name !== undefined && more.length === 0 && types.has(type)
    return exists && !predicates.has(type) ? [{ name, types: [type] }] : []
  })
  const textOf = ({ name, args }: Atom) => printAtom(name, args)
  const first = new Map(stated?.init.map((atom, place) => [textOf(atom), place]))
  const place = (atom: Atom) => first.get(textOf(atom)) ?? first.size
  return {
    name: stated?.name ?? 'now',
    domain: domain.name,
    requirements: [],
    objects: [...(stated?.objects ?? []), ...seen],
    // the order in which the problem states its facts decides between equally good plans
    init: init.sort((a, b) => place(a) - place(b)),
    values: stated?.values ?? [],
    goal: TRUE,
    minimizeCost: stated?.minimizeCost ?? false,
  }
}
