// Looking into a library: list, show, search, stats, lint. None of them changes the file.
import MiniSearch from 'minisearch'
import { type Plan, totals } from '../../../../plans/plan.ts'
import { stemsOf } from '../../../../plans/text/words.ts'
import { duplicates, findings, unplanned } from '../../../library/lint.ts'
import { listLines, planLines, statsLines, sum } from '../../../library/view.ts'
import { type Worth, worthOf } from '../../../library/worth.ts'
import { harmless } from '../../../terminal/plain-text.ts'
import { exit, usage } from '../../command.ts'
import { type Action, chosen, counted, opened, print } from './action.ts'

/** One line a plan. */
export const list: Action = (names, asked) => {
  const { library, others } = opened(names, asked)
  const plans = [...chosen(library, others).plans.values()]
  print(
    width => listLines(plans, width),
    () => plans.map(summaryOf),
    asked,
  )
  return exit.satisfied
}

/** The plans that words describe, the nearest first. */
export const search: Action = (words, asked) => {
  const { library, others } = opened(words, asked)
  if (others.length === 0) throw usage('say what the plan is for: intend plans search WORDS')
  const found = nearestPlans([...library.plans.values()], others.join(' '))
  const lines = found.length > 0 ? undefined : ['no plan has anything to do with that']
  print(
    width => lines ?? listLines(found, width),
    () => found.map(plan => ({ ...summaryOf(plan), goal: plan.goal })),
    asked,
  )
  return found.length > 0 ? exit.satisfied : exit.notSatisfied
}

/** Everything that is known of one plan. */
export const show: Action = (names, asked) => {
  const { library, others } = opened(names, asked)
  if (others.length === 0)
    throw usage('name the plan to show: intend plans show ID; intend plans list has the ids')
  const [plan] = [...chosen(library, others).plans.values()]
  print(planLines(plan!), () => ({ ...plan!, totals: totals(plan!) }), asked)
  return exit.satisfied
}

/** What plans have done, the best first; lift is over what the whole library knows of doing without. */
export const stats: Action = (names, asked) => {
  const { library, others } = opened(names, asked)
  const wanted = chosen(library, others)
  const worth = worthOf(library.plans.values()).filter(({ plan }) => wanted.plans.has(plan.id))
  const all = [...wanted.plans.values()]
  const data = () => ({
    file: library.file,
    plans: all.length,
    removed: library.removed.size,
    ...sum(all),
    each: worth.map(dataOf),
  })
  print(statsLines(library, worth), data, asked)
  return exit.satisfied
}

/** What is wrong with plans: exit code 1 when anything is. */
export const lint: Action = (names, asked) => {
  const { library, others } = opened(names, asked)
  const wanted = chosen(library, others)
  const found = [
    ...[...wanted.plans.values()].flatMap(findings),
    ...[...duplicates(library.plans.values()), ...unplanned(library.plans.values())].filter(
      ({ plan }) => wanted.plans.has(plan),
    ),
  ]
  const lines = found.map(({ plan, message }) => harmless(`${plan}: ${message}`))
  const nothing = `nothing to find fault with in ${counted(wanted.plans.size, 'plan')}`
  print(lines.length > 0 ? lines : [nothing], () => found, asked)
  return found.length > 0 ? exit.notSatisfied : exit.satisfied
}

// --- internal ---

/** So many are looked at. */
const mostFound = 10

function nearestPlans(plans: readonly Plan[], words: string): readonly Plan[] {
  const stemmed = (text: string) => [...stemsOf(text)]
  const index = new MiniSearch<{ id: number; goal: string; rest: string }>({
    fields: ['goal', 'rest'],
    tokenize: stemmed,
    processTerm: term => term,
    searchOptions: { boost: { goal: 2 } },
  })
  index.addAll(
    plans.map(({ intentionType, goal, contextConditions, parameters, steps }, id) => {
      const roles = parameters.map(({ role }) => role.replaceAll('_', ' '))
      const about = [intentionType.replaceAll('_', ' '), ...contextConditions, ...roles]
      return { id, goal, rest: [...about, ...steps.map(step => step.description)].join(' ') }
    }),
  )
  return index
    .search(words)
    .slice(0, mostFound)
    .map(({ id }) => plans[id]!)
}

function summaryOf(plan: Plan) {
  const { id, intentionType: type, origin } = plan
  const { seenQuestions, ...from } = origin
  return { id, type, ...totals(plan), origin: from, questions: seenQuestions.length }
}

function dataOf({ plan, lift, unused, outcomes, trust, models, executable }: Worth) {
  return {
    ...summaryOf(plan),
    outcomes,
    trust,
    models,
    executable,
    steps: plan.steps.length,
    lift: lift ? { value: lift.lift, interval: lift.interval, harmful: lift.harmful } : null,
    unused: unused ?? null,
  }
}
