// The kind of value that a question wants, told from its interrogative words and the noun behind them.
import { dimensionOf } from '../../../plans/expressions/expression.ts'
import { readAsked } from './asked.ts'
import { contentTerms, stem } from './stems.ts'

export type Kind =
  | 'number'
  | 'date'
  | 'time'
  | 'name'
  | 'place'
  | 'thing'
  | 'contact'
  | 'code'
  | 'frequency'
  | 'truth'
  | 'items'

/** Each kind in words. */
export const kinds: Readonly<Record<Kind, string>> = {
  number: 'a number',
  date: 'a date',
  time: 'a time of day',
  name: 'a name',
  place: 'a place',
  thing: 'a thing',
  contact: 'a way to reach somebody',
  code: 'a number or code by which something is known',
  frequency: 'how often it is so',
  truth: 'whether it is so',
  items: 'all that is listed',
}

/** What kind of value is wanted. Words are stems. */
export interface Kinded {
  readonly kind: Kind
  /** Dimensions a number may have; `money` is any currency; empty when any will do. */
  readonly dimensions: readonly string[]
  /** What is counted. */
  readonly noun?: string
  /** Words before it that say which ones: `apple` trees. */
  readonly which?: readonly string[]
  /** For a name: of what sort it is: `which pier`. */
  readonly sort?: string
  /** The number is of a property: a word for it stands beside (`27 m tall`), where it is a length. */
  readonly property?: string
  /** For a name: who did it, whom it was done to, or who is it. */
  readonly role: 'agent' | 'patient' | 'is'
  /** The end of a span of time: `when does it close`. */
  readonly end?: 'first' | 'last'
  /** The way in which somebody is reached. */
  readonly by?: 'phone' | 'email' | 'web'
  /** The part of a date. */
  readonly part?: 'year' | 'month' | 'day'
}

/** The kind of value that interrogative words ask for; `undefined` when it is not understood. */
export function kindOf(head: string, said: string): Kinded | undefined {
  const subject = said.replace(/^\s*of (?:the|these|those|its|her|his|their|our|my)\s+/i, ' ')
  const asked = readAsked(`${head} ${subject}?`)
  if (/\bwhy$/.test(head)) return undefined
  if (/\bhow\s+often$/.test(head)) return { ...plainly, kind: 'frequency' }
  if (!/\b(?:how|when|where|wh\w+)\b/.test(head)) return { ...plainly, kind: 'truth' }
  if (/\bhow\b/.test(head)) return numberKind(head, subject, asked)
  if (/^by when$/.test(head)) return { ...plainly, kind: 'date', end: 'last' }
  if (/\bwhen$/.test(head)) return { ...plainly, kind: 'date', ...endOf(`${head} ${subject}`) }
  if (/\bwhere$/.test(head)) return { ...plainly, kind: 'place' }
  // several are no one name
  if (/\bwho$/.test(head) && /^\s*(?:are|were)\s+(?:the|all|our|its|their)\s[^?]*s\b/.test(subject))
    return { ...plainly, kind: 'items' }
  if (/\bwho(m|se)?$/.test(head)) return { ...plainly, kind: 'name', role: roleOf(head, subject) }
  return nounKind(head, subject, asked)
}

// --- internal ---

const plainly = { dimensions: [], role: 'is' } as const

/** A number of such a dimension; of a property, where there is one. */
const numberOf = (dimensions: readonly string[], property?: string): Kinded => ({
  ...plainly,
  kind: 'number',
  dimensions,
  ...(property !== undefined && { property: stem(property) }),
})

/** `how high`: the dimensions, and the word for the property of a length. */
const properties: Readonly<
  Record<string, readonly [dimensions: readonly string[], property?: string]>
> = {
  long: [['length', 'time'], 'long'],
  'high tall': [['length'], 'high'],
  deep: [['length'], 'deep'],
  'wide broad': [['length'], 'wide'],
  thick: [['length'], 'thick'],
  far: [['length']],
  heavy: [['mass'], 'weigh'],
  fast: [['length/time']],
  late: [['time']],
  old: [['time'], 'old'],
  'hot cold warm': [['temperature']],
  'large big': [['length^2', 'length^3']],
  expensive: [['money']],
}

/** Nouns that name a property of their own; what they are of is looked for by the noun itself. */
const measured: Readonly<Record<string, string>> = {
  length: `length height width breadth depth thickness distance diameter radius altitude elevation
    circumference wingspan perimeter`,
  mass: 'weight mass',
  'length/time': 'speed velocity',
  'length^2': 'area surface',
  'length^3': 'volume capacity',
  temperature: 'temperature',
  time: 'duration age term',
  money: `price cost fee rent deposit balance salary wage fare budget fine income revenue profit loss
    donation debt charge premium amount sum money`,
}

type Asked = ReturnType<typeof readAsked>

function numberKind(head: string, subject: string, { unit, noun }: Asked): Kinded | undefined {
  const named = /^kilos?$/.test(noun ?? '') ? 'mass' : dimensionIn(unit, noun)
  const how = /how\s+(\w+)$/.exec(head)?.[1] ?? ''
  const isSaid = ([words]: readonly [string, unknown]) => words.split(' ').includes(how)
  const [dimensions = [], usual] = Object.entries(properties).find(isSaid)?.[1] ?? []
  // what is above something is as high as its place
  const property = /\babove\b/i.test(subject) ? undefined : usual
  if (named !== undefined) return numberOf([named], named === 'time' ? undefined : property)
  const opening = /^\s*(?:of\s+)?(?:the\s+)?(\p{L}+)/u.exec(subject)?.[1] ?? ''
  const its = subject.toLowerCase().replace(/^\s*\p{L}+\s+(?:the|its|his|her|their)\s+/u, '')
  if (dimensions.length > 0)
    return measureOf(lastNoun(its)) === 'money'
      ? numberOf(['money'])
      : numberOf(dimensions, property)
  if (how === 'many') return { ...numberOf([]), ...counted(subject, noun ?? opening) }
  const nouns = (its.match(/\p{L}+/gu) ?? []).map(measureOf)
  const isOf = /^(?:is|are|was|were|does|do|did|has|have|will|can|would)?$/i.test(opening)
  const told =
    actIn(subject) ??
    nouns.find(each => each === 'money' || each === 'mass') ??
    measureOf(opening) ??
    (isOf ? 'money' : undefined)
  return told === undefined ? { ...numberOf([]), noun: stem(opening) } : numberOf([told])
}

function counted(subject: string, noun: string): Pick<Kinded, 'noun' | 'which'> {
  const terms = contentTerms(subject).map(({ stem }) => stem)
  const at = terms.indexOf(stem(noun))
  return { noun: stem(noun), ...(at > 0 && { which: terms.slice(0, at) }) }
}

/** The dimension of a unit that is asked for, and of no noun. */
const dimensionIn = (unit: string, noun: string | undefined) =>
  unit !== '' && noun === undefined
    ? dimensionOf(unit.replace(/^(thousand|million|billion|hundred)\s+/i, ''))
    : undefined

function nounKind(head: string, subject: string, { unit, noun }: Asked): Kinded | undefined {
  const named = dimensionIn(unit, noun)
  const words = subject
    .toLowerCase()
    .replace(/^\s*(is|are|was|were|will be|will)\s+(the|its|his|her|their)\s+/, '')
    // `what will the fee be from May`
    .replace(/\s+be(?=\s|$)/, ' of')
    .trim()
  const first =
    /^(?:of the\s+)?(?:exact|full|total|average|maximum|minimum|current)?\s*([\p{L}-]+)/u.exec(
      words,
    )?.[1] ?? ''
  if (/^(date|day|year|month)$/.test(first)) {
    const part = first === 'date' ? undefined : (first as 'year' | 'month' | 'day')
    return { ...plainly, kind: 'date', ...endOf(`${head} ${subject}`), ...(part && { part }) }
  }
  if (/^(time|hour|o'clock)$/.test(first) && named === undefined)
    return { ...plainly, kind: 'time', ...endOf(subject) }
  if (named !== undefined) return numberOf([named])
  const by = wayToReach(words)
  if (by !== undefined) return { ...plainly, kind: 'contact', by }
  if (coded.test(lastNounPhrase(words))) return { ...plainly, kind: 'code' }
  if (/\bhours$/.test(lastNounPhrase(words))) return { ...plainly, kind: 'time' }
  const properties = head.endsWith('what') || head.endsWith('which') ? lastNoun(words) : ''
  const measure = measureOf(properties)
  if (measure !== undefined) return numberOf([measure])
  const act = /^\s*(?:do|does|did|will|would)\b/i.test(subject) ? actIn(subject) : undefined
  if (act !== undefined) return numberOf([act], act === 'mass' ? 'weigh' : undefined)
  const copula = /^\s*(is|are|was|were)\s/i.test(subject)
  const nameOf = /^(?:is|was|are|were)\s+(?:the\s+)?(?:full\s+)?names?\s+of\b|['’]s\s+name$/i.test(
    subject.trim(),
  )
  if (nameOf) return { ...plainly, kind: 'name' }
  if (/^\s*(?:is|are|was|were)\s+(?:charged|paid|owed|due|payable)\b/i.test(subject))
    return numberOf(['money'])
  if (copula) return { ...plainly, kind: 'thing' }
  if (/^(in|at|to|from)\s/.test(head) && places.test(first))
    return { ...plainly, kind: 'place', noun: stem(first) }
  if (head.endsWith('which') || people.test(first)) {
    const rest = subject.trim().replace(/^[\p{L}-]+\s*/u, '')
    return { ...plainly, kind: 'name', role: roleOf(head, rest), sort: first }
  }
  return { ...plainly, kind: 'thing' }
}

/** `order number`, and not the total number of something. */
const coded =
  /\b(?:iban|bic)$|\b(?!total|whole|average|maximum|minimum|largest|smallest|highest|lowest|same|exact)\p{L}+ (?:number|code|reference)$/u

const places =
  /^(town|city|village|country|place|street|building|room|hall|county|state|region|harbour|port|house|district|province|island|lane|road)s?$/
const people =
  /^(person|man|woman|engineer|architect|author|company|firm|ship|player|team|artist|country|city|town|river|club|school|organi[sz]ation|member|councillor)s?$/

function endOf(asked: string): Pick<Kinded, 'end'> {
  if (/^to\b|\buntil\b|\b(?:close|end|finish|stop|shut|expire)s?\b|\bruns? out\b/i.test(asked))
    return { end: 'last' }
  const isState = /\b(?:is|are|was|were)\b.*\bopen\b/i.test(asked)
  const starts =
    /\bfrom (?:when|(?:what|which) (?:date|day|time))\b|\b(?:open(?! again)|start|begin)s?\b/i.test(
      asked,
    )
  return starts && !isState ? { end: 'first' } : {}
}

/** What somebody or something is said to pay or to weigh. */
function actIn(subject: string): 'money' | 'mass' | undefined {
  if (/\bweigh(?:s|ed)?\b/i.test(subject)) return 'mass'
  return /\b(?:costs?|pay|paid|earn(?:ed)?|charged?|spen[dt]|raised?|owed?|donated?|worth)\b/i.test(
    subject,
  )
    ? 'money'
    : undefined
}

/** What a noun measures: `rent` money. */
export const measureOf = (noun: string) =>
  Object.entries(measured).find(([, nouns]) =>
    nouns.split(/\s+/).some(each => each === noun || `${each}s` === noun),
  )?.[0]

/** Whether what is asked for is a number to call, an address to write to or a page on the web. */
function wayToReach(words: string): Kinded['by'] {
  const phrase = lastNounPhrase(words)
  if (/\b(?:phone|telephone|mobile|fax)(?: numbers?)?$/.test(phrase)) return 'phone'
  if (/^numbers?\b.*\b(?:call|ring|phone|dial)\b/.test(words)) return 'phone'
  if (/\be-?mail(?: address(?:es)?)?$/.test(phrase)) return 'email'
  return /\b(?:website|web (?:site|page|address)|url)$/.test(phrase) ? 'web' : undefined
}

/** The noun of the first noun phrase: `maximum flow temperature of the ...`. */
const lastNoun = (words: string): string => lastNounPhrase(words).split(/\s+/).at(-1) ?? ''

function lastNounPhrase(words: string): string {
  const phrase =
    /^[\p{L}\s’'-]*?(?=\s+(?:of|for|in|on|at|to|from|per|a|now|this|last|next|today|did|does|do|was|were|is|are|has|have|had|will)\b|,|$)/u.exec(
      words,
    )?.[0] ?? ''
  return phrase.trim()
}

function roleOf(head: string, subject: string): Kinded['role'] {
  const rest = subject.trim()
  const passive = /^(?:is|are|was|were|will be|has been|have been|had been)\s/i.test(rest)
  if (/^by\b/.test(head) || (passive && /\bby$/i.test(rest))) return 'agent'
  // "who does the grooming" has no verb but `does`
  const isMain =
    (/^(?:did|does|do)\s+the\s/.test(rest) && contentTerms(rest).length === 1) ||
    /^(?:did|does|do)\s+the\s+(?:(?:most|least|fewest|first|last)\s|[^?]*\b(?:work|\p{Ll}{3,}ing)$)/u.test(
      rest,
    )
  const isHelped =
    /^(?:did|does|do|will\s+(?:the|\p{Lu})|(?:must|should|can|may)\s+(?:I|we|you|they|one|the))\s/u.test(
      rest,
    ) && !isMain
  if (/whom$/.test(head) || isHelped) return 'patient'
  if (!passive) return 'agent'
  const participle =
    /^(?:is|are|was|were|will be|has been|have been|had been)\s+(?:\w+ly\s+|first\s+|last\s+)?(\w+(?:ed|en|wn|ught|old|ade|ent|et))\b/i.exec(
      rest,
    )
  return participle ? 'patient' : 'is'
}
