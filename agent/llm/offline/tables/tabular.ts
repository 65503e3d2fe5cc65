// Questions about attached tables: which table is meant, what is asked of it, and the form of the answer.
import type { Perceived, PerceiveReads } from '../../../../phases/perceive/contract.ts'
import { dimensionOf, sameQuantity } from '../../../../plans/expressions/expression.ts'
import { anyMonth } from '../../../../plans/text/months.ts'
import { type Asked, readAsked } from '../asked.ts'
import { onlyCounts, questionsOf, refersBack, withoutJoint } from '../follow-ups.ts'
import { type Method, miss, numberForm, understood } from '../method.ts'
import { countOf } from './continued.ts'
import { tableTask, tabularDesign } from './plan.ts'
import { type Query, type Unclear, wants } from './query.ts'
import { type Table, tablesOf, wordsOf } from './table.ts'
import { queryOf, type Understood } from './understand.ts'
import { withMonths } from './words/dates.ts'
import type { Sheets } from './words/lexicon.ts'
import { senseOf } from './words/vocabulary.ts'

export const tabular: Method = { read, design: tabularDesign }

/** What is asked of these tables by a question, behind those that it goes on from. */
export function queryFor(said: readonly string[], tables: readonly Table[]): Query | Unclear {
  let query: Query | Unclear = { unclear: 'nothing is asked' }
  for (const text of said) {
    const before: Query | undefined = 'unclear' in query ? undefined : query
    query = before && onlyCounts.test(text) ? countOf(before) : queryIn(text, tables, before)
  }
  return query
}

// --- internal ---

function read({ question, files, session }: PerceiveReads) {
  const tables = tablesOf(files)
  if (tables.length === 0) return miss('no table is attached', 0)
  const named = files.filter(({ name }) => question.toLowerCase().includes(name.toLowerCase()))
  if (named.length > 0 && named.every(({ columns }) => !columns))
    return miss('the file that is named holds no table', 0)
  const [ordinal] = ranked.exec(question) ?? []
  if (ordinal !== undefined)
    return miss(`the "${ordinal}" is not told by itself; ask for as many from the top`, 4)
  if (/\b(?:sorted|ranked|arranged) by\b/i.test(question))
    return miss('rows are not put in order', 4)
  if (/\bfor how many (?:years|months|weeks|days) (?:has|have|had)\b.*\bbeen\b/i.test(question))
    return miss('how long something has been so is not told by when it was', 4)
  const drawn = drawing.exec(question)
  const said = drawn ? [inWords(question.slice(drawn[0].length))] : questionsOf(question, session)
  const [back] = said.length === 1 ? (refersBack.exec(question) ?? []) : []
  if (back !== undefined) return miss(`it is not clear what "${back}" stands for`, 4)
  const asked = readAsked(said.at(-1)!)
  const query = queryFor(said, tables)
  if ('unclear' in query) return miss(query.unclear, 4)
  if (drawn && query.want !== 'list') return miss('it is not clear by what it is to be drawn', 4)
  const meant: Query = drawn ? { ...query, want: 'chart' } : query
  const contract = contractOf(asked, meant, question)
  if ('unclear' in contract) return miss(contract.unclear, 4)
  const { schemaBeliefs, groundBeliefs } = tableTask(meant, asked.decimals)
  return understood(question, schemaBeliefs, groundBeliefs, contract)
}

/** What comes behind the first: `the second highest`. */
const ranked =
  /\b(?:second|third|fourth|fifth|2nd|3rd|\dth)[ -](?:most|least|best|worst|last|top|(?:high|low|larg|small|bigg|long|short|fast|slow|old|young|new|earli|lat|cheap|heavi|light|great|few|strong|weak|warm|cold|hott)est)\b/i

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
  withMonths(text)
    .replace(/\b(do|does|did|is|are|was|were|has|have|had)n['’]t\b/gi, '$1 not')
    .replace(stay, (said, longest: string) =>
      said.replace(longest, /^long/i.test(longest) ? 'earliest' : 'latest'),
    )
    .replace(
      span,
      (_, from: string, to: string, month: string) => `from ${from} ${month} to ${to} ${month}`,
    )
    .replace(/\s*(>=|≥|<=|≤|>|<)\s*(?=[-\d])/g, (_, sign: string) => ` ${signs.get(sign)} `)

/** Who has been here the longest began first. */
const stay =
  /\bha(?:s|ve) (?:been|worked|served) (?:here|employed|an? (?:\w+ )?member|(?:with|for) us|(?:at|in|with|for|on) (?:the|our|this) (?:company|firm|team|club|society|school|staff))\b(?: for)?(?: the)? (longest|shortest)\b/gi

/** `from 11 to 15 March 2024`, `8–14 July`: both days are of one month. */
const span = new RegExp(
  `\\b(?:(?:from|between)(?: the)? )?(?<![\\d.-])(\\d{1,2})(?:st|nd|rd|th)? ?(?:to|until|till|through|and|[-–])(?: the)? ?(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ((?:${anyMonth})(?:,? \\d{4})?)(?!\\w)`,
  'gi',
)

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
  const { rest } = readAsked(message)
  const said = withoutJoint(rest)
  // within `and David?` the capital makes a name of it
  const text = inFull(said !== rest.trim() && /^\p{Lu}/u.test(said) ? `of ${said}` : said)
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
  if (other || (best && isElsewhere(text, best.query, tables)))
    return { unclear: `more than one ${files.size > 1 ? 'file' : 'sheet'} has what is asked for` }
  return best ? (lackingIn(tables, best.query) ?? best.query) : (read[0] as Unclear)
}

/** Whether what is named by a part of a value, `the gear wheel`, may be another one of another sheet that is not named. */
function isElsewhere(text: string, { table, where }: Query, tables: readonly Table[]): boolean {
  const asked = wordsOf(text).map(senseOf)
  const { sheet = '' } = table
  const own = sheetsOf(tables).get(sheet) ?? []
  if (own.some(each => asked.includes(each))) return false
  return where.some(({ is, column, value }) => {
    if (is !== '=' || typeof value !== 'string') return false
    const senses = (text: string) => wordsOf(text).map(senseOf)
    const said = senses(value).filter(each => asked.includes(each))
    return (
      said.length > 0 &&
      said.length < senses(value).length &&
      tables.some(
        other =>
          other !== table &&
          other.columns.some(
            ({ name, values = [] }) =>
              name === column.name &&
              values.some(each => said.every(word => senses(each).includes(word))),
          ),
      )
    )
  })
}

/** Words that mean a sheet and nothing else: `2024` of `Sales 2024`. */
function sheetsOf(tables: readonly Table[]): Sheets {
  const names = tables.flatMap(({ sheet }) => sheet ?? [])
  const used = new Set(
    tables.flatMap(({ columns }) =>
      columns.flatMap(({ words, values = [] }) => [
        ...words,
        ...values.flatMap(wordsOf).map(senseOf),
      ]),
    ),
  )
  const has = (name: string, sense: string) => wordsOf(name).map(senseOf).includes(sense)
  const own = (name: string) =>
    wordsOf(name)
      .map(senseOf)
      .filter(
        each =>
          each.length > 2 &&
          !used.has(each) &&
          names.every(other => other === name || !has(other, each)),
      )
  return new Map(names.map(name => [name, names.length > 1 ? own(name) : []]))
}

/** Both compared sheets must have every column that is used. */
function lackingIn(tables: readonly Table[], { contrast, where, column }: Query) {
  const used = [...where.map(filter => filter.column.name), ...(column ? [column.name] : [])]
  for (const sheet of contrast?.side === 'sheets' ? contrast.pair : []) {
    const columns = tables.find(table => table.sheet === sheet)?.columns ?? []
    const missing = used.find(name => !columns.some(each => each.name === name))
    if (missing !== undefined) return { unclear: `the sheet "${sheet}" has no column "${missing}"` }
  }
  return undefined
}

/** The form of the answer; a number whose column is in another unit than the one asked for is none. */
function contractOf(
  asked: Asked,
  { want, of, column, contrast, table }: Query,
  question: string,
): Perceived['answerContract'] | Unclear {
  const kind = want === 'cell' && column?.type !== 'number' ? 'text' : wants[want].form
  if (kind !== 'number') return { kind }
  if (contrast?.operation === 'share')
    return numberForm(asked, /percent|per cent|%/i.test(question) ? '%' : '')
  const isCount = /count|correlation/.test(of)
  const measured =
    contrast?.side === 'columns'
      ? table.columns.find(({ name }) => name === contrast.pair[0])
      : column
  const own = isCount ? undefined : measured?.unit
  const dimension =
    asked.noun === undefined && asked.unit !== '' ? dimensionOf(asked.unit) : undefined
  // a mean of prices in cents has no more decimals than they have
  const isInCents =
    column?.isMoney && column.values?.every(each => /^\D*\d+[.,]\d\d\D*$/.test(each))
  if (isInCents && (of === 'mean' || want === 'typical') && asked.roundTo === undefined)
    return numberForm({ ...asked, decimals: asked.decimals ?? 2 })
  if (own === undefined || dimension === undefined || dimension !== dimensionOf(own))
    return numberForm(asked)
  const isSame = sameQuantity({ value: 1, unit: own }, { value: 1, unit: asked.unit })
  return isSame ? numberForm(asked) : { unclear: `${measured!.name} is in ${own}` }
}
