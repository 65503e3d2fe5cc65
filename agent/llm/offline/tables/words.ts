// How questions speak of tables: comparisons, aggregates, extremes. Tables of words, no questions.

export type Comparison = '=' | '!=' | '>' | '>=' | '<' | '<=' | 'contains'
export type Aggregate = 'count' | 'count_distinct' | 'sum' | 'mean' | 'median' | 'min' | 'max'

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
export const negations = 'other than,not in,not from,except for,except,excluding,not'.split(',')

/** Words for what is computed from a column. */
export const aggregates: Readonly<Record<string, Aggregate>> = Object.fromEntries(
  listed<Aggregate>({
    sum: 'total, sum, altogether, together, combined, overall',
    mean: 'average, mean',
    median: 'median',
    max: 'highest, largest, maximum, max, maximal, biggest, greatest, top, most',
    min: 'lowest, smallest, minimum, min, minimal, least, fewest',
  }),
)

/** Phrases for what is computed from a column, which go before single words. */
export const aggregatePhrases = listed<Aggregate>({
  sum: 'add up, adds up, added up, sum up, summing up, summing, in all, all together',
})

/** Adjectives that name a column themselves: `the heaviest parcel`. */
export const adjectives: Readonly<Record<string, Adjective>> = {
  ...named('max', 'expensive costly dearest', 'price cost'),
  ...named('min', 'cheapest', 'price cost'),
  ...named('max', 'oldest', 'age'),
  ...named('min', 'youngest', 'age'),
  ...named('max', 'heaviest', 'weight mass', 'mass'),
  ...named('min', 'lightest', 'weight mass', 'mass'),
  ...named('max', 'tallest', 'height'),
  ...named('max', 'longest', 'length duration distance', 'length'),
  ...named('min', 'shortest', 'length duration distance height', 'length'),
  ...named('max', 'fastest', 'speed', 'length/time'),
  ...named('min', 'slowest', 'speed', 'length/time'),
  ...named('max', 'hottest warmest', 'temperature', 'temperature'),
  ...named('min', 'coldest', 'temperature', 'temperature'),
}

/** Words that say nothing about which rows or columns are meant. */
export const silent: ReadonlySet<string> = new Set(
  `a an the this that these those of on in at to for from by with within and is are was were be been do
  does did can has have had having it its they their there here what which who whom whose how much many
  all any me my our we i you us please tell give show find compute calculate determine say
  according as across among so if when where count counted number numbers amount amounts value values row rows
  entry entries record records line lines item items table file csv tsv excel workbook data dataset sheet list column
  columns listed recorded given included contained reported shown made came come comes go goes
  belong belongs belonging named called equal think name work works worked working live lives earn earns earned sold sell sells
  bought buy buys ordered cost costs weigh weighs weighed play plays placed brought bring brings taken took reached achieved generated scored make makes spent spend contain contains looking only just taking considering over whole year please one ones up using board cast picked harvested grown baked produced carried transported use usage consumption large big booked everyone everybody anyone aged old tall heavy`.split(
    /\s+/,
  ),
)

/** What rows are usually called; such a noun restricts nothing. */
export const rowNouns: ReadonlySet<string> = new Set(
  `person employee worker member customer client student pupil player patient guest visitor driver order
  sale transaction purchase product item article book title movie film song album city country town store
  shop game match trip flight visit event task ticket project house building car vehicle animal plant tree
  recipe machine station team colleague staff parcel package shipment delivery invoice payment
  observation measurement reading sample booking rental loan screening course field class company`.split(
    /\s+/,
  ),
)

/** Rows may hold several of these each: where a column says how many, its numbers may be meant. */
export const countedWithin: ReadonlySet<string> = new Set(
  'product item article book album ticket parcel package animal plant tree'.split(' '),
)

/** Comparatives and adjectives that speak of a column of such a name. */
export const impliedColumns: Readonly<Record<string, readonly string[]>> = {
  older: ['age'],
  younger: ['age'],
  heavier: ['weight', 'mass'],
  lighter: ['weight', 'mass'],
  taller: ['height'],
  longer: ['length', 'duration'],
  cheaper: ['price', 'cost'],
}

/** Verbs and questions that speak of a column: `earn` of a salary, `how tall` of a height. */
export const impliedMeasures: readonly (readonly [cue: RegExp, columns: readonly string[]])[] = [
  [/\b(earn|earns|earned|paid)\b/i, ['salary', 'wage', 'income', 'pay']],
  [/\b(cost|costs|expensive|cheaper|dearer)\b/i, ['price', 'cost']],
  [/\b(weigh|weighs|weighed|heavy|heavier|lighter)\b/i, ['weight', 'mass']],
  [/\b(tall|taller)\b/i, ['height']],
  [/\b(old|older|younger|aged)\b/i, ['age']],
]

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
export const larger: ReadonlySet<string> = new Set(
  'more higher larger bigger greater longer heavier taller older dearer farther further faster warmer hotter wider deeper better'.split(
    ' ',
  ),
)
export const smaller: ReadonlySet<string> = new Set(
  'less fewer lower smaller shorter lighter younger cheaper nearer slower colder cooler'.split(' '),
)

/** Verbs after which other rows are meant than those that a table lists, or the contrary. */
export const turning: ReadonlySet<string> = new Set(
  `lose loses lost cancel cancels cancelled canceled return returns returned refund refunded reject rejected
  refuse refused miss misses missed fail fails failed decline declined drop dropped delete deleted remove removed
  exclude excluded skip skipped waste wasted save saved owe owed lack lacked leave left remain remained expect
  expected plan planned estimate estimated predict predicted complete completed finish finished start started
  approve approved pass passed open opened close closed pay paid discharge discharged pending late delayed
  survive survived die died break broke broken damaged stolen stole unpaid unsold overdue`.split(
    /\s+/,
  ),
)

// --- internal ---

interface Adjective {
  readonly is: 'max' | 'min'
  readonly columns: readonly string[]
  /** What the unit of such a column measures. */
  readonly dimension?: string
}

function named(
  is: Adjective['is'],
  words: string,
  columns: string,
  dimension?: string,
): Readonly<Record<string, Adjective>> {
  const adjective = {
    is,
    columns: columns.split(' '),
    ...(dimension !== undefined && { dimension }),
  }
  return Object.fromEntries(words.split(' ').map(word => [word, adjective]))
}

/** Each phrase of the lists, with the meaning it stands under. */
function listed<Meaning extends string>(lists: Readonly<Partial<Record<Meaning, string>>>) {
  return Object.entries<string | undefined>(lists).flatMap(([is, phrases = '']) =>
    phrases.split(/,\s+/).map(phrase => [phrase, is as Meaning] as const),
  )
}
