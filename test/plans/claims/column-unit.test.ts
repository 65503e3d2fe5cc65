// A value that a query took from one column is in the unit that the column's header names.
import { expect, test } from 'vitest'
import { judgedOne } from './judged.ts'

/** What a value comes to that a query gave, claimed in this unit as its role demands. */
const claimedIn = (unit: string, sql: string) =>
  judgedOne(
    { name: 'total', value: 1625, unit, evidence: { call: 'q' } },
    {
      step: { writes: [{ role: 'total', unit }] },
      calls: { q: { computes: true, tool: 'table', input: { file: 'a.csv', sql }, value: 1625 } },
    },
  )

test.each([
  ['g', 'SELECT SUM("weight_kg") FROM t WHERE "carrier" = \'Kestrel\'', 'weight_kg, in kg, not g'],
  ['kg', 'SELECT SUM("cost_eur") FROM t', 'cost_eur, in EUR, not kg'],
  ['h', 'select avg(wait_min) from t', 'wait_min, in min, not h'],
  ['t', 'SELECT ROUND(AVG(t."weight_kg"), 2) AS mean FROM t', 'weight_kg, in kg, not t'],
  ['km', 'SELECT "Length (m)" FROM t LIMIT 1', 'Length (m), in m, not km'],
  [
    'USD',
    'SELECT MAX("Sales (million USD)") FROM t',
    'Sales (million USD), in million USD, not USD',
  ],
])('%s is refused for %s', (unit, sql, said) => {
  expect(claimedIn(unit, sql)).toBe(
    `total: the column is ${said}; take the unit of the column, or convert in the query`,
  )
})

test.each([
  ['kg', 'SELECT SUM("weight_kg") FROM t'],
  ['t', 'SELECT SUM("weight_kg") / 1000 FROM t'],
  ['g', 'SELECT SUM("weight_kg" * 1000) FROM t'],
  ['kg/parcel', 'SELECT SUM("weight_kg") / SUM("parcels") FROM t'],
  ['kg', 'SELECT SUM("weight") FROM t'],
  // what a price is in the header leaves open, and a rate may be called by its first unit
  ['EUR', 'SELECT AVG("price_per_kg") FROM t'],
  ['EUR/kg', 'SELECT AVG("price_per_kg") FROM t'],
  ['EUR', 'SELECT AVG("price_eur_per_kwh") FROM t'],
  // endings that are other words too
  ['°C', 'SELECT MIN("temp_min") FROM t'],
  ['kg', 'SELECT SUM("count_h") FROM t'],
  ['visits', 'SELECT SUM("count_h") FROM t'],
  ['EUR', 'SELECT SUM("price_all") FROM t'],
  ['kg', 'SELECT min FROM t'],
  ['kg', 'SELECT SUM(m) FROM t'],
])('%s may be the unit of %s', (unit, sql) => {
  expect(claimedIn(unit, sql)).toBe('computed')
})

test('a sheet or a column that is called like a unit is no expression that gave the value', () => {
  const input = { file: 'a.xlsx', sheet: 'Hours', sql: 'SELECT SUM("hours") FROM t' }
  const judged = judgedOne(
    { name: 'total', value: 237.5, unit: 'h', evidence: { call: 'q' } },
    {
      step: { writes: [{ role: 'total', unit: 'h' }] },
      calls: { q: { computes: true, tool: 'table', input, value: 237.5 } },
    },
  )
  expect(judged).toBe('computed')
})
