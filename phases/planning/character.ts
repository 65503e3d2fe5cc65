// Who a non-player character is, what it could want and what it remembers: what
// choosing a goal and planning for it both need to know.

import { z } from 'zod'
import type { State } from '../../agent/state.ts'
import { isFact } from '../../plans/conditions/atoms.ts'
import { holds } from '../../plans/pddl/judge/semantics.ts'
import { bind } from '../../plans/pddl/judge/truth.ts'
import { solve } from '../../plans/pddl/search/solve.ts'
import { parseDomain } from '../../plans/pddl/syntax/parse-domain.ts'
import { printDomain } from '../../plans/pddl/syntax/print.ts'
import type { Task } from '../../plans/pddl/task/task.ts'
import { PlanningData, taskOf } from './planning.ts'

/**
 * A general goal (the paper's General Goals module): which goals it gives in a situation, how they are
 * said, and what the planner is to reach. `{p}` in a text stands for the object that `?p` is.
 */
export const GoalClass = z.object({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/, 'lower case, such as put-out'),
  /** PDDL, such as `?p - person`. */
  parameters: z.string().default(''),
  /** PDDL condition under which the goal is worth offering. */
  when: z.string().default('(and)'),
  /** The goal in words, as the character is asked. */
  phrase: z.string(),
  /** PDDL condition to reach; without it `act` is done, once. */
  goal: z.string().optional(),
  act: z.array(z.string()).optional(),
})
export type GoalClass = z.infer<typeof GoalClass>

/** What a character is told about itself with its first perception. */
export const Character = PlanningData.extend({
  name: z.string(),
  /** Such as "firefighter". */
  type: z.string(),
  /** In the first person: duty, priorities. */
  personality: z.string(),
  /** Names of goal classes, the most urgent first: what a rule goes by when no model can be asked. */
  order: z.array(z.string()),
  goals: z.array(GoalClass),
})
export type Character = z.infer<typeof Character>

/** A goal that can be pursued in the situation. */
export interface Option {
  readonly class: string
  readonly phrase: string
  /** PDDL condition, empty when there is only something to be done. */
  readonly goal: string
}

/** The character that the intention `id` is of. Throws a ZodError when it was told nothing of the kind. */
export function characterOf(state: State, id: string): Character {
  const root = state.intentions.get(id)?.root ?? id
  return Character.parse(state.perceptions.get(root)?.perception.data)
}

/**
 * Every goal that the classes give in the situation, in their order: worth offering, not reached yet,
 * and with a plan that leads to it (the paper's "possible goals that the agent could achieve").
 */
export function possibleGoals(character: Character, facts: ReadonlySet<string>): readonly Option[] {
  const domain = `${printDomain(parseDomain(character.domain)).trimEnd().slice(0, -1)}
    ${character.goals.map(asAction).join('\n')})`
  const task = taskOf({ ...character, domain }, facts, '')
  return character.goals.flatMap(each => {
    const { parameters, precondition } = task.actions.get(`${offered}${each.name}`)!
    return bindings(task, parameters).flatMap((args): Option[] => {
      if (!holds(precondition, bind(parameters, args), task.init, task)) return []
      const filled = (text: string) => fill(text, parameters, args, character)
      const option = {
        class: each.name,
        phrase: filled(each.phrase),
        goal: each.goal === undefined ? '' : filled(each.goal),
      }
      if (option.goal === '') return [option]
      const way = solve(taskOf(character, facts, option.goal), { mode: 'first', expansions: 5_000 })
      return way.status === 'solved' && way.plan.length > 0 ? [option] : []
    })
  })
}

/** Something that has been perceived, in words, and the fact it is about. */
export interface Memory {
  readonly number: number
  readonly sentence: string
  /** `(inside peter car)`, or `(not (inside peter car))` for what is no longer true. */
  readonly fact: string
}

/** The memory stream, the oldest first. */
export function memories(state: State): readonly Memory[] {
  const found = [...(state.groundBeliefs.get('world') ?? [])].flatMap(([name, versions]) => {
    const number = memoryName.exec(name)?.[1]
    const { value, evidence } = versions.at(-1)!
    if (number === undefined || isFact(name)) return []
    return [{ number: Number(number), sentence: String(value), fact: evidence?.quote ?? '' }]
  })
  return found.sort((a, b) => a.number - b.number)
}

/** The name under which a memory is believed. */
export const nameOfMemory = (number: number) => `memory ${number}`

/** The latest choice of a goal. */
export interface Decision {
  /** How many memories had been thought about. */
  readonly memories: number
  /** The intention it was made for. */
  readonly intention: string
  readonly chosen: Option
  /** Who chose, and why. */
  readonly by: string
}

/** The id under which the latest decision is kept; the events hold all of them. */
export const decisionId = 'decision'

/** The latest choice of a goal, kept as evidence like a tool's result. */
export function lastDecision(state: State): Decision | undefined {
  return state.toolCalls.get(decisionId)?.input as Decision | undefined
}

// --- internal ---

const memoryName = /^memory (\d+)$/
const offered = 'goal-'

/** A goal class as an action: its parameters and its condition are then read by the PDDL parser. */
function asAction({ name, parameters, when }: GoalClass): string {
  return `(:action ${offered}${name} :parameters (${parameters}) :precondition ${when} :effect (and))`
}

function bindings(
  task: Task,
  parameters: readonly { readonly name: string; readonly types: readonly string[] }[],
): readonly (readonly string[])[] {
  return parameters.reduce<readonly (readonly string[])[]>(
    (all, parameter) => all.flatMap(args => task.range(parameter).map(object => [...args, object])),
    [[]],
  )
}

function fill(
  text: string,
  parameters: readonly { readonly name: string }[],
  args: readonly string[],
  { name }: Character,
): string {
  return parameters.reduce(
    (done, parameter, place) => done.replaceAll(`{${parameter.name.slice(1)}}`, args[place] ?? ''),
    text.replaceAll('{me}', name),
  )
}
