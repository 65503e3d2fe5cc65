// What stands in the way of a fact that a plan missed: the facts that are true in its place. The
// diagnosis of a refused plan names them.
import { type Binding, match } from '../../plans/pddl/judge/truth.ts'
import { atomOf, type Change, changesIn } from '../../plans/pddl/syntax/syntax.ts'
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
  const changes = task.domain.actions.map(action => {
    const { add = [], delete: deletes = [] } = Object.groupBy(
      changesIn(action.effect, action.parameters),
      ({ kind }) => kind,
    )
    return { adds: add, deletes }
  })
  const ended = changes.flatMap(({ adds, deletes }) => {
    const matching = ({ atom, variables }: Change, fact: string, binding: Binding) =>
      match(atom, atomOf(fact), variables, binding, task)
    const bindings = adds.flatMap(add => matching(add, missing, new Map()) ?? [])
    const ends = (fact: string) =>
      bindings.some(binding => deletes.some(each => matching(each, fact, binding)))
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
      !adds.some(each => each.atom.name === name) || deletes.some(each => each.atom.name === name),
  )
  return kept ? all.filter(sameName(missing)) : []
}

// --- internal ---

const sameName = (fact: string) => (other: string) => atomOf(other).name === atomOf(fact).name
