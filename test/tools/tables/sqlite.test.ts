// The two engines behind the table tool: what one answers, the other answers too.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addAggregates } from '../../../tools/tables/sql/aggregates.ts'
import { allowOnlyReading } from '../../../tools/tables/sql/database.ts'
import { type Database, openInNode, openInWasm } from '../../../tools/tables/sql/sqlite.ts'

type Row = readonly [place: string | null, amount: number | null]

async function filled(open: typeof openInWasm, rows: readonly Row[]): Promise<Database> {
  const db = await open()
  db.addFunction('fold', value => (value === null ? null : String(value).toLowerCase()))
  addAggregates(db)
  db.exec('CREATE TABLE t (place TEXT, amount REAL)')
  const insert = db.prepare('INSERT INTO t VALUES (?, ?)')
  for (const row of rows) insert.run(...row)
  return db
}

function answer(db: Database, sql: string) {
  const statement = db.prepare(sql)
  return { columns: statement.columns(), rows: [...statement.rows()] }
}

const engines = [
  { name: "Node's", open: openInNode },
  { name: "WebAssembly's", open: openInWasm },
]

describe.each(engines)('SQLite, $name', ({ open }) => {
  test('adds decimals exactly and divides sums as doubles', async () => {
    const db = await filled(open, [
      ['Oslo', 0.1],
      ['Oslo', 0.2],
      ['Lyon', 1],
      [null, null],
    ])
    expect(answer(db, 'SELECT place, sum(amount) AS s FROM t GROUP BY place ORDER BY 1')).toEqual({
      columns: ['place', 's'],
      rows: [
        [null, null],
        ['Lyon', 1],
        ['Oslo', 0.3],
      ],
    })
    expect(answer(db, "SELECT sum(amount) / 2 FROM t WHERE place = 'Lyon'").rows).toEqual([[0.5]])
    db.close()
  })

  test('lets a statement read and nothing else', async () => {
    const db = await filled(open, [['Oslo', 1]])
    allowOnlyReading(db)
    expect(answer(db, 'SELECT fold(place) FROM t').rows).toEqual([['oslo']])
    for (const sql of [
      'DELETE FROM t',
      "ATTACH '/tmp/other.db' AS other",
      'PRAGMA journal_mode',
      'SELECT random()',
      "SELECT printf('%d', 1)",
    ])
      expect(() => answer(db, sql), sql).toThrow(/not authorized|prohibited|authorization/)
    db.close()
  })

  test("says what is wrong in SQLite's own words", async () => {
    const db = await filled(open, [])
    expect(() => answer(db, 'SELECT price FROM t')).toThrow(/^no such column: price$/)
    db.close()
  })
})

test('the engines agree on aggregates, windows and conditions', { timeout: 120_000 }, async () => {
  const amount = fc.option(fc.integer({ min: -99_999, max: 99_999 }).map(cents => cents / 100))
  const place = fc.option(fc.constantFrom('Oslo', 'Lyon', 'Århus', 'ÅRHUS'))
  const queries = [
    'SELECT count(*), sum(amount), avg(amount), total(amount), median(amount) FROM t',
    'SELECT fold(place) AS p, median(amount), min(amount) FROM t GROUP BY p ORDER BY p',
    'SELECT sum(amount) OVER (ORDER BY rowid ROWS 2 PRECEDING), avg(amount) OVER () FROM t',
    'SELECT amount, amount * 2, amount / 4 FROM t WHERE amount > 3 AND place IS NOT NULL',
  ]
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(place, amount), { maxLength: 12 }), async rows => {
      const [first, second] = await Promise.all(engines.map(({ open }) => filled(open, rows)))
      for (const sql of queries) expect(answer(second!, sql)).toEqual(answer(first!, sql))
      first!.close()
      second!.close()
    }),
    { numRuns: 50 },
  )
})
