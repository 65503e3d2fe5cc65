// Questions about an attached table or workbook: filter, count, sum, mean, median, extremes, groups,
// and two of these compared.
import type { PerceiveReads } from '../../../../phases/perceive/contract.ts'
import { dimensionOf, sameQuantity } from '../../../../plans/expressions/expression.ts'
import { type Asked, readAsked } from '../asked.ts'
import { type Method, miss, numberForm, type Reading } from '../quantities/method.ts'
import { tokens } from '../words.ts'
import { type Column, isName, unitOf } from './columns.ts'
import type { Compared } from './compare.ts'
import { type Contrast, contrastOf, isOfPart } from './contrast.ts'
import { counted } from './count.ts'
import { type Filter, filters } from './filters.ts'
import { cuesOf, measureOf, numeric, takeRepeated } from './measure.ts'
import { isExtreme } from './measured.ts'
import { type Task, tableTask, tabularDesign } from './plan.ts'
import { type Reader, readerOf, unexplained } from './reader.ts'
import { sheetsNamed, type Table, tablesOf, yearWithoutSheet } from './sheets.ts'
import { larger, smaller } from './words.ts'

export const tabular: Method = { name: 'tables', read, design: tabularDesign }

// --- internal ---

function read({ question, files }: PerceiveReads): Reading {
  const tables = tablesOf(files)
  if (tables.length === 0) return miss('no table is attached', 0)
  if (new Set(tables.map(({ file }) => file)).size > 1)
    return miss('more than one table is attached', 3)
  const asked = readAsked(question)
  const all = tokens(asked.rest)
  const named = sheetsNamed(all, tables)
  const year = yearWithoutSheet(all, tables, named)
  if (year !== undefined) return miss(`there is no sheet "${year}"`, 4)
  const candidates =
    named.length > 0 ? tables.filter(({ sheet }) => named[0]!.sheet === sheet) : tables
  const readings = candidates.map(table => readTable(question, asked, table, tables, named))
  const understood = readings.filter(reading => 'read' in reading)
  if (understood.length > 1) return miss('more than one sheet has what is asked for', 4)
  const furthest = (a: Reading, b: Reading) =>
    'nearness' in a && 'nearness' in b && b.nearness > a.nearness ? b : a
  return understood[0] ?? readings.reduce(furthest)
}

function readTable(
  question: string,
  asked: Asked,
  table: Table,
  tables: readonly Table[],
  named: ReturnType<typeof sheetsNamed>,
): Reading {
  const reader = readerOf(asked.rest, table, named)
  if (reader.clash !== undefined)
    return miss(`"${reader.clash}" is both a column and a value of another`, 4)
  const contrast = contrastOf(reader)
  if (contrast && 'unclear' in contrast) return miss(contrast.unclear, 4)
  if (new Set(named.map(({ sheet }) => sheet)).size > 1 && contrast?.by !== 'sheets')
    return miss('it is not clear what is to be done with more than one sheet', 4)
  const rows = filters(reader)
  if ('unclear' in rows) return miss(rows.unclear, 4)
  const wanted = contrast ? comparedBy(reader, contrast) : { measure: measureOf(reader) }
  if ('unclear' in wanted) return miss(wanted.unclear, 4)
  if ('measure' in wanted && 'unclear' in wanted.measure) return miss(wanted.measure.unclear, 4)
  const left = unexplained(reader)
  if (left !== undefined) return miss(`"${left}" is neither a column nor a value of the table`, 4)
  const isPart = (filter: Filter) =>
    contrast?.by === 'part' && isOfPart(reader, contrast.percentAt, filter)
  const part = rows.filter(isPart)
  if (contrast?.by === 'part' && part.length === 0)
    return miss('it is not clear what the share is of', 4)
  const others = rows.filter(filter => !isPart(filter))
  const lacking = lackingIn(tables, wanted as Task['wanted'], others)
  if (lacking !== undefined) return miss(lacking, 4)
  const task = { table, filters: others, part, wanted } as Task
  const { schemaBeliefs, groundBeliefs } = tableTask(task)
  const contract = contractOf(asked, task, reader)
  if ('unclear' in contract) return miss(contract.unclear, 4)
  return {
    read: {
      schemaBeliefs: [...schemaBeliefs],
      groundBeliefs: groundBeliefs.map(belief => ({ ...belief })),
      desire: question.trim(),
      answerContract: contract,
    },
  }
}

/** Both compared sheets must have every column that is used. */
function lackingIn(
  tables: readonly Table[],
  wanted: Task['wanted'],
  filters: readonly Filter[],
): string | undefined {
  if (!('contrast' in wanted) || wanted.contrast.by !== 'sheets') return undefined
  const used = [
    ...filters.map(({ column }) => column.name),
    ...(wanted.column ? [wanted.column] : []),
  ]
  for (const sheet of wanted.contrast.pair) {
    const columns = tables.find(table => table.sheet === sheet)?.columns ?? []
    const missing = used.find(name => !columns.some(column => column.name === name))
    if (missing !== undefined) return `the sheet "${sheet}" has no column "${missing}"`
  }
  return undefined
}

/** What is computed of each of the two that are compared. */
function comparedBy(
  reader: Reader,
  contrast: Contrast,
): Task['wanted'] | { readonly unclear: string } {
  const { tokens: all, take, taken, mentions } = reader
  const cues = cuesOf(reader)
  for (const { at, end } of cues) take(at, end)
  takeRepeated(reader)
  if (cues.length > 1 || cues.some(isExtreme))
    return { unclear: 'more than one computation is named' }
  const open = mentions.filter(({ first }) => !taken(first))
  const of = cues[0]?.is as Compared | undefined
  if (contrast.by === 'columns') {
    const single =
      of === undefined && contrast.operation === 'difference' && !/\bhow many\b/i.test(reader.text)
    return { contrast, of: of ?? (single ? 'single' : 'sum') }
  }
  for (const { first, end, column } of open)
    if (column.type === 'number' && !isName(column)) take(first, end)
  const count = counting(reader, contrast, open)
  if (count && 'unclear' in count) return count
  if (count?.kind === 'aggregate' && (of === undefined || of === 'sum'))
    return count.of === 'count' && !numeric(reader, open)
      ? { contrast, of: 'count' }
      : valued(contrast, 'sum', count.column ?? numeric(reader, open))
  const column = numeric(reader, open) ?? (count && 'column' in count ? count.column : undefined)
  const degree = all.findIndex(({ word }) => larger.has(word) || smaller.has(word))
  const more = open.some(({ first }) => /^(more|less|fewer)$/.test(all[first - 1]?.word ?? ''))
  const totals =
    contrast.operation === 'share' || contrast.operation === 'sum' || (degree >= 0 && more)
  return valued(contrast, of ?? (totals ? 'sum' : 'single'), column)
}

function valued(contrast: Contrast, of: Compared, column: Column | undefined) {
  if (column?.type !== 'number' || isName(column))
    return { unclear: 'it is not clear which column is meant' }
  return { contrast, of, column: column.name }
}

/** What is counted: behind `how many`, `more` or the `of` of a share. */
function counting(reader: Reader, contrast: Contrast, open: Reader['mentions']) {
  const { tokens: all, take } = reader
  if (open.some(({ column }) => column.type === 'number' && !isName(column))) return undefined
  const percent = contrast.by === 'part' ? contrast.percentAt : -1
  const cue = all.findIndex(({ word }, at) =>
    percent >= 0
      ? at > percent && word === 'of'
      : (word === 'many' && all[at - 1]?.word === 'how') ||
        (word === 'number' && all[at + 1]?.word === 'of'),
  )
  if (cue < 0) return undefined
  let spot = cue + 1
  const skip = /^(more|fewer|less|times|as|many|of|the|all|our|these|total)$/
  while (skip.test(all[spot]?.word ?? '')) spot += 1
  const found = counted(reader, open, spot)
  if (found && 'kind' in found && found.kind === 'entries') {
    for (const { column, first, end } of open) if (column === found.label) take(first, end)
    return { unclear: 'entries may occur more than once' } as const
  }
  return found
}

type Contract = Extract<Reading, { read: unknown }>['read']['answerContract']

/** The form of the answer: in the unit asked for, when the column is known to be in one of its kind. */
function contractOf(
  asked: Asked,
  { wanted }: Task,
  reader: Reader,
): Contract | { unclear: string } {
  if ('contrast' in wanted) {
    const { contrast } = wanted
    const percent = /percent|per cent|%/i.test(reader.text)
    if (contrast.operation === 'share') return numberForm(asked, percent ? '%' : '')
    const name = contrast.by === 'columns' ? contrast.pair[0].name : wanted.column
    return numberIn(
      asked,
      reader.columns.find(column => column.name === name),
    )
  }
  const { measure } = wanted
  if (measure.kind === 'row' || measure.kind === 'group') return { kind: 'text' }
  if (measure.kind === 'cell' && measure.column.type !== 'number') return { kind: 'text' }
  const counts = measure.kind === 'aggregate' && /count/.test(measure.of)
  return numberIn(asked, 'column' in measure && !counts ? measure.column : undefined)
}

function numberIn(asked: Asked, column: Column | undefined): Contract | { unclear: string } {
  const plain = numberForm(asked)
  const own = column && unitOf(column)
  const wanted = dimensionOf(asked.unit)
  const named = asked.unit !== '' && asked.noun === undefined && wanted !== undefined
  if (own === undefined || !named || wanted !== dimensionOf(own)) return plain
  if (column?.unit !== undefined) return numberForm(asked, asked.unit)
  // a unit that only the column's name tells is not converted by the table
  const same = sameQuantity({ value: 1, unit: own }, { value: 1, unit: asked.unit })
  return same ? plain : { unclear: `${column?.name} is in ${own}` }
}
