// When one plan makes another useless: theta-subsumption of event and context (Plotkin 1970), with
// negation read as "there is none".
import type { Clause } from '../program.ts'
import {
  negated,
  type Structure,
  structure,
  type Term,
  variable,
  variablesOf,
  withVariables,
} from '../term.ts'
import { type Bindings, unify } from '../unify.ts'

/**
 * Whether the first plan applies whenever the second one does: some substitution of its variables makes its
 * event the second's, and each part of its context a part of the second's, or weaker than one.
 */
export function subsumes(general: Clause, special: Clause): boolean {
  return matches(general, special) !== undefined
}

/** Whether the plan can never apply, since its context wants what it forbids. */
export function contradicts({ trigger, context }: Clause): boolean {
  const fixed = outside(trigger.literal, context)
  const wanted = context.flatMap(part => (negated(part) ? [] : [constant(part, fixed)]))
  return context.some(part => {
    const inner = negated(part)
    if (!inner) return false
    const forbidden = locals(inner, fixed)
    return wanted.some(each => unify(forbidden, each, undefined) !== undefined)
  })
}

/** A plan that is of no use, by its place among the plans, and why, in one sentence. */
interface Useless {
  readonly at: number
  readonly why: string
}

/**
 * The plans that are of no use where the first that applies is taken: one whose context cannot hold, one
 * that an earlier plan takes the turn of, and one that a later, more general plan says as well.
 */
export function uselessPlans(clauses: readonly Clause[]): readonly Useless[] {
  return clauses.flatMap((clause, at): readonly Useless[] => {
    if (contradicts(clause)) return [{ at, why: 'its conditions can never hold together' }]
    const earlier = clauses.findIndex((other, place) => place < at && subsumes(other, clause))
    if (earlier >= 0)
      return [{ at, why: `plan ${earlier + 1} applies whenever it does, and comes first` }]
    const later = clauses.findIndex(
      (other, place) =>
        place > at &&
        saysAsWell(other, clause) &&
        !subsumes(clause, other) &&
        clauses.slice(at + 1, place).every(between => !rivals(between, clause)),
    )
    if (later >= 0) return [{ at, why: `plan ${later + 1} does the same in more situations` }]
    return []
  })
}

// --- internal ---

/** The substitution by which the general plan applies; the special plan's variables stand for themselves. */
function matches(general: Clause, special: Clause) {
  if (
    general.trigger.sign !== special.trigger.sign ||
    general.trigger.kind !== special.trigger.kind
  )
    return undefined
  const own = outside(general.trigger.literal, general.context)
  const fixed = outside(special.trigger.literal, special.context)
  const event = unify(general.trigger.literal, constant(special.trigger.literal, fixed), undefined)
  if (!event) return undefined
  const search = (at: number, bindings: Bindings): { bindings: Bindings } | undefined => {
    const part = general.context[at]
    if (!part) return { bindings }
    for (const other of special.context) {
      const next = implied(part, own, other, fixed, bindings)
      const all = next && search(at + 1, next.bindings)
      if (all) return all
    }
    return undefined
  }
  return search(0, event.bindings)
}

/** Whether the `part` of a context follows from the `other` one's. */
function implied(
  part: Term,
  own: ReadonlySet<string>,
  other: Term,
  fixed: ReadonlySet<string>,
  bindings: Bindings,
) {
  const [forbidden, absent] = [negated(part), negated(other)]
  if (!forbidden || !absent) return unify(part, constant(other, fixed), bindings)
  // that there is no b says that there is no a, when every a is a b
  return unify(locals(absent, fixed), lasting(forbidden, own), bindings)
}

/** Whether both may be for the same goal. */
function rivals(one: Clause, other: Clause): boolean {
  const goal = locals(other.trigger.literal, new Set()) // its variables are its own
  return unify(one.trigger.literal, goal, undefined) !== undefined
}

/** Whether the context chooses what the body is done with: then another context may choose otherwise. */
function choosesFor({ trigger, context, body }: Clause): boolean {
  const given = new Set(variablesOf(trigger.literal))
  const chosen = new Set(context.flatMap(variablesOf).filter(name => !given.has(name)))
  return body.some(({ term }) => variablesOf(term).some(name => chosen.has(name)))
}

/** The bodies are the same under the substitution that makes the events and contexts fit. */
function saysAsWell(general: Clause, special: Clause): boolean {
  const found = matches(general, special)
  if (!found || general.body.length !== special.body.length || choosesFor(special)) return false
  const fixed = new Set([
    ...outside(special.trigger.literal, special.context),
    ...special.body.flatMap(({ term }) => variablesOf(term)),
  ])
  let bindings = found.bindings
  return general.body.every((operation, at) => {
    const same = special.body[at]!
    const next = unify(operation.term, constant(same.term, fixed), bindings)
    bindings = next?.bindings
    return next !== undefined && operation.type === same.type
  })
}

/** The variables that a plan's event and wanted beliefs bind; all others are local to a negation. */
function outside(event: Structure, context: readonly Term[]): ReadonlySet<string> {
  const positive = context.filter(part => !negated(part))
  return new Set([event, ...positive].flatMap(variablesOf))
}

/** These variables, and each `_`, as constants that occur nowhere else. */
function constant(term: Term, names: ReadonlySet<string>): Term {
  let anonymous = 0
  return withVariables(term, name => {
    if (name === '_') return structure(`'_${anonymous++}`)
    return names.has(name) ? structure(`'${name}`) : variable(name)
  })
}

/** These variables as constants, and all others as variables of its own. */
function locals(term: Term, names: ReadonlySet<string>): Term {
  return withVariables(term, name => {
    if (names.has(name)) return structure(`'${name}`)
    return variable(name === '_' ? name : `${name}'`)
  })
}

/** All variables but these as constants. */
function lasting(term: Term, names: ReadonlySet<string>): Term {
  return withVariables(term, name => (names.has(name) ? variable(name) : structure(`'any ${name}`)))
}
