// How questions speak of tables, as data: words of plain English, none of any one table.
import { monthNames, monthNumber } from '../../../../../plans/text/months.ts'
import { singular, stem } from '../../../../../plans/text/words.ts'
import { nounForms, pairs, verbForms } from '../../words.ts'

const phrases = {
  silent: `as well as, so far, took part, taken part, on board, at all, carried out, took place, taken place, in the end, due to, fall to, falls to, fell to, fall on, falls on,
    marked as, listed as, recorded as, shown as,
    over the whole year, over the year,
    of course, as a whole, a single, one single, in the collection, inclusive, both inclusive, both days included,
    both days inclusive, both included, ran up, run up, whatever became of them,
    whatever happened to them, whatever, regardless of, irrespective of, no matter which, no matter what, including, all kinds together, of all kinds, of any kind`,
  many: 'how many, how many times, number of, count, count of, how often',
  much: 'how much',
  which: 'which, what, whose',
  how: 'how',
  who: 'who, whom',
  when: 'when',
  where: 'where',
  why: 'why',
  list: 'list, show, name, give, tell',
  sum: `total, totals, sum, sums, in total, in all, all told, add up, adds up, added up, sum up, summing, summing up,
    adding up, altogether, all together, together, combined, overall, between them, between us, all in all`,
  mean: 'average, averages, mean, on average, avg',
  median: 'median',
  deviation: 'standard deviation, std dev, stddev',
  variance: 'variance',
  correlation: 'correlation, correlation coefficient, correlated, correlate',
  quantile: 'percentile, st percentile, nd percentile, rd percentile, th percentile',
  'lower quartile': 'lower quartile, first quartile',
  'upper quartile': 'upper quartile, third quartile',
  distinct: 'different, distinct, unique',
  missing: 'missing, empty, blank, unknown',
  max: 'highest, largest, biggest, greatest, maximum, max, maximal, top, comes first, came first, come first, ranks first, highest single, largest single, biggest single',
  min: 'lowest, smallest, minimum, min, minimal, bottom, comes last, came last, come last, ranks last',
  best: 'best',
  worst: 'worst',
  most: 'most, most often, most frequently, most common, most frequent, the greatest number of, the highest number of, the largest number of',
  least: 'fewest, least, least often, the lowest number of, the smallest number of',
  first: 'first, earliest',
  last: 'last, latest, newest, most recent, most recently, last of all',
  per: 'per, each, every, for each, for every, by each, in each, for each kind of, for each type of, broken down by, grouped by',
  by: 'by, according to, going by',
  all: 'all, any, both',
  share: 'percent, per cent, percentage, share, proportion, %',
  ratio: 'ratio, times as many, times as much, times as high, times as large, how many times',
  difference:
    'difference, differ, differs, gap, far apart, apart, range, lie between, lies between',
  exceed: 'exceed, exceeds, exceeded',
  than: 'than',
  more: 'more, higher, larger, bigger, greater',
  less: 'less, fewer, lower, smaller',
  not: `not, no, without, except, except for, excluding, other than, never, apart from, lack, lacks, neither, nor,
    not counting, not including, leaving out`,
  still: 'still, now, currently, already',
  having: 'have, has, had, having, with',
  '>': 'more than, above, over, risen above, rose above, exceeding, in excess of, bigger than, greater than, larger than, higher than',
  '<': 'less than, fewer than, below, under, fallen below, fell below, lower than, smaller than',
  '>=': `at least, no less than, not less than, no fewer than, greater than or equal to, a minimum of, or more,
    or higher, or above, or over`,
  '<=': 'at most, no more than, not more than, less than or equal to, a maximum of, or less, or fewer, or lower, or below, or under',
  '=': 'exactly, equal to, equals',
  between: 'between',
  after: 'after, later than',
  before: 'before, earlier than, prior to',
  since: 'since, on or after, from or after, no earlier than, not earlier than, or later, or after',
  until:
    'until, till, up to, up to and including, on or before, no later than, not later than, or earlier, or before',
  sheets: 'sheet, sheets, tab, tabs, worksheet, worksheets',
  day: 'day, days, date, dates, daily',
  month: 'month, months, monthly',
  quarter: 'quarter, quarters, quarterly',
  year: 'year, years, yearly, annual, annually',
} as const

/** What a word or a phrase does in a question. */
export type Operator = keyof typeof phrases

/** Each phrase with the operators it may be. */
export const operators: ReadonlyMap<string, readonly Operator[]> = Object.entries(phrases)
  .flatMap(([operator, said]) => said.split(/,\s+/).map(phrase => [phrase, operator] as const))
  .reduce(
    (all, [phrase, operator]) =>
      all.set(phrase, [...(all.get(phrase) ?? []), operator as Operator]),
    new Map<string, readonly Operator[]>(),
  )

/** A word of a question. */
export interface Token {
  readonly text: string
  readonly word: string
  /** What is left of it without its ending; and the same for words that mean the same. */
  readonly base: string
  readonly sense: string
  readonly from: number
  readonly to: number
}

/** A place in a question. */
export interface Here {
  readonly token: Token
  readonly tokens: readonly Token[]
  readonly at: number
}

/** Forms that no rule makes. */
export const irregular: ReadonlyMap<string, string> = pairs(
  `${verbForms}, ${nounForms}, taxis taxi, burnt burn, payment pay, lent lend, shown show, aged age, drank drink, felt feel`,
)

/** Plurals that do not end like one. */
export const plurals: ReadonlySet<string> = new Set(pairs(nounForms).keys())

/** Verbs for what any row is: something that was written down. */
export const recorded =
  /^(?:logged|noted|recorded|measured|listed|registered|entered|observed|documented)$/

/** Headers shorten words; so do some who ask. */
export const shortened =
  pairs(`qty quantity, dept department, amt amount, hr hour, hrs hour, min minute, avg average,
  temp temperature, yr year, addr address, desc description, cat category, no number, nr number, num number, emp employee,
  pers person, wk week, cust customer, tel telephone, disc discount, pct percent, o2 oxygen, co2 carbon, no3 nitrate,
  no2 nitrite, turb turbidity, dist distance, hum humidity, rel relative, mon monday, tue tuesday, tues tuesday, wed wednesday, thu thursday, thur thursday,
  thurs thursday, fri friday, sat saturday, sun sunday, batt battery, lvl level, pos position, kilos kg, kilo kg`)

/** What is done and what it is done to, and other words for the same. */
const synonyms =
  pairs(`borrow loan, lend loan, rent hire, rental hire, buy order, purchase order, sell order, sale order,
  employee staff, worker staff, colleague staff, personnel staff, pupil student, child student, product item, article item,
  journey trip, travel trip, vendor supplier, tutor teacher, begin start, join start, bill invoice, type kind, sort kind,
  leave depart, departure depart, species kind, category kind, genre kind, remark note, comment note, apartment flat, movie film`)

/** Two words for what a column says in one. */
export const otherwise =
  pairs(`pick-up collect, bring-back return, give-back return, take-back return, hand-back return, hand-in submit,
  pay-out pay, pay-off pay, set-off depart, drop-off deliver, call-off cancel`)

/** What is left of a word without its ending, irregular forms as the regular ones: the same for all its forms, `Mar` and `March` among them. */
export function baseOf(word: string): string {
  const month = monthNumber(word)
  if (month !== undefined) return monthNames[month - 1]!.toLowerCase()
  return stem(irregular.get(word) ?? irregular.get(singular(word)) ?? word)
}

/** The same for words that mean the same. */
export function senseOf(word: string): string {
  const plain = shortened.get(word) ?? irregular.get(word) ?? singular(word)
  return baseOf(synonyms.get(plain) ?? synonyms.get(baseOf(plain)) ?? plain)
}

/** Whether one word is made of the other: `trainer` of `train`, `supplier` of `supply`, `swimmer` of `swim`. */
export function isMadeOf(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  const ending = /^(?:e?r|or|t?ion|ation|ment|ance|ence|al|ur|y|ist|ian|an[ct]|th?)$/
  const roots = [short, short.replace(/y$/, 'i'), short + short.at(-1)]
  // `runner` of `run`
  const isShort = short.length === 3 && long.startsWith(short + short.at(-1))
  return (
    (short.length > 3 || isShort) &&
    roots.some(root => long.startsWith(root) && ending.test(long.slice(root.length)))
  )
}

/** What columns may hold, and the words that speak of it without naming one of them. */
export interface Property {
  /** Nouns and verbs; adjectives for much of it and for little. */
  readonly said: readonly string[]
  readonly much: readonly string[]
  readonly little: readonly string[]
  /** Words in the names of such columns. */
  readonly columns: readonly string[]
  /** What their units measure; `money` is any currency. */
  readonly dimension: string
}

/** Said; much; little; names of columns; dimension. */
export const properties: readonly Property[] = [
  `cost charge pay spend bill price expenditure expense shopping; expensive costly dear; cheap;
    price cost fee charge fare rent fine amount total payment postage value bill; money`,
  `revenue income takings turnover earnings proceeds sales earn bring take make generate collect;;;
    revenue takings income turnover sales earnings proceeds; money`,
  'money come euro dollar pound worth;;;;money',
  'earn pay wage salary;;; salary wage pay;',
  'weigh weight mass heavy; heavy; light; weight mass; mass',
  'distance far length long; long far; short near; distance length; length',
  'time duration long; long slow; short fast quick; duration time length minute hour night day; time',
  'height altitude elevation tall high; tall high; short low; height altitude elevation;',
  'age old; old; young; age;',
  'since; new young; old; since born built founded opened created established;',
  ';young; old; birthday birth birthdate dob;',
  'release publish;;; year;',
  'temperature degree warm hot cold; warm hot; cold cool; temperature;',
  'speed fast; fast; slow; speed; length/time',
  'area land size large big; large big; small; area size; length^2',
  'depth deep; deep; shallow; depth;',
  'quantity piece unit copy;;; quantity piece unit count copy;',
  'person guest;;; person guest head;',
  'energy electricity power consumption;;; consumption; length^2*mass/time^2',
  'voltage volt;;; voltage; length^2*mass/current/time^3',
  'pressure;;; pressure; mass/length/time^2',
  'pulse heartbeat;;; pulse; beat/time',
  'reason why cause;;; reason cause;',
  'place where location;;; place location town city address site;',
].map(row => {
  const parts = row.split(';').map(part => part.split(/\s+/).filter(Boolean))
  const [said = [], much = [], little = [], columns = [], [dimension = ''] = []] = parts
  return { said, much, little, columns, dimension }
})

/** They restrict nothing and ask nothing. */
export const silent =
  bases(`a an the this that these those them they it its their of on in at to for from by with within
  during into onto and or is are was were be been being am do does did done can could will would shall should may might must i me my
  we us our you your please so if about as across among there here then also just exactly ever get got go went goes going
  come came put place placed occur happen belong include contain hold record register enter see find note work live stay
  use say compute calculate determine think want need know like look consider take make bring up through via under over
  one ones whole entire other's who which where when whose csv tsv excel workbook table file data dataset document
  everything everyone everybody anyone give gave given list listed yet only carry keep offer
  own hand submit file his her he she both s p catch land`)

/** Nouns for what rows and values are, which say nothing beside one that is named; those of `figures` beside a column. */
export const things =
  words(`row record entry line case product article book title ticket piece thing person people member
  employee customer client student pupil visitor guest room house building shop store branch site place city town region
  car vehicle animal game match event course class team company department group project plant type kind sort category
  name code time date`)
export const figures =
  words(`column value level content reading figure number amount rate grade mark score result consumption use
  usage`)
/** Numbers in such a column are names, whatever they are. */
export const numbered =
  words(`line route room plot gate platform seat locker lane track house flat apartment table desk berth
  pitch court bay floor district ward zone lot zip postcode plz phone telephone tel mobile fax extension bib account
  isbn iban ean barcode train tram bus flight`)
/** So are whole numbers in one of these. */
export const papers = words(
  'invoice order booking receipt voucher reference ref job claim policy contract',
)
/** What a table is about may be the kind of vehicles that a column holds. */
export const vehicles = new Set('van car truck lorry bus'.split(' ').map(senseOf))
/** Of these any row may be one. */
export const neutral = /^(?:item|product|article|thing|piece)/i
/** The rows of any table. */
export const anyRow = words('row record entry line case reading measurement respondent')

/** Verbs that turn what is meant into other rows than those that a table lists, or into the contrary. */
export const turning =
  bases(`lose cancel return refund reject refuse miss fail decline drop delete remove exclude skip waste
  save owe lack leave remain expect plan estimate predict complete finish start approve pass open close discharge delay
  survive die died break damage steal join retire hire fire put`)
/** Verbs for a number that becomes more, or less. */
export const rising = bases('rise grow increase climb')
export const falling = bases('fall drop decrease decline sink shrink')
/** Whether a word says that something was done: `closed`, `sent`, `sold`. */
export const isDone = (word: string) => /(?:ed|wn|nt|ld|id|ft)$/.test(word)
/** What a thing or a person is called of which it was not done. */
export const opposites =
  pairs(`passed failed, attended missed, present absent, paid outstanding, settled outstanding, delivered outstanding,
  returned outstanding, closed open, resolved open, solved open, completed open, finished open, done open, fixed open`)
/** Verbs that do not say what somebody did. */
export const vague = bases('take make bring give get put send find see use')
/** Words for money that comes in or goes out: it is added up. */
export const flowing =
  bases(`charge pay spend earn bring take come make generate collect worth revenue income takings
  turnover sales proceeds expenditure expense shopping`)

/** Of an account that holds both: what goes out and what comes in. */
export const outgoing = bases(
  'cost charge pay spend expense expenditure outgoing withdraw withdrawal shopping',
)
export const incoming = bases('revenue income takings turnover earnings proceeds earn receive')

/** Words for money that only goes out. */
export const spent = ['spend', 'cost', 'expense', 'expenditure', 'wage', 'salary']

/** A column is a limit of how many there are where its name holds no other words. */
export const limits: ReadonlySet<string> = new Set(
  'reorder order level point minimum min maximum max limit threshold safety stock par quantity'
    .split(' ')
    .map(senseOf),
)

/** The last word of such a name says nothing about its rows: those of `staff-list` are staff. */
export const containers =
  bases(`list listing log data dataset table register record sheet file export report overview stock
  inventory catalogue database result entry use final draft copy version backup`)
/** Numbers of such columns are not added up unless that is asked for. */
export const intensive =
  bases(`price rate age temperature score grade mark rating percent percentage height speed salary
  average mean share ratio level each per unit rank balance saldo solde running cumulative position`)
/** What something is at a time, which no day has more of for being measured often. */
export const states = bases(
  `humidity moisture pressure voltage density concentration altitude brightness ph`,
)
export const quantities = bases('quantity piece unit count number copy pair stock')
export const perUnit = bases('unit each per')
/** Among several columns of money the one that holds all of it; and money that is held back or taken off. */
export const totals = bases('total amount sum net gross')
export const asides = bases('deposit discount tax vat tip budget insure estimate plan target')

// --- internal ---

function words(said: string): ReadonlySet<string> {
  return new Set(said.split(/\s+/))
}

function bases(said: string): ReadonlySet<string> {
  return new Set(said.split(/\s+/).map(word => baseOf(word)))
}
