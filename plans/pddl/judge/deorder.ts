// From a sequence to a partial order: only what a step needs or disturbs orders it (explanation-
// based order generalisation, Kambhampati and Kedar 1994; Bäckström 1998 on deordering).

import { readPlan } from '../syntax/plan-text.ts'
import type { Step } from '../syntax/syntax.ts'
import type { Task } from '../task/task.ts'
import { basis } from './derive.ts'
import type { State } from './semantics.ts'
import { applyChange, changeOf, deciding } from './semantics.ts'
import type { Literal } from './truth.ts'
import { bind, printLiteral } from './truth.ts'
import type { PlanVerdict } from './validate.ts'
import { validatePlan } from './validate.ts'

/** A step of a partially ordered plan; `deps` are the steps that must be done before it. */
export interface GraphStep extends Step {
  readonly id: string
  readonly deps: readonly string[]
}

/** A partially ordered plan: every topological order of its steps is a plan. */
export interface PlanGraph {
  readonly steps: readonly GraphStep[]
}

/** The judgement of a partially ordered plan, with the order of steps it was found in. */
interface GraphVerdict extends PlanVerdict {
  readonly order: readonly string[]
  /** When valid: whether that is proven for every topological order, or only for those tried. */
  readonly everyOrder: boolean
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
        if (threat === producer || threat === consumer || !writesOpposite(access, literal)) continue
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

/**
 * Judges a partially ordered plan. With `order` (ids as executed) that execution alone; otherwise
 * one order after another in which a step disturbs what another one needs, until one fails.
 */
export function validateGraph(
  task: Task,
  graph: PlanGraph,
  order?: readonly string[],
): GraphVerdict {
  const fault = findFault(graph, order)
  if (fault) return { ...fault, order: order ?? [], everyOrder: false }
  const ids = order ?? topologicalOrder(graph)
  const steps = stepsOf(graph)
  const judge = (sequence: readonly string[]) => ({
    ...validatePlan(
      task,
      sequence.map(id => steps.get(id)!),
    ),
    order: sequence,
  })
  const verdict = judge(ids)
  if (!verdict.valid || order) return { ...verdict, everyOrder: false }
  let everyOrder = true
  for (const threatened of threatenedOrders(task, graph, ids)) {
    const other = judge(threatened)
    if (!other.valid) return { ...other, everyOrder: false }
    everyOrder = false
  }
  return { ...verdict, everyOrder }
}

/** A topological order, by place in the list where the dependencies leave a choice. */
export function topologicalOrder(graph: PlanGraph): string[] {
  const done = new Set<string>()
  while (done.size < graph.steps.length) {
    const next = graph.steps.find(s => !done.has(s.id) && s.deps.every(d => done.has(d)))
    if (!next) break
    done.add(next.id)
  }
  return [...done]
}

// --- internal ---

function stepsOf(graph: PlanGraph): Map<string, Step> {
  const { steps } = readPlan(graph.steps)
  return new Map(graph.steps.map((s, i) => [s.id, steps[i]!]))
}

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

function findFault(graph: PlanGraph, order?: readonly string[]): PlanVerdict | undefined {
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
    const rest = graph.steps.filter(s => !sorted.includes(s.id)).map(s => s.id)
    return fail(`The dependencies form a cycle among ${rest.join(', ')}.`)
  }
  if (!order) return undefined
  const place = new Map(order.map((id, i) => [id, i]))
  if (place.size !== order.length || order.length !== ids.size || order.some(id => !ids.has(id))) {
    return fail('The order does not name every step exactly once.')
  }
  for (const { id, deps } of graph.steps) {
    const late = deps.find(d => place.get(d)! > place.get(id)!)
    if (late !== undefined)
      return fail(`Step ${id} was executed before ${late}, on which it depends.`)
  }
  return undefined
}

/**
 * For each read literal and each unordered step that makes it false: the order in which that step
 * comes directly before the reader.
 */
function* threatenedOrders(
  task: Task,
  graph: PlanGraph,
  ids: readonly string[],
): Generator<string[]> {
  const steps = stepsOf(graph)
  const accesses = execute(
    task,
    ids.map(id => steps.get(id)!),
  )
  const place = new Map(ids.map((id, i) => [id, i]))
  const before = new Order(accesses.length)
  for (const { id, deps } of graph.steps) {
    for (const d of deps) before.add(place.get(d)!, place.get(id)!)
  }
  for (let i = 0; i < ids.length; i++) before.add(i, ids.length)
  for (const [reader, { reads }] of accesses.entries()) {
    for (const literal of reads) {
      const producer = findProducer(task, accesses, reader, literal, before)
      const isLinked = producer < 0 || before.has(producer, reader)
      for (const [threat, access] of accesses.entries()) {
        if (threat === reader || threat === producer || before.has(reader, threat)) continue
        if (!writesOpposite(access, literal)) continue
        if (isLinked && producer >= 0 && before.has(threat, producer)) continue
        yield squeezed(ids, before, threat, reader)
      }
      if (!isLinked) yield squeezed(ids, before, -1, reader)
    }
  }
}

/**
 * The order in which `reader` comes as early as it can, but after `threat`. For the goal, which
 * reads last, the threat comes as late as it can.
 */
function squeezed(ids: readonly string[], before: Order, threat: number, reader: number): string[] {
  const numbers = ids.map((_, i) => i)
  const isGoal = reader === ids.length
  const isEarly = (i: number) =>
    isGoal ? !before.has(threat, i) : before.has(i, reader) || before.has(i, threat)
  const own = new Set([threat, reader])
  const others = numbers.filter(i => !own.has(i))
  const middle = [threat, reader].filter(i => i >= 0 && i < ids.length)
  const all = [...others.filter(isEarly), ...middle, ...others.filter(i => !isEarly(i))]
  return all.map(i => ids[i]!)
}
