// Phase 2 of a non-player character: the reasoner picks one of the
// goals that are possible now, in view of its personality and its memories. It thinks again only when
// there are new memories.
import { z } from 'zod'
import type { Contract, Ctx } from '../../agent/contract.ts'
import type { IntentionFormed } from '../../agent/event.ts'
import type { State } from '../../agent/state.ts'
import { ask } from '../ask.ts'
import { formed } from '../outcomes.ts'
import {
  type Character,
  characterOf,
  type Decision,
  decisionId,
  lastDecision,
  type Memory,
  memories,
  type Option,
  possibleGoals,
} from '../planning/character.ts'
import { believedFacts, standing } from '../planning/planning.ts'
import { blocks, bullets, numbered } from '../prompt-text.ts'

/** The replay key: facts and goals, without the words they are said in. */
export interface ChooseReads {
  readonly name: string
  readonly type: string
  readonly personality: string
  /** What has been perceived, as facts, the oldest first. */
  readonly memories: readonly string[]
  readonly current: Pick<Option, 'class' | 'goal'>
  readonly options: readonly Pick<Option, 'class' | 'goal'>[]
}

/** What the prompt shows in words. */
interface ChooseShown {
  readonly memories: readonly Memory[]
  readonly current: Option
  readonly options: readonly Option[]
}

/** The contract of choosing among the options shown; its reply is one of their numbers. */
export function chooseContract(shown: ChooseShown) {
  const numbers = shown.options.map((_, place) => place + 1)
  const output = z.object({
    reason: z.string().meta({
      description: 'one sentence in the first person, as the character would put it',
      consumer: 'kept with the decision',
    }),
    choice: z.literal(numbers, `choose a number from 1 to ${numbers.length}`).meta({
      description: 'the number of the chosen action',
      consumer: 'a planner then works out how it is done',
    }),
  })
  const contract: Contract<ChooseReads, z.infer<typeof output>> = {
    purpose: 'choose_goal',
    part: 'You are the reasoner of a character in a simulation.',
    task: `
You decide what a character does next, as a person of that kind and with that personality plausibly
would. It need not be the best thing to do; it must be coherent with who the character is, what it has
perceived, and what it is doing already. Keep to the current action unless what it perceives gives a
reason to change it.`,
    consumers: `
- a planner, which finds out how the chosen action can be carried out, step by step. Everything you are
  offered can be carried out; you need not work out how;
- the people who watch the simulation, who are shown your reason.
You will be asked again when something new is perceived.`,
    output,
    render: ({ name, type, personality }) => {
      const { memories: stream, current, options } = shown
      const perceived = stream.map(({ sentence }) => sentence)
      return blocks(
        `# Who you are\nI am "${name}", a ${type}. ${personality}`,
        `# What I have perceived, the oldest first\n${bullets(perceived, '(nothing yet)')}`,
        `# What I am doing\n${current.phrase}`,
        `# What I could do now\n${numbered(options.map(({ phrase }) => phrase))}`,
      )
    },
  }
  return contract
}

/**
 * Forms the intention `id`, or thinks it over: keeps it when the choice is the same and the world is as
 * the plan expects; otherwise forms another one in its place. Asks the model only when there are
 * memories it has not thought about. With a single goal there is nothing to ask. When the model cannot
 * be asked, the character's order of goals decides, and the decision says so. Each decision is reported with the goals, the choice and who chose.
 */
export async function formalize(id: string, state: State, ctx: Ctx): Promise<IntentionFormed> {
  const failure = state.perceptions.get(id)?.failure
  if (failure !== undefined) return { ...formed(id, 'none', ''), failure }
  const character = characterOf(state, id)
  const current = state.intentions.get(id)
  const decision = await decided(id, state, character, ctx)
  if (!decision)
    return { ...formed(id, nothing.class, nothing.phrase), failure: 'no goal can be pursued' }
  const { class: type, phrase, goal } = decision.chosen
  const intention = formed(id, type, phrase, goal)
  if (!current) return intention
  const same = current.goal === phrase && current.type === type
  return same && standing(state, id).asExpected ? intention : { ...intention, replaces: id }
}

// --- internal ---

const nothing: Option = { class: 'none', phrase: 'nothing', goal: '' }

async function decided(
  id: string,
  state: State,
  character: Character,
  ctx: Ctx,
): Promise<Decision | undefined> {
  const stream = memories(state)
  const last = lastDecision(state)
  // thought about already: asked again after a crash, or with nothing new since
  if (last?.memories === stream.length && last.intention === id) return last
  const options = possibleGoals(character, believedFacts(state))
  const idle = options.find(({ goal }) => goal === '')
  const open = state.intentions.get(id)
  const current = options.find(o => o.phrase === open?.goal) ?? idle ?? nothing
  const choice =
    last?.memories === stream.length && idle
      ? { chosen: idle, by: 'nothing new to think about' }
      : await choose(id, character, { memories: stream, current, options }, ctx)
  if (!choice) return undefined
  const decision = { memories: stream.length, intention: id, ...choice }
  report(decision, options, ctx)
  return decision
}

async function choose(
  id: string,
  character: Character,
  shown: ChooseShown,
  ctx: Ctx,
): Promise<Pick<Decision, 'chosen' | 'by'> | undefined> {
  const { name, type, personality, order } = character
  const { options, current } = shown
  const [only, other] = options
  if (!only) return undefined
  if (!other) return { chosen: only, by: 'nothing else can be done' }
  const bare = ({ class: kind, goal }: Option) => ({ class: kind, goal })
  const reads: ChooseReads = {
    name,
    type,
    personality,
    memories: shown.memories.map(({ fact }) => fact),
    current: bare(current),
    options: options.map(bare),
  }
  const reply = await ask(chooseContract(shown), reads, { ctx, intention: id })
  if (reply.ok) {
    const chosen = options[reply.value.choice - 1]!
    return { chosen, by: `${reply.model}: ${reply.value.reason}` }
  }
  const rank = ({ class: kind }: Option) =>
    order.includes(kind) ? order.indexOf(kind) : order.length
  const chosen = options.reduce((best, next) => (rank(next) < rank(best) ? next : best))
  return { chosen, by: `the order of its goals (${order.join(', ')}), since ${reply.why}` }
}

/** A decision is kept like a tool's result: what there was to choose from, and what came of it. */
function report(decision: Decision, options: readonly Option[], ctx: Ctx): void {
  ctx.report({
    type: 'tool-called',
    intention: decision.intention,
    step: 'decide',
    id: decisionId,
    tool: 'choose_goal',
    input: decision,
    content: numbered(options.map(({ phrase }) => phrase)),
    value: decision.chosen.phrase,
    computes: false,
    failed: false,
    ms: 0,
  })
}
