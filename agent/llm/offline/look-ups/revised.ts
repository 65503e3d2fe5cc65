// What a document says later that takes back what it said before: a correction, a change of plan.
import { asPattern } from '../../../../plans/text/words.ts'
import { contentTerms, isName, sameStem } from '../stems.ts'
import { type Found, namesIn } from '../values.ts'
import type { Want } from '../wanted.ts'
import type { Answering } from './answering.ts'
import type { Sentence } from './documents.ts'

/**
 * The sentence behind the one that answers which may take it back: `Correction to the budget: it was cut to
 * 12,500`, `we are 95 guests now, not 80`, `Lodge Fernhill has cancelled`; of a yes, one that says the same of
 * another person. `valuesIn` are the values of the kind that is asked for.
 */
export function revisionOf(
  best: Answering,
  sentences: readonly Sentence[],
  want: Want,
  valuesIn: (sentence: Sentence) => readonly Pick<Found, 'value' | 'unit'>[],
): Sentence | undefined {
  const { sentence, value, unit } = best
  const from = sentences.indexOf(sentence) + 1
  return sentences.slice(from).find(later => {
    if (later.call !== sentence.call || later.within !== sentence.within) return false
    const { text } = later
    const own = contentTerms(text)
    const isShared = want.said.some(({ stem }) => own.some(term => sameStem(term.stem, stem)))
    if (isShared && strong.test(text)) return true
    if (want.kind === 'truth')
      return (
        isOfAnother(text, want) || want.said.some(each => isName(each) && isOut(text, each.text))
      )
    if (isDenied(text, value) || (typeof value === 'string' && isOut(text, value))) return true
    return (
      isShared &&
      (weak.test(text) || (want.kind === 'number' ? resized : moved).test(text)) &&
      valuesIn(later).some(
        other => (unit ?? other.unit) === other.unit && String(other.value) !== String(value),
      )
    )
  })
}

// --- internal ---

/** `not 80`, `instead of 80`. */
function isDenied(text: string, value: Answering['value']): boolean {
  const denial = '\\b(?:not|instead of|rather than|no longer)\\s+(?:the\\s+)?\\p{Sc}?'
  return new RegExp(`${denial}${asPattern(String(value))}(?![\\p{L}\\d]|[.,]\\d)`, 'iu').test(text)
}

/** `Lodge Fernhill has cancelled`, `Dr Ruiz is ill`. */
function isOut(text: string, name: string): boolean {
  if (!/^\p{L}/u.test(name)) return false
  const out = 'cancelled|canceled|withdrawn|ill|sick|unable|cannot|can’t|dropped out|resigned'
  const auxiliary = '(?:\\s+(?:has|have|is|was|had))?(?:\\s+(?:been|now|already))?'
  return new RegExp(`\\b${asPattern(name)}(?!\\p{L})${auxiliary}\\s+(?:${out})\\b`, 'iu').test(text)
}

/** Says all that a question asks but its names, of somebody whom it does not name. */
function isOfAnother(text: string, { said }: Want): boolean {
  const own = contentTerms(text)
  const holds = (stem: string) => own.some(term => sameStem(term.stem, stem))
  const [named, rest] = [said.filter(isName), said.filter(term => !isName(term))]
  if (named.length === 0 || rest.length < 2 || !rest.every(({ stem }) => holds(stem))) return false
  const isAsked = (name: string) =>
    contentTerms(name).some(({ stem }) => named.some(term => sameStem(term.stem, stem)))
  const names = namesIn(text)
  return names.length > 0 && !names.some(({ value }) => isAsked(String(value)))
}

/** Takes back what was said, whatever it is. */
const strong = /\b(?:ignore (?:what|the|my)|disregard|scrap (?:that|the)|forget (?:what|the))\b/i

/** Says that something is otherwise, where another value stands beside it. */
const weak =
  /\b(?:corrections?|corrected|mistaken|mistake|in error|(?:was|were|got it) wrong|typo|change of plan|supersedes?d?|instead(?! of)|after all|make (?:it|that)|rescheduled|revised|amended|updated|no longer)\b/i

/** The same of what grows or shrinks, and of what has a day. */
const resized = /\b(?:cut|raised|lowered|reduced|increased|changed) (?:it )?(?:from \S+ )?to\b/i
const moved =
  /\b(?:extended|moved|postponed|brought forward|put (?:off|back)|changed) (?:it )?(?:from \S+ )?to\b/i
