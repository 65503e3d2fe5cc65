// What OpenTelemetry is told: a span for each question, phase, step, model call and tool call, by the
// GenAI conventions, and counts beside them. All of it is read off the events; nothing waits for it.
import { type Attributes, ProxyTracerProvider, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Event } from '../event.ts'
import type { State } from '../state.ts'
import { createMetrics } from './metrics.ts'
import { createSpans, type Open, type Telling } from './spans.ts'

/** The variable of the environment by which a person lets content be told. */
export const contentVariable = 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT'

/**
 * A reader of events that tells them to the OpenTelemetry SDK of this process; undefined where none is
 * registered. Spans begin and end when the events say.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one short case for each kind of event
export function createTelemetry(
  telling: Telling,
): ((event: Event, state: State) => void) | undefined {
  const provider = trace.getTracerProvider()
  if (provider instanceof ProxyTracerProvider && !provider.getDelegateTracer('intend'))
    return undefined
  const spans = createSpans(telling)
  const metrics = createMetrics()
  const words = (attributes: Attributes) => (telling.content ? attributes : {})

  function step(event: Event & { readonly type: 'step-finished' }): void {
    const { passed, tier, why } = event.verdict
    const span = spans.stepDone(event)
    span?.setAttributes({ 'intend.verdict': passed, 'intend.verdict.tier': tier })
    if (!passed)
      span?.setStatus({ code: SpanStatusCode.ERROR, message: telling.content ? why : tier })
    span?.end(event.at)
  }

  function recorded(event: Event & { readonly type: 'intention-recorded' }, { span }: Open): void {
    const { satisfied, cycles, seconds, answer } = event.record
    span.setAttributes({
      'intend.satisfied': satisfied,
      'intend.cycles': cycles,
      ...words({ 'gen_ai.output.messages': answer ?? '' }),
    })
    if (!satisfied) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(event.at)
    metrics.question(satisfied, seconds)
  }

  return (event, state) => {
    const of = spans.intention(event.intention, event, state)
    const phase = (name: string, told?: Attributes) => spans.phase(name, event, of, told)
    switch (event.type) {
      case 'perception-received':
        of.span.setAttributes(words({ 'gen_ai.input.messages': event.perception.text }))
        break
      case 'beliefs-perceived':
        phase('perceive', { 'intend.beliefs': event.beliefs.length })
        break
      case 'intention-formed':
        phase('formalize', words({ 'intend.goal': event.goal }))
        break
      case 'plan-selected':
        phase('deliberate', { 'intend.plan': event.plan.id, 'intend.plan.from': event.from })
        break
      case 'plans-added':
        phase('deliberate', { 'intend.plans.added': event.plans.length })
        break
      case 'step-started':
        spans.step(event, of)
        if (event.goal) spans.intention(event.goal.id, event, state)
        break
      case 'step-finished':
        step(event)
        break
      case 'model-called':
        metrics.call(event)
        return spans.call(event, of) // the phase that it belongs to is not over
      case 'tool-called':
        return spans.call(event, of)
      case 'plan-set-aside':
        phase('satisfy')
        break
      case 'intention-closed':
        phase('satisfy')
        if (!state.intentions.get(event.intention)?.parent) break
        of.span.end(event.at)
        return spans.forget(event.intention)
      case 'intention-recorded':
        recorded(event, of)
        break
      case 'library-reviewed':
        phase('review')
        metrics.reviewed(event)
        return spans.forget(event.intention)
    }
    of.last = event.at
  }
}
