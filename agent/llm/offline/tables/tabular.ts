// Questions about attached tables: which table is meant, what is asked of it as beliefs, and the plan that such
// beliefs call for.
import type { Perceived, PerceiveReads } from '../../../../phases/perceive/contract.ts'
import { dimensionOf, sameQuantity } from '../../../../plans/expressions/expression.ts'
import type { Value } from '../../../../plans/plan.ts'
import { dayOf, today } from '../../../../plans/text/today.ts'
import { type Asked, readAsked } from '../asked.ts'
import { questionsOf, refersBack, withoutJoint } from '../follow-ups.ts'
import {
  type Believed,
  type Design,
  designWith,
  type Method,
  miss,
  numberForm,
  understood,
} from '../quantities/method.ts'
import { distinct } from '../roles.ts'
import type { Sheets } from './lexicon.ts'
import {
  aggregates,
  type Comparison,
  comparisons,
  dateParts,
  type Filter,
  operations,
  type Query,
  type Side,
  sides,
  type Unclear,
  wants,
} from './query.ts'
import { type Condition, stepsOf } from './steps.ts'
import { distinctIn, type Table, tablesOf, wordsOf } from './table.ts'
import { queryOf, type Understood } from './understand.ts'
import { senseOf } from './vocabulary.ts'

export const tabular: Method = { name: 'tables', read, design }

/** Questions about these tables that are understood: at most two, for one who asked another. */
export function tableExamples(files: PerceiveReads['files']): readonly string[] {
  const tables = tablesOf(files)
  const examples = tables.flatMap(({ sheet, file, columns }) => {
    const amount =
      columns.find(({ kind, isAdditive }) => kind === 'amount' && isAdditive) ??
      columns.find(({ kind }) => kind === 'amount')
    const labels = columns.filter(({ kind, values = [] }) => kind === 'text' && values.length > 1)
    const [label] = labels
    // where each row has its own there is nothing to group
    const most = Math.max(...columns.map(distinctIn))
    const group = labels.find(column => distinctIn(column) < most)
    const where = tables.length > 1 ? ` in ${sheet ?? file}` : ''
    return [
      ...(amount && group ? [`What is the total ${amount.name} per ${group.name}${where}?`] : []),
      ...(amount ? [`What is the average ${amount.name}${where}?`] : []),
      ...(label ? [`How many rows${where} have the ${label.name} "${label.values![0]}"?`] : []),
      `How many rows are there${where}?`,
    ]
  })
  return examples.filter(question => 'read' in read({ question, files, session: [] })).slice(0, 2)
}

// --- internal ---

function read({ question, files, session }: PerceiveReads) {
  const tables = tablesOf(files)
  if (tables.length === 0) return miss('no table is attached', 0)
  if (/\bfor how many (?:years|months|weeks|days) (?:has|have|had)\b.*\bbeen\b/i.test(question))
    return miss('how long something has been so is not told by when it was', 4)
  const drawn = drawing.exec(question)
  const said = drawn ? [inWords(question.slice(drawn[0].length))] : questionsOf(question, session)
  const [back] = said.length === 1 ? (refersBack.exec(question) ?? []) : []
  if (back !== undefined) return miss(`it is not clear what "${back}" stands for`, 4)
  const asked = readAsked(said.at(-1)!)
  let query: Query | Unclear = { unclear: 'nothing is asked' }
  for (const text of said) query = queryIn(text, tables, 'unclear' in query ? undefined : query)
  if ('unclear' in query) return miss(query.unclear, 4)
  if (drawn && query.want !== 'list') return miss('it is not clear by what it is to be drawn', 4)
  const meant: Query = drawn ? { ...query, want: 'chart' } : query
  const contract = contractOf(asked, meant, question)
  if ('unclear' in contract) return miss(contract.unclear, 4)
  const { schemaBeliefs, groundBeliefs } = taskOf(meant, asked.decimals)
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

/** Short forms and signs in words: `days > 5`. */
const inFull = (text: string) =>
  text
    .replace(/\b(do|does|did|is|are|was|were|has|have|had)n['’]t\b/gi, '$1 not')
    .replace(/\s*(>=|≥|<=|≤|>|<)\s*(?=[-\d])/g, (_, sign: string) => ` ${signs.get(sign)} `)

const signs = new Map([
  ['>', 'more than'],
  ['<', 'less than'],
  ['>=', 'at least'],
  ['≥', 'at least'],
  ['<=', 'at most'],
  ['≤', 'at most'],
])

function queryIn(
  message: string,
  all: readonly Table[],
  before: Query | undefined,
): Query | Unclear {
  const text = inFull(withoutJoint(readAsked(message).rest))
  const files = new Set(all.map(({ file }) => file))
  const [file, another] = [...files].filter(each =>
    message.toLowerCase().includes(each.toLowerCase()),
  )
  const isOne = file !== undefined && another === undefined
  const tables = isOne ? all.filter(table => table.file === file) : all
  const read = tables.map(table =>
    queryOf(isOne ? text.replaceAll(file, ' the file ') : text, table, sheetsOf(tables), before),
  )
  const understood = read.filter((each): each is Understood => !('unclear' in each))
  const most = Math.max(...understood.map(({ weight }) => weight))
  const [best, other] = understood.filter(({ weight }) => weight === most)
  if (other)
    return { unclear: `more than one ${files.size > 1 ? 'file' : 'sheet'} has what is asked for` }
  return best?.query ?? (read[0] as Unclear)
}

/** Words that mean a sheet and nothing else: `2024` of `Sales 2024`. */
function sheetsOf(tables: readonly Table[]): Sheets {
  const names = tables.flatMap(({ sheet }) => sheet ?? [])
  const sensesOf = (text: string) => wordsOf(text).map(senseOf)
  const columns = tables.flatMap(table => table.columns)
  const used = new Set(
    columns.flatMap(({ words, values = [] }) => [...words, ...values.flatMap(sensesOf)]),
  )
  const own = (name: string) => {
    const others = names.filter(other => other !== name).flatMap(sensesOf)
    return sensesOf(name).filter(each => !used.has(each) && !others.includes(each))
  }
  return new Map(names.map(name => [name, names.length > 1 ? own(name) : []]))
}

/** The form of the answer; a number whose column is in another unit than the one asked for is none. */
function contractOf(
  asked: Asked,
  { want, of, column, contrast, table }: Query,
  question: string,
): Perceived['answerContract'] | Unclear {
  const kind = want === 'cell' && column?.type !== 'number' ? 'text' : wants[want][1]
  if (kind !== 'number') return { kind }
  if (contrast?.operation === 'share')
    return numberForm(asked, /percent|per cent|%/i.test(question) ? '%' : '')
  const measured =
    contrast?.side === 'columns'
      ? table.columns.find(({ name }) => name === contrast.pair[0])
      : column
  const own = /count|correlation/.test(of) ? undefined : measured?.unit
  const dimension = asked.noun === undefined ? dimensionOf(asked.unit) : undefined
  const isOther =
    own !== undefined &&
    asked.unit !== '' &&
    dimension !== undefined &&
    dimension === dimensionOf(own) &&
    !sameQuantity({ value: 1, unit: own }, { value: 1, unit: asked.unit })
  return isOther ? { unclear: `${measured!.name} is in ${own}` } : numberForm(asked)
}

const overTable = 'task requires computing over the rows of an attached table'
const requires = (what: string) => `task requires ${what}`
const ends = { max: ['the largest first'], min: ['the smallest first'] } as const
const says = {
  by: (part: string) => requires(`groups by the ${part} of a date`),
  side: (side: string) => requires(`${side} to be told apart`),
  rows: (is: Comparison) => requires(`only the rows whose column ${comparisons[is][1]}`),
  sheet: requires('one sheet of a workbook'),
  alike: requires('spellings of one name to be taken as one'),
  times: requires('each number to be multiplied by another'),
}

/** Schema beliefs and ground beliefs of a query; numbers of groups are rounded to so many decimals. */
function taskOf(query: Query, decimals = 2) {
  const { table, where, want, of, column, label, by, end, contrast } = query
  const { part = [], side, operation, pair = [] } = contrast ?? {}
  const role = side && sides[side]
  const sheet = side === 'sheets' ? undefined : table.sheet
  const spelled = label ?? (of === 'count_distinct' ? column : undefined)
  const given: Readonly<Record<string, Value | undefined>> = {
    file: table.file,
    sheet,
    column: column?.name,
    times_column: query.times?.name,
    other_column: query.other?.name,
    label_column: label?.name,
    how_many: query.howMany,
    decimals: want === 'list' || want === 'top' ? decimals : undefined,
    compared_column: contrast?.column?.name,
    [`first_${role}`]: pair[0],
    [`second_${role}`]: pair[1],
  }
  const parts = [...where, ...part].map(({ is }) => says.rows(is))
  return {
    schemaBeliefs: [
      overTable,
      requires(aggregates[of][0]),
      requires(wants[want][0]),
      ...(by ? [says.by(by)] : []),
      ...(end ? [requires(ends[end][0])] : []),
      ...(side && operation ? [says.side(side), requires(operations[operation][0])] : []),
      ...(sheet === undefined ? [] : [says.sheet]),
      ...(query.times ? [says.times] : []),
      ...(spelled?.isSpelledVariously ? [says.alike] : []),
      ...new Set(parts),
    ],
    groundBeliefs: [
      ...Object.entries(given).flatMap(([name, value]) =>
        value === undefined ? [] : [{ name, value }],
      ),
      ...filtering(where, ''),
      ...filtering(part, 'part_'),
      ...([...where, ...part].some(({ is }) => is === 'relative')
        ? [{ name: today, value: dayOf(Date.now()) }]
        : []),
    ],
  }
}

/** The design for beliefs that `taskOf` wrote. */
function design({ schemaBeliefs, groundBeliefs }: Believed): Design | undefined {
  const said = <Key extends string>(rows: Readonly<Record<Key, readonly [string, ...unknown[]]>>) =>
    (Object.keys(rows) as Key[]).find(key => schemaBeliefs.includes(requires(rows[key][0])))
  const [want, of] = [said(wants), said(aggregates)]
  if (!schemaBeliefs.includes(overTable) || !want || !of) return undefined
  const names = groundBeliefs.map(({ name }) => name)
  const conditions = names.flatMap((name): readonly Condition[] => {
    const role = name.endsWith('_column') ? name.slice(0, -'_column'.length) : ''
    const is = (Object.keys(comparisons) as Comparison[]).find(each =>
      new RegExp(`(?:^|_)${comparisons[each][0]}$`).test(role),
    )
    return is ? [{ role, is, unsure: /unlisted|period|around_today/.test(role) }] : []
  })
  const operation = said(operations)
  const side = (Object.keys(sides) as Side[]).find(each => schemaBeliefs.includes(says.side(each)))
  const by = dateParts.find(part => schemaBeliefs.includes(says.by(part)))
  const steps = stepsOf({
    want,
    of,
    end: said(ends) ?? 'max',
    by,
    side,
    operation,
    where: conditions.filter(({ role }) => !isPart(role)),
    part: conditions.filter(({ role }) => isPart(role)),
    sheet: schemaBeliefs.includes(says.sheet),
    times: schemaBeliefs.includes(says.times),
    alike: schemaBeliefs.includes(says.alike),
  })
  const filtered = conditions
    .map(({ role, is }) => `${isPart(role) ? 'part_' : ''}${comparisons[is][0]}`)
    .sort()
  const what =
    want === 'value'
      ? `${of}_of_table_${of === 'count' ? 'rows' : 'column'}`
      : `${operation ?? want}_of_${of}`
  const type = [
    what,
    ...((by ?? side) ? ['by', by ?? side] : []),
    ...(schemaBeliefs.includes(says.sheet) ? ['in_sheet'] : []),
    ...(filtered.length > 0 ? ['where', filtered.join('_and_')] : []),
  ].join('_')
  return designWith({
    type,
    goal: `what the rows of {file} give: ${what.replaceAll('_', ' ')}`,
    contextConditions: schemaBeliefs,
    parameters: names.filter(name => JSON.stringify(steps).includes(`{${name}}`)),
    steps,
  })
}

const isPart = (role: string) => /(?:^|_)part_/.test(role)

function filtering(filters: readonly Filter[], prefix: string) {
  const told = distinct(
    filters.map(
      ({ is, unsure }) =>
        `${prefix}${unsure && !/^(?:within|relative)$/.test(is) ? 'unlisted_' : ''}${comparisons[is][0]}`,
    ),
  )
  return filters.flatMap(({ column, value }, index) => [
    { name: `${told[index]}_column`, value: column.name },
    ...(value === undefined ? [] : [{ name: `${told[index]}_value`, value }]),
  ])
}
