// A table question as beliefs, and the plan that these beliefs call for: a call of the table tool with
// slots, then arithmetic.
import type { Value } from '../../../plans/plan.ts'
import { type Believed, type Design, planOf } from './method.ts'
import { distinct } from './roles.ts'
import type { Filter } from './table-filters.ts'
import type { Measure } from './table-measure.ts'
import { measures, requirement } from './table-shapes.ts'
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
