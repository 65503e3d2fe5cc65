// What a plan's variables stand for, as it is kept: by name, a number as it is and each other term as it is written.
import { printTerm } from './print.ts'
import { parseTerm } from './reader.ts'
import { isGround, number, type Term, variable, variablesOf, withVariables } from './term.ts'
import { type Bindings, bind, resolve } from './unify.ts'

export type Values = Readonly<Record<string, unknown>>

/** Whether plans and intentions of this type are AgentSpeak(L)'s, such as `+!reach/1`. */
export const isTriggerType = (type: string): boolean => /^[+-][!?]?[~\w.]/.test(type)

/** The term as text, which is not read again to know what it says. */
export function written(term: Term): string {
  const said = printTerm(term)
  parseTerm.keep(said, term)
  return said
}

/** The bindings that were kept. */
export function bindingsOf(values: Values = {}): Bindings {
  let bindings: Bindings
  for (const name in values) bindings = bind(name, termOf(values[name]), bindings)
  return bindings
}

/** What has been bound since `before`, to be kept. */
export function valuesSince(
  before: Bindings,
  now: Bindings,
): Readonly<Record<string, string | number>> {
  const values: Record<string, string | number> = {}
  for (let at = now; at && at !== before; at = at.rest)
    values[at.name] ??= kept(resolve(at.term, now))
  return values
}

/** The term as it is kept. */
export const kept = (term: Term): string | number =>
  term.type === 'number' ? term.value : written(term)

/** A term as a goal for another plan: none of its variables can be taken for one of that plan's. */
export interface Marked {
  readonly term: Term
  /** Each of its variables, with its marked name. */
  readonly names: readonly (readonly [name: string, marked: string])[]
}

/** What a marked name ends with. */
export const mark = "'"

/** Marks the variables of a term. A mark that is there already is enough. */
export function marked(term: Term): Marked {
  if (isGround(term)) return { term, names: [] }
  const own = variablesOf(term)
  const taken = new Set(own)
  const names = new Map<string, string>()
  for (const name of own) {
    let now = name
    if (!name.endsWith(mark))
      do now += mark
      while (taken.has(now))
    names.set(name, now)
  }
  return { term: withVariables(term, name => variable(names.get(name) ?? name)), names: [...names] }
}

// --- internal ---

const termOf = (value: unknown): Term =>
  typeof value === 'number' ? number(value) : parseTerm(String(value))
