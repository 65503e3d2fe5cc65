// Whether a sentence speaks of what is asked: every word of the question that tells stands in it, or in
// what it stands under and refers back to.
import { anyMonth, anyWeekday } from '../../../../plans/text/months.ts'
import { nearness } from '../clauses.ts'
import { contentTerms, isName, isVerbForm, sameStem, stem, type Term } from '../stems.ts'
import type { Found } from '../values.ts'
import type { Want } from '../wanted.ts'
import type { Sentence } from './documents.ts'

export interface Fit {
  /** The words of the question that stand in the sentence itself. */
  readonly terms: readonly Term[]
  /** How many stand only in what it refers to. */
  readonly context: number
  /** All words of the sentence that carry meaning. */
  readonly own: readonly Term[]
}

/** Whether a sentence speaks of what is asked: a score, or nothing when a word is missing. */
export function fitOf(
  sentence: Sentence,
  want: Pick<Want, 'core' | 'around' | 'names'>,
): Fit | undefined {
  const own = contentTerms(sentence.text)
  const before = contentTerms(sentence.before)
  const about = contentTerms(sentence.about)
  const refers =
    refersBack(sentence.text) ||
    label.test(sentence.text) ||
    bare.test(sentence.text) ||
    isOfTitle(sentence, want) ||
    isElliptic(sentence, want)
  const found: Term[] = []
  let context = 0
  for (const [words, needsPronoun] of [
    [want.core, true],
    [want.around, false],
  ] as const)
    for (const word of words) {
      // what stands in a list of prices is paid
      if (word === 'pay' && label.test(sentence.text)) continue
      const here = own.filter(term => sameStem(term.stem, word))
      if (here.length > 0) {
        if (here.every(term => ofAnother(sentence.text, term, want))) return undefined
        found.push(...here)
        continue
      }
      const within = (terms: readonly Term[]) => terms.some(term => sameStem(term.stem, word))
      const meant = isMeant(sentence, word, words)
      if (!meant && !within(before) && !within(about)) return undefined
      // what the title names, a later pronoun of the sentence may stand for as well
      const back = refers || (within(about) && pronoun.test(sentence.text))
      if (!meant && (needsPronoun || !within(about)) && !back) return undefined
      if (want.names.includes(word) && speaksOfAnother(sentence.text, own, word, want))
        return undefined
      context += 1
    }
  return { terms: found, context, own }
}

/** How near the words of the question stand to a value. */
export function closeness(
  text: string,
  terms: readonly Term[],
  { from, to }: Pick<Found, 'from' | 'to'>,
): number {
  const best = new Map<string, number>()
  for (const { stem, at } of terms) {
    const near = at < from ? nearness(text, at, from) : nearness(text, to, at)
    best.set(stem, Math.max(best.get(stem) ?? 0, near))
  }
  return [...best.values()].reduce((sum, near) => sum + near, 0)
}

export const label = /^[^.:]{1,60}:\s+\S/

/** Whether a pronoun stands for what was spoken of before: nothing that it could stand for comes first. */
export function refersBack(text: string): boolean {
  const at = pronoun.exec(text)?.index
  return at !== undefined && !ownSubject.test(text.slice(0, at).replace(adverbial, ''))
}

/** `the tower of the church`, where the question speaks of no church. */
export function ofAnother(
  text: string,
  { at, text: word }: Pick<Term, 'at' | 'text'>,
  { core, around }: Pick<Want, 'core' | 'around'>,
): boolean {
  const after =
    /^\s+of\s+(?:the\s+|an?\s+|its\s+|this\s+)?([\p{L}\s-]{1,60}?)(?=\s+(?:is|are|was|were|has|have|had|will|can|in|on|at|for|from|to|with|by|and|of|that|which|stands|measures|\w+s|\w+ed)\b|[.,;:()\d]|$)/u.exec(
      text.slice(at + word.length),
    )
  if (!after) return false
  const named = contentTerms(after[1]!)
  const asked = [...core, ...around]
  return named.length > 0 && !named.some(term => asked.some(word => sameStem(word, term.stem)))
}

/** Of which kind something named is. */
export function kindOf(stem: string): 'period' | 'number' | 'month' | 'weekday' | 'name' {
  if (/^[qh][1-4]$/.test(stem)) return 'period'
  if (/^\d/.test(stem)) return 'number'
  if (new RegExp(`^${anyMonth}$`, 'i').test(stem)) return 'month'
  return new RegExp(`^${anyWeekday}$`, 'i').test(stem) ? 'weekday' : 'name'
}

// --- internal ---

/**
 * Whether the sentence names something of the same kind as `word` that the question does not: another
 * place (`in Lyon`, `the Lyon plant`), another period.
 */
function speaksOfAnother(
  text: string,
  own: readonly Term[],
  word: string,
  { core, around }: Pick<Want, 'core' | 'around'>,
): boolean {
  const asked = [...core, ...around]
  // `in Lyon`, `the Lyon plant`, `her sister Ann`
  const placed =
    /(?:\b(?:in|at|of|for|from|near|to)\s+(?:the\s+)?|\bthe\s+|\b(?:its|his|her|their)\s+\p{Ll}+\s+)$/iu
  return own.some(
    term =>
      isName(term) &&
      !asked.some(each => sameStem(each, term.stem)) &&
      kindOf(term.stem) === kindOf(word) &&
      (kindOf(word) !== 'name' || placed.test(text.slice(0, term.at))),
  )
}

/** `The hut has ...` where `the Kestrel Hut` was spoken of: the noun stands here, the whole name before. */
function isMeant({ text, about, before, above }: Sentence, word: string, asked: readonly string[]) {
  const terms = contentTerms(`${about} ${above} ${before}`)
  const at = terms.findIndex(term => sameStem(term.stem, word))
  const head = terms[at + 1]
  if (at < 0 || !head || !asked.some(each => sameStem(each, head.stem))) return false
  // another one of the kind was spoken of as well
  const rival = terms.some(
    (term, spot) =>
      spot > 0 &&
      spot !== at + 1 &&
      sameStem(term.stem, head.stem) &&
      isName(terms[spot - 1]!) &&
      !sameStem(terms[spot - 1]!.stem, word),
  )
  const definite = [...text.matchAll(/\b(?:the|its|their)\s+(\p{L}+)/giu)]
  return !rival && definite.some(([, noun = '']) => sameStem(stem(noun), head.stem))
}

/** `The crossing takes ...` behind `the ferry`, `The power consumption is ...` under a title: of what was spoken of. */
function isOfTitle({ text }: Sentence, { core }: Pick<Want, 'core'>): boolean {
  const [, head, verb = ''] = /^The (?:[\p{Ll}-]+ )?([\p{Ll}-]+) (\p{Ll}+)\b/u.exec(text) ?? []
  const isVerb = /^(?:is|was|are|were|will)$|[^s]s$/.test(verb) || isVerbForm(verb)
  return isVerb && head !== undefined && core.some(word => sameStem(stem(head), word))
}

/** `Two years from the day of purchase.` under the heading `Guarantee`. */
export const bare =
  /^(?:\d+|One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Twelve) \p{Ll}+ (?:from|after|of|per|for|each|a)\b(?!.*(?:\b(?:is|are|was|were|has|have|had|will)|ed)\b)/u

/** `Bake at 210 °C`, `Keeps for 4 days`: of what the heading names. */
function isElliptic({ text }: Sentence, { core, around }: Pick<Want, 'core' | 'around'>) {
  const verb = /^(\p{Lu}\p{Ll}+) (?:at|for|in|to|with|until|from|the) /u.exec(text)?.[1]
  return verb !== undefined && [...core, ...around].some(word => sameStem(word, stem(verb)))
}

const pronoun =
  /(?<!\b(?:of|in|on|around|at|to|for|from|by|with|under|over|near|behind|before|after|beside|above|below)\s)\b(?:it|itself|he|him|she|they|them|there (?:is|are|was|were)|this|these|those)\b|\b(?:its|his|her|their)\b/i
const adverbial =
  /^\W*(?:(?:and|but|then)\s+)?(?:in|on|at|by|with|for|since|from|after|before|during|until|over|along|measured)\s(?:[^,]|,(?=\d)){0,40}[\s,]/i
const ownSubject =
  /\b(?:[Tt]he|[Aa]n?|[Hh]is|[Hh]er|[Ii]ts|[Tt]heir|[Oo]ur|[Mm]y)\s+\p{L}|\b\p{Lu}\p{L}+\s+\p{Lu}/u
