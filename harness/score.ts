// How an answer is scored: the official GAIA scorer, rule for rule, its reading of numbers included;
// beside it, never instead of it, whether a wrong answer was near and whether only its form was wrong.

/**
 * True when `answer` is right against `truth` by the rules of GAIA's `question_scorer`: the truth alone
 * decides whether numbers, lists (separated by commas or semicolons) or strings are compared. Numbers
 * are compared exactly after deleting `$`, `%` and `,`; pieces of a list keep their punctuation; strings
 * lose white space, case and ASCII punctuation.
 */
export function isRight(answer: string, truth: string): boolean {
  const number = pythonFloat(truth)
  if (number !== undefined) return numberOf(answer) === number
  if (!/[,;]/.test(truth)) return bare(answer) === bare(truth)
  const wanted = truth.split(/[,;]/)
  const given = answer.split(/[,;]/)
  if (wanted.length !== given.length) return false
  return wanted.every((piece, index) => {
    const value = pythonFloat(piece)
    return value === undefined
      ? withoutSpaces(given[index]!) === withoutSpaces(piece)
      : numberOf(given[index]!) === value
  })
}

export type Grade = 'right' | 'near' | 'form' | 'wrong'

/**
 * `right` by the official rules; else `form` when the value is the same in another dress (a unit, a
 * sentence, another order of words), `near` when every number is within `tolerance` (absolute; 1 % of
 * the truth unless given), `wrong` otherwise.
 */
export function grade(answer: string, truth: string, tolerance?: number): Grade {
  if (isRight(answer, truth)) return 'right'
  const wanted = numbers(truth)
  const given = numbers(answer)
  if (wanted.length === 0)
    return bare(truth) !== '' && words(answer).includes(words(truth)) ? 'form' : 'wrong'
  if (given.length !== wanted.length) return 'wrong'
  if (given.every((value, index) => value === wanted[index])) return 'form'
  const within = (value: number, target: number) =>
    Math.abs(value - target) <= (tolerance ?? Math.abs(target) / 100)
  return given.every((value, index) => within(value, wanted[index]!)) ? 'near' : 'wrong'
}

/**
 * What Python's `float()` makes of a text, or `undefined` where it raises: decimal digits of any
 * script, single underscores between digits, `inf`, `infinity` and `nan`; no hexadecimal, no empty text.
 */
export function pythonFloat(text: string): number | undefined {
  const digits = text.replace(/\p{Nd}/gu, digit => String(decimalValue(digit)))
  const token = digits.replace(edges, '')
  if (/^[-+]?(inf|infinity)$/i.test(token)) return token.startsWith('-') ? -Infinity : Infinity
  if (/^[-+]?nan$/i.test(token)) return Number.NaN
  const whole = '[0-9]+(?:_[0-9]+)*'
  const form = new RegExp(`^[-+]?(?:${whole}\\.?(?:${whole})?|\\.${whole})(?:[eE][-+]?${whole})?$`)
  return form.test(token) ? Number(token.replaceAll('_', '')) : undefined
}

// --- internal ---

/** White space as Python's `str.strip` and `\s` know it: with U+001C to U+001F and U+0085, without U+FEFF. */
const space =
  '[\\t-\\r\\u001c-\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]'
const spaces = new RegExp(space, 'g')
const edges = new RegExp(`^${space}+|${space}+$`, 'g')

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

function numbers(text: string): readonly number[] {
  const tokens = text.match(/[-+]?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?/gi) ?? []
  return tokens.map(token => Number(token.replaceAll(',', '')))
}

function words(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
}
