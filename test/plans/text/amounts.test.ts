// Numbers with their units, and units as heads of tables and names of roles say them.
import { expect, test } from 'vitest'
import { isSameUnit, parseUnit, printUnit } from '../../../plans/expressions/units.ts'
import {
  figuresIn,
  otherUnitStands,
  scaleIn,
  unitOfHead,
  unitStands,
} from '../../../plans/text/amounts.ts'

test.each([
  ['Length (m)', 'm'],
  ['Length [km]', 'km'],
  ['distance in km', 'km'],
  ['power_kw', 'kW'],
  ['price_eur_per_kwh', 'EUR/kWh'],
  ['water_l', 'L'],
])('the head %s is in %s', (head, unit) => {
  expect(isSameUnit(unitOfHead(head)!, parseUnit(unit)!)).toBe(true)
})

test.each(['m', 'power', 'team_a', 'grade_b', 'name_of_town', 'cost_kg_a'])(
  '%s names no unit',
  head => {
    const unit = unitOfHead(head)
    expect(unit && printUnit(unit)).toBeUndefined()
  },
)

test.each<[string, readonly object[]]>([
  ['EUR 3 million', [{ said: '3', value: 3, scale: 1e6, unit: 'EUR' }]],
  ['$5m', [{ said: '5', value: 5, scale: 1e6, unit: '$' }]],
  ['5m', [{ said: '5', value: 5, scale: 1, unit: 'm' }]],
  ['£2 b spent', [{ said: '2', value: 2, scale: 1e9, unit: '£' }]],
  ['aUSD 4', [{ said: '4', value: 4, scale: 1 }]],
  ['3k runners', [{ said: '3', value: 3, scale: 1000 }]],
  [
    '4 mn or 6 bn',
    [
      { said: '4', value: 4, scale: 1e6 },
      { said: '6', value: 6, scale: 1e9 },
    ],
  ],
  ['1. a\n2) b\n 3. c', []],
  ['x 4. Then', [{ said: '4', value: 4, scale: 1 }]],
  ['98 km per hour', [{ said: '98', value: 98, scale: 1, unit: 'km per hour' }]],
  ['3 m² of', [{ said: '3', value: 3, scale: 1, unit: 'm²' }]],
  ['12 in all', [{ said: '12', value: 12, scale: 1 }]],
  ['5 km in all', [{ said: '5', value: 5, scale: 1, unit: 'km' }]],
  ['7 x-rays', [{ said: '7', value: 7, scale: 1 }]],
  [
    '6 h 30 min',
    [
      { said: '6', value: 6, scale: 1, unit: 'h' },
      { said: '30', value: 30, scale: 1, unit: 'min' },
      { said: '6 h 30', value: 390, scale: 1, unit: 'min' },
    ],
  ],
  [
    '5 ft and 6 inches',
    [
      { said: '5', value: 5, scale: 1, unit: 'ft' },
      { said: '6', value: 6, scale: 1, unit: 'inches' },
      { said: '5 ft and 6', value: 66, scale: 1, unit: 'inches' },
    ],
  ],
  [
    '3 eggs 4 kg',
    [
      { said: '3', value: 3, scale: 1 },
      { said: '4', value: 4, scale: 1, unit: 'kg' },
    ],
  ],
  [
    '3 km, 4 kg',
    [
      { said: '3', value: 3, scale: 1, unit: 'km' },
      { said: '4', value: 4, scale: 1, unit: 'kg' },
    ],
  ],
  [
    '5 km and 6 km',
    [
      { said: '5', value: 5, scale: 1, unit: 'km' },
      { said: '6', value: 6, scale: 1, unit: 'km' },
    ],
  ],
  ['nine grams', [{ said: 'nine', value: 9, scale: 1, spoken: true, unit: 'grams' }]],
  ['Steps:\n     1. Weigh 4 kg\n2) Wait', [{ said: '4', value: 4, scale: 1, unit: 'kg' }]],
  [
    'Adler 84\t118\nH2 Bellevue 102',
    [
      { said: '84', value: 84, scale: 1 },
      { said: '118', value: 118, scale: 1 },
      { said: '102', value: 102, scale: 1 },
    ],
  ],
  ['Staff       12. Visitors', [{ said: '12', value: 12, scale: 1 }]],
])('the figures of %j', (text, figures) => {
  const found = figuresIn(text).map(({ start, end, unit, ...rest }) => ({
    said: text.slice(start, end),
    ...rest,
    ...(unit && { unit: printUnit(unit) }),
  }))
  // a scale in words is a number of its own
  expect(found.filter(({ said }) => said !== 'million')).toEqual(figures)
})

test.each([
  ['a_per_kwh', 'A/kWh'],
  ['per_kwh', 'kWh'],
  ['x_h', 'h'],
  ['cost_usd', 'USD'],
  ['memory_gb', 'GB'],
  ['x (USD)', 'USD'],
])('%s is in %s', (head, unit) => {
  expect(printUnit(unitOfHead(head)!)).toBe(unit)
})

test.each([
  ['km/h', ['kilometres per hour'], true, false],
  ['EUR', ['costs 3 €'], true, false],
  ['EUR/kWh', ['3 €', 'each kWh'], true, false],
  ['EUR/kWh', ['3 €', 'each kg'], false, false],
  ['km', ['miles'], false, true],
  ['km', ['miles and km'], true, false],
  ['km', ['kg'], false, false],
  ['km', ['miles and kg'], false, true],
  ['m', ['nautical miles'], false, true],
  ['nmi', ['a nautical mile'], true, false],
  ['m^2', ['a square metre'], true, false],
  ['km/h', ['km'], false, false],
  ['mi/h', ['at 60 mph'], true, false],
  ['L/100 km', ['litres for 100 kilometres'], true, false],
  ['degC', ['300 K'], false, true],
])('%s in %j: %s, another of its kind alone: %s', (name, places, stands, other) => {
  const unit = parseUnit(name)!
  expect([unitStands(unit, places), otherUnitStands(unit, places)]).toEqual([stands, other])
})

test.each<readonly [string, number]>([
  ['million m^3', 1e6],
  ['Thousands of', 1e3],
  ['hundred', 100],
  ['m^3', 1],
  ['two', 1],
  ...['k€', 'k EUR', 'kEUR'].map(unit => [unit, 1e3] as const),
  ['M$', 1e6],
  ...['km', 'kWh', 'mVAR', 'mRNA', 'EUR', 'kg'].map(unit => [unit, 1] as const),
])('the scale in %s is %d', (text, scale) => {
  expect(scaleIn(text)).toBe(scale)
})
