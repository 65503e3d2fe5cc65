// What the database finds of a large file is what reading each cell finds.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guess } from '../../../tools/tables/guess.ts'
import { outlineOf } from '../../../tools/tables/outline.ts'
import { profileLarge } from '../../../tools/tables/sql/large.ts'
import { readTable } from '../../../tools/tables/tables.ts'
import { type Folder, openFolder } from '../../support/folder.ts'

let folder: Folder
beforeAll(async () => {
  folder = await openFolder()
})
afterAll(() => folder.remove())

const rows = 3000
const file = (line: (n: number) => string, header = 'id,name,price,day,note,none') =>
  [header, ...Array.from({ length: rows }, (_, n) => line(n))].join('\n')
const usual = (n: number) =>
  `${n},"Some, name ${n % 30}",${(n / 100).toFixed(n % 7 === 0 ? 1 : 2)},2024-02-${String(10 + (n % 15))},x${'y'.repeat(n % 50)},`

async function found(text: string) {
  await folder.write('large.csv', text)
  const table = await readTable('large.csv', [folder.path])
  const file = { name: 'large.csv', path: `${folder.path}/large.csv`, encoding: 'utf-8' }
  const guessed = await guess(file)
  // what the database cannot read is read by other means as well
  const profiled = guessed && profileLarge(guessed).catch(() => undefined)
  return { table, profiled: await profiled }
}

test.each([
  ['every cell in its place', usual],
  ['words for what is missing', (n: number) => (n % 9 ? usual(n) : `${n},"a",n/a,-,,`)],
  ['blanks', (n: number) => (n % 9 ? usual(n) : `${n},  ,,,"  ",`)],
])('%s', async (_, line) => {
  const { table, profiled } = await found(file(line))
  const facts = ({ columns }: Pick<typeof table, 'columns'>) =>
    columns.map(({ name, type, filled, odd, oddities, unit, order, timed, range, distinct }) => ({
      name,
      type,
      filled,
      odd,
      oddities: oddities && [...oddities].sort(),
      unit,
      order,
      timed,
      range,
      distinct: distinct && [...distinct].sort(),
    }))
  expect(profiled?.rows).toBe(table.rows)
  expect(facts(profiled!)).toEqual(facts(table))
})

test.each([
  ['a code', (n: number) => (n === 2900 ? usual(n).replace('2900,', '007,') : usual(n))],
  ['money', (n: number) => (n === 2900 ? usual(n).replace(/,29\.0/, ',$29.0') : usual(n))],
  [
    'another decimal mark',
    (n: number) => (n === 2900 ? usual(n).replace('29.00', '"29,0"') : usual(n)),
  ],
  [
    'grouped digits',
    (n: number) => (n === 2900 ? usual(n).replace('2900,', '"2,900",') : usual(n)),
  ],
  [
    'a date in words',
    (n: number) => (n === 2900 ? usual(n).replace(/2024-\S\S-\d\d/, 'Feb 3 2024') : usual(n)),
  ],
  ['a short row', (n: number) => (n === 2900 ? '1,2' : usual(n))],
  [
    'a quotation mark that stands alone',
    (n: number) => (n === 2900 ? usual(n).replace('Some', 'So"me') : usual(n)),
  ],
  ['a value where there was none', (n: number) => (n === 2900 ? `${usual(n)}5` : usual(n))],
])('%s among the last rows is left to another reader', async (_, line) => {
  expect((await found(file(line))).profiled).toBeUndefined()
})

test('where its numbers and dates begin and end is told of a table with more rows than are soon read', async () => {
  const { table, profiled } = await found(file(usual))
  const ranges = [[0, 2999], undefined, [0, 30], ['2024-02-10', '2024-02-24'], undefined]
  expect(profiled!.columns.slice(0, 5).map(each => each.range)).toEqual(ranges)
  const said = outlineOf(table)
  expect(said).toContain('- price: number, from 0 to 30; such as')
  expect(said).toContain('- day: date, from 2024-02-10 to 2024-02-24; such as')
  expect(said).toContain('- name: text, 30 different; values: Some, name 0; Some, name 1; ')
})
