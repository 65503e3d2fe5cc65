// The steps that a comparison within a table takes: the same number twice, then arithmetic.
import type { Contrast, Operation } from './contrast.ts'
import { computing, filtering, type Rows, reading, type Shape, words } from './shapes.ts'

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
  const last = sides.map(steps => steps.at(-1)!.id)
  const { expression } = operations[operation]
  const unit = operation === 'share' ? { unit: '%' } : {}
  const result = computing(
    's5',
    `Compute {result} as ${expression}.`,
    last,
    ['first', 'second'],
    expression,
    {
      writes: [{ role: 'result', type: 'number', ...unit }],
      // "by how much more" asks nothing where it is less
      ...(operation === 'excess' && {
        postcondition: 'ground_belief(first) >= ground_belief(second)',
      }),
    },
  )
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
  const id = role === 'first' ? 's1' : 's3'
  const equal = { column: '{compared_column}', is: '=', value: `{${role}_compared}` }
  const own = by === 'values' ? [equal] : by === 'part' && role === 'first' ? part : []
  const on = by === 'sheets' ? `{${role}_sheet}` : sheet
  const rows = filtering({ where: [...where, ...own], ...(on !== undefined && { sheet: on }) })
  const column = by === 'columns' ? `{${role}_column}` : '{column}'
  if (of !== 'single') {
    const aggregate = of === 'count' ? { of } : { of, column }
    return [reading(id, role, `${role} ${words[of]}`, { ...rows, aggregate }, true)]
  }
  const many = reading(
    id,
    `${role}_rows`,
    words.count,
    { ...rows, aggregate: { of: 'count' } },
    true,
  )
  const value = reading(
    role === 'first' ? 's2' : 's4',
    role,
    'value of the column',
    { ...rows, select: [column] },
    true,
  )
  return [
    { ...many, postcondition: `ground_belief(${role}_rows) = 1` },
    { ...value, deps: [id] },
  ]
}
