// What is shown of one question when it is opened: read from its journal and from nothing else.
import type { Event, ModelCalled, ToolCalled } from '../../agent/event.ts'
import type { Belief, NewBelief } from '../../agent/state.ts'
import { view } from '../../agent/view.ts'
import { conflictsIn } from '../../phases/satisfy/conflicts.ts'
import { names } from '../../plans/expressions/expression.ts'
import { show } from '../../plans/show.ts'
import type { BeliefView, CallView, DetailView, VerdictView } from './data.ts'
import { intentionsOf, type Journey, journeyOf } from './journey.ts'
import { markedText, type Rest } from './marked-text.ts'

/** The details of the question whose journal holds `events`. Throws when they are not an agent's. */
export function detailOf(events: readonly Event[]): DetailView {
  const journey = journeyOf(events)
  const begun = events[0]?.at ?? 0
  const root = events[0]?.intention ?? ''
  const perceived = events.find(event => event.type === 'perception-received')?.perception
  const held = heldBeliefs(journey)
  const claimed = [...held, ...refusedClaims(journey)]
  const question = markedText(perceived?.text ?? '', given(claimed), 20_000)
  const calls = events.flatMap((event, at) =>
    event.type === 'model-called' || event.type === 'tool-called'
      ? [callOf(event, begun, restsOn(claimed, event), `m${at}`)]
      : [],
  )
  return {
    question: question.pieces,
    files: (perceived?.files ?? []).map(({ name, description }) => ({ name, description })),
    form: JSON.stringify(journey.state.desires.get(root)?.answerContract ?? null),
    schemaBeliefs: journey.state.schemaBeliefs.get(root) ?? [],
    intentions: intentionsOf(journey, begun),
    beliefs: claimed.map((claim, at) => beliefOf(claim, at, held, question.marked, calls)),
    calls: calls.map(({ view }) => view),
    verdicts: verdictsOf(events),
    conflicts: conflictsOf(journey, root),
    ms: (events.at(-1)?.at ?? begun) - begun,
  }
}

// --- internal ---

/** A belief that is held at the end, or a claim that was refused. */
interface Claimed extends NewBelief {
  readonly scope: string
  readonly by?: Belief['by']
  readonly refused?: string
}

interface Call {
  readonly view: CallView
  readonly marked: ReadonlySet<number>
}

/** In the order in which they were established; steps may end in the same millisecond. */
function heldBeliefs({ state, tries }: Journey): readonly Claimed[] {
  const order = tries.flatMap(({ intention, cycle, steps }) =>
    [...steps.keys()].map(step => JSON.stringify([intention, cycle, step])),
  )
  const place = ({ scope, by }: Belief) =>
    by ? order.indexOf(JSON.stringify([scope, by.cycle, by.step])) : -1
  return [...state.groundBeliefs.values()]
    .flatMap(byName => [...byName.values()].flat())
    .sort((a, b) => a.at - b.at || place(a) - place(b))
}

function refusedClaims({ tries }: Journey): readonly Claimed[] {
  return tries.flatMap(({ intention, cycle, steps }) =>
    [...steps.values()].flatMap(({ finished }) => {
      if (!finished || finished.verdict.passed) return []
      const { step, result, verdict } = finished
      return result.beliefs.map(claim => ({
        ...claim,
        ...{ scope: intention, by: { step, cycle }, refused: verdict.why },
      }))
    }),
  )
}

/** Beliefs with their places that the question itself may hold. */
const given = (claimed: readonly Claimed[]): readonly Rest[] =>
  claimed.flatMap(({ provenance, evidence, value }, belief) =>
    provenance === 'given' && !evidence ? [{ belief, value }] : [],
  )

function restsOn(claimed: readonly Claimed[], event: Event): readonly Rest[] {
  if (event.type !== 'tool-called') return []
  return claimed.flatMap(({ evidence, value }, belief) => {
    if (evidence?.call !== event.id) return []
    const { quote } = evidence
    return [{ belief, value, ...(quote !== undefined && { quote }) }]
  })
}

function beliefOf(
  claim: Claimed,
  at: number,
  held: readonly Claimed[],
  inQuestion: ReadonlySet<number>,
  calls: readonly Call[],
): BeliefView {
  const { name, value, unit, scope, source, by, evidence, derivation, refused } = claim
  const call = calls.find(({ marked }) => marked.has(at))
  const known = held.map(belief => belief.name)
  const read = derivation === undefined ? [] : (names(derivation, known) ?? [])
  return {
    ...{ name, value: show({ value }), unit: unit ?? '', scope, source },
    provenance: refused === undefined ? claim.provenance : 'refused',
    ...{ step: by?.step ?? '', cycle: by?.cycle ?? null, derivation: derivation ?? '' },
    // the newest of that name that is not the belief itself
    uses: read.flatMap(each => {
      const place = known.findLastIndex((other, index) => other === each && index !== at)
      return place < 0 ? [] : [place]
    }),
    ...{ quote: evidence?.quote ?? '', call: evidence?.call ?? '' },
    marked: call?.view.id ?? (inQuestion.has(at) ? 'question' : ''),
    why: refused ?? '',
  }
}

function callOf(
  event: (ModelCalled & { readonly at: number }) | (ToolCalled & { readonly at: number }),
  begun: number,
  rests: readonly Rest[],
  id: string,
): Call {
  const { intention, step = '', ms, at } = event
  const common = { intention, step, ms, start: at - ms - begun }
  if (event.type === 'model-called') {
    const { purpose, model, usage, attempt = 1, parsed, issues, error } = event
    const { inputTokens, outputTokens, cachedTokens, cost } = usage
    const view: CallView = {
      ...{ id, kind: 'model', name: purpose, model, ...common, attempt, parsed, issues },
      ...{ inputTokens, outputTokens, cachedTokens, cost },
      error: error === undefined ? '' : `${error.kind}: ${error.message}`,
      ...{ input: '', content: [] },
    }
    return { view, marked: new Set() }
  }
  const { pieces, marked } = markedText(event.content, rests)
  const view: CallView = {
    ...{ id: event.id, kind: 'tool', name: event.tool, model: '', ...common },
    ...{ inputTokens: 0, outputTokens: 0, cachedTokens: 0, cost: 0, attempt: 1, parsed: '' },
    ...{ issues: [], error: event.failed ? 'the call failed' : '' },
    ...{ input: shortInput(event.input), content: pieces },
  }
  return { view, marked }
}

function shortInput(input: unknown): string {
  const text = JSON.stringify(input) ?? ''
  const most = 2_000
  return text.length <= most
    ? text
    : `${text.slice(0, most)} … ${text.length - most} characters more`
}

function verdictsOf(events: readonly Event[]): readonly VerdictView[] {
  const cycles = new Map<string, number>()
  return events.flatMap(event => {
    const { type, intention } = event
    const cycle = cycles.get(intention) ?? 1
    if (type === 'plan-set-aside') cycles.set(intention, cycle + 1)
    if (!('verdict' in event) || !event.verdict) return []
    const { tier, passed, why } = event.verdict
    const of =
      type === 'step-finished'
        ? `step ${event.step}`
        : type === 'plan-set-aside'
          ? 'the plan'
          : 'the answer'
    const mode = event.verdict.passed ? '' : event.verdict.mode
    return [{ tier, passed, why, mode, of, intention, cycle }]
  })
}

function conflictsOf({ state }: Journey, root: string): DetailView['conflicts'] {
  if (!state.intentions.has(root)) return []
  return conflictsIn(view(state, root)).map(({ name, values }) => ({
    name,
    values: values.map(({ source, ...value }) => `${show(value)} (${source})`),
  }))
}
