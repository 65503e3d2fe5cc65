// The lists of records within a JSON value (`{"data": [{...}, ...]}`), as tables.
import { counted, type DocumentRequest } from '../text-document.ts'
import { isNested, jsonText, parseExactly, placeOf, printFlat } from './format.ts'

/**
 * The lists of objects in a file, in this process, each named by its place (`data.items`): a head with the keys of all
 * its objects, inner ones dotted (`address.city`), and a row for each; numbers as they are written, lists as JSON,
 * `null` as nothing. Lists that these objects hold are lists of their own (`data.orders.lines`), each row with what its
 * object says besides. Throws one sentence when the file is not JSON.
 */
export async function parseRecords({ path, name }: DocumentRequest) {
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
  const known = new Map<string, readonly string[]>()
  const lists = [...listsIn(value, '', 0)].map(({ place, records, of }) => {
    const [keys = []] = tableOf(records.slice(0, 100))
    known.set(place, keys)
    const before = of === undefined ? [] : known.get(of)!
    const own = keys.filter(key => !before.includes(key))
    const shown = own.slice(0, mostColumns).map(key => key.slice(0, 60))
    const columns = `${shown.join(', ')}${own.length > mostColumns ? ', …' : ''}`
    const besides = of === undefined ? '' : `, besides those of ${JSON.stringify(of)}`
    return `${JSON.stringify(place)} (${counted(records.length, 'row')}: ${columns}${besides})`
  })
  return lists.length === 0
    ? []
    : [`For the table tool its lists of records are sheets: ${lists.join(', ')}.`]
}

// --- internal ---

const deepest = 3
const deepestMember = 8
const deepestList = 3
const mostColumns = 20

/** A list of records, by its place; of one that is held by the records of another, the place of that. */
interface List {
  readonly place: string
  readonly records: readonly Members[]
  readonly of?: string
}

type Members = Readonly<Record<string, unknown>>

function* listsIn(value: unknown, place: string, depth: number): Generator<List> {
  if (isRecords(value)) {
    yield { place, records: value }
    yield* innerLists(value, place)
  } else if (isObject(value) && depth < deepest)
    for (const [key, member] of Object.entries(value))
      yield* listsIn(member, placeOf(place, key, false), depth + 1)
}

/**
 * The lists of records that the objects at `within` hold, in each record of a list; a row has what its own records
 * hold as well.
 */
function* innerLists(
  records: readonly Members[],
  place: string,
  within: readonly string[] = [],
): Generator<List> {
  const holders = records.map(record => memberAt(record, within))
  const listed = holders.flatMap(holder =>
    Object.keys(holder).filter(key => isRecords(holder[key])),
  )
  for (const key of new Set(listed)) {
    const rows = records.flatMap((record, at) => {
      const own = Object.entries(holders[at]!).filter(([, member]) => !isRecords(member))
      const list = holders[at]![key]
      return isRecords(list)
        ? list.map(each => withMember(record, within, { ...Object.fromEntries(own), [key]: each }))
        : []
    })
    const inner = placeOf(place, key, false)
    yield { place: inner, records: rows, of: place }
    if (within.length < deepestList) yield* innerLists(rows, inner, [...within, key])
  }
}

function memberAt(record: Members, [key, ...path]: readonly string[]): Members {
  return key === undefined ? record : memberAt(record[key] as Members, path)
}

function withMember(record: Members, [key, ...path]: readonly string[], inner: Members): Members {
  return key === undefined
    ? inner
    : { ...record, [key]: withMember(record[key] as Members, path, inner) }
}

function tableOf(records: readonly Members[]): readonly (readonly string[])[] {
  const rows = records.map(record => new Map(leavesOf(record, '', 0)))
  const keys = [...new Set(rows.flatMap(row => [...row.keys()]))]
  return [keys, ...rows.map(row => keys.map(key => row.get(key) ?? ''))]
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

const isRecords = (value: unknown): value is readonly Members[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject)

const isObject = (value: unknown): value is Members => isNested(value) && !Array.isArray(value)
