// The words of an answer: what of their spelling is form and not value (typographic marks, quotation
// marks around the whole, an article before it).
import { wordNumbers } from '../text/numerals.ts'
import { plainMarks } from '../text/quotes.ts'

/** The text without marks around it and without a leading `the` or `an`. */
export function tidy(text: string): string {
  const plain = plainMarks(text).trim()
  const [, inside] =
    /^(?:"([^"]*)"|'([^']*)')$/.exec(plain)?.filter(each => each !== undefined) ?? []
  const bare = (inside ?? plain).trim()
  // an article in small letters is no part of a name; "a" begins too many fixed phrases
  return bare.replace(/^(?:the|an) (?=\S{2})/, '')
}

/** The text without the full stop of a sentence behind it; that of an abbreviation stays. */
export function unstopped(text: string): string {
  return /\p{L}{4}\.$|[\d)"']\.$/u.test(text) ? text.slice(0, -1) : text
}

/** The number that a text consisting of number words spells, such as `two hundred and five`. */
export function numeralIn(text: string): number | undefined {
  const words = text
    .toLowerCase()
    .split(/[\s-]+/)
    .filter(word => word !== '')
  const [first, ...rest] = words
  const counted = first === 'a' ? rest : words
  const isNumeral = (word: string) => word === 'and' || !wordNumbers(word, -1).next().done
  if (counted.length === 0 || !counted.every(isNumeral)) return undefined
  const [only, ...more] = wordNumbers(counted.join(' '), -1)
  return more.length === 0 ? only?.values[0] : undefined
}

/** Words beside a number or a word that make it say something else: `not`, `without`, `at least`. */
export const turning: ReadonlySet<string> = new Set(
  'no not never none neither nor without except but or than more less fewer fewest least most over under above below beyond up minus plus between if unless half twice double triple almost nearly'.split(
    ' ',
  ),
)
