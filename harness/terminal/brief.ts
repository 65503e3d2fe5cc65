// The view of a run in a person's words: what was understood, what is done about it and what came of it.
import type { Event, ModelCalled } from '../../agent/event.ts'
import { type NewBelief, type State, stepOf } from '../../agent/state.ts'
import { view } from '../../agent/view.ts'
import { readable } from '../../plans/answers/readable.ts'
import type { Quantity } from '../../plans/expressions/expression.ts'
import { given } from '../../plans/given.ts'
import type { Step } from '../../plans/plan.ts'
import { show } from '../../plans/show.ts'
import type { Outcome } from '../run/outcome.ts'
import { shortened } from './plain-text.ts'
import { type Progress, render, type View } from './progress.ts'
import { callsOf, counted } from './spending.ts'

/** The lines of those events that somebody who waits for an answer wants to see; a few for each question. */
export function createBrief(look: View = {}): Progress {
  return (event, state) => {
    const line = told(event, state)
    if (!line) return []
    const [label, text, mark] = line
    return [render(label, { text, ...(mark && marks[mark]) }, look)]
  }
}

/** What a step does, with the values it reads in place of its slots and names in place of what it finds. */
export function described(
  { description, writes }: Step,
  beliefs: Readonly<Record<string, Quantity>>,
): string {
  const found = new Set(writes.map(({ role }) => role))
  const pieces = description.replace(/\.$/, '').split(/\{(\w+)\}/)
  return pieces
    .map((piece, at) => {
      // every second one is a role
      const belief = at % 2 === 0 || found.has(piece) ? undefined : beliefs[piece]
      return belief ? said(belief) : inWords(piece)
    })
    .join('')
}

/** How a person would say the names of beliefs and conditions. */
export const inWords = (text: string) =>
  reasonInWords(text)
    .replace(/\bground_belief\((\w+)\)/g, '$1')
    .replace(/(?<=[a-z])_(?=[a-z])/g, ' ')

/** Why something failed, as a person would say it; names of files and tools stay as they are. */
export const reasonInWords = (reason: string) =>
  reason.replace(/\bdid not establish \w+(?:, \w+)*:/g, 'found nothing:')

/** That there is no answer, or that what was looked at does not say it, and why. */
export const unansweredInWords = (came: {
  readonly declined?: true | undefined
  readonly reason?: string | undefined
}) => `${came.declined ? 'cannot say' : 'no answer'}: ${reasonInWords(came.reason ?? '')}`

/** What is told of a reply of which nothing could be read. */
export const unreadReply = ({ model }: Pick<ModelCalled, 'model'>) =>
  `a reply of ${model} holds no JSON object, asking again`

/**
 * What of an answer is a model's conclusion from words that do not state it, a clause each to the person, and
 * what the model says beside it, as its words and nobody else's.
 */
export function unverifiedInWords({ concluded = [], beliefs, caveat }: Outcome): readonly string[] {
  const believed = (name: string) =>
    JSON.stringify(beliefs.find(belief => belief.name === name)?.value)
  const conclusions = concluded.map(({ name, from: [first, ...others] }) => {
    const isAnswer = concluded.length === 1 && believed(name) === believed('final_answer')
    const more = others.length > 0 ? ` and ${counted(others.length, 'more quote')}` : ''
    const from = first === undefined ? '' : `from "${shortened(first, 50)}"${more}`
    const what = [isAnswer ? '' : inWords(name), from].filter(Boolean).join(', ')
    return `concluded, not stated${what && `: ${what}`}`
  })
  const added = caveat === undefined ? [] : [`note by the model: ${shortened(caveat, 400)}`]
  return [...conclusions, ...added]
}

// --- internal ---

type Line = readonly [label: string, text: string, mark?: 'done' | 'failed']

const marks = {
  done: { mark: '✓', tone: 'good' },
  failed: { mark: '✗', tone: 'bad' },
} as const

function told(event: Event, state: State): Line | undefined {
  switch (event.type) {
    case 'beliefs-perceived':
      if (event.beliefs.length === 0) return undefined
      return ['given', `${event.known ? 'as asked before: ' : ''}${values(event.beliefs)}`]
    case 'intention-formed': {
      const asked = state.perceptions.get(event.intention)?.perception.text
      return event.failure || event.goal === asked ? undefined : ['goal', inWords(event.goal)]
    }
    case 'plan-selected': {
      const { plan, from } = event
      const steps = counted(plan.steps.length, 'step')
      return isRoot(event.intention, state)
        ? ['plan', `${origins[from]}, ${steps}: ${inWords(plan.goal)}`]
        : undefined
    }
    case 'step-finished': {
      const { intention, step, result, verdict } = event
      if (!verdict.passed) {
        const tried = shortened(stepInWords(state, intention, step), 40)
        return ['', `${tried}: ${inWords(verdict.why)}`, 'failed']
      }
      const found = result.beliefs.length === 0 ? '' : ` → ${values(result.beliefs)}`
      return isRoot(intention, state)
        ? ['', `${stepInWords(state, intention, step)}${found}`, 'done']
        : undefined
    }
    case 'plan-set-aside':
      return event.blameless
        ? ['', 'beginning again with that']
        : [
            '',
            `${inWords(event.verdict?.why ?? 'this plan does not work')}; looking for another`,
            'failed',
          ]
    case 'intention-recorded': {
      const { usage, seconds } = event.record
      return ['took', `${seconds.toFixed(1)} s, ${callsOf(usage)}`]
    }
    case 'library-reviewed':
      return event.decisions.length > 0
        ? ['learned', `${counted(event.decisions.length, 'plan')} of the library judged anew`]
        : undefined
    case 'plans-added':
      return event.plans.length > 0
        ? ['plans', `${counted(event.plans.length, 'plan')} written`]
        : undefined
    case 'model-called':
      return event.unread && event.attempt === 1 ? ['', unreadReply(event)] : undefined
    case 'question-amended':
      return ['said', event.text]
    case 'intention-suspended':
      return ['', `suspended: ${event.reason}`]
    case 'intention-prioritised':
    case 'intention-resumed':
    case 'intention-closed':
    case 'mind-cleared':
    case 'perception-received':
    case 'step-started':
    case 'tool-called':
      return undefined
  }
}

const origins = {
  library: 'one that worked before',
  generated: 'a new one',
  fallback: 'one step with every tool',
  person: 'as you have changed it',
} as const

/** A value as a person says it: of a list the items. */
const said = ({ value, unit }: Quantity) =>
  show(given({ value: Array.isArray(value) ? value.join(', ') : value, unit }))

const isRoot = (intention: string, state: State) =>
  state.intentions.get(intention)?.parent === undefined

const values = (beliefs: readonly NewBelief[]) =>
  beliefs
    .map(({ name, value, unit }) => `${inWords(name)} ${readable(said(given({ value, unit })))}`)
    .join(', ')

function stepInWords(state: State, intention: string, id: string): string {
  const step = stepOf(state, intention, id)
  return step ? described(step, view(state, intention).beliefs) : id
}
