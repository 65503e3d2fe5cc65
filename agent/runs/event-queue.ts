// The events of one question on their way to a reader who may be slower than the loop.
import type { Event } from '../event.ts'
import type { State } from '../state.ts'

/** A queue that passes on what belongs to the perception of its first event, until `end`. */
export function eventQueue() {
  let waiting: Event[] = []
  let ended = false
  let wake: () => void = () => undefined
  let root: string | undefined
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
    /** The events since it was asked last, once there are some; none when there will be no more. */
    next: async (): Promise<readonly Event[]> => {
      if (waiting.length === 0 && !ended)
        await new Promise<void>(resolve => {
          wake = resolve
        })
      const events = waiting
      waiting = []
      return events
    },
  }
}
