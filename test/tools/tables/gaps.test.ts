// What a sum, a mean or a count passes over is said with it.
import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { table } from '../../../tools/table.ts'
import { temporaryFolder } from '../../support/model.ts'

const folder = temporaryFolder()
beforeAll(() => {
  const rows = 'A,1,10,W1\nB,2,,W2\nA,3,30,W1\nB,4,5,\n'
  writeFileSync(folder.path('loads.csv'), `carrier,parcels,cost (EUR),depot\n${rows}`)
  writeFileSync(folder.path('depots.csv'), 'depot,city\nW1,Ayr\nW2,Wick\n')
})
afterAll(() => folder.remove())

const ctx = { roots: [folder.path('.')], signal: AbortSignal.timeout(300_000) }
const cost = '"cost (EUR)"'

test.each([
  [`SELECT sum(${cost}) / sum(parcels) FROM t`, ['1 row has no "cost (EUR)"']],
  [`SELECT carrier, round(avg(x.${cost}), 2) AS m FROM T x GROUP BY 1 HAVING m > 0`, ['1 row has']],
  [`WITH s AS (SELECT sum(${cost}) c FROM t GROUP BY carrier) SELECT max(c) FROM s`, ['1 row has']],
  [`SELECT sum(${cost} * parcels), count(depot) FROM t`, ['"cost (EUR)"', '1 row has no "depot"']],
  [`SELECT city, sum(${cost}) FROM t JOIN depots USING (depot) GROUP BY 1`, ['1 row has no "cost']],
  // nothing is passed over, or the query says itself what is
  [`SELECT sum(${cost}) FROM t WHERE carrier = 'A'`, []],
  [`SELECT sum(${cost}) FROM t WHERE ${cost} IS NOT NULL`, []],
  [`SELECT sum(coalesce(${cost}, 0)), count(*), count(DISTINCT depot), max(${cost}) FROM t`, []],
  [`SELECT sum(${cost}) FILTER (WHERE carrier = 'A') FROM t`, []],
  ['SELECT sum(parcels) FROM t', []],
  [`WITH t2 AS (SELECT nullif(${cost}, 30) AS ${cost} FROM t) SELECT avg(${cost}) FROM t2`, []],
  // it cannot be counted by itself, and the query is answered all the same
  [`SELECT parcels * 2 AS twice, sum(${cost}) FROM t WHERE twice > 2 GROUP BY ALL`, []],
])('%s', async (sql, said) => {
  const { content } = await table.execute({ file: ['loads.csv', 'depots.csv'], sql }, ctx)
  const notes = content.split('\n').filter(line => line.endsWith('what is computed of it.'))
  expect(notes).toHaveLength(said.length)
  for (const [at, words] of said.entries()) expect(notes[at]).toContain(words)
})
