// What a model wrote as a plan, read as liberally as can be without guessing:
// names in another case or with other separators, arguments by name, an action written with its
// arguments in one text.
import type { GraphStep, PlanGraph } from '../../plans/pddl/judge/deorder.ts'
import type { Action } from '../../plans/pddl/syntax/syntax.ts'
import type { Task } from '../../plans/pddl/task/task.ts'
import { letters } from '../replies/schema-shape.ts'
import type { Compiled } from './compile-contract.ts'

/**
 * The steps with the names of the task, and one note for each name that was read as another, such as
 * `"PickUp" read as pick-up`. A name that is no known one in any spelling stays as it is, for the validator
 * to judge.
 */
export function readSteps(
  written: Compiled['steps'],
  task: Task,
): { readonly graph: PlanGraph; readonly notes: readonly string[] } {
  const notes = new Set<string>()
  const actions = spellings(task.actions.keys())
  const objects = spellings(task.objects)
  const known = (name: string, names: Spellings) => {
    const found = names.exact.get(name.trim().toLowerCase()) ?? names.plain.get(letters(name))
    if (found === undefined) return name.trim().toLowerCase()
    if (found !== name.trim().toLowerCase()) notes.add(`"${name.trim()}" read as ${found}`)
    return found
  }
  const steps = written.map((step): GraphStep => {
    const [head = '', ...inside] = step.action.replace(/[(),]/g, ' ').trim().split(/\s+/)
    const whole = known(step.action, actions)
    const action = task.actions.has(whole) ? whole : known(head, actions)
    const given = inOrder(step.args, task.actions.get(action))
    const args = given.length === 0 && !task.actions.has(whole) ? inside : given
    return {
      id: step.id,
      action,
      args: args.map(arg => known(arg, objects)),
      deps: [...new Set(step.deps)],
    }
  })
  return { graph: { steps }, notes: [...notes] }
}

// --- internal ---

interface Spellings {
  readonly exact: ReadonlyMap<string, string>
  /** Without case and separators; only what is then still one name. */
  readonly plain: ReadonlyMap<string, string>
}

function spellings(names: Iterable<string>): Spellings {
  const all = [...names]
  const byPlain = Map.groupBy(all, letters)
  const alone = [...byPlain].flatMap(([key, [name, more]]) =>
    name !== undefined && more === undefined ? [[key, name] as const] : [],
  )
  return { exact: new Map(all.map(name => [name, name])), plain: new Map(alone) }
}

/** Arguments by name, in the order of the action's parameters; by place when no name fits. */
function inOrder(
  args: Compiled['steps'][number]['args'],
  action: Action | undefined,
): readonly string[] {
  if (Array.isArray(args)) return args
  const byName = new Map(Object.entries(args).map(([name, value]) => [letters(name), value]))
  const named = action?.parameters.map(({ name }) => byName.get(letters(name))) ?? []
  const complete = named.length === byName.size && named.every(value => value !== undefined)
  return complete ? (named as string[]) : Object.values(args)
}
