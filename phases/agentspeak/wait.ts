// `.wait`: so many milliseconds, or until something is believed, with a deadline that a crash does not move.
import { setTimeout as sleep } from 'node:timers/promises'
import type { State, StepResult } from '../../agent/state.ts'
import { literals } from '../../agent/view.ts'
import { printTerm } from '../../plans/agentspeak/print.ts'
import { first } from '../../plans/agentspeak/solve.ts'
import type { Term } from '../../plans/agentspeak/term.ts'
import type { Bindings } from '../../plans/agentspeak/unify.ts'
import { valuesSince } from '../../plans/agentspeak/values.ts'
import { done, failed } from '../outcomes.ts'
import type { Doing } from './doing.ts'

/**
 * `.wait(100)` passes the time; `.wait(free(X))` and `.wait(free(X), 5000)` wait until it is believed and bind its
 * variables. The time counts from when the step was started, in the run that was killed if need be.
 */
export async function waited(
  [what, most]: readonly Term[],
  bindings: Bindings,
  { view, ctx }: Doing,
): Promise<StepResult> {
  const left = (time: number) => Math.max(0, (view.intention.since ?? ctx.now()) + time - ctx.now())
  if (!what || (most && most.type !== 'number'))
    return failed('name_mismatch', 'it is .wait(MILLISECONDS) or .wait(BELIEF, MILLISECONDS)')
  if (what.type === 'number') {
    await sleep(left(what.value), undefined, { signal: ctx.signal })
    return done('waited')
  }
  const over = new AbortController()
  const end = AbortSignal.any([ctx.signal, over.signal])
  const late =
    most?.type === 'number'
      ? sleep(left(most.value), undefined, { signal: end })
      : new Promise<undefined>((_, reject) => end.addEventListener('abort', reject, { once: true }))
  late.catch(() => undefined)
  try {
    for (let now = view.literals(), since: State | undefined; ; ) {
      const changes = ctx.changed(since) // asked for first, so that nothing is missed meanwhile
      const found = first([what], now, bindings)
      if (found) return { ...done(printTerm(what)), values: valuesSince(bindings, found.bindings) }
      const changed = await Promise.race([changes, late])
      if (!changed)
        return failed('deadline', `${printTerm(what)} was not believed in ${printTerm(most!)} ms`)
      if (!changed.begun.has(view.intention.root)) return failed('plan_failed', 'it was dropped')
      since = changed
      now = literals(since)
    }
  } finally {
    over.abort()
  }
}
