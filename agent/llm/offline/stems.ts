// When two words of English mean the same in a question and in a sentence: endings taken off,
// irregular forms, and a small table of everyday synonyms.
import { pairs, singular, stopWords, tokens, verbForms } from './words.ts'

/** A word that tells what a text is about, and the word itself as written. */
export interface Term {
  readonly stem: string
  readonly text: string
  /** Positions of its first character and of the one behind it. */
  readonly at: number
  readonly to: number
}

/** The words of a text that carry meaning, in order. */
export function contentTerms(text: string): readonly Term[] {
  const all = tokens(text)
  return all.flatMap(({ word, kind, text: said, from, to }, at): readonly Term[] => {
    const next = all[at + 1]
    // `4.2.0` is read as `4.2` and `.0`
    if (kind === 'number' && all[at - 1]?.kind === 'number' && all[at - 1]!.to === from) return []
    if (kind === 'number' && next?.kind === 'number' && next.from === to)
      return [{ stem: said + next.text, text: said + next.text, at: from, to: next.to }]
    // the 12 of `D-12`
    const code = /(?<!\p{L})\p{Lu}{1,3}-?$/u.exec(text.slice(0, from))?.[0]
    if (kind === 'number' && code !== undefined)
      return [
        {
          stem: `${code.toLowerCase().replace('-', '')}${said}`,
          text: `${code}${said}`,
          at: from - code.length,
          to,
        },
      ]
    if (/^\p{Lu}{1,3}$/u.test(said) && /^-?\d/.test(text.slice(to))) return []
    const joint = next && phrasal.get(`${stem(word)} ${next.word}`)
    if (joint !== undefined)
      return [{ stem: joint, text: text.slice(from, next!.to), at: from, to: next!.to }]
    const before = all[at - 1]
    if (before && phrasal.has(`${stem(before.word)} ${word}`)) return []
    // `block A`
    const isLabel = said === 'A' && before?.kind === 'word' && !stopWords.has(before.word)
    if (kind === 'mark' || (said !== 'May' && !isLabel && stopWords.has(bare(word)))) return []
    return [{ stem: stem(said), text: said, at: from, to }]
  })
}

/** Verbs of two words as one: `looks after` as `tend`. */
export const inOneWord = (text: string) =>
  text.replace(
    /(\p{L}+) (off|over|up|back|place|out|down|in|after|again|to)(?!\p{L})/giu,
    (both, verb: string, particle: string) => phrasal.get(`${stem(verb)} ${particle}`) ?? both,
  )

/** Whether one word stands right before the other. */
export const isBeside = (one: Pick<Term, 'to'> | undefined, other: Pick<Term, 'at'>) =>
  one !== undefined && one.to + 1 === other.at

/** Whether a word tells one thing or time from another of its kind: `Lyon`, `Q2`, `May`, `1911`. */
export function isName({ text }: Term): boolean {
  return /^[\p{Lu}\d]/u.test(text)
}

/** What remains of a word without ending; numbers without separators. */
export function stem(word: string): string {
  const lower = bare(word.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, ''))
  if (/^\d/.test(lower)) return lower.replaceAll(',', '')
  const plain = singular(lower)
  const base = irregular.get(lower) ?? irregular.get(plain) ?? plain
  if (irregular.has(lower)) return withoutE(base)
  if (/[^aeiou]ied$/.test(base) && base.length > 5) return `${base.slice(0, -3)}y`
  for (const [ending, least] of endings)
    if (base.endsWith(ending) && !/(?:eed|ply)$/.test(base) && base.length - ending.length >= least)
      return withoutE(undoubled(base.slice(0, -ending.length)))
  return withoutE(base)
}

export function isVerbForm(word: string): boolean {
  return /[^e]ed$/i.test(word) || irregular.has(word.toLowerCase())
}

/** Whether two stems may stand for one another. */
export function sameStem(a: string, b: string): boolean {
  if (a === b) return true
  if (/^\d/.test(a) || /^\d/.test(b)) return false
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short.length >= 4 && long.startsWith(short) && derived.test(long.slice(short.length)))
    return true
  return groups.some(group => group.has(a) && group.has(b))
}

export const isAmong = (stem: string, words: readonly string[]) =>
  words.some(word => sameStem(word, stem))

export const stems = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).map(stem))

// --- internal ---

const bare = (word: string) => word.replace(/['’]s?$/, '')

const endings: readonly (readonly [string, number])[] = [
  ['ing', 3],
  ['ed', 3],
  ['ly', 4],
]

/** Endings that make a noun or an adjective of the same root. */
const derived =
  /^(e?r|or|ion|t?ion|ption|ation|ition|ment|ance|ence|al|y|ist|ship|n|th|ian|ant|ing|age)$/

const withoutE = (word: string) => word.replace(/(?<=...)e$/, '')

const undoubled = (word: string) => word.replace(/(?<=..)([bdfgmnprt])\1$/, '$1')

const irregular = pairs(
  `${verbForms}, led lead, leads lead, lit light, lighted light, sale sell, spoken speak, chosen choose, drawn draw, flown fly,
  knew know, known know, risen rise, sang sing, sung sing, thought think, fought fight, said say, loss lose,
  shot shoot, slept sleep, wore wear, worn wear, froze freeze, frozen freeze, eaten eat, fallen fall, hid hide,
  hidden hide, ridden ride, sowed sow, shook shake, shaken shake, thrown throw, tore tear, torn tear, woke wake,
  woken wake, gotten get, gone go, goes go, sank sink, sunk sink, told tell, heard hear, died die, dies die,
  death die, born bear, birth bear, dug dig, founded found, founder found, ground grind, forgave forgive,
  lives life, wives wife, leaves leave, wolves wolf, heaviest heavy, longest longest, species species,
  series series, bus bus, gas gas, glass glass, minutes minute, does do, oldest oldest, agreed agree, freed free,
  guaranteed guarantee`,
)

/** Verbs of two words, and the one that means the same. */
const phrasal: ReadonlyMap<string, string> = new Map(
  `call off=cancel|take over=succeed|set up=found|set off=depart|put off=postpon|pick up=collect|hand back=return|
  give back=return|send back=return|pay back=return|carry out=perform|go up=ris|turn down=reject|
  move in=enter|hand in=submit|hand over=deliver|find out=learn|look after=tend|run out=end|open again=reopen|get to=reach|way out=outward|way back=return`
    .split('|')
    .map(pair => pair.trim().split(/[ =]/))
    .map(([verb, particle, meaning]) => [`${stem(verb!)} ${particle}`, stem(meaning!)] as const),
)

/** Words that questions and documents use for one another. */
const groups: readonly ReadonlySet<string>[] = `
  build construct erect | begin start commence | end finish complete conclude expire close | author write |
  long length | longest long length | high height tall | highest high height tall | wide width
  broad breadth | widest wide width | deep depth | deepest deep depth | thick thickness | weigh
  weight heavy mass | heaviest heavy weight weigh | fast speed velocity | cost price spend charge | old age |
  buy purchase acquire | repair fix mend | shut close | guarantee warranty | chair chairman
  chairwoman chairperson preside | closest nearest minimum perigee perihelion | farthest furthest
  maximum apogee aphelion | largest biggest greatest | maximum greatest highest most | minimum
  least lowest | mean average | circumference around | captain skipper | film movie | car
  automobile | elect vote | wed marry marriage husband spouse | wed marry marriage wife spouse | child kid | choose select pick | employ employee
  staff work | rescue save | show display exhibit | consum consumption | receiv receipt | discover
  discovery | invent inventor invention | direct director | die death | arriv arrival reach | depart
  departure leave | found establish foundation | sign signature | win winner victory | transport
  carry | forbid prohibit ban | allow permit permission | yearly annual year | monthly month | weekly week |
  daily day | contract agreement lease | tenant lessee | landlord lessor | bike bicycle | kilo kilogram |
  phone telephone | collect pick | return refund repay | cancel annul | photo photograph picture |
  job post position | flat apartment | pupil student | doctor physician | shop store | lorry truck |
  succeed successor | holiday vacation | help assist | need require | total sum altogether |
  participant attendee | insur insurance | delay late | study degree | company firm employer |
  design designer plan architect | resign step | postpon delay | reject refuse decline | fee charge |
  journey trip | room chamber | rubbish waste garbage | use usage | speak language | rain rainfall | warm temperature |
  stay sleep night overnight | rest balance remainder remaining | responsible tend | clean wash rinse |
  score goal | publish issue release | own owner belong | TV television | grandmother grandma | mother mum mom |
  father dad | big large | small little | happen occur | accident collision crash | injure hurt | ill sick |
  fridge refrigerator | loan lend | luggage baggage | person inhabitant resident | live inhabitant resident | error fault | last run |
  stair step | return inbound homeward | outward outbound`
  .split('|')
  .map(group => new Set(group.match(/\S+/g)!.flatMap(word => [word, stem(word)])))
