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
      "ATTACH 'other.db' AS other",
      'PRAGMA journal_mode',
      'SELECT random()',
      "SELECT printf('%d', 1)",
    ])
      expect(() => answer(db, sql), sql).toThrow(/not authorized|prohibited|authorization/)
    db.close()
  })

  test('a statistic over a sliding window is that of the rows in it', async () => {
    const numbers = fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { maxLength: 25 })
    const among =
      '(SELECT amount, rowid AS n FROM t WHERE rowid BETWEEN o.rowid - 3 AND o.rowid + 9)'
    const asked = ['var_samp(amount)', 'kurtosis(amount)', 'quantile(amount, 0.3)', 'mode(amount)']
    await fc.assert(
      fc.asyncProperty(numbers, async amounts => {
        const db = await filled(
          open,
          amounts.map(amount => [null, amount]),
        )
        for (const each of [...asked, 'corr(amount, n)', 'regr_slope(amount, n)']) {
          const slid = `${each.replace('n)', 'rowid)')} OVER (ORDER BY rowid ROWS BETWEEN 3 PRECEDING AND 9 FOLLOWING)`
          const anew = `SELECT (SELECT ${each} FROM ${among}) FROM t o ORDER BY o.rowid`
          expect(answer(db, `SELECT ${slid} FROM t`).rows).toEqual(answer(db, anew).rows)
        }
        db.close()
      }),
      { numRuns: 20 },
    )
  })

  test('a quantile needs a share', async () => {
    const db = await filled(open, [['Oslo', 1]])
    for (const sql of [
      'SELECT quantile(amount, 95) FROM t',
      'SELECT 1 FROM t GROUP BY place HAVING quantile(amount, 95) > 0',
    ])
      expect(() => answer(db, sql)).toThrow(/^quantile\(x, p\) takes a p from 0 to 1, not 95$/)
    expect(answer(db, 'SELECT quantile(amount, 0.95), mode(place) FROM t').rows).toEqual([
      [1, 'Oslo'],
    ])
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
    'SELECT place, stddev_samp(amount), skewness(amount), kurtosis(amount), mode(place), quantile(amount, 0.3), corr(amount, rowid), regr_intercept(amount, rowid) FROM t GROUP BY place ORDER BY place',
    'SELECT var_pop(amount) OVER w, quantile(amount, 0.9) OVER w, mode(place) OVER w, covar_samp(amount, rowid) OVER w FROM t WINDOW w AS (ORDER BY rowid ROWS 3 PRECEDING)',
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
