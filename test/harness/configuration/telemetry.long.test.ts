// What a collector receives of a question, over OTLP as its exporters speak it.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { folder, intend, removeFolders } from '../intend.ts'

afterAll(removeFolders)

interface Attribute {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}

interface Span {
  readonly name: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly Attribute[]
}

/** A collector on the loopback, and what it has received. */
async function collector() {
  const spans: Span[] = []
  const metrics: string[] = []
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request))
    for (const resource of body.resourceSpans ?? [])
      for (const scope of resource.scopeSpans) spans.push(...scope.spans)
    for (const resource of body.resourceMetrics ?? [])
      for (const scope of resource.scopeMetrics)
        metrics.push(...scope.metrics.map(({ name }: { readonly name: string }) => name))
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_METRICS_EXPORTER: 'otlp',
  }
  return { spans, metrics, env, close: () => void server.close() }
}

const question = 'A ferry crosses 45 km at 30 km/h. How many minutes does the crossing take?'
const key = 'sk-ant-0123456789abcdef0123456789abcdef'

const named = (spans: readonly Span[], start: string) =>
  spans.filter(({ name }) => name.startsWith(start))

const told = ({ attributes }: Span, name: string) =>
  Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0]

test('a question is a trace of its phases, steps and calls, without a word of its content', async () => {
  const { spans, metrics, env, close } = await collector()
  const { code, stderr } = await intend(['ask', question], { cwd: folder(), env })
  close()
  expect(code, stderr).toBe(0)
  const [root, ...others] = named(spans, 'invoke_agent')
  expect(others).toEqual([])
  expect(root!.name).toBe('invoke_agent self-aware')
  expect(root!.parentSpanId).toBeUndefined()
  expect(told(root!, 'intend.satisfied')).toBe(true)
  const phases = named(spans, 'phase ')
  expect(new Set(phases.map(each => told(each, 'intend.phase')))).toEqual(
    new Set(['perceive', 'formalize', 'deliberate', 'execute', 'satisfy']),
  )
  expect(phases.every(({ parentSpanId }) => parentSpanId === root!.spanId)).toBe(true)
  const calls = named(spans, 'chat offline')
  expect(calls.length).toBeGreaterThan(0)
  for (const call of calls) {
    const parent = phases.find(({ spanId }) => spanId === call.parentSpanId)!
    expect(BigInt(call.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(parent.startTimeUnixNano))
    expect(BigInt(call.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(parent.endTimeUnixNano))
    expect(told(call, 'gen_ai.operation.name')).toBe('chat')
    expect(told(call, 'gen_ai.usage.input_tokens')).toBeDefined()
  }
  expect(metrics).toEqual(expect.arrayContaining(['gen_ai.client.token.usage', 'intend.questions']))
  expect(JSON.stringify(spans)).not.toMatch(/ferry|45 km/)
})

test('content is told when the person asks for it, and no key with it', async () => {
  const { spans, env, close } = await collector()
  const words = ['ask', `${question} (note ${key})`]
  const asking = {
    ...env,
    OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true',
    MY_API_KEY: key,
  }
  await intend(words, { cwd: folder(), env: asking })
  close()
  const [root] = named(spans, 'invoke_agent')
  expect(told(root!, 'gen_ai.input.messages')).toContain('A ferry crosses 45 km')
  expect(JSON.stringify(spans)).not.toContain(key)
})

test('a collector that is not there costs a moment, and nothing of the answer', async () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }
  const { code, stdout, stderr } = await intend(['ask', question], { cwd: folder(), env })
  expect({ code, stdout: stdout.trim() }, stderr).toEqual({ code: 0, stdout: '90' })
})
