// JSON and JSON lines as indented lines with an outline of their structure. Numbers and strings stay as
// they are written. The parsing runs in a process of its own.
import { counted, cutLines, type DocumentRequest, type TextDocument } from '../text-document.ts'
import { formatJson, isNested, jsonText, parseExactly } from './format.ts'
import { jsonOutline, keysOf, typeName } from './outline.ts'
import { remarkOn } from './records.ts'

/** Larger files are read as text, by the line. */
export const largestJson = 60_000_000

/**
 * Parses a JSON file in this process: one value, or one value a line. Throws one sentence, with line and
 * column, when it is neither; the caller may then read the file as text.
 */
export async function parseJson(request: DocumentRequest): Promise<TextDocument> {
  const text = await jsonText(request.path)
  const whole = parsed(text)
  if (whole.value !== undefined) return oneValue(request.name, whole.value)
  const lines = text.split('\n').filter(line => line.trim() !== '')
  const values = lines.map(line => parsed(line).value)
  const broken = values.indexOf(undefined)
  if (broken === -1 && lines.length > 1) return manyLines(request.name, lines, values)
  const where = broken > 0 ? `line ${broken + 1} is no JSON` : whole.reason
  throw new Error(`${request.name} is neither JSON nor JSON lines: ${where}.`)
}

// --- internal ---

/** The one value in a text; none, and why, when it is no JSON. */
function parsed(text: string): { value?: unknown; reason: string } {
  try {
    return { value: parseExactly(text), reason: '' }
  } catch (error) {
    if (error instanceof RangeError) return { reason: 'it is nested too deeply' }
    const said = error instanceof Error ? error.message : ''
    return { reason: said.replace(/\s+/g, ' ').slice(0, 200) }
  }
}

function oneValue(name: string, value: unknown): TextDocument {
  const formatted = formatJson(value)
  return {
    name,
    what: `JSON, ${typeName(value)}`,
    facts: [],
    remarks: Array.isArray(value) ? (isRecords(value) ? [asTable] : []) : remarkOn(value),
    ...formatted,
    outline: jsonOutline(value).map(each => ({
      text: each.text,
      line: lineOf(each.place, formatted.places),
    })),
  }
}

/** The line of a place, or of what it is within where that stands on one line. */
function lineOf(place: string, places: readonly string[]): number {
  const line = places.indexOf(place) + 1
  const above = place.replace(/(?:\.?[^.[\]]+|\[[^\]]*\])$/, '')
  return line > 0 || above === place ? Math.max(1, line) : lineOf(above, places)
}

function manyLines(
  name: string,
  lines: readonly string[],
  values: readonly unknown[],
): TextDocument {
  return {
    name,
    what: `JSON lines, ${counted(lines.length, 'record')}`,
    facts: [],
    remarks: isRecords(values) ? [asTable] : [],
    outline: keysOf(values).map(text => ({ line: 1, text: `each has ${text}` })),
    lines: cutLines(lines),
  }
}

const asTable = 'Its records are a table as well, for the table tool.'

function isRecords(values: readonly unknown[]): boolean {
  return values.length > 0 && values.every(value => isNested(value) && !Array.isArray(value))
}
