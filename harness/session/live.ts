// The lines of a question under way: three to five that move, or all of it. A pure function of what is known.

import type { PlanSelected } from '../../agent/event.ts'
import type { UsageTotals } from '../../agent/runs/usage.ts'
import { type Belief, newestIn } from '../../agent/state.ts'
import { type Plan, type Step, totals } from '../../plans/plan.ts'
import { show } from '../../plans/show.ts'
import { described, inWords } from '../terminal/brief.ts'
import { harmless, shortened, wrapped } from '../terminal/plain-text.ts'
import { planTree, stepMarks } from '../terminal/plan-tree.ts'
import { activity, type Paint } from '../terminal/progress.ts'
import { frames } from '../terminal/screen.ts'
import { counted, priced, tokensOf } from '../terminal/spending.ts'
import { intentionBeliefs } from './grounds.ts'
import type { Turn } from './turn.ts'

export interface Look {
  readonly paint: Paint
  readonly width: number
  /** Lines there is room for. */
  readonly rows: number
  readonly now: number
  readonly unfolded: boolean
  /** False where nothing may move by itself. */
  readonly animated: boolean
}

/** What is shown of the turn, each line cut to the width. */
export function liveLines(turn: Turn, look: Look): readonly string[] {
  const { paint, unfolded } = look
  const line = (label: string, text: string, tone: keyof Paint = 'faint') =>
    `${paint.phase(label.padEnd(labelWidth))}${paint[tone](shortened(text, look.width - labelWidth))}`
  const lines = [
    headOf(turn, look),
    ...(unfolded ? [] : planLine(turn).map(text => line('plan', text))),
    ...(turn.tool === undefined ? [] : [line('tool', turn.tool)]),
    ...usedLine(turn).map(text => line('used', text)),
    ...(turn.trouble === undefined ? [] : [line('', turn.trouble.split(';')[0]!, 'bad')]),
  ]
  if (!unfolded) return lines.slice(0, Math.max(1, look.rows))
  const room = look.rows - lines.length
  const graph = graphOf(turn, look)
  const said = sayingOf(turn, look)
  const known = knownOf(turn)
  // of what is too long the graph counts first, then what was learned last
  const graphRoom = Math.max(1, room - Math.min(4, known.length) - Math.min(3, said.length))
  const shownGraph = around(graph, graphRoom).map(row => row.line())
  const knownRoom = Math.max(0, room - shownGraph.length - Math.min(3, said.length))
  const shownKnown = knownRoom === 0 ? [] : known.slice(-knownRoom)
  const saidRoom = Math.max(0, room - shownGraph.length - shownKnown.length)
  return [
    ...lines.slice(0, 1),
    ...shownGraph,
    ...shownKnown.map(belief => knownLine(belief, look)),
    ...(saidRoom === 0 ? [] : said.slice(-saidRoom)),
    ...lines.slice(1),
  ]
}

/** Everything that was used: the calls and, where a model was asked, the tokens, the cached share, the price. */
export function costOf(usage: UsageTotals): string {
  const { inputTokens, outputTokens, cachedTokens } = usage
  const calls = counted(usage.calls, 'call')
  if (inputTokens + outputTokens === 0) return calls
  const share = inputTokens === 0 ? 0 : Math.round((100 * cachedTokens) / inputTokens)
  return `${calls}, ${tokensOf(usage)} (${share} % of the prompts cached)${priced(usage)}`
}

// --- internal ---

/** Where a plan comes from and how it has fared, in a few words. */
const originOf = ({ from, plan }: PlanSelected) =>
  from === 'library' ? `known${recordOf(plan)}` : origins[from]

const origins = {
  generated: 'new',
  fallback: 'one step with every tool',
  person: 'as you have changed it',
} as const

const labelWidth = 6

function headOf(
  { state, began, waited }: Turn,
  { paint, now, animated, width, unfolded }: Look,
): string {
  const seconds = Math.max(0, Math.floor((now - began - waited) / 1000))
  const frame = animated ? frames[Math.floor(now / 120) % frames.length]! : '•'
  // without the marks, which stand beside the plan
  const busy = state ? activity(state).replace(/^[○◐●✗]+ /u, '') : 'starting'
  const doing = busy.split(' · ')[0]!
  const keys = `Esc stops, Ctrl-T ${unfolded ? 'folds' : 'unfolds'}`
  const text = animated ? `${doing} · ${seconds} s` : doing
  const whole = `${frame} ${text} · ${keys}`
  return whole.length <= width
    ? `${paint.phase(frame)} ${text} ${paint.faint(`· ${keys}`)}`
    : `${paint.phase(frame)} ${shortened(text, width - 2)}`
}

function planLine({ state, selected }: Turn): readonly string[] {
  if (!selected || !state) return []
  const { plan, intention } = selected
  const { steps = {} } = state.intentions.get(intention) ?? {}
  const marks = plan.steps.map(({ id }) => stepMarks[steps[id] ?? 'waiting'].mark).join('')
  const shown = marks.length <= 24 ? marks : `${marks.slice(0, 23)}…`
  return [`${shown} ${originOf(selected)}, ${counted(plan.steps.length, 'step')}: ${plan.goal}`]
}

function recordOf(plan: Plan): string {
  const { successCount, failureCount } = totals(plan)
  const all = successCount + failureCount
  return all === 0 ? '' : ` (${successCount} of ${all} times right)`
}

function usedLine({ state, budget }: Turn): readonly string[] {
  const usage = state?.usage.get([...state.begun.keys()].at(-1) ?? '')
  const used = usage ? costOf(usage) : ''
  const left = budget ? leftOf(budget) : ''
  return used === '' && left === '' ? [] : [[used, left].filter(Boolean).join(' · ')]
}

/** What a budget leaves: `$0.41 left, 12,000 tokens left`. */
export function leftOf({ limits, spent }: NonNullable<Turn['budget']>): string {
  const over = (all: number | undefined, gone: number) => Math.max(0, (all ?? 0) - gone)
  return [
    ...(limits.cost === undefined ? [] : [`$${over(limits.cost, spent.cost ?? 0).toFixed(2)}`]),
    ...(limits.tokens === undefined ? [] : [counted(over(limits.tokens, spent.tokens), 'token')]),
    ...(limits.seconds === undefined
      ? []
      : [`${Math.round(over(limits.seconds, spent.seconds))} s`]),
  ]
    .map(each => `${each} left`)
    .join(', ')
}

/** A row of the graph; its words are put together only where it is shown. */
interface Row {
  readonly open: boolean
  line(): string
}

function graphOf(turn: Turn, { paint, width }: Look): readonly Row[] {
  const { state, selected, verdicts } = turn
  if (!state || !selected) return []
  const { plan, intention } = selected
  const { steps = {} } = state.intentions.get(intention) ?? {}
  const byId = new Map(plan.steps.map(step => [step.id, step]))
  const beliefs = intentionBeliefs(state, intention)
  const head = `plan  ${originOf(selected)}: ${harmless(plan.goal)}`
  const wordsOf = (step: Step) => {
    const verdict = verdicts[step.id]
    const found = step.writes.flatMap(({ role }) => {
      const belief = beliefs[role]
      return belief?.by?.step === step.id ? [`${role} = ${show(belief)}`] : []
    })
    const came = verdict
      ? verdict.passed
        ? `${found.join(', ') || 'done'} (${verdict.tier})`
        : `${inWords(verdict.why)} (${verdict.tier})`
      : toolOf(step)
    return `${step.id} ${described(step, beliefs)}${came ? ` · ${came}` : ''}`
  }
  const rows = planTree(plan.steps, steps).map(({ lead = '', mark, tone, step: id }) => ({
    open: steps[id] !== 'done' && steps[id] !== 'failed',
    line: () => {
      const shown = shortened(wordsOf(byId.get(id)!), width - lead.length - 2)
      return `${paint.faint(lead)}${tone ? paint[tone](mark ?? '') : mark} ${steps[id] === undefined ? paint.faint(shown) : shown}`
    },
  }))
  return [{ open: false, line: () => paint.phase(shortened(head, width)) }, ...rows]
}

const toolOf = ({ kind, action }: Step) =>
  !action ? kind : 'tool' in action ? action.tool : 'expression' in action ? 'computed' : kind

/** What is believed of the question, what was learned last at the end. */
function knownOf({ state, selected }: Turn): readonly Belief[] {
  const id = selected?.intention ?? [...(state?.begun.keys() ?? [])].at(-1)
  if (!state || id === undefined) return []
  return newestIn(state, id).toSorted((a, b) => a.at - b.at)
}

function knownLine(belief: Belief, { paint, width }: Look): string {
  const text = `${inWords(belief.name)} = ${show(belief)} (${belief.provenance}, ${belief.source})`
  return `${paint.phase('knows ')}${shortened(text, width - labelWidth)}`
}

function sayingOf({ saying }: Turn, { paint, width }: Look): readonly string[] {
  if (saying === '') return []
  return wrapped(harmless(saying.slice(-6 * width)), width - 2)
    .slice(-3)
    .map(line => paint.faint(`│ ${line.trimStart()}`))
}

/** So many rows that what runs is among them: the head, and those around the first that is not done. */
function around(all: readonly Row[], room: number): readonly Row[] {
  if (all.length <= room) return all
  const [head, ...rows] = all
  const running = rows.findIndex(row => row.open)
  const middle = running < 0 ? rows.length : running
  const first = Math.max(0, Math.min(rows.length - (room - 1), middle - 2))
  return [head!, ...rows.slice(first, first + room - 1)]
}
