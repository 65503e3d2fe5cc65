// The events of one question on their way to a reader who may be slower than the loop.
import type { Event } from '../event.ts'
import type { State } from '../state.ts'

/** A queue that passes on what belongs to the perception of its first event, until `end`. */
export function eventQueue() {
  const waiting: Event[] = []
  let ended = false
  let wake: () => void = () => undefined
  let root: string | undefined
  async function* events(): AsyncGenerator<Event> {
    for (;;) {
      for (let event = waiting.shift(); event; event = waiting.shift()) yield event
      if (ended) return
      await new Promise<void>(resolve => {
        wake = resolve
      })
    }
  }
  return {
    /** The first event is the perception this reader brought; only what belongs to it is passed on. */
    push: (event: Event, state: State) => {
      const of = state.intentions.get(event.intention)?.root ?? event.intention
      root ??= of
      if (event.type === 'intention-formed' && event.replaces === root) root = event.intention
      if (of !== root) return
      waiting.push(event)
      wake()
    },
    end: () => {
      ended = true
      wake()
    },
    events: events(),
  }
}
