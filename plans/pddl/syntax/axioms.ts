// Derived predicates (axioms, PDDL 2.2; Thiébaux, Hoffmann and Nebel 2005): in which order they are
// evaluated, and the plain rules they come down to.

import { type Atom, type Axiom, asDisjunction, type Condition, type TypedName } from './syntax.ts'

/** `head` holds whenever all `parts` do, whatever the parameters stand for. */
export interface Rule {
  readonly head: Atom
  readonly parameters: readonly TypedName[]
  readonly parts: readonly Condition[]
}

/** Derived predicates that rest on each other, with their rules; later strata rest on earlier ones. */
export interface Stratum {
  readonly predicates: ReadonlySet<string>
  readonly isRecursive: boolean
  readonly rules: readonly Rule[]
}

/** The strata of the axioms, which must be stratified. */
export function stratify(axioms: readonly Axiom[]): readonly Stratum[] {
  const below = dependencies(axioms)
  const height = (name: string) => new Set([...below(name), name]).size
  const names = [...new Set(axioms.map(axiom => axiom.name))].sort((a, b) => height(a) - height(b))
  const strata: Stratum[] = []
  for (const name of names) {
    if (strata.some(({ predicates }) => predicates.has(name))) continue
    const mutual = names.filter(other => below(name).has(other) && below(other).has(name))
    const predicates = new Set([name, ...mutual])
    const own = axioms.filter(axiom => predicates.has(axiom.name))
    strata.push({ predicates, isRecursive: mutual.length > 0, rules: own.flatMap(rulesOf) })
  }
  return strata
}

/** The first axiom that rests on its own negation: its number, and the predicate that it negates. */
export function findUnstratified(
  axioms: readonly Axiom[],
): { readonly axiom: number; readonly negated: string } | undefined {
  const below = dependencies(axioms)
  for (const [number, axiom] of axioms.entries()) {
    const negated = atomsIn(axiom.condition).find(
      ({ name, positive }) => !positive && (name === axiom.name || below(name).has(axiom.name)),
    )
    if (negated) return { axiom: number, negated: negated.name }
  }
  return undefined
}

/** The predicates of a condition, each with the sign under which it counts. */
export function atomsIn(
  condition: Condition,
  positive = true,
): readonly { readonly name: string; readonly positive: boolean }[] {
  switch (condition.kind) {
    case 'atom':
      return [{ name: condition.atom.name, positive }]
    case 'equal':
      return []
    case 'not':
      return atomsIn(condition.part, !positive)
    case 'and':
    case 'or':
      return condition.parts.flatMap(part => atomsIn(part, positive))
    case 'imply':
      return atomsIn(asDisjunction(condition), positive)
    case 'forall':
    case 'exists':
      return atomsIn(condition.body, positive)
  }
}

// --- internal ---

/** For each derived predicate the derived predicates that it rests on, directly or not. */
function dependencies(axioms: readonly Axiom[]): (name: string) => ReadonlySet<string> {
  const derived = new Set(axioms.map(axiom => axiom.name))
  const direct = new Map<string, Set<string>>()
  for (const { name, condition } of axioms) {
    const known = direct.get(name) ?? new Set()
    for (const atom of atomsIn(condition)) if (derived.has(atom.name)) known.add(atom.name)
    direct.set(name, known)
  }
  const all = new Map<string, ReadonlySet<string>>()
  for (const name of derived) {
    const found = new Set(direct.get(name))
    for (const each of found) for (const next of direct.get(each) ?? []) found.add(next)
    all.set(name, found)
  }
  return name => all.get(name) ?? new Set()
}

/** An axiom as rules: what it offers as alternatives is apart, and what exists is a parameter. */
function rulesOf({ name, parameters, condition }: Axiom): Rule[] {
  const head = { name, args: parameters.map(p => p.name) }
  return alternatives({ parameters, parts: [condition] }).map(body => ({ head, ...body }))
}

type Body = Omit<Rule, 'head'>

function alternatives({ parameters, parts }: Body): Body[] {
  for (const [i, part] of parts.entries()) {
    const replaced = (by: readonly Condition[]) => parts.toSpliced(i, 1, ...by)
    if (part.kind === 'and') return alternatives({ parameters, parts: replaced(part.parts) })
    if (part.kind === 'or' && parts.length === 1)
      return part.parts.flatMap(each => alternatives({ parameters, parts: [each] }))
    // a name that is taken already would come to mean something else
    if (
      part.kind === 'exists' &&
      !part.variables.some(v => parameters.some(p => p.name === v.name))
    )
      return alternatives({
        parameters: [...parameters, ...part.variables],
        parts: replaced([part.body]),
      })
  }
  return [{ parameters, parts }]
}
