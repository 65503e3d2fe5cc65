// What plans may speak of: the admissible goals, beliefs and actions of an agent, with what they mean
// (Exploiting GenAI for Plan Generation in BDI Agents, 2025, sections 3.4 and 3.5).
import { z } from 'zod'
import { parseTerm } from '../reader.ts'
import { indicator, type Structure, type Term } from '../term.ts'
import { resolve, unify } from '../unify.ts'

/** A goal, belief or action in general: `obstacle(Direction)`, with `{Direction}` for its arguments in the meaning. */
export const Named = z.object({ form: z.string(), meaning: z.string() })
export type Named = z.infer<typeof Named>

/** What an agent is told of its own goals, beliefs and actions. */
export const Vocabulary = z.object({
  /** `holds` is what is believed once the goal is reached. */
  goals: z.array(Named.extend({ holds: z.string().exactOptional() })),
  beliefs: z.array(Named),
  actions: z.array(Named),
  /** Advice about the world, one sentence each. */
  remarks: z.array(z.string()),
})
export type Vocabulary = z.infer<typeof Vocabulary>

/** `obstacle/1` of `obstacle(Direction)`. Throws an AgentSpeakError for a form that is none. */
export function indicatorOf({ form }: Pick<Named, 'form'>): string | undefined {
  return indicator(parseTerm(form))
}

/** What the form means in general, its parameters in backquotes. */
export function generalMeaning({ meaning }: Named): string {
  return meaning.replace(/\{(\w+)\}/g, '`$1`')
}

/** What holds once this goal is reached, where that is said: the parameters of its form are the goal's. */
export function reachedWhen(goal: Structure, { goals }: Vocabulary): Term | undefined {
  const said = goals.find(each => indicatorOf(each) === indicator(goal))
  if (said?.holds === undefined) return undefined
  const event = unify(parseTerm(said.form), goal, undefined)
  return event && resolve(parseTerm(said.holds), event.bindings)
}

/** What a belief or goal of that form means. */
export function meaningOf(literal: Structure, named: readonly Named[]): string | undefined {
  const found = named.find(each => indicatorOf(each) === indicator(literal))
  if (!found) return undefined
  const form = parseTerm(found.form) as Structure
  return found.meaning.replace(/\{(\w+)\}/g, (slot, name: string) => {
    const at = form.args.findIndex(arg => arg.type === 'variable' && arg.name === name)
    const arg = literal.args[at]
    return arg?.type === 'structure' ? arg.name : arg?.type === 'variable' ? arg.name : slot
  })
}
