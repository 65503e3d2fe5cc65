// How questions speak of tables: comparisons, aggregates, extremes. Lists of words, no questions.

export type Comparison = '=' | '!=' | '>' | '>=' | '<' | '<=' | 'within'
export type Aggregate =
  | 'count'
  | 'count_distinct'
  | 'missing'
  | 'sum'
  | 'mean'
  | 'median'
  | 'min'
  | 'max'
  | 'deviation'
  | 'variance'
  | 'quantile'
  | 'correlation'

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** What stands before a number, and what it asks of the rows; longer phrases first. */
export const comparisons: readonly (readonly [phrase: string, is: Comparison])[] =
  listed<Comparison>({
    '>=': 'no less than, not less than, no fewer than, greater than or equal to, a minimum of, at least',
    '<=': 'no more than, not more than, less than or equal to, a maximum of, at most, up to',
    '>': `more than, greater than, higher than, larger than, bigger than, longer than, older than,
    taller than, heavier than, exceeding, exceeds, exceed, above, over`,
    '<': `cheaper than, less than, fewer than, lower than, smaller than, shorter than, younger than,
    lighter than, below, under`,
    '=': 'equal to, exactly, equals, =',
  }).toSorted(([a], [b]) => b.split(' ').length - a.split(' ').length)

/** What stands before a value that rows must not have. */
export const negations =
  'that are not,which are not,who are not,other than,not in,not from,except for,except,excluding,not'.split(
    ',',
  )

/** Words for what is computed from a column; longer phrases first. */
export const aggregates = listed<Aggregate>({
  deviation: 'standard deviation, std dev, stddev',
  sum: 'add up, adds up, added up, sum up, summing up, summing, in all, all together, total, totals, sum, altogether, together, combined, overall',
  correlation: 'correlation coefficient, correlation, correlated, correlate',
  mean: 'average, averages, mean',
  median: 'median',
  variance: 'variance',
  missing: 'missing, empty, blank, unknown',
  count_distinct: 'different, distinct, unique',
  max: 'highest, largest, maximum, max, maximal, biggest, greatest, most',
  min: 'lowest, smallest, minimum, min, minimal, least, fewest',
}).toSorted(([a], [b]) => b.split(' ').length - a.split(' ').length)

/** Adjectives that name a column themselves: `the heaviest parcel`. */
export const adjectives: Readonly<Record<string, Adjective>> = {
  ...named('max', 'expensive costly dearest', 'price cost rate'),
  ...named('min', 'cheapest', 'price cost rate'),
  ...named('max', 'oldest', 'age'),
  ...named('min', 'youngest', 'age'),
  ...named('max', 'heaviest', 'weight mass', 'mass'),
  ...named('min', 'lightest', 'weight mass', 'mass'),
  ...named('max', 'tallest', 'height'),
  ...named('max', 'longest', 'length duration distance night', 'length'),
  ...named('min', 'shortest', 'length duration distance height night', 'length'),
  ...named('max', 'fastest', 'speed', 'length/time'),
  ...named('min', 'slowest', 'speed', 'length/time'),
  ...named('max', 'hottest warmest', 'temperature temp', 'temperature'),
  ...named('min', 'coldest', 'temperature temp', 'temperature'),
}

/** Words that say nothing about which rows or columns are meant. */
export const silent = words(
  `a an the this that these those of on in at to for from by with within and is are was were be been do
  does did can has have had having it its they their there here what which who whom whose how much many
  all any me my our we i you us please tell give show find compute calculate determine say about
  according as across among so if when where count counted number numbers amount amounts value values row rows
  entry entries record records line lines item items table file csv tsv excel workbook data dataset sheet list column
  columns listed recorded given included contained reported shown made came come comes go goes went
  belong belongs belonging named called equal think name names work works worked working live lives earn earns
  earned ordered cost costs weigh weighs weighed play plays placed took reached achieved generated scored make makes
  spent spend take takes place happen happened contain contains looking only just still currently taking considering over whole year please one ones up using board
  use usage consumption money people content large big everyone everybody anyone aged old tall heavy each every per together altogether
  both then also did them pay paid charge charged company group per`,
)

/** Verbs that say how amounts came about; a column of amounts or a noun for the rows stands beside them. */
export const happening = words(
  `sold sell sells sale sales bought buy buys ordered booked brought bring brings taken cast picked
  harvested grown baked produced carried transported used rented issued delivered shipped loaned lent filled`,
)

/** What a number in the column of a subject is called: `the maths mark`. */
export const marks = words('mark grade score result point')

/** What rows are usually called; such a noun restricts nothing. */
export const rowNouns = words(
  `person employee worker member customer client student pupil player patient guest visitor driver order
  sale transaction purchase product item article book title movie film song album city country town store
  shop game match trip flight visit event task ticket project house building car vehicle animal plant tree
  recipe machine station team colleague staff parcel package shipment delivery invoice payment people
  observation measurement reading sample booking rental loan screening course field class company`,
)

/** Rows may hold several of these each: where a column says how many, its numbers may be meant. */
export const countedWithin = words(
  'product item article book album ticket parcel package animal plant tree',
)

/** Words that speak of a column of such a name: `earn` of a salary, `how tall` of a height. */
export const impliedColumns: readonly (readonly [cue: RegExp, columns: readonly string[]])[] = [
  [/\b(earn|earns|earned)\b/i, ['salary', 'wage', 'income', 'pay']],
  [/\b(cost|costs|expensive|cheaper|dearer)\b/i, ['price', 'cost']],
  [/\b(weigh|weighs|weighed|heavy|heavier|lighter)\b/i, ['weight', 'mass']],
  [/\b(tall|taller|high)\b/i, ['height']],
  [/\b(old|older|younger|aged)\b/i, ['age']],
  [/\b(long|longer)\b/i, ['length', 'duration']],
]

/** Words that speak of the only column of money. */
export const paying =
  /\b(?:spend|spends|spent|pays?|paid|costs?|expensive|dearer|cheaper|earn|earns|earned|charged?|come to|came to|comes to|money|euros?|dollars|pounds)\b/i

/** Nouns for what a unit measures: they speak of the only column in such a unit. */
export const dimensionWords: Readonly<Record<string, string>> = {
  distance: 'length',
  length: 'length',
  weight: 'mass',
  mass: 'mass',
  duration: 'time',
  energy: 'length^2*mass/time^2',
  electricity: 'length^2*mass/time^2',
}

/** Comparatives before "than": the first is the larger one, or the smaller one. */
export const larger = words(
  'more higher larger bigger greater longer heavier taller older dearer farther further faster warmer hotter wider deeper better',
)
export const smaller = words(
  'less fewer lower smaller shorter lighter younger cheaper nearer slower colder cooler',
)

/** Verbs after which other rows are meant than those that a table lists, or the contrary. */
export const turning = words(
  `lose loses lost cancel cancels cancelled canceled return returns returned refund refunded reject rejected
  refuse refused miss misses missed fail fails failed decline declined drop dropped delete deleted remove removed
  exclude excluded skip skipped waste wasted save saved owe owed lack lacked leave left remain remained expect
  expected plan planned estimate estimated predict predicted complete completed finish finished start started
  approve approved pass passed open opened close closed discharge discharged pending late delayed
  survive survived die died break broke broken damaged stolen stole unpaid unsold overdue join joined retired
  hired fired`,
)

/** Parts of a date that rows can be grouped by. */
export const dateParts = ['year', 'quarter', 'month', 'day'] as const
export type DatePart = (typeof dateParts)[number]

// --- internal ---

interface Adjective {
  readonly is: 'max' | 'min'
  readonly columns: readonly string[]
  /** What the unit of such a column measures. */
  readonly dimension?: string
}

function named(
  is: Adjective['is'],
  said: string,
  columns: string,
  dimension?: string,
): Readonly<Record<string, Adjective>> {
  const adjective = {
    is,
    columns: columns.split(' '),
    ...(dimension !== undefined && { dimension }),
  }
  return Object.fromEntries(said.split(' ').map(word => [word, adjective]))
}

/** Each phrase of the lists, with the meaning it stands under. */
function listed<Meaning extends string>(lists: Readonly<Partial<Record<Meaning, string>>>) {
  return Object.entries<string | undefined>(lists).flatMap(([is, phrases = '']) =>
    phrases.split(/,\s+/).map(phrase => [phrase, is as Meaning] as const),
  )
}
