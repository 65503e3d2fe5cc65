// An answer put into the object or list that a program asked for: a model takes it apart, and code looks whether
// each part stands in what was found.
import { z } from 'zod'
import type { Contract, Ctx, Shaped } from '../../agent/contract.ts'
import { newestIn, type State } from '../../agent/state.ts'
import { show } from '../../plans/show.ts'
import { dateOccurs, valueOccurs } from '../../plans/text/evidence.ts'
import { asPattern } from '../../plans/text/words.ts'
import type { Json } from '../../tools/tool.ts'
import { ask } from '../ask.ts'
import { beliefs, blocks } from '../prompt-text.ts'

/** What the model is shown: the question, its answer, what was found on the way. */
interface ShapeReads {
  readonly question: string
  readonly answer: string
  readonly beliefs: readonly { readonly name: string; readonly value: string }[]
  /** The JSON Schema of what is wanted. */
  readonly form: Json
}

/** The contract with purpose `shape`, for what is wanted in the JSON Schema `form`. */
export function shapeContract(form: Json, found: string): Contract<ShapeReads, { value: unknown }> {
  const fixed = new Set(constantsIn(form))
  return {
    purpose: 'shape',
    part: 'You are the formatting part of an agent that reasons with beliefs, desires and intentions.',
    task: `
A question is answered, and a program wants the answer in parts. You take each part from the answer, or from what was found on the
way to it, as it stands there; a number in digits. You do not answer the question and correct nothing, also where you know better. A part that is not there
is left out, or null, where the form allows it.`,
    consumers: `
- a program that looks for each part in the answer and in what was found. A part that does not stand there is refused, and
  with it the whole.`,
    output: z.object({
      value: z.fromJSONSchema(form as Parameters<typeof z.fromJSONSchema>[0]),
    }),
    faults: ({ value }) => [
      ...partsOf(value)
        .filter(part => !fixed.has(part) && !stands(part, found))
        .map(part => `${JSON.stringify(part)} stands neither in the answer nor in what was found`),
      ...exchangedIn(value, found),
    ],
    render: ({ question, answer, beliefs: all }) =>
      blocks(
        `# The question\n${question}`,
        `# The answer\n${answer}`,
        `# What was found on the way\n${beliefs(all)}`,
      ),
  }
}

/** The answer of the closed root `id` in the form of a JSON Schema, or why it cannot be put into it. */
export async function shape(id: string, form: Json, state: State, ctx: Ctx): Promise<Shaped> {
  const { answer = '' } = state.intentions.get(id)!
  const question = state.perceptions.get(id)?.perception.text ?? ''
  const known = newestIn(state, id).map(({ name, value, unit }) => ({
    name,
    value: show({ value, ...(unit !== undefined && { unit }) }),
  }))
  const found = [answer, ...known.map(({ value }) => value)].join('\n')
  const contract = shapeContract(form, found)
  const reply = await ask(
    contract,
    { question, answer, beliefs: known, form },
    { ctx, intention: id },
  )
  if (!reply.ok) return { why: reply.why }
  const [fault] = contract.faults!(reply.value)
  return fault === undefined ? { value: reply.value.value } : { why: fault }
}

// --- internal ---

type Part = string | number | boolean

/** All that a value says, without its names and what it leaves open. */
function partsOf(value: unknown): readonly Part[] {
  if (value === null || value === undefined) return []
  if (typeof value === 'object') return Object.values(value).flatMap(partsOf)
  return [value as Part]
}

/** A truth value stands where it is said in a word of its own. */
function stands(part: Part, found: string): boolean {
  if (typeof part === 'boolean')
    return (part ? /\b(?:yes|true)\b/i : /\b(?:no|false)\b/i).test(found)
  return part === '' || valueOccurs(part, found) || dateOccurs(part, found, found)
}

/** `North 93, South 411`: where two names and their values stand once each, their order is the same. */
function exchangedIn(value: unknown, found: string): readonly string[] {
  if (value === null || typeof value !== 'object') return []
  const [text] = found.split('\n', 1)
  const told = Object.entries(value).flatMap(([name, part]) => {
    const [at, stands] = [onlyPlace(name.replaceAll('_', ' '), text!), onlyPlace(part, text!)]
    return at < 0 || stands < 0 ? [] : [{ name, part, at, stands }]
  })
  const isExchanged = told.some(one =>
    told.some(other => one.at < other.at && one.stands > other.stands),
  )
  const said = told.map(({ name, part }) => `${name} ${part}`).join(', ')
  return [
    ...(isExchanged ? [`the answer does not say ${said} in this order`] : []),
    ...Object.values(value).flatMap(part => exchangedIn(part, found)),
  ]
}

/** Where words or a number stand in a text that holds them once; -1 elsewhere. */
function onlyPlace(words: unknown, text: string): number {
  const spellings = typeof words === 'number' ? [`${words}`, words.toLocaleString('en')] : [words]
  const said = [...new Set(spellings)].map(each => asPattern(String(each))).join('|')
  const [first, second] = [
    ...text.matchAll(new RegExp(`(?<![\\p{L}\\d.,])(?:${said})(?![\\p{L}\\d]|[.,]\\d)`, 'giu')),
  ]
  return first && !second && said !== '' ? first.index : -1
}

/** What the form itself says: the one value that a part may have. */
function constantsIn(form: unknown): readonly unknown[] {
  if (form === null || typeof form !== 'object') return []
  const own = 'const' in form ? [form.const] : []
  return [...own, ...Object.values(form).flatMap(constantsIn)]
}
