// What of a table a plan over a clean one may not have met.
import { writeFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { surprisesIn } from '../../../tools/tables/surprises.ts'
import { readTables } from '../../../tools/tables/tables.ts'
import { temporaryFolder } from '../../support/model.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())

async function surprises(text: string) {
  const path = folder.path('t.csv')
  writeFileSync(path, text)
  const [table] = await readTables(path, [path])
  return surprisesIn(table!)
}

test('nothing of a clean table', async () => {
  expect(await surprises('day,place,heat\n2026-01-01,Kiel,3\n2026-01-02,Ulm,5\n')).toEqual([])
})

test.each([
  ['2026-01-02,Ulm,', 'heat: empty'],
  ['2026-01-02,Ulm,-999', 'heat: below zero, ends of nines or far off'],
  ['9999-12-31,Ulm,4', 'day: ends of nines or far off'],
  ['2026-01-02,KIEL,4', 'place: spelled in two ways'],
  ['2026-01-02,Kiel (closed),4', 'place: words in brackets'],
  ['Subtotal,,4', 'sums'],
  ['2026-01-02,Ulm', 'ragged rows'],
])('of %s: %s', async (row, told) => {
  const rest = '2026-01-03,Bonn,6\n2026-01-04,Bonn,7\n2026-01-05,Bonn,8\n'
  const found = await surprises(`day,place,heat\n2026-01-01,Kiel,3\n${row}\n${rest}`)
  expect(found).toContain(told)
})
