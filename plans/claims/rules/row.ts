// Whether a value was taken from the row and the column of its table that the step asks for. In prose code
// cannot tell: a pronoun or a sentence further on may well speak of what is asked.
import { isSameUnit, parseUnit } from '../../expressions/units.ts'
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
  const cells = (places.length > 0 ? places : spans).map(place => {
    const row = reading.passageAt(place.start)
    return { row, column: row?.parts.findIndex(part => part.end >= place.start) ?? -1 }
  })
  if (cells.length === 0 || cells.some(({ row }) => !row?.isRow)) return undefined
  const own = cells.map(({ row }) => row!)
  const table = reading.passages.filter(row => row.isRow && row.group === own[0]!.group)
  const cellsOf = (row: Passage) =>
    row.parts.map(part => folded(reading.text.slice(part.start, part.end)))
  const exact = new Set(table.flatMap(cellsOf).map(cell => cell.trim()))
  const holds = (row: Passage, key: string) =>
    cellsOf(row).some(cell => (exact.has(key) ? cell.trim() === key : isNamed(cell, key)))
  const keys = keysOf(claim, ground)
  const asked = keys.flatMap(key => table.filter(row => holds(row, key)))
  if (asked.length > 0 && !own.some(row => keys.some(key => holds(row, key))))
    return fault(claim, named, asked[0]!)
  return anotherColumn(claim, named, {
    row: own[0]!,
    columns: cells.map(({ column }) => column),
    keys: allKeys(ground),
  })
}

// --- internal ---

/** The names that say which row: values the step reads, those of a role that shares a word with the claim's first. */
function keysOf({ name, value }: Claim, { step, beliefs }: Ground): readonly string[] {
  const words = stemsOf(name)
  const keys = step.reads.flatMap(role => {
    const key = beliefs[role]?.value
    const told = typeof key === 'string' && key.length > 1 && key.length <= 80 && key !== value
    const close = [...stemsOf(role)].some(stem => words.has(stem))
    return told ? [{ key: folded(key.trim()), close }] : []
  })
  const close = keys.filter(each => each.close)
  return (close.length > 0 ? close : keys).map(({ key }) => key)
}

/** A cell that is the key, or begins or ends with it as with a word of its own. */
function isNamed(cell: string, key: string): boolean {
  const text = cell.trim()
  return text === key || text.startsWith(`${key} `) || text.endsWith(` ${key}`)
}

/** The column whose head the role names or is a value that the step reads, when that of the value is neither. */
function anotherColumn(
  { name, value, unit }: Claim,
  { id, reading }: Named,
  {
    row,
    columns,
    keys,
  }: {
    readonly row: Passage
    readonly columns: readonly number[]
    readonly keys: readonly string[]
  },
): string | undefined {
  // the last word says what it is: a bottle_cost is a cost
  const role = termsOf(name).at(-1) ?? ''
  const fits = ({ head = '', start, end }: Passage['parts'][number]) => {
    const known = unit === undefined ? undefined : unitOfHead(head)
    if (known && isSameUnit(known, parseUnit(unit!) ?? known)) return true
    const alike = isNumber(reading.text.slice(start, end)) === (typeof value === 'number')
    return alike && (keys.includes(folded(head)) || stemsOf(head).has(role))
  }
  const better = row.parts.find(fits)
  if (!better || columns.some(column => fits(row.parts[column]!))) return undefined
  return `${name}: it stands in the column "${row.parts[columns[0]!]?.head ?? ''}" of ${id}, but this step asks for the one called "${better.head}"`
}

/** The texts that the step reads. */
const allKeys = ({ step, beliefs }: Ground): readonly string[] =>
  step.reads.flatMap(role => {
    const key = beliefs[role]?.value
    return typeof key === 'string' ? [folded(key.trim())] : []
  })

const isNumber = (cell: string) => /^[-+−]?[\d.,]+/.test(cell)

function fault({ name, value }: Claim, { id, reading }: Named, row: Passage): string {
  const words = reading.text.slice(row.start, row.end).trim().slice(0, 160)
  return `${name}: ${String(value)} stands in another row of ${id} than the one this step asks for, which is rather "${words}"; quote the row that is asked for`
}
