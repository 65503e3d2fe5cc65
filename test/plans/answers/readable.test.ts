// How many digits a person is shown of an answer.
import { expect, test } from 'vitest'
import { readable } from '../../../plans/answers/readable.ts'

test.each([
  ['20.4819277108434 %', '20.48 %'],
  ['3.33333333333333', '3.333'],
  ['-0.000123456789012345 m', '-0.0001235 m'],
  ['16935.8333333333', '16935.83'],
  ['0.666666666666667, 4, 1.5', '0.6667, 4, 1.5'],
  ['1.234567890123', '1.235'],
  ['1.23456789012', '1.23456789012'],
  ['10154.6', '10154.6'],
  ['0.0555671296296296 days', '1 h 20 min 1 s'],
  ['from 8 to 9, 0.0416666666666667 days', 'from 8 to 9, 1 h'],
  ['0.5 days', '0.5 days'],
  ['2.0555671296296296 days', '2.056 days'],
  ['3.14159', '3.14159'],
  ['1234567890123456', '1234567890123456'],
  ['192.168.100.200', '192.168.100.200'],
  ['6.02214076123456e23', '6.02214076123456e23'],
  ['0.30000000000000004 EUR', '0.30 EUR'],
  ['320.5 EUR', '320.50 EUR'],
  ['320.5 KWH', '320.5 KWH'],
  ['2026-04-06T00:45', '2026-04-06 00:45'],
  [
    'the mean over all of the year is 33.333333333333336 %',
    'the mean over all of the year is 33.33 %',
  ],
  [
    'euros are added, so 0.1 + 0.2 gives 0.30000000000000004',
    'euros are added, so 0.1 + 0.2 gives 0.30000000000000004',
  ],
])('%s is shown as %s', (answer, shown) => expect(readable(answer)).toBe(shown))

test('a question about digits has all of them', () =>
  expect(readable('3.14159265358979', 'Pi to 14 decimals?')).toBe('3.14159265358979'))

test('a question about days has days', () =>
  expect(readable('0.0555671296296296 days', 'How many days is that?')).toBe('0.05557 days'))

test.each([
  ['How much do we have to pay?', '477.00', 'EUR', '477.00 EUR'],
  ['How many euros do we have to pay?', '477.00', 'EUR', '477.00'],
  ['What is it in €?', '477.00', 'EUR', '477.00'],
  ['How much did they pay?', '2162.7', '£', '£2162.70'],
  ['How much did they pay?', '-0.5', 'US$', '-US$0.50'],
  ['How much did they pay?', '11010', '€', '€11010'],
  ['How many euros did they pay?', '2162.7', 'EUR', '2162.70'],
  ['What does a kilo cost?', '0.035', '$', '$0.035'],
  ['What does a sheet cost?', '2.5', 'cents', '2.5 cents'],
  ['What does it cost a kilo?', '2.5', '$/kg', '2.5 $/kg'],
  ['Which share of them is late?', '12.5', '%', '12.5 %'],
  ['How many percent of them are late?', '12.5', '%', '12.5 %'],
  ['How long is it?', '42.195', 'km', '42.195 km'],
  ['How long is it?', '42.195 km', 'km', '42.195 km'],
  ['Which are they?', '3, 4', 'km', '3, 4'],
  ['How many are there?', '3', 'rows', '3'],
  ['How many are there?', '3', null, '3'],
])('%s %s in %s is shown as %s', (question, answer, unit, shown) =>
  expect(readable(answer, question, unit)).toBe(shown),
)
