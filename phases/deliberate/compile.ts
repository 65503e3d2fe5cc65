// Phase 3 of the plan compiler (BDI-LLM): the model writes a plan DAG; structure, symbols and states
// are checked by code; the diagnosis goes back with the whole history; then repair and search without
// a model.
import type { Ctx } from '../../agent/contract.ts'
import type { IntentionClosed, PlanSelected } from '../../agent/event.ts'
import type { Intention, State } from '../../agent/state.ts'
import { topologicalOrder, validateGraph } from '../../plans/pddl/judge/deorder.ts'
import { type PlanVerdict, validatePlan } from '../../plans/pddl/judge/validate.ts'
import { repairPlan } from '../../plans/pddl/repair/repair.ts'
import { unsolvable } from '../../plans/pddl/search/certificate.ts'
import { solveInWorker } from '../../plans/pddl/search/worker.ts'
import { printDomain, printProblem } from '../../plans/pddl/syntax/print.ts'
import { atomOf, printAtom, type Step } from '../../plans/pddl/syntax/syntax.ts'
import type { Task } from '../../plans/pddl/task/task.ts'
import { ask } from '../ask.ts'
import { closed, originOf, selected } from '../outcomes.ts'
import { goalHolds, taskNow } from '../planning/planning.ts'
import { actPlan } from './act-plan.ts'
import {
  type Compiled,
  type CompileReads,
  compileContract,
  type Refusal,
} from './compile-contract.ts'
import { workedExample } from './example.ts'
import { readSteps } from './read-steps.ts'
import { trueInstead } from './true-instead.ts'

/** One plan and three repairs of it (BDI-LLM, section 3.5). */
const attempts = 4
/** Seconds for the repair without a model, and for the planner after it, unless the limits say otherwise. */
const repairSeconds = 5
const searchSeconds = 60

/**
 * Compiles the situation as it is believed now and the goal into a plan of `act` steps. The plan's
 * origin says who wrote it and why: the model, at which attempt; the repair of its last plan; or the
 * planner. The plans refused before are in the event. Without any plan the intention is closed, with the
 * certificate when there is none.
 */
export async function deliberate(
  id: string,
  state: State,
  ctx: Ctx,
): Promise<PlanSelected | IntentionClosed> {
  const intention = state.intentions.get(id)!
  const task = taskNow(state, id)
  if (goalHolds(task))
    return closed(id, 'satisfied', 'the goal holds already; nothing is to be done')
  const work: Working = { intention, task, ctx, tries: [] }
  const written = await byModel(work)
  if ('plan' in written) return taken(work, written.plan, written.model, written.reason)
  return (await byRepair(work, written.why)) ?? (await bySearch(work, written.why))
}

// --- internal ---

/** A plan that was refused, as it is shown and as it is read. */
interface Try extends Refusal {
  readonly read: CompileReads['refused'][number]
}

interface Working {
  readonly intention: Intention
  readonly task: Task
  readonly ctx: Ctx
  readonly tries: Try[]
}

type Written =
  | { readonly plan: readonly Step[]; readonly model: string; readonly reason: string }
  | { readonly why: string }

async function byModel({ intention, task, ctx, tries }: Working): Promise<Written> {
  const example = workedExample(task)
  const problem = { domain: printDomain(task.domain), problem: printProblem(task.problem) }
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const contract = compileContract({ task, example, refused: tries })
    const reads = { ...problem, refused: tries.map(({ read }) => read) }
    const reply = await ask(contract, reads, { ctx, intention: intention.id })
    if (!reply.ok && reply.unanswered) return { why: reply.why }
    if (!reply.ok) {
      const read = { plan: [], kind: 'unreadable', missing: [] } as const
      tries.push({ sequence: [], read, fault: [reply.why] })
      continue
    }
    const { value, model } = reply
    const checked = check(task, value)
    if ('plan' in checked) {
      const said = [`written by ${model} at attempt ${attempt}`, ...checked.notes]
      return { plan: checked.plan, model, reason: said.join('; ') }
    }
    tries.push(checked)
  }
  return { why: `${attempts} plans of ${ctx.llm.name} were refused` }
}

/** Structure first, then symbols and states, in an order that keeps to the dependencies. */
function check(
  task: Task,
  { steps }: Compiled,
): Try | { readonly plan: readonly Step[]; readonly notes: readonly string[] } {
  const { graph, notes } = readSteps(steps, task)
  const order = topologicalOrder(graph)
  const verdict = validateGraph(task, graph)
  const sequence = order.length === graph.steps.length ? order : graph.steps
  if (verdict.valid) return { plan: sequence, notes }
  return {
    sequence,
    read: {
      plan: sequence.map(({ action, args }) => printAtom(action, args)),
      kind: verdict.kind,
      ...(verdict.step !== undefined && { step: verdict.step }),
      missing: verdict.missing,
    },
    fault: [...diagnosis(verdict, task, sequence), ...notes.map(note => `note: ${note}`)],
  }
}

/** What is wrong, why, and what was true when it went wrong. */
function diagnosis(verdict: PlanVerdict, task: Task, sequence: readonly Step[]): readonly string[] {
  const { message, missing, why, step, kind } = verdict
  const reasons = why.map((each, i) => (missing[i] === undefined ? each : `${missing[i]}: ${each}`))
  const told = reasons.filter(reason => !message.includes(reason))
  if (kind !== 'precondition' && kind !== 'goal') return [message, ...told]
  const { states = [] } = validatePlan(task, sequence, { states: true })
  const then = states.at(-1)?.filter(fact => task.fluents.has(atomOf(fact).name)) ?? []
  const blocked = missing.flatMap(fact => {
    const blockers = trueInstead(task, fact, new Set(then))
    return blockers.length > 0 ? [`true instead of ${fact}: ${blockers.join(' ')}`] : []
  })
  const when = step === undefined ? 'in the end' : `before step ${step}`
  return [message, ...told, ...blocked, `true ${when}: ${then.join(' ') || 'nothing'}`]
}

/** The valid plan nearest to the last one the model wrote. */
async function byRepair(work: Working, why: string): Promise<PlanSelected | undefined> {
  const last = work.tries.findLast(({ sequence }) => sequence.length > 0)
  if (!last) return undefined
  const found = repairPlan(work.task, last.sequence, {
    seconds: repairSeconds,
    signal: work.ctx.signal,
  })
  if (found.status !== 'repaired') return undefined
  const { plan, kept, distance } = found
  const what = `kept ${kept} of ${last.sequence.length} steps, ${distance} changed`
  const reason = `${why}; the last one was repaired without a model: ${what}`
  return taken(work, plan, 'repair', reason, 'fallback')
}

async function bySearch(work: Working, why: string): Promise<PlanSelected | IntentionClosed> {
  const { intention, task, ctx } = work
  const found = await solveInWorker(task, {
    mode: 'first',
    seconds: ctx.limits.searchSeconds ?? searchSeconds,
    signal: ctx.signal,
  })
  ctx.signal.throwIfAborted()
  switch (found.status) {
    case 'solved':
      return taken(work, found.plan, 'planner', `${why}; the planner wrote it`, 'fallback')
    case 'unsolvable':
      return closed(intention.id, 'failed', unsolvable(found.certificate))
    case 'stopped':
      return closed(
        intention.id,
        'failed',
        `no plan: ${why}; the planner found none within its limits (${found.reason})`,
      )
  }
}

function taken(
  { intention, task, ctx, tries }: Working,
  steps: readonly Step[],
  writer: string,
  reason: string,
  from: PlanSelected['from'] = 'generated',
): PlanSelected {
  const plan = actPlan(task, steps, intention, originOf(ctx, writer, { reason }))
  const refused = tries.map(({ fault }) => fault.join(' '))
  return selected(intention.id, plan, from, { refused })
}
