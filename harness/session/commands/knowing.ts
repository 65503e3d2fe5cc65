// Commands about what is believed and planned, and why.
import { readJournal } from '../../../agent/runs/journal.ts'
import { newestIn, type State } from '../../../agent/state.ts'
import { show } from '../../../plans/show.ts'
import { usage } from '../../cli/command.ts'
import { listLines, planLines as planDetails, statsLines } from '../../library/view.ts'
import { worthOf } from '../../library/worth.ts'
import { journalFile } from '../../run/runs.ts'
import { described, inWords } from '../../terminal/brief.ts'
import { harmless } from '../../terminal/plain-text.ts'
import { planTree } from '../../terminal/plan-tree.ts'
import { beliefLines, readEdit } from '../belief-edits.ts'
import type { Desk } from '../desk.ts'
import { intentionBeliefs } from '../grounds.ts'
import { points } from '../points.ts'
import { refusals, whyLines } from '../why.ts'
import type { SlashCommand } from './command.ts'

export const knowing: readonly SlashCommand[] = [
  {
    name: 'why',
    takes: '[QUESTION] [BELIEF]',
    about: 'explain the answer, or a belief, down to the words it was read from',
    anytime: true,
    complete: desk => Object.keys(beliefsOf(desk)),
    run(desk, said) {
      const { id, rest } = questionIn(desk, said)
      desk.say(...whyLines(stateOf(desk), id, rest || undefined, rest === ''))
    },
  },
  {
    name: 'beliefs',
    about: 'list what is believed, in the session and for the latest question',
    anytime: true,
    run(desk) {
      const state = stateOf(desk)
      const lines = newestIn(state, latest(state)).map(({ name, provenance, source, ...held }) =>
        harmless(`${name} = ${show(held)} (${provenance}, from ${source})`),
      )
      const own = lines.length === 0 ? [] : ['of the latest question:']
      desk.say(...beliefLines(state), ...own, ...lines.map(line => `  ${line}`))
    },
  },
  {
    name: 'believe',
    takes: 'NAME = VALUE',
    about:
      'correct a belief; whatever was derived from it is recomputed, also in the question at work',
    anytime: true,
    complete: desk => Object.keys(beliefsOf(desk)).map(name => `${name} = `),
    run(desk, rest) {
      const read = readEdit(rest)
      if ('problem' in read) throw usage(read.problem)
      const { agent } = desk.opened().session
      const open = openQuestion(agent.state())
      if (open !== undefined) agent.believe([read.edit], open)
      agent.believe([read.edit])
      desk.say(...beliefLines(agent.state()))
    },
  },
  {
    name: 'forget',
    takes: 'NAME',
    about: 'withdraw a belief of the session and whatever rests on it',
    seldom: true,
    anytime: true,
    complete: desk => sessionNames(stateOf(desk)),
    run(desk, rest) {
      const { agent } = desk.opened().session
      if (!sessionNames(agent.state()).includes(rest))
        throw usage(rest === '' ? 'name a belief: /forget NAME' : `there is no belief ${rest}`)
      agent.believe([{ name: rest }])
      desk.say(...beliefLines(agent.state()))
    },
  },
  {
    name: 'plan',
    takes: '[QUESTION]',
    about: 'show the plan of a question: its steps, results and refusals',
    anytime: true,
    run: (desk, said) => desk.say(...planOf(stateOf(desk), questionIn(desk, said).id)),
  },
  {
    name: 'plans',
    takes: '[WORDS | show ID | worth | use ID]',
    about: 'search the plan library, show a plan or what each is worth, use one',
    anytime: true,
    complete: (desk, typed) => {
      const [, verb] = /^(show|use) /.exec(typed) ?? []
      if (verb) return plansOf(desk).map(({ id, goal }) => [`${verb} ${id}`, goal])
      return [
        ['show ', 'a plan with everything known of it'],
        ['use ', 'a plan for the questions it fits'],
        ['worth', 'lift with its interval, quarantine'],
      ]
    },
    run(desk, rest) {
      const [verb = '', id = ''] = rest.split(/\s+/)
      const plans = plansOf(desk)
      const named = () => {
        const plan =
          plans.find(each => each.id === id) ?? plans.find(each => each.id.startsWith(id))
        if (id === '' || !plan)
          throw usage(`there is no plan ${id || 'without a name'}; /plans lists them`)
        return plan
      }
      if (verb === 'worth') desk.say(...statsLines({ removed: new Map() as never }, worthOf(plans)))
      else if (verb === 'show') desk.say(...planDetails(named()))
      else if (verb === 'use') {
        desk.preferred = named().id
        desk.say(harmless(`${desk.preferred} is used from now on where it fits`))
      } else {
        const words = rest.toLowerCase().split(/\s+/).filter(Boolean)
        const found = plans.filter(({ id, intentionType, goal }) =>
          words.every(word => `${id} ${intentionType} ${goal}`.toLowerCase().includes(word)),
        )
        if (found.length === 0 && plans.length > 0)
          throw usage(`no plan speaks of ${rest}; /plans lists them`)
        desk.say(...listLines(found, desk.telling.width()))
      }
    },
  },
]

// --- internal ---

const stateOf = (desk: Desk): State => desk.opened().session.agent.state()
const plansOf = (desk: Desk) => desk.opened().session.agent.library.plans()
const beliefsOf = (desk: Desk) => intentionBeliefs(stateOf(desk), latest(stateOf(desk)))

/** The question that a number names, the latest without one; and what else is said: `3 price`. */
function questionIn(desk: Desk, said: string) {
  const [, number, rest = ''] = /^(\d+)(?:\s+(.+))?$/.exec(said) ?? [undefined, undefined, said]
  if (number === undefined) return { id: latest(stateOf(desk)), rest }
  const asked = points(readJournal(journalFile(desk.opened().place)))
  const id = asked.find(({ name }) => name === number)?.intention
  if (id === undefined || !stateOf(desk).intentions.has(id))
    throw usage(`there is no question ${number} here; /cost lists them`)
  return { id, rest }
}

/** The question under way, or else the last one. */
const latest = (state: State): string =>
  openQuestion(state) ?? state.intentionHistory.last()?.intention ?? ''

const openQuestion = (state: State): string | undefined =>
  [...state.begun.keys()].filter(id => state.intentions.get(id)?.status === 'open').at(-1)

const sessionNames = (state: State) => [...(state.groundBeliefs.get('session')?.keys() ?? [])]

function planOf(state: State, id: string): readonly string[] {
  const intention = state.intentions.get(id)
  const plan = state.planLibrary.plans.get(intention?.plan ?? '')
  if (!intention) return ['there is no plan yet; ask a question']
  if (!plan && intention.status === 'open')
    return ['no plan is under way yet; one that waits for approval stands above']
  if (!plan) return ['the question has no plan; /why says why not']
  const beliefs = intentionBeliefs(state, id)
  const byId = new Map(plan.steps.map(step => [step.id, step]))
  return [
    harmless(`${plan.id}: ${plan.goal}`),
    ...planTree(plan.steps, intention.steps).map(({ lead = '', mark, step }) => {
      const { writes, ...rest } = byId.get(step)!
      const found = writes.flatMap(({ role }) =>
        beliefs[role]?.by?.step === step ? [`${inWords(role)} ${show(beliefs[role])}`] : [],
      )
      const came = found.length > 0 ? ` → ${found.join(', ')}` : ''
      const text = harmless(`${step} ${described({ ...rest, writes }, beliefs)}${came}`)
      return `  ${lead}${mark} ${text}`
    }),
    ...refusals(state, id).map(line => `  ${line}`),
  ]
}
