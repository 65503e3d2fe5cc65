import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { grade, isRight, pythonFloat } from '../../../harness/measure/score.ts'
import { readFloat, rule } from '../../support/second-scorer.ts'

const right = (answer: string | null, truth: string) => expect(isRight(answer, truth)).toBe(true)
const wrong = (answer: string | null, truth: string) => expect(isRight(answer, truth)).toBe(false)

describe('the truth alone decides how an answer is compared', () => {
  test.each([
    ['a number when Python reads it as one', '17.0', '17'],
    ['a number, though the answer is a list of digits', '1,7', '17'],
    ['a list when it holds a comma and is no number', '1,234', '1,234'],
    ['a list when it holds a semicolon', 'a;b', 'a;b'],
    ['a string otherwise, though the answer looks like a number', '34', '3/4'],
    ['a string when it carries a unit', '17 hours', '17 hours'],
  ])('%s: %j is right against %j', (_, answer, truth) => right(answer, truth))

  test('a truth with a thousands comma is a list that the plain number does not match', () => {
    wrong('1234', '1,234')
  })
})

describe('a number', () => {
  test.each([
    ['17.0', '17'],
    ['$17', '17'],
    ['17 %', '17'],
    ['1.7e1', '17'],
    [' 17 ', '17'],
    ['17,000', '17000'],
    ['$1,7%', '17'],
    ['1_7', '17'],
    ['17', '1_7'],
    ['１７', '17'],
    ['١٧', '17'],
    ['-0', '0'],
    ['Inf', 'inf'],
    ['1e999', 'inf'],
  ])('is equal after losing its signs: %j against %j', (answer, truth) => right(answer, truth))

  test.each([
    ['17 hours', '17'],
    ['16.95', '17'],
    ['17.000000001', '17'],
    ['€5', '5'],
    ['five', '5'],
    ['', '0'],
    ['0x11', '17'],
    ['17.', '18'],
    ['1 7', '17'],
    ['--17', '17'],
    ['\ufeff17', '17'],
    ['\u200b17', '17'],
    ['\u001c17', '17'],
    ['1__7', '17'],
    ['nan', 'nan'],
  ])('has no tolerance, rounding or unit: %j against %j', (answer, truth) => wrong(answer, truth))

  test('that cannot be read is infinite, so that anything is right against an infinite truth', () => {
    right('no idea', 'inf')
    wrong('no idea', '-inf')
  })
})

describe('a list', () => {
  test.each([
    ['A;B', 'a,b'],
    ['a, B', 'A,b'],
    ['a b,c', 'ab, c'],
    ['Fig , 3.50', 'fig,3.5'],
    ['$3, 4%', '3,4'],
    ['a,,b', 'a,,b'],
    ['x;', 'x,'],
  ])('matches piece by piece, whatever separates them: %j against %j', (answer, truth) =>
    right(answer, truth),
  )

  test.each([
    ['b, a', 'a, b'],
    ['a, b,', 'a, b'],
    ['a, b', 'a, b,'],
    ['a, b.', 'a, b'],
    ['a-1, b', 'a1, b'],
    ['1,000, 2', '1000, 2'],
    ['3 cm, 4', '3, 4'],
    ['a and b', 'a, b'],
  ])('keeps order, count and punctuation: %j against %j', (answer, truth) => wrong(answer, truth))
})

describe('a string', () => {
  test.each([
    ['the Red  House!', 'The Red House'],
    ["O'Neil-Smith", 'oneilsmith'],
    ['s e a\u001cg\u0085u l l', 'seagull'],
    ['!"#$%&\'()*+-./:<=>?@[\\]^_`{|}~x', 'x'],
    ['ΟΔΟΣ', 'οδος'],
  ])('loses white space, case and ASCII punctuation: %j against %j', (answer, truth) =>
    right(answer, truth),
  )

  test.each([
    ['a house', 'house'],
    ['café', 'cafe'],
    ['“quoted”', 'quoted'],
    ['1990–1995', '1990-1995 AD'],
    ['well—known', 'wellknown'],
    ['€uro', 'uro'],
    ['hou\u200bse', 'house'],
    ['hou\ufeffse', 'house'],
    ['5', 'five'],
  ])('keeps articles, accents and every other sign: %j against %j', (answer, truth) =>
    wrong(answer, truth),
  )

  test('that is missing is the text None', () => {
    right(null, 'none')
    wrong(null, '')
    wrong(null, '0')
  })
})

describe('the reading of numbers', () => {
  test.each([
    ['1e3', 1000],
    ['.5', 0.5],
    ['5.', 5],
    ['5.e1', 50],
    ['+1_000.2_5', 1000.25],
    ['1e1_0', 1e10],
    ['\u00a03\u0085', 3],
    ['\u30004\v', 4],
    ['-INFINITY', -Infinity],
    ['१e٢', 100],
    ['𝟙𝟟', 17],
  ])('takes %j', (text, value) => expect(pythonFloat(text)).toBe(value))

  test.each([
    ...['', ' ', '.', '+', 'e5', '.e5', '1e', '1e+', '1 2', '1,0', '--1', '+ 1', '0x1', '1f'],
    ...['1__0', '_1', '1_', '1_.5', '1._5', '1_e5', '1e_5', 'infin', 'in_f', 'ınf', '−5', '²'],
    ...['\ufeff1', '\u200b1', '\u180e1', '\u001c1', '1\u001f', '1\0'],
  ])('refuses %j', text => expect(pythonFloat(text)).toBeUndefined())

  test('refuses a million characters, in time that grows with their number', () => {
    for (const part of [' ', '1', '_1', '𝟙', '\u0085'])
      expect(pythonFloat(`1${part.repeat(1_000_000)}x`)).toBeUndefined()
  })
})

/** Parts from which texts are put together; signs, blanks and digits of several scripts among them. */
const parts = fc.oneof(
  fc.constantFrom(...'0123456789'),
  fc.constantFrom(...'017_.+-eE,;$%'),
  fc.constantFrom('inf', 'NaN', '-Infinity', '1e5', '17', '0.5', '1_000', '1,000', 'e-3', '0x1f'),
  fc.constantFrom(' ', '\t', '\u001c', '\u0085', '\u00a0', '\u3000', '\ufeff', '\u200b'),
  fc.constantFrom('٣', '７', '𝟘', '𝟡', '½', '²', '€', '–', '’', 'é', 'İ', 'Σ', 'ς'),
  fc.constantFrom('a', 'B', ' the ', "'", '!', '/', 'Paris', 'seven', ', ', '; '),
)
const texts = fc.array(parts, { maxLength: 6 }).map(found => found.join(''))
const numerals = fc.oneof(
  fc.tuple(fc.integer({ min: -9999, max: 9999 }), fc.constantFrom('', '.0', '.50', 'e1', '_0')),
  fc.tuple(
    fc.constantFrom(' ', '+', '-', '', '.'),
    fc.constantFrom('1', '1_7', '٣', '2.5e3', 'inf'),
  ),
)
const truths = fc.oneof(
  texts,
  numerals.map(found => found.join('')),
  fc
    .array(fc.oneof(texts, fc.constantFrom('1', '2.5', 'a', 'B c')), { minLength: 2, maxLength: 3 })
    .map(found => found.join(',')),
)

/** The truth itself, or in another dress that the rules may or may not see through, or anything. */
const pairs = truths.chain(truth =>
  fc.tuple(
    fc.oneof(
      texts,
      fc.constantFrom(
        ...[truth, ` ${truth}\u0085`, truth.toUpperCase(), `$${truth}`, `${truth}.`, `${truth},`],
        ...[truth.replaceAll(',', ';'), truth.replaceAll(' ', ''), `${truth}0`, `\ufeff${truth}`],
      ),
    ),
    fc.constant(truth),
  ),
)

describe('a second reading of the rules', () => {
  test('agrees on 2,000 pairs, in every branch, right and wrong', () => {
    const seen: Record<string, number> = {}
    const agree = ([answer, truth]: readonly [string, string]) => {
      const ruling = rule(answer, truth)
      const place = `${ruling.branch}, ${ruling.right ? 'right' : 'wrong'}`
      seen[place] = (seen[place] ?? 0) + 1
      expect(isRight(answer, truth), JSON.stringify([answer, truth])).toBe(ruling.right)
    }
    fc.assert(fc.property(pairs, agree), { numRuns: 2000 })
    const least = Math.min(...Object.values(seen))
    expect([Object.keys(seen).length, least > 50]).toEqual([6, true])
  })

  const python = pythonReads([])
  test.skipIf(python === undefined)('reads numbers as Python itself does, and so do we', () => {
    const inputs = fc.sample(
      fc.oneof(
        texts,
        numerals.map(found => found.join('')),
      ),
      5_000,
    )
    const read = pythonReads(inputs) ?? []
    expect(read.length).toBe(inputs.length)
    expect(read.filter(each => each !== null).length).toBeGreaterThan(1000)
    for (const [at, text] of inputs.entries()) {
      const said = read[at]!
      expect(String(pythonFloat(text) ?? null), JSON.stringify(text)).toBe(String(said))
      expect(String(readFloat(text)), JSON.stringify(text)).toBe(String(said))
    }
  })
})

/** What Python's `float()` makes of each text, `null` where it raises; `undefined` without a Python. */
function pythonReads(texts: readonly string[]): readonly (number | null)[] | undefined {
  const program = [
    'import json, sys',
    'def read(text):',
    '  try: return repr(float(text))',
    '  except ValueError: return None',
    'print(json.dumps([read(text) for text in json.load(sys.stdin)]))',
  ].join('\n')
  const { status, stdout } = spawnSync('python3', ['-c', program], { input: JSON.stringify(texts) })
  if (status !== 0) return undefined
  const said = JSON.parse(String(stdout)) as readonly (string | null)[]
  return said.map(each =>
    each === null ? null : Number(each.replace('inf', 'Infinity').replace('nan', 'NaN')),
  )
}

describe('the grade beside it', () => {
  test.each([
    ['17', '17', 'right'],
    ['17 hours', '17', 'form'],
    ['It is the Red House.', 'Red House', 'form'],
    ['16.95', '17', 'near'],
    ['16', '17', 'wrong'],
    ['Blue House', 'Red House', 'wrong'],
    ['', '17', 'wrong'],
  ] as const)('%j against %j is %s', (answer, truth, expected) => {
    expect(grade(answer, truth)).toBe(expected)
  })

  test('takes the tolerance a question gives', () => {
    expect(grade('16', '17', 1)).toBe('near')
  })

  test('is right exactly where the official rules say so', () => {
    const agrees = ([answer, truth]: readonly [string, string]) =>
      (grade(answer, truth) === 'right') === isRight(answer, truth)
    fc.assert(fc.property(pairs, agrees), { numRuns: 150 })
  })
})
