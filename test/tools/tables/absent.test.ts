// A count of what is in no row is no value: what is asked for is not there, and the result says so.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { table } from '../../../tools/table.ts'
import { type Folder, openFolder } from '../../support/folder.ts'

let folder: Folder
beforeAll(async () => {
  folder = await openFolder()
  const rows = ['Old Wharf,2025-01-13,30', 'Millfield,2025-03-17,17', 'old wharf,2025-07-09,40']
  await folder.write('loans.csv', ['Branch,Day,Kept', ...rows].join('\n'))
  await folder.write('more.csv', 'Branch,Chief\nHill,Ana\n')
})
afterAll(() => folder.remove())

const ask = (sql: string, file: string | string[] = 'loans.csv') =>
  table.execute(table.input.parse({ file, sql }), folder.context)
const branches = 'its values are: Old Wharf, Millfield, old wharf.'
const days = 'its values are: 2025-01-13, 2025-03-17, 2025-07-09.'

describe('a statement that comes to nothing has no value', () => {
  test.each([
    ["Branch = 'Castle'", `No row has Branch = 'Castle'; ${branches}`],
    ["lower(Branch) = 'castle'", `No row has lower(Branch) = 'castle'; ${branches}`],
    ["Branch IN ('Castle', 'Hill')", `No row has Branch IN ('Castle', 'Hill'); ${branches}`],
    ["Branch = 'Millfield' AND Branch = 'Hill'", `No row has Branch = 'Hill'; ${branches}`],
    ["substr(Day, 1, 7) = '2025-11'", `No row has substr("Day", 1, 7) = '2025-11'; ${days}`],
    ['month(Day) = 11', `No row has "month"("Day") = 11; ${days}`],
    ["Day > '2025-07-09'", `No row has "Day" > '2025-07-09'; ${days}`],
    ["Day = '2024-12-31'", `No row has "Day" = '2024-12-31'; ${days}`],
    [
      "Day BETWEEN '2025-07-10' AND '2025-07-31'",
      `No row has "Day" BETWEEN '2025-07-10' AND '2025-07-31'; ${days}`,
    ],
  ])('where no row has it: %s', async (condition, why) => {
    for (const wanted of ['count(*)', 'sum(Kept)', 'Branch']) {
      const { value, content } = await ask(`SELECT ${wanted} FROM t WHERE ${condition}`)
      expect(value).toBeUndefined()
      expect(content.split('\n').at(-1)).toBe(why)
    }
  })

  test('also behind another name and inside', async () => {
    const behind = await ask("SELECT count(*) FROM t x WHERE x.Branch = 'Castle'")
    const inside = await ask(
      "WITH part AS (SELECT * FROM t WHERE Branch = 'Castle') SELECT count(*) FROM part",
    )
    for (const { value, content } of [behind, inside]) {
      expect(value).toBeUndefined()
      expect(content).toContain(`No row has Branch = 'Castle'; ${branches}`)
    }
  })
})

describe('zero is a value', () => {
  test.each([
    ['of numbers', 'Kept > 1000'],
    ['of a day among others', "Day = '2025-02-01'"],
    ['of a month among others', 'month(Day) = 2'],
    ['of days between others', "Day BETWEEN '2025-01-14' AND '2025-03-16'"],
    ['where each condition is met by some row', "Branch = 'Millfield' AND Day < '2025-02-01'"],
    ['of words inside a text', "Branch LIKE '%castle%'"],
    ['where it is denied that a row has it', "NOT (Branch = 'Castle') AND Kept > 1000"],
    ['where another statement gives the text', 'Branch = (SELECT min(Branch) FROM t) AND Kept < 0'],
  ])('%s', async (_, condition) => {
    const { value, content } = await ask(`SELECT count(*) FROM t WHERE ${condition}`)
    expect(value).toBe(0)
    expect(content).not.toContain('No row')
  })

  test('and what is in another table is not looked for in the first', async () => {
    const sql = "SELECT count(*) FROM more WHERE Branch = 'Hill' AND Chief = 'Bo'"
    expect(await ask(sql, ['loans.csv', 'more.csv'])).toMatchObject({ value: 0 })
  })
})

test.each([
  ["SELECT Branch FROM t GROUP BY Branch HAVING max(Branch) = 'Hill'", 0],
  ["SELECT Branch FROM t QUALIFY row_number() OVER (ORDER BY Day) = '0'", 0],
  ['WITH q AS (SELECT year(Day) AS Day FROM t) SELECT Day FROM q WHERE Day = 3', 0],
  ["SELECT CAST(if(range < 9000, '1', 'x') AS DOUBLE) FROM range(9999) LIMIT 1", 1],
])('what cannot be asked of the rows leaves the answer as it is: %s', async (sql, rows) => {
  expect((await ask(sql)).content).toContain(`${rows} result rows.`)
})

describe('a row that a LIMIT took of several', () => {
  test.each([
    ['SELECT Kept FROM t LIMIT 1', 3],
    ["SELECT Kept FROM t WHERE lower(Branch) = 'old wharf' LIMIT 1", 2],
  ])('is no value where no order says which: %s', async (sql, count) => {
    const { value, content } = await ask(sql)
    expect(value).toBeUndefined()
    expect(content).toContain(
      `This is any one of ${count} different rows: say in WHERE or ORDER BY`,
    )
  })
  test.each([
    'SELECT Kept FROM t ORDER BY Kept LIMIT 1',
    "SELECT lower(Branch) FROM t WHERE Day <> '2025-03-17' LIMIT 1",
    "SELECT Kept FROM t WHERE Branch = 'Millfield' LIMIT 1",
    'SELECT max(Kept) FROM t LIMIT 1',
  ])('is one where all say the same, or it is alone: %s', async sql => {
    expect((await ask(sql)).value).toBeDefined()
  })
})
