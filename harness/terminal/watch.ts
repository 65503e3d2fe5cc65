// What is told while a run goes on: events as they happen, the view, and the sentences a person
// should read before and after.
import type { EmbeddedAgent } from '../../agent/embedded.ts'
import type { Event, ModelCalled } from '../../agent/event.ts'
import { again } from '../../agent/llm/retry.ts'
import { type Ending, endingOf } from '../../agent/runs/ending.ts'
import type { State } from '../../agent/state.ts'
import { illegible } from '../../phases/ask.ts'
import { type CommandError, misconfigured, type Surroundings } from '../cli/command.ts'
import type { RunFolder } from '../run/runs.ts'
import { createBrief } from './brief.ts'
import { harmless, printJson } from './plain-text.ts'
import { activity, createProgress, headline, knownLines, planLines } from './progress.ts'
import type { Screen } from './screen.ts'

/** Watches the run in `folder`; stops it through `stopping` when the model cannot be asked at all. */
export function createWatch(
  folder: RunFolder,
  { screen, showing, around }: Watching,
  stopping: AbortController,
) {
  const progress = showing.verbose ? createProgress(screen) : createBrief(screen)
  const warned = new Set<string>()
  const setAside = ({ library, memory }: EmbeddedAgent) => {
    for (const sentence of [library.setAside, memory?.setAside]) {
      if (sentence === undefined || warned.has(sentence)) continue
      warned.add(sentence)
      screen.warn(sentence)
    }
  }
  // a run is named once it is one that can be gone on with
  const kept = (state: State) => state.perceptions.values().some(received => received.perceived)
  const nameRun = () => screen.show([headline('run', folder.name, screen)])
  const calls: ModelCalled[] = []
  let named = false
  let served = false
  let ending: Ending | undefined
  return {
    /** Before the question is pursued: what a person should know, and where a resumed run stands. */
    begin: (agent: EmbeddedAgent) => {
      setAside(agent)
      const { notice, provider, network } = agent.model
      served = network === true
      screen.show([
        // the notice is shown whole: its end says what to do
        notice === undefined ? headline('model', provider.name, screen) : harmless(notice),
      ])
      named = kept(agent.state())
      if (named) nameRun()
      screen.show(planLines(agent.state(), screen))
      screen.status(activity(agent.state()))
    },
    /** Shows the event. Throws, and so ends the pursuit, once the run is to be stopped. */
    onEvent: (event: Event, state: State) => {
      if (showing.events) around.stdout.write(`${printJson(event)}\n`)
      if (!named && kept(state)) {
        named = true
        nameRun()
      }
      screen.show(progress(event, state))
      screen.status(activity(state))
      if (event.type === 'model-called') {
        calls.push(event)
        if (event.error?.kind === 'unavailable')
          stopping.abort(unavailable(event.error.message, kept(state) ? folder : undefined))
      }
      stopping.signal.throwIfAborted()
    },
    onRetry: (why: string, ms: number) => screen.show([headline('', again(why, ms), screen)]),
    /** After the question is closed. */
    end: (agent: EmbeddedAgent) => {
      setAside(agent)
      const ended = agent.model.budget?.ended()
      const record = agent.state().intentionHistory.last()
      ending = record && endingOf(agent.state(), record.intention, served)
      if (ended !== undefined && record && !record.satisfied) {
        screen.show(knownLines(agent.state(), record.intention, screen))
        if (!record.reason?.includes(ended)) screen.warn(ended)
      }
      const garbage = isGarbage(calls) ? illegible(calls.at(-1)!.model) : undefined
      if (garbage !== undefined && record?.reason !== garbage) screen.warn(garbage)
      const drift = agent.model.drift?.()
      if (drift && drift.drifted > 0)
        screen.show([
          `${drift.drifted} of ${drift.total} prompts have changed since they were recorded`,
        ])
    },
    /** How the question has ended. */
    ended: () => ending,
  }
}

// --- internal ---

interface Watching {
  readonly screen: Screen
  readonly showing: { readonly events: boolean; readonly verbose: boolean }
  readonly around: Surroundings
}

/** Whether the model has replied, and nothing that it replied could be read. */
const isGarbage = (calls: readonly ModelCalled[]) =>
  calls.length > 0 && calls.every(({ parsed, error }) => parsed === 'failed' && !error)

function unavailable(message: string, kept: RunFolder | undefined): CommandError {
  const way = kept ? `; then go on with: intend resume ${kept.name}` : ''
  return misconfigured(message + way)
}
