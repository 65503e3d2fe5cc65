// One tool call as a model writes it: its arguments read as what they must have meant, and whatever
// comes of it as text for the model.
import { inspect } from 'node:util'
import { canonical, jsonOf } from '../../plans/canonical.ts'
import type { Json, Picture, Tool } from '../../tools/tool.ts'
import { lenientJson, toObject } from './call-form.ts'
import { boundedResult } from './limits/prompt-size.ts'
import type { ToolCall, ToolExecutor } from './provider.ts'

/** A call that can be made: its arguments are JSON that the tool accepts. */
export interface Prepared {
  /** As the conversation keeps it: as it was written, unless that is no JSON object. */
  readonly call: ToolCall
  /** As it is carried out. */
  readonly meant: ToolCall
  readonly tool: Tool
  /** The same for calls that ask for the same. */
  readonly key: string
}

/** A call that cannot be made, with what is wrong in words for the model. */
interface Refused {
  readonly call: ToolCall
  readonly objection: string
}

/** What came of a call, for the conversation. */
export interface Outcome {
  /** What the model is told, of bounded length. */
  readonly told: string
  readonly failed: boolean
  readonly images?: readonly Picture[]
}

/**
 * Finds the tool of a call and reads its arguments. Arguments that are nearly JSON, JSON within a
 * string, or `null` for what is absent are mended when the tool's schema accepts the outcome. What was
 * cut off is never mended: half a number is a number too.
 */
export async function prepare(call: ToolCall, tools: readonly Tool[]): Promise<Prepared | Refused> {
  const known = `the tools are: ${tools.map(tool => tool.name).join(', ') || 'none'}`
  const refused = (why: string) => ({ call, objection: `${why}; ${known}` })
  const tool = tools.find(candidate => candidate.name === call.name)
  if (!tool) return refused(`there is no tool ${call.name}`)
  let issues: string | undefined
  try {
    for (const { input, mended } of readings(call.input)) {
      const parsed = await tool.input.safeParseAsync(input)
      if (parsed.success) {
        const meant = mended ? { ...call, input: JSON.stringify(input) } : call
        const key = `${tool.name} ${canonical(input)}`
        // a wire may know the model's own call by its identity
        return { call: toObject(call.input) ? call : meant, meant, tool, key }
      }
      issues ??= parsed.error.issues
        .map(issue => `${issue.path.join('.') || 'arguments'}: ${issue.message}`)
        .join('; ')
    }
    JSON.parse(call.input)
    return refused(`the arguments of ${call.name} do not fit: ${issues}`)
  } catch (error) {
    return refused(`the arguments of ${call.name} are not JSON (${wordsOf(error)})`)
  }
}

/** Carries out a call; never rejects. */
export async function outcomeOf(call: ToolCall, executor: ToolExecutor): Promise<Outcome> {
  try {
    const result = await executor(call)
    const text = textOf(result)
    if (text === undefined) return failure('the tool gave no result')
    const told = boundedResult(text, call.name)
    const failed = Boolean(result?.failed)
    return { told, failed, ...(result?.images && { images: result.images }) }
  } catch (error) {
    return failure(boundedResult(wordsOf(error), call.name))
  }
}

/** The outcome of a call that failed for this reason. */
export function failure(why: string): Outcome {
  return { told: `Error: ${why}`, failed: true }
}

// --- internal ---

/** What the arguments may have meant, as written first. */
function* readings(text: string): Generator<{ readonly input: Json; readonly mended: boolean }> {
  const strict = jsonOf(text) as Json | undefined
  if (strict === undefined) {
    const mended = lenientJson(text)
    if (mended !== undefined) yield { input: mended, mended: true }
    return
  }
  yield { input: strict, mended: false }
  const inner = typeof strict === 'string' ? (jsonOf(strict) as Json | undefined) : strict
  if (inner !== undefined) yield { input: withoutNulls(inner), mended: true }
}

function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

function withoutNulls(input: Json): Json {
  if (!isObject(input)) return input
  return Object.fromEntries(Object.entries(input).filter(([, member]) => member !== null))
}

/** A tool from elsewhere may give anything, whatever its type says; undefined when it is nothing. */
function textOf(result: unknown): string | undefined {
  const content =
    typeof result === 'object' && result !== null && 'content' in result ? result.content : result
  if (typeof content === 'string') return content
  return content === undefined || content === null ? undefined : spelled(content)
}

function wordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message : error
  return (typeof words === 'string' ? words : spelled(words)) || 'the tool failed without a word'
}

function spelled(value: unknown): string {
  try {
    const text = JSON.stringify(value)
    if (text !== undefined) return text
  } catch {
    // not JSON: a cycle or a big integer
  }
  return inspect(value, { breakLength: Number.POSITIVE_INFINITY, customInspect: false })
}
