// How many arguments each function takes, and what holds of functions whatever they are given.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dimensionOf,
  evaluate,
  functionNames,
  parseQuantity,
} from '../../../plans/expressions/expression.ts'

const takes: Readonly<Record<string, string>> = {
  '0': 'pi e tau',
  '1': `floor ceil trunc abs sign sqrt cbrt exp ln log10 log2 sin cos tan asin acos atan factorial
    length unique year month day normality_p skewness normal_cdf normal_quantile outliers_iqr
    weekday clock`,
  '1 or 2': 'round log',
  '1 to 3': 'date',
  '2': `roundTo signif fixed mod pow gcd lcm item index contains intersect union except join quantile
    corr corr_p spearman spearman_p slope intercept t_test t_test_p t_test_equal_p t_test_paired_p
    t_test_one_p chi_square chi_square_p independence_p mann_whitney mann_whitney_p zscore t_cdf
    chi_square_cdf outliers_z months_between years_between`,
  '2 or 3': 'networkdays workday',
  '2 to 50': 'anova anova_p',
  '3': 'slice at_zone',
}
const words = (text: string) => text.trim().split(/\s+/)
const called = Object.entries(takes).flatMap(([count, names]) =>
  words(names).map(name => [name, count] as const),
)

describe('of arguments', () => {
  test.each(called)('%s takes %s, and no other number of them', (name, count) => {
    const [least, most = least] = count.split(/ or | to /).map(Number) as [number, number?]
    for (const given of [least - 1, least, most, most + 1].filter(given => given >= 0)) {
      const expression = `${name}(${Array.from({ length: given }, () => '[1, 2]').join(', ')})`
      const said = evaluate(expression, {})
      const error = `${name} takes ${count} arguments, not ${given}`
      if (given < least || given > most) expect(said).toEqual({ ok: false, error })
      else expect(said).not.toMatchObject({ error: expect.stringContaining(' arguments') })
    }
  })

  test('any values are refused in a sentence, or have a result: nothing is thrown', () => {
    const given = fc.constantFrom('1', '-2.5', '"a"', 'true', '3 km', '[]', '[1, 2]', '["a", 3 km]')
    const args = fc.array(given, { maxLength: 3 })
    fc.assert(
      fc.property(fc.constantFrom(...functionNames), args, (name, args) => {
        expect(typeof evaluate(`${name}(${args.join(', ')})`, {}).ok).toBe('boolean')
      }),
      { numRuns: 250 },
    )
  })

  test('every function is named here, but those that take any number or look into a list', () => {
    const named = new Set(called.map(([name]) => name))
    expect(functionNames.filter(name => !named.has(name))).toEqual(
      words(
        'min max sum product mean median var_samp var_pop stddev_samp stddev_pop count filter if',
      ),
    )
  })
})

const numbers = fc.array(fc.integer({ min: -6, max: 6 }), { minLength: 2, maxLength: 9 })
const value = (expression: string, lists: Readonly<Record<string, readonly number[]>>) => {
  const scope = Object.entries(lists).map(([name, list]) => [name, { value: [...list] }] as const)
  const said = evaluate(expression, Object.fromEntries(scope))
  return said.ok ? said.value : undefined
}

describe('properties', () => {
  test('outliers by quartiles are farther out than one and a half times what lies between these', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1 }), a => {
        const [low, high] = [0.25, 0.75].map(share => Number(value(`quantile(a, ${share})`, { a })))
        const reach = 1.5 * (high! - low!)
        const far = a.filter(x => x < low! - reach || x > high! + reach)
        expect(value('outliers_iqr(a)', { a })).toEqual(far)
      }),
    )
    // a value as far away as may be is none
    expect(value('outliers_iqr(a)', { a: [0, 2, 3, 4, 6] })).toEqual([])
    expect(value('outliers_iqr(a)', { a: [-1, 2, 3, 4, 7] })).toEqual([])
    expect(value('outliers_iqr(a)', { a: [-2, 2, 3, 4, 8] })).toEqual([-2, 8])
  })

  test('the ranks of two samples are shared between them, and their order makes no difference to p', () => {
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        fc.pre(new Set([...a, ...b]).size > 1)
        const wins = a.flatMap(x => b.map(y => (x > y ? 1 : x === y ? 0.5 : 0) as number))
        expect(value('mann_whitney(a, b)', { a, b })).toBe(wins.reduce((sum, each) => sum + each))
        const p = Number(value('mann_whitney_p(a, b)', { a, b }))
        expect(p).toBeCloseTo(Number(value('mann_whitney_p(b, a)', { a, b })), 9)
        expect(p).toBeGreaterThan(0)
        expect(p).toBeLessThanOrEqual(1)
      }),
    )
    // equal sums of ranks, and the published value with ties and continuity
    expect(value('mann_whitney_p(a, b)', { a: [1, 4], b: [2, 3] })).toBe(1)
    expect(value('mann_whitney_p(a, b)', { a: [1, 2, 3, 4], b: [3, 4, 5, 6] })).toBeCloseTo(
      0.1081,
      4,
    )
  })

  test('a root of a power is what was raised, and its power again, also of fractions and units', () => {
    const number = fc.integer({ min: 1, max: 1_000_000 })
    fc.assert(
      fc.property(number, number, (above, below) => {
        for (const [root, power] of [['sqrt', 2] as const, ['cbrt', 3] as const])
          for (const given of [`${above}`, `(${above} / ${below})`, `(${above} m / ${below})`]) {
            const same = [`${root}(${given}^${power}) == ${given}`]
            if (!given.includes('m')) same.push(`${root}(${given})^${power} == ${given}`)
            for (const each of same) expect(evaluate(each, {})).toMatchObject({ value: true })
          }
        expect(evaluate(`(${above}^3)^(2/3)`, {})).toMatchObject({ value: above ** 2 })
      }),
      { numRuns: 50 },
    )
  })

  test('a power of a unit is read up to the ninth and calculated up to the twentieth', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 25 }), power => {
        expect(dimensionOf(`s^${power}`)).toBe(
          power > 9 ? undefined : power === 1 ? 'time' : `time^${power}`,
        )
        expect(dimensionOf(`1/s^${power}`) ?? dimensionOf('1')).toBe(
          power > 9 ? undefined : power === 1 ? '1/time' : `1/time^${power}`,
        )
        expect(evaluate(`(1 s)^${power}`, {}).ok).toBe(power <= 20)
        expect(evaluate(`(1 s)^-${power}`, {}).ok).toBe(power <= 20)
      }),
    )
  })
})

describe('as written', () => {
  test.each([
    ['36 km/h to m/(s)', { value: 10 }],
    ['(36 km/h to m/s) * 2', { value: 20 }],
    ['1 h / (2 min)', { value: 30 }],
    ['1/(2 s)', { value: 0.5, unit: '1/s' }],
    ['20 °C - 5 K', { value: 15, unit: '°C' }],
    ['20 °C + 5 K - 5 K to K', { value: 293.15 }],
    ['300 K - 20 °C', { value: 6.85 }],
    ['68 °F - 5 K', { value: 59, unit: '°F' }],
    ['2 m^-2 * 3 m^2', { value: 6 }],
    ['8^(2/3)', { value: 4 }],
    ['roundTo(-7.5, 5)', { value: -10 }],
    ['roundTo(7, -5)', { value: 5 }],
    ['true < false', { value: false }],
    ['false < true', { value: true }],
    ['"a" < "a"', { value: false }],
    ['"b" < "a"', { value: false }],
    ['"a" > "a"', { value: false }],
    ['date(1, "M")', { value: '1' }],
    ['date(12, "MMM")', { value: 'Dec' }],
    ['date(2027, 8, 1)', { value: '2027-08-01' }],
    ['date(2027, 8 + 1, 1) - 1 day', { value: '2027-08-31' }],
    ['date(2027, 8)', { value: '2027-08' }],
    ['index([3, 4], 3)', { value: 1 }],
    ['contains([1, 2], [1])', { value: false }],
  ])('%s is %j', (expression, is) => {
    expect(evaluate(expression, {})).toMatchObject({ ok: true, ...is })
  })

  test.each([
    ['5 m to 5', '"5" is not a unit to convert to'],
    ['5 m to', '"" is not a unit to convert to'],
    ['5 m to + 1', '"+" is not a unit to convert to'],
    ['date(0, "MMMM")', '"0" is no date'],
    ['date(13, "MMMM")', '"13" is no date'],
    ['date(2027, 13, 1)', '"2027-13-01" is no date'],
    ['date(2027, 2, 30)', '"2027-02-30" is no date'],
    ['date(2027, 2.5, 1)', 'date needs whole numbers'],
    ['date(1.5, "MMMM")', '"1.5" is no date'],
    ['[1, 2] == [1, 2, 3]', 'lists of different lengths: 2 and 3'],
    ['1 < [true]', 'there is the boolean true where a number is needed'],
    ['if([1, 2] > 1, [5, 6, 7], 0)', 'lists of different lengths: 2 and 3'],
    ['if([1, 2], 5, 0)', 'expected true or false, found 1'],
    ['if(true, [1, 2] > 1, 3) and 4', 'expected true or false, found 4'],
    ['filter([1, 2], [it, 3] > 2)', 'expected true or false, found [false, true]'],
    ['100 - 20 %', '100 plus or minus 20 % can be read in two ways; write 100 * (1 + 20 %)'],
    ['item([1, 2], [1])', 'there is a list where a number is needed'],
    ['index([1, 2], [1])', '[1] is not in the list'],
    ['fixed([1], 2)', 'there is a list where a number is needed'],
    ['outliers_z([1, 2], "far")', 'there is the text "far" where a number is needed'],
    ['outliers_iqr([1, "far"])', 'there is the text "far" where a number is needed'],
    ['date([1, 2])', '"[1, 2]" is no date'],
  ])('%s is refused', (expression, error) => {
    expect(evaluate(expression, {})).toEqual({ ok: false, error })
  })

  test('what is compared, joined and chosen of lists is so of each item', () => {
    const choice = 'if(not (x > y) and x != 3 or y == 4, x * 2, y)'
    const side = fc.integer({ min: 0, max: 5 })
    fc.assert(
      fc.property(fc.array(fc.tuple(side, side), { minLength: 1, maxLength: 8 }), pairs => {
        const [x, y] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)]
        const alone = pairs.map(([one, other]) =>
          evaluate(choice, { x: { value: one }, y: { value: other } }),
        )
        const values = alone.map(each => each.ok && each.value)
        expect(evaluate(choice, { x: { value: x }, y: { value: y } })).toMatchObject({
          value: values,
        })
      }),
    )
  })

  test.each([
    ['cu ft', 'length^3'],
    ['cubic m', 'length^3'],
    ['sq ft', 'length^2'],
    ['square m', 'length^2'],
    ['kg per cu m', 'mass/length^3'],
  ])('%s measures %s', (unit, measures) => {
    expect(dimensionOf(unit)).toBe(measures)
  })

  test.each([
    ['$5:30', undefined],
    ['$5 kg', undefined],
    ['$5 million', { value: 5e6, unit: 'USD' }],
    ['$5 per kg', { value: 5, unit: 'USD per kg' }],
    ['2 1/2 h', { value: 2.5, unit: 'h' }],
    ['-3 m', { value: -3, unit: 'm' }],
    ['golden m', undefined],
  ])('%s is the quantity %j', (text, quantity) => {
    expect(parseQuantity(text)).toEqual(quantity)
  })
})
