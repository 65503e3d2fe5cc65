// Whether a plan gives every question the same answer: no role from outside ever reaches its result.
import { type Condition, parseCondition } from '../conditions/condition.ts'
import { topological } from '../dag.ts'
import { textOf } from '../expressions/derive.ts'
import { type Evaluated, evaluate, names } from '../expressions/expression.ts'
import { type PlanDraft, resultsOf, type Step } from '../plan.ts'
import { slots } from '../template.ts'

/** A result that is the same for every question, and how that is known. */
interface Constant {
  readonly role: string
  readonly why: string
}

/** What of a plan decides whether its result is constant. */
type Template = Pick<PlanDraft, 'steps' | 'parameters'>

/** The result of the plan that does not hang on any role given or found; undefined for a template. */
export function constantResult(plan: Template): Constant | undefined {
  const written = plan.steps.flatMap(step => step.writes.map(({ role }) => role))
  const results = written.includes('final_answer')
    ? ['final_answer']
    : resultsOf(plan).map(({ role }) => role)
  return demanded(plan, results) ?? computed(plan, results)
}

// --- internal ---

/** A postcondition that only one value meets. */
function demanded({ steps }: Template, results: readonly string[]): Constant | undefined {
  for (const { id: step, postcondition } of steps) {
    const condition = parseCondition(postcondition)
    const role = condition && onlyValue(condition)
    if (role !== undefined && results.includes(role))
      return { role, why: `the postcondition of ${step} is met by one value only` }
  }
  return undefined
}

/** The belief a condition leaves one literal value. */
function onlyValue(condition: Condition): string | undefined {
  switch (condition.type) {
    case 'and':
      return condition.all.map(onlyValue).find(role => role !== undefined)
    case 'compare':
      return condition.operator === '=' && !('belief' in condition.to)
        ? condition.belief
        : undefined
    case 'one-of':
      return condition.options.length === 1 && !('belief' in condition.options[0]!)
        ? condition.belief
        : undefined
    case 'matches':
      return /^\^?[\p{L}\p{N}\s,'"-]+\$?$/u.test(condition.pattern) &&
        /[\p{L}\p{N}]/u.test(condition.pattern)
        ? condition.belief
        : undefined
    default:
      return undefined
  }
}

function computed(plan: Template, results: readonly string[]): Constant | undefined {
  const sorted = topological(plan.steps)
  if (!('order' in sorted)) return undefined
  const fixed = new Map<string, string>()
  const roles = new Set([
    ...plan.parameters.map(({ role }) => role),
    ...plan.steps.flatMap(({ reads, writes }) => [...reads, ...writes.map(({ role }) => role)]),
  ])
  for (const step of sorted.order)
    for (const role of fixedRoles(step, fixed, roles)) fixed.set(role, step.id)
  const role = results.find(result => fixed.has(result))
  if (role === undefined || results.some(result => !fixed.has(result))) return undefined
  return { role, why: `what ${fixed.get(role)} writes hangs on nothing the question gives` }
}

/** The roles of a step that are the same for every question, when those in `fixed` are. */
function fixedRoles(
  step: Step,
  fixed: ReadonlyMap<string, string>,
  roles: ReadonlySet<string>,
): readonly string[] {
  const { kind, action, reads } = step
  const written = step.writes.map(({ role }) => role)
  const allFixed = (roles: readonly string[]) => roles.every(role => fixed.has(role))
  if (!action) return kind === 'synthesize' && allFixed(reads) ? written : []
  if ('add' in action) return Object.keys(action.add)
  if ('tool' in action)
    return (action.tool === 'calculate' || action.tool === 'bash') && allFixed(slots(action.input))
      ? written
      : []
  if (!('expression' in action)) return []
  if (textOf(action.expression) !== undefined)
    return allFixed(slots(action.expression)) ? written : []
  const named = names(action.expression, reads)
  // what is no arithmetic over roles is a text without a slot
  if (named === undefined || named.every(name => !roles.has(name) || fixed.has(name)))
    return written
  return neverVaries(action.expression, named) ? written : []
}

/** Whether an expression gives one value whatever numbers, or lists of them, it is given. */
function neverVaries(expression: string, roles: readonly string[]): boolean {
  const given = (value: (place: number) => number | readonly number[]) =>
    samples.map((_, at) => {
      const scope = Object.fromEntries(roles.map((role, i) => [role, { value: value(at + i) }]))
      return evaluate(expression, scope)
    })
  const sample = (place: number) => samples[place % samples.length]!
  const ofNumbers = given(sample)
  // some functions make sense of lists only: the count of one number is always one
  const ofLists = given(place => samples.slice(0, 1 + place))
  const [first] = ofNumbers
  const same = (each: Evaluated) =>
    first?.ok && each.ok && [each.value].flat().every(item => item === first.value)
  return ofNumbers.every(same) && ofLists.every(each => !each.ok || same(each))
}

const samples = [3, 7.25, 1_000_003, 0.0625, 41, 365_017, 12, 2_500_000_019]
