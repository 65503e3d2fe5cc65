// A table question as beliefs, and the plan that these beliefs call for: a call of the table tool with
// slots, then arithmetic.
import type { Drafted } from '../../../phases/deliberate/contract.ts'
import type { Value } from '../../../plans/plan.ts'
import { type Believed, type Design, planOf } from './method.ts'
import { distinct } from './roles.ts'
import type { Filter } from './table-filters.ts'
import type { Measure } from './table-measure.ts'
import type { Comparison } from './table-words.ts'

interface Belief {
  readonly name: string
  readonly value: Value
}

const overTable = 'task requires computing over the rows of an attached table'

/** The role words of a comparison: the column and the value it is compared with. */
const roleOf: Readonly<Record<Comparison, string>> = {
  '=': 'filter',
  '!=': 'exclusion',
  '>': 'above',
  '>=': 'at_least',
  '<': 'below',
  '<=': 'at_most',
  contains: 'containing',
}

/** Schema beliefs and ground beliefs of a question about the table `file`. */
export function tableTask(
  file: string,
  measure: Measure,
  filters: readonly Filter[],
): { readonly schemaBeliefs: readonly string[]; readonly groundBeliefs: readonly Belief[] } {
  const roles = distinct(filters.map(({ is }) => roleOf[is]))
  return {
    schemaBeliefs: [
      overTable,
      requirement(measure),
      ...new Set(filters.map(({ is }) => restriction(is))),
    ],
    groundBeliefs: [
      { name: 'file', value: file },
      ...('column' in measure && measure.column
        ? [{ name: 'column', value: measure.column.name }]
        : []),
      ...('label' in measure ? [{ name: 'label_column', value: measure.label.name }] : []),
      ...(measure.kind === 'group' ? [{ name: 'how_many', value: 1 }] : []),
      ...filters.flatMap(({ column, value }, index) => [
        { name: `${roles[index]}_column`, value: column.name },
        { name: `${roles[index]}_value`, value },
      ]),
    ],
  }
}

/** The design for beliefs that `tableTask` wrote. */
export function tabularDesign({ schemaBeliefs, groundBeliefs }: Believed): Design | undefined {
  const wanted = schemaBeliefs.find(belief => belief in measures)
  if (!schemaBeliefs.includes(overTable) || wanted === undefined) return undefined
  const names = groundBeliefs.map(({ name }) => name)
  const where = names.flatMap(name => {
    const role = name.endsWith('_value') ? name.slice(0, -'_value'.length) : undefined
    const is = role && comparisonOf(role)
    return is && names.includes(`${role}_column`) ? [{ role, is }] : []
  })
  const { type, steps, answer } = measures[wanted]!(
    where.map(({ role, is }) => ({ column: `{${role}_column}`, is, value: `{${role}_value}` })),
  )
  const filtered = where.map(({ is }) => roleOf[is]).sort()
  const used = JSON.stringify(steps)
  return {
    type: [type, ...(filtered.length > 0 ? ['where', filtered.join('_and_')] : [])].join('_'),
    openParameters: [answer],
    draft: planOf({
      goal: `what the rows of {file} give: ${type.replaceAll('_', ' ')}`,
      contextConditions: [overTable, wanted, ...new Set(where.map(({ is }) => restriction(is)))],
      parameters: names.filter(name => used.includes(`{${name}}`)),
      steps,
      answer,
    }),
  }
}

// --- internal ---

const extremes = { max: 'largest', min: 'smallest' } as const
const words = {
  count: 'number of rows',
  count_distinct: 'number of different values',
  sum: 'sum',
  mean: 'mean',
  median: 'median',
  min: 'smallest value',
  max: 'largest value',
} as const

function requirement(measure: Measure): string {
  switch (measure.kind) {
    case 'aggregate':
      return measure.of === 'count'
        ? 'task requires the number of rows'
        : `task requires the ${words[measure.of]} of a column`
    case 'range':
      return 'task requires the difference between the largest and the smallest value of a column'
    case 'row':
      return `task requires the entry with the ${extremes[measure.is]} value of a column`
    case 'group':
      return `task requires the group of rows with the ${extremes[measure.is]} ${words[measure.of]}${measure.of === 'count' ? '' : ' of a column'}`
  }
}

const restriction = (is: Comparison) =>
  `task requires only the rows whose column ${comparisonWords[is]} a given value`

const comparisonWords: Readonly<Record<Comparison, string>> = {
  '=': 'equals',
  '!=': 'differs from',
  '>': 'is above',
  '>=': 'is at least',
  '<': 'is below',
  '<=': 'is at most',
  contains: 'contains',
}

/** The comparison a role such as `second_at_least` stands for. */
function comparisonOf(role: string): Comparison | undefined {
  const found = Object.entries(roleOf).find(
    ([, word]) => role === word || role.endsWith(`_${word}`),
  )
  return found?.[0] as Comparison | undefined
}

interface Where {
  readonly [key: string]: string
}

interface Shape {
  readonly type: string
  readonly steps: readonly Drafted['steps'][number][]
  readonly answer: string
}

function reading(
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

const filtering = (where: readonly Where[]) => (where.length > 0 ? { where } : {})

/** What each requirement is done with. */
const measures: Readonly<Record<string, (where: readonly Where[]) => Shape>> = Object.fromEntries([
  ...(['count', 'count_distinct', 'sum', 'mean', 'median', 'min', 'max'] as const).map(of => {
    const aggregate = of === 'count' ? { of } : { of, column: '{column}' }
    const shape = (where: readonly Where[]): Shape => ({
      type: `${of}_of_table_${of === 'count' ? 'rows' : 'column'}`,
      steps: [reading('s1', 'result', words[of], { ...filtering(where), aggregate }, true)],
      answer: 'result',
    })
    return [requirement({ kind: 'aggregate', of }), shape] as const
  }),
  [requirement({ kind: 'range', column: { name: '', type: 'number' } }), rangeShape] as const,
  ...(['max', 'min'] as const).flatMap(is => {
    const column = { name: '', type: 'number' } as const
    const row = [requirement({ kind: 'row', is, label: column, column }), rowShape(is)] as const
    const groups = (['count', 'sum', 'mean', 'median', 'max', 'min'] as const).map(
      of => [requirement({ kind: 'group', is, of, label: column }), groupShape(is, of)] as const,
    )
    return [row, ...groups]
  }),
])

function rangeShape(where: readonly Where[]): Shape {
  const end = (id: string, role: string, of: 'max' | 'min') =>
    reading(
      id,
      role,
      words[of],
      { ...filtering(where), aggregate: { of, column: '{column}' } },
      true,
    )
  return {
    type: 'range_of_table_column',
    steps: [
      end('s1', 'largest', 'max'),
      end('s2', 'smallest', 'min'),
      {
        id: 's3',
        kind: 'compute',
        description: 'Subtract {smallest} from {largest}.',
        deps: ['s1', 's2'],
        reads: ['largest', 'smallest'],
        writes: [{ role: 'result', type: 'number' }],
        expression: 'largest - smallest',
        postcondition: 'ground_belief(result) is a number',
      },
    ],
    answer: 'result',
  }
}

/** Where a label occurs twice, "the X with the largest Y" may mean a row or a total: then nothing is answered. */
function labelsTellApart(where: readonly Where[]): Shape['steps'] {
  const count = (id: string, role: string, of: 'count' | 'count_distinct') =>
    reading(
      id,
      role,
      of === 'count' ? 'number of labels' : 'number of different labels',
      { ...filtering(where), aggregate: { of, column: '{label_column}' } },
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
  return (where: readonly Where[]): Shape => {
    const aggregate = { of: is, column: '{column}' }
    const atExtreme = { column: '{column}', is: '=', value: '{extreme}' }
    const entry = reading(
      's5',
      'result',
      `entry whose column has the ${extremes[is]} value`,
      { where: [...where, atExtreme], select: ['{label_column}'] },
      false,
    )
    return {
      type: `entry_with_${extremes[is]}_value`,
      steps: [
        ...labelsTellApart(where),
        reading('s4', 'extreme', words[is], { ...filtering(where), aggregate }, true),
        { ...entry, deps: ['s3', 's4'], reads: ['extreme'] },
      ],
      answer: 'result',
    }
  }
}

function groupShape(is: 'max' | 'min', of: 'count' | 'sum' | 'mean' | 'median' | 'max' | 'min') {
  const aggregate = of === 'count' ? { of } : { of, column: '{column}' }
  const order = { orderBy: of, descending: is === 'max', limit: '{how_many}' }
  return (where: readonly Where[]): Shape => ({
    type: `group_with_${extremes[is]}_${of}`,
    steps: [
      reading(
        's1',
        'result',
        `group with the ${extremes[is]} ${words[of]}`,
        {
          ...filtering(where),
          groupBy: '{label_column}',
          aggregate,
          select: ['{label_column}'],
          ...order,
        },
        false,
      ),
    ],
    answer: 'result',
  })
}
