// A plan generation procedure (Exploiting GenAI for Plan Generation in BDI Agents, 2025, chapter 3): what the
// agent knows becomes a prompt, the reply becomes plans, and those are verified before they are adopted;
// what is wrong goes back to their author.
import type { Asking } from '../../agent/contract.ts'
import { fromDraft } from '../../plans/agentspeak/draft.ts'
import { faultsOf } from '../../plans/agentspeak/judge/faults.ts'
import type { PracticeWorld } from '../../plans/agentspeak/judge/mind.ts'
import { type Known, namesIn, type Written } from '../../plans/agentspeak/judge/names.ts'
import { rehearse } from '../../plans/agentspeak/judge/rehearse.ts'
import {
  generalMeaning,
  meaningOf,
  type Named,
  reachedWhen,
} from '../../plans/agentspeak/judge/vocabulary.ts'
import { printTerm } from '../../plans/agentspeak/print.ts'
import type { Clause } from '../../plans/agentspeak/program.ts'
import type { Structure } from '../../plans/agentspeak/term.ts'
import { type Invented, parseYamlPlans } from '../../plans/agentspeak/yaml.ts'
import { ask } from '../ask.ts'
import { type GenerateReads, generateContract, type PromptKind, type Told } from './contract.ts'

/** What plans are wanted for, and what their author is told. */
export interface Wanted extends Known {
  readonly goal: Structure
  /** What the agent pursues already. */
  readonly pursued: readonly Structure[]
  readonly prompt: PromptKind
  /** Whether plans are verified before they are adopted; otherwise those that can be read are. */
  readonly verify: boolean
  /** Worlds to try the plans in; without any they are only read. */
  readonly practice: () => readonly PracticeWorld[]
}

/** What came of it: the plans to adopt, none where `why` says so. */
interface Generated {
  readonly clauses: readonly Clause[]
  readonly invented: readonly Invented[]
  /** What was wrong with the plans that were refused, in their order. */
  readonly refused: readonly string[]
  readonly model: string
  /** The text that the plans were read from. */
  readonly text: string
  readonly why?: string
}

/** Has plans for the goal written, and mended as long as something is wrong with them. */
export async function generate(wanted: Wanted, asking: Asking): Promise<Generated> {
  const refused: { readonly plans: string; readonly faults: readonly string[] }[] = []
  const told = () => refused.flatMap(({ faults }) => faults)
  for (let attempt = 1; attempt <= (wanted.verify ? attempts : 1); attempt++) {
    const reply = await ask(generateContract, readsOf(wanted, refused), asking)
    if (!reply.ok) return { ...nothing, refused: told(), why: reply.why }
    const { written, unread } = readPlans(reply.value)
    const faults = await verified(written, wanted)
    if (faults.length === 0 || (!wanted.verify && written.clauses.length > 0))
      return { ...written, refused: [...told(), ...unread], model: reply.model, text: reply.value }
    refused.push({ plans: reply.value, faults: [...unread, ...faults] })
  }
  const why = `${refused.length === 1 ? 'the plans were' : `${refused.length} sets of plans were`} refused: ${refused.at(-1)!.faults.join('; ')}`
  return { ...nothing, refused: told(), why }
}

/** The plans of a text, and what of it could not be read. */
export function readPlans(text: string): {
  readonly written: Written & { readonly invented: readonly Invented[] }
  readonly unread: readonly string[]
} {
  const { plans, invented, faults } = parseYamlPlans(text)
  const clauses = plans.flatMap(plan => fromDraft(plan) ?? [])
  return { written: { clauses, invented }, unread: faults }
}

// --- internal ---

/** One set of plans and two repairs of it. */
const attempts = 3

/** So many actions in thought must be enough to reach the goal. */
const longest = 2_000

const nothing = { clauses: [], invented: [], model: '', text: '' } as const

/** What is wrong with the plans, what they need first: plans that leave a new goal open are not tried yet. */
async function verified(written: Written, wanted: Wanted): Promise<readonly string[]> {
  const faults = faultsOf(written, wanted.goal, wanted)
  if (faults.length > 0 || !wanted.verify) return faults
  const clauses = [...written.clauses, ...wanted.library]
  const { handled, pursued } = namesIn(clauses)
  if ([...pursued].some(name => !handled.has(name))) return []
  const holds = reachedWhen(wanted.goal, wanted.vocabulary)
  const worlds = wanted.practice()
  const failed: string[] = []
  for (const world of worlds) {
    const { fault } = await rehearse({ clauses, goal: wanted.goal, holds, world, limit: longest })
    if (fault !== undefined) failed.push(fault)
  }
  const [first] = failed
  if (first === undefined) return []
  return [`tried in thought, they failed in ${failed.length} of ${worlds.length} cases: ${first}`]
}

function readsOf(wanted: Wanted, refused: GenerateReads['refused']): GenerateReads {
  const { goal, vocabulary, believed, pursued, prompt } = wanted
  const hints = prompt !== 'none'
  const general = (named: readonly Named[]) =>
    named.map(each => told(each.form, hints ? generalMeaning(each) : undefined))
  return {
    goal: printTerm(goal),
    admissible: {
      beliefs: general(vocabulary.beliefs),
      goals: general(vocabulary.goals),
      actions: general(vocabulary.actions),
    },
    actual: {
      beliefs: believed.map(belief =>
        told(printTerm(belief), hints ? meaningOf(belief, vocabulary.beliefs) : undefined),
      ),
      goals: pursued.map(each => printTerm(each)),
    },
    remarks: prompt === 'remarks' ? vocabulary.remarks : [],
    refused,
  }
}

const told = (form: string, meaning: string | undefined): Told =>
  meaning === undefined ? { form } : { form, meaning }
