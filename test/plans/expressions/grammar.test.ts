// The grammar of expressions against another reading of the same tree, and where it ends.
import fc from 'fast-check'
import { Fraction } from 'fraction.js'
import { expect, test } from 'vitest'
import { evaluate } from '../../../plans/expressions/expression.ts'
import type { Value } from '../../../plans/plan.ts'

const beliefs: Readonly<Record<string, { value: Value; unit?: string }>> = {
  x: { value: 3 },
  day: { value: 4 },
  list: { value: [4, 5, 6] },
  word: { value: 'abc' },
  way: { value: 5, unit: 'km' },
}
const shown = (text: string) => {
  const result = evaluate(text, beliefs)
  return result.ok ? result.text : `! ${result.error}`
}

/** An expression as text, how tightly its outermost operator binds, and its value. */
interface Written<T> {
  readonly text: string
  readonly binds: number
  readonly value: T
}
type Arithmetic = Written<Fraction>

const within = <T>({ text, binds }: Written<T>, least: number) =>
  binds >= least ? text : `(${text})`
const binary =
  (sign: string, binds: number, of: (a: Fraction, b: Fraction) => Fraction) =>
  ([a, b]: readonly [Arithmetic, Arithmetic]): Arithmetic => ({
    text: `${within(a, binds)} ${sign} ${within(b, binds + 1)}`,
    binds,
    value: of(a.value, b.value),
  })

const arithmetic = fc.letrec<{ any: Arithmetic }>(tie => {
  const two = fc.tuple(tie('any'), tie('any'))
  const divided = two.filter(([, b]) => !b.value.equals(0))
  return {
    any: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc
        .integer({ min: 0, max: 99 })
        .map(n => ({ text: `${n}`, binds: 9, value: new Fraction(n) })),
      fc.constant({ text: 'x', binds: 9, value: new Fraction(3) }),
      fc.constantFrom('+').chain(sign => two.map(binary(sign, 1, (a, b) => a.add(b)))),
      fc.constantFrom('-', '−').chain(sign => two.map(binary(sign, 1, (a, b) => a.sub(b)))),
      fc.constantFrom('*', '×', '·').chain(sign => two.map(binary(sign, 2, (a, b) => a.mul(b)))),
      fc.constantFrom('/', '÷').chain(sign => divided.map(binary(sign, 2, (a, b) => a.div(b)))),
      tie('any').map(a => ({ text: `-${within(a, 3)}`, binds: 3, value: a.value.neg() })),
      fc.tuple(tie('any'), fc.constantFrom('^2', '**2', '²')).map(([a, power]) => ({
        text: `${within(a, 5)}${power}`,
        binds: 4,
        value: a.value.mul(a.value),
      })),
    ),
  }
}).any

test('operators bind as everybody learns, in any spelling', () => {
  fc.assert(
    fc.property(arithmetic, ({ text, value }) => {
      const result = evaluate(text, beliefs)
      const wanted = value.valueOf()
      expect(result.ok && Number(result.value), text).toBeCloseTo(
        wanted,
        9 - Math.ceil(Math.log10(Math.abs(wanted) + 1)),
      )
    }),
  )
})

test('not binds closer than and, and that closer than or', () => {
  type Truth = Written<boolean>
  const truth = fc.letrec<{ any: Truth }>(tie => ({
    any: fc.oneof(
      { depthSize: 'small' },
      fc.boolean().map(value => ({ text: `${value}`, binds: 9, value })),
      fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9)).map(([a, b, c]) => ({
        text: `${a} < ${b} <= ${c}`,
        binds: 4,
        value: a < b && b <= c,
      })),
      tie('any').map(a => ({ text: `not ${within(a, 3)}`, binds: 3, value: !a.value })),
      fc.tuple(tie('any'), fc.constantFrom('and', '&&'), tie('any')).map(([a, sign, b]) => ({
        text: `${within(a, 2)} ${sign} ${within(b, 3)}`,
        binds: 2,
        value: a.value && b.value,
      })),
      fc.tuple(tie('any'), fc.constantFrom('or', '||'), tie('any')).map(([a, sign, b]) => ({
        text: `${within(a, 1)} ${sign} ${within(b, 2)}`,
        binds: 1,
        value: a.value || b.value,
      })),
      fc.tuple(tie('any'), tie('any'), tie('any')).map(([a, b, c]) => ({
        text: `(${within(a, 1)} ? ${b.text} : ${c.text})`,
        binds: 9,
        value: a.value ? b.value : c.value,
      })),
    ),
  })).any
  fc.assert(
    fc.property(truth, ({ text, value }) => {
      expect(evaluate(text, beliefs), text).toMatchObject({ ok: true, value })
    }),
  )
})

test.each([
  ['-2^2', '-4'],
  ['-+-2', '2'],
  ['2⁻²', '0.25'],
  ['2¹⁰', '1024'],
  ['3!!', '720'],
  ['50 % of 8', '4'],
  ['10 % 3', '1'],
  ['10 %', '10 %'],
  ['5 % * 100', '5'],
  ['mod(10, 3)', '1'],
  ['10 per 4', '2.5'],
  ['(4/9)^(-1/2)', '1.5'],
  ['8^(1/3)', '2'],
  ['1/3', '0.333333333333333'],
  ['10^39 + 1', `1${'0'.repeat(38)}1`],
  ['10^40 + 1', '1e+40'],
  ['2/3 * 1e30', '6.66666666666667e+29'],
  ['1e-400', '1e-400'],
  ['list[-1]', '6'],
  ['list[2:3]', '[5, 6]'],
  ['list[:2]', '[4, 5]'],
  ['list[2:]', '[5, 6]'],
  ['[1, 2][2]', '2'],
  ['filter(list, at > 1)', '[5, 6]'],
  ['if(1 < 2, 3, 4)', '3'],
  ['ground_belief("x")', '3'],
  ['"a\\"b"', 'a"b'],
  ['$5', '5 USD'],
  ['5 h 30 min', '330 min'],
  ['3 m² + 2 m^2', '5 m²'],
  ['3 m^-1', '3 m^-1'],
  ['3 s⁻¹', '3 s⁻¹'],
  ['60 km / 2 h', '30 km/h'],
  ['5 km as m to cm', '500000 cm'],
  ['2 (3)', '6'],
  ['2x²', '18'],
  ['day + 1', '5'],
  ['2 dozen eggs', '2 dozen eggs'],
  ['way to m', '5000 m'],
])('%s = %s', (text, result) => {
  expect(shown(text)).toBe(result)
})

const tooDeep = '! the expression is nested too deeply'
test.each([
  ['1 + 1'.padEnd(4000), '2'],
  ['1 + 1'.padEnd(4001), '! an expression has at most 4000 characters, this has 4001'],
  // what stands side by side is not nested
  [`${'(1)+'.repeat(200)}${'('.repeat(99)}1${')'.repeat(99)}`, '201'],
  [`${'(1)+'.repeat(200)}${'('.repeat(100)}1${')'.repeat(100)}`, tooDeep],
  [`${'1^1+'.repeat(200)}${'1^'.repeat(99)}1`, '201'],
  [`${'1^1+'.repeat(200)}${'1^'.repeat(100)}1`, tooDeep],
  ['10^400 * 10', '! a number gets too large or too small to calculate with'],
  ['10^401', '! a power gets too large or too small to calculate with'],
  ['9'.repeat(400), '! the result is too large to be stored'],
  ['9'.repeat(401), `! the number ${'9'.repeat(37)}... is too long or too large to calculate with`],
  ['(-8)^(1/3)', '! a negative number has no real power with a broken exponent'],
  ['0^-1', '! division by zero: 0 to a negative power'],
  ['1 / 0', '! division by zero: 1 by 0'],
  ['1 = 1', '! an expression assigns nothing; write only what is calculated, or == to compare'],
  ['', '! the expression is empty'],
  ['1 ? 2 : 3', '! expected true or false, found 1'],
  ['true ? 2', '! the expression is not understood at the end; expected ":"'],
  ['x and true', '! expected true or false, found 3'],
  ['list[0]', '! items are counted from 1 (the last is -1); there is no item 0'],
  ['list[4]', '! there is no item 4: the list has 3'],
  ['$5 + €3', '! cannot add USD and EUR'],
  ['5 h 30', '! the expression is not understood at the end; expected "a unit"'],
  ['x km', '! the expression is not understood at "km"'],
  ['it', '! it is not known; nearest known name: list'],
  ['sum(1, 2,)', '! the expression is not understood at ")"'],
  ['sum(1 2)', '! the expression is not understood at "2"; expected ")"'],
  ['filter(list)', '! the expression is not understood at ")"; expected ","'],
  ['[1', '! the expression is not understood at the end; expected "]"'],
  ['list[1', '! the expression is not understood at the end; expected "]"'],
  ['1)', '! the expression is not understood at ")"'],
  ['1 .. 2', '! the expression is not understood at ".. 2"'],
  ['list(1)', '! there is no function list'],
  ['word + "d"', 'abcd'],
  ['word + 1', '! word is the text "abc" where a number is needed'],
  ['5 to km', '! cannot convert a plain number to length (km)'],
  ['1 to', '! "" is not a unit to convert to'],
  ['5 km to m, 2', '! the expression is not understood at ","'],
])('%s: %s', (text, said) => {
  expect(shown(text)).toBe(said)
})
