// Where expressions, quantities and units end: their limits, their edges and what they refuse.
import { expect, test } from 'vitest'
import { computedIn, readBy } from '../../../plans/expressions/derive.ts'
import {
  dimensionOf,
  evaluate,
  ownHours,
  parseQuantity,
  sameQuantity,
} from '../../../plans/expressions/expression.ts'
import { testCases } from '../../support/cases.ts'

testCases('expressions', {
  evaluate: (text: string, unit?: string) => evaluate(text, {}, unit),
  parseQuantity,
  dimensionOf,
  sameQuantity,
  ownHours,
  computedIn,
  readBy,
})

test.each([
  ['exp(xs)', 6451, 0],
  ['ln(xs)', 3921, 1],
  ['log(xs)', 3921, 1],
  ['log10(xs)', 3921, 1],
  ['log2(xs)', 3921, 1],
  ['sin(xs)', 6451, 0],
  ['cos(xs)', 6451, 0],
  ['tan(xs)', 3278, 0],
  ['asin(xs)', 1980, 0],
  ['acos(xs)', 1980, 1],
  ['atan(xs)', 1980, 0],
  ['pow(1, xs)', 1324, 0.3],
  ['count(xs)', 99_999, 1],
])('%s is worked out for %i numbers and for no more', (call, most, number) => {
  const said = (count: number) => evaluate(call, { xs: { value: Array(count).fill(number) } })
  expect(said(most)).toMatchObject({ ok: true })
  expect(said(most + 1)).toMatchObject({
    error: 'the expression takes more than 200000 operations',
  })
})

test.each([
  ['3 * 14.50 pounds', 'GBP', '43.5 GBP'],
  ['20 GBP + 5 quid', 'pounds', '25 GBP'],
  ['20 CAD + 1 CAD', 'dollars', '21 CAD'],
  ['3 pounds', 'oz', '48 oz'],
  ['14500 kWh * 11.2 ct/kWh', 'EUR', '1624 EUR'],
  ['0.29 EUR/kWh', 'cents/kWh', '29 cent/kWh'],
  ['5 ct', 'g', '1 g'],
])('%s in %s is money only where that is: %s', (expression, unit, text) => {
  expect(evaluate(expression, {}, unit)).toMatchObject({ ok: true, text })
})
