// SQL as other dialects spell it, and what keeps a query from being run.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { table } from '../../../tools/table.ts'
import { type Folder, openFolder } from '../../support/folder.ts'

let folder: Folder
beforeAll(async () => {
  folder = await openFolder()
  await folder.write(
    't.csv',
    [
      'day,at,n,price,name,order,half price,last',
      '2024-01-31,2024-01-31T22:30:00,5,0.10,Abc,1,0.05,no',
      '2024-02-29,2024-03-01T06:00:00,7,0.20,abd,2,0.10,no',
      ',,,,,,,yes',
    ].join('\n'),
  )
})
afterAll(() => folder.remove())

const rows = async (sql: string) =>
  ((await table.execute({ file: 't.csv', sql }, folder.context)).details as { rows: unknown[][] })
    .rows

test.each([
  [
    "SELECT date(day, '+1 day'), date(day, 'start of month') FROM t LIMIT 1",
    ['2024-02-01', '2024-01-01'],
  ],
  ["SELECT date('2024-05-15', 'start of month', '+1 month', '-1 day')", ['2024-05-31']],
  ["SELECT strftime('%Y-%m', day), strftime(day, '%d') FROM t LIMIT 1", ['2024-01', '31']],
  ["SELECT strftime('%Y', day) - 1, substr(day, 6, 2) + 1 FROM t LIMIT 1", [2023, 2]],
  ["SELECT julianday('2024-03-01') - julianday(day) FROM t LIMIT 1", [30]],
  [
    "SELECT sum(strftime('%s', at) - strftime('%s', '2024-01-31')) / 3600.0 FROM t WHERE n = 5",
    [22.5],
  ],
  ["SELECT strftime('%H', 1714000000, 'unixepoch')", ['23']],
  ["SELECT hour(at), date_diff('minute', at, '2024-01-31 23:00') FROM t LIMIT 1", [22, 30]],
  ["SELECT count(*) FROM t WHERE name LIKE 'a%'", [2]],
  ["SELECT count(*) FROM t WHERE day < '2024-02'", [1]],
  ["SELECT count(*) FROM t WHERE day BETWEEN '2024-01' AND '2024-02'", [1]],
  ["SELECT count(*) FROM t WHERE day LIKE '2024-02%'", [1]],
  [
    'SELECT CAST(2.7 AS INTEGER), CAST(-2.7 AS INTEGER), CAST(0.12345 AS REAL), CAST(0.12345 AS DECIMAL)',
    [2, -2, 0.12345, 0.12345],
  ],
  ['SELECT max(n, 6), min(n, 6) FROM t LIMIT 1', [6, 5]],
  ['SELECT sum((n > 5) * n), avg(n > 5), total(n) FROM t', [7, 0.5, 12]],
  ["SELECT iif(n > 5, 'many', 'few'), ifnull(NULL, 1) FROM t LIMIT 1", ['few', 1]],
  ["SELECT group_concat(name, '; ') FROM t", ['Abc; abd']],
  ['SELECT sum(price) = 0.3, sum(price), 0.1 + 0.2 = 0.3 FROM t', [1, 0.3, 1]],
  ['SELECT count(*) / 2, 7 // 2, count(*) FROM t', [1.5, 3, 3]],
  ['SELECT order, `half price` FROM t LIMIT 1', [1, 0.05]],
  ["SELECT name FROM t ORDER BY n IS NULL, name = 'abd' DESC LIMIT 1", ['abd']],
  ['SELECT mode(x) FROM (VALUES (2), (1), (2), (1), (3)) v(x)', [1]],
  ['SELECT median(n) FILTER (n > 5), quantile(n, 0.5) FILTER (n > 5) FROM t', [7, 7]],
  ['SELECT 9007199254740993', ['9007199254740993']],
  ["SELECT Abc FROM (PIVOT t ON name IN ('Abc') USING sum(n)) WHERE Abc > 0", [5]],
])('%s', async (sql, row) => {
  expect((await rows(sql))[0]).toEqual(row)
})

test('groups and distinct values come in order, the same each time', async () => {
  const made = 'SELECT range % 7 AS k FROM range(1000)'
  const keys = [0, 1, 2, 3, 4, 5, 6].map(k => [k])
  expect(await rows(`SELECT k FROM (${made}) GROUP BY k`)).toEqual(keys)
  expect(await rows(`SELECT DISTINCT k FROM (${made})`)).toEqual(keys)
  expect(await rows(`SELECT k FROM (${made}) GROUP BY ALL`)).toEqual(keys)
})

test.each([
  ['a CROSS JOIN b RIGHT JOIN c ON b.k = c.k', 4],
  ['a CROSS JOIN b LEFT JOIN c ON a.k = c.k AND b.k = c.k', 6],
  ['c LEFT JOIN (a CROSS JOIN b) ON b.k = c.k', 4],
  ['a, b LEFT JOIN c ON b.k = c.k', 6],
  ['a, LATERAL (SELECT k FROM b WHERE b.k < a.k)', 3],
  ['a, b WHERE a.k = b.k', 2],
  ['a CROSS JOIN b', 6],
])('a cross join keeps its place among others: %s', async (from, count) => {
  const made = (name: string, values: string) =>
    `${name} AS (SELECT * FROM (VALUES ${values}) v(k))`
  const tables = [made('a', '(0), (1), (2)'), made('b', '(0), (1)'), made('c', '(1), (7)')]
  expect(await rows(`WITH ${tables} SELECT count(*) FROM ${from}`)).toEqual([[count]])
})

test.each([
  ["SELECT CAST('12 kg' AS REAL)", /Could not convert string '12 kg'/],
  ['SELECT name, max(n) FROM t', /"name" must appear in the GROUP BY clause/],
  ['SELECT nam FROM t', /There is no column "nam"\. Did you mean "name"/],
  ["SELECT strftime('%Y') FROM t", /strftime/],
  ["SELECT date(day, '+1 dya') FROM t", /"dya" not recognized/],
  ['SELECT date()', /refused \(the current time/],
  ['SELECT * FROM tt', /no such table: tt.*The tables are t/],
])('%s is answered in one sentence', async (sql, says) => {
  await expect(rows(sql)).rejects.toThrow(says)
})
