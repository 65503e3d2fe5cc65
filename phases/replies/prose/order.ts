// What a line of prose gives without labels, in the order of a schema's fields: `speed: 18 km/h` is a
// name, a value and a unit, `duration (number, h)` a role, a type and a unit.
import type { Field } from '../../fields.ts'
import { type Line, labelBefore, splitOutside } from './lines.ts'
import { exactValue, isComposite, isNone, optionsOf, quantityIn, unquoted } from './values.ts'

type Read = Record<string, unknown>

/**
 * `read` with its open fields filled by the pieces of `lines`, each by the first field in order that
 * it fits. A numbered item that is one sentence has its number where a name is wanted.
 */
export function placed(read: Read, lines: readonly Line[], field: Field): Read {
  const filled = { ...read }
  const [first] = Object.keys(field.properties ?? {})
  const number = lines[0]?.number
  const names = Object.keys(field.properties ?? {})
  for (const piece of lines.flatMap(line => piecesOf(line.text, names))) {
    const numbered = number !== undefined && first !== undefined && filled[first] === undefined
    if (numbered && wordCount(piece) > 3) filled[first] = number
    place(piece, filled, field)
  }
  return filled
}

// --- internal ---

function place(piece: string, read: Read, field: Field): void {
  const properties = Object.entries(field.properties ?? {})
  const open = properties.filter(([name]) => read[name] === undefined)
  const labelled = labelBefore(piece, Object.keys(Object.fromEntries(open)))
  if (isNone(labelled?.text ?? piece)) return
  if (labelled && !isComposite(field.properties![labelled.name]!)) {
    put(labelled.name, labelled.text, read, field)
    return
  }
  const choice = (text: string) =>
    open.find(([, each]) => each.enum && exactValue(text, each) !== undefined)
  const [, kind, rest] = /^(\S+)\s+in\s+(.+)$/.exec(piece) ?? []
  if (kind && rest && choice(kind)) {
    for (const part of [kind, rest]) place(part, read, field)
    return
  }
  const chosen =
    choice(piece) ?? open.find(([name, each]) => accepts(name, each, piece, read, field))
  if (chosen) put(chosen[0], piece, read, field)
}

function accepts(name: string, each: Field, piece: string, read: Read, field: Field): boolean {
  if (each.enum || isComposite(each) || !mayFollow(name, read, field)) return false
  return exactValue(piece, each) !== undefined || numberIn(piece, each) !== undefined
}

function put(name: string, text: string, read: Read, field: Field): void {
  if (withUnit(name, text, read, field)) return
  const inner = field.properties![name]!
  read[name] = exactValue(text, inner) ?? numberIn(text, inner) ?? unquoted(text)
}

const isNumeric = (field: Field) =>
  optionsOf(field).some(({ type }) => type === 'number' || type === 'integer')

const numberIn = (text: string, field: Field) =>
  isNumeric(field) ? quantityIn(text)?.value : undefined

/** What must be there may always be said; what may be left out, only right after what was said before it. */
function mayFollow(name: string, read: Read, { properties = {}, required = [] }: Field): boolean {
  if (required.includes(name)) return true
  const names = Object.keys(properties)
  const before = names.slice(0, names.indexOf(name))
  const last = before.findLastIndex(each => read[each] !== undefined)
  return last < 0 || before.slice(last + 1).every(each => properties[each]!.enum)
}

function withUnit(name: string, text: string, read: Read, { properties = {} }: Field): boolean {
  const names = Object.keys(properties)
  const next = names[names.indexOf(name) + 1]
  const beside = next === undefined ? undefined : properties[next]
  if (next === undefined || beside?.type !== 'string' || beside.enum) return false
  const quantity = isNumeric(properties[name]!) ? quantityIn(text) : undefined
  if (!quantity) return false
  read[name] = quantity.value
  if (quantity.unit !== undefined) read[next] ??= quantity.unit
  return true
}

/** The words of a line that may each be a field: around the first colon or equals sign, dashes and brackets. */
function piecesOf(text: string, names: readonly string[]): readonly string[] {
  const listed = splitOutside(text, /\s*[,;]\s+/)
  if (listed.length > 1 && listed.every(piece => labelBefore(piece, names))) return listed
  return splitOutside(text, /\s+[-–—→]\s+|,\s+(?=["'`“])/).flatMap(part => {
    const [name = '', ...rest] = splitOutside(part, /\s*:\s+|\s*:$|\s*=\s*|\s+(?:is|are)\s+/)
    const after = rest.length > 0 ? part.slice(part.indexOf(rest[0]!, name.length)) : ''
    return [name, after].flatMap(bracketed).filter(piece => piece !== '')
  })
}

function bracketed(text: string): readonly string[] {
  const [, before = '', inner, after = ''] =
    /^(.*?)(?:^|\s+)\(([^()]*)\)[:.,]?\s*(.*)$/s.exec(text) ?? []
  if (inner === undefined || wordCount(before) > 3) return [text.trim()]
  const within = splitOutside(inner, /\s*[,;]\s*|(?:^|\s+)in\s+/)
  return [before.trim(), ...within, after.trim()]
}

const wordCount = (text: string) => text.trim().split(/\s+/).length
