// The spans of a run: of its questions, phases, steps and calls, as its events begin and end them.
import {
  type Attributes,
  type Context,
  context,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { CallEvent, Event, ModelCalled, ToolCalled } from '../event.ts'
import type { State } from '../state.ts'
import { ofModel } from './metrics.ts'

export interface Telling {
  /** The run, which is the conversation's id. */
  readonly run: string
  /** The agent's name. */
  readonly agent: string
  /** Whether questions, answers, goals and what tools were given and gave are told too. */
  readonly content: boolean
}

/** A span that has begun. */
export interface Open {
  readonly span: Span
  /** Where what happens in it belongs. */
  readonly inside: Context
  /** When the event before came, in milliseconds since the epoch. */
  last: number
  /** Calls of the phase that is under way. */
  readonly calls: (CallEvent & Event)[]
}

interface StepKey {
  readonly intention: string
  readonly step: string
}

/** What is open of a run, and the ways to begin and end it. */
export function createSpans({ run, agent, content }: Telling) {
  const tracer = trace.getTracer('intend')
  const intentions = new Map<string, Open>()
  const steps = new Map<string, Open>()

  function begin(name: string, under: Context, at: number, attributes: Attributes): Open {
    const span = tracer.startSpan(name, { startTime: at, attributes }, under)
    return { span, inside: trace.setSpan(under, span), last: at, calls: [] }
  }

  function tellCall(call: CallEvent & Event, under: Context): void {
    const { failed, ...told } =
      call.type === 'model-called' ? modelSpan(call) : toolSpan(call, content)
    const span = tracer.startSpan(told.name, { ...told, startTime: call.at - call.ms }, under)
    if (failed !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failed })
    span.end(call.at)
  }

  return {
    /** The span of an intention; one that a killed run had begun begins where it is gone on with. */
    intention(id: string, { at }: Event, state: State): Open {
      const known = intentions.get(id)
      if (known) return known
      const parent = state.intentions.get(id)?.parent
      const under = parent && steps.get(keyOf(parent))?.inside
      const opened = begin(`invoke_agent ${agent}`, under ?? context.active(), at, {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': agent,
        'gen_ai.conversation.id': run,
        'intend.intention': id,
      })
      intentions.set(id, opened)
      return opened
    },
    forget: (id: string) => void intentions.delete(id),
    /** A phase is told when it is over: from the event before it, with the calls that it made. */
    phase(name: string, event: Event, of: Open, attributes: Attributes = {}): void {
      const begun = Math.min(of.last, ...of.calls.map(call => call.at - call.ms))
      const told = begin(`phase ${name}`, of.inside, begun, { 'intend.phase': name, ...attributes })
      for (const call of of.calls.splice(0)) tellCall(call, told.inside)
      told.span.end(event.at)
    },
    step(event: StepKey & Event, of: Open): void {
      const attributes = { 'intend.phase': 'execute', 'intend.step': event.step }
      steps.set(keyOf(event), begin(`phase execute ${event.step}`, of.inside, event.at, attributes))
    },
    /** The span of a step, which is open no more; none where it had begun in a process that was killed. */
    stepDone(key: StepKey): Span | undefined {
      const open = steps.get(keyOf(key))
      steps.delete(keyOf(key))
      return open?.span
    },
    call(event: CallEvent & Event, of: Open): void {
      const { intention, step } = event
      const open = step === undefined ? undefined : steps.get(keyOf({ intention, step }))
      if (open) tellCall(event, open.inside)
      else of.calls.push(event)
    },
  }
}

// --- internal ---

interface Told {
  readonly name: string
  readonly kind: SpanKind
  readonly attributes: Attributes
  readonly failed?: string | undefined
}

const keyOf = ({ intention, step }: StepKey) => `${intention} ${step}`

function modelSpan({ model, purpose, usage, error, turn, parsed }: ModelCalled): Told {
  const finish = error?.kind ?? (turn?.calls.length ? 'tool_calls' : 'stop')
  return {
    name: `chat ${model}`,
    kind: SpanKind.CLIENT,
    attributes: {
      ...ofModel(model),
      'gen_ai.usage.input_tokens': usage.inputTokens,
      'gen_ai.usage.output_tokens': usage.outputTokens,
      'gen_ai.usage.cache_read.input_tokens': usage.cachedTokens,
      'gen_ai.response.finish_reasons': [finish],
      'intend.purpose': purpose,
      'intend.parsed': parsed,
      ...(usage.cost !== null && { 'intend.cost': usage.cost }),
      ...(error && { 'error.type': error.kind }),
    },
    failed: error?.kind,
  }
}

function toolSpan({ tool, id, input, content: given, failed }: ToolCalled, content: boolean): Told {
  return {
    name: `execute_tool ${tool}`,
    kind: SpanKind.INTERNAL,
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool,
      'gen_ai.tool.call.id': id,
      ...(content && {
        'gen_ai.tool.call.arguments': JSON.stringify(input),
        'gen_ai.tool.call.result': given,
      }),
    },
    failed: failed ? 'failed' : undefined,
  }
}
