// From the text of a model's reply to a typed value, or a list of addressed complaints. A reply that
// is valid as it stands is never altered.

import type { z } from 'zod'
import { jsonOf } from '../../plans/canonical.ts'
import { unless } from '../../plans/unless.ts'
import { type Forms, findFit } from './find-fit.ts'

export type ParsedReply<Out> =
  | { readonly ok: true; readonly value: Out; readonly parsed: 'as-is' | 'repaired' | 'prose' }
  | {
      readonly ok: false
      readonly issues: readonly string[]
      /** Set when it holds no value at all. */
      readonly unread?: true
    }

/**
 * Reads a reply that should be one JSON value that `schema` takes. A reply that is exactly that comes
 * back `as-is`. Otherwise thoughts, fences, prose and wrappers around the value, near-JSON and
 * differences of spelling are mended, and the value is `repaired`; a mend never changes what a value
 * means, and what was cut off is left out. What the schema then still refuses is returned as one
 * issue a field, with its path. `forms` says whether a reply without any JSON, such as YAML or
 * labelled lines, is read as well. Model text makes it neither throw nor take more than a time
 * proportional to its length.
 */
export function parseReply<Out>(
  text: string,
  schema: z.ZodType<Out>,
  forms: Forms = 'any',
): ParsedReply<Out> {
  const strict = jsonOf(text)
  const first = strict === undefined ? undefined : checked(schema, strict)
  if (first?.success) return { ok: true, value: first.data, parsed: 'as-is' }
  try {
    const found = findFit(typeof strict === 'string' ? strict : text, schema, forms)
    const second = found.value === undefined ? undefined : checked(schema, found.value)
    if (second?.success) return { ok: true, value: second.data, parsed: 'repaired' }
    const issues = first?.issues ?? second?.issues
    return issues
      ? { ok: false, issues }
      : { ok: false, issues: ['the reply: holds no JSON object'], unread: true }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { ok: false, issues: tooDeep }
  }
}

const tooDeep = ['the reply: is nested too deeply'] as const

function checked<Out>(schema: z.ZodType<Out>, value: unknown) {
  // a value may be nested deeper than the stack
  const result = unless(RangeError, () => schema.safeParse(value))
  if (result?.success) return result
  const issues = result?.error.issues.map(
    issue => `${issue.path.join('.') || 'the reply'}: ${issue.message}`,
  )
  return { success: false, issues: issues ?? tooDeep } as const
}
