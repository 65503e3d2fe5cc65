// The tables of a question: what their columns hold and what their rows are called, as far as names tell.
import type { PerceiveReads } from '../../../../phases/perceive/contract.ts'
import { dimensionOf, sameQuantity } from '../../../../plans/expressions/expression.ts'
import { parseUnit } from '../../../../plans/expressions/units.ts'
import { anyMonth } from '../../../../plans/text/months.ts'
import { folded } from '../../../../plans/text/words.ts'
import { isMeasuring } from '../quantities/measures.ts'
import { isCurrency } from '../roles.ts'
import {
  anyRow,
  asides,
  baseOf,
  containers,
  intensive,
  irregular,
  limits,
  numbered,
  papers,
  perUnit,
  properties,
  quantities,
  senseOf,
  shortened,
  silent,
  things,
} from './words/vocabulary.ts'

type Attached = NonNullable<PerceiveReads['files'][number]['columns']>[number]

/** A column, and what its name and its values tell. */
export interface Column extends Omit<Attached, 'sheet'> {
  /** Numbers that are added or averaged; that name rows; years; dates or months; yes and no. */
  readonly kind: 'amount' | 'number' | 'year' | 'date' | 'flag' | 'text'
  /** The telling words of its name, without its unit. */
  readonly written: readonly string[]
  readonly words: readonly string[]
  /** The word that says what it holds. */
  readonly head: string
  readonly isMoney: boolean
  /** `Paid in` beside `Paid out`, `Credit` beside `Debit`. */
  readonly flow: string | undefined
  /** Some of its numbers are below 0 and others are not; unknown where they are too many to be listed. */
  readonly isSigned: boolean | undefined
  /** `Unit price`, `Price per kg`. */
  readonly isPerUnit: boolean
  readonly isAdditive: boolean
  /** What `per` makes of its numbers: groups of codes such as a `line`, a ratio to what is measured or counted. */
  readonly per: 'groups' | 'ratio' | undefined
  /** One value stands in several spellings. */
  readonly isSpelledVariously: boolean
}

/** A file's table, or one sheet of a workbook. */
export interface Table {
  readonly file: string
  readonly sheet: string | undefined
  readonly columns: readonly Column[]
  /** What its rows are called; and the other words in the names of file and sheet. */
  readonly nouns: readonly string[]
  readonly about: readonly string[]
  /** Each row is a person. */
  readonly isOfPeople: boolean
  /** The column that tells rows apart, that names them, and that names persons. */
  readonly key: Column | undefined
  readonly label: Column | undefined
  readonly persons: Column | undefined
  /** The only column of dates. */
  readonly date: Column | undefined
}

/** Every table of the files; each sheet is one. */
export function tablesOf(files: PerceiveReads['files']): readonly Table[] {
  return files.flatMap(({ name, within = [], columns = within }) =>
    [...Map.groupBy(columns, ({ sheet }) => sheet)].map(([sheet, own]) =>
      tableOf(
        name,
        sheet,
        inFull(own).map((column, at) => ({ ...columnOf(column, at === 0), name: own[at]!.name })),
      ),
    ),
  )
}

/** `20kg` is a number and its unit, `7a` one word. */
export const word =
  /\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|\d+(?:\.\d+)?(?!\p{L}(?!\p{L})|\d)|[\p{L}\p{N}]+|[#%€£$°]+\p{L}?/gu

export const wordsOf = (text: string): readonly string[] => folded(text).match(word) ?? []

/** The words of a value without their endings. */
export const basesIn = (value: string) => wordsOf(value).map(each => baseOf(each))

/** A value without regard to case, punctuation and endings. */
export const keyOf = (value: string) => basesIn(value).join('')

/** A unit that a text is, alone. */
export const isUnit = (text: string) =>
  /\p{L}|[€£$%]/u.test(text) && !/[014-9]|\d\d|^\d/.test(text) && isMeasuring(parseUnit(text))

/** Whether a column is in a unit, and not in a multiple of it. */
export const isIn = ({ unit }: Column, asked: string) =>
  unit !== undefined &&
  dimensionOf(asked) !== '1' &&
  sameQuantity({ value: 1, unit }, { value: 1, unit: asked })

/** Whether a column whose header has no unit may be in this one: no distance is in litres. */
export function mayBeIn({ unit, written, isMoney }: Column, asked: string): boolean {
  const dimensions = properties.flatMap(({ dimension, columns }) =>
    dimension !== '' && columns.some(each => written.includes(each)) ? [dimension] : [],
  )
  // of the two scales of temperature in use either may be meant
  if (unit !== undefined || isMoney !== isCurrency(asked) || dimensionOf(asked) === 'temperature')
    return false
  return dimensions.length === 0 || dimensions.includes(dimensionOf(asked) ?? '')
}

/** A farm is nobody; a customer, a student, a trainer are somebody. */
const isPersonal = (noun: string) =>
  /(?:[eo]r|ist|ian|ant|ent|ee|man|men|person|^(?:who|name|by|staff|person|client|pupil|child|guest|vet|rep|nurse|coach|guide|pilot))s?$/.test(
    noun,
  ) && !impersonal.test(noun)

export const isOfPersons = ({ name, kind, written }: Column) =>
  kind !== 'amount' && (/\bby$/i.test(name) || isPersonal(written.at(-1) ?? ''))

/** The values of a column of yes and no, in all spellings, that say the one or the other. */
export const saying = ({ values = [] }: Column, yes: boolean) =>
  values.filter(each => (yes ? /^(?:y|yes|t|true)$/i : /^(?:n|no|f|false)$/i).test(each))

/** A column of the places in a race, of which nothing is added up. */
export const isPlaces = (name: string) =>
  /^(?:overall )?(?:place|placing|rank|ranking|position|pos\.?)$/i.test(name)

/** Two of them make a name. */
export const isPartOfName = ({ name }: Column) =>
  /^(?:surname|forename|(?:first|last|family|given)[ _]?name)$/i.test(name)

/** The one that a list holds, where it holds no other. */
export const onlyOf = <T>(list: readonly T[]): T | undefined =>
  list.length === 1 ? list[0] : undefined

/** How many values a column has: with fewer than another one it names no rows. */
export const distinctIn = ({ values }: Column) => values?.length ?? Number.POSITIVE_INFINITY

// --- internal ---

/** They end like persons, and are none. */
const impersonal =
  /(?:ment|event|plant|(?:numb|ord|vouch|lett|pap|wat|riv|quart|semest|chapt|met|contain|lay|cov|serv|print|pow|fold|weath|corn|off|regist|filt|tim|trail|carri|gend|summ|wint)er|(?:sens|sect|fact|mot|err|flo|col)or|colour)s?$/
const functionWord = /^(?:of|on|at|in|for|per|the|an?|and|to|by|from|each|p|has|have|is)$/
/** `F103`; texts too many to be listed tell rows apart too. */
const code = /^\p{L}{0,4}[-/ ]?\d+$/u
/** `kWh` is one word, `salesRegion` are two. */
const apartIn = (name: string) => name.replace(/(\p{Ll}{2})(\p{Lu})/gu, '$1 $2')
export const isBelow = (value: string): boolean => /^\D*[-−(]\D*\d/.test(value)

/** Whether a column of this name tells rows apart. */
export const isId = (name: string) =>
  /(?:^|[\s_.])(?:id|no|nr|number|code|key|sku|#)\.?$/i.test(apartIn(name))

/** What beats, and no hour. */
const heartRate = /(?<=\b(?:avg|max|min|mean|average|resting)[ _.]+)HR\b|\bHR\b(?=.*\bbpm\b)/i

/** Beside `Max temp` stands in `Min temp` no temperature in minutes, nor in `Min. qty` a quantity. */
function inFull(columns: readonly Attached[]): readonly Attached[] {
  const short = [/^min[\s_.]+(?=\p{L})/iu, /^max[\s_.]+(?=\p{L})/iu] as const
  const names = columns.map(({ name }) => apartIn(name))
  const isPair = short.every(each => names.some(name => each.test(name)))
  return columns.map((column, at) => {
    const name = names[at]!
    const [, ...said] = wordsOf(name).map(senseOf)
    const isLimit = isPair || said.some(each => limits.has(each))
    const full = isLimit
      ? name.replace(short[0], 'Minimum ').replace(short[1], 'Maximum ')
      : column.name
    return { ...column, name: full.replace(heartRate, 'heart rate') }
  })
}

function columnOf({ sheet: _, ...attached }: Attached, isFirst: boolean): Column {
  const { name, type, values = [], unit: own } = attached
  const [, bare = name, inside = ''] = /^(.*?)\s*[([]([^)\]]*)[)\]]\s*$/u.exec(name) ?? []
  const apart = isUnit(bare) ? bare : apartIn(bare).replace(/\bp\.a\.?/, 'yearly')
  const parts = apart.split(/[\s_,]+/).filter(Boolean)
  const isOwnUnit = (part = '') => type === 'number' && isUnit(part) && !functionWord.test(part)
  const inParentheses = own ?? (isOwnUnit(inside) ? inside : undefined)
  const last = parts.findLastIndex(part => !isOwnUnit(part)) + 1
  const from = inParentheses || parts[last - 1] === 'per' ? parts.length : last
  const first = parts.length > 1 && isOwnUnit(parts[0]) ? parts[0] : undefined
  const unit = inParentheses ?? (from < parts.length ? parts.slice(from).join('/') : first)
  // a unit that is a word belongs to the name: leave days are no leave
  const called = parts.filter(
    (part, at) => from === 0 || at < from || (part.length > 3 && !isCurrency(part)),
  )
  const all = wordsOf(called.join(' ')).filter(each => /[\p{L}\d]/u.test(each))
  // `Would you recommend us?` tells of recommending
  const isAsked = /\?\s*$/.test(name)
  const telling = all.filter(
    each => !functionWord.test(each) && !(isAsked && (each === 'how' || silent.has(baseOf(each)))),
  )
  const written = telling.length > 0 ? telling : all
  const has = (list: ReadonlySet<string>, words = written) =>
    words.some(each => list.has(baseOf(shortened.get(each) ?? each)))
  // `Units` are counted, a `Unit price` is of one
  const one = written.filter(each => each !== 'units')
  const isPerUnit = has(perUnit, one) || /\b(?:per|each)\b/i.test(apart) || /\//.test(unit ?? '')
  const paid = properties.some(
    ({ dimension, columns }) =>
      dimension === 'money' &&
      columns.some(each => written.includes(each) || written.includes(`${each}s`)),
  )
  const currency =
    [unit ?? '', ...inside.split(/[\s,;]+/), ...parts].some(isCurrency) ||
    values.some(each => /[€£$¥]/.test(each))
  const isMoney = type === 'number' && !has(asides) && (currency || paid)
  const isAdditive = type === 'number' && !has(intensive, one) && !isPerUnit && unit !== '%'
  const isMeasured =
    unit !== undefined ||
    isMoney ||
    values.some(value => /\d[.,]\d/.test(value)) ||
    has(quantities) ||
    // what was baked or sold is counted
    written.some(each => isPlural.test(each) || /..[^e]ed$/.test(each) || irregular.has(each)) ||
    properties.some(
      ({ much, columns }) => much.length > 0 && columns.some(each => written.includes(each)),
    )
  const below = values.filter(isBelow)
  const known = isMeasured && isAdditive ? 'ratio' : isWhole(values) ? 'groups' : undefined
  const per = isPartOfTime.test(name) ? undefined : known
  return {
    ...attached,
    ...(unit !== undefined && { unit }),
    kind: kindOf(attached, { isMeasured, isOfOne: isOneOf(written, values, isFirst) }),
    written,
    words: written.map(senseOf),
    head: senseOf(headOf(apart, written)),
    isMoney,
    flow: isMoney ? /\b(?:in|out|credit|debit)$/i.exec(bare)?.[0].toLowerCase() : undefined,
    isSigned: attached.values && below.length > 0 && below.length < values.length,
    isPerUnit,
    isAdditive,
    per,
    isSpelledVariously: new Set(values.map(keyOf)).size < values.length,
  }
}

/** `cost` of `parts cost`, `visits` of `Visits last month`, `date` of `Date of purchase`, `station` of `Station name`. */
function headOf(name: string, written: readonly string[]): string {
  const leads = /^\S*[^su]s\s|^\S+ (?:of|on|in|for|no|id)\b/i.test(name)
  const telling = written.findLast(each => !/^(?:name|id|no|number|code|title)$/.test(each))
  return (leads ? written[0] : telling) ?? written.at(-1) ?? ''
}

/** Hours that are worked, or those of a day. */
const isPartOfTime = /^(?:minute|hour|day|week|month|quarter)$/i
const isPlural = /[^su]s$/i
const isWhole = (values: readonly string[]) =>
  values.length > 0 && values.every(value => /^\d+$/.test(value))

/**
 * A `store` is one of several, `stores` are counted; a `room` has a number for its name, be they few or many, and so
 * has a `reading` where it stands first.
 */
function isOneOf(written: readonly string[], values: readonly string[], isFirst: boolean) {
  const noun = written.at(-1) ?? ''
  if (isFirst && written.length === 1 && anyRow.has(noun)) return true
  return isWhole(values)
    ? [things, papers, numbered].some(each => each.has(noun))
    : values.length === 0 && numbered.has(noun)
}

function kindOf(
  { type, values = [], name }: Attached,
  { isMeasured, isOfOne }: { readonly isMeasured: boolean; readonly isOfOne: boolean },
): Column['kind'] {
  const every = (pattern: RegExp) => values.length > 0 && values.every(value => pattern.test(value))
  if (type === 'date' || (type === 'text' && every(/^\d{4}-\d\d$/))) return 'date'
  // who is not sure says neither
  const isFlag = every(/^(?:yes|no|y|n|true|false|not sure|unsure|maybe|undecided|don['’]t know)$/i)
  if (type !== 'number') return isFlag ? 'flag' : 'text'
  if (every(/^(?:1[89]|20)\d\d$/) || /^(?:year|yr)$/i.test(name)) return 'year'
  const first = Number(values[0])
  // of invoices there may be few, but what is counted seldom begins at 100
  const isRunning =
    values.length > (first < 100 ? 4 : 2) && values.every((each, at) => Number(each) === first + at)
  const isNamed = isRunning || isOfOne
  return (isNamed && !isMeasured) || isId(name) || isPlaces(name) || /^(?:week|rank)\b/i.test(name)
    ? 'number'
    : 'amount'
}

/** Which of several files it is, and not what is in it: `Sales March`, `expenses Q1 v2`. */
const edition = new RegExp(`^(?:${anyMonth}|q[1-4]|v\\d+)$`, 'i')

function tableOf(file: string, sheet: string | undefined, columns: readonly Column[]): Table {
  const named = [file.replace(/\.\w+$/, ''), sheet ?? ''].map(text =>
    wordsOf(text.replaceAll(/[_.-]/g, ' ')).filter(each => /^\p{L}/u.test(each)),
  )
  const isNoun = (each: string) => !edition.test(each) && !containers.has(baseOf(each))
  const last = named.flatMap(words => words.filter(isNoun).slice(-1))
  const heads = last.map(senseOf)
  const most = Math.max(...columns.map(distinctIn))
  const own = columns.filter(column => distinctIn(column) === most)
  const isHalf = columns.filter(isPartOfName).length > 1 ? isPartOfName : () => false
  const texts = columns.filter(column => column.kind === 'text' && !isHalf(column))
  const key =
    own.find(({ name }) => isId(name)) ??
    own.find(({ kind, head }) => /^(?:text|number)$/.test(kind) && heads.includes(head)) ??
    own.find(({ kind, values = [] }) => kind === 'text' && values.every(each => code.test(each))) ??
    own.find(({ kind, written }) => kind === 'number' && anyRow.has(written.join()))
  // a job title names nobody, and neither does half of a name
  const isName = ({ written }: Column) =>
    written.includes('name') || (written.includes('title') && !written.includes('job'))
  const called = texts.filter(isName)
  const names =
    called.length > 0 ? called : texts.filter(({ written }) => written.includes('model'))
  const isNamed = key !== undefined || !columns.some(isHalf)
  const label = names.length === 1 ? names[0] : isNamed ? (key ?? texts[0]) : undefined
  const persons = texts.filter(isOfPersons)
  const nouns = [...heads, ...(key ? [isId(key.name) ? key.words[0]! : key.head] : [])]
  return {
    file,
    sheet,
    columns,
    nouns,
    about: named.flat().map(senseOf),
    // beside how many visitors there were no row is one
    isOfPeople:
      [...last, ...(key?.written ?? [])].some(isPersonal) &&
      !columns.some(({ kind, head }) => kind === 'amount' && heads.includes(head)),
    key,
    label,
    persons: [label, key, texts[0]].find(each => each && persons.includes(each)) ?? onlyOf(persons),
    date: onlyOf(columns.filter(({ kind }) => kind === 'date')),
  }
}
