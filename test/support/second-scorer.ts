// The official rules of GAIA once more, read from their description and from Python's grammar of
// floats without looking at harness/measure/score.ts: a machine of states over characters and loops, where
// that file has expressions. Two readings that agree are less likely to share a mistake.

/** Whether `answer` is right against `truth`; the branch is the one the truth chose. */
export interface Ruling {
  readonly branch: 'number' | 'list' | 'string'
  readonly right: boolean
}

/** Rules `answer` by the scorer's three branches. */
export function rule(answer: string, truth: string): Ruling {
  const wanted = readFloat(truth)
  if (wanted !== null) return { branch: 'number', right: cleaned(answer) === wanted }
  if (truth.includes(',') || truth.includes(';')) {
    const [left, right] = [pieces(answer), pieces(truth)]
    let matching = left.length === right.length
    for (let at = 0; matching && at < right.length; at++) {
      const number = readFloat(right[at]!)
      matching =
        number === null
          ? squeezed(left[at]!, false) === squeezed(right[at]!, false)
          : cleaned(left[at]!) === number
    }
    return { branch: 'list', right: matching }
  }
  return { branch: 'string', right: squeezed(answer, true) === squeezed(truth, true) }
}

/** The states of reading a decimal literal; those in `accepting` may be the last. */
type State = 'start' | 'sign' | 'whole' | 'point' | 'bare-point' | 'part' | 'e' | 'e-sign' | 'power'

const accepting: readonly State[] = ['whole', 'point', 'part', 'power']

/** What Python's `float()` gives for `text`; `null` where it raises. */
export function readFloat(text: string): number | null {
  const characters = Array.from(text, asPython)
  let [from, to] = [0, characters.length]
  while (from < to && isFloatBlank(characters[from]!)) from++
  while (to > from && isFloatBlank(characters[to - 1]!)) to--
  const word = characters.slice(from, to).join('').toLowerCase()
  for (const sign of ['', '+', '-']) {
    if (word === `${sign}inf` || word === `${sign}infinity`) return sign === '-' ? -1 / 0 : 1 / 0
    if (word === `${sign}nan`) return 0 / 0
  }
  let state: State | undefined = 'start'
  let literal = ''
  for (let at = from; at < to; at++) {
    const character = characters[at]!
    if (character === '_') {
      // only between two digits
      if (!isDigit(characters[at - 1]) || at + 1 >= to || !isDigit(characters[at + 1])) return null
      continue
    }
    state = after(state, character)
    if (state === undefined) return null
    literal += character
  }
  return accepting.includes(state) ? Number.parseFloat(literal) : null
}

// --- internal ---

function after(state: State, character: string): State | undefined {
  if (isDigit(character)) {
    if (state === 'start' || state === 'sign' || state === 'whole') return 'whole'
    if (state === 'point' || state === 'bare-point' || state === 'part') return 'part'
    return 'power'
  }
  switch (character) {
    case '+':
    case '-':
      return state === 'start' ? 'sign' : state === 'e' ? 'e-sign' : undefined
    case '.':
      return state === 'whole'
        ? 'point'
        : state === 'start' || state === 'sign'
          ? 'bare-point'
          : undefined
    case 'e':
    case 'E':
      return state === 'whole' || state === 'point' || state === 'part' ? 'e' : undefined
    default:
      return undefined
  }
}

const isDigit = (character: string | undefined) =>
  character !== undefined && character.length === 1 && character >= '0' && character <= '9'

/** Where the ten digits of a script begin, zero first; enough scripts for the tests. */
const zeros = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xbe6, 0xe50, 0xed0, 0xf20, 0x1040, 0x17e0, 0x1810,
  0xff10, 0x104a0, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6,
]

/** A character as `float()` sees it: digits of any script as ASCII ones, wide blanks as a space. */
function asPython(character: string): string {
  const code = character.codePointAt(0)!
  if (code < 128) return character
  if (blanks.has(code)) return ' '
  const zero = zeros.find(first => code >= first && code < first + 10)
  return zero === undefined ? '?' : String(code - zero)
}

const isFloatBlank = (character: string) => ' \t\n\r\f\v'.includes(character)

/** What `str.isspace` calls blank, and with it `\s`. */
const blanks = new Set([
  ...[9, 10, 11, 12, 13, 0x1c, 0x1d, 0x1e, 0x1f, 0x20, 0x85, 0xa0, 0x1680],
  ...[0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a],
  ...[0x2028, 0x2029, 0x202f, 0x205f, 0x3000],
])

/** An answer as a number: three signs deleted; infinite when it is none. */
function cleaned(answer: string): number {
  let kept = ''
  for (const character of answer) if (!'$%,'.includes(character)) kept += character
  return readFloat(kept) ?? 1 / 0
}

function pieces(text: string): readonly string[] {
  const found = ['']
  for (const character of text)
    if (character === ',' || character === ';') found.push('')
    else found[found.length - 1] += character
  return found
}

const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'

function squeezed(text: string, unpunctuated: boolean): string {
  let kept = ''
  for (const character of text) if (!blanks.has(character.codePointAt(0)!)) kept += character
  let bare = ''
  for (const character of kept.toLowerCase())
    if (!unpunctuated || !punctuation.includes(character)) bare += character
  return bare
}
