// The steps that a comparison within a table takes: the same number twice, then arithmetic.
import { computed } from '../quantities/method.ts'
import type { Contrast, Operation } from './contrast.ts'
import { aggregate, type Rows, reading, type Shape, words } from './shapes.ts'

/** What is computed of each of the two; `single` is the value in the only row. */
export const compared = ['count', 'sum', 'mean', 'median', 'max', 'min', 'single'] as const
export type Compared = (typeof compared)[number]

const operations = {
  difference: { words: 'the difference', expression: 'abs(first - second)' },
  excess: { words: 'how far the first exceeds the second', expression: 'first - second' },
  ratio: { words: 'the ratio', expression: 'first / second' },
  share: { words: 'the first as a percentage of the second', expression: 'first / second' },
  sum: { words: 'the sum of both', expression: 'first + second' },
} as const satisfies Record<Operation, unknown>

const sides = {
  sheets: 'in two sheets',
  values: 'for two values of a column',
  columns: 'in two columns',
  part: 'for some of the rows and for all',
} as const satisfies Record<Contrast['by'], unknown>

/** The schema belief that stands for a comparison. */
export function comparison(operation: Operation, by: Contrast['by'], of: Compared): string {
  const what = of === 'single' ? 'value in the only row' : words[of]
  return `task requires ${operations[operation].words} of the ${what} ${sides[by]}`
}

/** What each comparison is done with; `part` narrows the first side. */
export const comparisons: Readonly<Record<string, (rows: Rows, part: Rows['where']) => Shape>> =
  Object.fromEntries(
    (Object.keys(operations) as Operation[]).flatMap(operation =>
      (Object.keys(sides) as Contrast['by'][]).flatMap(by =>
        compared.map(of => [
          comparison(operation, by, of),
          (rows: Rows, part: Rows['where']) => shapeOf(operation, by, of, rows, part),
        ]),
      ),
    ),
  )

// --- internal ---

function shapeOf(
  operation: Operation,
  by: Contrast['by'],
  of: Compared,
  rows: Rows,
  part: Rows['where'],
): Shape {
  const sides = (['first', 'second'] as const).map(role => sideOf(role, by, of, rows, part))
  const { expression } = operations[operation]
  const result = {
    ...computed('s5', 'result', expression, {
      reads: ['first', 'second'],
      deps: sides.map(steps => steps.at(-1)!.id),
      ...(operation === 'share' && { unit: '%' }),
    }),
    description: `Compute {result} as ${expression}.`,
    // "by how much more" asks nothing where it is less
    ...(operation === 'excess' && {
      postcondition: 'ground_belief(first) >= ground_belief(second)',
    }),
  }
  return {
    type: `${operation}_of_${of}_by_${by}`,
    steps: [...sides.flat(), result],
    answer: 'result',
  }
}

function sideOf(
  role: 'first' | 'second',
  by: Contrast['by'],
  of: Compared,
  { where, sheet }: Rows,
  part: Rows['where'],
): Shape['steps'] {
  const [id, next] = role === 'first' ? (['s1', 's2'] as const) : (['s3', 's4'] as const)
  const equal = { column: '{compared_column}', is: '=', value: `{${role}_compared}` }
  const own = by === 'values' ? [equal] : by === 'part' && role === 'first' ? part : []
  const on = by === 'sheets' ? `{${role}_sheet}` : sheet
  const rows = { where: [...where, ...own], ...(on !== undefined && { sheet: on }) }
  const column = by === 'columns' ? `{${role}_column}` : '{column}'
  if (of !== 'single')
    return [reading(id, role, `${role} ${words[of]}`, rows, aggregate(of, column))]
  const many = reading(id, `${role}_rows`, words.count, rows, aggregate('count'))
  return [
    { ...many, postcondition: `ground_belief(${role}_rows) = 1` },
    reading(next, role, 'value of the column', rows, { select: [column], deps: [id] }),
  ]
}
