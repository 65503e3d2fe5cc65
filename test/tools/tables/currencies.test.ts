// That amounts of several currencies are put together is said with what comes of it.
import { writeFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { table } from '../../../tools/table.ts'
import { temporaryFolder } from '../../support/model.ts'

const folder = temporaryFolder()
const file = folder.path('paid.csv')
writeFileSync(file, 'payee,amount,currency\nKita,100,EUR\nKita,5000,JPY\nBob,20,EUR\n')
afterAll(() => folder.remove())

async function told(sql: string) {
  const ctx = { roots: [file], signal: AbortSignal.timeout(60_000) }
  return (await table.execute({ file, sql }, ctx)).notes ?? []
}

test.each([
  'SELECT sum(amount) FROM t',
  'SELECT payee, sum(amount), min(currency) FROM t GROUP BY 1',
  'WITH a AS (SELECT * FROM t) SELECT avg(amount) FROM a',
])('%s', async sql => {
  expect(await told(sql)).toEqual([
    'These rows are in EUR, JPY by "currency": their amounts are put together as if they were one.',
  ])
})

test.each([
  'SELECT currency, sum(amount) FROM t GROUP BY 1',
  "SELECT sum(amount) FROM t WHERE currency = 'EUR'",
  "SELECT sum(CASE WHEN currency = 'EUR' THEN amount END), count(*) FROM t",
  'SELECT count(*), max(amount) FROM t',
])('not where they are told apart: %s', async sql => {
  expect(await told(sql)).toEqual([])
})
