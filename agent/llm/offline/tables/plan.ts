// A table question as beliefs, and the plan that these beliefs call for: calls of the table tool with
// slots, then arithmetic.
import type { Value } from '../../../../plans/plan.ts'
import { type Believed, type Design, planOf } from '../quantities/method.ts'
import { distinct } from '../roles.ts'
import { type Compared, comparison, comparisons } from './compare.ts'
import type { Contrast } from './contrast.ts'
import type { Filter } from './filters.ts'
import type { Measure } from './measured.ts'
import { measures, requirement } from './shapes.ts'
import type { Table } from './sheets.ts'
import type { Comparison } from './words.ts'

interface Belief {
  readonly name: string
  readonly value: Value
}

/** What is to be done with a table, over the rows that `filters` leave. */
export interface Task {
  readonly table: Pick<Table, 'file' | 'sheet'>
  readonly filters: readonly Filter[]
  /** Filters of the rows whose share is asked for. */
  readonly part: readonly Filter[]
  readonly wanted:
    | { readonly measure: Measure }
    | { readonly contrast: Contrast; readonly of: Compared; readonly column?: string }
}

const overTable = 'task requires computing over the rows of an attached table'
const oneSheet = 'task requires one sheet of a workbook'

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

/** Schema beliefs and ground beliefs of a task. */
export function tableTask({ table, filters, part, wanted }: Task): {
  readonly schemaBeliefs: readonly string[]
  readonly groundBeliefs: readonly Belief[]
} {
  const pairs = 'contrast' in wanted && wanted.contrast.by === 'sheets'
  const sheet = pairs ? undefined : table.sheet
  return {
    schemaBeliefs: [
      overTable,
      ...(sheet === undefined ? [] : [oneSheet]),
      'measure' in wanted
        ? requirement(wanted.measure)
        : comparison(wanted.contrast.operation, wanted.contrast.by, wanted.of),
      ...new Set([...filters, ...part].map(({ is }) => restriction(is))),
    ],
    groundBeliefs: [
      { name: 'file', value: table.file },
      ...(sheet === undefined ? [] : [{ name: 'sheet', value: sheet }]),
      ...('measure' in wanted ? beliefsOfMeasure(wanted.measure) : beliefsOfContrast(wanted)),
      ...filtering(filters, ''),
      ...filtering(part, 'part_'),
    ],
  }
}

/** The design for beliefs that `tableTask` wrote. */
export function tabularDesign({ schemaBeliefs, groundBeliefs }: Believed): Design | undefined {
  const wanted = schemaBeliefs.find(belief => belief in measures || belief in comparisons)
  if (!schemaBeliefs.includes(overTable) || wanted === undefined) return undefined
  const names = groundBeliefs.map(({ name }) => name)
  const all = names.flatMap(name => {
    const role = name.endsWith('_value') ? name.slice(0, -'_value'.length) : undefined
    const is = role && comparisonOf(role)
    return is && names.includes(`${role}_column`) ? [{ role, is }] : []
  })
  const isPart = ({ role }: { readonly role: string }) => /(^|_)part_/.test(role)
  const slots = (some: typeof all) =>
    some.map(({ role, is }) => ({ column: `{${role}_column}`, is, value: `{${role}_value}` }))
  const sheet = names.includes('sheet') ? { sheet: '{sheet}' } : {}
  const rows = { where: slots(all.filter(each => !isPart(each))), ...sheet }
  const { type, steps, answer } =
    wanted in measures
      ? measures[wanted]!(rows)
      : comparisons[wanted]!(rows, slots(all.filter(isPart)))
  const filtered = all.map(each => `${isPart(each) ? 'part_' : ''}${roleOf[each.is]}`).sort()
  const used = JSON.stringify(steps)
  return {
    type: [
      type,
      ...('sheet' in sheet ? ['in_sheet'] : []),
      ...(filtered.length > 0 ? ['where', filtered.join('_and_')] : []),
    ].join('_'),
    openParameters: [answer],
    draft: planOf({
      goal: `what the rows of {file} give: ${type.replaceAll('_', ' ')}`,
      contextConditions: [
        overTable,
        ...('sheet' in sheet ? [oneSheet] : []),
        wanted,
        ...new Set(all.map(({ is }) => restriction(is))),
      ],
      parameters: names.filter(name => used.includes(`{${name}}`)),
      steps,
      answer,
    }),
  }
}

// --- internal ---

function beliefsOfMeasure(measure: Measure): readonly Belief[] {
  const grouped = measure.kind === 'group' || measure.kind === 'spread'
  return [
    ...('column' in measure && measure.column
      ? [{ name: 'column', value: measure.column.name }]
      : []),
    ...('label' in measure ? [{ name: 'label_column', value: measure.label.name }] : []),
    ...(grouped ? [{ name: 'how_many', value: 1 }] : []),
  ]
}

function beliefsOfContrast({
  contrast,
  column,
}: {
  readonly contrast: Contrast
  readonly column?: string
}): readonly Belief[] {
  const own = column === undefined ? [] : [{ name: 'column', value: column }]
  switch (contrast.by) {
    case 'part':
      return own
    case 'sheets':
      return [...own, ...both(contrast.pair, 'sheet')]
    case 'values':
      return [
        ...own,
        { name: 'compared_column', value: contrast.column.name },
        ...both(contrast.pair, 'compared'),
      ]
    case 'columns':
      return both([contrast.pair[0].name, contrast.pair[1].name], 'column')
  }
}

const both = ([first, second]: readonly [string, string], role: string): readonly Belief[] => [
  { name: `first_${role}`, value: first },
  { name: `second_${role}`, value: second },
]

function filtering(filters: readonly Filter[], prefix: string): readonly Belief[] {
  const roles = distinct(filters.map(({ is }) => `${prefix}${roleOf[is]}`))
  return filters.flatMap(({ column, value }, index) => [
    { name: `${roles[index]}_column`, value: column.name },
    { name: `${roles[index]}_value`, value },
  ])
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
