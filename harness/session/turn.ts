// A question under way as the person sees it: what is folded of its events beside the state, and what is
// heard between them.
import { apply, emptyState } from '../../agent/apply.ts'
import type { Event, PlanSelected } from '../../agent/event.ts'
import type { BudgetLimits, ModelEvent, Spent } from '../../agent/llm/provider.ts'
import type { State, Verdict } from '../../agent/state.ts'
import { unreadReply } from '../terminal/brief.ts'
import { harmless } from '../terminal/plain-text.ts'

export interface Turn {
  /** Milliseconds since the epoch. */
  readonly began: number
  readonly state?: State
  /** Milliseconds that the person was waited for. */
  readonly waited: number
  /** The plan of the question itself. */
  readonly selected?: PlanSelected
  /** By step of that plan. */
  readonly verdicts: Readonly<Record<string, Verdict>>
  /** The end of what the model has said, since it was last asked. */
  readonly saying: string
  /** The tool that the model has called, or called last. */
  readonly tool?: string
  /** A retry, a limit or a fallback, in a sentence. */
  readonly trouble?: string
  readonly budget?: { readonly limits: BudgetLimits; readonly spent: Spent }
}

export const begun = (began: number): Turn => ({ began, waited: 0, verdicts: {}, saying: '' })

/** The turn after an event; `model` is the one that was chosen, `state` the state after it. */
export function after(turn: Turn, event: Event, state: State, model: string): Turn {
  const now = { ...turn, state }
  switch (event.type) {
    case 'plan-selected':
      return state.intentions.get(event.intention)?.parent
        ? now
        : { ...now, selected: event, verdicts: {} }
    case 'step-finished': {
      const ofRoot = turn.selected?.intention === event.intention
      const verdicts = { ...turn.verdicts, [event.step]: event.verdict }
      return { ...now, ...(ofRoot && { verdicts }), ...silent }
    }
    case 'tool-called':
      return { ...now, tool: event.tool }
    case 'model-called': {
      const { trouble: _, ...calm } = now
      if (event.error)
        return { ...now, ...silent, trouble: `${event.model}: ${event.error.message}` }
      if (event.unread) return { ...now, ...silent, trouble: harmless(unreadReply(event)) }
      const other = event.model !== model && !model.split(',').includes(event.model)
      return { ...calm, ...silent, ...(other && { trouble: `${event.model} answers instead` }) }
    }
    default:
      return now
  }
}

/** The turn of a question in whose midst these events ended: how it stands, and nothing heard yet. */
export function resumed(events: readonly Event[], began: number, model: string): Turn {
  let state = emptyState()
  let turn = begun(began)
  for (const event of events) {
    state = apply(state, event)
    const asked = event.type === 'perception-received' && event.perception.kind === 'question'
    turn = after(asked ? begun(began) : turn, event, state, model)
  }
  const { tool: _, trouble: __, ...stands } = turn
  return stands
}

export function heard(turn: Turn, event: ModelEvent): Turn {
  if (event.type === 'text' || event.type === 'reasoning')
    return { ...turn, saying: (turn.saying + event.delta).slice(-mostSaid) }
  return event.type === 'tool-call' ? { ...turn, tool: event.call.name } : turn
}

// --- internal ---

const silent = { saying: '' }
/** Characters of a stream that can be on the screen. */
const mostSaid = 2_000
