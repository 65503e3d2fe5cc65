// From a reply in free prose to a typed value, as well as can be, directed by nothing but the schema:
// labels are the names of its fields, lists and tables its arrays.
import type { z } from 'zod'
import { type Field, fieldOf } from '../../fields.ts'
import { plain } from '../mend.ts'
import { readJson } from '../near-json/read.ts'
import { type ParsedReply, parseReply } from '../parse-reply.ts'
import { cellsOf, type Line, linesOf, segmentsOf, wordsOf } from './lines.ts'
import { placed } from './order.ts'
import { saidOf } from './truth.ts'
import {
  exactValue,
  isComposite,
  isNone,
  isScalar,
  itemsIn,
  likelyValue,
  optionsOf,
  unquoted,
} from './values.ts'

/**
 * Reads a reply that may be JSON or prose. In prose a field is what follows its name (as a label, a
 * heading, a sentence, a cell of a table); lists are bulleted, numbered or in one line; an item of a
 * list of objects is labelled inside, or gives its fields in their order (`speed: 18 km/h`,
 * `duration (number, h)`). What the schema then refuses is returned as one issue a field.
 */
export function parseProse<Out>(text: string, schema: z.ZodType<Out>): ParsedReply<Out> {
  // where no object is opened nothing is meant as JSON, and lines with labels are ours to read
  const reply = /\{\s*["'}]/.test(text) ? parseReply(text, schema, 'json') : undefined
  if (reply?.ok) return reply
  const read = readObject(linesOf(text), fieldOf(schema, { consumers: false }))
  const parsed = schema.safeParse(read)
  if (parsed.success) return { ok: true, value: parsed.data, parsed: 'prose' }
  return {
    ok: false,
    issues: parsed.error.issues.map(
      ({ path, message }) =>
        `${path.map(part => (typeof part === 'string' ? wordsOf(part) : part)).join(', ') || 'the answer'}: ${message}`,
    ),
  }
}

// --- internal ---

interface Said {
  /** What is said of each field, in the order it is said. */
  readonly of: ReadonlyMap<string, readonly (readonly Line[])[]>
  /** What is said of no field. */
  readonly rest: readonly Line[]
  /** The lines in which a field is the subject of a sentence. */
  readonly sentences: readonly Line[]
}

type Read = Record<string, unknown>

/** `nested`: what has no label gives the fields in their order. */
function readObject(lines: readonly Line[], field: Field, nested = false): Read {
  const said = assigned(lines, field)
  const read: Read = {}
  for (const [name, inner] of Object.entries(field.properties ?? {})) {
    // a value is what is said last, a list all that is said, of what a label speaks of
    const parts = said.of.get(name) ?? []
    const value = readValue((isScalar(inner) ? parts.at(-1) : parts.flat()) ?? [], inner, name)
    if (typeof value === 'string' && !field.required?.includes(name) && isNone(value)) continue
    if (value !== undefined) read[name] = value
  }
  if (nested) return chosen(placed(read, said.rest, field), said.rest, field)
  const rest = said.rest.length > 0 ? said.rest : said.sentences
  return completed(chosen(read, rest, field), rest, field)
}

/** Which lines speak of which field. */
function assigned(lines: readonly Line[], field: Field): Said {
  const of = new Map<string, Line[][]>()
  const rest: Line[] = []
  const sentences: Line[] = []
  const names = Object.keys(field.properties ?? {})
  // whole: said in one line, so that a paragraph after it is about something else
  let open: { readonly name: string; readonly whole: boolean } | undefined
  for (const line of lines) {
    const segments = segmentsOf(line, names)
    if (segments.some(({ weak }) => weak)) sentences.push(line)
    for (const { name, text } of segments) {
      if (name === undefined) {
        if (open?.whole && line.gap) open = undefined
        const about = open ? of.get(open.name)!.at(-1)! : rest
        about.push({ ...line, text })
        continue
      }
      const said: Line = { ...line, kind: 'text', depth: line.depth + 0.5, text }
      of.set(name, [...(of.get(name) ?? []), text === '' ? [] : [said]])
      open = { name, whole: text !== '' && isScalar(field.properties![name]!) }
    }
  }
  return { of, rest, sentences }
}

function readValue(lines: readonly Line[], field: Field, name: string): unknown {
  const text = textOf(lines)
  if (lines.length === 0) return undefined
  if (isBoolean(field)) return exactValue(text, field) ?? saidOf(name, text, true)
  const options = optionsOf(field)
  const list = options.find(({ type }) => type === 'array')
  const object = options.find(({ type }) => type === 'object')
  if (
    list &&
    (isComposite(field) || lines.some(line => line.kind === 'item') || /^\[.*\]$/s.test(text))
  )
    return embedded(text, '[') ?? readList(lines, list.items ?? {}, name)
  if (object && isComposite(field)) {
    const json = embedded(text, '{')
    if (json !== undefined || isNone(text)) return json
    return object.properties ? readObject(lines, object, true) : undefined
  }
  if (isNone(text) && likelyValue(text, field) === undefined) return undefined
  const value = likelyValue(text, field)
  return value === undefined && options.some(({ type }) => type === 'string')
    ? unquoted(text)
    : value
}

const textOf = (lines: readonly Line[]) =>
  lines
    .map(line => line.text)
    .join(' ')
    .trim()

/** A piece of JSON where a list or an object is wanted. */
function embedded(text: string, opening: '[' | '{'): unknown {
  const sign = opening === '{' ? /^\{\s*"/ : /^\[\s*[[{"\d-]/
  if (!sign.test(text)) return undefined
  const read = readJson(text, 0, { left: 24 * text.length })
  return read && !read.cut ? plain(read.value) : undefined
}

function readList(lines: readonly Line[], item: Field, name: string): readonly unknown[] {
  const none = lines.length === 1 && isNone(lines[0]!.text)
  if (none) return []
  const rows = lines.filter(line => line.kind === 'row')
  if (item.properties && rows.length > 1) return readTable(rows, item)
  const parts = itemsOf(lines, item)
  if (item.properties) return parts.map(part => readItem(part, item, name))
  return parts.flatMap(part => {
    const text = textOf(part)
    return isNone(text) ? [] : [exactValue(text, item) ?? unquoted(text)]
  })
}

function readTable(rows: readonly Line[], item: Field): readonly Read[] {
  const [header, ...body] = rows.map(cellsOf)
  const names = Object.keys(item.properties ?? {})
  const asText = (text: string): Line => ({ ...rows[0]!, kind: 'text', text })
  const columns = header!.map(cell => names.find(name => segmentsOf(asText(cell), [name])[0]?.name))
  return body.map(cells => {
    const read: Read = {}
    for (const [at, name] of columns.entries()) {
      const text = cells[at] ?? ''
      const inner = item.properties?.[name ?? '']
      if (name === undefined || !inner || text === '' || (isNone(text) && isScalar(inner))) continue
      read[name] = readValue([asText(text)], inner, name)
    }
    return read
  })
}

/** An item of a list of objects: `Step 2: ...` is the item 2 of `steps`. */
function readItem([head, ...below]: readonly Line[], item: Field, list: string): Read {
  const kind = wordsOf(list).split(' ').at(-1)!.replace(/s$/, '')
  const text = head!.text.replace(
    new RegExp(`^${kind}\\s+(?=\\S+\\s*(?:[:=(]|[-–—]\\s|$))`, 'i'),
    '',
  )
  return readObject([{ ...head!, text }, ...below], item, true)
}

/** Fields that must be there and are still open. */
const openIn = (read: Read, { properties = {}, required = [] }: Field) =>
  Object.entries(properties).filter(([name]) => read[name] === undefined && required.includes(name))

/** What is one of several, or yes or no, read from sentences without a label. */
function chosen(read: Read, rest: readonly Line[], field: Field): Read {
  const text = textOf(rest)
  const open = openIn(read, field)
  const alone = open.filter(([, inner]) => isBoolean(inner)).length === 1
  const found = open.flatMap(([name, inner]) => {
    const value = isBoolean(inner)
      ? saidOf(name, text, alone)
      : inner.enum && likelyValue(text, inner)
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...read, ...Object.fromEntries(found) }
}

/** The only list or object, else the only text, that is still open is what no label speaks for. */
function completed(read: Read, rest: readonly Line[], field: Field): Read {
  const text = textOf(rest)
  const open = openIn(read, field)
  const lists = open.filter(([, inner]) => isComposite(inner))
  const texts = open.filter(([, inner]) => inner.type === 'string' && !inner.enum && !inner.pattern)
  const [only, more] = lists.length > 0 ? lists : texts
  if (text === '' || !only || more) return read
  const [name, inner] = only
  return { ...read, [name]: isComposite(inner) ? readValue(rest, inner, name) : text }
}

const isBoolean = ({ type }: Field) => type === 'boolean'

/**
 * The lines of each item of a list. Items are known by their marks, by a label that comes again, by
 * the empty lines between them, or by the separators of a single line; what stands before the first
 * one is an introduction.
 */
function itemsOf(lines: readonly Line[], item: Field): readonly (readonly Line[])[] {
  const names = Object.keys(item.properties ?? {})
  const labelOf = (line: Line) => segmentsOf(line, names)[0]?.name
  const mark = lines.find(line => line.kind === 'item' || line.kind === 'heading')
  const first = lines.find(
    line => labelOf(line) !== undefined && line.depth <= (mark ?? line).depth,
  )
  const label = first && labelOf(first)
  const others = lines.filter(line => line.depth === first?.depth && labelOf(line) !== undefined)
  // one line a field: an item begins where its first label comes again
  if (first && others.some(line => labelOf(line) !== label))
    return cutAt(lines, line => line.depth === first.depth && labelOf(line) === label)
  if (mark) return cutAt(lines, line => line.depth <= mark.depth && line.kind !== 'text')
  const [only, more] = lines
  return more || !only
    ? lines.map(line => [line])
    : itemsIn(only.text, item).map(text => [{ ...only, text }])
}

/** What stands before the first beginning is an introduction. */
function cutAt(
  lines: readonly Line[],
  begins: (line: Line) => boolean,
): readonly (readonly Line[])[] {
  const parts: Line[][] = []
  for (const line of lines) {
    if (begins(line)) parts.push([line])
    else parts.at(-1)?.push(line)
  }
  return parts
}
