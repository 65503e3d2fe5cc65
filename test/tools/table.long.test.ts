import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTable } from '../../tools/table.ts'
import { readRows } from '../../tools/tables/table.ts'
import { readTable } from '../../tools/tables/tables.ts'
import { type Folder, openFolder } from '../support/folder.ts'

const regions = ['North', 'South', 'East', 'West'] as const
let folder: Folder
let rows = 0
let cents = 0n
beforeAll(async () => {
  folder = await openFolder()
  function* blocks() {
    yield 'id,region,amount,note,day\n'
    for (let size = 0; size < 50_000_000; ) {
      let block = ''
      for (let i = 0; i < 1000; i++) {
        rows += 1
        const amount = (rows * 7919) % 1_000_003
        cents += BigInt(amount)
        block += `${rows},${regions[rows % 4]},${(amount / 100).toFixed(2)},"some, text ${rows % 97}",2024-01-${10 + (rows % 20)}\n`
      }
      size += block.length
      yield block
    }
  }
  await pipeline(Readable.from(blocks()), createWriteStream(join(folder.path, 'big.csv')))
})
afterAll(() => folder.remove())

test('a table of 50 MB is summed to the cent in less than 400 MB of memory', async () => {
  const tool = createTable({ memory: 400_000_000 })
  const input = { file: 'big.csv', sql: 'SELECT sum(amount), count(*) FROM t' }
  const result = await tool.execute(tool.input.parse(input), folder.context)
  expect(result.details).toMatchObject({ rows: [[Number(`${cents}e-2`), rows]] })
})

test('a table of 50 MB is outlined to the last row in less than 300 MB of memory', async () => {
  const script = `
    import { outlineFile } from ${JSON.stringify(new URL('../../tools/files/describe.ts', import.meta.url).href)}
    const { tables } = await outlineFile(process.argv[1], [process.argv[1]])
    const memory = process.resourceUsage().maxRSS * 1024
    console.log(JSON.stringify({ rows: tables[0].rows, memory }))`
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    script,
    join(folder.path, 'big.csv'),
  ])
  const { memory, ...found } = JSON.parse(stdout) as { rows: number; memory: number }
  expect(found.rows).toBe(rows)
  expect(memory).toBeLessThan(300_000_000)
})

test.each([
  'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r',
  'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 1000000000) SELECT sum(n) FROM r',
  'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r ORDER BY n',
  'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r',
  "SELECT repeat('x', 2000000000)",
  "SELECT length(repeat(repeat('x', 100000000), 40))",
  'SELECT list(a.range) FROM range(100000000) a, range(100) b',
])('%s is stopped', async sql => {
  await folder.write('small.csv', 'a,b\n1,2\n')
  const tool = createTable({ queryMs: 700, memory: 400_000_000 })
  const input = tool.input.parse({ file: 'small.csv', sql })
  await expect(tool.execute(input, folder.context)).rejects.toThrow(
    /took longer than 0\.7 s|too much memory/,
  )
})

const spelled = 120_000
const price = (n: number) => (1000 + (n % 500)) * 100 + (n % 100)
const line = (n: number) => {
  const money = `"$${(price(n) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}"`
  const day = String(10 + (n % 19))
  return `${n},${money},${day}/03/2024,2024-03-${day} 0${n % 9}:15:00,note ${'x'.repeat(n % 9)}`
}

test.each([
  ['all', undefined],
  ['all but one of the last', 119_000],
])(
  'cells of a large file in %s spellings of the first are read as in a small one',
  async (_, odd) => {
    const lines = Array.from({ length: spelled }, (_, n) =>
      n === odd ? line(n).replace(/"[^"]*"/, 'n/a') : line(n),
    )
    await folder.write('spelled.csv', ['n,price,day,at,note', ...lines].join('\n'))
    const tool = createTable()
    const sql =
      "SELECT count(price), sum(price), min(day), max(at), count(*) FILTER (day < '2024-03-11') FROM t"
    const result = await tool.execute({ file: 'spelled.csv', sql }, folder.context)
    let sum = 0
    for (let n = 0; n < spelled; n++) if (n !== odd) sum += price(n)
    const days = Array.from({ length: spelled }, (_, n) => n).filter(n => n % 19 === 0)
    expect((result.details as { rows: unknown[][] }).rows).toEqual([
      [spelled - (odd ? 1 : 0), sum / 100, '2024-03-10', '2024-03-28T08:15:00', days.length],
    ])
    const note = `1 of ${spelled} cells of "price" are not numbers`
    expect(result.content.includes(note)).toBe(odd !== undefined)
  },
)

test('a cell of 10 MB is a cell, and one beyond every bound is said to be too long', async () => {
  await folder.write('long.csv', `a,b\n1,"${'x'.repeat(10_000_000)}"\n2,y\n`)
  const table = await readTable('long.csv', [folder.path])
  const lengths: number[] = []
  for await (const row of readRows(table)) lengths.push(String(row[1]).length)
  expect(lengths).toEqual([10_000_000, 1])
  expect(table.columns[1]!.distinct!.every(cell => cell.length <= 200)).toBe(true)
  await folder.write('endless.csv', 'x'.repeat(17_000_000))
  await expect(readTable('endless.csv', [folder.path])).rejects.toThrow(
    'endless.csv: A row has more than 16000000 bytes',
  )
})
