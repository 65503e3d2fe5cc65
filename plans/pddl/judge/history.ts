// Who changed which fact while a plan ran, and from that why a literal does not hold.

import { type Atom, atomOf, changesIn, printAtom, type Step } from '../syntax/syntax.ts'
import type { Task } from '../task/task.ts'
import { basis, isDerived, lacking } from './derive.ts'
import type { Change, State } from './semantics.ts'
import { type Literal, match, printLiteral } from './truth.ts'

/** The last change of every fact so far. */
export class History {
  readonly #task: Task
  readonly #last = new Map<string, string>()

  constructor(task: Task) {
    this.#task = task
  }

  /** Notes what step number `number` changed. */
  record(number: number, step: Step, change: Change): void {
    const by = `step ${number} ${printAtom(step.action, step.args)}`
    for (const fact of change.delete) this.#last.set(fact, by)
    for (const fact of change.add) this.#last.set(fact, by)
  }

  /** Why a literal that is wanted in a state, the latest one, does not hold. */
  why(literal: Literal, state: State): string {
    if (!isDerived(literal, this.#task)) return this.#whyChanged(literal)
    const { fact, positive } = literal
    if (!positive) {
      const from = basis([{ fact, positive: true }], state, this.#task)
      const shown = from.map(
        l => `${printLiteral(l)} (${this.#whyChanged({ ...l, positive: !l.positive })})`,
      )
      return `follows${shown.length > 0 ? ` from ${listed(shown)}` : ' by an axiom without conditions'}`
    }
    const missing = lacking([literal], state, this.#task, l => !canBecome(this.#task, l))
    const shown = missing.map(l => `${printLiteral(l)} (${this.#whyChanged(l)})`)
    return `does not follow${shown.length > 0 ? `, as there would have to be ${listed(shown)}` : ' by any axiom'}`
  }

  #whyChanged({ fact, positive }: Literal): string {
    const { name, args } = atomOf(fact)
    if (name === '=') {
      return positive ? `${args.join(' and ')} are different` : `both are ${args[0]}`
    }
    const by = this.#last.get(fact)
    const atStart = this.#task.init.has(fact)
    if (!positive) {
      if (by) return `made true by ${by}`
      return canBecome(this.#task, { fact, positive })
        ? 'true from the start and never deleted'
        : 'true from the start, and no action can delete it'
    }
    if (by) return `deleted by ${by}`
    if (atStart) return 'true at the start'
    if (canBecome(this.#task, { fact, positive })) return 'never made true'
    return `no action can make it true${this.#whereTrue(name, args)}`
  }

  /** What holds instead, the facts that agree in most arguments first. */
  #whereTrue(predicate: string, args: readonly string[]): string {
    const facts = this.#task.problem.init.filter(a => a.name === predicate)
    if (facts.length === 0) return `, and (${predicate} ...) never holds`
    const agreement = (fact: Atom) => fact.args.filter((arg, i) => arg === args[i]).length
    const nearest = [...facts].sort((a, b) => agreement(b) - agreement(a)).slice(0, 5)
    const shown = nearest.map(a => printAtom(a.name, a.args)).join(' ')
    return `; what holds is ${shown}${facts.length > 5 ? ' ...' : ''}`
  }
}

// --- internal ---

/** At most five, as an axiom may rest on everything there is. */
function listed(items: readonly string[]): string {
  return `${items.slice(0, 5).join(' and ')}${items.length > 5 ? ' and more' : ''}`
}

/** Whether some action has an effect that unifies with the literal, types respected. */
function canBecome(task: Task, { fact, positive }: Literal): boolean {
  return task.domain.actions.some(({ effect, parameters }) =>
    changesIn(effect, parameters).some(
      change =>
        change.kind === (positive ? 'add' : 'delete') &&
        match(change.atom, atomOf(fact), change.variables, new Map(), task) !== undefined,
    ),
  )
}
