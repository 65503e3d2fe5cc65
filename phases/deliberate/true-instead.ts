// What stands in the way of a fact that a plan missed: the facts that are true in its place. The
// diagnosis of a refused plan names them (seed 004, section 3.5).
import type { Atom, Effect } from '../../plans/pddl/syntax.ts'
import { isVariable } from '../../plans/pddl/syntax.ts'
import type { Task } from '../../plans/pddl/task.ts'
import { wordsOf } from '../planning.ts'

/**
 * The facts among `facts` that an action which makes `missing` true would end: `(on a b)` where
 * `(clear b)` is missing, `(at robot hall)` where `(at robot yard)` is. Facts are written as PDDL
 * writes them; a negated `missing` has nothing in its place.
 */
export function trueInstead(
  task: Task,
  missing: string,
  facts: ReadonlySet<string>,
): readonly string[] {
  const [name = '', ...args] = wordsOf(missing)
  const ended = [...task.actions.values()].flatMap(({ effect }) => {
    const { adds, deletes } = changesOf(effect)
    const bound = adds.flatMap(add => match(add, { name, args }, new Map()) ?? [])
    const all = bound.map(binding =>
      [...facts].filter(fact => deletes.some(d => match(d, atomOf(fact), binding))),
    )
    return all.length > 0 ? [new Set(all.flat())] : []
  })
  const about = (fact: string) =>
    wordsOf(fact)
      .slice(1)
      .some(word => args.includes(word))
  const alike = (fact: string) => wordsOf(fact)[0] === name
  // what has no arguments is about nothing: then only what every such action would end
  const near = (fact: string) =>
    args.length > 0 ? about(fact) : ended.every(set => [...set].some(sameName(fact)))
  const found = [...new Set(ended.flatMap(set => [...set]))]
  const nearest = found.filter(near)
  return nearest.length > 0 ? nearest : found.filter(alike)
}

// --- internal ---

type Binding = ReadonlyMap<string, string>

const atomOf = (fact: string): Atom => {
  const [name = '', ...args] = wordsOf(fact)
  return { name, args }
}

const sameName = (fact: string) => (other: string) => wordsOf(other)[0] === wordsOf(fact)[0]

/** The binding under which `pattern` is `atom`, `binding` included, or `undefined`. */
function match(pattern: Atom, atom: Atom, binding: Binding): Binding | undefined {
  if (pattern.name !== atom.name || pattern.args.length !== atom.args.length) return undefined
  const found = new Map(binding)
  for (const [place, arg] of pattern.args.entries()) {
    const object = atom.args[place]!
    const stands = isVariable(arg) ? found.get(arg) : arg
    if (stands !== undefined && stands !== object) return undefined
    if (isVariable(arg)) found.set(arg, object)
  }
  return found
}

function changesOf(effect: Effect): { readonly adds: Atom[]; readonly deletes: Atom[] } {
  switch (effect.kind) {
    case 'and': {
      const parts = effect.parts.map(changesOf)
      return {
        adds: parts.flatMap(part => part.adds),
        deletes: parts.flatMap(part => part.deletes),
      }
    }
    case 'when':
    case 'forall':
      return changesOf(effect.effect)
    case 'add':
      return { adds: [effect.atom], deletes: [] }
    case 'delete':
      return { adds: [], deletes: [effect.atom] }
    case 'increase':
      return { adds: [], deletes: [] }
  }
}
