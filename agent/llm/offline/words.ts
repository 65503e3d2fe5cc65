// Words: how a message splits into tokens, when two words are the same word, and short forms written out.

/** One token of a text: where it stands and how it is compared. */
export interface Token {
  readonly text: string
  /** Lower case. */
  readonly word: string
  readonly kind: 'number' | 'word' | 'mark'
  readonly from: number
  readonly to: number
}

const token =
  /(?<number>\d+(?::[0-5]\d){1,2}(?:\.\d+)?(?![\d:])|\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|\d+(?:\.\d+)?|\.\d+)|(?<word>(?:\p{L}-(?=\p{L}{3}))?[\p{L}\p{M}_°µ]+(?:['’]\p{L}+)?[²³23]?)|(?<mark>[^\s])/gu

export function tokens(text: string): readonly Token[] {
  return [...text.matchAll(token)].map(match => ({
    text: match[0],
    word: match[0].toLowerCase(),
    kind: match.groups?.number ? 'number' : match.groups?.word ? 'word' : 'mark',
    from: match.index,
    to: match.index + match[0].length,
  }))
}

/** What a list of pairs says of the first of each. */
export const pairs = (listed: string): ReadonlyMap<string, string> =>
  new Map(listed.split(/,\s+/).map(pair => pair.split(' ') as [string, string]))

/** Verbs and plurals whose forms no rule makes. */
export const verbForms = `sold sell, bought buy, brought bring, took take, taken take, made make, paid pay, spent spend, left leave,
  began begin, begun begin, gave give, given give, went go, came come, held hold, kept keep, sent send, won win,
  ran run, drove drive, driven drive, rode ride, flew fly, flight fly, grew grow, grown grow, sown sow, swam swim,
  swum swim, taught teach, wrote write, written write, got get, saw see, seen see, met meet, built build, lost lose,
  stole steal, stolen steal, broke break, broken break, fell fall, ate eat, caught catch, threw throw, found find,
  rose rise, spoke speak, stood stand, sat sit, chose choose, became become, fed feed, drew draw, hung hang,
  laid lay`
export const nounForms =
  'children child, men man, women woman, feet foot, mice mouse, loaves loaf, shelves shelf, knives knife, people person, persons person'

const irregular = pairs(
  `${nounForms}, teeth tooth, leaves leaf, halves half, data data, tomatoes tomato, potatoes potato, mangoes mango, heroes hero,
  echoes echo, gases gas, lenses lens`,
)

/** The singular of an English noun in lower case; a word that is none comes back as it is. */
export function singular(word: string): string {
  const lower = word.toLowerCase().replace(/['’]s?$/, '')
  const known = irregular.get(lower)
  if (known) return known
  if (/[^aeiou]ies$/.test(lower) && lower.length > 4) return `${lower.slice(0, -3)}y`
  if (/(?:ss|x|zz|[cs]h|[^ao]us)es$/.test(lower)) return lower.slice(0, -2)
  return isPlural(lower) ? lower.slice(0, -1) : lower
}

export function isPlural(word: string): boolean {
  const lower = word.toLowerCase()
  return (
    irregular.has(lower) || (/[^su]s$/.test(lower) && lower.length > 3 && !/(is|ss)$/.test(lower))
  )
}

/** Whether a word looks like a participle: `45 germinated` counts nothing by that name. */
export function isParticiple(word: string): boolean {
  return /[^e]ed$/.test(word) && word.length > 4
}

/** Words that say nothing about what a sentence is about. */
export const stopWords: ReadonlySet<string> = new Set(
  `a an the this that these those there here it its itself they them their he him his she her i we us
  our you your me my one ones of in on at to for from by with within without into onto about as than
  and or but if so then while is are was were be been being am do does did done has have had having
  will would shall should can could may might must not no what which who whom whose when where why how
  many much per each every all any both some such own very just only also exactly approximately roughly
  around according please name called currently today now altogether together yet already anyone anybody
  someone somebody everyone everybody themselves himself herself ourselves yourself myself want wants wanted
  wish wishes supposed among amongst`.split(/\s+/),
)

/** Words that end a noun phrase: they are never the name of a thing that is counted or measured. */
export const functionWords: ReadonlySet<string> = new Set([
  ...stopWords,
  ...`over under above below plus between during after before until nor too again up down out off more most less least
  few fewer several other another same total apart need needs needed take takes taken cost costs weigh weighs
  hold holds contain contains fit fits give gives get gets go goes make makes use uses earn earns pay pays buy
  buys sell sells eat eats drink drinks run runs drive drives travel travels cover covers fill fills pump
  pumps move moves produce produces work works walk walks cut cuts remain remains leave leaves left travelled
  traveled used sold bought made paid given divided shared packed split required filled`.split(
    /\s+/,
  ),
])

/** The message in full forms: `What's` is `What is`, `is Ann going to bake` is `will Ann bake`. */
export function plainWords(message: string): string {
  return fullForms.reduce((text, [form, full]) => text.replace(form, full), message)
}

const fullForms: readonly (readonly [RegExp, string])[] = [
  [/’/g, "'"],
  [/\b(can)(?:not|'t)\b/gi, '$1 not'],
  [/\b(w)on't\b/gi, '$1ill not'],
  [/\b(\w+)n't\b/gi, '$1 not'],
  [/\b(\w+)'re\b/gi, '$1 are'],
  [/\b(\w+)'ve\b/gi, '$1 have'],
  [/\b(\w+)'ll\b/gi, '$1 will'],
  [/\b(I)'m\b/g, '$1 am'],
  [/\b(wh(?:at|o|en|ere|y)|how|that|there|here|it|he|she)'s (been|got|had)\b/gi, '$1 has $2'],
  [/\b(wh(?:at|o|en|ere|y)|how|that|there|here|it|he|she)'s\b/gi, '$1 is'],
  [/\b(has|have) got\b(?! to)/gi, '$1'],
  [/\b(?:do|does|has|have) ((?:[\p{L}'-]+ ){1,5})(?:have|got) to\b/giu, 'must $1'],
  [/\b(?:am|is|are) ((?:[\p{L}'-]+ ){1,5})allowed to\b/giu, 'may $1'],
  [/\bthe (?:correct|exact) (?=\p{L})/giu, 'the '],
  [/^what is the earliest (?:time|hour|day|date)(?: (?:at|on) which| that)? /i, 'From when '],
  // one is going to bake, and to a place
  [
    /\b(?:[Ii]s|[Aa]re|am)\b ([^?.,;]{0,60}?)\bgoing to (?=\p{Ll})(?!(?:the|an?|my|our|your|his|her|its|their|this|that|these|those)\b)/gu,
    'will $1',
  ],
  [
    /^what is the (?:deadline|last (?:day|date)|latest (?:day|date)|closing date) (for|to)\b/i,
    'By when $1',
  ],
  [/,? \b(?:actually|really|finally|simply|basically|honestly|please)\b,?/gi, ''],
]
