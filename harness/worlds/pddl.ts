// A PDDL problem as a world: an action is done when its precondition holds, and changes what its
// effect says.
import type { ActResult, World } from '../../agent/contract.ts'
import type { Observation } from '../../agent/state.ts'
import type { Change } from '../../phases/planning/planning.ts'
import { applyChange, changeOf, holds } from '../../plans/pddl/judge/semantics.ts'
import { bind } from '../../plans/pddl/judge/truth.ts'
import { validatePlan } from '../../plans/pddl/judge/validate.ts'
import { atomOf, printAtom, type Step, TRUE } from '../../plans/pddl/syntax/syntax.ts'
import { createTask, readTask, type Task } from '../../plans/pddl/task/task.ts'
import { openWorldLog } from './log.ts'

interface PddlWorldOptions {
  /** PDDL text. */
  readonly domain: string
  readonly problem: string
  /** File that keeps what was done; without one the world lives as long as the process. */
  readonly log?: string
  /** What happens by itself, each once, after so many actions. */
  readonly surprises?: readonly Surprise[]
}

/** Facts such as `(on a b)` that change without anybody's doing. */
export interface Surprise {
  readonly after: number
  readonly added: readonly string[]
  readonly deleted: readonly string[]
}

interface PddlWorld extends World {
  readonly task: Task
  /** What is true now. */
  facts(): ReadonlySet<string>
  /** What has been done, in order. */
  acts(): readonly Step[]
  goalReached(): boolean
}

/** A world that begins as the problem says. Throws `PddlError` for what is not PDDL. */
export function pddlWorld(options: PddlWorldOptions): PddlWorld {
  const task = readTask(options.domain, options.problem)
  const log = openWorldLog<Step & { readonly key: string }>(options.log)
  const first = { added: [...task.init], deleted: [] }
  const observed: Observation[] = [{ text: 'what is true at first', data: first }]
  let facts = task.init
  const go = (step: Step, count: number) => {
    const done = outcomeOf(task, facts, step)
    facts = done.facts
    observed.push({ text: `${printAtom(step.action, step.args)} was done`, data: done.change })
    for (const { after, added, deleted } of options.surprises ?? []) {
      if (after !== count) continue
      facts = new Set([...[...facts].filter(fact => !deleted.includes(fact)), ...added])
      observed.push({ text: 'something else happened', data: { added, deleted } })
    }
  }
  for (const [place, done] of log.entries.entries()) go(done, place + 1)

  return {
    name: `pddl: ${task.problem.name}`,
    task,
    facts: () => facts,
    acts: () => log.entries,
    goalReached: () => holds(task.problem.goal, new Map(), facts, task),
    act: async (action, args, key) => {
      const step = { action: action.toLowerCase(), args: args.map(arg => arg.toLowerCase()) }
      if (log.entries.some(done => done.key === key)) return accepted(step) // done before a crash
      const refusal = refusalOf(task, facts, step)
      if (refusal !== undefined) return { text: refusal, accepted: false }
      log.append({ key, ...step })
      go(step, log.entries.length)
      return accepted(step)
    },
    observations: async after => observed.slice(after),
  }
}

/** Why the action cannot be done when these facts hold, in one sentence; `undefined` when it can. */
export function refusalOf(task: Task, facts: ReadonlySet<string>, step: Step): string | undefined {
  const init = [...facts].map(atomOf)
  const here = createTask(task.domain, { ...task.problem, init, goal: TRUE })
  const verdict = validatePlan(here, [step])
  if (verdict.valid) return undefined
  return verdict.message.replace(/^Step 1, (.*), fails: /, '$1 cannot be done: ')
}

/** The facts after the action and the change it made. The action must be possible. */
export function outcomeOf(
  task: Task,
  facts: ReadonlySet<string>,
  { action, args }: Step,
): { readonly facts: ReadonlySet<string>; readonly change: Change } {
  const { effect, parameters } = task.actions.get(action)!
  const next = applyChange(facts, changeOf(effect, bind(parameters, args), facts, task))
  return { facts: next, change: difference(facts, next) }
}

/** What has become true and what has ceased to be. */
export function difference(before: ReadonlySet<string>, after: ReadonlySet<string>): Change {
  return {
    added: [...after].filter(fact => !before.has(fact)),
    deleted: [...before].filter(fact => !after.has(fact)),
  }
}

// --- internal ---

function accepted({ action, args }: Step): ActResult {
  return { text: `done: ${printAtom(action, args)}`, accepted: true }
}
