// A worked example for a planning prompt: a small problem of the same domain with a plan found by our
// planner and judged by our validator (BDI-LLM took its examples from the
// benchmark). Made from the problem at hand: its situation, fewer objects under other names, another goal.

import { type Random, seeded } from '../../plans/library/beta.ts'
import { deorderPlan, type PlanGraph, topologicalOrder } from '../../plans/pddl/judge/deorder.ts'
import { applyChange, changeOf, holds } from '../../plans/pddl/judge/semantics.ts'
import { bind } from '../../plans/pddl/judge/truth.ts'
import { validatePlan } from '../../plans/pddl/judge/validate.ts'
import { solve } from '../../plans/pddl/search/solve.ts'
import {
  type Atom,
  atomOf,
  type Condition,
  type Problem,
  type Step,
} from '../../plans/pddl/syntax/syntax.ts'
import { GroundingLimit, reachActions } from '../../plans/pddl/task/reach.ts'
import { createTask, type Task } from '../../plans/pddl/task/task.ts'
import { unless } from '../../plans/unless.ts'

/** A problem, and the reply a model should give to it; the reasoning tells what each step changes. */
export interface Example {
  readonly task: Task
  readonly reply: {
    readonly reasoning: string
    readonly steps: readonly {
      readonly id: string
      readonly action: string
      readonly args: readonly string[]
      readonly deps: readonly string[]
    }[]
  }
}

/**
 * A worked example for the domain of `task`, always the same for the same task. `undefined` when no
 * action is possible, or when the task is too large to look around in quickly.
 */
export function workedExample(task: Task): Example | undefined {
  const steps = actionsOf(task)
  const enough = Math.min(task.domain.actions.length, manyKinds)
  const tried = new Set<string>()
  let best: Small | undefined
  for (let walk = 0; walk < walks && kindsOf(best) < enough; walk++) {
    const goal = goalOf(task, wander(task, steps, seeded(walk)))
    const key = JSON.stringify(goal)
    if (goal.length === 0 || tried.has(key)) continue
    tried.add(key)
    const found = solved(task, goal)
    if (found && (!best || worth(found) > worth(best))) best = found
  }
  if (!best) return undefined
  const { task: small, plan } = renamed(best)
  return { task: small, reply: replyOf(small, deorderPlan(small, plan)) }
}

// --- internal ---

/** A small problem and a valid plan for it. */
interface Small {
  readonly task: Task
  readonly plan: readonly Step[]
  readonly goal: readonly Atom[]
}

/** The condition that all of the atoms hold. */
const allOf = (atoms: readonly Atom[]): Condition => ({
  kind: 'and',
  parts: atoms.map(atom => ({ kind: 'atom', atom })),
})

const walks = 20
const walkLength = 7
/** The longest plan worth showing. */
const longest = 8
/** An example with so many different actions shows enough. */
const manyKinds = 4
const mostInstances = 20_000

/** Ground actions that can come to be possible; none when there are too many. */
function actionsOf(task: Task): readonly Step[] {
  const check = (instances: number) => {
    if (instances > mostInstances) throw new GroundingLimit()
  }
  const reached = unless(GroundingLimit, () => reachActions(task, check).instances) ?? []
  return reached.map(({ action, args }) => ({
    action: action.name,
    args: args.map(object => task.objects[object]!),
  }))
}

/**
 * The facts after a few actions, never back to a situation it has been in; where it can, it does what
 * it has not done yet.
 */
function wander(task: Task, steps: readonly Step[], random: Random): ReadonlySet<string> {
  let facts: ReadonlySet<string> = task.init
  const been = new Set([keyOf(facts)])
  const done = new Set<string>()
  for (let n = 0; n < walkLength; n++) {
    const from = Math.floor(random() * steps.length)
    const inTurn = [...steps.slice(from), ...steps.slice(0, from)]
    const go = (among: readonly Step[]) => {
      for (const step of among) {
        const reached = after(task, facts, step)
        if (reached && !been.has(keyOf(reached))) return { step, reached }
      }
      return undefined
    }
    const gone =
      go(inTurn.filter(({ action }) => !done.has(action))) ??
      go(inTurn.filter(({ action }) => done.has(action)))
    if (!gone) break
    facts = gone.reached
    been.add(keyOf(facts))
    done.add(gone.step.action)
  }
  return facts
}

function after(task: Task, facts: ReadonlySet<string>, step: Step) {
  const { parameters, precondition, effect } = task.actions.get(step.action)!
  const binding = bind(parameters, step.args)
  if (!holds(precondition, binding, facts, task)) return undefined
  return applyChange(facts, changeOf(effect, binding, facts, task))
}

const keyOf = (facts: ReadonlySet<string>) => [...facts].sort().join()

/**
 * At most two facts that have become true, as like those the real goal speaks of as there are.
 * None that the real goal asks for: an example gives nothing of the answer away.
 */
function goalOf(task: Task, facts: ReadonlySet<string>): readonly Atom[] {
  const wanted = JSON.stringify(task.problem.goal)
  const news = [...facts]
    .filter(fact => !task.init.has(fact))
    .map(atomOf)
    .filter(atom => !wanted.includes(JSON.stringify(atom)))
  const alike = news.filter(({ name }) => wanted.includes(`"name":${JSON.stringify(name)}`))
  const about = alike.filter(({ args: [first = ''] }) => wanted.includes(JSON.stringify(first)))
  return [about, alike, news].find(some => some.length > 0)?.slice(-2) ?? []
}

/** A plan for the goal, and the part of the problem that the plan is about. */
function solved(task: Task, goal: readonly Atom[]): Small | undefined {
  const whole = { ...task.problem, goal: allOf(goal) }
  const found = solve(createTask(task.domain, whole), {
    mode: 'first',
    expansions: 500,
    seconds: 1,
  })
  if (found.status !== 'solved' || found.plan.length < 1 || found.plan.length > longest)
    return undefined
  const used = new Set([...found.plan, ...goal].flatMap(({ args }) => args))
  const small = createTask(task.domain, restricted(whole, task, used))
  // what is said of every object may need the others as well
  const enough = validatePlan(small, found.plan).valid
  return { task: enough ? small : createTask(task.domain, whole), plan: found.plan, goal }
}

function restricted(problem: Problem, { domain }: Task, used: ReadonlySet<string>): Problem {
  const constants = new Set(domain.constants.map(({ name }) => name))
  const stays = (name: string) => used.has(name) || constants.has(name)
  return {
    ...problem,
    objects: problem.objects.filter(({ name }) => stays(name)),
    init: problem.init.filter(({ args }) => args.every(stays)),
    values: problem.values.filter(value => value.function.args.every(stays)),
  }
}

/** More kinds of action first, then more steps, then fewer objects. */
function worth(small: Small): number {
  return kindsOf(small) * 100 + small.plan.length * 10 - small.task.objects.length
}

function kindsOf(small: Small | undefined): number {
  return new Set(small?.plan.map(({ action }) => action)).size
}

/** The same with other objects, so that no fact of the example is taken for one of the problem. */
function renamed({ task, plan, goal }: Small): Small {
  const { domain, problem } = task
  const constants = new Set(domain.constants.map(({ name }) => name))
  const other = (name: string) => (constants.has(name) ? name : `e-${name}`)
  const atom = ({ name, args }: Atom): Atom => ({ name, args: args.map(other) })
  const goals = goal.map(atom)
  return {
    task: createTask(domain, {
      ...problem,
      objects: problem.objects.map(({ name, types }) => ({ name: other(name), types })),
      init: problem.init.map(atom),
      values: problem.values.map(({ function: f, value }) => ({ function: atom(f), value })),
      goal: allOf(goals),
    }),
    goal: goals,
    plan: plan.map(({ action, args }) => ({ action, args: args.map(other) })),
  }
}

function replyOf(task: Task, graph: PlanGraph): Example['reply'] {
  let facts: ReadonlySet<string> = task.init
  const told = topologicalOrder(graph).map(step => {
    const before = facts
    facts = after(task, facts, step)!
    const added = [...facts].filter(fact => !before.has(fact))
    const deleted = [...before].filter(fact => !facts.has(fact))
    const changes = [...changed('now', added), ...changed('no longer', deleted)].join('; ')
    return `${step.id} ${[step.action, ...step.args].join(' ')}: ${changes || 'nothing changes'}.`
  })
  const steps = graph.steps.map(({ id, action, args, deps }) => ({ id, action, args, deps }))
  return { reasoning: told.join(' '), steps }
}

const changed = (word: string, facts: readonly string[]) =>
  facts.length > 0 ? [`${word} ${facts.map(fact => fact.slice(1, -1)).join(', ')}`] : []
