// Questions about attached tables: which table is meant, what is asked of it, and the form of the answer.
import type { PerceiveReads } from '../../../../phases/perceive/contract.ts'
import { dimensionOf, sameQuantity } from '../../../../plans/expressions/expression.ts'
import { type Asked, readAsked } from '../asked.ts'
import { questionsOf, withoutJoint } from '../follow-ups.ts'
import { type Method, miss, numberForm, type Reading, understood } from '../quantities/method.ts'
import { sameWord, type Token, tokens } from '../words.ts'
import { isAmount, type SheetMention, type Table, tablesOf, unitOf } from './columns.ts'
import { tableTask, tabularDesign } from './plan.ts'
import type { Query, Unclear } from './query.ts'
import { readerOf } from './reader.ts'
import { queryOf } from './understand.ts'

export const tabular: Method = { name: 'tables', read, design: tabularDesign }

/** Questions about these tables that are understood: at most two, for one who asked another. */
export function tableExamples(files: PerceiveReads['files']): readonly string[] {
  const tables = tablesOf(files)
  const several = tables.length > 1
  const examples = tables.flatMap(({ sheet, file, columns }) => {
    const amount = columns.find(isAmount)
    const label = columns.find(({ type, values }) => type === 'text' && values && values.length > 1)
    const where = several ? ` in ${sheet ?? file}` : ''
    return [
      ...(amount && label ? [`What is the total ${amount.name} per ${label.name}${where}?`] : []),
      ...(amount ? [`What is the average ${amount.name}${where}?`] : []),
      ...(label ? [`How many rows${where} have the ${label.name} "${label.values![0]}"?`] : []),
      `How many rows are there${where}?`,
    ]
  })
  return examples.filter(question => 'read' in read({ question, files, session: [] })).slice(0, 2)
}

// --- internal ---

function read({ question, files, session }: PerceiveReads): Reading {
  const tables = tablesOf(files)
  if (tables.length === 0) return miss('no table is attached', 0)
  const drawn = drawing.exec(question)
  const said = drawn ? [inWords(question.slice(drawn[0].length))] : questionsOf(question, session)
  const asked = readAsked(said.at(-1)!)
  let query: Query | Unclear | undefined
  for (const text of said) {
    const before = query && !('unclear' in query) ? query : undefined
    query = queryIn(text, tables, before)
  }
  if (!query || 'unclear' in query) return miss(query?.unclear ?? 'nothing is asked', 4)
  if (drawn) {
    if (query.want !== 'list') return miss('it is not clear by what it is to be drawn', 4)
    query = { ...query, want: 'chart' }
  }
  const { schemaBeliefs, groundBeliefs } = tableTask(query, asked.decimals)
  const contract = contractOf(asked, query, question)
  if ('unclear' in contract) return miss(contract.unclear, 4)
  return understood(question, schemaBeliefs, groundBeliefs, contract)
}

/** `Plot the sales by month`. */
const drawing =
  /^\s*(?:please\s+|can you\s+)?(?:plot|chart|graph|draw|visuali[sz]e)\s+(?:me\s+)?(?:an?\s+(?:\w+\s+)?(?:chart|plot|graph|picture|diagram)\s+of\s+)?(?:the\s+)?/i

function inWords(what: string): string {
  const computed =
    /^(?:total|sum|average|mean|median|number|count|largest|smallest|highest|lowest|maximum|minimum)\b/i
  return `What is the ${computed.test(what) ? '' : 'total '}${what.replace(/[.?!\s]+$/, '')}?`
}

function queryIn(
  message: string,
  all: readonly Table[],
  before: Query | undefined,
): Query | Unclear {
  const text = withoutJoint(readAsked(message).rest)
  const files = new Set(all.map(({ file }) => file))
  const mentioned = [...files].filter(file => message.toLowerCase().includes(file.toLowerCase()))
  const tables = mentioned.length === 1 ? all.filter(({ file }) => file === mentioned[0]) : all
  const spoken = mentioned.length === 1 ? text.replaceAll(mentioned[0]!, ' the file ') : text
  const words = tokens(spoken)
  const named = sheetsNamed(words, tables)
  const years = tables.flatMap(({ sheet = '' }) => sheet.match(/\b(19|20)\d\d\b/g) ?? [])
  const year = words.find(
    ({ text }, at) => /^(19|20)\d\d$/.test(text) && !named.some(n => n.first <= at && at < n.end),
  )
  if (years.length > 0 && year) return { unclear: `there is no sheet "${year.text}"` }
  const first = named[0]?.sheet ?? before?.table.sheet
  const candidates = first === undefined ? tables : tables.filter(({ sheet }) => sheet === first)
  const queries = candidates.map(table => queryOf(readerOf(spoken, table, named), before))
  const understood = queries.filter((query): query is Query => !('unclear' in query))
  const several = new Set(named.map(({ sheet }) => sheet)).size > 1
  if (several && understood.some(({ contrast }) => contrast?.by !== 'sheets'))
    return { unclear: 'it is not clear what is to be done with more than one sheet' }
  if (understood.length > 1)
    return { unclear: `more than one ${files.size > 1 ? 'file' : 'sheet'} has what is asked for` }
  const [query] = understood
  return query ? (lackingIn(tables, query) ?? query) : queries[0]!
}

/** Both compared sheets must have every column that is used. */
function lackingIn(
  tables: readonly Table[],
  { contrast, where, column }: Query,
): Unclear | undefined {
  if (contrast?.by !== 'sheets') return undefined
  const used = [...where.map(({ column }) => column.name), ...(column ? [column.name] : [])]
  for (const sheet of contrast.pair) {
    const columns = tables.find(table => table.sheet === sheet)?.columns ?? []
    const missing = used.find(name => !columns.some(column => column.name === name))
    if (missing !== undefined) return { unclear: `the sheet "${sheet}" has no column "${missing}"` }
  }
  return undefined
}

type Contract = Extract<Reading, { read: unknown }>['read']['answerContract']

/** The form of the answer; a number whose column is in another unit than the one asked for is none. */
function contractOf(
  asked: Asked,
  { want, of, column, contrast, table }: Query,
  question: string,
): Contract | Unclear {
  switch (want) {
    case 'list':
    case 'shares':
    case 'top':
    case 'labels':
      return { kind: 'list' }
    case 'chart':
    case 'group':
    case 'row':
      return { kind: 'text' }
    case 'cell':
      if (column?.type !== 'number') return { kind: 'text' }
      break
    case 'compared':
      if (contrast?.operation === 'share')
        return numberForm(asked, /percent|per cent|%/i.test(question) ? '%' : '')
      break
    case 'value':
    case 'entries':
    case 'spread':
  }
  const measured =
    contrast?.by === 'columns'
      ? table.columns.find(({ name }) => name === contrast.pair[0])
      : column
  const counts = /count|missing|correlation/.test(of) && want === 'value'
  const own = measured && !counts ? unitOf(measured) : undefined
  const named =
    asked.unit !== '' && asked.noun === undefined && dimensionOf(asked.unit) !== undefined
  if (own === undefined || !named || dimensionOf(asked.unit) !== dimensionOf(own))
    return numberForm(asked)
  return sameQuantity({ value: 1, unit: own }, { value: 1, unit: asked.unit })
    ? numberForm(asked)
    : { unclear: `${measured!.name} is in ${own}` }
}

/**
 * Where sheets are named, in order: by all words of a name, or by one that only this sheet's name has
 * (`2024` of `Sales 2024`) and no column does.
 */
function sheetsNamed(all: readonly Token[], tables: readonly Table[]): readonly SheetMention[] {
  const sheets = tables.flatMap(({ sheet }) => (sheet === undefined ? [] : [sheet]))
  const names = sheets
    .map(sheet => ({ sheet, words: wordsOf(sheet) }))
    .toSorted((a, b) => b.words.length - a.words.length)
  const found: SheetMention[] = []
  const add = (sheet: string, words: readonly Token[]) => {
    for (let first = 0; words.length > 0 && first + words.length <= all.length; first++) {
      const end = first + words.length
      const free = !found.some(each => each.first < end && first < each.end)
      if (free && words.every((word, index) => sameWord(all[first + index]!, word)))
        found.push({ sheet, first, end })
    }
  }
  for (const { sheet, words } of names) add(sheet, words)
  if (sheets.length < 2) return found
  const others = tables.flatMap(({ columns }) =>
    columns.flatMap(({ name, values = [] }) => [name, ...values].flatMap(wordsOf)),
  )
  for (const { sheet, words } of names)
    for (const word of words) {
      const shared = names.filter(name => name.words.some(other => sameWord(word, other)))
      if (word.word.length > 2 && shared.length === 1 && !others.some(o => sameWord(word, o)))
        add(sheet, [word])
    }
  return found.toSorted((a, b) => a.first - b.first)
}

const wordsOf = (name: string) =>
  tokens(name.replaceAll('_', ' ')).filter(({ kind }) => kind !== 'mark')
