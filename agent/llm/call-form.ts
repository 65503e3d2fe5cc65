// The form of tools and calls that all protocols share: a tool's schema, arguments that are an object,
// ids that no two calls of a conversation have in common.
import { jsonrepair } from 'jsonrepair'
import { jsonOf } from '../../plans/canonical.ts'
import type { Json } from '../../tools/tool.ts'
import type { Message } from './provider.ts'

/** What stands for the result of a call that has none: servers refuse a conversation that lacks it. */
export const notCarriedOut = 'Error: this call was not carried out'

/** The object that the arguments of a call spell; undefined when they are no JSON or no object. */
export function toObject(input: string): object | undefined {
  // servers refuse halves of characters
  const value = jsonOf(input, (_, each) => (typeof each === 'string' ? each.toWellFormed() : each))
  return value && typeof value === 'object' && !Array.isArray(value) ? value : undefined
}

/**
 * What `text` spells in JSON or in something that is nearly JSON; undefined when it is neither, when it
 * is not `whole` (half a number is a number too; as a rule it is when its last brace was written), or
 * when mending would drop the name of a function that a value is wrapped in.
 */
export function lenientJson(
  text: string,
  whole = /[}\]]\s*(```\s*)?$/.test(text),
): Json | undefined {
  const strict = jsonOf(text) as Json | undefined
  if (strict !== undefined || !whole) return strict
  try {
    const mended = jsonrepair(text)
    const applied = text.match(/[a-z_]\w*\s*\(/gi) ?? []
    return applied.every(each => mended.includes(each)) ? JSON.parse(mended) : undefined
  } catch {
    return undefined
  }
}

/** What arguments that are no JSON object travel in: servers accept nothing else. */
export function asMalformed(input: string): object {
  return { malformed_arguments: input.toWellFormed() }
}

/** A name in the characters that protocols allow, `longest` of them at most. */
export function toName(words: string, longest: number): string {
  return words.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, longest) || 'unnamed'
}

/**
 * Gives calls their ids: the one proposed when no other call in `messages`, and none given an id
 * before, has it; else one of its own. `position` is that of the call in its turn.
 */
export function freshIds(
  messages: readonly Message[],
): (proposed: string, position: number) => string {
  const used = new Set(
    messages.flatMap(m => (m.role === 'assistant' ? m.calls : [])).map(call => call.id),
  )
  return (proposed, position) => {
    let id = proposed
    for (let n = 0; id === '' || used.has(id); n++) id = `call_${messages.length}_${position + n}`
    used.add(id)
    return id
  }
}
