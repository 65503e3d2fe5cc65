// The tables of a question, and where it speaks of their sheets, their columns and the values in them.
import type { PerceiveReads } from '../../../../phases/perceive/contract.ts'
import { dimensionOf } from '../../../../plans/expressions/expression.ts'
import { parseUnit } from '../../../../plans/expressions/units.ts'
import { isMeasuring } from '../quantities/measures.ts'
import { isMoney } from '../roles.ts'
import { sameStem, stem } from '../stems.ts'
import { functionWords, isPlural, sameWord, singular, type Token, tokens } from '../words.ts'

export type Column = NonNullable<PerceiveReads['files'][number]['columns']>[number]

/** A file's table, or one sheet of a workbook. */
export interface Table {
  readonly file: string
  readonly sheet?: string
  readonly columns: readonly Column[]
}

/** Tokens `first` up to `end`. */
export interface Span {
  readonly first: number
  readonly end: number
}

/** They name a column. */
export interface Mention extends Span {
  readonly column: Column
}

/** They are a value of a column. */
export interface Found extends Mention {
  /** As the table spells it. */
  readonly value: string
  /** The outline does not list the values of the column: whether this is one shows when it is read. */
  readonly unlisted?: true
}

/** They name a sheet. */
export interface SheetMention extends Span {
  readonly sheet: string
}

/** Every table of the files; each sheet is one. */
export function tablesOf(files: PerceiveReads['files']): readonly Table[] {
  return files.flatMap(({ name, columns = [] }) =>
    [...Map.groupBy(columns, ({ sheet }) => sheet)].map(([sheet, own]) => ({
      file: name,
      ...(sheet !== undefined && { sheet }),
      columns: own,
    })),
  )
}

/** The words of a column's name, without a unit in parentheses, each as its stem. */
export function nameOf(column: Column): readonly string[] {
  const bare = column.name.replace(/[([][^)\]]*[)\]]\s*$/u, '').trim()
  // `kWh` is one word, `salesRegion` are two
  const apart = isMeasuring(parseUnit(bare)) ? bare : bare.replace(/(\p{Ll}{2})(\p{Lu})/gu, '$1 $2')
  return tokens(apart.replaceAll('_', ' '))
    .filter(token => token.kind !== 'mark')
    .map(token => wholeWord(token.word))
}

/** The singular of a word, written out where headers shorten it. */
const wholeWord = (word: string) => shortened.get(word.replace(/s$/, '')) ?? singular(word)

const shortened: ReadonlyMap<string, string> = new Map(
  'qty quantity, dept department, amt amount, hr hour, hrs hour, min minute, avg average, temp temperature, yr year, addr address, desc description, cat category, o2 oxygen, no3 nitrate, no2 nitrite, turb turbidity, emp employee, pers person, wk week, art article, cust customer, tel telephone'
    .split(', ')
    .map(pair => pair.split(' ') as [string, string]),
)

/** The unit of a column: the table's own, or the last word of a name such as `salary_eur` or `hours`. */
export function unitOf(column: Column): string | undefined {
  if (column.unit !== undefined || column.type !== 'number') return column.unit
  const last = column.name.split(/[\s_]+/).at(-1)!
  return isMeasuring(parseUnit(last)) && dimensionOf(last) !== '1' ? last : undefined
}

/** Whether a column's numbers name rows or years: they are counted and compared, never added. */
export function isName(column: Column): boolean {
  const words = nameOf(column)
  if (words.some(word => /^(id|no|nr|number|code|key|sku|year|yr)$/.test(word)))
    return !words.some(word => word === 'of')
  const values = (column.values ?? []).map(Number)
  const step = values[1]! - values[0]!
  const isRow = values.length > 4 && step > 0 && values[0]! >= 0 && values.every(Number.isInteger)
  return isRow && values.every((value, index) => index === 0 || value - values[index - 1]! === step)
}

/** Whether its numbers are measured or counted: they can be added or averaged. */
export const isAmount = (column: Column) => column.type === 'number' && !isName(column)

/** `Fee £`, `Amount (EUR, gross)`. */
export const isOfMoney = (column: Column) =>
  isAmount(column) &&
  [unitOf(column) ?? '', ...column.name.split(/[\s()[\],;_]+/)].some(word =>
    isMoney(dimensionOf(word) ?? ''),
  )

/** The columns with one of `names` in their name. */
export const columnsNamed = (columns: readonly Column[], names: readonly string[]) =>
  columns.filter(column => nameOf(column).some(word => names.includes(word)))

/** The columns that say how many of something each row holds. */
export const quantityColumns = (columns: readonly Column[]) =>
  columnsNamed(columns.filter(isAmount), quantityNames).filter(
    column => !nameOf(column).some(word => priceNames.includes(word)),
  )

/** Whether the sum of the numbers says something: prices, rates and ages are not added up. */
export const isAdditive = (column: Column) =>
  !nameOf(column).some(word => intensive.has(word)) && unitOf(column)?.includes('/') !== true

/** The last word of a name that says something, before its unit: it can stand for all of it. */
export function headOf(column: Column): string | undefined {
  const unit = singular(unitOf(column) ?? '')
  const words = nameOf(column).filter(
    (word, at) =>
      word.length > 1 &&
      !functionWords.has(word) &&
      word !== unit &&
      !(at > 0 && isUnit(word, column)),
  )
  return (
    words.findLast(word => !weak.has(word)) ?? (column.type === 'number' ? words.at(-1) : undefined)
  )
}

/** `mg` of `O2_mg_l`, `NTU` of `turb_NTU`. */
const isUnit = (word: string, { name }: Column) =>
  isMeasuring(parseUnit(word)) || new RegExp(`_${word.toUpperCase()}$`).test(name)

/** The one column that names the rows for a person: `full name`, `title`. */
export function namesColumn(columns: readonly Column[]): Column | undefined {
  const named = columnsNamed(columns, ['name', 'title']).filter(({ type }) => type === 'text')
  return named.length === 1 ? named[0] : undefined
}

/**
 * Where columns are named: all words of the name, or, for a name of several words, one that no other
 * column shares: the last that says something (`price` of `unit_price_usd`). Longer names come first; no two mentions overlap.
 */
export function mentions(
  text: string,
  all: readonly Token[],
  columns: readonly Column[],
): readonly Mention[] {
  const stems = all.map(token => wholeWord(token.word))
  const names = columns.map(column => ({ column, words: nameOf(column) }))
  const found: Mention[] = []
  const free = (at: number) => !found.some(m => m.first <= at && at < m.end)
  for (const column of columns) {
    const first = all.findIndex(({ from }) => isSpelledAt(text, from, column))
    const end = all.findIndex(
      ({ from }) => from >= (all[first]?.from ?? 0) + bareName(column).length,
    )
    if (first >= 0) found.push({ column, first, end: end < 0 ? all.length : end })
  }
  for (const { column, words } of names.toSorted((a, b) => b.words.length - a.words.length))
    for (let at = 0; words.length > 0 && at + words.length <= all.length; at++) {
      const spots = words.map((_, index) => at + index)
      if (spots.every((spot, index) => free(spot) && stems[spot] === words[index]))
        found.push({ column, first: at, end: at + words.length })
    }
  for (const { column, words } of names) {
    // `how much rain fell in 2024` of `Rain 2024 (mm)`, beside `Rain 2023`
    const spots = words.map(word => stems.findIndex((stem, at) => free(at) && stem === word))
    const sibling = names.some(
      other => other.column !== column && other.words[0] === words[0] && other.words.length > 1,
    )
    const year = words.some(word => /^(19|20)\d\d$/.test(word))
    if (sibling && year && spots.every(spot => spot >= 0))
      for (const spot of spots) found.push({ column, first: spot, end: spot + 1 })
  }
  all.forEach((token, at) => {
    if (token.kind !== 'word' || !free(at)) return
    const [only, ...others] = columns.filter(
      column =>
        headOf(column) === stems[at] ||
        // `visits` of `Visits last month`
        (isPlural(token.word) && column.name.toLowerCase().startsWith(`${token.word} `)),
    )
    if (only && others.length === 0) found.push({ column: only, first: at, end: at + 1 })
  })
  return found.toSorted((a, b) => a.first - b.first)
}

/** Where values of the columns of few values stand in the question; longer ones first, none overlap. */
export function valuesIn(all: readonly Token[], columns: readonly Column[]): readonly Found[] {
  const known = columns
    .filter(({ type }) => type !== 'number')
    .flatMap(column =>
      (column.values ?? []).map(value => ({ column, value, words: tokens(value) })),
    )
    .filter(({ words }) => words.length > 0)
    .toSorted((a, b) => b.words.length - a.words.length)
  const found: Found[] = []
  for (const { column, value, words } of known)
    for (let at = 0; at + words.length <= all.length; at++) {
      const end = at + words.length
      const same = words.every((word, index) => isSameValue(all[at + index]!, word))
      const inside = found.some(
        f => f.first <= at && end <= f.end && f.end - f.first > words.length,
      )
      // a one-letter value such as "A" is a word of any sentence unless it is written alike
      const written = all.slice(at, end).map(({ text }) => text)
      const adjacent = all[end - 1]?.to === all[at]!.from + value.length
      const strict = value.length > 2 || (adjacent && written.join('') === value)
      if (same && strict && !inside && !(value === 'A' && at === 0))
        found.push({ column, value, first: at, end })
    }
  return found.toSorted((a, b) => a.first - b.first)
}

/** A code or a name that no listed value is, where one column has too many values to be listed. */
export function unlistedIn(
  text: string,
  all: readonly Token[],
  { columns }: Table,
  free: (at: number) => boolean,
): readonly Found[] {
  const [column, ...others] = columns.filter(({ type, values }) => type === 'text' && !values)
  if (!column || others.length > 0) return []
  return [...text.matchAll(code)].flatMap(({ 0: said, index }): readonly Found[] => {
    const value = said.replace(/^["“]|["”]$/g, '')
    const first = all.findIndex(({ to }) => to > index)
    const end = all.findLastIndex(({ from }) => from < index + said.length) + 1
    const open = all.slice(first, end).every((_, at) => free(first + at))
    return open && first >= 0 ? [{ column, value, first, end, unlisted: true }] : []
  })
}

/** The one column whose values are persons: the names of the rows, or one headed `customer`. */
export function personsColumn(columns: readonly Column[]): Column | undefined {
  const [only, ...others] = columns.filter(
    column => column.type === 'text' && isOfPersons(column) && !things.test(headOf(column) ?? ''),
  )
  const who = columns.find(({ name }) => /^who$/i.test(name))
  return namesColumn(columns) ?? who ?? (others.length === 0 ? only : undefined)
}

/** A farm is nobody; a customer, a student, a trainer are somebody. */
export const isOfPersons = (column: Column) =>
  /^who$|(?:[eo]r|ist|ian|man|ant|ent|ee|by|name)$/i.test(headOf(column) ?? 'name')

// --- internal ---

const code =
  /["“][^"“”]+["”]|\b\p{Lu}{1,5}[-/ ]?\d[\p{L}\d/-]*|(?<=\p{Ll},? )\p{Lu}[\p{L}.'’-]*(?: (?:\p{Lu}|& )[\p{L}.'’-]*)*/gu

const bareName = ({ name }: Column) => name.replace(/\s*[([][^)\]]*[)\]]\s*$/u, '').trim()

/** A name as the table spells it, where it is more than a word: `temp_c`, `PM2.5`. */
function isSpelledAt(text: string, from: number, column: Column): boolean {
  const name = bareName(column)
  const said = text.slice(from, from + name.length).toLowerCase()
  return (
    /[^\p{L} ]/u.test(name) &&
    said === name.toLowerCase() &&
    !/^[\p{L}\d]/u.test(text.slice(from + name.length))
  )
}

/** `grants` of `Grants`, `Europe` of nothing else: a value said in the singular or the plural. */
const isSameValue = (said: Token, word: Token) =>
  sameWord(said, word) ||
  (word.text.length > 4 &&
    said.kind === 'word' &&
    sameStem(stem(said.word), stem(word.word)) &&
    /s$|ed$/.test(word.word))

const quantityNames =
  'quantity qty unit piece amount count number sold copy item passenger visitor'.split(' ')
const priceNames =
  'price cost value rate fee revenue income turnover total weight net gross eur usd gbp chf'.split(
    ' ',
  )
const intensive = new Set(
  'price rate age temperature temp score grade rating percent percentage height speed salary average mean share ratio level'.split(
    ' ',
  ),
)

/** Parts of column names that say too little by themselves. */
const weak = new Set(
  'name title number id code value amount count total sum type of in per the date time no nr on sold taught ordered booked paid made used shipped produced driven rented'.split(
    ' ',
  ),
)

/** They end like persons, and are none. */
const things =
  /(?:ment|event|plant|(?:numb|ord|vouch|lett|pap|wat|riv|quart|semest|chapt|met|contain|lay|cov|serv|print|pow|fold|weath|corn|off|regist|filt|tim|trail)er|(?:sens|sect|fact|mot|err|flo|col)or|colour)$/i
