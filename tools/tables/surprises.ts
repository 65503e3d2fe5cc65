// What of a table a plan that was made over a clean one may not have met, so that nobody takes the one for the other.
import { foldName } from '../nearest.ts'
import type { Column } from './columns.ts'
import { isCurrency } from './sql/remarks/currencies.ts'
import type { Table } from './table.ts'

/** For each column with something surprising its name and what that is, those of the whole table first; plain data. */
export function surprisesIn(table: Table): readonly string[] {
  const { rows, columns, total, sums, short, long } = table
  const whole = [
    total !== undefined && 'a total',
    sums && 'sums',
    short + long > 0 && 'ragged rows',
  ]
  return [
    ...whole.filter(each => typeof each === 'string'),
    ...columns.flatMap(column => {
      const found = surprising(column, rows)
      return found.length > 0 ? [`${column.name}: ${found.join(', ')}`] : []
    }),
  ]
}

// --- internal ---

function surprising(column: Column, rows: number): readonly string[] {
  const { filled, odd, mixed, shapes, type, range, distinct = [] } = column
  const texts = type === 'text' ? distinct : []
  const spelled = new Set(texts.map(foldName)).size < texts.length
  const found = {
    empty: filled < rows,
    odd: odd > 0,
    'two decimal marks': mixed !== undefined,
    patterns: shapes !== undefined,
    'spelled in two ways': spelled,
    'several currencies': isCurrency(column.name) && texts.length > 1,
    'words in brackets': texts.some(cell => /\(.+\)/.test(cell)),
    'below zero': typeof range?.[0] === 'number' && range[0] < 0,
    'ends of nines or far off': (range ?? []).some(isPlaceholder),
  }
  return Object.entries(found).flatMap(([what, is]) => (is ? [what] : []))
}

/** What stands for what is not known: -999, 9999, 1900-01-01, 9999-12-31. */
const isPlaceholder = (end: number | string) =>
  typeof end === 'number' ? /^-?9{2,}$/.test(String(end)) : end < '1901' || end > '2100'
