// What stands in the way of a fact that a plan missed: the facts that are true in its place. The
// diagnosis of a refused plan names them.
import { type Atom, atomOf, type Effect, isVariable } from '../../plans/pddl/syntax/syntax.ts'
import type { Task } from '../../plans/pddl/task/task.ts'

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
  const { name, args } = atomOf(missing)
  const changes = [...task.actions.values()].map(({ effect }) => changesOf(effect))
  const ended = changes.flatMap(({ adds, deletes }) => {
    const bindings = adds.flatMap(add => match(add, atomOf(missing), new Map()) ?? [])
    const ends = (fact: string) =>
      bindings.some(binding => deletes.some(each => match(each, atomOf(fact), binding)))
    return bindings.length > 0 ? [[...facts].filter(ends)] : []
  })
  const all = [...new Set(ended.flat())]
  // what has no arguments is about nothing: then only what every such action would end
  const everywhere = (fact: string) => ended.every(some => some.some(sameName(fact)))
  const about = (fact: string) => atomOf(fact).args.some(word => args.includes(word))
  const near = all.filter(args.length > 0 ? about : everywhere)
  if (near.length > 0) return near
  // where every action that gives such a fact takes one, there is always one in the place of another
  const kept = changes.every(
    ({ adds, deletes }) =>
      !adds.some(each => each.name === name) || deletes.some(each => each.name === name),
  )
  return kept ? all.filter(sameName(missing)) : []
}

// --- internal ---

type Binding = ReadonlyMap<string, string>

const sameName = (fact: string) => (other: string) => atomOf(other).name === atomOf(fact).name

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
