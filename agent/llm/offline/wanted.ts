// What a look-up question wants: the kind of value, and the words that the sentence which answers it
// must hold.
import { anyMonth } from '../../../plans/text/months.ts'
import { asPattern } from '../../../plans/text/words.ts'
import { readAsked } from './asked.ts'
import { contentTerms, inOneWord, isAmong, isName, isVerbForm, stems, type Term } from './stems.ts'
import { type Kinded, kindOf, measureOf } from './wanted-kind.ts'

/** Words of a question, as they were written. */
export interface Clause {
  /** The interrogative words: `On what date`, `How many litres of water`. */
  readonly wanted: string
  /** The rest: `was the bridge opened`. */
  readonly subject: string
}

/** Splits one interrogative sentence; `undefined` when it is none. */
export function clauseOf(sentence: string): Clause | undefined {
  const text = imperative(sentence.trim().replace(/[?.!\s]+$/, ''))
  const { lead, rest } = withoutLead(text)
  const found = interrogative.exec(rest)
  if (!found) return undefined
  const wanted = found[0].trim()
  const subject = `${rest.slice(found[0].length)}${lead ? `, ${lead}` : ''}`
  return { wanted, subject: withoutSource(subject).trim() }
}

/** What the sentence must hold, and what is to be taken from it. Words are stems. */
export interface Want extends Kinded {
  /** In the sentence itself, or what its pronoun stands for. */
  readonly core: readonly string[]
  /** In the sentence, or in what it stands under or after. */
  readonly around: readonly string[]
  /** The preposition that a word stands behind. */
  readonly behind?: ReadonlyMap<string, string>
  /** Those of both that tell one thing or time from another: proper names, months, years, numbers. */
  readonly names: readonly string[]
  /** What was done, where the question has `do`, `does` or `did`: the value stands nearest to it. */
  readonly act?: string
  /** It asks for what has happened. */
  readonly past?: boolean
  /** It asks for what is so today. */
  readonly isOfNow?: boolean
  /** It asks for what will be so. */
  readonly isOfFuture?: boolean
  /** It asks for what must be done. */
  readonly isOfDuty?: boolean
  /** It asks for what may be done. */
  readonly isOfChoice?: boolean
  /** It names two things: `lunch and dinner`. */
  readonly isOfBoth?: boolean
  /** It asks for one of many: `each flat`. */
  readonly isOfEach?: boolean
  /** It asks by how much something changed. */
  readonly isOfChange?: boolean
  /** Words that turn the question round: `not`, `fewer`, `than`. */
  readonly turns: readonly string[]
  /** All words of the question that tell something, as they are written. */
  readonly said: readonly Term[]
  /** They help to choose, and may be missing. */
  readonly soft: readonly string[]
  /** For an agent or a patient: what was done. */
  readonly verb?: string
}

/** Words that turn what is said round, or say of another time. */
export const turning = new RegExp(
  String.raw`\b(?:still|(?:can)?not|no|never|nobody|none|nothing|neither|without|except|inside|outside|indoors|outdoors|[a-z]+-(?:in|out|on|off|up|down)|(?:turn|switch)(?:ed|s)? (?:back )?(?:on|off)|instead|other|another|more|fewer|less|than|twice|half|in all|in total|altogether|together|(?:last|this|next|previous)(?= (?:year|month|week|season|summer|winter|spring|autumn))|before(?= this\b|\s*$)|(?:before|after|until|since)(?= (?:\d|${anyMonth})))\b|n['’]t\b`,
  'gi',
)

/** Words for the present, where it is told from the past. */
export const now = /\b(?:today|now|nowadays|currently|at present|at the moment)\b/i

/** Whether it may stand for a word of the question. */
export const isAsked = (stem: string, { core, around }: Pick<Want, 'core' | 'around'>) =>
  isAmong(stem, [...core, ...around])

/** Reads the clause; `undefined` when the kind of the value wanted is not understood. */
export function wantOf({ wanted, subject: said }: Clause): Want | undefined {
  // the last day of a season is its end
  const subject = said
    .replace(/\bfirst day of\b/i, 'start of')
    .replace(/\blast day of\b/i, 'end of')
  const clause = { wanted, subject }
  const head = wanted.toLowerCase()
  const kind = kindOf(head, subject)
  if (!kind) return undefined
  const verb = kind.role === 'is' ? undefined : verbOf(clause)
  const act = actOf(subject)
  const whole = `${wanted} ${subject}`
  return {
    ...kind,
    ...termsOf(clause, kind),
    ...(verb !== undefined && { verb }),
    ...(act !== undefined && { act }),
    said: contentTerms(`${wanted} ${subject}`),
    // what one may or must have is no past
    past: /\b(?:did|was|were|had)\b|^(?!.*\b(?:do|may|can|must)\b).*\bha(?:s|ve)\b/i.test(whole),
    isOfNow: now.test(subject),
    isOfFuture: /\b(?:will|shall|going to)\b/i.test(whole),
    isOfDuty: /\bmust\b/i.test(subject),
    isOfChoice: /\b(?:may|can)\b/i.test(whole),
    isOfBoth: /\p{L} and \p{L}/u.test(subject),
    isOfEach: /\b(?:each|every|per|a head|apiece)\b/i.test(subject),
    isOfChange: /^by how much\b/.test(head),
    turns: (` ${subject} `.match(turning) ?? []).map(word => word.toLowerCase()),
  }
}

export function wantIn(question: string): Want | undefined {
  const clause = clauseOf(question)
  return clause && wantOf(clause)
}

// --- internal ---

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
  const isModal =
    /^who$/i.test(wanted) && /^\s*(?:will|can|could|would|should|must)\b/i.test(clause)
  if (starts || isModal || !auxiliary.test(/^\s*(\w+)/.exec(clause)?.[1] ?? ''))
    return terms[0]?.stem
  return (terms.findLast(({ text }) => isVerbForm(text)) ?? terms.at(-1))?.stem
}

/** `leave` of `does the ferry to Lund leave`: the last word of the first phrase that has room for a subject too. */
function actOf(subject: string): string | undefined {
  const [, behind] =
    /\b(?:do|does|did|must(?= (?:I|we|you|they|he|she|one)\b))\s+(.*)$/is.exec(subject) ?? []
  if (behind === undefined || /\bhave\b/i.test(behind)) return undefined
  const phrases = behind.split(boundary).map(contentTerms)
  // `it cost to replace a key`: what costs is a pronoun
  const [first] = phrases
  if (first?.length === 1 && /^\s*(?:it|they|he|she|i|we|you|one)\b/i.test(behind))
    return first[0]!.stem
  return (phrases.find(terms => terms.length > 1) ?? first)?.at(-1)?.stem
}

const adverbs = stems('first last originally final also now later together')

/** Verbs and adverbs that many sentences leave out. */
const softWords = stems(
  `take have contain hold need make get go come use see amount measure last cost weigh total say list give
  provide consist kilo machine unit draw use still device appliance product model happen number value sum amount price temperature name state mention
  people person people long`,
)

/** Where money is asked for, what is said of it is that it is paid. */
const paying = stems('pay charge cost due')

/** What the interrogative asks by itself is not looked for again. */
export const asksItself = stems('date day year month time hour place name')

/** Ways to reach somebody, and words for taking them. */
export const reaching = stems(
  'phone telephone mobile fax number call ring email e-mail mail address website web site page url contact write',
)

const auxiliary = /^(is|are|was|were|do|does|did|will|has|have|had|can|could|would)$/i
const boundary =
  /\b(of|in|on|at|for|from|to|with|by|under|over|between|into|near|along|across|through|during|after|before|since|until|(?<!\b(?:until|till|since|by|from) )when|while|as|is|are|was|were|do|does|did|will|has|have|had|can|could|would)\b/i

function termsOf({ wanted, subject }: Clause, { kind, noun, property, role, dimensions }: Kinded) {
  const { unit, noun: counted } = readAsked(`${wanted} ${subject}?`)
  const text = withoutUnit(
    ` ${inOneWord(withoutMeasure(wanted, subject).replace(now, ''))} `,
    counted === undefined ? unit : '',
  )
  const core = new Set<string>()
  const around = new Set<string>()
  const soft = new Set<string>()
  const names = new Set<string>()
  const prepositions = new Map<string, string>()
  let behind = false
  let preposition = ''
  for (const chunk of text.split(boundary)) {
    if (boundary.test(chunk)) {
      // `litres of water`: what is measured stands in the sentence itself
      const measured = kind === 'number' && chunk === 'of' && core.size + soft.size === 0
      behind = !auxiliary.test(chunk) && !measured
      preposition = chunk.toLowerCase()
      continue
    }
    for (const term of contentTerms(chunk)) {
      const { stem: word } = term
      const isAsked =
        (kind !== 'number' && kind !== 'thing' && asksItself.has(word)) ||
        // `what does E7 mean`
        (kind === 'thing' && word === 'mean') ||
        (kind === 'contact' && reaching.has(word)) ||
        (kind === 'code' && /^(?:number|code|referenc)$/.test(word))
      if (isAsked || word === noun || word === property || word === 'money') continue
      // `which boat`: the sentence may call it a yawl
      if (
        kind === 'name' &&
        role !== 'is' &&
        core.size + soft.size === 0 &&
        /\b(?:what|which)$/i.test(wanted)
      ) {
        soft.add(word)
        continue
      }
      const isPaid =
        (dimensions.includes('money') && paying.has(word)) ||
        (kind === 'date' && term.text === 'pay' && !/\bdid\b/i.test(subject))
      if (isPaid || (softWords.has(word) && /^(?:number|thing|frequency)$/.test(kind)))
        soft.add(word)
      // `the society's income` is the income of the society
      else {
        if (behind) prepositions.set(word, preposition)
        ;(behind || /['’]s$/.test(term.text) ? around : core).add(word)
      }
      if (isName(term)) names.add(word)
    }
  }
  return {
    core: [...core],
    around: [...around],
    names: [...names],
    soft: [...soft],
    behind: prepositions,
  }
}

/** `From what weight does a dog count as large`: that a weight is meant, its unit tells. */
function withoutMeasure(wanted: string, subject: string): string {
  const [, noun = ''] =
    /^\s*(\p{L}+) (?:do|does|did|can|may|must|is|are|was)\b/u.exec(subject) ?? []
  const isTold = /^(?:mass|length\/time|temperature)$/.test(measureOf(noun) ?? '')
  return isTold && /\b(?:what|which)$/i.test(wanted) ? subject.replace(noun, '') : subject
}

/** Takes out `litres`, `, in metres`: a unit is compared as one. */
export function withoutUnit(text: string, unit: string): string {
  if (unit === '') return text
  const quoted = asPattern(unit).replace(/\s+/g, '\\s+')
  return text.replace(
    new RegExp(`,?\\s*(?:\\b(?:in|as|to|into)\\s+)?(?<![\\p{L}])${quoted}(?![\\p{L}])`, 'giu'),
    ' ',
  )
}

const preposition =
  '(?:about|roughly|approximately|for|in|on|at|by|after|within|of|with|from|to|over|under|through|since|until|every|before|during|up to)\\s+'

const interrogative = new RegExp(
  `^(?:and\\s+)?(?:${preposition}){0,2}(?:how\\s+(?:many|much|long|high|tall|deep|wide|broad|thick|far|heavy|fast|old|hot|cold|warm|large|big|expensive|often|late)\\b|why\\b|who(?:m|se)?\\b|when\\b|where\\b|(?:what|which)\\b)|^(?:is|are|was|were|do|does|did|can|may|must|has|have|will|should)(?=\\s)`,
  'i',
)

const documentWord =
  /\b(file|documents?|attached|attachment|manual|handbook|instructions|minutes|log|notes|report|text|letter|contract|article|guide|leaflet|brochure|pages?|pdf|sheet|source|table)\b|\.\w{2,4}\b/i

/** `According to the handbook, ...`: where it stands is no part of what is asked. */
function withoutLead(text: string): { readonly lead: string; readonly rest: string } {
  const found =
    /^([^,]{3,80}),\s+(?=(?:\w+\s+){0,2}(?:how|who|whom|whose|when|where|why|what|which)\b)/i.exec(
      text,
    )
  if (!found) return { lead: '', rest: text }
  const [whole, lead = ''] = found
  const source =
    /^(according to|based on|as stated in|as per)\b/i.test(lead) ||
    (/^(in|from|using|see)\b/i.test(lead) && documentWord.test(lead))
  return { lead: source ? '' : lead, rest: text.slice(whole.length) }
}

function withoutSource(subject: string): string {
  return subject
    .replace(/,?\s*\b(according to|as stated in|based on)\b.*$/i, '')
    .replace(/\s+in the end$/i, '')
    .replace(/,?\s*\b(in|from) the (attached|given|enclosed) \w+$/i, '')
}

/** `Give the name of the captain` asks what it is, `List the open tasks` what they are. */
function imperative(text: string): string {
  const listed = /^(?:please\s+)?(?:list|show)\s+(?:me\s+)?(?:all\s+)?(?:of\s+)?(the\s.*s)$/i.exec(
    text,
  )
  if (listed) return `What are ${listed[1]}`
  const asked = text.replace(
    /^(please\s+)?((can|could) you\s+)?(tell me|say|find out|look up|find|state|give|name|report|determine)\s+(me\s+)?/i,
    '',
  )
  if (asked === text || interrogative.test(asked)) return asked
  return /^(the|its|his|her|their)\s/i.test(asked) ? `What is ${asked}` : text
}
