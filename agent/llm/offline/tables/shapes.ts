// The steps that each thing one may want of a table takes: calls of the table tool with slots, then
// arithmetic.
import type { Drafted } from '../../../../phases/deliberate/contract.ts'
import type { Measure } from './measured.ts'

const extremes = { max: 'largest', min: 'smallest' } as const
/** Names of what is computed of a column. */
export const words = {
  count: 'number of rows',
  count_distinct: 'number of different values',
  sum: 'sum',
  mean: 'mean',
  median: 'median',
  min: 'smallest value',
  max: 'largest value',
} as const

/** The schema belief that stands for a measure. */
export function requirement(measure: Measure): string {
  switch (measure.kind) {
    case 'aggregate':
      return measure.of === 'count'
        ? 'task requires the number of rows'
        : `task requires the ${words[measure.of]} of a column`
    case 'entries':
      return 'task requires the number of entries, each of them named once'
    case 'cell':
      return 'task requires the value of a column in the only row'
    case 'spread':
      return `task requires the difference between the groups of rows with the largest and the smallest ${words[measure.of]} of a column`
    case 'range':
      return 'task requires the difference between the largest and the smallest value of a column'
    case 'row':
      return `task requires the entry with the ${extremes[measure.is]} value of a column`
    case 'group':
      return `task requires the group of rows with the ${extremes[measure.is]} ${words[measure.of]}${measure.of === 'count' ? (measure.column ? ', each named once' : '') : ' of a column'}`
  }
}

/** A condition on rows as the table tool takes it, with slots. */
export interface Where {
  readonly [key: string]: string
}

/** The steps that establish a measure, and the role that is the answer. */
export interface Shape {
  readonly type: string
  readonly steps: readonly Drafted['steps'][number][]
  readonly answer: string
}

/** The rows a measure is taken of. */
export interface Rows {
  readonly where: readonly Where[]
  /** A slot for the sheet, when it is one of a workbook. */
  readonly sheet?: string
}

/** A step that takes one value with the table tool. */
export function reading(
  id: string,
  role: string,
  what: string,
  query: Readonly<Record<string, unknown>>,
  number: boolean,
): Drafted['steps'][number] {
  return {
    id,
    kind: 'read',
    description: `Take the ${what} from {file} with the table tool.`,
    deps: [],
    reads: [],
    writes: [{ role, ...(number && { type: 'number' as const }) }],
    tool: { name: 'table', input: JSON.parse(JSON.stringify({ file: '{file}', ...query })) },
    postcondition: number
      ? `ground_belief(${role}) is a number`
      : `ground_belief(${role}) is known`,
  }
}

/** How the table tool is told which rows. */
export const filtering = ({ where, sheet }: Rows) => ({
  ...(sheet !== undefined && { sheet }),
  ...(where.length > 0 && { where }),
})

/** A step that computes from numbers. */
export function computing(
  id: string,
  description: string,
  deps: readonly string[],
  reads: readonly string[],
  expression: string,
  more: Partial<Drafted['steps'][number]> = {},
): Drafted['steps'][number] {
  return {
    id,
    kind: 'compute',
    description,
    deps: [...deps],
    reads: [...reads],
    writes: [{ role: 'result', type: 'number' }],
    expression,
    postcondition: 'ground_belief(result) is a number',
    ...more,
  }
}

/** What each requirement is done with. */
export const measures: Readonly<Record<string, (rows: Rows) => Shape>> = Object.fromEntries([
  ...(['count', 'count_distinct', 'sum', 'mean', 'median', 'min', 'max'] as const).map(of => {
    const aggregate = of === 'count' ? { of } : { of, column: '{column}' }
    const shape = (rows: Rows): Shape => ({
      type: `${of}_of_table_${of === 'count' ? 'rows' : 'column'}`,
      steps: [reading('s1', 'result', words[of], { ...filtering(rows), aggregate }, true)],
      answer: 'result',
    })
    return [requirement({ kind: 'aggregate', of }), shape] as const
  }),
  [requirement({ kind: 'range', column: { name: '', type: 'number' } }), rangeShape] as const,
  [requirement({ kind: 'cell', column: { name: '', type: 'number' } }), cellShape] as const,
  ...(['count', 'sum', 'mean', 'median', 'max', 'min'] as const).map(of => {
    const column = { name: '', type: 'number' } as const
    return [requirement({ kind: 'spread', of, label: column }), spreadShape(of)] as const
  }),
  [requirement({ kind: 'entries', label: { name: '', type: 'text' } }), entriesShape] as const,
  ...(['max', 'min'] as const).flatMap(is => {
    const column = { name: '', type: 'number' } as const
    const row = [requirement({ kind: 'row', is, label: column, column }), rowShape(is)] as const
    const groups = (['count', 'sum', 'mean', 'median', 'max', 'min'] as const).map(
      of => [requirement({ kind: 'group', is, of, label: column }), groupShape(is, of)] as const,
    )
    const entries = { kind: 'group', is, of: 'count', label: column, column } as const
    return [row, ...groups, [requirement(entries), groupShape(is, 'count', true)] as const]
  }),
])

const subtracting = (deps: readonly string[]) =>
  computing(
    's3',
    'Subtract {smallest} from {largest}.',
    deps,
    ['largest', 'smallest'],
    'largest - smallest',
  )

/** The groups' largest and smallest number, and their difference. */
function spreadShape(of: Grouped) {
  return (rows: Rows): Shape => {
    const aggregate = of === 'count' ? { of } : { of, column: '{column}' }
    const end = (id: string, role: string, descending: boolean) => {
      const order = { orderBy: of, descending, limit: '{how_many}', select: [of] }
      const query = { ...filtering(rows), groupBy: '{label_column}', aggregate, ...order }
      return reading(id, role, `${role} ${words[of]} of a group`, query, true)
    }
    return {
      type: `spread_of_group_${of}`,
      steps: [end('s1', 'largest', true), end('s2', 'smallest', false), subtracting(['s1', 's2'])],
      answer: 'result',
    }
  }
}

/** The value of a column where exactly one row is left. */
function cellShape(rows: Rows): Shape {
  return {
    type: 'value_in_the_only_row',
    steps: [
      {
        ...reading(
          's1',
          'row_count',
          words.count,
          { ...filtering(rows), aggregate: { of: 'count' } },
          true,
        ),
        postcondition: 'ground_belief(row_count) = 1',
      },
      {
        ...reading(
          's2',
          'result',
          'value of the column',
          { ...filtering(rows), select: ['{column}'] },
          false,
        ),
        deps: ['s1'],
      },
    ],
    answer: 'result',
  }
}

function rangeShape(rows: Rows): Shape {
  const end = (id: string, role: string, of: 'max' | 'min') =>
    reading(
      id,
      role,
      words[of],
      { ...filtering(rows), aggregate: { of, column: '{column}' } },
      true,
    )
  return {
    type: 'range_of_table_column',
    steps: [end('s1', 'largest', 'max'), end('s2', 'smallest', 'min'), subtracting(['s1', 's2'])],
    answer: 'result',
  }
}

/** Where a label occurs twice, "the X with the largest Y" may mean a row or a total: then nothing is answered. */
function namedOnce(label: string, rows: Rows): Shape['steps'] {
  const count = (id: string, role: string, of: 'count' | 'count_distinct') =>
    reading(
      id,
      role,
      of === 'count' ? 'number of labels' : 'number of different labels',
      { ...filtering(rows), aggregate: { of, column: label } },
      true,
    )
  return [
    count('s1', 'labels', 'count'),
    count('s2', 'different_labels', 'count_distinct'),
    {
      id: 's3',
      kind: 'compute',
      description: 'Subtract {different_labels} from {labels}: no label may occur twice.',
      deps: ['s1', 's2'],
      reads: ['labels', 'different_labels'],
      writes: [{ role: 'repeated_labels', type: 'number' }],
      expression: 'labels - different_labels',
      postcondition: 'ground_belief(labels) = ground_belief(different_labels)',
    },
  ]
}

/** Ties give every label that has the extreme value. */
function rowShape(is: 'max' | 'min') {
  return (rows: Rows): Shape => {
    const aggregate = { of: is, column: '{column}' }
    const atExtreme = { column: '{column}', is: '=', value: '{extreme}' }
    const entry = reading(
      's5',
      'result',
      `entry whose column has the ${extremes[is]} value`,
      { ...filtering({ ...rows, where: [...rows.where, atExtreme] }), select: ['{label_column}'] },
      false,
    )
    return {
      type: `entry_with_${extremes[is]}_value`,
      steps: [
        ...namedOnce('{label_column}', rows),
        reading('s4', 'extreme', words[is], { ...filtering(rows), aggregate }, true),
        { ...entry, deps: ['s3', 's4'], reads: ['extreme'] },
      ],
      answer: 'result',
    }
  }
}

type Grouped = 'count' | 'sum' | 'mean' | 'median' | 'max' | 'min'

/** `once`: what is counted is named by a column, and each name must stand there once. */
function groupShape(is: 'max' | 'min', of: Grouped, once = false) {
  const aggregate = of === 'count' ? { of } : { of, column: '{column}' }
  const order = { orderBy: of, descending: is === 'max', limit: '{how_many}' }
  return (rows: Rows): Shape => {
    const query = { ...filtering(rows), groupBy: '{label_column}', aggregate, ...order }
    const what = `group with the ${extremes[is]} ${words[of]}`
    const entry = reading('s4', 'result', what, { ...query, select: ['{label_column}'] }, false)
    return {
      type: `group_with_${extremes[is]}_${of}${once ? '_of_entries' : ''}`,
      steps: once ? [...namedOnce('{column}', rows), { ...entry, deps: ['s3'] }] : [entry],
      answer: 'result',
    }
  }
}

function entriesShape(rows: Rows): Shape {
  return {
    type: 'count_of_table_entries',
    steps: [
      ...namedOnce('{label_column}', rows),
      computing('s4', 'Take {labels} as {result}.', ['s3'], ['labels'], 'labels'),
    ],
    answer: 'result',
  }
}
