// How a contract is put to a model and its reply is read, in each style of prompt.
// What a style leaves out is decided here and nowhere else.
import type { z } from 'zod'
import type { Contract, PromptStyle } from '../agent/contract.ts'
import type { Message } from '../agent/llm/provider.ts'
import type { Json } from '../tools/tool.ts'
import { type Field, fieldLines, fieldOf } from './fields.ts'
import { blocks, bullets } from './prompt-text.ts'
import { type ParsedReply, parseReply } from './replies/parse-reply.ts'
import { wordsOf } from './replies/prose/lines.ts'
import { parseProse } from './replies/prose/parse.ts'

/** How a contract is put in one style. */
export interface Put {
  /** The stable part first, the varying part after it. */
  readonly messages: readonly Message[]
  /** JSON Schema of the reply, for providers that can hold a model to it; none for free prose. */
  readonly schema?: Json
  readonly parse: <Out>(text: string, output: z.ZodType<Out>) => ParsedReply<Out>
  /** What is said to a model whose reply cannot be used. */
  readonly complaint: (issues: readonly string[]) => string
  /** What is said to a model in whose reply code has found faults. */
  readonly doubt: (faults: readonly string[]) => string
}

/** Puts `contract` in the given style. */
export function put<Reads, Out>(
  contract: Contract<Reads, Out>,
  reads: Reads,
  style: PromptStyle = 'aware',
): Put {
  const form = formOf(contract, style)
  const strict = { consumers: styles[style].selfAware, io: 'output' } as const
  return {
    messages: [
      { role: 'system', content: prefix(contract, style) },
      { role: 'user', content: contract.render(reads, form.write) },
    ],
    ...(form.schema && { schema: fieldOf(contract.output, strict) as unknown as Json }),
    parse: form.parse,
    complaint: issues => `That reply cannot be used:\n${bullets(issues)}\n${form.again}`,
    doubt: faults =>
      `The reply can be read, but a check of it found:\n${bullets(faults)}\n${form.again} What is right as it stands is said again as it is.`,
  }
}

/** The part of the prompt that is the same in every call of this contract. */
export function prefix<Reads, Out>(
  { part, task, consumers, output, text }: Contract<Reads, Out>,
  style: PromptStyle = 'aware',
): string {
  const { selfAware, form } = styles[style]
  const reply = text?.demand ?? form.demand(fieldOf(output, { consumers: selfAware }))
  return selfAware
    ? blocks(`${part}\n${task.trim()}`, `Who reads your reply:\n${consumers.trim()}`, reply)
    : blocks(task.trim(), reply)
}

/** The members of a reply, one paragraph each; an item of a list of objects is a line. */
export function printProse(reply: Json): string {
  if (reply === null || typeof reply !== 'object') return inline(reply)
  return Object.entries(reply)
    .map(([name, value]) => `${capital(wordsOf(name))}:${body(value)}`)
    .join('\n\n')
}

// --- internal ---

/** What a reply of one kind is: how it is asked for, shown, read, and asked for again. */
interface Form {
  readonly demand: (reply: Field) => string
  readonly write: (reply: Json) => string
  readonly schema: boolean
  readonly parse: Put['parse']
  readonly again: string
}

const json: Form = {
  demand: reply => `# Your reply
One JSON object and nothing else: no prose before or after it, no code fence.
${fieldLines(reply, '').join('\n')}`,
  write: printJson,
  schema: true,
  parse: parseReply,
  again: 'Reply again with the whole JSON object, mended.',
}

const prose: Form = {
  demand: reply => `# Your reply
Answer in your own words. Cover:
${topics(reply, '').join('\n')}`,
  write: printProse,
  schema: false,
  parse: parseProse,
  again: 'Answer again, the whole of it, mended.',
}

/** A contract whose reply is a text of its own is put alike in every style. */
function formOf({ text }: Pick<Contract<never, unknown>, 'text'>, style: PromptStyle): Form {
  if (!text) return styles[style].form
  return {
    ...prose,
    again: text.again,
    parse: (reply, output) => {
      const { data } = output.safeParse(reply)
      return data === undefined
        ? { ok: false, issues: ['the reply: is empty'] }
        : { ok: true, value: data, parsed: 'as-is' }
    },
  }
}

/** The ablation. `selfAware`: whether the model is told of itself and of the machines that consume its reply. */
const styles: Readonly<Record<PromptStyle, { readonly selfAware: boolean; readonly form: Form }>> =
  {
    aware: { selfAware: true, form: json },
    plain: { selfAware: false, form: json },
    free: { selfAware: false, form: prose },
  }

/** One line for each thing to be covered, what belongs to it below. */
function topics(reply: Field, indent: string): string[] {
  return Object.entries(reply.properties ?? {}).flatMap(([name, field]) => {
    const required = reply.required?.includes(name) ?? false
    const choices = field.enum ? ` (${field.enum.join(', ')})` : ''
    const about = field.description ? `: ${field.description}` : ''
    const inner = topics(field.items ?? field, `${indent}  `)
    const each = field.items && inner.length > 0 ? '; for each' : ''
    const line = `${indent}- ${wordsOf(name)}${choices}${required ? '' : ', if any'}${about}${each}`
    return [line, ...inner]
  })
}

/** JSON with a line for each member, and one for each item of a list of objects. */
function printJson(reply: Json): string {
  if (reply === null || typeof reply !== 'object' || Array.isArray(reply))
    return JSON.stringify(reply)
  const members = Object.entries(reply).map(([name, value]) => {
    const items = Array.isArray(value) && value.every(item => item && typeof item === 'object')
    const text = items
      ? `[\n  ${value.map(item => JSON.stringify(item)).join(',\n  ')}\n]`
      : JSON.stringify(value)
    return `${JSON.stringify(name)}: ${text}`
  })
  return `{${members.join(',\n ')}}`
}

function body(value: Json): string {
  if (!Array.isArray(value) || value.length === 0) return ` ${inline(value)}`
  return `\n${value.map((item, place) => `${place + 1}. ${inline(item)}`).join('\n')}`
}

function inline(value: Json): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(inline).join(', ')
  if (value === null || typeof value !== 'object') return String(value)
  return Object.entries(value)
    .map(([name, member]) => `${wordsOf(name)}: ${inline(member)}`)
    .join('; ')
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
