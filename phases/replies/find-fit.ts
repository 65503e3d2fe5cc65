// Looks through a reply for the value its schema takes, the least intrusive reading first: a reading
// that changes more is tried only when none that changes less fits.
import { isDeepStrictEqual } from 'node:util'
import { spokenOf } from './clean.ts'
import { type Found, findValues, wholeValues } from './find-values.ts'
import { readElements, readLines } from './labelled-lines.ts'
import { isObject, mend } from './mend.ts'
import { calledAs, readJson } from './near-json/read.ts'
import type { Budget } from './near-json/strings.ts'
import { accepts, fieldsOf, type Node, rootOf, standsFor, takenOf } from './schema-shape.ts'
import { unwrapped } from './unwrap.ts'

/** Steps of reading: enough for any real reply, few enough for a megabyte of brackets. */
const stepsFor = (text: string) => 200_000 + 10 * text.length

/** Values and fenced texts that are tried; a reply with more of them is not a reply. */
const mostTried = 40

/** What a reply may be: JSON, however bent, or any form that names its fields. */
export type Forms = 'json' | 'any'

interface Fit {
  readonly value: unknown
}

/**
 * The value of the reply `text` that `schema` takes; when it takes none, the first one it refused, to
 * complain about, or nothing when there was none.
 */
export function findFit(text: string, schema: Node, forms: Forms): { readonly value?: unknown } {
  const fields = fieldsOf(schema)
  const search: Search = {
    schema,
    forms,
    fields,
    isField: name => fields?.some(field => standsFor(name, field, fields)) ?? false,
    budget: { left: stepsFor(text) },
    refused: undefined,
  }
  return inReply(text, search) ?? inOtherSpellings(text, search) ?? search.refused ?? {}
}

// --- internal ---

/** What is looked for, and the first value the schema refused. */
interface Search {
  readonly schema: Node
  readonly forms: Forms
  readonly fields: readonly string[] | undefined
  readonly isField: (name: string) => boolean
  readonly budget: Budget
  refused: Fit | undefined
}

function inOtherSpellings(text: string, search: Search): Fit | undefined {
  for (const { used, undo } of spellings) {
    const fit = used.test(text) ? inReply(undo(text), search) : undefined
    if (fit) return fit
  }
  return undefined
}

function inReply(reply: string, search: Search): Fit | undefined {
  const { text: said, unclosedThought } = spokenOf(reply, firstMark =>
    wholeValues(reply, firstMark, search.budget),
  )
  const fit = inText(said, search)
  return fit ?? (unclosedThought === undefined ? undefined : inThought(unclosedThought, search))
}

function inText(text: string, search: Search): Fit | undefined {
  const found = findValues(text, search.budget)
  const last = found.at(-1)
  // an object that was begun is the reply, whatever stands before it
  if (last?.cut && beginsObject.test(text.slice(last.start, last.start + 40)))
    return isKnown(last.value, search) ? fitOf(last, search) : undefined
  return inValues(found, search) ?? inOtherForms(text, search)
}

/** A thought without an end holds drafts; only what it closes with can be the reply. */
function inThought(text: string, search: Search): Fit | undefined {
  const last = findValues(text, search.budget).at(-1)
  if (!last || last.cut) return undefined
  const rest = text.slice(last.end).replace(/<[^<>]{1,40}>|[`~\s.]/g, '')
  return rest === '' ? fitOf(last, search) : undefined
}

/** Among several values the last is the final one; a fenced one goes before those in prose. */
function inValues(found: readonly Found[], search: Search): Fit | undefined {
  const wantsList = rootOf(search.schema)._zod.def.type === 'array'
  const several = found.length > 1
  const last = [...found].reverse()
  const ordered = [...last.filter(one => one.announced), ...last.filter(one => !one.announced)]
  for (const one of ordered.slice(0, mostTried)) {
    const part = several && (isEmpty(one.value) || (wantsList && isObject(one.value)))
    const fit = part ? undefined : fitOf(one, search)
    if (fit) return fit
  }
  const whole = found.filter(one => !one.cut).map(one => one.value)
  return several ? together(whole, search) : undefined
}

/** Objects none of which is the reply: the items of a list, or the fragments of one object. */
function together(values: readonly unknown[], search: Search): Fit | undefined {
  const objects = values.filter(isObject).filter(value => isKnown(value, search))
  // of a list none may be missing, and what cannot be read may be one of them
  if (objects.length < 2 || values.includes(undefined)) return undefined
  const list = fitting(objects, search) ?? unwrapped(search.schema, objects)
  if (list) return list
  const names = objects.flatMap(object => Object.keys(object))
  const apart = new Set(names).size === names.length
  return apart ? fitting(Object.assign({}, ...objects), search) : undefined
}

function fitOf({ value, guessed }: Found, search: Search): Fit | undefined {
  const { schema } = search
  if (value === undefined || (guessed && !losesNothing(schema, mend(schema, value))))
    return undefined
  return (isKnown(value, search) ? fitting(value, search) : undefined) ?? unwrapped(schema, value)
}

/** Whether the schema takes all of a value, and not what is left without the members unknown to it. */
function losesNothing(schema: Node, value: unknown): boolean {
  const taken = takenOf(schema, value)
  return taken !== undefined && isDeepStrictEqual(taken.value, value)
}

function fitting(value: unknown, search: Search): Fit | undefined {
  const mended = mend(search.schema, value)
  if (accepts(search.schema, mended)) return { value: mended }
  search.refused ??= { value: mended }
  return undefined
}

/** No JSON at all: a call, members without brackets, elements, labelled lines, a single word. */
function inOtherForms(text: string, search: Search): Fit | undefined {
  if (search.forms === 'json' || beginsJson.test(text)) return undefined
  const fenced = [...text.matchAll(fencedText)].slice(-mostTried).map(match => match[1]!)
  for (const body of [...fenced.reverse(), text])
    for (const read of otherForms) {
      const value = read(body, search)
      const plausible = value !== undefined && isKnown(value, search) && !isEmpty(value)
      const fit = plausible ? fitting(value, search) : undefined
      if (fit) return fit
    }
  return undefined
}

const otherForms: readonly ((text: string, search: Search) => unknown)[] = [
  (text, { budget }) =>
    isCall.test(text.trim()) ? readJson(text.trim(), 0, budget)?.value : undefined,
  (text, { budget }) => readJson(`{${text.trimStart()}`, 0, budget)?.value,
  (text, { isField, budget }) => readElements(text, isField, budget),
  (text, { isField, budget }) => readLines(text, isField, budget),
  (text, { fields, schema }) =>
    fields || accepts(schema, '\u0000')
      ? undefined
      : text.trim().replace(/^["'`*]+|["'`*.]+$/g, ''),
]

/** Whether an object has a field of the schema, if that names any; else any object might seem to fit. */
function isKnown(value: unknown, { fields, isField }: Search): boolean {
  if (value === undefined) return false
  if (!fields?.length || !isObject(value) || isEmpty(value) || calledAs in value) return true
  return Object.keys(value).some(isField)
}

const isEmpty = (value: unknown) =>
  Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0

/** A line or a member that opens JSON: what is not whole there must not be read as something else. */
const beginsJson =
  /(?:^|\n)\s*(?:```[\w-]*\s*)?(?!\[[\w.-]+\]\s*\n)[{[]|\{\s*["'][^"'\n]{0,80}["']?\s*(?:[:=]|$)|\{\s*\w+\s*[:=]/

const fencedText = /(?:^|\n)(?:```|~~~)[^\n]*\n([\s\S]*?)(?:\n(?:```|~~~)|$)/g

const beginsObject = /^[{｛]\s*(?:["'“＂]|$)|^[{｛]\s*[\w-]{1,38}\s*[:=]/

const isCall = /^[\p{L}_][\p{L}\p{N}_.]{0,80}\(/u

/** Ways in which every quote of a reply may be spelled, as it comes out of a string or a page. */
const spellings: readonly { readonly used: RegExp; readonly undo: (text: string) => string }[] = [
  {
    used: /^[^"]*[{[](?:\\[nrt]|\s)*\\+"/,
    undo: text => text.replace(/\\([\\"/nrt])/g, (_, char: string) => blank[char] ?? char),
  },
  { used: /^[^"]*[{,]\s*""\w[^"\n]*""\s*:/, undo: text => text.replaceAll('""', '"') },
  {
    used: /^[^"]*[{[]\s*(?:&quot;|&#34;)/,
    undo: text => text.replace(/&(?:quot|#34|amp|lt|gt|#39);/g, entity => entities[entity]!),
  },
]
const blank: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }
const entities: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#34;': '"',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&#39;': "'",
}
