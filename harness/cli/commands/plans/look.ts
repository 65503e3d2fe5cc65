// Looking into a library: list, show, search, stats, lint. None of them changes the file.
import MiniSearch from 'minisearch'
import { type Plan, totals } from '../../../../plans/plan.ts'
import { stemsOf } from '../../../../plans/text/words.ts'
import { duplicates, findings, unplanned } from '../../../library/lint.ts'
import { listLines, planLines, statsLines, sum } from '../../../library/view.ts'
import { type Worth, worthOf } from '../../../library/worth.ts'
import { harmless } from '../../../terminal/plain-text.ts'
import { counted } from '../../../terminal/spending.ts'
import { usage } from '../../command.ts'
import { type Action, opened, wanted } from './action.ts'

export const list: Action = (names, asked) => {
  const { plans } = wanted(names, asked)
  return { lines: width => listLines(plans, width), data: plans.map(summaryOf) }
}

/** The plans that words describe, the nearest first. */
export const search: Action = (names, asked) => {
  const { library, words } = opened(names, asked)
  if (words.length === 0) throw usage('say what the plan is for: intend plans search WORDS')
  const found = nearestPlans([...library.plans.values()], words.join(' '))
  const none = found.length === 0
  return {
    lines: none ? ['no plan has anything to do with that'] : width => listLines(found, width),
    data: found.map(plan => ({ ...summaryOf(plan), goal: plan.goal })),
    wrong: none,
  }
}

export const show: Action = (names, asked) => {
  const { plans, one } = wanted(names, asked)
  const [plan] = plans
  if (!one || !plan)
    throw usage('name the plan to show: intend plans show ID; intend plans list has the ids')
  return { lines: planLines(plan), data: { ...plan, totals: totals(plan) } }
}

/** What plans have done, the best first; lift is over what the whole library knows of doing without. */
export const stats: Action = (names, asked) => {
  const { library, plans } = wanted(names, asked)
  const worth = worthOf(library.plans.values()).filter(({ plan }) => plans.includes(plan))
  return {
    lines: statsLines(library, worth),
    data: {
      file: library.file,
      plans: plans.length,
      removed: library.removed.size,
      ...sum(plans),
      each: worth.map(dataOf),
    },
  }
}

/** What is wrong with plans: exit code 1 when anything is. */
export const lint: Action = (names, asked) => {
  const { library, plans } = wanted(names, asked)
  const ids = new Set(plans.map(({ id }) => id))
  const all = [...duplicates(library.plans.values()), ...unplanned(library.plans.values())]
  const found = [...plans.flatMap(findings), ...all.filter(({ plan }) => ids.has(plan))]
  const lines = found.map(({ plan, message }) => harmless(`${plan}: ${message}`))
  const wrong = found.length > 0
  return {
    lines: wrong ? lines : [`no faults in ${counted(plans.length, 'plan')}`],
    data: found,
    wrong,
  }
}

// --- internal ---

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
