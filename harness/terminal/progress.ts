// The view of a run: a pure function from events to lines, phase by phase. All
// text of models, files and tools is made harmless here.
import type {
  BeliefsPerceived,
  Event,
  IntentionFormed,
  LibraryReviewed,
  ModelCalled,
  PlanSelected,
  StepFinished,
  StepStarted,
  ToolCalled,
} from '../../agent/event.ts'
import {
  type Intention,
  type KnownPlan,
  type NewBelief,
  newestIn,
  type State,
  stepOf,
  type Verdict,
} from '../../agent/state.ts'
import { harmless, shortened } from './plain-text.ts'
import { type Line, planTree, stepMarks } from './plan-tree.ts'
import { callsOf, priced, tokensOf } from './spending.ts'

/** How a piece of a line is set off; in a plain view every one gives the text back as it is. */
export interface Paint {
  readonly phase: (text: string) => string
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
  readonly faint: (text: string) => string
}

/** The lines that tell of `event`; `state` is the state after it. None for what nobody need see. */
export type Progress = (event: Event, state: State) => readonly string[]

export interface View {
  /** Columns of the longest line; 100 unless given. */
  readonly width?: number
  /** Plain text unless given. */
  readonly paint?: Paint
}

export function createProgress(view: View = {}): Progress {
  return (event, state) => {
    const [phase, ...lines] = told(event, state)
    return lines.map((line, index) => render(index === 0 ? phase : '', line, view))
  }
}

/** The plan that the latest intention is carrying out, with where its steps stand. */
export function planLines(state: State, view: View = {}): readonly string[] {
  const intention = state.intentions.get(state.currentIntention ?? '')
  const plan = state.planLibrary.plans.get(intention?.plan ?? '')
  if (!intention || !plan) return []
  return planTree(plan.steps, intention.steps).map((line, index) =>
    render(index === 0 ? 'plan' : '', line, view),
  )
}

/** The newest of what an intention has established, for one that ended before its answer. */
export function knownLines(state: State, intention: string, view: View = {}): readonly string[] {
  return newestIn(state, intention)
    .toSorted((a, b) => b.at - a.at)
    .slice(0, mostKnown)
    .map((belief, index) => render(index === 0 ? 'known' : '', { text: beliefText(belief) }, view))
}

/** A line of the view about something that is not an event. */
export function headline(label: string, text: string, view: View = {}): string {
  return render(label, { text, tone: 'faint' }, view)
}

/** What the agent is busy with and where the steps of its plan stand, in a few words. */
export function activity(state: State): string {
  const used = state.usage.get(state.currentIntention ?? '')
  const spent = used && used.inputTokens + used.outputTokens > 0
  return spent ? `${doing(state)} · ${tokensOf(used)}${priced(used)}` : doing(state)
}

function doing(state: State): string {
  // a question that was stopped before it was perceived never is
  const underWay = state.perceptions
    .values()
    .filter(({ id, perception }) => perception.kind === 'observation' || state.begun.has(id))
  if (underWay.some(received => !received.perceived)) return 'perceiving'
  if (state.begun.size === 0) return state.roots === 0 ? 'starting' : 'finishing'
  const open = state.intentions.get(state.currentIntention ?? '')
  if (!open) return 'formalizing'
  const plan = state.planLibrary.plans.get(open.plan ?? '')
  if (!plan) return 'deliberating'
  const marks = plan.steps.map(step => stepMarks[open.steps[step.id] ?? 'waiting'].mark).join('')
  const running = plan.steps.filter(step => open.steps[step.id] === 'started')
  const names = running.map(step => `${harmless(step.id)} (${step.kind})`).join(', ')
  const done = plan.steps.every(step => open.steps[step.id] === 'done')
  return `${marks} ${done ? 'looking whether the goal is reached' : `executing ${names}`}`.trimEnd()
}

/** Columns of the label before a line. */
export const labelWidth = 12

// --- internal ---

/** Beliefs shown of a run that ended before its answer. */
const mostKnown = 5

export const plain: Paint = {
  phase: text => text,
  good: text => text,
  bad: text => text,
  faint: text => text,
}

/** The phase that is at work, and what is told of it. */
type Told = readonly [phase: string, ...lines: readonly Line[]]

/** A line of the view, cut to its width; `phase` stands before it. */
export function render(phase: string, line: Line, { width = 100, paint = plain }: View): string {
  const { lead = '', mark, tone, text } = line
  const front = lead.length + (mark ? 2 : 0)
  const body = shortened(text, width - labelWidth - front)
  const label = paint.phase(phase.padEnd(labelWidth))
  const painted = tone ? paint[tone] : (all: string) => all
  const rest = mark ? `${painted(mark)} ${body}` : painted(body)
  return `${label}${lead ? paint.faint(lead) : ''}${rest}`.trimEnd()
}

function told(event: Event, state: State): Told {
  switch (event.type) {
    case 'mind-cleared':
    case 'perception-received':
      return ['']
    case 'question-amended':
      return ['perceive', { text: `said since: ${event.text}` }]
    case 'beliefs-perceived':
      return ['perceive', ...perceived(event)]
    case 'intention-formed':
      return ['formalize', ...formed(event)]
    case 'plan-selected':
      return ['deliberate', ...selected(event, state)]
    case 'plans-added':
      return ['deliberate', ...event.plans.map(({ goal }) => ({ text: `new plan: ${goal}` }))]
    case 'intention-suspended':
      return ['execute', { text: `suspended: ${event.reason}` }]
    case 'intention-resumed':
      return ['execute', { text: 'goes on' }]
    case 'intention-prioritised':
      return ['execute', { text: `priority ${event.priority}` }]
    case 'step-started': {
      const place = placeOf(state, event.intention)
      const step = stepOf(state, event.intention, event.step)
      const text = `${place}${event.step} ${step ? `${step.kind}: ${step.description}` : ''}`
      return ['execute', { ...stepMarks.started, text }, ...adopted(event, state)]
    }
    case 'tool-called':
      return ['', called(event, state)]
    case 'model-called':
      return ['', ...modelTrouble(event)]
    case 'step-finished':
      return ['verify', ...judged(event, state)]
    case 'plan-set-aside': {
      const { cycle } = state.intentions.get(event.intention)!
      const why = event.verdict ? `not yet: ${event.verdict.why}` : 'the plan is set aside'
      const text = `${placeOf(state, event.intention)}${why}; cycle ${cycle}`
      return [event.verdict ? 'satisfy' : 'deliberate', { mark: '✗', tone: 'bad', text }]
    }
    case 'intention-closed':
      return ['satisfy', closed(event.intention, state)]
    case 'intention-recorded': {
      const { usage, seconds } = event.record
      return ['', { text: `${callsOf(usage)}, ${seconds.toFixed(1)} s`, tone: 'faint' }]
    }
    case 'library-reviewed':
      return ['review', ...event.decisions.map(reviewed)]
  }
}

const perceived = ({ known, schemaBeliefs, beliefs, withdrawn }: BeliefsPerceived): Line[] => [
  ...(known ? [{ text: asBefore(known) }] : []),
  ...schemaBeliefs.map(text => ({ text })),
  ...beliefs.map(belief => ({ text: beliefText(belief) })),
  ...(withdrawn.length > 0 ? [{ text: `no longer: ${withdrawn.join(', ')}` }] : []),
]

function formed(event: IntentionFormed): Line[] {
  if (event.failure) return [] // told again, with its reason, when the run ends
  const { intentionType, goal, satisfactionCondition: until, replaces } = event
  return [
    { text: `${intentionType}: ${goal}` },
    ...(until ? [{ text: `until ${until}` }] : []),
    ...(replaces ? [{ text: `instead of ${replaces}` }] : []),
  ]
}

const adopted = ({ goal }: StepStarted, state: State): Line[] =>
  goal ? [{ text: `${placeOf(state, goal.id)}sub-goal ${goal.intentionType}: ${goal.goal}` }] : []

const reviewed = ({ plan, decision, reason }: LibraryReviewed['decisions'][number]): Line => ({
  text: `${decision} ${planName(plan)}: ${reason}`,
})

function selected(
  { plan, from, candidates, refused, intention }: PlanSelected,
  state: State,
): Line[] {
  const origin = {
    library: 'a plan of the library fits',
    generated: 'a new plan',
    fallback: 'the plan of last resort',
    person: 'the plan as you have changed it',
  }
  const { id, goal } = plan
  const others = candidates.filter(candidate => candidate.plan !== id).slice(0, 3)
  const { steps = {} } = state.intentions.get(intention) ?? {}
  return [
    { text: `${placeOf(state, intention)}${origin[from]} (${planName(id)}): ${goal}` },
    ...others.map(({ plan, reason }) => ({ text: `not ${planName(plan)}: ${reason}` })),
    ...refused.map(why => ({ mark: '✗', tone: 'bad' as const, text: `refused: ${why}` })),
    ...planTree(plan.steps, steps),
  ]
}

function called(
  { step, tool, input, content, value, unit, failed, intention }: ToolCalled,
  state: State,
): Line {
  const fields = input && typeof input === 'object' ? Object.entries(input) : []
  const given = fields.map(([name, each]) => `${name}: ${inBrief(each)}`).join(', ')
  const got = value === undefined ? content : `${inBrief(value)}${unit ? ` ${unit}` : ''}`
  const asked = shortened(`${placeOf(state, intention)}${step} ${tool} (${given}`, 60)
  return {
    lead: '  ',
    text: `${asked}) ${failed ? 'failed: ' : '→ '}${got}`,
    tone: failed ? 'bad' : 'faint',
  }
}

/** A reply that could not be used. Why there was no reply at all is told by what came of it. */
function modelTrouble({ purpose, error, issues }: ModelCalled): Line[] {
  if (error || issues.length === 0) return []
  const text = `the model's ${purpose} reply could not be used: ${issues.join('; ')}`
  return [{ lead: '  ', text, tone: 'faint' }]
}

function judged({ intention, step, result, verdict }: StepFinished, state: State): Line[] {
  const place = placeOf(state, intention)
  const text = `${place}${step} ${by(verdict)}`
  if (!verdict.passed) return [{ ...stepMarks.failed, text }]
  const kept = new Map(Object.entries(verdict.provenance ?? {}))
  const established = result.beliefs.map(belief => ({
    lead: '  ',
    text: beliefText({ ...belief, provenance: kept.get(belief.name) ?? belief.provenance }),
  }))
  return [{ ...stepMarks.done, text }, ...established]
}

const by = (verdict: Verdict) =>
  verdict.passed
    ? `passed by ${verdict.tier}: ${verdict.why}`
    : `failed by ${verdict.tier} (${verdict.mode}): ${verdict.why}`

/** A root that failed is told without its reason, which is the whole of what is printed last. */
function closed(id: string, state: State): Line {
  const { status, reason = '', answer, parent } = state.intentions.get(id)!
  const place = placeOf(state, id)
  if (status !== 'satisfied') {
    const why = parent ? `: ${reason}` : ''
    return { mark: '✗', tone: 'bad', text: `${place}${status}${why}` }
  }
  const text =
    answer === undefined ? `${place}${reason}` : `${place}${shortened(answer, 50)}: ${reason}`
  return { mark: '✓', tone: 'good', text }
}

function beliefText({ name, value, unit, provenance }: NewBelief): string {
  return `${name} = ${inBrief(value)}${unit ? ` ${unit}` : ''} (${provenance})`
}

function inBrief(value: unknown): string {
  return shortened(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), 60)
}

const asBefore = ({ plan, by }: KnownPlan) =>
  `as asked before (${planName(plan)}): ${by === 'model' ? 'with other values' : 'no model needed'}`

/** A plan's id ends with what tells it from others of its type. */
function planName(id: string): string {
  return id.length > 40 ? `${shortened(id.slice(0, -12), 27)}${harmless(id.slice(-12))}` : id
}

/** For a sub-goal the steps that led to it, nearest last: `s3›s1›`. At most three, since goals nest deep. */
function placeOf(state: State, intention: string): string {
  let place = ''
  let at: Intention | undefined = state.intentions.get(intention)
  for (let depth = 0; at?.parent; depth++) {
    if (depth === 3) return `…›${place}`
    place = `${at.parent.step}›${place}`
    at = state.intentions.get(at.parent.intention)
  }
  return place
}
