// The steps that each thing one may want of a table takes: calls of the table tool with slots, then
// arithmetic.
import { computed, type Step } from '../quantities/method.ts'
import type { Measure } from './measured.ts'
import type { Aggregate } from './words.ts'

const grouped = ['count', 'sum', 'mean', 'median', 'max', 'min'] as const
type Grouped = (typeof grouped)[number]
/** Stands for any column where a requirement is spelled. */
const label = { name: '', type: 'number' } as const
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
export type Where = Readonly<Record<string, string>>

/** The steps that establish a measure, and the role that is the answer. */
export interface Shape {
  readonly type: string
  readonly steps: readonly Step[]
  readonly answer: string
}

/** The rows a measure is taken of. */
export interface Rows {
  readonly where: readonly Where[]
  /** A slot for the sheet, when it is one of a workbook. */
  readonly sheet?: string
}

/** A step that takes one value of `rows` with the table tool; a number unless `more` says otherwise. */
export function reading(
  id: string,
  role: string,
  what: string,
  { sheet, where }: Rows,
  { number = true, deps = [], reads = [], ...query }: Query,
): Step {
  const input = {
    file: '{file}',
    ...(sheet !== undefined && { sheet }),
    ...(where.length > 0 && { where }),
    ...query,
  }
  return {
    id,
    kind: 'read',
    description: `Take the ${what} from {file} with the table tool.`,
    deps: [...deps],
    reads: [...reads],
    writes: [{ role, ...(number && { type: 'number' as const }) }],
    tool: { name: 'table', input: JSON.parse(JSON.stringify(input)) },
    postcondition: `ground_belief(${role}) is ${number ? 'a number' : 'known'}`,
  }
}

interface Query {
  readonly number?: boolean
  readonly deps?: readonly string[]
  readonly reads?: readonly string[]
  readonly [part: string]: unknown
}

/** What the table tool is asked to compute of a column; rows are counted without one. */
export const aggregate = (of: Aggregate, column = '{column}') => ({
  aggregate: of === 'count' ? { of } : { of, column },
})

/** What each requirement is done with. */
export const measures: Readonly<Record<string, (rows: Rows) => Shape>> = Object.fromEntries([
  ...(['count_distinct', ...grouped] as const).map(of => [
    requirement({ kind: 'aggregate', of }),
    (rows: Rows) => ({
      type: `${of}_of_table_${of === 'count' ? 'rows' : 'column'}`,
      steps: [reading('s1', 'result', words[of], rows, aggregate(of))],
      answer: 'result',
    }),
  ]),
  ...grouped.map(of => [requirement({ kind: 'spread', of, label }), spreadShape(of)]),
  [requirement({ kind: 'range', column: label }), rangeShape],
  [requirement({ kind: 'cell', column: label }), cellShape],
  [requirement({ kind: 'entries', label }), entriesShape],
  ...(['max', 'min'] as const).flatMap(is => [
    [requirement({ kind: 'row', is, label, column: label }), rowShape(is)],
    ...grouped.map(of => [requirement({ kind: 'group', is, of, label }), groupShape(is, of)]),
    [
      requirement({ kind: 'group', is, of: 'count', label, column: label }),
      groupShape(is, 'count', true),
    ],
  ]),
])

const subtraction: Step = {
  ...computed('s3', 'result', 'largest - smallest', {
    reads: ['largest', 'smallest'],
    deps: ['s1', 's2'],
  }),
  description: 'Subtract {smallest} from {largest}.',
}

/** The groups' largest and smallest number, and their difference. */
function spreadShape(of: Grouped) {
  return (rows: Rows): Shape => {
    const end = (id: string, role: string, descending: boolean) =>
      reading(id, role, `${role} ${words[of]} of a group`, rows, {
        groupBy: '{label_column}',
        ...aggregate(of),
        ...{ orderBy: of, descending, limit: '{how_many}', select: [of] },
      })
    return {
      type: `spread_of_group_${of}`,
      steps: [end('s1', 'largest', true), end('s2', 'smallest', false), subtraction],
      answer: 'result',
    }
  }
}

/** The value of a column where exactly one row is left. */
function cellShape(rows: Rows): Shape {
  const value = { select: ['{column}'], number: false, deps: ['s1'] }
  return {
    type: 'value_in_the_only_row',
    steps: [
      {
        ...reading('s1', 'row_count', words.count, rows, aggregate('count')),
        postcondition: 'ground_belief(row_count) = 1',
      },
      reading('s2', 'result', 'value of the column', rows, value),
    ],
    answer: 'result',
  }
}

function rangeShape(rows: Rows): Shape {
  return {
    type: 'range_of_table_column',
    steps: [
      reading('s1', 'largest', words.max, rows, aggregate('max')),
      reading('s2', 'smallest', words.min, rows, aggregate('min')),
      subtraction,
    ],
    answer: 'result',
  }
}

/** Where a label occurs twice, "the X with the largest Y" may mean a row or a total: then nothing is answered. */
function namedOnce(column: string, rows: Rows): Shape['steps'] {
  const count = (id: string, role: string, of: 'count' | 'count_distinct', what: string) =>
    reading(id, role, what, rows, { aggregate: { of, column } })
  return [
    count('s1', 'labels', 'count', 'number of labels'),
    count('s2', 'different_labels', 'count_distinct', 'number of different labels'),
    {
      ...computed('s3', 'repeated_labels', 'labels - different_labels', {
        reads: ['labels', 'different_labels'],
        deps: ['s1', 's2'],
      }),
      description: 'Subtract {different_labels} from {labels}: no label may occur twice.',
      postcondition: 'ground_belief(labels) = ground_belief(different_labels)',
    },
  ]
}

/** Ties give every label that has the extreme value. */
function rowShape(is: 'max' | 'min') {
  return (rows: Rows): Shape => {
    const what = `entry whose column has the ${extremes[is]} value`
    const atExtreme = { column: '{column}', is: '=', value: '{extreme}' }
    const label = { select: ['{label_column}'], number: false, deps: ['s3', 's4'] }
    return {
      type: `entry_with_${extremes[is]}_value`,
      steps: [
        ...namedOnce('{label_column}', rows),
        reading('s4', 'extreme', words[is], rows, aggregate(is)),
        reading(
          's5',
          'result',
          what,
          { ...rows, where: [...rows.where, atExtreme] },
          {
            ...label,
            reads: ['extreme'],
          },
        ),
      ],
      answer: 'result',
    }
  }
}

/** `once`: what is counted is named by a column, and each name must stand there once. */
function groupShape(is: 'max' | 'min', of: Grouped, once = false) {
  return (rows: Rows): Shape => ({
    type: `group_with_${extremes[is]}_${of}${once ? '_of_entries' : ''}`,
    steps: [
      ...(once ? namedOnce('{column}', rows) : []),
      reading('s4', 'result', `group with the ${extremes[is]} ${words[of]}`, rows, {
        groupBy: '{label_column}',
        ...aggregate(of),
        ...{ orderBy: of, descending: is === 'max', limit: '{how_many}' },
        ...{ select: ['{label_column}'], number: false, deps: once ? ['s3'] : [] },
      }),
    ],
    answer: 'result',
  })
}

function entriesShape(rows: Rows): Shape {
  const taken = computed('s4', 'result', 'labels', { reads: ['labels'], deps: ['s3'] })
  return {
    type: 'count_of_table_entries',
    steps: [
      ...namedOnce('{label_column}', rows),
      { ...taken, description: 'Take {labels} as {result}.' },
    ],
    answer: 'result',
  }
}
