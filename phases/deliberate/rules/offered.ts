// A model goes on with a task that no rule is left for, one action at a time (BDI Agents in Natural Language
// Environments, 2024, section 3.5).
import { z } from 'zod'
import type { Contract, Policy } from '../../../agent/contract.ts'
import { sinceLastRise } from '../../../plans/rules/ways.ts'
import { stemsOf } from '../../../plans/text/words.ts'
import { ask } from '../../ask.ts'
import { actionsOf, deedsOf } from '../../deeds.ts'
import { blocks, bullets, numbered } from '../../prompt-text.ts'
import { offersOf, oneAction } from './one-action.ts'
import { sentencesOf } from './sentences.ts'

/** A model picks one of the actions that the world offers. */
export const offered: Policy['fallback'] = async (intention, state, ctx) => {
  const offers = await offersOf(ctx)
  const words = stemsOf(`${intention.goal} ${sentencesOf(state, intention).join(' ')}`)
  const near = (action: string) => [...stemsOf(action)].filter(word => words.has(word)).length
  const shown = offers.toSorted((a, b) => near(b) - near(a)).slice(0, mostShown)
  if (shown.length === 0) return undefined
  const reads: OfferedReads = {
    task: intention.goal,
    believed: sentencesOf(state, intention),
    done: actionsOf(sinceLastRise(deedsOf(intention, state))).slice(-10),
    offers: shown,
  }
  const reply = await ask(chooseAction(shown.length), reads, { ctx, intention: intention.id })
  return reply.ok ? oneAction(shown[reply.value.choice - 1]!, intention, state, ctx) : reply.why
}

// --- internal ---

/** As many as a model reads with care. */
const mostShown = 60

interface OfferedReads {
  readonly task: string
  readonly believed: readonly string[]
  readonly done: readonly string[]
  readonly offers: readonly string[]
}

function chooseAction(count: number) {
  const output = z.object({
    reason: z.string().meta({
      description: 'one sentence: how it brings the task further',
      consumer: 'kept with the choice',
    }),
    choice: z.int().min(1).max(count).meta({
      description: 'the number of the chosen action',
      consumer: 'a program carries out the action of this number',
    }),
  })
  const contract: Contract<OfferedReads, z.infer<typeof output>> = {
    purpose: 'choose_action',
    part: 'You are the part of an agent that acts where none of its plans applies.',
    task: `
Choose the action that brings the task further from where things stand now. What was done since the task
was last brought further did not help; do something else.`,
    consumers: `
- a program that carries out the action and shows what came of it. You will be asked again.`,
    output,
    render: ({ task, believed, done, offers }) =>
      blocks(
        `# The task\n${task}`,
        `# What is the case\n${bullets(believed, '(nothing)')}`,
        `# What was done already\n${bullets(done, '(nothing)')}`,
        `# What can be done now\n${numbered(offers)}`,
      ),
  }
  return contract
}
