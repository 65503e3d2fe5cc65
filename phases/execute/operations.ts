// Phase 4 of agents that speak AgentSpeak(L): a step is one operation of a plan's body.
import type { Ctx } from '../../agent/contract.ts'
import { type StepResult, stepKey } from '../../agent/state.ts'
import { toBelief, type View } from '../../agent/view.ts'
import { operationOf } from '../../plans/agentspeak/draft.ts'
import { printTerm } from '../../plans/agentspeak/print.ts'
import type { Operation } from '../../plans/agentspeak/program.ts'
import { parseTerm } from '../../plans/agentspeak/reader.ts'
import { first, UndecidedError } from '../../plans/agentspeak/solve.ts'
import { list, plain, type Structure, type Term } from '../../plans/agentspeak/term.ts'
import { type Bindings, resolve, spoken, unify } from '../../plans/agentspeak/unify.ts'
import { bindingsOf, valuesSince } from '../../plans/agentspeak/values.ts'
import { type Awaitable, rescued } from '../../plans/awaitable.ts'
import { memoOf } from '../../plans/memo.ts'
import type { Step } from '../../plans/plan.ts'
import { type Doing, internalActions } from '../agentspeak/internal-actions.ts'
import { awaited, beliefTrigger } from '../agentspeak/plans.ts'
import { done, failed } from '../outcomes.ts'

/**
 * Carries out one operation with what the plan's variables stand for. An action of the world may bind what
 * is still open in its arguments: its reply's data are `{ args }`, the arguments as they turned out.
 */
export function execute(_id: string, step: Step, view: View, ctx: Ctx): Awaitable<StepResult> {
  const operation = read(step)
  if (!operation) return failed('tool_error', `step ${step.id} is no operation of AgentSpeak(L)`)
  const bindings = bindingsOf(view.intention.values)
  return rescued(
    () => carriedOut(operation, bindings, { step, view, ctx }),
    error => {
      if (error instanceof UndecidedError) return failed('plan_failed', error.message)
      throw error
    },
  )
}

// --- internal ---

const read = memoOf(operationOf)

function carriedOut(
  { type, term: written }: Operation,
  bindings: Bindings,
  doing: Doing,
): Awaitable<StepResult> {
  const term = resolve(written, bindings)
  switch (type) {
    case 'evaluate':
    case 'test':
      return tested(written, bindings, doing)
    case 'execute':
      return acted(term as Structure, bindings, doing)
    case 'achieve':
      return failed('name_mismatch', `${printTerm(term)} is no goal`)
    case 'spawn':
      return { ...done(`!!${printTerm(term)}`), begins: [`+!${printTerm(term)}`] }
    case 'add':
    case 'remove':
    case 'update':
      return term.type === 'structure'
        ? changed(type, term, bindings, doing)
        : failed('name_mismatch', `${printTerm(term)} is no belief`)
  }
}

function tested(term: Term, bindings: Bindings, { view }: Doing): StepResult {
  const found = first([term], view.literals(), bindings)
  const said = printTerm(resolve(term, found?.bindings ?? bindings))
  return found
    ? { ...done(said), values: valuesSince(bindings, found.bindings) }
    : failed('plan_failed', `${said} does not hold`)
}

function changed(
  type: 'add' | 'remove' | 'update',
  term: Structure,
  bindings: Bindings,
  { view, ctx }: Doing,
): StepResult {
  const held = view.literals().of(`${term.name}/${term.args.length}`)
  const like = (each: Structure) => type === 'update' || unify(term, each, bindings) !== undefined
  const gone = type === 'add' ? [] : held.filter(like).slice(0, type === 'remove' ? 1 : undefined)
  const known = held.some(each => printTerm(plain(each)) === printTerm(plain(term)))
  const removed = gone.map(each => printTerm(plain(each)))
  const stays = type === 'update' && removed.includes(printTerm(plain(term)))
  const added = type === 'remove' ? [] : [toBelief(term, 'self')]
  const triggers = [
    ...(stays ? [] : gone.map(each => beliefTrigger('-', plain(each)))),
    ...(type === 'remove' || known ? [] : [beliefTrigger('+', term)]),
  ]
  const begins = awaited(triggers, view, ctx)
  const sign = { add: '+', remove: '-', update: '-+' }[type]
  return {
    ...done(`${sign}${printTerm(term)}`),
    change: { removed, added },
    ...(begins.length > 0 && { begins }),
  }
}

function acted(term: Structure, bindings: Bindings, doing: Doing): Awaitable<StepResult> {
  const internal = internalActions[term.name] ?? aliases[`${term.name}/${term.args.length}`]
  if (internal) return internal(term.args, bindings, doing)
  return term.name.startsWith('.')
    ? tested(term, bindings, doing)
    : actedInWorld(term, bindings, doing)
}

async function actedInWorld(
  term: Structure,
  bindings: Bindings,
  { step, view, ctx }: Doing,
): Promise<StepResult> {
  const { world } = ctx.environment
  if (!world) return failed('tool_error', `there is no world to ${printTerm(term)} in`)
  const { text, accepted, data } = await world.act(
    term.name,
    term.args.map(spoken),
    stepKey(view.intention, step.id),
  )
  if (!accepted) return failed('world_refused', text)
  const { args } = Object(data)
  const now = Array.isArray(args) ? args.map(arg => parseTerm(String(arg))) : undefined
  const found = now && unify(list(term.args), list(now), bindings)
  if (now && !found) return failed('world_refused', `it gave ${now.map(each => printTerm(each))}`)
  return found ? { ...done(text), values: valuesSince(bindings, found.bindings) } : done(text)
}

/** What plans in the paper's YAML call without a dot, where the world has no such action. */
const aliases = {
  'fail/0': internalActions['.fail'],
  'sleep/1': internalActions['.wait'],
} as Readonly<Record<string, (typeof internalActions)[string]>>
