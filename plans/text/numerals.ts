// Numbers as people write them, with every value a spelling may stand for: "1,500" is 1500 to some
// and 1.5 to others. Used to find the numbers of a question again in a plan, where either is a leak.

/** A number as a text spells it, and what it may stand for; signs are left out. */
export interface NumberToken {
  readonly text: string
  readonly values: readonly number[]
}

/**
 * Numbers written with digits: 17,000, 17 000, 17.5, 17e3, 15 %, 2 million, 17k. An exponent (m^2) is
 * no number, nor is a single digit at the end of a word (s1, h2o, value_1).
 */
export function* digitNumbers(text: string): Generator<NumberToken> {
  for (const match of text.matchAll(TOKEN)) {
    const [token, body = '', exponent = '0'] = match
    const before = text.slice(Math.max(0, match.index - 4), match.index)
    if (/(\^|\*\*)[({]?-?$/.test(before)) continue
    if (/[\p{L}_]$/u.test(before) && /^\d$/.test(token)) continue
    const plain = readings(body).map(value => Number(`${value}e${exponent}`))
    const scale = scaleOf(text.slice(match.index + token.length))
    yield { text: token, values: [...new Set([...plain, ...plain.map(value => value * scale)])] }
  }
}

/** Numbers above `above` written as English words, such as seventeen or two hundred and five. */
export function* wordNumbers(text: string, above: number): Generator<NumberToken> {
  for (const [phrase] of text.matchAll(PHRASE)) {
    let total = 0
    let current = 0
    for (const word of phrase.toLowerCase().split(/[\s-]+/)) {
      const size = SIZES[word]
      if (word === 'hundred') current = Math.max(1, current) * 100
      else if (size === undefined) current += numberWords.get(word) ?? 0
      else {
        total += Math.max(1, current) * size
        current = 0
      }
    }
    const value = total + current
    if (value > above) yield { text: String(value), values: [value] }
  }
}

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'

/** The values of the words from zero to nineteen and of the tens. */
export const numberWords: ReadonlyMap<string, number> = new Map([
  ...ONES.split(' ').map((word, value) => [word, value] as const),
  ...TENS.split(' ').map((word, index) => [word, 10 * (index + 2)] as const),
])

// --- internal ---

const TOKEN =
  /(?<![\d^])((?:\d{1,3}(?:[ _\u00a0\u202f]\d{3})+(?!\d)|\d+)(?:[.,'’]\d+)*)(?:e([+-]?\d{1,3}))?/giu

function readings(body: string): number[] {
  const found: number[] = []
  const digits = body.replace(/\D/g, '')
  if (/^\d+$/.test(body) || /^\d{1,3}([.,'’ _\u00a0\u202f])\d{3}(\1\d{3})*$/u.test(body))
    found.push(Number(digits))
  const decimal = /^(\d[\d.,'’ _\u00a0\u202f]*)[.,](\d+)$/u.exec(body)
  if (decimal && /^(\d+|\d{1,3}([.,'’ _\u00a0\u202f])\d{3}(\2\d{3})*)$/u.test(decimal[1]!))
    found.push(Number(`${decimal[1]!.replace(/\D/g, '')}.${decimal[2]}`))
  // neither one number nor the other: a list, a version, a date
  return found.length > 0 ? found : body.split(/\D/).map(Number)
}

const SIZES: Readonly<Record<string, number>> = {
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
}

/** What the words after a number make of it: `%`, `million`, `k`. */
function scaleOf(after: string): number {
  if (/^\s?(%|per\s?cent)/i.test(after)) return 0.01
  if (/^k(?![\p{L}\p{N}])/iu.test(after)) return 1e3
  const word = /^\s(hundred|thousand|million|billion|trillion)/i.exec(after)?.[1]?.toLowerCase()
  return word === undefined ? 1 : (SIZES[word] ?? 100)
}

const anyWord = `(?:${[...numberWords.keys(), 'hundred', ...Object.keys(SIZES)].join('|')})(?![\\p{L}])`
const PHRASE = new RegExp(
  `(?<![\\p{L}])${anyWord}(?:(?:-|\\s+|(?<=hundred|thousand)\\s+and\\s+)${anyWord})*`,
  'giu',
)
