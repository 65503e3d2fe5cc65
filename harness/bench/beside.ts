// What a bench asks of a model beside the questions themselves: what it is asked with, and the journal of its calls.
import { join } from 'node:path'
import { agentNamed } from '../../agent/agents/agents.ts'
import type { Ctx } from '../../agent/contract.ts'
import type { CallEvent, Event } from '../../agent/event.ts'
import { openJournal } from '../../agent/runs/journal.ts'
import { given } from '../../plans/given.ts'
import type { Bench } from './folder.ts'
import type { Shared } from './work.ts'

/** An agent's surroundings outside of any question: the tools are shown and never used. */
export async function contextBeside(
  { agent, prompts }: Pick<Bench, 'agent' | 'prompts'>,
  { shared, signal, library }: Pick<Ctx, 'signal' | 'library'> & { readonly shared: Shared },
): Promise<Ctx> {
  const { name, policy, limits } = await agentNamed(agent)
  return {
    llm: shared.model.provider,
    environment: { tools: shared.tools, roots: [] },
    library,
    policy,
    limits,
    agent: name,
    signal,
    ...given({ prompts }),
    now: Date.now,
    report: () => undefined,
    changed: () => new Promise(() => undefined),
    goals: {
      open: () => [],
      suspend: () => undefined,
      goOnWith: () => undefined,
      drop: () => undefined,
    },
  }
}

/** Keeps the calls where `journalsBelow` finds them in the folder `path`; `onEvent` is told of each. */
export function journalBeside(path: string, onEvent: (event: Event) => void) {
  const journal = openJournal(join(path, 'review', 'events.jsonl'))
  const events: Event[] = [...journal.past]
  return {
    /** Those of before included. */
    events,
    report(body: CallEvent) {
      const event = { ...body, seq: events.length + 1, at: Date.now() }
      events.push(event)
      journal.append(event)
      onEvent(event)
    },
    close: journal.close,
  }
}
