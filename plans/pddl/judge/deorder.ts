// From a sequence to a partial order: only what a step needs or disturbs orders it (explanation-
// based order generalisation, Kambhampati and Kedar 1994; Bäckström 1998 on deordering).

import { readPlan } from '../syntax/plan-text.ts'
import type { Step } from '../syntax/syntax.ts'
import type { Task } from '../task/task.ts'
import { basis } from './derive.ts'
import { applyChange, changeOf, deciding, type State } from './semantics.ts'
import { bind, type Literal, printLiteral } from './truth.ts'
import { type PlanVerdict, validatePlan } from './validate.ts'

/** A step of a partially ordered plan; `deps` are the steps that must be done before it. */
export interface GraphStep extends Step {
  readonly id: string
  readonly deps: readonly string[]
}

/** A partially ordered plan: every topological order of its steps is a plan. */
export interface PlanGraph {
  readonly steps: readonly GraphStep[]
}

/**
 * Removes every order from a valid plan that no step needs, without dependencies that follow from
 * others. Throws when the plan is not valid.
 */
export function deorderPlan(task: Task, plan: readonly Step[]): PlanGraph {
  const verdict = validatePlan(task, plan)
  if (!verdict.valid) throw new Error(`only a valid plan can be deordered: ${verdict.message}`)
  const { steps: sequence } = readPlan(plan)
  const accesses = execute(task, sequence)
  const before = new Order(accesses.length)
  for (const [consumer, { reads }] of accesses.entries()) {
    for (const literal of reads) {
      const producer = findProducer(task, accesses, consumer, literal, before)
      if (producer >= 0) before.add(producer, consumer)
      for (const [threat, access] of accesses.entries()) {
        if (!writesOpposite(access, literal)) continue
        if (threat < producer) before.add(threat, producer)
        if (threat > consumer) before.add(consumer, threat)
      }
    }
  }
  const id = (i: number) => `s${i + 1}`
  const steps = sequence.map(({ action, args }, i) => ({
    id: id(i),
    action,
    args: [...args],
    deps: before.direct(i).map(id),
  }))
  return { steps }
}

/** Judges a partially ordered plan: its structure first, then one order that keeps to its dependencies. */
export function validateGraph(task: Task, graph: PlanGraph): PlanVerdict {
  return findFault(graph) ?? validatePlan(task, topologicalOrder(graph))
}

/** The steps in a topological order, by place in the list where the dependencies leave a choice. */
export function topologicalOrder({ steps }: PlanGraph): readonly GraphStep[] {
  const done = new Map<string, GraphStep>()
  const ready = () => steps.find(s => !done.has(s.id) && s.deps.every(d => done.has(d)))
  for (let next = ready(); next; next = ready()) done.set(next.id, next)
  return [...done.values()]
}

// --- internal ---

/** What a step reads and writes in the state where it is executed; the goal is one more reader. */
interface Access {
  readonly reads: readonly Literal[]
  readonly writes: ReadonlySet<string>
  /** The literals that hold after the step no more. */
  readonly negates: ReadonlySet<string>
}

function execute(task: Task, plan: readonly Step[]): Access[] {
  let state: State = task.init
  const accesses: Access[] = []
  for (const step of plan) {
    const action = task.actions.get(step.action)!
    const binding = bind(action.parameters, step.args)
    const needed = deciding(action.precondition, true, binding, state, task)
    const change = changeOf(action.effect, binding, state, task)
    const added = [...change.add]
    const deleted = [...change.delete]
    accesses.push({
      reads: basis([...needed, ...change.reads], state, task),
      writes: new Set([...added, ...deleted.map(negated)]),
      negates: new Set([...deleted, ...added.map(negated)]),
    })
    state = applyChange(state, change)
  }
  const reads = basis(deciding(task.problem.goal, true, new Map(), state, task), state, task)
  accesses.push({ reads, writes: new Set(), negates: new Set() })
  return accesses
}

function negated(fact: string): string {
  return printLiteral({ fact, positive: false })
}

function writesOpposite(access: Access, literal: Literal): boolean {
  return access.negates.has(printLiteral(literal))
}

/** The step that makes the literal true for the consumer; -1 when it is true from the start. */
function findProducer(
  task: Task,
  accesses: readonly Access[],
  consumer: number,
  literal: Literal,
  before: Order,
): number {
  let disturbed = -1
  for (let i = 0; i < consumer; i++) if (writesOpposite(accesses[i]!, literal)) disturbed = i
  if (disturbed < 0 && task.init.has(literal.fact) === literal.positive) return -1
  const text = printLiteral(literal)
  let earliest = -1
  for (let i = consumer - 1; i > disturbed; i--) {
    if (!accesses[i]!.writes.has(text)) continue
    if (before.has(i, consumer)) return i
    earliest = i
  }
  return earliest
}

/** A strict partial order over steps, kept transitively closed. */
class Order {
  readonly #before: Set<number>[]

  constructor(steps: number) {
    this.#before = Array.from({ length: steps }, () => new Set())
  }

  has(earlier: number, later: number): boolean {
    return this.#before[later]?.has(earlier) === true
  }

  add(earlier: number, later: number): void {
    if (this.has(earlier, later)) return
    const news = [earlier, ...this.#before[earlier]!]
    for (const [step, before] of this.#before.entries()) {
      if (step === later || before.has(later)) for (const i of news) before.add(i)
    }
  }

  /** The predecessors that are not before another predecessor. */
  direct(step: number): number[] {
    const before = [...this.#before[step]!].sort((a, b) => a - b)
    return before.filter(i => !before.some(j => this.has(i, j)))
  }
}

function findFault(graph: PlanGraph): PlanVerdict | undefined {
  const fail = (message: string): PlanVerdict => ({
    valid: false,
    kind: 'syntax',
    missing: [],
    why: [message],
    message,
  })
  const ids = new Set(graph.steps.map(s => s.id))
  if (ids.size < graph.steps.length) return fail('Two steps have the same id.')
  for (const { id, deps } of graph.steps) {
    const unknown = deps.find(d => !ids.has(d))
    if (unknown !== undefined) return fail(`Step ${id} depends on "${unknown}", which is no step.`)
  }
  const sorted = topologicalOrder(graph)
  if (sorted.length < ids.size) {
    const rest = graph.steps.filter(step => !sorted.includes(step))
    return fail(`The dependencies form a cycle among ${rest.map(({ id }) => id).join(', ')}.`)
  }
  return undefined
}
