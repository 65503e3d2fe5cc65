// From the text of a model's reply to a typed value, or a list of addressed complaints. A reply that
// is valid as it stands is never altered.
import { jsonrepair } from 'jsonrepair'
import type { z } from 'zod'

export type ParsedReply<Out> =
  | { readonly ok: true; readonly value: Out; readonly parsed: 'as-is' | 'repaired' }
  | { readonly ok: false; readonly issues: readonly string[] }

/**
 * Reads a reply that should be one JSON object. Thinking, code fences, prose around the object,
 * near-JSON and `null` for an absent field are mended; what the schema then still refuses is
 * returned as one issue a field, with its path.
 */
export function parseReply<Out>(text: string, schema: z.ZodType<Out>): ParsedReply<Out> {
  const strict = json(text)
  const first = strict === undefined ? undefined : schema.safeParse(strict)
  if (first?.success) return { ok: true, value: first.data, parsed: 'as-is' }
  let complaint = first?.error
  for (const candidate of candidates(text)) {
    const mended = schema.safeParse(withoutNulls(candidate))
    if (mended.success) return { ok: true, value: mended.data, parsed: 'repaired' }
    complaint ??= mended.error
  }
  return {
    ok: false,
    issues: complaint
      ? complaint.issues.map(issue => `${issue.path.join('.') || 'the reply'}: ${issue.message}`)
      : ['the reply: holds no JSON object'],
  }
}

/** What the reply may have meant, best first: the last fenced block, the outermost braces. */
function* candidates(text: string): Generator<unknown> {
  const spoken = text.replace(/<think>[\s\S]*?(<\/think>|$)/gi, '').trim()
  const fenced = [...spoken.matchAll(/```[a-z]*\s*\n([\s\S]*?)```/gi)].map(match => match[1]!)
  const open = spoken.indexOf('{')
  const outermost =
    open === -1 ? [] : [spoken.slice(open, spoken.lastIndexOf('}') + 1 || undefined)]
  const cut = open === -1 ? [] : [spoken.slice(open)]
  for (const piece of [...fenced.reverse(), ...outermost, ...cut]) {
    if (!piece.includes('{')) continue
    const value = json(piece) ?? repaired(piece)
    if (value !== null && typeof value === 'object') yield value
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function repaired(text: string): unknown {
  try {
    return JSON.parse(jsonrepair(text))
  } catch {
    return undefined
  }
}

/** Models write `null` where they mean that a field is absent. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter(item => item !== null).map(withoutNulls)
  if (value === null || typeof value !== 'object') return value
  const members = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(members.map(([key, member]) => [key, withoutNulls(member)]))
}
