// JSON read without losing a digit of any number, and laid out in lines, one member or item a line.
import { readFile } from 'node:fs/promises'
import { encodingOf } from '../../files/encodings.ts'
import { cutLines } from '../text-document.ts'

/** The text of a file in the encoding it is written in. */
export async function jsonText(path: string): Promise<string> {
  const data = await readFile(path)
  const { name: encoding } = encodingOf(data.subarray(0, 65_536))
  return new TextDecoder(encoding).decode(data)
}

/**
 * As `JSON.parse`, but a number that JavaScript would not write as it is written, such as `1.50` or
 * `12345678901234567890`, stays as it is: `JSON.stringify` gives it back.
 */
export function parseExactly(text: string): unknown {
  const keep = (_key: string, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' && context?.source !== undefined && String(value) !== context.source
      ? exact.rawJSON(context.source)
      : value
  return JSON.parse(text, keep) as unknown
}

/** True for a number that stays as it is written. */
export function isWritten(value: unknown): value is WrittenNumber {
  return exact.isRawJSON(value)
}

/** As `JSON.stringify`, on one line, with a space behind commas and colons. */
export function printFlat(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printFlat).join(', ')}]`
  if (!isNested(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([key, each]) => `${JSON.stringify(key)}: ${printFlat(each)}`,
  )
  return `{${members.join(', ')}}`
}

/**
 * The lines of a parsed value, and for each the place it belongs to: `items[3].name`; empty for the whole. Short
 * lists and objects of plain values stay on one.
 */
export function formatJson(value: unknown) {
  const lines: string[] = []
  const places: string[] = []
  const add = (line: string, place: string) => {
    for (const piece of cutLines([line])) {
      lines.push(piece)
      places.push(place)
    }
  }
  const lay = (each: unknown, place: string, before: string, after: string) => {
    const indent = /^ */.exec(before)![0]
    const inner = isNested(each) && !isShort(each) ? each : undefined
    if (inner === undefined) return add(`${before}${printFlat(each)}${after}`, place)
    const list = Array.isArray(inner)
    add(`${before}${list ? '[' : '{'}`, place)
    const members = Object.entries(inner)
    for (const [at, [key, member]] of members.entries()) {
      const comma = at < members.length - 1 ? ',' : ''
      const named = list ? '' : `${JSON.stringify(key)}: `
      lay(member, placeOf(place, key, list), `${indent}  ${named}`, comma)
    }
    add(`${indent}${list ? ']' : '}'}${after}`, place)
  }
  lay(value, '', '', '')
  return { lines, places }
}

/** The place of a member: `items[3]`, `name`, `["odd key"]`. */
export function placeOf(within: string, key: string, list: boolean): string {
  if (list) return `${within}[${key}]`
  if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key)) return `${within}[${JSON.stringify(key)}]`
  return within === '' ? key : `${within}.${key}`
}

/** True for a list or an object. */
export function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !isWritten(value)
}

// --- internal ---

interface WrittenNumber {
  readonly rawJSON: string
}

/** What the types of the language do not have yet. */
const exact = JSON as unknown as {
  readonly rawJSON: (text: string) => WrittenNumber
  readonly isRawJSON: (value: unknown) => boolean
}

/** A list or an object that fits on a line of this many characters stays on it. */
const widest = 100

function isShort(value: object): boolean {
  const members: unknown[] = Object.values(value)
  if (members.length > widest / 3 || members.some(isNested)) return false
  return printFlat(value).length <= widest
}
