// The lists of records within a JSON value (`{"data": [{...}, ...]}`), as tables.
import { counted, type DocumentRequest } from '../text-document.ts'
import { isNested, jsonText, parseExactly, placeOf, printFlat } from './format.ts'

/** A list of objects: the head has the keys of all of them, inner ones dotted (`address.city`). */
export interface RecordList {
  /** Its place: `data.items`. */
  readonly name: string
  /** The head and a row for each object; numbers as they are written, lists as JSON, `null` as nothing. */
  readonly rows: readonly (readonly string[])[]
}

/** The lists of records in a file, in this process. Throws one sentence when it is not JSON. */
export async function parseRecords({ path, name }: DocumentRequest): Promise<RecordList[]> {
  const text = await jsonText(path)
  try {
    return [...listsIn(parseExactly(text), '', 0)].map(({ place, records }) => ({
      name: place,
      rows: tableOf(records),
    }))
  } catch {
    throw new Error(`${name} is neither JSON nor a table.`)
  }
}

/** What is said of a value that holds lists of records; nothing of one that holds none. */
export function remarkOn(value: unknown): readonly string[] {
  const lists = [...listsIn(value, '', 0)].map(({ place, records }) => {
    const { shown, more } = columnsIn(records)
    const columns = `${shown.join(', ')}${more ? ', …' : ''}`
    return `${JSON.stringify(place)} (${counted(records.length, 'row')}: ${columns})`
  })
  return lists.length === 0
    ? []
    : [`For the table tool its lists of records are sheets: ${lists.join(', ')}.`]
}

// --- internal ---

const deepest = 3
const deepestMember = 8
const mostColumns = 20

type Members = Readonly<Record<string, unknown>>

function* listsIn(
  value: unknown,
  place: string,
  depth: number,
): Generator<{ readonly place: string; readonly records: readonly Members[] }> {
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(isObject)) yield { place, records: value }
  } else if (isObject(value) && depth < deepest)
    for (const [key, member] of Object.entries(value))
      yield* listsIn(member, placeOf(place, key, false), depth + 1)
}

function tableOf(records: readonly Members[]): readonly (readonly string[])[] {
  const rows = records.map(record => new Map(leavesOf(record, '', 0)))
  const keys = [...new Set(rows.flatMap(row => [...row.keys()]))]
  return [keys, ...rows.map(row => keys.map(key => row.get(key) ?? ''))]
}

/** The names of the first columns that the first records have. */
function columnsIn(records: readonly Members[]) {
  const [keys = []] = tableOf(records.slice(0, 100))
  const shown = keys.slice(0, mostColumns).map(key => key.slice(0, 60))
  return { shown, more: keys.length > mostColumns }
}

function* leavesOf(
  record: Members,
  within: string,
  depth: number,
): Generator<readonly [string, string]> {
  for (const [key, value] of Object.entries(record)) {
    const name = within === '' ? key : `${within}.${key}`
    if (isObject(value) && depth < deepestMember) yield* leavesOf(value, name, depth + 1)
    else yield [name, cellOf(value)]
  }
}

function cellOf(value: unknown): string {
  if (value === null) return ''
  return typeof value === 'string' ? value : printFlat(value)
}

const isObject = (value: unknown): value is Members => isNested(value) && !Array.isArray(value)
