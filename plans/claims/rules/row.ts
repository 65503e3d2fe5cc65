// Whether a value was taken from the row and the column of its table that the step asks for. In prose code
// cannot tell: a pronoun or a sentence further on may well speak of what is asked.
import { isSameUnit, parseUnit } from '../../expressions/units.ts'
import type { Value } from '../../plan.ts'
import { unitOfHead } from '../../text/amounts.ts'
import type { Passage } from '../../text/passages.ts'
import { placesOf } from '../../text/values.ts'
import { folded, stemsOf, termsOf } from '../../text/words.ts'
import type { Claim, Ground, Named } from '../claim.ts'

/** The row or column that is asked for, when the value stands in others only. */
export function misplaced(claim: Claim, named: Named, ground: Ground): string | undefined {
  const { value } = claim
  const { reading, spans } = named
  if (Array.isArray(value) || typeof value === 'boolean') return undefined
  const places =
    typeof value === 'number'
      ? placesOf(value, spans, reading)
      : reading.findWords(String(value), spans)
  // words in another spelling stand in what was quoted
  const taken = places.length > 0 ? places : spans
  const own = taken.flatMap(({ start }) => reading.passageAt(start) ?? []).filter(row => row.isRow)
  if (own.length < taken.length) return undefined
  const table = reading.passages.filter(row => row.isRow && row.group === own[0]!.group)
  const cellsOf = (row: Passage) =>
    row.parts.map(part => folded(reading.text.slice(part.start, part.end)))
  const exact = new Set(table.flatMap(cellsOf).map(cell => cell.trim()))
  const holds = (row: Passage, key: string) =>
    cellsOf(row).some(cell => (exact.has(key) ? cell.trim() === key : isNamed(cell, key)))
  const read = textsRead(ground)
  const keys = keysOf(claim, read)
  const may = (row: Passage) => isOfValues(cellsOf(row), value)
  const asked = keys.flatMap(key => table.filter(row => may(row) && holds(row, key)))
  if (asked.length > 0 && !own.some(row => keys.some(key => holds(row, key))))
    return fault(claim, named, asked[0]!)
  const [{ parts }] = own as [Passage]
  const cells = taken.flatMap(({ start, end }, at) =>
    own[at]!.parts.filter(cell => cell.start <= end && start <= cell.end),
  )
  const fits = fitting(claim, named, new Set(read.map(({ key }) => key)))
  const better = cells.some(fits) ? undefined : parts.find(fits)?.head
  return (
    better &&
    `${claim.name}: it stands in the column "${cells[0]?.head ?? ''}" of ${named.id}, but this step asks for the one called "${better}"`
  )
}

// --- internal ---

/** False for a title, which has one cell beside the number of its row, and for a second head, which has no figures. */
function isOfValues(cells: readonly string[], value: Value): boolean {
  const filled = cells.filter(
    (cell, at) => cell.trim() !== '' && (at > 0 || !/^\s*\d+\s*$/.test(cell)),
  )
  const isTitle = cells.length > 2 && filled.length < 2
  return !isTitle && (!/\d/.test(String(value)) || /\d/.test(filled.join(' ')))
}

interface ReadText {
  readonly role: string
  readonly text: string
  readonly key: string
}

/** The texts that the step reads. */
const textsRead = ({ step, beliefs }: Ground): readonly ReadText[] =>
  step.reads.flatMap(role => {
    const text = beliefs[role]?.value
    return typeof text === 'string' ? [{ role, text, key: folded(text.trim()) }] : []
  })

/** The names that say which row: values the step reads, those of a role that shares a word with the claim's first. */
function keysOf({ name, value }: Claim, read: readonly ReadText[]): readonly string[] {
  const words = stemsOf(name)
  const keys = read.filter(({ text }) => text.length > 1 && text.length <= 80 && text !== value)
  const close = keys.filter(({ role }) => [...stemsOf(role)].some(stem => words.has(stem)))
  return (close.length > 0 ? close : keys).map(({ key }) => key)
}

/** A cell that is the key, or begins or ends with it as with a word of its own. */
function isNamed(cell: string, key: string): boolean {
  const text = cell.trim()
  return text === key || text.startsWith(`${key} `) || text.endsWith(` ${key}`)
}

/** Whether a cell stands in the column that the role names, or that is a value the step reads. */
function fitting(
  { name, value, unit }: Claim,
  { reading }: Named,
  keys: ReadonlySet<string>,
): (cell: Passage['parts'][number]) => boolean {
  // the last word says what it is: a bottle_cost is a cost
  const role = termsOf(name).at(-1) ?? ''
  return ({ head = '', start, end }) => {
    const known = unit === undefined ? undefined : unitOfHead(head)
    if (known && isSameUnit(known, parseUnit(unit!) ?? known)) return true
    const alike = isNumber(reading.text.slice(start, end)) === isNumber(String(value))
    return alike && (keys.has(folded(head)) || stemsOf(head).has(role))
  }
}

const isNumber = (cell: string) => /^[-+−]?[\d.,]+/.test(cell)

function fault({ name, value }: Claim, { id, reading }: Named, row: Passage): string {
  const words = reading.text.slice(row.start, row.end).trim().slice(0, 160)
  return `${name}: ${String(value)} stands in another row of ${id} than the one this step asks for, which is rather "${words}"; quote the row that is asked for`
}
