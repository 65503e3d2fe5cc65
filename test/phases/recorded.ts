// The recorded runs of the prompts, and one of them again without a model.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PromptStyle } from '../../agent/contract.ts'
import { createAgent } from '../../agent/create-agent.ts'
import type { AgentOptions } from '../../agent/embedded.ts'
import type { Event } from '../../agent/event.ts'

const folder = join(import.meta.dirname, '..', 'fixtures', 'recordings')

export interface Recorded {
  readonly id: string
  readonly question: string
  readonly files: readonly string[]
  /** The right answer. */
  readonly answer: string
  /** What the run came to where that is not it; null when it gave no answer. */
  readonly came?: string | null
  /** True when the documents of the folder were searched. */
  readonly corpus?: boolean
}

/** The questions of a folder of recordings. */
export const recordedIn = (home: string) =>
  readFileSync(join(home, 'questions.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Recorded)

export const recorded = recordedIn(folder)

/** What the recorded run came to; null for no answer. */
export const cameTo = ({ came, answer }: Recorded) => (came === undefined ? answer : came)

/** The file of a recorded run. */
export const recordingOf = (id: string, home = folder) => join(home, `${id}.jsonl`)

export async function replayed(
  { id, question, files = [], corpus }: Recorded,
  prompts?: PromptStyle,
  { home = folder, ...options }: { readonly home?: string } & Partial<AgentOptions> = {},
) {
  const events: Event[] = []
  const agent = await createAgent({
    model: `replay:${recordingOf(id, home)}`,
    onEvent: event => events.push(event),
    ...(corpus && { corpus: join(home, 'corpus') }),
    ...(prompts && { prompts }),
    ...options,
  })
  const answer = await agent.ask(question, { files: files.map(file => join(home, file)) })
  return { answer, events, drift: agent.model.drift!() }
}
