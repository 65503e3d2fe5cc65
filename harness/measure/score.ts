// How an answer is scored: the official GAIA scorer, rule for rule, its reading of numbers included;
// beside it, never instead of it, whether a wrong answer was near and whether only its form was wrong.
import { nearMiss } from './near-miss.ts'

/**
 * True when `answer` is right against `truth` by the rules of GAIA's `question_scorer`: the truth alone
 * decides whether numbers, lists (separated by commas or semicolons) or strings are compared. Numbers
 * are compared exactly after deleting `$`, `%` and `,` in the answer, one that cannot be read being
 * infinite; pieces of a list keep their punctuation, count and order; strings lose white space, case
 * and ASCII punctuation. A missing answer (`null`) is the text `None`, as in the scorer's newer copies.
 */
export function isRight(answer: string | null, truth: string): boolean {
  const said = answer ?? 'None'
  const number = pythonFloat(truth)
  if (number !== undefined) return numberOf(said) === number
  if (!/[,;]/.test(truth)) return bare(said) === bare(truth)
  const wanted = truth.split(/[,;]/)
  const given = said.split(/[,;]/)
  if (wanted.length !== given.length) return false
  return wanted.every((piece, index) => {
    const value = pythonFloat(piece)
    return value === undefined
      ? withoutSpaces(given[index]!) === withoutSpaces(piece)
      : numberOf(given[index]!) === value
  })
}

/**
 * `right` by the official rules, else what `nearMiss` calls it: `near` within `tolerance` (absolute; 1 % of
 * the truth unless given), `form` where only its unit or its form is wrong. `wrong` otherwise.
 */
export function grade(answer: string, truth: string, tolerance?: number) {
  return isRight(answer, truth) ? 'right' : (nearMiss(answer, truth, tolerance) ?? 'wrong')
}

/**
 * What Python's `float()` makes of a text, or `undefined` where it raises: decimal digits of any
 * script, single underscores between digits, `inf`, `infinity` and `nan`, white space around it but
 * not U+001C to U+001F; no hexadecimal, no empty text.
 */
export function pythonFloat(text: string): number | undefined {
  const digits = text.replace(/(?![0-9])\p{Nd}/gu, digit => String(decimalValue(digit)))
  // blank to Python is U+0085 and not U+FEFF, to JavaScript the reverse
  const token = digits.replaceAll('\u0085', ' ').replaceAll('\ufeff', '?').trim()
  if (/^[-+]?(inf|infinity)$/i.test(token)) return token.startsWith('-') ? -Infinity : Infinity
  if (/^[-+]?nan$/i.test(token)) return Number.NaN
  return decimal.test(token) ? Number(token.replaceAll('_', '')) : undefined
}

// --- internal ---

/** White space as Python's `\s` knows it: with U+001C to U+001F and U+0085, without U+FEFF. */
const space = '(?!\\ufeff)[\\s\\u001c-\\u001f\\u0085]'
const spaces = new RegExp(space, 'g')

const whole = '[0-9]+(?:_[0-9]+)*'
const decimal = new RegExp(
  `^[-+]?(?:${whole}(?:\\.(?:${whole})?)?|\\.${whole})(?:[eE][-+]?${whole})?$`,
)

/** Digits of a script stand in runs of ten, beginning with zero; runs may follow one another. */
function decimalValue(digit: string): number {
  const code = digit.codePointAt(0)!
  let before = 0
  while (/^\p{Nd}$/u.test(String.fromCodePoint(code - before - 1))) before += 1
  return before % 10
}

function numberOf(answer: string): number {
  return pythonFloat(answer.replace(/[$%,]/g, '')) ?? Number.POSITIVE_INFINITY
}

function withoutSpaces(text: string): string {
  return text.replace(spaces, '').toLowerCase()
}

function bare(text: string): string {
  return withoutSpaces(text).replace(/[!-/:-@[-`{-~]/g, '')
}
