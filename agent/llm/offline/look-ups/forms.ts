// The form of a sentence, and what it tells without a word for it.
import { anyWeekday } from '../../../../plans/text/months.ts'
import { contentTerms, isBeside, stems } from '../stems.ts'
import { changes } from '../values.ts'
import { isAsked, type Want } from '../wanted.ts'

/** `Weight: 12 kg`, `Gardening – Tuesdays`. */
export const label = /^(?:[^.:–—]|(?<=\d):(?=\d)){1,60}(?::| [–—])\s+\S/

/** `Two years from the day of purchase.` under the heading `Guarantee`. */
export const bare =
  /^(?:\d+|One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Twelve) \p{Ll}+ (?:from|after|of|per|for|each|a)\b(?!.*(?:\b(?:is|are|was|were|has|have|had|will)|ed)\b)/u

/** `Guided tour, child: –`: there is nothing of the kind. */
export const blank = /: [-–—]$/

/** What stands between the ends of a span of time. */
export const joinsSpan = new RegExp(`^\\s*(?:to|until|till|–|-)\\s*(?:${anyWeekday},?\\s+)?$`, 'i')

/** What stands before a day that is no longer meant, and before the one in its place: `postponed from 3 May to 10 May`. */
const move =
  '\\b(?:moved?|postponed?|rescheduled?|brought forward|put (?:off|back)|shift(?:s|ed)?|delayed?|(?<!\\b(?:hours|times|prices|rates|rules)\\b[^.;]*)changed)\\b(?: \\p{Ll}+)? from\\s+'
export const moving = new RegExp(`${move}$`, 'iu')
export const moved = new RegExp(`${move}[^.;]{0,30}?\\bto\\s+$`, 'iu')

/**
 * Whether a sentence tells by its form what a word of the question asks: `Apologies: Ann, Ben` who sent them, `from
 * 8 to 9` what is new, `from 8:00 to 18:00` when something opens and ends; and a club says of itself `we`.
 */
export function isImplied(word: string, text: string, want: Pick<Want, 'core' | 'around' | 'end'>) {
  const { core, around, end } = want
  // of a row, `Medicine Senna, until`, the first word only says what the rows are
  const labelled =
    label.test(text) &&
    contentTerms(/^[^:–—]*/.exec(text)![0]).every(
      (term, at, all) =>
        isAsked(term.stem, want) ||
        (end === 'last' && term.stem === 'until') ||
        (at === 0 && isBeside(term, all[1] ?? { at: -1 }) && text.includes(', ', all[1]!.at)),
    )
  const isSpan =
    spanned.test(text) || (end === 'last' && /\b(?:until|till|ends?|expires?)\b/i.test(text))
  return (
    (light.has(word) && labelled) ||
    (word === 'new' && changes.test(text)) ||
    // `We opened the library` is no opening of the school
    (authors.has(word) && core.length + around.length > 2 && /\b(?:we|our|us)\b/i.test(text)) ||
    (end !== undefined && ending.test(word) && isSpan)
  )
}

// --- internal ---

/** What a label leaves out: `Tickets: Ann Lee` says who is in charge of them. */
const light = stems('send hold take place stay give make charge responsible contact')

/** Those who may write of themselves. */
const authors = stems(
  'club group association society committee council company firm school family team choir parish',
)

const spanned = /\d(?:\s?[ap]\.?m\.?|\s\p{L}+(?:\s\d{4})?)?\s*(?:to|until|till|–|-)\s*\d/u
const ending = /^(?:open|start|begin|clos|end|finish|shut|stop|run|last|expir)$/
