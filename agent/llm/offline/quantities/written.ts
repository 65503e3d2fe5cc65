// A sum as it is written: `12/4`, `3 + 4 * 2`, `(1+2)*3`, `6 times 7`, `half of 250`: signs between
// quantities, or words for them, and nothing besides.
import { evaluate, names } from '../../../../plans/expressions/expression.ts'
import { spokenNumbers, wordNumbers } from '../../../../plans/text/numerals.ts'
import {
  computed,
  designWith,
  givenBelief,
  type Method,
  miss,
  numberForm,
  understood,
} from '../method.ts'
import { rolesOf } from '../roles.ts'
import { isClock, joined, proseOf, unclearClock, unitAt } from './measures.ts'
import { isPercent } from './quantities.ts'

export const written: Method = {
  read({ question, asked }) {
    const text = signsFor(
      asked.rest
        .trim()
        .replace(lead, '')
        .replace(/[\s=?.]+$/, ''),
    )
    const sum = asSum(text)
    if ('obstacle' in sum) return sum
    const { expression, given } = sum
    return understood(question, [prefix + expression], given, numberForm(asked, asked.unit))
  },
  design({ schemaBeliefs }) {
    const belief = schemaBeliefs.find(each => each.startsWith(prefix))
    if (belief === undefined) return undefined
    const expression = belief.slice(prefix.length)
    const reads = [...new Set(names(expression))]
    return designWith({
      type: `written_sum_of_${reads.length}`,
      goal: 'a sum as it is written',
      contextConditions: [belief],
      parameters: reads,
      steps: [computed('s1', 'result', expression, { reads })],
    })
  },
}

// --- internal ---

const prefix = 'task requires the written sum '

const lead =
  /^(?:(?:and|please|so)\s+)*(?:what(?:['’]s| is| are)|how (?:much|many) (?:is|are)|calculate|compute|evaluate|work out)\s+/i

const signs: readonly (readonly [RegExp, string])[] = [
  [/[×·]|\b(?:times|multiplied by)\b|(?<=[\d)]\s*)\bx\b(?=\s*[\d(])/gi, '*'],
  [/÷|(?<=\s):(?=\s)|\bdivided by\b|\bover\b/gi, '/'],
  [/[−–]|\bminus\b/gi, '-'],
  [/\bplus\b/gi, '+'],
  [/\bto the power of\b/gi, '^'],
]

/** What the whole of a text may be, in words, and as it is written with signs. */
const forms: readonly (readonly [RegExp, string])[] = [
  [/^(?:the )?square root of ([\d.,]+)$/i, 'sqrt($1)'],
  [/^([\d.,]+) squared$/i, '$1 ^ 2'],
  [/^([\d.,]+) cubed$/i, '$1 ^ 3'],
  [/^(?:twice|double) (?=[\d$€£])/i, '2 * '],
  [/^(?:triple|three times) (?=[\d$€£])/i, '3 * '],
  [/^(\d+ ?\/ ?\d+) of (?=[\d$€£])/i, '$1 * '],
  [
    /^(?:split|divide|share) (\S+(?: [\p{L}$€£]+)?) (?:between|among|by) (\d+)(?: (?:of us|\p{L}+))?$/iu,
    '$1 / $2',
  ],
]

const signsFor = (text: string) =>
  [...forms, ...signs].reduce(
    (said, [words, sign]) => said.replace(words, ` ${sign} `).trim(),
    inDigits(withFraction(text)),
  )

/** `three plus four` as `3 plus 4`. */
const inDigits = (text: string) =>
  [...wordNumbers(text, 0)].reduceRight(
    (said, { text: digits, start, end }) => said.slice(0, start) + digits + said.slice(end),
    text,
  )

/** `half of 250`, `two thirds of 90` as fractions of numbers. */
function withFraction(text: string): string {
  const bare = text.replace(/^the /i, '')
  const { value, start, end } = [...spokenNumbers(bare)].find(each => each.value < 1) ?? {}
  const of = /^(?: of)? (?=[\d$€£])/i.exec(bare.slice(end))?.[0]
  if (value === undefined || start !== 0 || of === undefined) return text
  const below = [2, 3, 4, 5, 6, 7, 8, 9, 10].find(
    n => Math.abs(value * n - Math.round(value * n)) < 1e-9,
  )
  return below ? `${Math.round(value * below)}/${below} * ${bare.slice(end! + of.length)}` : text
}

/** What is longer is no sum that a person writes. */
const longest = 400

const none = miss('no sum is written', 0)

/** The sum over roles, where the text is one; a day or a number to dial (`2024-05-01`, `555-0138`) is none. */
function asSum(said: string) {
  const text = withPoints(said)
  if (text.length > longest || !/\d/.test(text) || /(?<![\d.,])0\d/.test(text)) return none
  const found = amountsIn(text)
  const roles = rolesOf(found.map(({ unit }) => unit))
  const expression = found
    .reduceRight((said, { from, to }, at) => said.slice(0, from) + roles[at] + said.slice(to), text)
    .replace(/\s+/g, ' ')
    .trim()
  const given = found.map((each, at) => givenBelief(roles[at]!, each))
  const isCall = /\w\(/.test(expression)
  const read = names(isCall ? expression : expression.replaceAll(',', '+'))
  if (!/[-+*/^]|\w\(/.test(expression) || !read?.every(name => roles.includes(name))) return none
  if (!isCall && expression.includes(','))
    return miss('a comma within a number can be read in two ways', 3)
  const clock = found.find(({ value }) => isClock(value))
  if (clock) return miss(unclearClock(clock.value), 3)
  const share = found.find(({ unit }) => isPercent(unit))
  if (share && /[-+]/.test(text)) return miss(`it is not clear what the ${share.value} % are of`, 3)
  const scope = Object.fromEntries(given.map(({ name, ...quantity }) => [name, quantity]))
  const outcome = evaluate(expression, scope)
  return outcome.ok ? { expression, given } : miss(outcome.error, 3)
}

/** `1,5 + 2,5`: commas that can part no thousands are decimal ones where all are such. */
function withPoints(text: string): string {
  const commas = text.match(/,\d*/g) ?? []
  const decimal = commas.every(each => each.length > 1 && each.length !== 4)
  return decimal && !/\.|\w\(/.test(text) ? text.replaceAll(/(?<=\d),(?=\d)/g, '.') : text
}

function amountsIn(text: string) {
  const prose = proseOf(text)
  const { tokens } = prose
  const found = []
  for (let at = 0; at < tokens.length; at++) {
    const { kind, text: digits, from, to } = tokens[at]!
    if (kind !== 'number') continue
    const currency = /[$€£]/.exec(tokens[at - 1]?.text ?? '')?.[0] ?? ''
    const behind = /^[\p{L}%°]/u.test(tokens[at + 1]?.text ?? '') && unitAt(prose, at + 1)
    const value = isClock(digits) ? digits : Number(digits.replaceAll(',', ''))
    const measure = behind && joined(prose, { ...behind, value, first: at, counted: false })
    const end = measure ? tokens[measure.end - 1]!.to : to
    found.push({
      value: measure ? measure.value : value,
      unit: currency || (measure ? measure.unit : ''),
      from: from - currency.length,
      to: end,
    })
    if (measure) at = measure.end - 1
  }
  return found
}
