// What conditions come to: a line each in `test/fixtures/conditions/checks.jsonl`; where reading and checking end.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAtom, printTerm, unify } from '../../../plans/conditions/atoms.ts'
import { checkCondition, type Facts } from '../../../plans/conditions/check.ts'
import { parseCondition } from '../../../plans/conditions/condition.ts'
import { showQuantity } from '../../../plans/conditions/literal.ts'
import type { Quantity } from '../../../plans/expressions/expression.ts'

const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../fixtures/conditions', name), 'utf8')
const beliefs = JSON.parse(fixture('beliefs.json')) as Readonly<Record<string, Quantity>>
const lines = fixture('checks.jsonl').trimEnd().split('\n')

const check = (text: string, facts: Partial<Facts> = {}) => {
  const condition = parseCondition(text)
  const belief = (name: string) => (Object.hasOwn(beliefs, name) ? beliefs[name] : undefined)
  return condition
    ? checkCondition(condition, { belief, names: Object.keys(beliefs), ...facts })
    : { unread: true }
}

test.each(lines.map(line => JSON.parse(line) as { condition: string }))(
  '$condition: $why',
  ({ condition, ...checked }) => {
    expect(check(condition)).toEqual(checked)
  },
)

test('the first sentence that says so is named, the same words before those that entail it', () => {
  const entails = (premise: string) => premise !== 'x'
  expect(check('believed("a b")', { sentences: ['y', 'A  b', 'a b'], entails })).toMatchObject({
    why: '"A  b" is believed',
  })
  expect(check('believed("c")', { sentences: ['x', 'y', 'z'], entails })).toMatchObject({
    why: '"y" is believed',
  })
  expect(check('believed("c")', { sentences: ['x'] })).toEqual({
    holds: false,
    why: 'no believed sentence says "c"',
  })
})

test.each([
  ['holds(p(?x))', ['q(a)', 'p(a, b)', 'p(c)', 'bad('], true],
  ['holds(p(?x)) and holds(q(?x))', ['p(a)', 'p(b)', 'q(b)'], true],
  ['holds(p(?x)) and holds(q(?x))', ['p(a)', 'q(b)'], false],
  ['not holds(p(?x)) and holds(q(?x))', ['p(a)', 'q(b)'], true],
  ['not holds(p(?x)) and holds(q(?x))', ['p(b)', 'q(b)'], false],
  ['(holds(p(?x)) and holds(q(?y))) and holds(r(?x, ?y))', ['p(a)', 'q(b)', 'r(a, b)'], true],
  ['holds(on(?x, ?x))', ['on(a, b)', 'on(c, c)'], true],
  ['holds(on(?x, ?x))', ['on(a, b)', 'on(b, a)'], false],
  ['holds(on(?x, f(?y)))', ['on(a, g(b))', 'on(a, f(b))'], true],
  ['holds(on(?x, f(?x)))', ['on(a, f(b))'], false],
])('%s in %j: %j', (text, atoms, holds) => {
  expect(check(text, { atoms })).toMatchObject({ holds })
})

test.each([
  ['(on a b)', 'on(a, b)'],
  [' on( a , b ) ', 'on(a, b)'],
  ['on()', 'on'],
  ['"two words"(a)', '"two words"(a)'],
  ['"a\\"b"', '"a\\"b"'],
  ['on(?x, ?x)', 'on(?x, ?x)'],
  ['a'.repeat(2000), 'a'.repeat(2000)],
  ['a'.repeat(2001), undefined],
  [`${'f('.repeat(20)}a${')'.repeat(20)}`, `${'f('.repeat(20)}a${')'.repeat(20)}`],
  [`${'f('.repeat(21)}a${')'.repeat(21)}`, undefined],
  ['(on a', undefined],
  ['on(a,)', undefined],
  ['on a', undefined],
  ['?x', undefined],
  ['(?x)', undefined],
  ['()', undefined],
])('the atom %s is %s', (text, printed) => {
  const atom = parseAtom(text)
  expect(atom && printTerm(atom)).toBe(printed)
})

test('an atom is unified argument by argument, with what its variables stand for already', () => {
  const unified = (pattern: string, fact: string, bindings = {}) =>
    unify(parseAtom(pattern)!, parseAtom(fact)!, bindings)
  expect(unified('on(?x)', 'on(f(a, b))')).toEqual({ '?x': 'f(a, b)' })
  expect(unified('on(?constructor)', 'on(a)')).toEqual({ '?constructor': 'a' })
  expect(unified('on(?x)', 'on(a)', { '?x': 'b' })).toBeUndefined()
  expect(unified('on(?x, b)', 'on(a, b)', { '?x': 'a' })).toEqual({ '?x': 'a' })
  expect(unified('on(a)', 'on(a, b)')).toBeUndefined()
  expect(unified('on(a)', 'at(a)')).toBeUndefined()
})

const items = (count: number) => Array.from({ length: count }, (_, i) => i)
test.each<[Quantity, string]>([
  [{ value: items(10) }, '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]'],
  [{ value: items(11) }, '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ...]'],
  [{ value: 'x'.repeat(78) }, `"${'x'.repeat(78)}"`],
  [{ value: 'x'.repeat(79) }, `"${'x'.repeat(76)}...`],
  [{ value: 5, unit: 'km' }, '5 km'],
  [{ value: 'a', unit: 'km' }, '"a" km'],
  [{ value: true }, 'true'],
])('%j is shown as %s', (quantity, shown) => {
  expect(showQuantity(quantity)).toBe(shown)
})

test('long texts are neither read nor matched', () => {
  const deep = (depth: number) => `${'('.repeat(depth)}x is known${')'.repeat(depth)}`
  expect([100, 101].map(depth => parseCondition(deep(depth)) !== undefined)).toEqual([true, false])
  const negated = (times: number) => parseCondition(`${'not '.repeat(times)}x is known`)
  expect([100, 101].map(times => negated(times) !== undefined)).toEqual([true, false])
  const long = (length: number) => parseCondition('x is known'.padEnd(length))
  expect([10_000, 10_001].map(length => long(length) !== undefined)).toEqual([true, false])
  const matched = (length: number) =>
    check('ground_belief(x) matches /a/', { belief: () => ({ value: 'a'.repeat(length) }) })
  expect(matched(20_000)).toMatchObject({ holds: true })
  expect(matched(20_001)).toMatchObject({ holds: false })
})

test('lists are equal item by item and in no order, and are compared with nothing else', () => {
  const list = fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 3 })
  fc.assert(
    fc.property(list, list, (a, b) => {
      const belief = (name: string) =>
        ({ a: { value: a }, b: { value: b }, n: { value: a[0] ?? 0 } })[name]
      const holds = (condition: string) =>
        checkCondition(parseCondition(condition)!, { belief, names: ['a', 'b', 'n'] }).holds
      const same = JSON.stringify(a) === JSON.stringify(b)
      expect(holds('ground_belief(a) = ground_belief(b)')).toBe(same)
      for (const [one, other] of ['an', 'na'])
        for (const operator of ['=', '<', '>=', '!='])
          expect(holds(`ground_belief(${one}) ${operator} ground_belief(${other})`)).toBe(false)
    }),
  )
})
