// What is shown of one question when it is opened: read from its journal and from nothing else.
import type { Event, ModelCalled, ToolCalled } from '../../agent/event.ts'
import type { Belief, NewBelief } from '../../agent/state.ts'
import { view } from '../../agent/view.ts'
import { conflictsIn } from '../../phases/satisfy/conflicts.ts'
import { readBy } from '../../plans/expressions/derive.ts'
import { show } from '../../plans/show.ts'
import { intentionsOf, type Journey, journeyOf } from './journey.ts'
import { markedText, type Rest } from './marked-text.ts'
import type { PictureView } from './pictures.ts'

/** The details of the question whose journal holds `events`. Throws when they are not an agent's. */
export function detailOf(events: readonly Event[]) {
  const journey = journeyOf(events)
  const begun = events[0]?.at ?? 0
  const root = events[0]?.intention ?? ''
  const perceived = events.find(event => event.type === 'perception-received')?.perception
  const held = heldBeliefs(journey)
  const claimed = [...held, ...refusedClaims(journey)]
  const question = markedText(perceived?.text ?? '', given(claimed), 20_000)
  const calls = events.flatMap((event, at) =>
    event.type === 'model-called' || event.type === 'tool-called'
      ? [callOf(event, begun, claimed, `m${at}`)]
      : [],
  )
  return {
    question: question.pieces,
    files: (perceived?.files ?? []).map(({ name, description }) => ({ name, description })),
    /** The form the answer must have, in words. */
    form: JSON.stringify(journey.state.desires.get(root)?.answerContract ?? null),
    schemaBeliefs: journey.state.schemaBeliefs.get(root) ?? [],
    intentions: intentionsOf(journey, begun),
    beliefs: claimed.map((claim, at) => beliefOf(claim, at, held, question.marked, calls)),
    calls: calls.map(({ view }) => view),
    /** Sources that disagree: what is believed first. */
    conflicts: conflictsOf(journey, root),
    /** Milliseconds from the first event to the last. */
    ms: (events.at(-1)?.at ?? begun) - begun,
  }
}

export type DetailView = ReturnType<typeof detailOf> & {
  readonly pictures?: readonly PictureView[]
  /** Why the journal cannot be shown. */
  readonly problem?: string
}
export type BeliefView = ReturnType<typeof beliefOf>
export type CallView = ReturnType<typeof callOf>['view']

// --- internal ---

/** A belief that is held at the end, or a claim that was refused. */
interface Claimed extends NewBelief {
  readonly scope: string
  readonly by?: Belief['by']
  readonly refused?: string
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
  return tries.flatMap(({ intention: scope, cycle, steps }) =>
    [...steps.values()].flatMap(({ finished }) => {
      if (!finished || finished.verdict.passed) return []
      const { step, result, verdict } = finished
      const refused = { scope, by: { step, cycle }, refused: verdict.why }
      return result.beliefs.map(claim => ({ ...claim, ...refused }))
    }),
  )
}

/** Beliefs with their places that the question itself may hold. */
const given = (claimed: readonly Claimed[]): readonly Rest[] =>
  claimed.flatMap(({ provenance, evidence, value }, belief) =>
    provenance === 'given' && !evidence ? [{ belief, value }] : [],
  )

/** Beliefs that the result of a tool call is evidence for. */
const restsOn = (claimed: readonly Claimed[], call: string): readonly Rest[] =>
  claimed.flatMap(({ evidence, value }, belief) => {
    if (evidence?.call !== call) return []
    const { quote } = evidence
    return [{ belief, value, ...(quote !== undefined && { quote }) }]
  })

function beliefOf(
  claim: Claimed,
  at: number,
  held: readonly Claimed[],
  inQuestion: ReadonlySet<number>,
  calls: readonly ReturnType<typeof callOf>[],
) {
  const { name, value, unit = '', scope, source, by, evidence, derivation = '', refused } = claim
  const call = calls.find(({ marked }) => marked.has(at))
  const known = held.map(belief => belief.name)
  return {
    name,
    value: show({ value }),
    unit,
    scope,
    source,
    provenance: refused === undefined ? claim.provenance : 'refused',
    step: by?.step ?? '',
    cycle: by?.cycle ?? null,
    derivation,
    // the newest of that name that is not the belief itself
    uses: readBy(derivation, known).flatMap(each => {
      const place = known.findLastIndex((other, index) => other === each && index !== at)
      return place < 0 ? [] : [place]
    }),
    quote: evidence?.quote ?? '',
    call: evidence?.call ?? '',
    marked: call?.view.id ?? (inQuestion.has(at) ? 'question' : ''),
    why: refused ?? '',
  }
}

function callOf(
  event: (ModelCalled | ToolCalled) & { readonly at: number },
  begun: number,
  claimed: readonly Claimed[],
  id: string,
) {
  const { intention, step = '', ms, at } = event
  /** `start`: milliseconds from the first event. */
  const both = { ...noModel, start: at - ms - begun, intention, step, ms }
  if (event.type === 'tool-called') {
    const { pieces, marked } = markedText(event.content, restsOn(claimed, event.id))
    const view = {
      ...both,
      id: event.id,
      kind: 'tool' as const,
      name: event.tool,
      error: event.failed ? 'the call failed' : '',
      input: shortInput(event.input),
      content: pieces,
    }
    return { view, marked }
  }
  const { purpose: name, model, attempt = 1, parsed, issues, error: fault, usage } = event
  const { calls: _, ...used } = usage
  const error = fault ? `${fault.kind}: ${fault.message}` : ''
  const asked = { name, model, attempt, parsed, issues, error, ...used }
  const view = { ...both, id, kind: 'model' as const, ...asked, input: '', content: [] }
  return { view, marked: new Set<number>() }
}

/** What a call of a tool has not. */
const noModel = {
  model: '',
  attempt: 1,
  parsed: '',
  issues: [],
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  cost: 0,
}

function shortInput(input: unknown): string {
  const text = JSON.stringify(input) ?? ''
  const rest = text.length - 2_000
  return rest <= 0 ? text : `${text.slice(0, -rest)} … ${rest} characters more`
}

function conflictsOf({ state }: Journey, root: string) {
  if (!state.intentions.has(root)) return []
  return conflictsIn(view(state, root)).map(({ name, values }) => ({
    name,
    values: values.map(({ source, ...value }) => `${show(value)} (${source})`),
  }))
}
