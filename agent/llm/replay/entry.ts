// One line of a recording: a turn of a model, or a call of a tool.
import { z } from 'zod'
import { Value } from '../../../plans/plan.ts'

const Usage = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  cachedTokens: z.number(),
  cacheWriteTokens: z.number().exactOptional(),
})
const RecordedEvent = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['text', 'reasoning']), delta: z.string() }),
  z.object({
    type: z.literal('tool-call'),
    call: z.object({ id: z.string(), name: z.string(), input: z.string() }),
  }),
  z.object({
    type: z.literal('done'),
    stop: z.enum(['end', 'tools', 'length', 'refusal']),
    usage: Usage.exactOptional(),
    requests: z.number().exactOptional(),
  }),
  z.object({
    type: z.literal('error'),
    message: z.string(),
    retryable: z.boolean(),
    retryAfterMs: z.number().exactOptional(),
    kind: z.enum(['unavailable', 'overflow', 'budget']).exactOptional(),
    usage: Usage.exactOptional(),
    requests: z.number().exactOptional(),
  }),
])

/** One line of a recording. `run` counts how often the file was opened to be added to. */
export const Entry = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('turn'),
    run: z.number(),
    key: z.string(),
    purpose: z.string(),
    reads: z.json(),
    prompt: z.string(),
    /** The day it was then. */
    day: z.iso.date().exactOptional(),
    /** The model that answered. */
    model: z.string().exactOptional(),
    /** Which one it was of those asked one after the other: 1 for the first fallback; absent for the first. */
    fallback: z.int().positive().exactOptional(),
    events: z.array(RecordedEvent).min(1),
  }),
  z.object({
    type: z.literal('tools'),
    run: z.number(),
    /** The tools that the run had. */
    names: z.array(z.string()),
  }),
  z.object({
    type: z.literal('tool'),
    run: z.number(),
    tool: z.string(),
    input: z.string(),
    outcome: z.union([
      z.object({
        result: z.object({
          content: z.string(),
          details: z.json().exactOptional(),
          value: Value.exactOptional(),
          unit: z.string().exactOptional(),
          list: z.array(z.union([z.string(), z.number()])).exactOptional(),
          cells: z.record(z.string(), Value).exactOptional(),
          links: z.array(z.string()).exactOptional(),
          notes: z.array(z.string()).exactOptional(),
        }),
      }),
      z.object({ error: z.string() }),
    ]),
  }),
])
export type Entry = z.infer<typeof Entry>
