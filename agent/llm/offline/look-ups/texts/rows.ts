// Lines of a document that are no prose: rows of a table in it, prices behind dots, entries of a log, members of
// an object in JSON.
// Each says one thing, as `label: value`, under the heading it stands under.

import { anyMonth, anyWeekday } from '../../../../../plans/text/months.ts'
import { isCurrency } from '../../roles.ts'

/** What a row states: `Programme Eco, Duration: 225 min`. */
export type Row = readonly string[]

/** A reader of the lines of one document in order: what each states, or nothing where it is prose. */
export function rowReader(lines: readonly string[]): (line: string) => Row | undefined {
  const [, currency] = priced.exec(lines.join('\n')) ?? []
  const aligned = alignedIn(lines)
  const members = lines.some(line => line.trim() === '{') ? memberReader() : () => undefined
  let head: readonly string[] | undefined
  let at = -1
  return line => {
    at += 1
    if (line.length > longest) return undefined
    const member = members(line)
    if (member) return member
    const cells = cellsOf(line) ?? aligned[at]
    if (!cells) {
      head = undefined
      const [, code, what] = coded.exec(line) ?? []
      if (code !== undefined) return [`${code}: ${what}`]
      const [, label, value] = led.exec(line) ?? []
      if (label === undefined || value === undefined)
        return log.test(line) ? [line.replace(/: (?=\S)/, ', ')] : undefined
      const amount = /^\d+[.,]\d\d$/.test(value) && currency ? `${value} ${currency}` : value
      return [`${label.trim()}: ${amount}`]
    }
    if (!head) {
      head = cells
      return []
    }
    return cells.every(cell => /^:?-+:?$/.test(cell)) ? [] : stated(head, cells)
  }
}

/** `Votes: Ann 12, Ben 9` and `By county: Ald 23 grants, Pen 16` as a row for each item; none for other prose. */
export function itemsOf(sentence: string): Row {
  const [, label = '', list = ''] = /^(\p{Lu}[^:.;]{1,50}):\s+([^:;]+?)\.?$/u.exec(sentence) ?? []
  const items = list.split(/,\s+(?:and\s+)?(?![^(]*\))|\s+and\s+(?=\p{Lu})/u)
  const found = items.map(each => item.exec(each)?.groups)
  if (found.length < 2 || found.some(each => each === undefined)) return []
  const noun = found[0]?.noun ?? ''
  return found.map(each => `${label}, ${each!.name}: ${each!.count}${each!.noun ?? noun}`)
}

// --- internal ---

/** `Elske Visser 7`, `Aldshire 23 grants`, `Maeve 8 (3 of them late)`. */
const item =
  /^(?<name>\p{L}[\p{L}’'. -]*?) (?<count>\p{Sc}?\d[\d.,]*)(?<noun> \p{L}+)?(?: \([^()]*\))?$/u

/** What is longer is prose. */
const longest = 400

/** `All prices in euros`. */
const priced = /\bprices?\b[^.\n]{0,30}?\bin (euros?|EUR|pounds|GBP|dollars|USD|francs|CHF)\b/i

/** A label and what dots, a gap or a dash lead to. */
const led =
  /^(\p{L}[^:|]{1,60}?)\s*(?:\.{3,}|…+|\t+| {3,}| [–—] (?=[$€£]?\d))\s*([^\s.][^.|]{0,30}(?:\.\d+)?[^.|]{0,30})$/u

/** `E5  fan blocked: clear the grille`, `Fri 18 Dec  Last day of term` */
const coded = new RegExp(
  `^(\\p{Lu}[\\p{Lu}\\d.-]{0,9}|(?:${anyWeekday},? )?\\d{1,2}\\.? ${anyMonth})\\s{2,}(\\S.{3,200})$`,
  'u',
)

const log = /^\[?(?:\d{4}-\d\d-\d\d[T ]+)?\d{1,2}:\d\d(?::\d\d)?\b/

/** What the members of objects are, each with the names of those that it is in. */
function memberReader(): (line: string) => Row | undefined {
  const path: string[] = []
  return line => {
    const [, name, value = line] = /^"([^"\\]+)":\s+(.*)$/.exec(line) ?? []
    if (/^[{[]$/.test(value)) path.push(name ?? '')
    else if (/^[}\]],?$/.test(value)) path.pop()
    else if (name === undefined) return undefined
    else {
      const within = [...path, name].filter(each => each !== '')
      return membersOf(value.replace(/,$/, ''), within)
    }
    return []
  }
}

/** What a line says: one value, or those of a short object. */
function membersOf(said: string, within: readonly string[]): Row {
  if (/^\{.*\}$/.test(said))
    return [...said.matchAll(/"([^"\\]+)": ("[^"\\]*"|[^\s"{}[\],]+)/g)].flatMap(
      ([, name = '', value = '']) => membersOf(value, [...within, name]),
    )
  const value = said.replace(/^"(.*)"$/, '$1')
  return value === 'null' ? [] : [`${within.join(' ').replaceAll('_', ' ')}: ${value}`]
}

function cellsOf(line: string): readonly string[] | undefined {
  const inside = /^\|(.*)\|$/.exec(line)?.[1]
  return inside?.split('|').map(cell => cell.trim())
}

/** The cells of lines that are set in columns by spaces: a head, whose first cell may be empty, and two rows or more. */
function alignedIn(lines: readonly string[]): readonly (Row | undefined)[] {
  const cells = lines.map(line => line.trim().split(/\s{2,}/))
  const found = new Map<number, Row>()
  for (const [at, head] of cells.entries()) {
    const width = cells[at + 1]?.length ?? 0
    const missing = width - head.length
    if (found.has(at) || width < 3 || missing < 0 || missing > 1) continue
    const rows = cells.slice(at + 1)
    const count = rows.findIndex(row => row.length !== width)
    const own = count < 0 ? rows : rows.slice(0, count)
    if (own.length < 2) continue
    found.set(at, missing > 0 ? ['', ...head] : head)
    for (const [below, row] of own.entries()) found.set(at + 1 + below, row)
  }
  return lines.map((_, at) => found.get(at))
}

/** A capital that only begins a heading makes no name of it. */
const inSentence = (head: string) =>
  head.replace(/^\p{Lu}(?=\p{Ll})/u, first => first.toLowerCase())

function stated([kind = '', ...heads]: readonly string[], [name = '', ...cells]: Row): Row {
  return cells.flatMap((cell, at) => {
    const [, head = heads[at] ?? '', unit = ''] =
      /^(.*\S)\s*\(([^()]*)\)$/.exec(heads[at] ?? '') ?? []
    if (cell === '') return []
    // `EUR` alone heads amounts
    const of = unit === '' && isCurrency(head) ? head : unit
    const value = /^-?[\d.,]+$/.test(cell) && of !== '' ? `${cell} ${of}` : cell
    return [
      head === '' ? `${name}: ${value}` : `${kind} ${name}, ${inSentence(head)}: ${value}`.trim(),
    ]
  })
}
