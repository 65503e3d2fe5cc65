import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dimensionOf,
  evaluate,
  functionNames,
  names,
  parseQuantity,
  type Quantity,
  sameQuantity,
} from '../../../plans/expressions/expression.ts'
import { anyText } from '../../support/any-text.ts'

const scope: Readonly<Record<string, Quantity>> = {
  distance: { value: 120, unit: 'km' },
  travel_time: { value: '2 h' },
  cost: { value: '1,200', unit: 'USD' },
  rate: { value: 12, unit: '%' },
  prices: { value: [1, 2, 3.5], unit: 'USD' },
  amounts: { value: ['2', 4, '1,000'] },
  city: { value: 'Turin' },
  open: { value: true },
  day: { value: 3 },
  total_sales: { value: '20.9' },
  people_served: { value: 40, unit: 'people' },
  pace: { value: '2:01:09' },
}

describe('an expression gives', () => {
  const rows: readonly (readonly [string, string])[] = [
    // exactness
    ['1/3*3', '1'],
    ['0.1 + 0.2', '0.3'],
    ['0.1 + 0.2 == 0.3', 'true'],
    ['1/3', '0.333333333333333'],
    ['2/3', '0.666666666666667'],
    ['1e3 + 1.5e-2', '1000.015'],
    ['2^64', '18446744073709551616'],
    ['2^-3', '0.125'],
    ['-2^2', '-4'],
    ['2^3^2', '512'],
    ['4^0.5', '2'],
    ['8^(1/3)', '2'],
    ['sqrt(2)^2', '2'],
    ['floor(sqrt(2)^2)', '2'],
    ['(1 + 1/12)^12', '2.61303529022468'],
    ['1.0375^360', '569794.08729125'],
    ['16!', '20922789888000'],
    ['7 - 10 - 2', '-5'],
    ['2 + 3 * 4', '14'],
    ['17 mod 5', '2'],
    ['10 % 3', '1'],
    ['-7 mod 3', '2'],
    ['100 min mod 60', '40 min'],
    // functions
    ['round(2.5)', '3'],
    ['round(-2.5)', '-3'],
    ['round(2.345, 2)', '2.35'],
    ['round(1234, -2)', '1200'],
    ['roundTo(17.3, 5)', '15'],
    ['roundTo(0.37, 0.25)', '0.25'],
    ['floor(-1.5)', '-2'],
    ['ceil(1.2)', '2'],
    ['abs(-3 km)', '3 km'],
    ['min(3, 1, 2)', '1'],
    ['max([3, 1, 2])', '3'],
    ['sum(1, 2, 3.5)', '6.5'],
    ['mean(1, 2, 4)', '2.33333333333333'],
    ['median(4, 1, 3, 2)', '2.5'],
    ['std(2, 4, 4, 4, 5, 5, 7, 9)', '2.1380899352994'],
    [
      'std(1, 3, 5) == stddev_samp(1, 3, 5) and stddev(1, 3) == std(1, 3) and variance(1, 3) == var_samp(1, 3)',
      'true',
    ],
    ['stddev_pop(2 km, 4 km, 4000 m, 4 km, 5 km, 5 km, 7 km, 9 km)', '2 km'],
    ['var_pop(5)', '0'],
    ['quantile([10, 7, 4, 3, 2, 1], 30 %)', '2.5'],
    ['quantile([3], 1) + quantile([1, 2], 0)', '4'],
    ['corr([1 kg, 2 kg, 3 kg], [1 m, 2 m, 4 m])', '0.981980506061966'],
    ['([1, 3, 5] - mean(1, 3, 5)) / std(1, 3, 5)', '[-1, 0, 1]'],
    ['log(8, 2)', '3'],
    ['log10(1000)', '3'],
    ['ln(e)', '1'],
    ['city == "Turin"', 'true'],
    ['city == "Verona"', 'false'],
    ['city < "Verona"', 'true'],
    ['open == false', 'false'],
    ['0^2', '0'],
    ['0^0', '1'],
    ['sin(pi / 6)', '0.5'],
    ['gcd(12, 18) + lcm(4, 6)', '18'],
    ['factorial(5)', '120'],
    ['count(prices)', '3'],
    ['if(2 > 1, 5, 1/0)', '5'],
    ['1 < 2 < 3 and not (2 == 3)', 'true'],
    // units
    ['distance / travel_time', '60 km/h'],
    ['distance / 60 km/h to min', '120 min'],
    ['60 km/h * 30 min', '30 km'],
    ['100 km/h to m/s', '27.7777777777778 m/s'],
    ['60 mph to km/h', '96.56064 km/h'],
    ['5 miles in km', '8.04672 km'],
    ['6 ft to cm', '182.88 cm'],
    ['5 ft 11 in to cm', '180.34 cm'],
    ['1 gallon to L', '3.785411784 L'],
    ['10 lb to kg', '4.5359237 kg'],
    ['2 km + 300 m', '2.3 km'],
    ['300 m + 2 km', '2300 m'],
    ['3 m * 4 m', '12 m^2'],
    ['sqrt(16 m^2)', '4 m'],
    ['5 kg * 3 m/s^2 to N', '15 N'],
    ['1 kWh to kJ', '3600 kJ'],
    ['100 km * 5 L/100 km', '5 L'],
    ['20 degC to degF', '68 degF'],
    ['20 degC - 15 degC to degF', '9 degF'],
    ['-40 °F to °C', '-40 °C'],
    ['100 degrees Fahrenheit to Celsius', '37.7777777777778 Celsius'],
    ['50 degrees F to degrees C', '10 degrees C'],
    ['25 deg C to degrees Kelvin', '298.15 degrees Kelvin'],
    ['68 ° F to °c', '20 °c'],
    ['90 degrees to radians', '1.5707963267949 radians'],
    ['300 K to degC', '26.85 degC'],
    ['mean(20 degC, 68 degF)', '20 degC'],
    ['4 GiB to MB', '4294.967296 MB'],
    ['8 Mbit/s * 10 s to MB', '10 MB'],
    ['1 light year to km', '9460730472580.8 km'],
    ['90 deg to rad', '1.5707963267949 rad'],
    // durations
    ['3 h 20 min', '200 min'],
    ['3 h 20 min to h', '3.33333333333333 h'],
    ['2 weeks to days', '14 days'],
    ['42.195 km / pace to km/h', '20.8972348328518 km/h'],
    // percentages
    ['12 % * 50', '6'],
    ['12% of 50 km', '6 km'],
    ['cost * rate', '144 USD'],
    ['cost * (1 + rate)', '1344 USD'],
    ['1 + 20 %', '1.2'],
    ['20% + 5%', '25 %'],
    // money and things
    ['$4.50 * 3', '13.5 USD'],
    ['$4.50/kg * 2 kg', '9 USD'],
    ['cost / people_served', '30 USD/people'],
    ['5 boxes per hour * 3 h', '15 boxes'],
    ['10 boxes / 1 box', '10'],
    ['sum(prices)', '6.5 USD'],
    ['sum(amounts)', '1006'],
    ['prices * 2', '[2, 4, 7] USD'],
    ['sum([1, 2] * [3, 4])', '11'],
    // names
    ['ground_belief(distance) / 2', '60 km'],
    ['total_sales * 2', '41.8'],
    ['day * 2', '6'],
    ['2 day', '2 day'],
    ['city == "Turin"', 'true'],
    ['open ? 1 : 2', '1'],
    ['2 pi', '6.28318530717959'],
    ['2 π', '6.28318530717959'],
    ['tau', '6.28318530717959'],
    ['e', '2.71828182845905'],
  ]
  it.each(rows)('%s = %s', (expression, text) => {
    expect(evaluate(expression, scope)).toMatchObject({ ok: true, text })
  })
})

describe('the wanted unit', () => {
  const rows: readonly (readonly [string, string, number, string])[] = [
    ['distance / travel_time', 'm/s', 50 / 3, 'm/s'],
    ['distance / travel_time', 'kilometers per hour', 60, 'kilometers per hour'],
    ['1/4', '%', 25, '%'],
    ['1/4 * 100', 'percent', 25, 'percent'],
    ['round(100 * 1/3, 1)', '%', 33.3, '%'],
    ['10 / 4', 'h', 2.5, 'h'],
    ['10 / 4', 'people', 2.5, 'people'],
    ['cost / 2', 'USD', 600, 'USD'],
    ['2.5 thousand people', 'people', 2500, 'people'],
  ]
  it.each(rows)('%s in %s is %d', (expression, unit, value, shown) => {
    const result = evaluate(expression, scope, unit)
    expect(result).toMatchObject({ ok: true, unit: shown })
    expect(result.ok && result.value).toBeCloseTo(value, 12)
  })
  it('that does not fit is refused with both dimensions named', () => {
    expect(evaluate('distance', scope, 'h')).toEqual({
      ok: false,
      error: 'the result is length (km), not time (h)',
    })
    expect(evaluate('distance / distance', scope, 'h')).toMatchObject({ ok: false })
    expect(evaluate('1', scope, '12 (')).toMatchObject({ ok: false })
  })
})

describe('numbers that convert a value', () => {
  const of = (value: number, unit?: string) => ({ value, ...(unit !== undefined && { unit }) })
  it.each<[string, Record<string, Quantity>, string, unknown]>([
    ['wait / 60', { wait: of(90, 'min') }, 'h', undefined],
    ['round(way / speed * 60)', { way: of(10, 'km'), speed: of(60, 'km/h') }, 'min', undefined],
    [
      'pool * 264.172 / flow / 60',
      { pool: of(48, 'm^3'), flow: of(35, 'gal/min') },
      'h',
      undefined,
    ],
    ['fee * 12', { fee: of(5, 'EUR/month') }, 'EUR/year', undefined],
    ['wait / 60', { wait: of(90) }, 'h', 1.5],
    ['way * 2', { way: of(3, 'km') }, 'm', 6000],
    ['price * 1.004', { price: of(2, 'EUR') }, 'EUR', 2.008],
    ['way / (60 km/h)', { way: of(30, 'km') }, 'min', 30],
  ])('are refused where its unit does that already: %s', (expression, scope, unit, value) => {
    const got = evaluate(expression, scope, unit)
    if (value === undefined)
      expect(got).toEqual({ ok: false, error: expect.stringMatching(/a second time$/) })
    else expect(got).toMatchObject({ value, unit })
  })
})

describe('a mistake is told in one sentence:', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['total * 2', 'total is not known; nearest known name: total_sales'],
    ['distance + travel_time', 'cannot add length (km) and time (h)'],
    ['cost - people_served', 'cannot subtract USD and people'],
    ['city + 1', 'city is the text "Turin" where a number is needed'],
    ['open * 2', 'open is the boolean true where a number is needed'],
    ['1 / (2 - 2)', 'division by zero: 1 by 0'],
    ['0^-1', 'division by zero: 0 to a negative power'],
    ['ln(0)', 'a logarithm needs a number above zero'],
    ['ln(-1)', 'a logarithm needs a number above zero'],
    ['total = 3', 'an expression assigns nothing; write only what is calculated, or == to compare'],
    ['medan(1, 2)', 'there is no function medan; nearest: median'],
    ['quantile([1, 2], 95)', 'quantile takes a share from 0 to 1'],
    ['quantile([], 0.5)', 'quantile needs at least one number'],
    ['corr([1, 2], [1, 2, 3])', 'lists of different lengths: 2 and 3'],
    ['corr([1, 1], [1, 2])', 'there is no correlation with a list whose values are all the same'],
    ['round(1, 2, 3)', 'round takes 1 or 2 arguments, not 3'],
    ['2 ^ (3 km)', 'an exponent must be a plain number, not 3 km'],
    ['sqrt(-4)', 'a negative number has no real power with a broken exponent'],
    ['(2 m)^0.5', '2 m to the power 0.5 has no unit'],
    ['100 + 20 %', '100 plus or minus 20 % can be read in two ways; write 100 * (1 + 20 %)'],
    [
      'cost * rate / 100',
      'rate is in percent, which already means hundredths; leave out the division by 100',
    ],
    ['distance to nonsense', 'cannot convert length (km) to nonsense'],
    ['[1, 2] + [1, 2, 3]', 'lists of different lengths: 2 and 3'],
    ['sum([])', 'sum needs at least one number'],
    ['5 mod 0', 'division by zero: remainder by 0'],
    ['round(1, 31)', 'round takes -30 to 30 digits'],
    ['round(1, -31)', 'round takes -30 to 30 digits'],
    ['round(1, 0.5)', 'round needs whole numbers'],
    ['signif(1, 0)', 'signif takes 1 to 30 digits'],
    ['signif(1, 31)', 'signif takes 1 to 30 digits'],
    ['roundTo(1, 0)', 'roundTo needs a multiple other than 0'],
    ['log(2, 1)', 'a logarithm has no base 1'],
    ['fixed(1, -1)', 'fixed takes 0 to 30 decimals'],
    ['fixed(1, 31)', 'fixed takes 0 to 30 decimals'],
    ['fixed("a", 1)', 'there is the text "a" where a number is needed'],
    ['fixed(1, 0.5)', 'the number of decimals is a whole number, not 0.5'],
    ['day("2024-05")', '2024-05 is a month and has no day'],
    ['date("2024-05-01", 3)', 'the spelling of a date is a text in quotes'],
    ['variance([1])', 'the spread of a sample needs at least two numbers'],
    ['corr_p([1, 2], [2, 3])', 'a correlation is tested with at least three pairs'],
    [
      'independence_p([1, 2, 3], 2)',
      'the counts of a table fill at least two rows and two columns',
    ],
    ['independence_p([1, 2], 2)', 'the counts of a table fill at least two rows and two columns'],
    ['independence_p([1, 2], 1)', 'the counts of a table fill at least two rows and two columns'],
    ['skewness([1, 2])', 'skewness needs at least three numbers'],
    ['factorial(171)', 'factorial takes 0 to 170'],
    ['factorial(-1)', 'factorial takes 0 to 170'],
    ['exp(901)', 'the argument of this function is at most 900'],
    ['10^400 * 10^400', 'a number gets too large or too small to calculate with'],
    ['', 'the expression is empty'],
  ]
  it.each(rows)('%s', (expression, error) => {
    expect(evaluate(expression, scope)).toEqual({ ok: false, error })
  })
  it.each([
    ['round(1.5, 30)', '1.5'],
    ['round(15, -30)', '0'],
    ['signif(1.26, 1)', '1'],
    ['signif(1.26, 30)', '1.26'],
    ['fixed(1.5, 0)', '2'],
    ['fixed(1, 30)', `1.${'0'.repeat(30)}`],
    ['factorial(170) / factorial(169)', '170'],
    ['round(ln(exp(900)), 6)', '900'],
    ['round(variance([1, 2]), 1)', '0.5'],
  ])('%s is within the limits', (expression, text) => {
    expect(evaluate(expression, scope)).toMatchObject({ ok: true, text })
  })

  it('a belief that is no finite number is named', () => {
    const error = 'x is not a finite number'
    expect(evaluate('x + 1', { x: { value: Number.NaN } })).toEqual({ ok: false, error })
  })

  it('a belief whose unit is not understood is named', () => {
    expect(evaluate('x * 2', { x: { value: 1, unit: '((' } })).toEqual({
      ok: false,
      error: 'the unit "((" of x is not understood',
    })
  })
})

describe('a hostile expression ends at once with an error', () => {
  const rows = [
    'import("node:fs")',
    'import(1)',
    'createUnit("x")',
    'evaluate("1")',
    'x.constructor',
    'distance.constructor("return 1")()',
    'constructor',
    '__proto__',
    'toString()',
    'f(x) = x',
    'a = 1; b = 2',
    '"a".length',
    '9^9^9^9',
    '9.99999^99999999999',
    '2^1e9',
    '0.5^1e9',
    '10^400 * 10^400',
    'factorial(1e9)',
    '170!!',
    'exp(1e9)',
    'sin(1e300)',
    '1e999999999',
    '1:1e9',
    '[1:1e9]',
    '1'.repeat(3000),
    '1+'.repeat(50_000),
    '('.repeat(100_000),
    '('.repeat(3000),
    '-'.repeat(3000),
    '2^'.repeat(1900),
    '[['.repeat(1900),
    'not '.repeat(900),
    '1?'.repeat(1900),
    'a'.repeat(100_000),
    '"'.repeat(3999),
    `"${'\\'.repeat(3000)}`,
    `${'sum(prices * prices, '.repeat(150)}1${')'.repeat(150)}`,
    ' '.repeat(100_000),
    `1${' '.repeat(3990)}"`,
  ]
  it.each(rows.map(row => [row.slice(0, 30), row]))('%s', (_shown, expression) => {
    expect(evaluate(expression, scope)).toMatchObject({ ok: false })
  })
  it('as do many operations on a long list', () => {
    const list = { value: Array.from({ length: 10_000 }, (_, i) => i + 0.123) }
    expect(evaluate('sum(sin(x) * x)', { x: list })).toMatchObject({ ok: false })
    expect(evaluate(`${'x*'.repeat(1000)}x`, { x: list })).toMatchObject({ ok: false })
    expect(evaluate(`filter(x, ${'it > 0 and '.repeat(30)}it > 1)`, { x: list })).toMatchObject({
      ok: false,
    })
    expect(evaluate('sum(x * 2)', { x: list })).toMatchObject({ ok: true, value: 99_992_460 })
  })
  it('any text: never an exception, never long', () => {
    const words = ['distance', ' ', '(', ')', '*', '/', '^', '%', 'km', 'to', '1e9', '!', '-', '"']
    const text = fc.oneof(
      anyText(200),
      fc.array(fc.constantFrom(...words, ...functionNames), { maxLength: 60 }).map(w => w.join('')),
    )
    fc.assert(
      fc.property(text, fc.option(text, { nil: undefined }), (expression, unit) => {
        evaluate(expression, scope, unit)
        names(expression)
        parseQuantity(expression)
        dimensionOf(expression)
      }),
      { numRuns: 400 },
    )
  })
})

describe('properties', () => {
  const decimal = fc
    .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 0, max: 6 }))
    .map(([whole, places]) => `${whole}e-${places}`)
  it('adding and taking away again, and dividing and multiplying again, change nothing', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        expect(evaluate(`${a} + ${b} - ${b} == ${a}`, {})).toMatchObject({ value: true })
        if (Number(b) !== 0)
          expect(evaluate(`${a} / ${b} * ${b} == ${a}`, {})).toMatchObject({ value: true })
      }),
    )
  })
  it('a unit of two words may be written with a hyphen', () => {
    expect(evaluate('9260 m', {}, 'nautical-miles')).toMatchObject({ value: 5 })
    expect(evaluate('9260 m', {}, 'nautical miles')).toMatchObject({ value: 5 })
  })
  it('numbers without any unit are in the wanted one already, and others are not', () => {
    const bare = { trips: { value: 5 } }
    expect(evaluate('trips * 2', bare, 'km')).toMatchObject({ ok: true, value: 10, unit: 'km' })
    expect(evaluate('trips * distance / distance', { ...scope, ...bare }, 'km')).toMatchObject({
      ok: false,
    })
  })
  it('a conversion there and back is exact', () => {
    const groups = [
      ['m', 'km', 'ft', 'mi', 'inch', 'nautical mile', 'ly'],
      ['degC', 'degF', 'K'],
      ['s', 'min', 'h', 'days', 'weeks', 'years'],
      ['km/h', 'mph', 'm/s', 'knots', 'miles per hour'],
      ['USD/kg', 'cents per lb', '$/oz'],
      ['L/100 km', 'm^2', 'acres'],
    ]
    const pair = fc
      .constantFrom(...groups)
      .chain(group => fc.tuple(fc.constantFrom(...group), fc.constantFrom(...group)))
    fc.assert(
      fc.property(decimal, pair, (number, [a, b]) => {
        const there = evaluate('x', { x: { value: Number(number), unit: a } }, b)
        expect(there.ok).toBe(true)
        expect(
          evaluate(`(x to ${b} to ${a}) == x`, { x: { value: Number(number), unit: a } }),
        ).toMatchObject({ value: true })
      }),
    )
  })
})

describe('names', () => {
  it('lists the roles an expression reads, once each and in order', () => {
    expect(names('distance / travel_time + sum(prices) * 5 km - distance')).toEqual([
      'distance',
      'travel_time',
      'prices',
    ])
    expect(names('ground_belief(total) > 3 and not ready')).toEqual(['total', 'ready'])
  })
  it('counts a word that names a unit or a constant only when told', () => {
    expect(names('cost_per_day * day * e')).toEqual(['cost_per_day'])
    expect(names('cost_per_day * day * e', ['day', 'e'])).toEqual(['cost_per_day', 'day', 'e'])
  })
  it('is undefined for what is no expression', () => {
    expect(names('the total of all')).toBeUndefined()
    expect(names('(1')).toBeUndefined()
  })
})

describe('parseQuantity reads', () => {
  const rows: readonly (readonly [string, Quantity | undefined])[] = [
    ['1,234.5 km/h', { value: 1234.5, unit: 'km/h' }],
    ['2:01:09', { value: 7269, unit: 's' }],
    ['3:45 min', { value: 3.75, unit: 'min' }],
    ['12 %', { value: 12, unit: '%' }],
    ['3 h 20 min', { value: 200, unit: 'min' }],
    ['2 hours and 5 minutes', { value: 125, unit: 'minutes' }],
    ['5 ft 11 in', { value: 71, unit: 'in' }],
    ['$4.50', { value: 4.5, unit: 'USD' }],
    ['-$3M', { value: -3_000_000, unit: 'USD' }],
    ['$2.5 billion per year', { value: 2.5e9, unit: 'USD per year' }],
    ['€3.50', { value: 3.5, unit: 'EUR' }],
    ['2.5 million people', { value: 2_500_000, unit: 'people' }],
    ['1 1/2 cups', { value: 1.5, unit: 'cups' }],
    ['5 × 10^3 m', { value: 5000, unit: 'm' }],
    ['−5 °C', { value: -5, unit: '°C' }],
    ['12 m2', { value: 12, unit: 'm2' }],
    ['3 kcal/100 g', { value: 3, unit: 'kcal/100 g' }],
    ['20.9', { value: 20.9 }],
    ['.5', { value: 0.5 }],
    ['1e-3 mol', { value: 0.001, unit: 'mol' }],
    ['2024-05-01', undefined],
    ['2:01', undefined],
    ['1,23', undefined],
    ['1.234,5', undefined],
    ['the 5', undefined],
    ['2 of 3', undefined],
    ['3 h 20 km', undefined],
    ['10 miles walked', undefined],
    ['12 (approximately)', undefined],
    ['', undefined],
    ['1e999', undefined],
  ]
  it.each(rows)('%s', (text, quantity) => {
    expect(parseQuantity(text)).toEqual(quantity)
  })
})

describe('dimensionOf', () => {
  it('tells what is counted from a measure of the same name', () => {
    for (const word of ['time', 'length', 'mass'])
      for (const counted of [word, `${word}s`, `${word}es`])
        expect(dimensionOf(counted), counted).not.toBe(word)
    expect(dimensionOf('times')).toBe(dimensionOf('time'))
    expect(dimensionOf('hours')).toBe('time')
  })

  const rows: readonly (readonly [string, string | undefined])[] = [
    ['km/h', 'length/time'],
    ['liters per minute', 'length^3/time'],
    ['USD/kg', 'USD/mass'],
    ['km per hour', 'length/time'],
    ['m/s²', 'length/time^2'],
    ['square meters', 'length^2'],
    ['KG', 'mass'],
    ['percent', '1'],
    ['boxes per hour', 'box/time'],
    ['box/hr', 'box/time'],
    ['people', 'person'],
    ['person-hours', 'person*time'],
    ['golden rings', 'golden ring'],
    ['kilowatt-hours', 'length^2*mass/time^2'],
    ['J/kg K', 'length^2/temperature/time^2'],
    ['12', undefined],
    ['', undefined],
    ['km walked today', undefined],
    ['a very long story of many words', undefined],
    ['m^', undefined],
  ]
  it.each(rows)('of %s', (unit, dimension) => {
    expect(dimensionOf(unit)).toBe(dimension)
  })
})

describe('sameQuantity', () => {
  const rows: readonly (readonly [Quantity, Quantity, boolean])[] = [
    [{ value: 1, unit: 'km' }, { value: 1000, unit: 'm' }, true],
    [{ value: 12, unit: '%' }, { value: 0.12 }, true],
    [{ value: '1,200 USD' }, { value: 1200, unit: 'dollars' }, true],
    [{ value: 5 }, { value: 5, unit: 'people' }, true],
    [{ value: 5 }, { value: 5, unit: 'km' }, false],
    [{ value: 5, unit: 'h' }, { value: 5, unit: 'km' }, false],
    [{ value: 1.67 }, { value: 5 / 3 }, true],
    [{ value: 1.66 }, { value: 5 / 3 }, false],
    [{ value: 2 }, { value: 5 / 3 }, false],
    [{ value: 60.1, unit: 'km/h' }, { value: 60.1234, unit: 'km/h' }, true],
    [{ value: 0.1 + 0.2 }, { value: 0.3 }, true],
    [{ value: 20, unit: 'degC' }, { value: 68, unit: 'degF' }, true],
    [{ value: ' New  York' }, { value: 'new york' }, true],
    [{ value: 'New York' }, { value: 'York' }, false],
    [{ value: true }, { value: 'true' }, false],
    [{ value: [1, 2], unit: 'km' }, { value: [1000, 2000], unit: 'm' }, true],
    [{ value: [1, 2] }, { value: [1] }, false],
    [{ value: [1] }, { value: 1 }, false],
    [{ value: 0 }, { value: 0.001 }, false],
  ]
  it.each(rows)('%j and %j: %s', (a, b, same) => {
    expect(sameQuantity(a, b)).toBe(same)
    expect(sameQuantity(b, a)).toBe(same)
  })
  it('with a tolerance asks for nothing but the tolerance', () => {
    expect(sameQuantity({ value: 1.67 }, { value: 5 / 3 }, 1e-6)).toBe(false)
    expect(sameQuantity({ value: 1.67 }, { value: 5 / 3 }, 0.01)).toBe(true)
  })
})

it('loads little: exact numbers and the nearest name, and nothing else that is installed', () => {
  const code = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
    await import('./plans/expressions/expression.ts')
    console.log(loaded.join('\\n'))`
  const loaded = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
  })
  const packages = [...loaded.matchAll(/node_modules\/([^/]+)\//g)].map(([, name]) => name)
  expect([...new Set(packages)].sort()).toEqual([
    'decimal.js',
    'fastest-levenshtein',
    'fraction.js',
    'jstat',
  ])
})

it.each([Number.NaN, Number.POSITIVE_INFINITY])('a belief of %d is no number', value => {
  expect(evaluate('day + 1', { day: { value } })).toEqual({
    ok: false,
    error: expect.stringContaining('is not a finite number'),
  })
})
