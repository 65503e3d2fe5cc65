// What OpenTelemetry is told of the events of a run: each span with its parent, its times in milliseconds and
// its attributes, and each count.
import {
  type Attributes,
  type MeterProvider,
  metrics,
  type Span,
  type TracerProvider,
  trace,
} from '@opentelemetry/api'
import { afterEach, expect, test } from 'vitest'
import type { Event } from '../../../agent/event.ts'
import type { State } from '../../../agent/state.ts'
import { createTelemetry } from '../../../agent/telemetry/telemetry.ts'

const silent = () => {
  trace.disable()
  metrics.disable()
}
afterEach(silent)

interface Told {
  readonly name: string
  readonly parent?: string
  readonly start: number
  readonly attributes: Attributes
  readonly status?: object
  readonly end: number
}

/** Registers an SDK that writes down what it is told. */
function listening() {
  silent()
  const spans: Told[] = []
  const counts: [name: string, value: number, attributes: Attributes][] = []
  const tracer = {
    startSpan(name: string, { startTime, attributes }: never, under: never) {
      const above = trace.getSpan(under) as unknown as Told | undefined
      const span = { name, start: startTime, attributes: { ...(attributes as object) } }
      return Object.assign(span as unknown as Span & Told, {
        ...(above && { parent: above.name }),
        setAttributes: (more: Attributes) => Object.assign(span.attributes, more),
        setStatus: (status: object) => Object.assign(span, { status }),
        end(this: Told, end: number) {
          spans.push({ ...span, ...(above && { parent: above.name }), end })
        },
      })
    },
  }
  const instrument = (name: string) => {
    const told = (value: number, attributes: Attributes) => counts.push([name, value, attributes])
    return { record: told, add: told }
  }
  const meter = { createHistogram: instrument, createCounter: instrument }
  trace.setGlobalTracerProvider({ getTracer: () => tracer } as unknown as TracerProvider)
  metrics.setGlobalMeterProvider({ getMeter: () => meter } as unknown as MeterProvider)
  return { spans, counts }
}

const usage = { inputTokens: 100, outputTokens: 20, cachedTokens: 5, cost: 0.25 }
const call = {
  type: 'model-called',
  model: 'lab:large:8b',
  purpose: 'perceive',
  parsed: 'as-is',
  usage,
}
const tool = { type: 'tool-called', id: 'c1', tool: 'calc', input: { x: 1 }, content: 'ferry' }
const step = { step: 's1', verdict: { passed: true, tier: 'pattern', why: 'right' } }
const part = { intention: 'i2' }
const record = { satisfied: false, cycles: 2, seconds: 9, answer: 'the ferry' }

/** A question with a part of it, from its beginning to its review; an event each 10 ms, from 1000 on. */
const events: readonly object[] = [
  { type: 'perception-received', perception: { text: 'a ferry' } },
  { ...call, ms: 5, turn: { calls: [] } },
  { type: 'beliefs-perceived', beliefs: [1, 2] },
  { type: 'intention-formed', goal: 'cross' },
  { ...call, model: 'small', ms: 25, usage: { ...usage, cost: null }, error: { kind: 'timeout' } },
  { type: 'plan-selected', plan: { id: 'p1' }, from: 'library' },
  { type: 'step-started', step: 's1' },
  { ...call, step: 's1', ms: 3, turn: { calls: ['c1'] } },
  { ...tool, step: 's1', ms: 4, failed: false },
  { ...part, type: 'perception-received', perception: { text: 'a part' } },
  { ...part, type: 'intention-closed' },
  { type: 'step-finished', ...step },
  { type: 'step-started', step: 's2' },
  { ...tool, step: 's2', ms: 4, failed: true },
  { type: 'step-finished', step: 's2', verdict: { ...step.verdict, passed: false } },
  { type: 'plan-set-aside' },
  { type: 'plans-added', plans: [1] },
  { type: 'intention-closed' },
  { type: 'intention-recorded', record },
  { type: 'library-reviewed', decisions: [{ decision: 'learn' }, { decision: 'keep' }] },
  { type: 'step-finished', ...step },
]

function tell(content: boolean) {
  const { spans, counts } = listening()
  const read = createTelemetry({ run: 'r1', agent: 'direct', content })!
  const parent = { intention: 'i1', step: 's1' }
  const state = { intentions: new Map([['i2', { parent }]]) } as unknown as State
  for (const [at, event] of events.entries())
    read({ intention: 'i1', at: 1000 + 10 * at, ...event } as unknown as Event, state)
  return { spans, counts }
}

test('nobody is told where no SDK is registered', () => {
  expect(createTelemetry({ run: 'r1', agent: 'direct', content: true })).toBeUndefined()
})

const told = ({ name, attributes }: Pick<Told, 'name' | 'attributes'>) =>
  `${name}: ${Object.entries(attributes)
    .map(([key, value]) => `${key.replace(/^(?:gen_ai|intend)\./, '')}=${value}`)
    .join(' ')}`

test('spans begin and end with the events, each under the one it belongs to', () => {
  const shown = tell(false).spans.map(
    ({ name, parent = '', start, end, status }) =>
      `${start}-${end} ${name} < ${parent} ${status ? JSON.stringify(status) : ''}`,
  )
  expect(shown.map(each => each.trim())).toEqual([
    '1005-1010 chat lab:large:8b < phase perceive',
    '1000-1020 phase perceive < invoke_agent direct',
    '1020-1030 phase formalize < invoke_agent direct',
    '1015-1040 chat small < phase deliberate {"code":2,"message":"timeout"}',
    '1015-1050 phase deliberate < invoke_agent direct',
    '1067-1070 chat lab:large:8b < phase execute s1',
    '1076-1080 execute_tool calc < phase execute s1',
    '1090-1100 phase satisfy < invoke_agent direct',
    '1090-1100 invoke_agent direct < phase execute s1',
    '1060-1110 phase execute s1 < invoke_agent direct',
    '1126-1130 execute_tool calc < phase execute s2 {"code":2,"message":"failed"}',
    '1120-1140 phase execute s2 < invoke_agent direct {"code":2,"message":"pattern"}',
    '1140-1150 phase satisfy < invoke_agent direct',
    '1150-1160 phase deliberate < invoke_agent direct',
    '1160-1170 phase satisfy < invoke_agent direct',
    '1000-1180 invoke_agent direct <  {"code":2}',
    '1180-1190 phase review < invoke_agent direct',
  ])
})

test('attributes hold content where it is wanted, and nowhere else', () => {
  expect(tell(false).spans.map(told).join()).not.toMatch(/ferry|cross|part=/)
  expect(tell(true).spans.map(told)).toEqual([
    'chat lab:large:8b: operation.name=chat request.model=large:8b provider.name=lab usage.input_tokens=100 usage.output_tokens=20 usage.cache_read.input_tokens=5 response.finish_reasons=stop purpose=perceive parsed=as-is cost=0.25',
    'phase perceive: phase=perceive beliefs=2',
    'phase formalize: phase=formalize goal=cross',
    'chat small: operation.name=chat request.model=small provider.name=small usage.input_tokens=100 usage.output_tokens=20 usage.cache_read.input_tokens=5 response.finish_reasons=timeout purpose=perceive parsed=as-is error.type=timeout',
    'phase deliberate: phase=deliberate plan=p1 plan.from=library',
    'chat lab:large:8b: operation.name=chat request.model=large:8b provider.name=lab usage.input_tokens=100 usage.output_tokens=20 usage.cache_read.input_tokens=5 response.finish_reasons=tool_calls purpose=perceive parsed=as-is cost=0.25',
    'execute_tool calc: operation.name=execute_tool tool.name=calc tool.call.id=c1 tool.call.arguments={"x":1} tool.call.result=ferry',
    'phase satisfy: phase=satisfy',
    'invoke_agent direct: operation.name=invoke_agent agent.name=direct conversation.id=r1 intention=i2 input.messages=a part',
    'phase execute s1: phase=execute step=s1 verdict=true verdict.tier=pattern',
    'execute_tool calc: operation.name=execute_tool tool.name=calc tool.call.id=c1 tool.call.arguments={"x":1} tool.call.result=ferry',
    'phase execute s2: phase=execute step=s2 verdict=false verdict.tier=pattern',
    'phase satisfy: phase=satisfy',
    'phase deliberate: phase=deliberate plans.added=1',
    'phase satisfy: phase=satisfy',
    'invoke_agent direct: operation.name=invoke_agent agent.name=direct conversation.id=r1 intention=i1 input.messages=a ferry satisfied=false cycles=2 output.messages=the ferry',
    'phase review: phase=review',
  ])
})

test('counts are of calls, questions and reviews', () => {
  const { counts } = tell(false)
  expect(
    counts.map(([name, value, attributes]) => told({ name: `${name} ${value}`, attributes })),
  ).toEqual([
    'gen_ai.client.token.usage 100: operation.name=chat request.model=large:8b provider.name=lab token.type=input',
    'gen_ai.client.token.usage 20: operation.name=chat request.model=large:8b provider.name=lab token.type=output',
    'gen_ai.client.operation.duration 0.005: operation.name=chat request.model=large:8b provider.name=lab',
    'intend.cost 0.25: operation.name=chat request.model=large:8b provider.name=lab',
    'gen_ai.client.token.usage 100: operation.name=chat request.model=small provider.name=small token.type=input',
    'gen_ai.client.token.usage 20: operation.name=chat request.model=small provider.name=small token.type=output',
    'gen_ai.client.operation.duration 0.025: operation.name=chat request.model=small provider.name=small error.type=timeout',
    'gen_ai.client.token.usage 100: operation.name=chat request.model=large:8b provider.name=lab token.type=input',
    'gen_ai.client.token.usage 20: operation.name=chat request.model=large:8b provider.name=lab token.type=output',
    'gen_ai.client.operation.duration 0.003: operation.name=chat request.model=large:8b provider.name=lab',
    'intend.cost 0.25: operation.name=chat request.model=large:8b provider.name=lab',
    'intend.questions 1: satisfied=false',
    'intend.question.duration 9: satisfied=false',
    'intend.plans.reviewed 1: decision=learn',
    'intend.plans.reviewed 1: decision=keep',
  ])
})
