// The only way a phase talks to a model (seed 001, section 5): a contract renders a stable prefix
// (role, consumers, fields) and a varying tail; the reply is parsed, checked, and asked for once
// more with the exact issues. What still fails is an outcome, not an exception.
import { z } from 'zod'
import type { Ctx } from '../agent/contract.ts'
import type { Completion, Message, ToolExecutor } from '../agent/llm/provider.ts'
import type { FailureMode } from '../agent/state.ts'
import type { Json, Tool } from '../tools/tool.ts'
import { parseReply } from './parse-reply.ts'

export interface Contract<Reads, Out> {
  /** The contract's name; providers that do not read prompts key on it. */
  readonly purpose: string
  /** What the model is to do. Never varies: it is the cacheable part. */
  readonly task: string
  readonly output: z.ZodType<Out>
  /** The varying part. */
  readonly render: (reads: Reads) => string
}

export interface Asking {
  readonly ctx: Ctx
  readonly intention: string
  readonly step?: string
  /** Present for a step: the model may call these before it replies. */
  readonly tools?: readonly Tool[]
  readonly executor?: ToolExecutor
}

export type Asked<Out> =
  | { readonly ok: true; readonly value: Out }
  | {
      readonly ok: false
      readonly mode: FailureMode
      readonly why: string
      /** True when there was no reply at all: asking again, here or in another phase, is of no use. */
      readonly unanswered: boolean
    }

/** Asks the model to fulfil `contract` on `reads`; reports each completion as a `model-called` event. */
export async function ask<Reads, Out>(
  contract: Contract<Reads, Out>,
  reads: Reads,
  asking: Asking,
): Promise<Asked<Out>> {
  let messages: readonly Message[] = [
    { role: 'system', content: prefix(contract) },
    { role: 'user', content: contract.render(reads) },
  ]
  let issues: readonly string[] = []
  for (let attempt = 1; attempt <= 2; attempt++) {
    const started = asking.ctx.now()
    const completion = await complete(contract, reads, messages, asking)
    const reply = parseReply(completion.text, contract.output)
    const parsed = reply.ok ? reply.parsed : 'failed'
    const cutOff = completion.error?.kind === 'length'
    issues = reply.ok ? [] : [...reply.issues, ...(cutOff ? [completion.error.message] : [])]
    report(contract.purpose, asking, completion, { parsed, issues, started })
    if (completion.error && !cutOff) return failed(completion.error.message, true)
    if (reply.ok) return { ok: true, value: reply.value }
    messages = [
      ...completion.messages,
      { role: 'assistant', content: completion.text, calls: [] },
      { role: 'user', content: complaint(issues) },
    ]
  }
  return failed(`the model's ${contract.purpose} reply cannot be used: ${issues.join('; ')}`, false)
}

/** The part of the prompt that is the same in every call of this contract. */
export function prefix<Reads, Out>(contract: Contract<Reads, Out>): string {
  return `${contract.task.trim()}

# Your reply
One JSON object and nothing else: no prose before or after it, no code fence.
${fieldsOf(contract.output, '').join('\n')}`
}

/**
 * One line a field of an object schema, nested ones below, with what each is for. Derived from the
 * schema, so that a prompt and the parser behind it cannot drift apart.
 */
export function fieldsOf(schema: z.ZodType, indent: string): readonly string[] {
  return fields(z.toJSONSchema(schema, { io: 'input' }) as Schema, indent)
}

interface Schema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

function fields(schema: Schema, indent: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const optional = schema.required?.includes(name) ? '' : ', optional'
    const about = field.description ? `: ${field.description}` : ''
    return [`${indent}- ${name} (${typeName(field)}${optional})${about}`, ...below(field, indent)]
  })
}

function below(field: Schema, indent: string): string[] {
  const inner = field.items ?? field
  if (inner.properties) return fields(inner, `${indent}  `)
  const shapes = (inner.anyOf ?? []).filter(shape => shape.properties)
  return shapes.flatMap(shape => [
    `${indent}  - either${shape.description ? ` (${shape.description})` : ''}:`,
    ...fields(shape, `${indent}    `),
  ])
}

function typeName(field: Schema): string {
  if (field.const !== undefined) return JSON.stringify(field.const)
  if (field.enum) return field.enum.map(value => JSON.stringify(value)).join(' | ')
  if (field.anyOf) return [...new Set(field.anyOf.map(typeName))].join(' or ')
  if (field.type === 'array') return `list of ${field.items ? typeName(field.items) : 'values'}`
  const types = typeof field.type === 'string' ? [field.type] : (field.type ?? [])
  return types.map(type => plainNames[type] ?? type).join(' or ') || 'any value'
}

const plainNames: Readonly<Record<string, string>> = { string: 'text', integer: 'whole number' }

async function complete<Reads, Out>(
  contract: Contract<Reads, Out>,
  reads: Reads,
  messages: readonly Message[],
  { ctx, tools, executor }: Asking,
): Promise<Completion> {
  const options = {
    purpose: contract.purpose,
    reads: JSON.parse(JSON.stringify(reads)) as Json,
    schema: z.toJSONSchema(contract.output) as Json,
    signal: ctx.signal,
  }
  return tools && executor
    ? ctx.llm.runAgentic(messages, tools, executor, () => undefined, options)
    : ctx.llm.complete(messages, options)
}

function report(
  purpose: string,
  { ctx, intention, step }: Asking,
  { usage, cost, requests, error }: Completion,
  fate: { parsed: 'as-is' | 'repaired' | 'failed'; issues: readonly string[]; started: number },
): void {
  ctx.report({
    type: 'model-called',
    intention,
    ...(step !== undefined && { step }),
    purpose,
    model: ctx.llm.name,
    usage: {
      calls: requests,
      inputTokens: usage.inputTokens,
      outputTokens: usage.outputTokens,
      cachedTokens: usage.cachedTokens,
      cost: cost ?? null,
    },
    ms: ctx.now() - fate.started,
    parsed: fate.parsed,
    issues: fate.issues,
    ...(error && { error }),
  })
}

function complaint(issues: readonly string[]): string {
  return `That reply cannot be used:
${issues.map(issue => `- ${issue}`).join('\n')}
Reply again with the whole JSON object, mended.`
}

const failed = (why: string, unanswered: boolean) =>
  ({ ok: false, mode: 'model_error', why, unanswered }) as const
