// The internal actions that do something, named as in Jason's library; those that only look are in
// `plans/agentspeak/internal-tests.ts`.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '../../agent/contract.ts'
import { type State, type StepResult, stepKey } from '../../agent/state.ts'
import { literals, type View } from '../../agent/view.ts'
import { printTerm } from '../../plans/agentspeak/print.ts'
import { parseTerm } from '../../plans/agentspeak/reader.ts'
import { first } from '../../plans/agentspeak/solve.ts'
import type { Term } from '../../plans/agentspeak/term.ts'
import { type Bindings, resolve, spoken, unify } from '../../plans/agentspeak/unify.ts'
import { valuesSince } from '../../plans/agentspeak/values.ts'
import type { Awaitable } from '../../plans/awaitable.ts'
import type { Step } from '../../plans/plan.ts'
import { done, failed } from '../outcomes.ts'
import { asked } from './messages.ts'

/** By name; `true` is the body of a plan that has nothing to do. */
export const internalActions: Readonly<Record<string, InternalAction>> = {
  true: () => done('true'),
  '.print': (args, bindings) => done(args.map(arg => spoken(resolve(arg, bindings))).join('')),
  '.fail': ([why], bindings) =>
    failed('plan_failed', why ? spoken(resolve(why, bindings)) : 'the plan gives up'),
  '.wait': waited,
  '.send': async ([to, performative, content], _bindings, { step, view, ctx }) => {
    const message = asked(performative, content)
    if (!to || !message)
      return failed(
        'name_mismatch',
        'it is .send(NAME, tell, BELIEF), untell or achieve alike, or .send(NAME, askHow, "+!goal(_)")',
      )
    const name = spoken(to)
    const key = stepKey(view.intention, step.id)
    const taken = (await ctx.environment.post?.(name, { key, ...message })) ?? {
      refused: `there is no other agent here, and no ${name}`,
    }
    if ('refused' in taken) return failed('tool_error', taken.refused)
    const said = `${message.performative} ${message.content} to ${name}`
    return { ...done(said), ...(taken.plans.length > 0 && { plans: taken.plans }) }
  },
  '.suspend': toGoals('suspended', ({ goals }, id, why) => goals.suspend(id, why)),
  '.resume': toGoals('gone on with', ({ goals }, id) => goals.goOnWith(id)),
  '.drop_intention': toGoals('dropped', ({ goals }, id, why) => goals.drop(id, why)),
}

/** The step that an action is, and what it may use. */
export interface Doing {
  readonly step: Step
  readonly view: View
  readonly ctx: Ctx
}

type InternalAction = (
  args: readonly Term[],
  bindings: Bindings,
  doing: Doing,
) => Awaitable<StepResult>

// --- internal ---

/** Does something to every open root whose goal unifies with the argument; to the own one without an argument. */
function toGoals(said: string, deed: (ctx: Ctx, id: string, why: string) => void): InternalAction {
  return ([wanted], bindings, { view, ctx }) => {
    const why = `a plan for ${view.intention.goal} says so`
    const found = ctx.goals
      .open()
      .filter(({ id, goal }) =>
        wanted
          ? goal !== '' && unify(wanted, parseTerm(goal), bindings) !== undefined
          : id === view.intention.root,
      )
    for (const { id } of found) deed(ctx, id, why)
    const goals = found.map(({ goal }) => goal).join(', ')
    return done(
      `${said}: ${goals || (wanted ? `nothing, for no goal is ${printTerm(wanted)}` : '')}`,
    )
  }
}

/**
 * `.wait(100)` passes the time; `.wait(free(X))` and `.wait(free(X), 5000)` wait until it is believed and bind its
 * variables. The time counts from when the step was started, in the run that was killed if need be.
 */
async function waited(
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
