// Phase 1 of agents that speak AgentSpeak(L): a program or a goal is taken in, and what a world shows
// becomes beliefs, each a literal. What comes to be or is gone begins the plans that wait for it.
import { z } from 'zod'
import type { Ctx } from '../../agent/contract.ts'
import type { BeliefsPerceived } from '../../agent/event.ts'
import type { Received, State } from '../../agent/state.ts'
import { toBelief } from '../../agent/view.ts'
import { toDraft, triggerType } from '../../plans/agentspeak/draft.ts'
import { printTerm } from '../../plans/agentspeak/print.ts'
import {
  type Program,
  parseProgram,
  printRule,
  printTrigger,
} from '../../plans/agentspeak/program.ts'
import { AgentSpeakError, parseTerm } from '../../plans/agentspeak/reader.ts'
import { plain, structure } from '../../plans/agentspeak/term.ts'
import { reasonOf } from '../../plans/writable.ts'
import { MessageData } from '../agentspeak/messages.ts'
import { asPlan, awaited, beliefTrigger, noModel, ProgramData } from '../agentspeak/plans.ts'
import { nothingNew, stated } from '../outcomes.ts'

/** What a world shows: all there is to see, or what has changed, as literals. */
const Percepts = z.union([
  z.object({ percepts: z.array(z.string()) }),
  z.object({ added: z.array(z.string()), deleted: z.array(z.string()) }),
])

/**
 * A goal whose data hold a program brings its beliefs, rules and plans; its own goals begin roots. An
 * observation adds and withdraws what is believed of the world. What cannot be read is a failure.
 */
export async function perceive(
  received: Received,
  state: State,
  ctx: Ctx,
): Promise<BeliefsPerceived> {
  const { perception } = received
  const event = nothingNew(received)
  try {
    const message = MessageData.safeParse(perception.data).data
    if (message) return told(received, message.performative, state, ctx)
    if (perception.kind === 'observation') return observed(received, state, ctx)
    const { program } = ProgramData.parse(perception.data ?? {})
    if (program === undefined && perception.text.trim() === '')
      return { ...event, failure: nothingAsked(perception.data) }
    return taken(received, parseProgram(program ?? ''), state, ctx)
  } catch (error) {
    if (error instanceof AgentSpeakError || error instanceof z.ZodError)
      return { ...event, failure: `the program cannot be read: ${reasonOf(error)}` }
    throw error
  }
}

// --- internal ---

/** Why a goal without words is none: its data hold no program. */
function nothingAsked(data: unknown): string {
  const names = Object.keys(data ?? {})
  const there = names.length > 0 ? `holds ${names.join(', ')}` : 'is empty'
  return `there is no goal: its text is empty, and its data, which ${there}, has no \`program\``
}

function taken(
  received: Received,
  { beliefs, rules, goals, clauses }: Program,
  state: State,
  ctx: Ctx,
): BeliefsPerceived {
  const plans = clauses.map(clause => asPlan(toDraft(clause), noModel, ctx))
  const types = new Set(plans.map(plan => plan.intentionType))
  const came = beliefs
    .map(literal => beliefTrigger('+', literal))
    .flatMap(each =>
      types.has(triggerType(each)) ? printTrigger(each) : awaited([each], state, ctx),
    )
  // the goal of the message is the intention that it forms; a message without one pursues the first
  const own = received.perception.text.trim() === '' ? goals.slice(1) : goals
  return {
    ...nothingNew(received, 'session'),
    beliefs: [
      ...beliefs.map(literal => toBelief(literal, 'self')),
      ...rules.map(rule => stated(printRule(rule), 'self')),
    ],
    plans,
    desire: received.perception.text,
    begins: [...came, ...own.map(goal => `+!${printTerm(goal)}`)],
  }
}

/** What another agent says is believed with its name as the source; what it asks for is a goal of its own. */
function told(
  received: Received,
  performative: z.infer<typeof MessageData>['performative'],
  state: State,
  ctx: Ctx,
): BeliefsPerceived {
  const { text, source } = received.perception
  const from = structure('source', [structure(source)])
  const literal = literalIn(text)
  const event = nothingNew(received, 'session')
  const name = printTerm(plain(literal))
  const said = structure(literal.name, literal.args, [...(literal.annotations ?? []), from])
  if (performative === 'achieve') return { ...event, begins: [`+!${printTerm(said)}`] }
  const sign = performative === 'tell' ? '+' : '-'
  const held = state.groundBeliefs.get('session')?.get(name) ?? []
  const others = held.filter(each => each.source !== source)
  const changes =
    performative === 'tell' ? held.length === 0 : held.length > others.length && others.length === 0
  const begins = changes ? awaited([beliefTrigger(sign, said)], state, ctx) : []
  return sign === '+'
    ? { ...event, beliefs: [toBelief(literal, source)], begins }
    : { ...event, withdrawn: [name], beliefs: others, begins }
}

function observed(received: Received, state: State, ctx: Ctx): BeliefsPerceived {
  const event = nothingNew(received)
  const { text, data, source } = received.perception
  const read = Percepts.safeParse(data)
  if (!read.success) return { ...event, beliefs: text === '' ? [] : [stated(text, source)] }
  const known = state.groundBeliefs.get('world')
  const shown = 'percepts' in read.data ? read.data.percepts : read.data.added
  const added = shown.map(literalIn)
  const names = new Set(added.map(each => printTerm(plain(each))))
  const gone = 'percepts' in read.data ? [...(known?.keys() ?? [])] : read.data.deleted
  const withdrawn = gone
    .map(each => printTerm(plain(literalIn(each))))
    .filter(name => !names.has(name) && known?.has(name))
  const fresh = added.filter(each => !known?.has(printTerm(plain(each))))
  const triggers = [
    ...withdrawn.map(name => beliefTrigger('-', literalIn(name))),
    ...fresh.map(literal => beliefTrigger('+', literal)),
  ]
  return {
    ...event,
    beliefs: fresh.map(literal => toBelief(literal, 'world')),
    withdrawn,
    begins: awaited(triggers, state, ctx),
  }
}

function literalIn(written: string) {
  const term = parseTerm(written)
  if (term.type === 'structure') return term
  throw new AgentSpeakError(1, `expected a belief, but there is "${written}"`)
}
