// The embedded default when no model is configured: a small rule-based reasoner that honours the
// contracts of the phases by their typed input. It is not a language model; what its rules do not
// cover it declines.
import type { DeliberateReads } from '../../../phases/deliberate/contract.ts'
import type { ExecuteReads } from '../../../phases/execute/contract.ts'
import type { Formalized, FormalizeReads } from '../../../phases/formalize/self-aware.ts'
import type { GenerateReads } from '../../../phases/generate/contract.ts'
import type { Perceived, PerceiveReads } from '../../../phases/perceive/contract.ts'
import type { ReviewReads } from '../../../phases/review/self-aware.ts'
import { replaceSlots } from '../../../plans/template.ts'
import type { ModelEvent, Request, ToolCall, Wire } from '../provider.ts'
import { noUsage } from '../provider.ts'
import { readAsked } from './asked.ts'
import { carryOut, mayRecall } from './carry-out.ts'
import { askedBefore } from './follow-ups.ts'
import { plansFor } from './generate.ts'
import { lookUp } from './look-ups/look-up.ts'
import {
  type Believed,
  type Design,
  type Method,
  miss,
  type Posed,
  type Reading,
} from './method.ts'
import { offered } from './offers.ts'
import { overview } from './overview.ts'
import { arithmetic } from './quantities/arithmetic.ts'
import { bills } from './quantities/bills.ts'
import { calendar } from './quantities/calendar.ts'
import { clock } from './quantities/clock.ts'
import { dimensional } from './quantities/dimensional.ts'
import { journey } from './quantities/journey.ts'
import { proportion } from './quantities/proportion.ts'
import { quantities } from './quantities/quantities.ts'
import { written } from './quantities/written.ts'
import { recollect } from './recollections/recollect.ts'
import { tabular } from './tables/tabular.ts'
import { plainWords } from './words.ts'

/** Tried in this order; the first that understands the message takes it. */
const methods: readonly Method[] = [
  overview,
  tabular,
  calendar,
  clock,
  written,
  arithmetic,
  bills,
  proportion,
  dimensional,
  journey,
  lookUp,
  recollect,
]

/**
 * A wire without a network and without a key. It answers each contract from `request.purpose` and
 * `request.reads`, never from the rendered prompt: quantities and rates by dimensional analysis. A
 * question outside that gets plain schema beliefs and then a refusal that says what was
 * understood, what is missing, and how to configure a model.
 */
export function offline(): Wire {
  return {
    name: 'offline',
    byPurpose: true,
    async *stream(request): AsyncGenerator<ModelEvent> {
      const { purpose, reads, signal } = request
      if (signal.aborted) return yield { type: 'aborted' }
      const reply = replies[purpose]?.(reads as never, request) ?? declined(`it cannot ${purpose}`)
      if ('decline' in reply) {
        yield { type: 'text', delta: reply.decline }
        return yield { type: 'done', stop: 'refusal', usage: noUsage }
      }
      if ('call' in reply) {
        yield { type: 'tool-call', call: reply.call }
        return yield { type: 'done', stop: 'tools', usage: noUsage }
      }
      yield { type: 'text', delta: 'text' in reply ? reply.text : JSON.stringify(reply.json) }
      yield { type: 'done', stop: 'end', usage: noUsage }
    },
  }
}

// --- internal ---

type Reply =
  | { readonly json: unknown }
  | { readonly text: string }
  | { readonly call: ToolCall }
  | { readonly decline: string }

/** One entry for each contract; what is not here is declined. */
const replies: Readonly<Record<string, (reads: never, request: Request) => Reply>> = {
  perceive: (reads: PerceiveReads, { aside }) => ({ json: perceived(withTables(reads, aside)) }),
  formalize: (reads: FormalizeReads) => ({ json: formalized(reads) }),
  deliberate: ({ tried, refused, ...reads }: DeliberateReads) => {
    const design = designed(reads)
    if (!design) return declined(reasonIn(reads))
    const searches = design.draft.steps.filter(({ kind }) => kind === 'fetch')
    const has = (tool: string) => reads.tools.includes(tool)
    const remembers = searches.every(mayRecall) && has('recall')
    if (searches.length > 0 && !has('web_search') && !remembers)
      return declined(
        'no file is attached that could tell it (-f FILE, in a session @FILE), and there is no folder to search (--corpus DIR)',
      )
    if (tried.length > 0 || refused > 0) return declined('no other way is known')
    const reading = design.draft.steps.some(({ kind }) => kind === 'read')
    return {
      json: { ...design.draft, ...(!reading && { filesNotRead: 'what it takes is given' }) },
    }
  },
  solve: () => declined(withoutPlan),
  answer: () => declined(withoutPlan),
  execute: (reads: ExecuteReads, request) => carryOut(reads, request) ?? declined(reasonIn(reads)),
  generate: (reads: GenerateReads) => {
    const text = plansFor(reads)
    return text === undefined ? declined(`it knows no way to ${reads.goal}`) : { text }
  },
  review: ({ plans }: ReviewReads) => ({
    json: {
      decisions: plans.map(({ id }) => ({
        plan: id,
        decision: 'keep',
        reason: 'reviewing a plan takes a language model',
      })),
    },
  }),
}

const withoutPlan =
  'answering without a plan takes a language model; the agent self-aware, which is the default, does not'

function declined(reason: string): Reply {
  return { decline: `offline: ${reason}; configure a model with --model openai:MODEL` }
}

const needed = 'task requires a language model'

/** The time its rules take grows with the square of the words: so many characters take half a second. */
const longest = 4_000
/** Every word is held against every column: twenty times as many take ten seconds. */
const widest = 1_000

const tableFile = /\.(?:csv|tsv|jsonl|parquet|xlsx?|ods)$/i

/** Why nothing is read: it would take long, and nothing else is done meanwhile; or there is nothing. */
function excessIn({ question, files }: PerceiveReads): string | undefined {
  if (question.length > longest) return `a question of more than ${longest} characters is not read`
  const wide = files.find(({ columns = [] }) => columns.length > widest)
  const bare = files.find(({ name, columns }) => !columns && tableFile.test(name))
  if (bare?.looksLike) return `${bare.name} looks like ${bare.looksLike}, which cannot be read`
  if (bare) return `${bare.name} is empty, or holds no table that can be read`
  return wide && `${wide.name} has more than ${widest} columns, which are not read`
}

/** What is read, with the tables that stand within documents. */
function withTables(reads: PerceiveReads, aside: unknown): PerceiveReads {
  const found = (aside ?? []) as PerceiveReads['files']
  const of = (name: string) => found.find(each => each.name === name)
  return { ...reads, files: reads.files.map(file => ({ ...file, ...of(file.name) })) }
}

function posedIn(reads: PerceiveReads): Posed {
  const question = plainWords(reads.question)
  const asked = readAsked(question)
  return { ...reads, question, asked, stated: quantities(asked.rest, asked.noun) }
}

function perceived(reads: PerceiveReads): Perceived {
  const excess = excessIn(reads)
  // to read how much it says takes long already
  const posed = excess === undefined ? posedIn(reads) : undefined
  const readings: readonly Reading[] = posed
    ? methods.map(method => method.read(posed))
    : [miss(excess!, 9)]
  const desire = reads.question.trim()
  for (const reading of readings) if ('read' in reading) return { ...reading.read, desire }
  const obstacles = readings.flatMap(reading => ('obstacle' in reading ? [reading] : []))
  const furthest = obstacles.reduce((a, b) => (b.nearness > a.nearness ? b : a))
  const outside = 'the question states no quantities to work with and is about no attached file'
  const why = furthest.nearness === 0 ? outside : furthest.obstacle
  const examples = posed && posed.files.length > 0 ? offered(posed) : ''
  return {
    schemaBeliefs: [needed, `${needed}: ${why}${examples}`],
    groundBeliefs: [],
    desire,
    answerContract: { kind: 'text' },
  }
}

function formalized(reads: FormalizeReads): Formalized {
  const design = designed(reads)
  return {
    type: design?.type ?? 'answer_with_language_model',
    goal: reads.desire,
    satisfactionCondition: 'ground_belief(final_answer) is known',
    openParameters: [...(design?.openParameters ?? [])],
  }
}

function designed({ schemaBeliefs, groundBeliefs }: Believed): Design | undefined {
  const own = groundBeliefs.filter(({ name }) => name !== askedBefore)
  for (const method of methods) {
    const design = method.design({ schemaBeliefs, groundBeliefs: own })
    if (design) return design
  }
  return undefined
}

/** What perceive could not understand, carried by a schema belief, in which names have become slots. */
function reasonIn({ schemaBeliefs, groundBeliefs }: Believed): string {
  const told = schemaBeliefs.find(belief => belief.startsWith(`${needed}: `))
  const known = (role: string) => groundBeliefs.find(({ name }) => name === role)?.value
  return told === undefined
    ? 'no rule covers this step'
    : replaceSlots(told.slice(needed.length + 2), (role, slot) => String(known(role) ?? slot))
}
