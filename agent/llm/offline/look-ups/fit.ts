// Whether a sentence speaks of what is asked: every word of the question that tells stands in it, or in
// what it stands under and refers back to.
import { anyMonth, anyWeekday } from '../../../../plans/text/months.ts'
import { numberWords } from '../../../../plans/text/numerals.ts'
import { asPattern } from '../../../../plans/text/words.ts'
import { type clauseAt, nearnessTo } from '../nearness.ts'
import { isCurrency } from '../roles.ts'
import {
  contentTerms,
  isAmong,
  isBeside,
  isName,
  isVerbForm,
  sameStem,
  stem,
  type Term,
} from '../stems.ts'
import type { Found } from '../values.ts'
import { isAsked, type Want } from '../wanted.ts'
import { measureOf } from '../wanted-kind.ts'
import { bare, isImplied, label } from './forms.ts'
import type { Sentence } from './texts/documents.ts'

export interface Fit {
  /** The words of the question that stand in the sentence itself. */
  readonly terms: readonly Term[]
  /** How many stand only in what it refers to. */
  readonly context: number
  /** All words of the sentence that carry meaning. */
  readonly own: readonly Term[]
}

/** A value where it stands, and what else stands there. */
export interface Scene {
  readonly text: string
  readonly found: Found
  /** What stands before and behind it, and the clause it stands in. */
  readonly before: string
  readonly behind: string
  readonly clause: ReturnType<typeof clauseAt>
  /** What else may be meant: of any kind, and of the kind that is asked for. */
  readonly rivals: { readonly all: readonly Found[]; readonly fitting: readonly Found[] }
  readonly fit: Fit
  readonly want: Want
}

/** `The floor area is 118 square metres` says how large something is: the word for what is measured. */
export const isMeasure = ({ text }: Term, dimensions: readonly string[]) =>
  /^(?:area|weight|volume|price|cost|fee|charge)$/i.test(text) &&
  dimensions.includes(measureOf(text.toLowerCase())!)

export const isTime = (unit: string) =>
  /^(s|sec|min|h|d|seconds?|minutes?|hours?|days?|weeks?|months?|years?)$/i.test(unit)

/** Whether a sentence speaks of what is asked: a score, or nothing when a word is missing. */
export function fitOf(sentence: Sentence, want: Want): Fit | undefined {
  const { text } = sentence
  const own = contentTerms(text)
  const titled = contentTerms(sentence.about).filter(isName)
  const known = { ...want, around: [...want.around, ...titled.map(({ stem }) => stem)] }
  const refers =
    refersBack(text) ||
    (label.test(text) && !isOfOther(own, want)) ||
    bare.test(text) ||
    beginsWithAsked(text, own, want)
  const isOther = (term: Term) =>
    ofAnother(text, term, known) || isCompared(text, term, want) || isFormer(text, term, want)
  const found: Term[] = []
  let context = 0
  for (const word of [...want.core, ...want.around]) {
    const exact = own.filter(term => term.stem === word)
    const here = exact.length > 0 ? exact : own.filter(term => sameStem(term.stem, word))
    if (here.length > 0) {
      if (here.every(isOther) || isOfOtherNumber({ ...sentence, before: '' }, word, want))
        return undefined
      found.push(...here)
    } else if (!isImplied(word, text, want)) {
      if (!isOfContext(word, sentence, want, { own, refers })) return undefined
      context += 1
    }
  }
  return { terms: found, context, own }
}

/** Whether the word that a sentence does not hold stands in what it stands under or after, and is meant by it. */
function isOfContext(
  word: string,
  sentence: Sentence,
  want: Want,
  { own, refers }: { readonly own: readonly Term[]; readonly refers: boolean },
): boolean {
  const { text } = sentence
  const isSame = (term: Term) => sameStem(term.stem, word)
  const spoken = contentTerms(sentence.before).filter(isSame)
  const isTitled = contentTerms(sentence.about).some(isSame)
  if (isElsewhere(sentence, word, want) || isOfOtherNumber(sentence, word, want)) return false
  // `the budget for maintenance` before says nothing of a budget for energy
  if (!isTitled && spoken.every(term => isFor(sentence.before, term, want))) return false
  // what the title names, a later pronoun of the sentence may stand for as well
  const back = refers || (isTitled && pronoun.test(text))
  const isOfTitle = isTitled && (!want.core.includes(word) || want.names.includes(word))
  if (!isOfTitle && !back) return false
  // what the title and the sentence before name, a pronoun stands for
  const isPlaced = /^(?:place|name)$/.test(want.kind) || (refers && isTitled && spoken.length > 0)
  return !want.names.includes(word) || isPlaced || !speaksOfAnother(text, own, word, want)
}

export function closeness(text: string, terms: readonly Term[], span: Pick<Found, 'from' | 'to'>) {
  return Map.groupBy(terms, ({ stem }) => stem)
    .values()
    .reduce((sum, each) => sum + Math.max(...each.map(({ at }) => nearnessTo(text, at, span))), 0)
}

/** Whether a pronoun stands for what was spoken of before: nothing that it could stand for comes first. */
export function refersBack(text: string): boolean {
  const at = pronoun.exec(text)?.index
  return at !== undefined && !ownSubject.test(text.slice(0, at).replace(adverbial, ''))
}

/** `the tower of the church`, where the question speaks of no church. */
export function ofAnother(
  text: string,
  { at, text: word }: Pick<Term, 'at' | 'text'>,
  want: Pick<Want, 'kind' | 'core' | 'around'>,
): boolean {
  // `after Tarrant's death`, where the question speaks of no Tarrant
  const [, owner] = /(\p{Lu}\p{L}+)['’]s?\s+$/u.exec(text.slice(0, at)) ?? []
  if (owner !== undefined && want.kind !== 'name' && !isAsked(stem(owner), want)) return true
  const [, phrase = ''] =
    /^\s+of\s+(?:the\s+|an?\s+|its\s+|this\s+)?([\p{L}\s-]{1,60}?)(?=\s+(?:is|are|was|were|has|have|had|will|can|in|on|at|for|from|to|with|by|and|of|that|which|stands|measures|\w+s|\w+ed)\b|[.,;:()\d]|$)/u.exec(
      text.slice(at + word.length),
    ) ?? []
  // `a term of eighteen months` is of nothing else
  const named = contentTerms(phrase).filter(
    term => !numberWords.has(term.text.toLowerCase()) && !isCurrency(term.text),
  )
  return !isTime(named[0]?.text ?? '') && areOthers(named, want)
}

/** `the largest city after Corvey` says nothing of Corvey. */
function isCompared(text: string, term: Term, { behind }: Want): boolean {
  const [, by] = compared.exec(text.slice(0, term.at)) ?? []
  const isNamed = isName(term) && kindOf(term.stem) === 'name'
  return by !== undefined && isNamed && behind?.get(term.stem) !== by
}

/** `The former lease`, where the lease is asked for. */
function isFormer(text: string, { at }: Term, { said }: Want): boolean {
  const [, time] = /\b(former|previous|prior|earlier|proposed)\s+$/i.exec(text.slice(0, at)) ?? []
  return time !== undefined && !said.some(term => sameStem(term.stem, stem(time)))
}

const compared = /\b(?<!named )(after|behind|than|unlike)\s+(?:\p{Lu}\S*\s+(?:and\s+)?)*$/u

/** `the budget for maintenance`, where the question speaks of no maintenance. */
function isFor(text: string, { to }: Term, want: Want): boolean {
  const [, phrase = ''] = /^\s+for\s+((?:[\p{L}-]+\s?){1,3})/u.exec(text.slice(to)) ?? []
  return areOthers(contentTerms(phrase), want)
}

/** Whether something is named, and nothing of it in the question. */
const areOthers = (named: readonly Term[], want: Pick<Want, 'core' | 'around'>) =>
  named.length > 0 && !named.some(({ stem }) => isAsked(stem, want))

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
function speaksOfAnother(text: string, own: readonly Term[], word: string, want: Want): boolean {
  const kind = kindOf(word)
  if (kind === 'number' && !/^\d{4}$/.test(word)) return false
  // `in Lyon`, `the Lyon plant`, `her sister Ann`, `Tank, DH-12: 3 litres`
  const placed =
    /(?:\b(?:in|at|of|for|from|near|to)\s+(?:the\s+)?|\bthe\s+|\b(?:its|his|her|their)\s+\p{Ll}+\s+|^[^,:]{1,60},\s+)$/iu
  return own.some(
    term =>
      isName(term) &&
      !isAsked(term.stem, want) &&
      kindOf(term.stem) === kind &&
      (kind !== 'name' || placed.test(text.slice(0, term.at))),
  )
}

/**
 * What only a context says is not said of a sentence that says something else in its place: `for adults`
 * where children are asked for. What is done it says itself.
 */
function isElsewhere({ text, about }: Sentence, word: string, want: Want): boolean {
  const { behind, act, said } = want
  const titled = contentTerms(about).some(({ stem }) => stem === word)
  if ((word === act && !titled) || said.some(term => term.stem === word && isVerbForm(term.text)))
    return true
  const preposition = behind?.get(word)
  // `when she went home` is another time than a title may speak of
  if (/^(?:when|while)$/.test(preposition ?? '')) return true
  if (preposition === undefined || preposition === 'of') return false
  const phrases = text.matchAll(
    new RegExp(`\\b${preposition}\\s+((?:[\\p{L}’'-]+\\s*){1,3})`, 'giu'),
  )
  // `on Monday` says nothing in the place of `on the boiler`
  const isRival = (term: Term) => kindOf(word) !== 'name' || kindOf(term.stem) === 'name'
  return [...phrases].some(([, phrase = '']) =>
    areOthers(contentTerms(phrase).filter(isRival), want),
  )
}

/** `Year 6` in the sentence or before it, where `Year 3` is asked for. */
function isOfOtherNumber({ text, before }: Sentence, word: string, { said }: Want): boolean {
  const noun = said[said.findIndex(({ stem }) => stem === word) - 1]?.text
  if (!/^\d{1,3}$/.test(word) || noun === undefined) return false
  const numbered = new RegExp(`\\b${asPattern(noun)}s? (\\d{1,3})\\b`, 'giu')
  const numbers = [...`${before} ${text}`.matchAll(numbered)].map(([, number]) => number!)
  return numbers.length > 0 && !numbers.includes(word)
}

/** `Deposit paid on 20 March: £500` says of no invoice when it was paid. */
const isOfOther = ([first, second]: readonly Term[], want: Want) =>
  !!first &&
  !!second &&
  !isAsked(first.stem, want) &&
  isAsked(second.stem, want) &&
  isVerbForm(second.text)

/** `The crossing takes ...`, `Serves 6`, `Single tickets rise ...`: what comes first is asked for, so the rest may stand above. */
function beginsWithAsked(
  text: string,
  own: readonly Term[],
  { core, around, soft, noun, dimensions }: Want,
): boolean {
  const [first, second] = own.filter(({ stem }) => !/^\d/.test(stem))
  // `the power consumption`
  const isJoined = /^The\b/.test(text) && second !== undefined && isBeside(first, second)
  const asked = [...core, ...around, ...soft, ...(noun === undefined ? [] : [noun])]
  return [first, isJoined ? second : undefined].some(
    term => term && (isMeasure(term, dimensions) || isAmong(term.stem, asked)),
  )
}

const pronoun =
  /(?<!\b(?:of|in|on|around|at|to|for|from|by|with|under|over|near|behind|before|after|beside|above|below)\s)\b(?:it|itself|he|him|she|they|them|there (?:is|are|was|were)|this|these|those)\b|\b(?:its|his|her|their)\b/i
const adverbial =
  /^\W*(?:(?:and|but|then)\s+)?(?:in|on|at|by|with|for|since|from|after|before|during|until|over|along|measured)\s(?:[^,]|,(?=\d)){0,40}[\s,]/i
const ownSubject = new RegExp(
  [
    /\b(?:[Tt]he|[Aa]n?|[Hh]is|[Hh]er|[Ii]ts|[Tt]heir|[Oo]ur|[Mm]y)\s+\p{L}|\b\p{Lu}\p{L}+\s+\p{Lu}/u,
    // `Water damage is not insured`
    /^\W*(?!(?:Then|Now|Here|Also|However|Later|Usually|Often|Sometimes|Afterwards|Today)\b)\p{Lu}\p{Ll}+(?: \p{Ll}+){0,2} (?:is|are|was|were|has|have|had|can|will|must|may|should|costs?)\b/u,
  ]
    .map(each => each.source)
    .join('|'),
  'u',
)
