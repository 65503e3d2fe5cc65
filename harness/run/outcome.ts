// What a run came to: the object `--json` prints and the trace that is kept of the question. Both are
// read from the state and the events, never from what was shown.
import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Event } from '../../agent/event.ts'
import { noUsageTotals } from '../../agent/runs/usage.ts'
import { type Belief, type IntentionRecord, newestIn, type State } from '../../agent/state.ts'
import { view } from '../../agent/view.ts'
import { conflictsIn } from '../../phases/satisfy/conflicts.ts'
import { jsonOf } from '../../plans/canonical.ts'
import { given } from '../../plans/given.ts'
import { Value } from '../../plans/plan.ts'
import { parsingOf, tierOneOf, tiersOf } from '../measure/measures.ts'
import { type Run, traceFile } from './runs.ts'

export const Outcome = z.object({
  answer: z.string().nullable(),
  /** What the answer is measured in where it is a number without its unit; else null. */
  unit: z.string().nullable().default(null),
  /** How likely the answer is right, from 0 to 1; null where none was given or the agent does not say. */
  confidence: z.number().nullable().default(null),
  satisfied: z.boolean(),
  /** True when no answer was given rather than a wrong one. */
  declined: z.boolean(),
  reason: z.string(),
  /** Id of the last plan. */
  plan: z.string().nullable(),
  cycles: z.number(),
  beliefs: z.array(
    z.object({
      name: z.string(),
      value: Value,
      unit: z.string().nullable(),
      provenance: z.string(),
      source: z.string(),
    }),
  ),
  /** Beliefs that sources disagree about: what is believed first, then what others say; absent in old traces. */
  conflicts: z
    .array(
      z.object({
        name: z.string(),
        values: z.array(
          z.object({ value: Value, unit: z.string().nullable(), source: z.string() }),
        ),
      }),
    )
    .exactOptional(),
  /** Beliefs that no words state and a model concluded, each with the words that it concluded it from. */
  concluded: z.array(z.object({ name: z.string(), from: z.array(z.string()) })).exactOptional(),
  /** What code has to say of the calls that the beliefs rest on, such as rows that are not counted. */
  notes: z.array(z.string()).exactOptional(),
  /** What a model says that the person should know beside the answer: its own words, of which only the numbers are checked. */
  caveat: z.string().exactOptional(),
  usage: z.object({
    calls: z.number(),
    inputTokens: z.number(),
    outputTokens: z.number(),
    cachedTokens: z.number(),
    /** US dollars; null when nobody knows. */
    cost: z.number().nullable(),
  }),
  /** From the question's arrival to its answer, interruptions included. */
  seconds: z.number(),
  /** Absolute path of the trace file. */
  trace: z.string(),
})
export type Outcome = z.infer<typeof Outcome>

/** What came of a question that is closed, the last where none is named; `trace` is the path of the trace. */
export function outcomeOf(
  state: State,
  trace: string,
  record: IntentionRecord | undefined = state.intentionHistory.last(),
): Outcome {
  if (!record) throw new Error('a run has an outcome only after its question is closed')
  const { intention, satisfied, reason = '', plan = null, cycles, seconds } = record
  const answer = record.answer ?? null
  const newest = newestIn(state, intention)
  const concluded = newest.flatMap(conclusionIn)
  const notes = [...new Set(newest.flatMap(belief => notesOn(belief, state)))]
  return {
    answer,
    unit: unitOf(state, intention),
    confidence: state.intentions.get(intention)?.confidence ?? null,
    satisfied,
    declined: !satisfied && answer === null,
    reason,
    plan,
    cycles,
    beliefs: newest.map(({ name, value, unit = null, provenance, source }) => ({
      name,
      value,
      unit,
      provenance,
      source,
    })),
    conflicts: conflictsOf(state, intention),
    ...(concluded.length > 0 && { concluded }),
    ...(notes.length > 0 && { notes }),
    ...given({ caveat: state.intentions.get(intention)?.caveat }),
    usage: state.usage.get(intention) ?? noUsageTotals,
    seconds,
    trace,
  }
}

/** The unit in which the answer of a root was asked for, which is not printed with it. */
export function unitOf(state: State, intention: string): string | null {
  const { kind, unit } = state.desires.get(intention)?.answerContract ?? {}
  return (kind === 'number' && unit) || null
}

/** The trace of a question: what was asked, what came of it and how, the state at the end. */
export function traceOf(run: Run, outcome: Outcome, events: readonly Event[], state: State) {
  const { question, files, begunAt, id, version, model, agent } = run
  const { trace: _, ...came } = outcome
  const verdicts = events.flatMap(verdictOf)
  return {
    run: id,
    version,
    begunAt,
    endedAt: new Date(events.at(-1)?.at ?? Date.parse(begunAt)).toISOString(),
    question,
    files,
    model,
    agent,
    ...came,
    plans: events.flatMap(event => (event.type === 'plan-selected' ? [event.plan] : [])),
    toolCalls: events.filter(event => event.type === 'tool-called'),
    verdicts,
    parsing: parsingOf(events),
    tierOne: tierOneOf(tiersOf(verdicts)),
    state,
  }
}

/** The outcome in the text of the trace file `trace`, or undefined when it is damaged. */
export function readOutcome(text: string, trace: string): Outcome | undefined {
  // one that is damaged can be made again from the journal
  return Outcome.safeParse({ ...(jsonOf(text) as object | undefined), trace }).data
}

/** What has come of a run; undefined where it is not finished, or its trace is damaged. */
export function finished(folder: { readonly path: string }): Outcome | undefined {
  const file = traceFile(folder)
  return existsSync(file) ? readOutcome(readFileSync(file, 'utf8'), file) : undefined
}

// --- internal ---

function conflictsOf(state: State, intention: string): NonNullable<Outcome['conflicts']> {
  if (!state.intentions.has(intention)) return []
  return conflictsIn(view(state, intention)).map(({ name, values }) => ({
    name,
    values: values.map(({ value, unit = null, source }) => ({ value, unit, source })),
  }))
}

/** What the tools said of the values that a belief was found in. */
function notesOn({ evidence, furtherEvidence = [] }: Belief, { toolCalls }: State) {
  const found = [...(evidence ? [evidence] : []), ...furtherEvidence]
  return found.flatMap(({ call }) => toolCalls.get(call)?.notes ?? [])
}

/** What of a belief is a model's conclusion from words that do not say it, such as a yes or a no. */
function conclusionIn({ name, value, provenance, implied, ...belief }: Belief) {
  if (provenance !== 'implied' || !(implied || typeof value === 'boolean')) return []
  const quotes = [belief.evidence, ...(belief.furtherEvidence ?? [])]
  return [{ name, from: quotes.flatMap(each => each?.quote ?? []) }]
}

function verdictOf(event: Event) {
  if (!('verdict' in event) || !event.verdict) return []
  const { type, intention, verdict, at } = event
  const step = event.type === 'step-finished' ? { step: event.step } : {}
  return [{ of: type, intention, ...step, ...verdict, at }]
}
