// What ends the work of agents in a world before its end.
import type { Event } from '../../agent/event.ts'
import { CommandError, exit } from '../cli/command.ts'

/** What ends an agent's work in a world before its end: when the person interrupts, and after so many seconds. */
export function stopOn(interrupted: AbortSignal, seconds?: number) {
  const stop = new AbortController()
  const signal: AbortSignal = stop.signal
  const ended = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason)),
  )
  ended.catch(() => undefined) // nobody may be waiting any more
  const interrupt = () => stop.abort(new CommandError('interrupted', exit.interrupted))
  interrupted.addEventListener('abort', interrupt, { once: true })
  const late = () =>
    stop.abort(new CommandError(`no plan within ${seconds} seconds`, exit.notSatisfied))
  const timer = seconds === undefined ? undefined : setTimeout(late, seconds * 1000)
  const clear = () => {
    clearTimeout(timer)
    interrupted.removeEventListener('abort', interrupt)
  }
  return {
    signal,
    /** Settles as the work does; rejects before it when the work is to end. Then nobody waits any longer. */
    during: <T>(work: Promise<T>) => Promise.race([work, ended]).finally(clear),
    /** Ends the work when the model cannot be asked, or (where `kinds` has it) may no more. Throws once it is to end. */
    heed(event: Event, kinds: readonly ('unavailable' | 'budget')[] = ['unavailable']): void {
      const { error } = event.type === 'model-called' ? event : {}
      const kind = kinds.find(each => each === error?.kind)
      const code = kind === 'unavailable' ? exit.configuration : exit.notSatisfied
      if (kind && error) stop.abort(new CommandError(error.message, code))
      signal.throwIfAborted()
    },
  }
}
