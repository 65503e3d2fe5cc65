import { readFile as read } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAgent } from '../../agent/create-agent.ts'
import { table } from '../../tools/table.ts'
import { type Folder, openFolder } from '../support/folder.ts'

let folder: Folder
beforeAll(async () => {
  folder = await openFolder()
  const days = ['2024-01-05', '2024-01-20', '2024-02-03', '2024-03-09', '2024-03-30']
  const rows = days.map(
    (day, at) => `${day},${['North', 'South'][at % 2]},${[10, 31, 12, 44, 9][at]}`,
  )
  await folder.write('shop.csv', ['day,<b>region</b>,sales', ...rows].join('\n'))
})
afterAll(() => folder.remove())

const texts = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text)

test('the rows of a query are drawn into a file of the question, whose name is the value', async () => {
  const own = await openFolder()
  const ctx = { ...folder.context, workspace: async () => own.path }
  const sql = 'SELECT "<b>region</b>", sum(sales) AS total FROM t GROUP BY 1'
  const draw = (chart: string) =>
    table.execute(table.input.parse({ file: 'shop.csv', sql, chart }), ctx)
  const { cells, content } = await draw('bar')
  const name = cells?.chart
  expect(name).toBe('total-by-b-region-b.svg')
  expect(content).toContain('"total-by-b-region-b.svg" is a bar chart of these rows.')
  expect(content).toContain('| North | 31 |')
  const svg = await read(join(own.path, String(name)), 'utf8')
  expect(texts(svg)).toEqual(expect.arrayContaining(['North', 'South', 'total']))
  expect(svg).not.toContain('<b>')
  expect((await draw('bar')).cells).toEqual({ chart: name })
  expect((await draw('line')).cells?.chart).not.toBe(name)
  await own.remove()
})

test.each(['bar', 'point'])(
  'years across a %s chart are years, and begin where the rows do',
  async chart => {
    const own = await openFolder()
    const sql = 'SELECT * FROM (VALUES (2019, 5), (2020, 7), (2021, 6)) v(year, n)'
    const ctx = { ...folder.context, workspace: async () => own.path }
    await table.execute(table.input.parse({ file: 'shop.csv', sql, chart }), ctx)
    const marks = texts(await read(join(own.path, 'n-by-year.svg'), 'utf8')).map(String)
    expect(marks).toContain('2020')
    expect(marks.slice(0, marks.indexOf('year'))).toEqual(['2019', '2020', '2021'])
    await own.remove()
  },
)

test('each month across a chart is a mark below its point, with the year where one begins', async () => {
  const own = await openFolder()
  const months = ['2025-11', '2025-12', '2026-01', '2026-02', '2026-03']
  const rows = months.map((month, at) => `('${month}', ${at + 5})`).join(', ')
  const sql = `SELECT * FROM (VALUES ${rows}) v(month, n)`
  const ctx = { ...folder.context, workspace: async () => own.path }
  await table.execute(table.input.parse({ file: 'shop.csv', sql, chart: 'line' }), ctx)
  const svg = await read(join(own.path, 'n-by-month.svg'), 'utf8')
  const below = texts(svg.replaceAll(/<\/?tspan[^>]*>/g, ' '))
  const marks = below.slice(0, below.indexOf('month')).map(each => each?.trim().split(/\s+/))
  expect(marks).toEqual([['Nov', '2025'], ['Dec'], ['Jan', '2026'], ['Feb'], ['Mar']])
  await own.remove()
})

test.each([
  ['SELECT count(*) FROM t', /needs two columns/],
  ['SELECT sales, day FROM t', /no numbers to draw in "day"/],
])('%s cannot be drawn, and why is said', async (sql, says) => {
  const ctx = { ...folder.context, workspace: async () => folder.path }
  await expect(table.execute({ file: 'shop.csv', sql, chart: 'bar' }, ctx)).rejects.toThrow(says)
})

test('"plot sales by month" is understood without a model', async () => {
  const own = await openFolder()
  const agent = await createAgent({ model: 'offline', env: {}, workspace: own.path })
  const { answer, reason } = await agent.ask('Plot sales by month', {
    files: [join(folder.path, 'shop.csv')],
  })
  agent.close()
  expect(answer, reason).toBe('sum-of-sales-by-month.svg')
  const svg = await read(join(own.path, '1', String(answer)), 'utf8')
  expect(texts(svg)).toEqual(expect.arrayContaining(['month', 'sum of sales']))
  await own.remove()
})
