// What a look-up question wants: the kind of value, and the words that the sentence which answers it
// must hold.
import { dimensionOf } from '../../../plans/expressions/expression.ts'
import { asPattern } from '../../../plans/text/words.ts'
import { readAsked } from './asked.ts'
import type { Clause } from './clause.ts'
import { contentTerms, isName, isVerbForm, stem } from './stems.ts'

export type Kind = 'number' | 'date' | 'time' | 'name' | 'place' | 'thing'

/** What the sentence must hold, and what is to be taken from it. Words are stems. */
export interface Want {
  readonly kind: Kind
  /** Dimensions a number may have; `money` is any currency; empty when any will do. */
  readonly dimensions: readonly string[]
  /** What is counted. */
  readonly noun?: string
  /** Words before it that say which ones: `apple` trees. */
  readonly which?: readonly string[]
  /** The number is of a property: a word for it stands beside (`27 m tall`), where it is a length. */
  readonly property?: string
  /** In the sentence itself, or what its pronoun stands for. */
  readonly core: readonly string[]
  /** In the sentence, or in what it stands under or after. */
  readonly around: readonly string[]
  /** Those of both that tell one thing or time from another: proper names, months, years, numbers. */
  readonly names: readonly string[]
  /** What was done, where the question has `do`, `does` or `did`: the value stands nearest to it. */
  readonly act?: string
  /** It asks for what has happened. */
  readonly past?: boolean
  /** Words that turn the question round: `not`, `fewer`, `than`. */
  readonly turns: readonly string[]
  /** They help to choose, and may be missing. */
  readonly soft: readonly string[]
  /** For a name: who did it, whom it was done to, or who is it. */
  readonly role: 'agent' | 'patient' | 'is'
  /** For an agent or a patient: what was done. */
  readonly verb?: string
  /** The part of a date. */
  readonly part?: 'year' | 'month'
}

/** Words that turn what is said round, or say of another time. */
export const turning =
  /\b(?:not|no|never|nobody|none|nothing|neither|without|except|instead|other|another|more|fewer|less|than|twice|half|(?:last|this|next|previous)(?= (?:year|month|week|season|summer|winter|spring|autumn)))\b|n['’]t\b/gi

/** Reads the clause; `undefined` when the kind of the value wanted is not understood. */
export function wantOf(clause: Clause): Want | undefined {
  const { wanted, subject } = clause
  const head = wanted.toLowerCase()
  const kind = kindOf(head, subject)
  if (!kind) return undefined
  const verb = kind.role === 'is' ? undefined : verbOf(clause)
  const act = actOf(subject)
  return {
    ...kind,
    ...termsOf(clause, kind),
    ...(verb !== undefined && { verb }),
    ...(act !== undefined && { act }),
    past: /\b(?:did|was|were|has|have|had)\b/i.test(subject),
    turns: (` ${subject} `.match(turning) ?? []).map(word => word.toLowerCase()),
  }
}

// --- internal ---

type Kinded = Omit<Want, 'turns' | 'past' | 'core' | 'around' | 'names' | 'act' | 'soft' | 'verb'>

const plainly = { dimensions: [], role: 'is' } as const

/** `how high`: the dimensions, and the word for the property of a length. */
const properties: Readonly<
  Record<string, readonly [dimensions: readonly string[], property?: string]>
> = {
  long: [['length', 'time'], 'long'],
  ...alike('high tall', ['length'], 'high'),
  deep: [['length'], 'deep'],
  ...alike('wide broad', ['length'], 'wide'),
  thick: [['length'], 'thick'],
  far: [['length']],
  heavy: [['mass'], 'weigh'],
  fast: [['length/time']],
  old: [['time'], 'old'],
  ...alike('hot cold warm', ['temperature']),
  ...alike('large big', ['length^2', 'length^3']),
  expensive: [['money']],
}

function alike(words: string, dimensions: readonly string[], property?: string) {
  return Object.fromEntries(words.split(' ').map(word => [word, [dimensions, property] as const]))
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
    donation debt charge premium`,
}

function kindOf(head: string, subject: string): Kinded | undefined {
  const asked = readAsked(`${head} ${subject}?`)
  if (/\bhow\b/.test(head)) return numberKind(head, subject, asked)
  if (/\bwhen$/.test(head)) return { ...plainly, kind: 'date' }
  if (/\bwhere$/.test(head)) return { ...plainly, kind: 'place' }
  if (/\bwho(m|se)?$/.test(head)) return { ...plainly, kind: 'name', role: roleOf(head, subject) }
  return nounKind(head, subject, asked)
}

type Asked = ReturnType<typeof readAsked>

function numberKind(head: string, subject: string, { unit, noun }: Asked): Kinded | undefined {
  const base = { kind: 'number', role: 'is' } as const
  const named = unit !== '' && noun === undefined ? dimensionOf(withoutScale(unit)) : undefined
  const how = /how\s+(\w+)$/.exec(head)?.[1] ?? ''
  const [dimensions = [], usual] = properties[how] ?? []
  // what is above something is as high as its place
  const property = /\babove\b/i.test(subject) ? undefined : usual
  if (named !== undefined)
    return {
      ...base,
      dimensions: [named],
      ...(property && named !== 'time' && { property: stem(property) }),
    }
  if (dimensions.length > 0)
    return { ...base, dimensions, ...(property && { property: stem(property) }) }
  if (how === 'many')
    return noun === undefined ? undefined : { ...base, dimensions: [], ...counted(subject, noun) }
  if (
    /\b(cost|costs|pay|paid|price|charged?|fee|rent|spend|spent|owed?|earn|earned|raised?|donated?|worth|money)\b/i.test(
      subject,
    )
  )
    return { ...base, dimensions: ['money'] }
  if (/\b(weigh|weighs|weighed|weight)\b/i.test(subject)) return { ...base, dimensions: ['mass'] }
  const first = /^\s*(?:of\s+)?(?:the\s+)?(\p{L}+)/u.exec(subject)?.[1]
  if (first === undefined || /^(is|are|was|were|does|do|did|has|have|will|can|would)$/i.test(first))
    return { ...base, dimensions: ['money'] }
  return { ...base, dimensions: [], noun: stem(first) }
}

/** What is counted, and which ones. */
function counted(subject: string, noun: string): Pick<Want, 'noun' | 'which'> {
  const terms = contentTerms(subject).map(({ stem }) => stem)
  const at = terms.indexOf(stem(noun))
  return { noun: stem(noun), ...(at > 0 && { which: terms.slice(0, at) }) }
}

const withoutScale = (unit: string) => unit.replace(/^(thousand|million|billion|hundred)\s+/i, '')

function nounKind(head: string, subject: string, { unit, noun }: Asked): Kinded | undefined {
  const named = unit !== '' && noun === undefined ? dimensionOf(withoutScale(unit)) : undefined
  const words = subject
    .toLowerCase()
    .replace(/^\s*(is|are|was|were|will be)\s+(the|its|his|her|their)\s+/, '')
    .trim()
  const first =
    /^(?:exact|full|total|average|maximum|minimum|current)?\s*([\p{L}-]+)/u.exec(words)?.[1] ?? ''
  if (/^(date|day|year|month)$/.test(first)) {
    const part = first === 'date' || first === 'day' ? undefined : (first as 'year' | 'month')
    return { ...plainly, kind: 'date', ...(part && { part }) }
  }
  if (/^(time|hour|o'clock)$/.test(first) && named === undefined)
    return { ...plainly, kind: 'time' }
  if (/\bnumber$/.test(first) && /^number of\b/.test(words) && noun !== undefined)
    return { ...plainly, kind: 'number', noun: stem(noun) }
  if (named !== undefined) return { ...plainly, kind: 'number', dimensions: [named] }
  const properties = head.endsWith('what') || head.endsWith('which') ? lastNoun(words) : ''
  const measure = Object.entries(measured).find(([, nouns]) =>
    nouns.split(/\s+/).some(noun => noun === properties || `${noun}s` === properties),
  )
  if (measure) return { ...plainly, kind: 'number', dimensions: [measure[0]] }
  const [, act = ''] =
    /^\s*(?:do|does|did|will|would)\b.*\b(cost|pay|earn|weigh)\b/i.exec(subject) ?? []
  if (act === 'weigh')
    return { ...plainly, kind: 'number', dimensions: ['mass'], property: stem(act) }
  if (act !== '') return { ...plainly, kind: 'number', dimensions: ['money'] }
  const copula = /^\s*(is|are|was|were)\s/i.test(subject)
  const nameOf = /^(?:is|was|are|were)\s+(?:the\s+)?(?:full\s+)?names?\s+of\b|['’]s\s+name$/i.test(
    subject.trim(),
  )
  if (nameOf) return { ...plainly, kind: 'name', role: 'is' }
  if (copula) return { ...plainly, kind: 'thing' }
  if (/^(in|at|to|from)\s/.test(head) && places.test(first))
    return { ...plainly, kind: 'place', noun: stem(first) }
  if (head.endsWith('which') || people.test(first)) {
    const rest = subject.trim().replace(/^[\p{L}-]+\s*/u, '')
    return { ...plainly, kind: 'name', role: roleOf(head, rest) }
  }
  return { ...plainly, kind: 'thing' }
}

const places =
  /^(town|city|village|country|place|street|building|room|hall|county|state|region|harbour|port|house|district|province|island|lane|road)s?$/
const people =
  /^(person|man|woman|engineer|architect|author|company|firm|ship|player|team|artist|country|city|town|river|club|school|organi[sz]ation|member|councillor)s?$/

/** The noun of the first noun phrase: `maximum flow temperature of the ...`. */
function lastNoun(words: string): string {
  const phrase =
    /^[\p{L}\s-]*?(?=\s+(?:of|for|in|on|at|to|from|did|does|do|was|were|is|are|has|have|had|will)\b|,|$)/u.exec(
      words,
    )?.[0] ?? ''
  return phrase.trim().split(/\s+/).at(-1) ?? ''
}

function roleOf(head: string, subject: string): Want['role'] {
  const rest = subject.trim()
  const passive = /^(?:is|are|was|were|will be|has been|have been|had been)\s/i.test(rest)
  if (/^by\b/.test(head) || (passive && /\bby$/i.test(rest))) return 'agent'
  if (/whom$/.test(head) || /^(?:did|does|do|will\s+(?:the|\p{Lu}))\s/u.test(rest)) return 'patient'
  if (!passive) return 'agent'
  const participle =
    /^(?:is|are|was|were|will be|has been|have been|had been)\s+(?:\w+ly\s+|first\s+|last\s+)?(\w+(?:ed|en|wn|ught|old|ade|ent|et))\b/i.exec(
      rest,
    )
  return participle ? 'patient' : 'is'
}

/** `designed` in `designed the tower` and in `was the tower designed`. */
function verbOf({ wanted, subject }: Clause): string | undefined {
  const clause = /^wh(?:at|ich)$/i.test(wanted)
    ? subject.trim().replace(/^[\p{L}-]+\s*/u, '')
    : subject
  const terms = contentTerms(clause).filter(({ stem }) => !adverbs.has(stem))
  const patient =
    /^\s*(?:is|are|was|were|will be|has been|have been|had been)\s+(?:\w+ly\s+|first\s+|last\s+)?(\w+)/i.exec(
      clause,
    )?.[1]
  const starts = patient !== undefined && isVerbForm(patient)
  if (starts || !auxiliary.test(/^\s*(\w+)/.exec(clause)?.[1] ?? '')) return terms[0]?.stem
  return (terms.findLast(({ text }) => isVerbForm(text)) ?? terms.at(-1))?.stem
}

/** `leave` of `does the ferry to Lund leave`: the last word of the first phrase that has room for a subject too. */
function actOf(subject: string): string | undefined {
  const [, behind] = /\b(?:do|does|did)\s+(.*)$/is.exec(subject) ?? []
  const phrases = behind?.split(boundary).map(contentTerms) ?? []
  return (phrases.find(terms => terms.length > 1) ?? phrases[0])?.at(-1)?.stem
}

const adverbs = new Set('first last originally final also now later together'.split(' ').map(stem))

/** Verbs and adverbs that many sentences leave out. */
const softWords = new Set(
  `take have contain hold need make get go come amount measure last cost weigh total say list give
  provide consist tall long high new number value sum amount price temperature name state mention
  people person people long`
    .split(/\s+/)
    .map(stem),
)

/** What the interrogative asks by itself is not looked for again. */
const dateWords = new Set(
  ['date', 'day', 'year', 'month', 'time', 'hour', 'place', 'name'].map(stem),
)

const auxiliary = /^(is|are|was|were|do|does|did|will|has|have|had|can|could|would)$/i
const boundary =
  /\b(of|in|on|at|for|from|to|with|by|under|over|between|into|near|along|across|through|during|after|before|since|until|as|is|are|was|were|do|does|did|will|has|have|had|can|could|would)\b/i

function termsOf(
  { wanted, subject }: Clause,
  { kind, noun, property, role }: Kinded,
): Pick<Want, 'core' | 'around' | 'names' | 'soft'> {
  const { unit, noun: counted } = readAsked(`${wanted} ${subject}?`)
  const text = withoutUnit(` ${subject} `, counted === undefined ? unit : '')
  const core: string[] = []
  const around: string[] = []
  const soft: string[] = []
  const names: string[] = []
  let behind = false
  for (const chunk of text.split(boundary)) {
    if (boundary.test(chunk)) {
      // `litres of water`: what is measured stands in the sentence itself
      const measured = kind === 'number' && chunk === 'of' && core.length + soft.length === 0
      behind = !auxiliary.test(chunk) && !measured
      continue
    }
    for (const term of contentTerms(chunk)) {
      const { stem: word } = term
      const asksItself = kind !== 'number' && kind !== 'thing' && dateWords.has(word)
      if (asksItself || word === noun || word === property) continue
      // `which boat`: the sentence may call it a yawl
      if (
        kind === 'name' &&
        role !== 'is' &&
        core.length + soft.length === 0 &&
        /^(?:what|which)$/i.test(wanted)
      ) {
        soft.push(word)
        continue
      }
      if (softWords.has(word) && (kind === 'number' || kind === 'thing')) soft.push(word)
      // `the society's income` is the income of the society
      else (behind || /['’]s$/.test(term.text) ? around : core).push(word)
      if (isName(term)) names.push(word)
    }
  }
  return {
    core: distinct(core),
    around: distinct(around),
    names: distinct(names),
    soft: distinct(soft),
  }
}

const distinct = (words: readonly string[]) => [...new Set(words)]

/** Takes out `litres`, `, in metres`: a unit is compared as one. */
function withoutUnit(text: string, unit: string): string {
  if (unit === '') return text
  const quoted = asPattern(unit).replace(/\s+/g, '\\s+')
  return text.replace(
    new RegExp(`,?\\s*(?:\\b(?:in|as|to|into)\\s+)?(?<![\\p{L}])${quoted}(?![\\p{L}])`, 'giu'),
    ' ',
  )
}
