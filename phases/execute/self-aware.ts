// Phase 4, the self-aware way: a step with an executable form is carried out by code; any other by a
// model with tools, whose reply may name exactly the roles the step writes (A Self-Aware BDI Agent, 2026, section 4.4).
import type { Ctx } from '../../agent/contract.ts'
import type { ToolExecutor } from '../../agent/llm/provider.ts'
import type { NewBelief, StepResult } from '../../agent/state.ts'
import type { View } from '../../agent/view.ts'
import { isAllFor } from '../../plans/dag.ts'
import { derive } from '../../plans/expressions/derive.ts'
import { type Quantity, sameQuantity } from '../../plans/expressions/expression.ts'
import { given } from '../../plans/given.ts'
import { misplaced } from '../../plans/habits/habits.ts'
import { memoOf } from '../../plans/memo.ts'
import type { Step } from '../../plans/plan.ts'
import { fillInput } from '../../plans/template.ts'
import type { Tool } from '../../tools/tool.ts'
import { ask } from '../ask.ts'
import { resultsOf } from '../calls.ts'
import { told } from '../check.ts'
import { inUnitOf, weigh } from '../claims.ts'
import { failed } from '../outcomes.ts'
import { untold } from '../prompt-text.ts'
import { type Calls, callsOf, filledFrom } from './calls.ts'
import {
  type Established,
  type Executed,
  type ExecuteReads,
  executeContract,
  quotesOf,
} from './contract.ts'
import { valuesIn } from './found.ts'

/** Carries out `step`; what goes wrong is in the result, for verify to judge. */
export async function execute(id: string, step: Step, seen: View, ctx: Ctx): Promise<StepResult> {
  const work = async () => {
    const calls = callsOf(id, step, seen, ctx)
    const outcome = await byCode(step, seen, ctx, calls)
    if (outcome && 'summary' in outcome) return outcome
    return byModel(id, step, seen, ctx, calls, outcome)
  }
  return ctx.talk ? ctx.talk.during(id, work) : work()
}

/** What an executable form has tried in vain, with the call where it came to one. */
interface Attempt {
  readonly failed: string
  readonly call?: string
}

/** The executable form, when the step has one that works here; otherwise the model takes over. */
async function byCode(
  step: Step,
  seen: View,
  ctx: Ctx,
  calls: Calls,
): Promise<StepResult | Attempt | undefined> {
  const { beliefs } = seen
  const { action } = step
  const [role] = step.writes
  if (!action || !role) return undefined
  if ('expression' in action) {
    const result = derive(action.expression, beliefs, role.unit)
    if (!result.ok) return { failed: `the expression ${action.expression}: ${result.error}` }
    const { value, unit } = result
    const belief: NewBelief = {
      name: role.role,
      value,
      ...(unit !== undefined && { unit }),
      source: step.kind,
      derivation: action.expression,
      provenance: 'assumed',
    }
    const summary = `${role.role} = ${action.expression} = ${result.text}`
    return { summary, calls: [], beliefs: [belief] }
  }
  const tool = 'tool' in action && ctx.environment.tools.find(({ name }) => name === action.tool)
  if (!tool) return undefined
  const values = Object.fromEntries(Object.entries(beliefs).map(([name, b]) => [name, b.value]))
  const input = fillInput(action.input, values)
  if ('missing' in input) return { failed: `nothing is believed about ${input.missing.join(', ')}` }
  const odd = misplaced(action.input, values)
  if (odd !== undefined)
    return {
      failed: `the value of ${odd} would break out of its place in the call of ${tool.name}`,
    }
  const parsed = await tool.input.safeParseAsync(input.filled)
  if (!parsed.success)
    return { failed: `${tool.name} does not take ${JSON.stringify(input.filled)}` }
  const filled = filledFrom(action.input, seen, call => resultsOf([call], ctx)[0]!)
  const { label, result, error, refusal } = await calls.run(tool, parsed.data, filled)
  if (refusal?.by === 'person' && isOnlyWay(tool, step, seen))
    return { ...failed('not_permitted', refusal.told), calls: [...calls.ids] }
  const found = result && !result.unsuccessful && valuesIn(result, step.writes, tool.computes)
  if (!found) {
    const said = `${tool.name} ${JSON.stringify(parsed.data)}: ${error ?? result?.content}`
    return { failed: `[${label}] ${said}`, call: calls.ids.at(-1)! }
  }
  const call = calls.ids.at(-1)!
  const inUnits = found.map(({ quote, ...value }): NewBelief => {
    const evidence = { call, ...given({ quote }) }
    const belief = { ...value, source: tool.name, evidence, provenance: 'assumed' as const }
    return inUnitOf(step.writes, belief, calls.get)
  })
  const summary = `${step.writes.map(each => each.role).join(', ')} from ${tool.name} (${label})`
  return { summary, calls: [...calls.ids], beliefs: inUnits }
}

/** Whether the step is to change what the call would have changed, and nothing of the plan is left without it. */
function isOnlyWay({ effect }: Tool, { id }: Step, { intention, planLibrary }: View): boolean {
  const plan = planLibrary.plans.get(intention.plan ?? '')
  return effect === true && plan !== undefined && isAllFor(plan.steps, id)
}

async function byModel(
  id: string,
  step: Step,
  seen: View,
  ctx: Ctx,
  calls: Calls,
  attempt: Attempt | undefined,
): Promise<StepResult> {
  const { tools } = ctx.environment
  const executor: ToolExecutor = async call => {
    const tool = tools.find(({ name }) => name === call.name)!
    const { label, result, error } = await calls.run(
      tool,
      await tool.input.parseAsync(JSON.parse(call.input)),
    )
    return result
      ? { ...result, content: `[${label}]\n${result.content}` }
      : { content: `[${label}]\nError: ${error}`, failed: true }
  }
  const claims = memoOf((reply: Executed) => established(reply, calls, step, seen))
  const contract = {
    ...executeContract(step.writes, {
      ahead: ctx.talk !== undefined,
      files: untold(seen.files, ctx),
      tools,
      attempted: attempt?.failed,
      tried: seen.intention.tried,
    }),
    faults: (reply: Executed) => faultsOf(claims(reply), step, seen, calls),
  }
  const { effect = false } = step
  const asking = { ctx, intention: id, step: step.id, tools, executor, effect, above: seen.above }
  const reply = await ask(contract, readsOf(step, seen), asking)
  const tookOver = attempt
    ? { attempted: attempt.failed, ...(attempt.call && { attemptedCall: attempt.call }) }
    : {}
  if (!reply.ok) {
    const error = { mode: reply.mode, message: reply.why }
    return { summary: reply.why, beliefs: [], calls: calls.ids, error, ...tookOver }
  }
  const { postconditionMet, summary = '' } = reply.value
  const beliefs = claims(reply.value)
  return {
    summary,
    beliefs,
    calls: restedOn(beliefs, calls),
    ...(postconditionMet !== undefined && { postconditionMet }),
    ...tookOver,
  }
}

/** What the reply establishes; of a role that has several values the one given first is believed. */
function established(
  { newGroundBeliefs, summary = '' }: Executed,
  calls: Calls,
  step: Step,
  seen: View,
): readonly NewBelief[] {
  const spoken = newGroundBeliefs.some(b => b.name === 'final_answer') ? [] : said(summary, step)
  const held = new Map([...newGroundBeliefs, ...spoken].reverse().map(each => [each.name, each]))
  const others = newGroundBeliefs.filter(each => held.get(each.name) !== each)
  const twice = new Set(others.map(({ name }) => name))
  const known: Record<string, Quantity> = { ...seen.beliefs }
  // what is learned last is believed; what is left to code may rest on what is stated
  const inOrder = [...others, ...[...held.values()].reverse()].toSorted(
    (one, other) => Number(one.value === undefined) - Number(other.value === undefined),
  )
  return inOrder.map(said => {
    const claim = claimed(said, quantityOf(said, known, step), calls, step)
    const belief = exactly(inUnitOf(step.writes, claim, calls.get), seen)
    known[said.name] = belief
    if (!twice.has(said.name)) return belief
    return { ...belief, source: `${belief.source}: "${quotesOf(said).join(' … ')}"` }
  })
}

/** The value stated, or the one that the derivation gives; where that fails, verify says why. */
function quantityOf(
  { name, value, unit, derivation = '' }: Established,
  known: Readonly<Record<string, Quantity>>,
  { writes }: Step,
): Quantity {
  if (value !== undefined) return { value, unit }
  const role = writes.find(each => each.role === name)
  const result = derive(derivation, known, unit ?? role?.unit)
  return result.ok ? result : { value: '' }
}

/** How far off a quotient worked out by head may be: in its fourth digit. */
const nearness = 1e-3

/** With the number that its derivation gives, where the model, which is no calculator, says nearly that. */
function exactly(belief: NewBelief, { beliefs }: View): NewBelief {
  const { value, unit, derivation } = belief
  if (derivation === undefined || typeof value !== 'number') return belief
  const result = derive(derivation, beliefs, unit)
  const isNear = result.ok && sameQuantity({ value, unit }, result, nearness)
  return isNear ? { ...belief, value: result.value } : belief
}

/** The step's own calls, and those of the conversation that its beliefs name as evidence. */
function restedOn(beliefs: readonly NewBelief[], calls: Calls): readonly string[] {
  const named = beliefs.flatMap(({ evidence, furtherEvidence = [] }) =>
    [...(evidence ? [evidence] : []), ...furtherEvidence].map(({ call }) => call),
  )
  return [...new Set([...calls.ids, ...named.filter(call => calls.get(call) !== undefined)])]
}

/** What verify will refuse, in the words that the model knows its calls by. */
function faultsOf(
  beliefs: readonly NewBelief[],
  step: Step,
  seen: View,
  calls: Calls,
): readonly string[] {
  const call = (wanted: string) => calls.get(wanted) ?? seen.call(wanted)
  const { question, files, heard } = seen
  const ground = { beliefs: seen.beliefs, question, files, call, heard }
  const rested = restedOn(beliefs, calls)
  const { faults } = weigh(step, { beliefs, calls: rested }, ground)
  const labelled = (why: string) =>
    rested.reduceRight((text, id) => text.replaceAll(id, calls.get(id)?.label ?? id), why)
  return faults.map(({ why }) => labelled(why))
}

/** `FINAL ANSWER: <value>` in the words of a step that is to give it (A Self-Aware BDI Agent, 2026, section 6); the last one counts. */
function said(summary: string, step: Step): readonly Established[] {
  if (!step.writes.some(role => role.role === 'final_answer')) return []
  const value = [...summary.matchAll(/FINAL ANSWER:\s*(.+)/gi)].at(-1)?.[1]?.trim()
  return value ? [{ name: 'final_answer', value }] : []
}

/** A belief as the model claims it; verify says what the claim is worth. */
function claimed(
  { name, evidence, derivation, implied }: Established,
  { value, unit }: Quantity,
  calls: Calls,
  step: Step,
): NewBelief {
  const [first, ...further] = [evidence ?? []].flat().map(({ call, quote }) => ({
    call: calls.find(call)?.id ?? call,
    ...(quote !== undefined && { quote }),
  }))
  const source = (first && calls.get(first.call)?.tool) ?? step.kind
  return {
    ...given({ name, value, unit, source, provenance: 'assumed' as const, evidence: first }),
    ...(further.length > 0 && { furtherEvidence: further }),
    ...given({ derivation, implied: implied || undefined }),
  }
}

function readsOf(step: Step, seen: View): ExecuteReads {
  const { kind, description, reads, writes, postcondition } = step
  return {
    goal: seen.intention.goal,
    schemaBeliefs: seen.schemaBeliefs,
    groundBeliefs: told(seen.beliefs),
    step: { kind, description, reads, writes, postcondition },
    files: seen.files.map(file => file.name),
    ...(kind === 'synthesize' && seen.answerContract && { answerContract: seen.answerContract }),
  }
}
