// A sum as it is written: `12/4`, `3 + 4 * 2`, `(1+2)*3`, `6 times 7`: signs between quantities, and
// nothing besides.
import { evaluate, names } from '../../../../plans/expressions/expression.ts'
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
import { proseOf, unitAt } from './measures.ts'
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
    if (!sum) return miss('no sum is written', 0)
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

const signsFor = (text: string) =>
  signs.reduce((said, [words, sign]) => said.replace(words, ` ${sign} `), text)

/** What is longer is no sum that a person writes. */
const longest = 400

/** The sum over roles, where the text is one; a day or a number to dial (`2024-05-01`, `555-0138`) is none. */
function asSum(text: string) {
  if (text.length > longest || !/\d/.test(text) || /(?<![\d.])0\d/.test(text)) return undefined
  const prose = proseOf(text)
  const found = prose.tokens.flatMap(({ kind, text: digits, from, to }, at) => {
    if (kind !== 'number') return []
    const currency = /[$€£]/.exec(prose.tokens[at - 1]?.text ?? '')?.[0]
    const behind = /^[\p{L}%°]/u.test(prose.tokens[at + 1]?.text ?? '') && unitAt(prose, at + 1)
    const unit = currency ?? (behind ? behind.unit : '')
    const end = behind ? prose.tokens[behind.end - 1]!.to : to
    return [
      {
        value: Number(digits.replaceAll(',', '')),
        unit,
        from: from - (currency?.length ?? 0),
        to: end,
      },
    ]
  })
  // `100 + 15 %`: of what?
  if (found.some(({ unit }) => isPercent(unit)) && /[-+]/.test(text)) return undefined
  const roles = rolesOf(found.map(({ unit }) => unit))
  const expression = found
    .reduceRight((said, { from, to }, at) => said.slice(0, from) + roles[at] + said.slice(to), text)
    .replace(/\s+/g, ' ')
    .trim()
  const given = found.map((each, at) => givenBelief(roles[at]!, each))
  const read = names(expression)
  if (!/[-+*/^]|\w\(/.test(expression) || !read?.every(name => roles.includes(name)))
    return undefined
  const scope = Object.fromEntries(given.map(({ name, ...quantity }) => [name, quantity]))
  return evaluate(expression, scope).ok ? { expression, given } : undefined
}
