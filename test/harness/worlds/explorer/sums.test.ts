// The measures over runs, by hand: what counts for which mean, and intervals.
import { expect, test } from 'vitest'
import { generationCells } from '../../../../harness/worlds/explorer/sums.ts'
import { generationTable } from '../../../../harness/worlds/explorer/table.ts'

const run = (family: string, won: boolean, measures: Record<string, number>) => ({
  family,
  won,
  measures,
})
const sums = generationCells([
  run('none', true, { moves: 10, PC: 3, CC: 1, reuse: 1, attempts: 1 }),
  run('none', true, { moves: 20, PC: 5, CC: 2, reuse: 0.5, attempts: 2 }),
  run('none', false, { moves: 2_000, PC: 4, CC: 3, attempts: 3 }),
  run('hints', false, { moves: 0, attempts: 3 }),
])

test('success is of all runs, time and reuse of those that succeeded, plans of those that wrote any', () => {
  expect(sums).toMatchObject({ TSR: 50, GAT: 15, PC: 4, CC: 2, reuse: 75, attempts: 2.25 })
  expect(sums).toMatchObject({ PRAS: null })
  expect(sums.cells.hints).toMatchObject({ TSR: 0, GAT: null, PC: null })
  expect(sums.cells.none!.TSR).toBeCloseTo(66.67)
  const [low, high] = sums.intervals.TSR!
  expect([low, high].map(Math.round)).toEqual([15, 85]) // Wilson's for 2 of 4
  expect(sums.intervals.GAT).toEqual([10, 20])
})

test('the table has a column for each cell, for all, and for the plans that people wrote', () => {
  const lines = generationTable(sums)
  expect(lines[0]).toMatch(/^measure +none +hints +all +optimal$/)
  expect(lines[2]).toMatch(
    /^TSR .* 66\.67 \(20\.77 to 93\.85\) +0\.00 .* 50\.00 \(15\.00 to 85\.00\) +-$/,
  )
  expect(lines.find(line => line.startsWith('GAT'))).toMatch(/15\.00 \(10\.00 to 20\.00\) +- /)
  expect(lines.find(line => line.startsWith('PBC'))).toMatch(/ 1\.33$/)
  expect(lines.at(-1)).toMatch(/PRAS is not judged/)
  expect(generationCells([])).toMatchObject({ TSR: 0, GAT: null, cells: {} })
})

test('one value says nothing of how far values spread', () => {
  const one = generationCells([run('none', true, { moves: 10, PC: 3 })])
  expect([one.GAT, one.intervals.GAT]).toEqual([10, null])
})
