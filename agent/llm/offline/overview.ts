// What everybody asks first of any file: what is in it, which columns and sheets it has, what changed
// between two of them.
import type { PerceiveReads } from '../../../phases/perceive/contract.ts'
import type { Value } from '../../../plans/plan.ts'
import { numberWords } from '../../../plans/text/numerals.ts'
import type { Sentence } from './look-ups/texts/documents.ts'
import {
  type Believed,
  computed,
  designWith,
  fetched,
  heldIn,
  type Method,
  miss,
  type Reading,
  type Step,
  understood,
} from './method.ts'
import { contentTerms, stem, stems } from './stems.ts'
import { type Table, tablesOf } from './tables/table.ts'

export const overview: Method = { read, design }

/** The lines that say what a file holds: its outline for a table, the first entries of JSON, the files of an archive, else its title and how its sections begin. */
export function linesOf(content: string, sentences: readonly Sentence[]): readonly string[] {
  const outline = content.split(/\n(?:.*, )?[Rr]ows \d/)[0]!.split('\n')
  const told = outline.filter(line => !/\(say which with|: \d+ pages?|columns \(header/.test(line))
  if (/\b(table, \d|has \d+ sheets?)/.test(outline[0]!))
    return told.map(line => line.replace(/^- /, '').replace(/ Columns:$|, \d+ patterns: .*/, ''))
  const json = /: (JSON\b.*?), \d+ lines?\./.exec(outline[0]!)?.[1]
  if (json !== undefined) return [json, ...entriesIn(content.split('\n').slice(1))]
  const archive = /: (ZIP archive, \d+ files?)\b/.exec(outline[0]!)?.[1]
  if (archive !== undefined) return [archive, ...content.split('\n').slice(3, 11)]
  // what was read of a row (`Leeks: 2.10`) stands nowhere as it is
  const own = sentences.flatMap(({ text, quote, before }) => {
    if (isOfTool.test(text) || quote.startsWith('|')) return []
    const isWritten = quote.replace(/[*_]/g, '') === text.replace(/[*_]/g, '')
    return { text: isWritten ? text : quote, before }
  })
  const lines = content.split('\n').filter(line => !isOfTool.test(line) && /\p{L}/u.test(line))
  const title = lines[0]?.replace(/^#+ /, '').trim() ?? ''
  const starts = own.flatMap(({ text, before }, at) => {
    if (before !== '' || title.includes(text)) return []
    const next = text.split(' ').length < 4 ? own[at + 1] : undefined
    return [next?.before.endsWith(text) ? `${text} ${next.text}` : text]
  })
  const few =
    starts.length < 3 ? own.map(({ text }) => text).filter(text => !title.includes(text)) : starts
  return [...(few[0]?.startsWith(title) ? [] : [title]), ...few.slice(0, 5)]
}

// --- internal ---

/** A line that the tool wrote above what it read. */
const isOfTool = /^(---|\[|\S+: .*\b\d+ (lines|pages?)\b|.*, lines \d+ to \d+)/

/** The outermost entries of JSON, of a list of objects those of its first; what takes more than a line is only named. */
function entriesIn(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex(line => /^[[{]/.test(line))
  const [first = '', ...inside] = lines.slice(start)
  if (/[\]}]$/.test(first)) return [first]
  const end = inside.findIndex(line => /^ {2}\}/.test(line))
  const own = inside[0]?.trim() === '{' ? inside.slice(1, end) : inside
  const indent = /^ */.exec(own[0] ?? '')![0]
  return own
    .filter(line => line.startsWith(indent) && /^["{[\d]/.test(line.slice(indent.length)))
    .map(line => line.trim().replace(/(?::? ?[[{]|,)$/, ''))
    .slice(0, 8)
}

/** What is told of files: as a belief says it, and the form of the answer. */
const kinds = {
  columns: { told: 'the names of the columns of a table', form: 'list' },
  columns_counted: { told: 'the number of the columns of a table', form: 'number' },
  sheets: { told: 'the names of the sheets of a workbook', form: 'list' },
  sheets_counted: { told: 'the number of the sheets of a workbook', form: 'number' },
  summary: { told: 'what an attached file holds', form: 'list' },
  rows: { told: 'the first rows of a table', form: 'list' },
  all_rows: { told: 'all rows of a table that has few', form: 'list' },
  changes: { told: 'what changed between two tables of the same columns', form: 'text' },
} as const
type Kind = keyof typeof kinds
const required = (kind: Kind) => `task requires ${kinds[kind].told}`

const asking = {
  columns: stems('column field header heading variable'),
  sheets: stems('sheet tab worksheet'),
  summary: stems(
    'summarise summarize summary overview describe content contain in about outline gist',
  ),
  changes: stems('change changed differ difference different compare new diff'),
}
/** What a file is called, and how one asks about it. */
const plain = stems(
  'file document table text page pdf csv workbook spreadsheet excel data dataset report letter attached attachment name list show give tell have say read hold first last year old version two both between short brief quick please sentence word thing',
)

function read({ question, files }: PerceiveReads) {
  const [file, second, more] = files
  if (!file) return miss('no file is attached', 0)
  const own = files.flatMap(({ name }) => contentTerms(name.replace(/[_.-]+/g, ' ')))
  const names = new Set([...plain, ...own.map(({ stem }) => stem)])
  const terms = contentTerms(question)
    .map(({ stem }) => stem)
    .filter(term => !names.has(term))
  const is = (kind: keyof typeof asking) =>
    terms.length > 0 && terms.every(term => asking[kind].has(term))
  const counted = /\bhow many\b|\bnumber of\b/i.test(question)
  const tables = tablesOf(files)
  const found = (
    kind: Kind,
    given: Readonly<Record<string, Value>>,
    form: 'list' | 'number' | 'text' = kinds[kind].form,
  ): Reading => {
    const beliefs = Object.entries(given).map(([name, value]) => ({ name, value }))
    return understood(question, [required(kind)], beliefs, { kind: form })
  }
  if (is('changes') && second && !more) {
    const both = bothOf(tables)
    return 'obstacle' in both ? both : found('changes', both)
  }
  if (second) return miss('more than one file is attached', 1)
  const sheets = tables.flatMap(({ sheet }) => sheet ?? [])
  if (is('sheets') && sheets.length > 0)
    return found(counted ? 'sheets_counted' : 'sheets', { sheet_names: sheets })
  const [table, another] = tables
  if (is('columns') && table && !another)
    return found(counted ? 'columns_counted' : 'columns', {
      column_names: table.columns.map(({ name }) => name),
    })
  const rows = rowsMeant(question)
  if (rows && table && !another && terms.every(term => rows.words.includes(term)))
    return found(
      'rows',
      { file: file.name, row_count: rows.count },
      rows.count > 1 ? 'list' : 'text',
    )
  if (allRows.test(question) && table && !another)
    // of more than 40 values none are listed
    return table.columns.every(({ values }) => values)
      ? found('all_rows', { file: file.name, most_rows: 40 })
      : miss('there are too many rows to be listed; ask for the first ones', 4)
  const inside =
    terms.length === 0 &&
    /\b(?:what|tell|explain)\b.*\b(?:in|about|contain|inside|hold|say)\b/i.test(question)
  const asksAll = is('summary') || inside
  return asksAll ? found('summary', { file: file.name }) : miss('no overview is asked for', 0)
}

const allRows =
  /^(?:please )?(?:list|show|give|print|display|what are)(?: me)? (?:all|every)(?: of)?(?: the)? (?:rows?|records?|entry|entries|lines?)(?: (?:in|of|from) (?:the|this|my) (?:file|table|csv|data|sheet))?\W*$/i

/** `the first three rows`: how many are meant, and by which words. */
function rowsMeant(question: string) {
  const said = /\bfirst (?:(\d{1,3}|[a-z]+) )?(rows?|lines|records)\b/i.exec(question.toLowerCase())
  const [, number, rows] = said ?? []
  if (rows === undefined) return undefined
  const some = number === undefined || number === 'few' ? (rows === 'row' ? 1 : 5) : undefined
  const count = some ?? (Number(number) || numberWords.get(number!))
  return count ? { count, words: [number ?? '', rows].map(stem) } : undefined
}

/** Two tables with the same columns, of which one names the rows. */
function bothOf([old, now, more]: readonly Table[]) {
  if (!old || !now || more) return miss('what changed is told of two tables only', 2)
  const names = ({ columns }: Table) => columns.map(({ name }) => name).join('\n')
  if (names(old) !== names(now)) return miss('the two tables have different columns', 3)
  const key = old.key ?? old.label
  if (!key) return miss('no column names the rows of both tables', 3)
  // a query calls the second file t2
  if (/^t2\.\w+$/i.test(old.file)) return miss('the first file has the name of the second table', 3)
  return { first_file: old.file, second_file: now.file, key_column: key.name }
}

function design({ schemaBeliefs }: Believed) {
  const kind = heldIn(schemaBeliefs, kinds, required)
  if (!kind) return undefined
  const { steps, parameters, expression } = plans[kind]()
  const written = steps.flatMap(({ writes }) => writes.map(({ role }) => role))
  const reads = written.length > 0 ? written : parameters
  const deps = steps.map(({ id }) => id)
  const known = { writes: [{ role: 'result' }], postcondition: 'ground_belief(result) is known' }
  const result =
    expression === undefined
      ? []
      : [
          {
            ...computed('s9', 'result', expression, { reads, deps }),
            ...(kinds[kind].form === 'number' ? {} : known),
          },
        ]
  return designWith({
    type: `overview_of_${kind}`,
    goal: kinds[kind].told,
    contextConditions: [required(kind)],
    parameters,
    steps: [...steps, ...result],
  })
}

interface Overview {
  readonly steps: readonly Step[]
  readonly parameters: readonly string[]
  readonly expression?: string
}

/** What a belief holds, as it is or counted. */
const told = (role: string, expression = role) => ({ steps: [], parameters: [role], expression })

const plans: Readonly<Record<Kind, () => Overview>> = {
  columns: () => told('column_names'),
  columns_counted: () => told('column_names', 'count(column_names)'),
  sheets: () => told('sheet_names'),
  sheets_counted: () => told('sheet_names', 'count(sheet_names)'),
  summary: () => taken(['file'], 'Read {file} and take the lines that say what it holds.'),
  rows: () =>
    taken(['file', 'row_count'], 'Take the first {row_count} rows of {file} with the table tool.', {
      file: '{file}',
      sql: `${rowsInOrder} WHERE row_at <= {row_count}`,
    }),
  all_rows: () =>
    taken(['file', 'most_rows'], 'Take the rows of {file} with the table tool, if they are few.', {
      file: '{file}',
      sql: `${rowsInOrder} WHERE (SELECT count(*) FROM t) <= {most_rows}`,
    }),
  changes,
}

const rowsInOrder =
  "SELECT concat_ws(', ', *COLUMNS(* EXCLUDE row_at)) AS result FROM (SELECT row_number() OVER () AS row_at, coalesce(CAST(COLUMNS(*) AS VARCHAR), '') FROM t)"

/** What one step takes from a file: from its text, or by a query. */
function taken(
  parameters: readonly string[],
  description: string,
  input?: { file: string; sql: string },
): Overview {
  const step = fetched('result', 'result', parameters, description, { kind: 'read' })
  return { steps: [{ ...step, ...(input && { tool: { name: 'table', input } }) }], parameters }
}

/** What was added, removed and changed from one table to the other. */
function changes(): Overview {
  const key = '"{key_column}"'
  const rows = (name: string) => `SELECT ${key} AS k FROM ${name}`
  const once = (name: string) => `(SELECT count(*) - count(DISTINCT ${key}) FROM ${name}) = 0`
  const listing = (role: string, selected: string) => ({
    ...fetched(
      role,
      role,
      ['first_file', 'second_file'],
      `Take what is ${role} from {first_file} to {second_file} with the table tool.`,
      { kind: 'read' },
    ),
    tool: {
      name: 'table',
      input: {
        file: ['{first_file}', '{second_file}'],
        sql: `SELECT coalesce(group_concat(k, ', '), 'nothing') FROM (${selected}) HAVING ${once('t')} AND ${once('t2')}`,
      },
    },
  })
  // of both tables at once, which gives their columns one type; of each key and column the two values
  const all = `SELECT 'before' AS of_table, * FROM t UNION ALL SELECT 'after' AS of_table, * FROM t2`
  const cells = `SELECT * FROM (SELECT CAST(COLUMNS(*) AS VARCHAR) FROM (${all})) UNPIVOT INCLUDE NULLS (cell FOR of_column IN (COLUMNS(* EXCLUDE (of_table, ${key}))))`
  const of = (side: 'before' | 'after') =>
    `coalesce(max(cell) FILTER (WHERE of_table = '${side}'), 'nothing')`
  const told = `${key} || ' (' || of_column || ' ' || ${of('before')} || ' to ' || ${of('after')} || ')' AS k`
  return {
    steps: [
      listing('added', `${rows('t2')} WHERE ${key} NOT IN (${rows('t')})`),
      listing('removed', `${rows('t')} WHERE ${key} NOT IN (${rows('t2')})`),
      listing(
        'changed',
        `SELECT ${told} FROM (${cells}) GROUP BY ${key}, of_column HAVING min(of_table) <> max(of_table) AND ${of('before')} <> ${of('after')} ORDER BY ${key}, of_column`,
      ),
    ],
    parameters: ['first_file', 'second_file', 'key_column'],
    expression: 'by {key_column}, added: {added}; removed: {removed}; changed: {changed}',
  }
}
