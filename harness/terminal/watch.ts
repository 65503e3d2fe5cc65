// What is told while a run goes on: events as they happen, the view, and the sentences a person
// should read before and after.
import type { EmbeddedAgent } from '../../agent/create-agent.ts'
import type { Event } from '../../agent/event.ts'
import type { State } from '../../agent/state.ts'
import { CommandError, exit, type Surroundings } from '../cli/command.ts'
import type { RunFolder } from '../run/runs.ts'
import { harmless, printJson } from './plain-text.ts'
import { activity, createProgress, headline, knownLines, planLines } from './progress.ts'
import type { Screen } from './screen.ts'

export interface Watch {
  /** Before the question is pursued: what a person should know, and where a resumed run stands. */
  begin(agent: EmbeddedAgent): void
  /** Shows the event. Throws, and so ends the pursuit, once the run is to be stopped. */
  readonly onEvent: (event: Event, state: State) => void
  /** After the question is closed. */
  end(agent: EmbeddedAgent): void
}

/** Watches the run in `folder`; stops it through `stopping` when the model cannot be asked at all. */
export function createWatch(
  folder: RunFolder,
  {
    screen,
    showing,
    around,
  }: {
    readonly screen: Screen
    readonly showing: { readonly events: boolean }
    readonly around: Surroundings
  },
  stopping: AbortController,
): Watch {
  const view = { paint: screen.paint, width: screen.width }
  const progress = createProgress(view)
  const told = new Set<string>()
  const setAside = ({ library, memory }: EmbeddedAgent) => {
    for (const sentence of [library.setAside, memory?.setAside]) {
      if (sentence === undefined || told.has(sentence)) continue
      told.add(sentence)
      screen.warn(sentence)
    }
  }
  // a run is named once it is one that can be gone on with
  const kept = (state: State) => state.perceptions.some(received => received.perceived)
  const nameRun = () => screen.show([headline('run', folder.name, view)])
  let named = false
  return {
    begin: agent => {
      setAside(agent)
      const { notice, provider } = agent.model
      screen.show([
        // the notice is shown whole: its end says what to do
        notice === undefined ? headline('model', provider.name, view) : harmless(notice),
      ])
      named = kept(agent.state())
      if (named) nameRun()
      screen.show(planLines(agent.state(), view))
      screen.status(activity(agent.state()))
    },
    onEvent: (event, state) => {
      if (showing.events) around.stdout.write(`${printJson(event)}\n`)
      if (!named && kept(state)) {
        named = true
        nameRun()
      }
      screen.show(progress(event, state))
      screen.status(activity(state))
      if (event.type === 'model-called' && event.error?.kind === 'unavailable')
        stopping.abort(unavailable(event.error.message, kept(state) ? folder : undefined))
      stopping.signal.throwIfAborted()
    },
    end: agent => {
      setAside(agent)
      const ended = agent.model.budget?.ended()
      const record = agent.state().intentionHistory.last()
      if (ended !== undefined && record && !record.satisfied) {
        screen.show(knownLines(agent.state(), record.intention, view))
        if (!record.reason?.includes(ended)) screen.warn(ended)
      }
      const drift = agent.model.drift?.()
      if (drift && drift.drifted > 0)
        screen.show([
          `${drift.drifted} of ${drift.total} prompts have changed since they were recorded`,
        ])
    },
  }
}

// --- internal ---

function unavailable(message: string, kept: RunFolder | undefined): CommandError {
  const way = kept ? `; then go on with: intend resume ${kept.name}` : ''
  return new CommandError(message + way, exit.configuration)
}
