// The one conversation about a question, as the events of the run tell it: rebuilt by folding, so a
// killed run goes on in the middle of it.
import { List } from 'immutable'
import {
  type AttachedFile,
  type Exchange,
  isHeard,
  rootOf,
  type State,
  type StoredCall,
} from './state.ts'
import { type Heard, heard } from './view.ts'

/** What is known of the conversation that an intention is spoken of in. */
export interface Conversing {
  readonly root: string
  /** Leads to the intention through the steps that asked for it: empty for the root, `s1.` for a part. */
  readonly path: string
  readonly exchanges: List<Exchange>
  /** The tool calls that have a label in it, in their order. */
  readonly calls: readonly StoredCall[]
  readonly files: readonly AttachedFile[]
  readonly heard: () => Heard
}

/** Whether words are in view that are not the person's: what is said then may be the work of a stranger. */
export const isTainted = ({ calls, heard }: Pick<Conversing, 'calls' | 'heard'>) =>
  calls.some(isHeard) || heard().handed.length > 0

/** The conversation of intention `id`, which need not be formed yet. */
export function conversationOf(state: State, id: string): Conversing {
  const root = rootOf(state, id)
  const perception = state.perceptions.get(root)?.perception
  return {
    root,
    path: pathOf(state, id),
    exchanges: state.conversations.get(root) ?? List(),
    calls: [...(state.labels.get(root) ?? [])].map(id => state.toolCalls.get(id)!),
    files: perception?.files ?? [],
    heard: () => heard(state),
  }
}

/** The state with one more exchange in the conversation that intention `id` belongs to. */
export function said(state: State, id: string, exchange: Exchange): State {
  const root = rootOf(state, id)
  const before = state.conversations.get(root) ?? List()
  return { ...state, conversations: state.conversations.set(root, before.push(exchange)) }
}

/** What was said ahead for the plan of intention `id` counts no more, nor what was said for its parts. */
export function dropped(state: State, id: string): State {
  const root = state.intentions.get(id)!.root
  return state.conversations.has(root) ? said(state, id, { dropped: pathOf(state, id) }) : state
}

// --- internal ---

function pathOf(state: State, id: string): string {
  const above = (part: string) => state.intentions.get(part)?.parent
  let path = ''
  for (let at = above(id); at; at = above(at.intention)) path = `${at.step}.${path}`
  return path
}
