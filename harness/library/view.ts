// A plan library as a person reads it: a list, one plan as a tree, what is wrong with its plans, how
// they fared. All text of plans is made harmless here.
import type { LibraryContent } from '../../plans/library/merge.ts'
import { type Plan, type Role, type RunStats, type Step, totals } from '../../plans/plan.ts'
import { printRule } from '../../plans/rules/print.ts'
import { harmless, shortened, tableOf } from '../terminal/plain-text.ts'
import { planTree } from '../terminal/plan-tree.ts'
import type { Worth } from './worth.ts'

/** One line for each plan, below a head; two where a line may have fewer columns than that takes. */
export function listLines(plans: readonly Plan[], width?: number): readonly string[] {
  if (plans.length === 0) return ['the library holds no plans']
  const columns = {
    id: ({ id }: Plan) => harmless(id),
    type: ({ intentionType }: Plan) => shortened(intentionType, 44),
    uses: (plan: Plan) => totals(plan).useCount,
    successes: (plan: Plan) => totals(plan).successCount,
    failures: (plan: Plan) => totals(plan).failureCount,
    origin: originOf,
  }
  return tableOf(plans, columns, width)
}

/** A plan with everything that is known of it. */
export function planLines(plan: Plan): readonly string[] {
  const { refines, reason = '', seenQuestions, trust } = plan.origin
  const rule = printRule(plan)
  const content = {
    type: [harmless(plan.intentionType)],
    goal: [harmless(plan.goal)],
    context: plan.contextConditions.map(harmless),
    parameters: plan.parameters.map(roleOf),
    steps: stepLines(plan.steps),
  }
  const sections = {
    ...(rule === undefined ? content : { rule: rule.split('\n').map(harmless) }),
    statistics: [countsOf(plan), rates(totals(plan))],
    origin: [
      originOf(plan),
      ...(trust === undefined ? [] : [trust]),
      ...(refines === undefined ? [] : [harmless(`refines ${refines}: ${reason}`)]),
    ],
    questions: seenQuestions.map(question => shortened(question, 88)),
  }
  const lines = Object.entries(sections).flatMap(([name, all]) =>
    all.map((line, at) => `${(at === 0 ? name : '').padEnd(12)}${line}`),
  )
  return [harmless(plan.id), ...lines]
}

/** All plans together, then what each is worth. */
export function statsLines(
  { removed }: Pick<LibraryContent, 'removed'>,
  worth: readonly Worth[],
): readonly string[] {
  const all = sum(worth.map(({ plan }) => plan))
  return [
    `plans ${worth.length}, removed ${removed.size}`,
    `${countsIn(all)}; ${rates(all)}`,
    ...worth.flatMap(each => ['', ...worthLines(each)]),
  ]
}

export function sum(plans: readonly Plan[]): RunStats {
  return totals({ stats: Object.fromEntries(plans.map(plan => [plan.id, totals(plan)])) })
}

// --- internal ---

function stepLines(steps: readonly Step[]): readonly string[] {
  const byId = new Map(steps.map(step => [step.id, step]))
  return planTree(steps, {}).flatMap(({ lead = '', text, step }) => {
    const { description, action, postcondition, effect } = byId.get(step)!
    const inner = ' '.repeat(lead.length + 2)
    return [
      `${lead}${harmless(text)}${effect ? ' (has an effect)' : ''}`,
      `${inner}${harmless(description)}`,
      ...(action ? [`${inner}${harmless(actionOf(action))}`] : []),
      `${inner}until ${harmless(postcondition)}`,
    ]
  })
}

function actionOf(action: NonNullable<Step['action']>): string {
  if ('expression' in action) return `= ${action.expression}`
  if ('tool' in action) return `${action.tool} ${JSON.stringify(action.input)}`
  if ('act' in action) return `act ${[action.act, ...action.args].join(' ')}`
  if ('achieve' in action) return `achieve ${action.achieve}`
  return `believe ${JSON.stringify(action.add)}, no longer ${action.remove.join(', ') || 'nothing'}`
}

function roleOf({ role, type, unit }: Role): string {
  const kind = [type, unit].filter(part => part !== undefined).join(', ')
  return harmless(kind === '' ? role : `${role} (${kind})`)
}

function worthLines({ plan, counts, lift, models, trust, unused, executable }: Worth) {
  const points = (share: number) => `${share > 0 ? '+' : ''}${Math.round(100 * share)}`
  const raised = lift
    ? `lift ${points(lift.lift)} points (${points(lift.interval[0])} to ${points(lift.interval[1])})`
    : 'lift unknown'
  const bySteps = `${executable} of ${plan.steps.length} steps by code`
  const several = models.length > 1 || models.some(({ model }) => model !== 'no model')
  return [
    harmless(plan.id),
    `  ${countsIn(counts)}; ${rates(counts)}`,
    `  ${raised}; ${bySteps}${trust === 'own' ? '' : `; ${trust}`}`,
    ...(several ? models : []).map(
      ({ model, counts }) => `  ${shortened(model, 30)}: ${countsIn(counts)}; ${rates(counts)}`,
    ),
    ...(unused === undefined ? [] : [`  ${harmless(unused)}`]),
  ]
}

function countsOf(plan: Plan): string {
  const runs = Object.keys(plan.stats).length
  return `${countsIn(totals(plan))}, in ${runs} run${runs === 1 ? '' : 's'}`
}

const countsIn = ({ useCount, successCount, failureCount }: RunStats) =>
  `uses ${useCount}, successes ${successCount}, failures ${failureCount}`

function rates({ successCount, failureCount, judgedRight, judgedWrong }: RunStats): string {
  const share = (part: number, rest: number) =>
    part + rest === 0 ? 'unknown' : `${Math.round((100 * part) / (part + rest))} %`
  const judged = judgedRight + judgedWrong
  const right =
    judged === 0
      ? 'never judged'
      : `judged right ${judgedRight} of ${judged} (${share(judgedRight, judgedWrong)})`
  return `successful ${share(successCount, failureCount)}, ${right}`
}

function originOf({ origin: { agent, model, createdAt } }: Plan): string {
  return harmless([agent, model, createdAt.slice(0, 10)].filter(Boolean).join(', '))
}
