// Plan validation that explains: the first failing step, each unsatisfied literal and why it does
// not hold. Semantics after Howey, Long and Fox 2004 (VAL), without its crashes.

import { suggestion } from '../syntax/names.ts'
import { type PlanText, readPlan } from '../syntax/plan-text.ts'
import { type Action, printAtom, type Step } from '../syntax/syntax.ts'
import { printTypes, type Task } from '../task/task.ts'
import { History } from './history.ts'
import { applyChange, changeOf, deciding, holds } from './semantics.ts'
import { bind, type Literal, printLiteral } from './truth.ts'

/** What is wrong with a plan, or `valid`. */
export type VerdictKind =
  | 'valid'
  | 'precondition'
  | 'goal'
  | 'unknown_action'
  | 'unknown_object'
  | 'arity'
  | 'type'
  | 'cost'
  | 'syntax'
  | 'empty'

/**
 * The judgement of a plan.
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs'
 * import { type PlanVerdict, readTask, validatePlan } from 'intend/pddl'
 *
 * const task = readTask(readFileSync('domain.pddl', 'utf8'), readFileSync('problem.pddl', 'utf8'))
 * const verdict: PlanVerdict = validatePlan(task, '(fly home shop)')
 * console.log(verdict.kind) // unknown_action
 * ```
 */
export interface PlanVerdict {
  readonly valid: boolean
  readonly kind: VerdictKind
  /** The first failing step, counted from 1; absent when the goal is what fails. */
  readonly step?: number
  /** The failing step as text. */
  readonly action?: string
  /** Literals that should hold there, or in the end, and do not. */
  readonly missing: readonly string[]
  /** For each missing literal why it does not hold; else what was expected. */
  readonly why: readonly string[]
  readonly message: string
  /** The cost of a valid plan: its length, unless the problem minimises `total-cost`. */
  readonly cost?: number
  /** On request the facts before the first step and after each executed one. */
  readonly states?: readonly (readonly string[])[]
}

/**
 * Judges a plan, given as text or as steps. Never throws, whatever the text. The whole plan is
 * read first (unknown actions, arguments of a wrong type), then executed, which is the order in
 * which VAL reports; of a text that cannot be read to its end, what comes before is executed. With `states` they are
 * part of the verdict.
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs'
 * import { readTask, validatePlan } from 'intend/pddl'
 *
 * const task = readTask(readFileSync('domain.pddl', 'utf8'), readFileSync('problem.pddl', 'utf8'))
 * const { valid, missing } = validatePlan(task, '(go shop home)')
 * console.log(valid, missing.join()) // false (at shop)
 * ```
 */
export function validatePlan(
  task: Task,
  plan: string | readonly Step[],
  { states = false }: { readonly states?: boolean } = {},
): PlanVerdict {
  const { steps: all, problem } = readPlan(plan)
  const steps = all.slice(0, problem && problem.step - 1)
  const illFormed = findIllFormed(task, { steps, problem })
  if (illFormed?.kind !== 'syntax') return illFormed ?? execute(task, steps, states)
  const before = execute(task, steps.slice(0, illFormed.step! - 1), states)
  return before.step === undefined ? illFormed : before
}

/**
 * A judgement for a human reader, several lines.
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs'
 * import { readTask, renderVerdict, validatePlan } from 'intend/pddl'
 *
 * const task = readTask(readFileSync('domain.pddl', 'utf8'), readFileSync('problem.pddl', 'utf8'))
 * console.log(/go shop home/.test(renderVerdict(validatePlan(task, '(go shop home)')))) // true
 * ```
 */
export function renderVerdict(verdict: PlanVerdict): string {
  const lines = [verdict.message]
  for (const [i, why] of verdict.why.entries()) {
    const literal = verdict.missing[i]
    if (literal !== undefined) lines.push(`  ${literal}: ${why}`)
    else if (!verdict.message.includes(why)) lines.push(`  ${why}`)
  }
  for (const [i, state] of (verdict.states ?? []).entries()) {
    lines.push(`${i === 0 ? 'at the start' : `after step ${i}`}: ${state.join(' ')}`)
  }
  return `${lines.join('\n')}\n`
}

// --- internal ---

type PlanSteps = Pick<ReturnType<typeof readPlan>, 'steps'> & {
  readonly problem: PlanText['problem'] | undefined
}

const NO_COST = 'the problem gives no value to the function that is its cost'

/** The first step that no state could make sense of. */
function findIllFormed(task: Task, { steps, problem }: PlanSteps): PlanVerdict | undefined {
  for (const [i, step] of steps.entries()) {
    const action = task.actions.get(step.action)
    const found = action ? misfit(task, action, step) : unknownAction(task, step)
    if (found) return failure(found[0], i + 1, step, [], found.slice(1))
  }
  if (!problem) return undefined
  return {
    valid: false,
    kind: 'syntax',
    step: problem.step,
    missing: [],
    why: [problem.message],
    message: `Step ${problem.step} cannot be read: ${problem.message}`,
  }
}

type Finding = readonly [VerdictKind, ...string[]]

function unknownAction(task: Task, step: Step): Finding {
  if (!NAME.test(step.action)) return ['syntax', `"${clip(step.action)}" is not a name`]
  const hint = suggestion(step.action, task.actions.keys())
  return ['unknown_action', `there is no action "${clip(step.action)}"${hint}`]
}

function misfit(task: Task, action: Action, step: Step): Finding | undefined {
  for (const [i, argument] of step.args.entries()) {
    const parameter = action.parameters[i]
    const known = task.isA(argument, [])
    if (!known && !NAME.test(argument)) return ['syntax', `"${clip(argument)}" is not a name`]
    if (!parameter || task.isA(argument, parameter.types)) continue
    const role = `${parameter.name} of ${action.name}`
    const wanted = `${role} must be of type ${printTypes(parameter.types)}`
    if (known) return ['type', `${wanted}, and ${argument} is ${typeOf(task, argument)}`]
    if (parameter.types.length === 0 || parameter.types.includes('object')) continue
    return ['unknown_object', noObject(task, argument, parameter.types), wanted]
  }
  return undefined
}

function execute(task: Task, steps: readonly Step[], asked: boolean): PlanVerdict {
  const history = new History(task)
  const states = asked ? { states: [] as string[][] } : {}
  let state: ReadonlySet<string> = task.init
  let cost = 0
  states.states?.push([...state])
  for (const [i, step] of steps.entries()) {
    const action = task.actions.get(step.action)
    if (!action) throw new Error(`unknown action "${step.action}" past the check`)
    const binding = bind(action.parameters, step.args)
    const isMet = holds(action.precondition, binding, state, task)
    const odd = misuse(task, action, step)
    if (odd || !isMet) {
      const tooFew = step.args.length < action.parameters.length
      const missing =
        isMet || tooFew ? [] : deciding(action.precondition, true, binding, state, task)
      const why = [...missing.map(l => history.why(l, state)), ...(odd?.slice(1) ?? [])]
      // surplus arguments are the lesser fault when the step could not run without them either
      const isLesser = odd?.[0] === 'arity' && !tooFew && !isMet
      const kind = odd && !isLesser ? odd[0] : 'precondition'
      return { ...failure(kind, i + 1, step, missing, why), ...states }
    }
    const change = changeOf(action.effect, binding, state, task)
    if (Number.isNaN(change.cost)) return failure('cost', i + 1, step, [], [NO_COST])
    history.record(i + 1, step, change)
    state = applyChange(state, change)
    cost += task.problem.minimizeCost ? change.cost : 1
    states.states?.push([...state])
  }
  return { ...judgeGoal(task, steps.length, state, history, cost), ...states }
}

function judgeGoal(
  task: Task,
  length: number,
  state: ReadonlySet<string>,
  history: History,
  cost: number,
): PlanVerdict {
  const { goal } = task.problem
  if (holds(goal, new Map(), state, task)) {
    const message = `The plan is valid: ${count(length, 'step')}, cost ${cost}.`
    return { valid: true, kind: 'valid', missing: [], why: [], message, cost }
  }
  const missing = deciding(goal, true, new Map(), state, task)
  const literals = missing.map(printLiteral)
  const why = missing.map(l => history.why(l, state))
  const open = `${count(missing.length, 'goal')} not reached: ${literals.join(' ')}`
  const [kind, message] =
    length === 0
      ? (['empty', 'The plan is empty, and the goal does not hold.'] as const)
      : (['goal', `Every step can be executed, but ${open}.`] as const)
  return { valid: false, kind, missing: literals, why, message }
}

/** What is wrong with a step apart from its preconditions. */
function misuse(task: Task, action: Action, step: Step): Finding | undefined {
  const wanted = action.parameters.length
  if (step.args.length !== wanted) {
    const schema = printAtom(
      action.name,
      action.parameters.map(p => p.name),
    )
    return ['arity', `${schema} takes ${count(wanted, 'argument')}, not ${step.args.length}`]
  }
  const unknown = step.args.findIndex(a => !task.isA(a, []))
  if (unknown < 0) return undefined
  const argument = step.args[unknown] ?? ''
  return ['unknown_object', noObject(task, argument, action.parameters[unknown]?.types ?? [])]
}

function noObject(task: Task, name: string, types: readonly string[]): string {
  const fitting = task.range({ name, types })
  const hint = suggestion(name, fitting.length > 0 ? fitting : task.objects)
  return `there is no object "${clip(name)}"${hint}`
}

function failure(
  kind: VerdictKind,
  step: number,
  at: Step,
  missing: readonly Literal[],
  why: readonly string[],
): PlanVerdict {
  const action = printAtom(clip(at.action), at.args.map(clip))
  const literals = missing.map(printLiteral)
  const needed = literals.length > 0 ? literals.join(' and ') : 'what can never hold'
  const reason = kind === 'precondition' ? `it needs ${needed}` : why[missing.length]
  const message = `Step ${step}, ${action}, fails: ${reason}.`
  return { valid: false, kind, step, action, missing: literals, why, message }
}

const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_.@#-]*$/u

function typeOf(task: Task, object: string): string {
  const declared = [...task.domain.constants, ...task.problem.objects].filter(
    o => o.name === object,
  )
  return `of type ${printTypes(declared.flatMap(o => o.types))}`
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`
}

/** Arbitrary text may hold a word of any length. */
function clip(word: string): string {
  return word.length > 60 ? `${word.slice(0, 60)}...` : word
}
