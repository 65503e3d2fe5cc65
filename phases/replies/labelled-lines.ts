// Reads a reply that has the fields but no JSON: YAML, labelled lines, `key = value`, elements such as
// <name>...</name>. Which names are fields is known from the schema, so prose is not taken for one.
// These forms do not say where their last value ends; one that was cut off there is not recognised.
import { readJson } from './near-json/read.ts'
import { type Budget, opensString, stringAt, unfinished } from './near-json/strings.ts'

/** Whether a name, however it is spelled, is a field of the schema. */
type IsField = (name: string) => boolean

interface Line {
  readonly indent: number
  readonly text: string
}

const label =
  /^(?:#{1,6}\s+)?(?:\*\*|__|[`"'])?([\p{L}_][\p{L}\p{N}_ -]{0,60}?)(?:\*\*|__|[`"'])?\s?(?:[:：]|=(?!=))(?:\*\*|__)?(?:\s+|$)(.*)$/u
/** A row of a table with two columns: a name and its value. */
const tableRow = /^\|\s*([^|]+?)\s*\|\s*([^|]*?)\s*\|$/
const dash = /^(?:[-*•]|\d{1,3}[.)])\s+/

/** The members the lines of `text` give, or `undefined` when its lines name no field. */
export function readLines(text: string, isField: IsField, budget: Budget): unknown {
  const lines = text
    .split(/\r?\n/)
    .map(line => ({ indent: line.search(/\S|$/), text: line.trim().replace(tableRow, '$1: $2') }))
    .filter(line => !/^(?:---|\.\.\.|```.*|~~~.*)$/.test(line.text))
  const at = lines.findIndex(line => isField(nameOf(line.text) ?? ''))
  if (at === -1) return undefined
  // a list of fields, "- Name: x", is read as if its marks were not there
  const marked = dash.test(lines[at]!.text) && !/^- /.test(lines[at - 1]?.text ?? '')
  return readMembers({ lines, at, isField, budget }, lines[at]!.indent, marked, true)
}

/** Lines, and how far they have been read. */
interface Reader {
  readonly lines: Line[]
  readonly isField: IsField
  readonly budget: Budget
  at: number
}

function readMembers(reader: Reader, indent: number, bulleted: boolean, outermost: boolean) {
  const { lines, isField } = reader
  const members: Record<string, unknown> = {}
  while (reader.at < lines.length) {
    const line = lines[reader.at]!
    if (line.text !== '') {
      if (line.indent < indent) break
      const found = label.exec(bulleted ? line.text.replace(dash, '') : line.text)
      if (!found || line.indent > indent) {
        if (outermost && lines[reader.at - 1]?.text === '') break
        return undefined
      }
      const name = found[1]!.trim()
      if (outermost && !isField(name)) break
      reader.at++
      const value = readAfter(reader, found[2]!.trim(), indent)
      if (value === undefined || name === '__proto__' || name in members) return undefined
      members[name] = value
    } else reader.at++
  }
  return Object.keys(members).length > 0 ? members : undefined
}

function readAfter(reader: Reader, rest: string, indent: number): unknown {
  const below = nextLine(reader)
  const deeper = below !== undefined && below.indent > indent
  if (/^[|>][-+]?$/.test(rest))
    return deeper ? taken(reader, below.indent).join(rest.startsWith('|') ? '\n' : ' ') : ''
  if (rest !== '')
    return scalar(deeper ? [rest, ...taken(reader, below.indent)].join(' ') : rest, reader.budget)
  if (below !== undefined && dash.test(below.text) && below.indent >= indent)
    return readItems(reader, below.indent)
  if (deeper) return readMembers(reader, below.indent, false, false)
  // nothing was said of it, unless something was that is not understood here
  return below === undefined || reader.isField(nameOf(below.text) ?? '') ? null : undefined
}

function readItems(reader: Reader, indent: number): unknown {
  const items: unknown[] = []
  let line = nextLine(reader)
  while (line?.indent === indent && dash.test(line.text)) {
    reader.at = reader.lines.indexOf(line, reader.at)
    const mark = dash.exec(line.text)![0].length
    const rest = line.text.slice(mark)
    if (label.test(rest) && !opensString(rest[0])) {
      reader.lines[reader.at] = { indent: indent + mark, text: rest }
      items.push(readMembers(reader, indent + mark, false, false))
    } else {
      reader.at++
      items.push(scalar(rest, reader.budget))
    }
    if (items.at(-1) === undefined) return undefined
    line = nextLine(reader)
  }
  return items
}

/** The lines that stand as deep as `indent`, passed over. */
function taken(reader: Reader, indent: number): string[] {
  const { lines } = reader
  const from = reader.at
  while (lines[reader.at] && (lines[reader.at]!.indent >= indent || lines[reader.at]!.text === ''))
    reader.at++
  const texts = lines
    .slice(from, reader.at)
    .map(line => ' '.repeat(Math.max(0, line.indent - indent)) + line.text)
  while (texts.at(-1)?.trim() === '') texts.pop()
  return texts
}

const nextLine = ({ lines, at }: Reader) => lines.slice(at).find(line => line.text !== '')

const nameOf = (line: string) => label.exec(line.replace(dash, ''))?.[1]?.trim()

/** A single value as it stands on a line: quoted, JSON, a number, a word for true or nothing, or text. */
function scalar(text: string, budget: Budget): unknown {
  const bare = text
    .replace(/^(\*\*|`)(.*)\1$/, '$2')
    .replace(/[,;]$/, '')
    .trim()
  if (opensString(bare[0])) {
    const read = stringAt({ text: bare, budget, parens: 0 }, 0, 'item')
    if (read && read.end === bare.length && read.value !== unfinished) return read.value
    return text
  }
  const read = /^(?:[-+\d.[{]|(?:true|false|null|none)$)/i.test(bare)
    ? readJson(`${bare}\n`, 0, budget)
    : undefined
  return read && !read.cut && read.end === bare.length ? read.value : text.replace(/\s+#\s.*$/, '')
}

const opensElement =
  /<(?:parameter\s*(?:=|name=)\s*["']?)?([\p{L}_][\p{L}\p{N}_.-]{0,60})["']?\s*>/gu

/** The members the elements of `text` give: <name>, <parameter=name>, <arg_key>name</arg_key>. */
export function readElements(text: string, isField: IsField, budget: Budget): unknown {
  const pairs = text
    .replace(/<arg_key>\s*([\w.-]{1,60})\s*<\/arg_key>\s*<arg_value>/g, '<parameter=$1>')
    .replaceAll('</arg_value>', '</parameter>')
  const members: Record<string, unknown> = {}
  for (const element of pairs.matchAll(opensElement)) {
    const name = element[1]!
    const start = element.index + element[0].length
    if (!isField(name)) continue
    const closing = element[0].startsWith('<parameter') ? '</parameter>' : `</${name}>`
    const end = pairs.indexOf(closing, start)
    budget.left -= (end === -1 ? pairs.length : end) - start
    if (end === -1 || budget.left < 0 || name in members) return undefined
    members[name] = scalar(pairs.slice(start, end).trim(), budget)
  }
  return Object.keys(members).length > 0 ? members : undefined
}
