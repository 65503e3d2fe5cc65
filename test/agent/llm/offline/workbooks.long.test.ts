// Questions about workbooks and comparisons within tables, over cells that come from a seed; the
// answers are computed here by plain sums over the same rows.
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import * as xlsx from 'xlsx'
import { type Chance, chance, driven, says } from './kit.ts'

interface Row {
  readonly day: string
  readonly region: string
  readonly product: string
  readonly quantity: number
  readonly weight: number
}

const regions = ['North', 'South', 'East']
const products = ['tent', 'lamp', 'stove']

const rowsOf = (c: Chance, year: number): readonly Row[] =>
  Array.from({ length: 40 }, (_, index) => ({
    day: `${year}-0${c.whole(1, 9)}-1${c.whole(0, 9)}`,
    region: regions[index % 3]!,
    product: products[index % 5] ?? c.pick(products),
    quantity: c.whole(1, 40),
    weight: c.decimal(1, 90, 1),
  }))

const header = ['day', 'region', 'product', 'quantity', 'weight (kg)']
const cells = (rows: readonly Row[]) => [header, ...rows.map(row => Object.values(row))]
const sum = (rows: readonly Row[], of: 'quantity' | 'weight', fits: Partial<Row> = {}) =>
  rows
    .filter(row => Object.entries(fits).every(([key, value]) => row[key as keyof Row] === value))
    .reduce((total, row) => total + Math.round(row[of] * 10), 0) / 10

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offline-books-'))
})

async function csvOf(rows: readonly Row[], name: string): Promise<string> {
  const file = join(folder, name)
  await writeFile(
    file,
    cells(rows)
      .map(row => row.join(','))
      .join('\n'),
  )
  return file
}

async function bookOf(
  sheets: Readonly<Record<string, readonly (readonly unknown[])[]>>,
  name: string,
) {
  const book = xlsx.utils.book_new()
  for (const [sheet, rows] of Object.entries(sheets))
    xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(rows as unknown[][]), sheet)
  const file = join(folder, name)
  await writeFile(file, xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }))
  return file
}

describe('comparisons within a table', () => {
  const rows = rowsOf(chance(41), 2024)
  const [north, south] = [
    sum(rows, 'quantity', { region: 'North' }),
    sum(rows, 'quantity', { region: 'South' }),
  ]
  const [more, less] = north >= south ? ['North', 'South'] : ['South', 'North']
  const tents = sum(rows, 'quantity', { product: 'tent' })

  it.each<readonly [string, number | string | undefined]>([
    [
      `How many tents were sold in the South?`,
      sum(rows, 'quantity', { region: 'South', product: 'tent' }),
    ],
    [`How many orders are there for the South?`, rows.filter(row => row.region === 'South').length],
    [`How many more units were sold in the ${more} than in the ${less}?`, Math.abs(north - south)],
    [`How many fewer units were sold in the ${less} than in the ${more}?`, Math.abs(north - south)],
    [`How many more units were sold in the ${less} than in the ${more}?`, undefined],
    [
      `By how much does the total weight of the tents in the North differ from that of ducks?`,
      undefined,
    ],
    [
      `What is the difference between the total quantity in the North and in the South?`,
      Math.abs(north - south),
    ],
    [
      `The total quantity in the North is how many times the total quantity in the South?`,
      north / south,
    ],
    [
      `What percentage of the tents were sold in the East?`,
      (100 * sum(rows, 'quantity', { region: 'East', product: 'tent' })) / tents,
    ],
    [`How many tents and lamps were sold?`, tents + sum(rows, 'quantity', { product: 'lamp' })],
    [`How many customers are there in the South?`, undefined],
    [`How many products were sold in the South?`, undefined],
    [`How many tents were returned in the South?`, undefined],
    [`How many tents were sold in 2023?`, undefined],
    [`What is the sum of the days?`, undefined],
  ])('%s', async (question, answer) => {
    const { ask } = await driven()
    const { answer: said } = await ask(question, [await csvOf(rows, 'orders.csv')])
    if (answer === undefined) expect(said).toBeUndefined()
    else expect(said).toSatisfy((text: string) => says(text, answer), `close to ${answer}`)
  })
})

describe('workbooks', () => {
  const [first, second] = [rowsOf(chance(5), 2024), rowsOf(chance(6), 2025)]
  const sheets = { 2024: cells(first), 2025: cells(second), Notes: [['Note'], ['Checked.']] }
  const [a, b] = [sum(first, 'weight'), sum(second, 'weight')]
  const [more, less] = a >= b ? [2024, 2025] : [2025, 2024]

  it.each<readonly [string, number | undefined]>([
    ['What is the total weight in 2025, in kg?', b],
    [
      'How many lamps were sold in the East on the sheet 2024?',
      sum(first, 'quantity', { region: 'East', product: 'lamp' }),
    ],
    [
      `By how many kg does the total weight in ${more} exceed the total weight in ${less}?`,
      Math.abs(a - b),
    ],
    [`What is the ratio of the total weight in 2025 to the total weight in 2024?`, b / a],
    ['What is the total weight?', undefined],
    ['What is the total weight in 2023?', undefined],
  ])('%s', async (question, answer) => {
    const { ask } = await driven()
    const { answer: said } = await ask(question, [await bookOf(sheets, 'sales.xlsx')])
    if (answer === undefined) expect(said).toBeUndefined()
    else expect(said).toSatisfy((text: string) => says(text, answer), `close to ${answer}`)
  })

  it('takes the only sheet that has what is asked for', async () => {
    const { ask } = await driven()
    const book = await bookOf(
      {
        Rooms: [
          ['room', 'seats'],
          ['Hall', 240],
          ['Attic', 30],
        ],
        Notes: [['Note'], ['Checked.']],
      },
      'rooms.xlsx',
    )
    expect((await ask('How many seats are there in total?', [book])).answer).toBe('270')
    expect((await ask('How many windows are there in total?', [book])).answer).toBeUndefined()
  })

  it('takes for the sheet what is spelled like it or holds rows, and else for the column', async () => {
    const book = await bookOf(
      {
        Stock: [
          ['Article', 'Kind', 'In stock'],
          ['Drill', 'Power', 14],
          ['Jigsaw', 'Power', 7],
          ['Hammer', 'Hand', 41],
        ],
        Loans: [
          ['Date', 'Article', 'Member'],
          ['2026-01-02', 'Drill', 'Ann'],
          ['2026-01-05', 'Drill', 'Bo'],
        ],
      },
      'tools.xlsx',
    )
    const { ask } = await driven()
    for (const [question, answer] of [
      ['How many rows in Stock have the Kind "Power"?', '2'],
      ['How many rows are in stock?', '3'],
      ['How many jigsaws are in stock?', '7'],
      ['How many drills are on loan?', undefined],
    ] as const)
      expect([question, (await ask(question, [book])).answer]).toEqual([question, answer])
  })

  it('reuses the plan for other sheets of another workbook', async () => {
    const { ask } = await driven()
    const other = {
      Plan: [
        ['item', 'hours'],
        ['a', 7],
        ['b', 9],
      ],
      Actual: [
        ['item', 'hours'],
        ['a', 12],
        ['b', 9],
      ],
    }
    await ask(`How much higher is the total weight in ${more} than in ${less}?`, [
      await bookOf(sheets, 'sales.xlsx'),
    ])
    const { answer, events } = await ask(
      'How much higher is the total number of hours on the sheet Actual than on the sheet Plan?',
      [await bookOf(other, 'work.xlsx')],
    )
    expect(answer).toBe('5')
    expect(events.flatMap(event => (event.type === 'plan-selected' ? [event.from] : []))).toEqual([
      'library',
    ])
  })
})
