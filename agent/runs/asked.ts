// What a program is told of a question that is closed: its answer, of the type asked for.
import { z } from 'zod'
import { jsonOf } from '../../plans/canonical.ts'
import { given } from '../../plans/given.ts'
import type { Json } from '../../plans/template.ts'
import type { Answer, Asked } from '../embedded.ts'
import type { Loop } from '../loop.ts'
import type { State } from '../state.ts'
import { endingOf } from './ending.ts'
import { noUsageTotals } from './usage.ts'

/** What came of the closed root `id`; `served` where the model is behind a server. */
export function answerOf(state: State, id: string, served: boolean): Answer {
  const { status, answer, confidence, caveat, reason = '' } = state.intentions.get(id)!
  return {
    intention: id,
    satisfied: status === 'satisfied',
    ended: endingOf(state, id, served),
    answer,
    ...given({ confidence, caveat }),
    reason,
    usage: state.usage.get(id) ?? noUsageTotals,
  }
}

/** The answer as the schema wants it: as it is, or, of an object or a list, taken apart. */
export async function typed<T>(
  loop: Pick<Loop, 'state' | 'shape'>,
  id: string,
  served: boolean,
  schema: z.ZodType<T> | undefined,
  signal: AbortSignal | undefined,
): Promise<Asked<T>> {
  const { answer, ...shared } = answerOf(loop.state(), id, served)
  if (!shared.satisfied || answer === undefined) return { ...shared, answer: undefined }
  if (!schema) return { ...shared, answer: answer as T }
  const believed = loop.state().groundBeliefs.get(id)?.get('final_answer')?.at(-1)?.value
  // a number is the one that was told: in the unit asked for, and rounded as it is
  const told = typeof believed === 'number' ? Number.parseFloat(answer) : believed
  // a schema that takes nothing, `optional` or with a default, has not taken an answer
  const forms = [answer, plainNumber(answer), truthIn(answer), told, jsonOf(answer)].filter(
    form => form !== undefined,
  )
  for (const form of forms) {
    const parsed = await readAs(schema, form)
    if (parsed.success) return { ...shared, answer: parsed.data }
  }
  const mismatch = `the answer "${answer}" is not of the type asked for`
  const refusal = { satisfied: false, ended: 'mismatched', answer: undefined } as const
  const refused = { ...shared, ...refusal, reason: mismatch }
  const form = formOf(schema)
  if (!form || forms.some(each => form.holds(each))) return refused
  const shaped = await loop.shape(id, form.json, signal)
  signal?.throwIfAborted()
  const { usage } = answerOf(loop.state(), id, served)
  if ('why' in shaped) return { ...refused, usage, reason: `${mismatch}: ${shaped.why}` }
  const parsed = await readAs(schema, shaped.value)
  return parsed.success ? { ...shared, usage, answer: parsed.data } : { ...refused, usage }
}

// --- internal ---

/** `1,234.5`, `−5`. */
function plainNumber(answer: string): number | undefined {
  const text = answer.trim().replace(/^−/, '-')
  const isNumber = /^[-+]?(?:\d+|\d{1,3}(?:,\d{3})+)?(?:\.\d+)?(?:e[-+]?\d+)?$/i.test(text)
  return isNumber && /\d/.test(text) ? Number(text.replaceAll(',', '')) : undefined
}

/** `yes`, `No.` */
function truthIn(answer: string): boolean | undefined {
  const [, yes] = /^(?:(yes|true)|no|false)\.?$/i.exec(answer.trim()) ?? [undefined, null]
  return yes === null ? undefined : yes !== undefined
}

/** A schema's own code that throws has not taken the value, and the answer stays what it is. */
const readAs = <T>(schema: z.ZodType<T>, form: unknown) =>
  schema.safeParseAsync(form).catch(() => ({ success: false as const }))

/** The form of a schema for objects or lists as JSON; of others the text of an answer is all there can be. */
function formOf(schema: z.ZodType) {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const branches = [json, ...(json.anyOf ?? []), ...(json.oneOf ?? [])]
  const isOfParts = branches.some(
    each => typeof each === 'object' && (each.type === 'object' || each.type === 'array'),
  )
  if (!isOfParts) return undefined
  const form = z.fromJSONSchema(json)
  return { json: json as Json, holds: (value: unknown) => form.safeParse(value).success }
}
