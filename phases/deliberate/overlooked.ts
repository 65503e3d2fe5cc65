// What a drafted plan overlooks of the message, and what it adds of its own.
import type { View } from '../../agent/view.ts'
import { ownHours } from '../../plans/expressions/expression.ts'
import type { PlanDraft, Value } from '../../plans/plan.ts'
import { readDate } from '../../plans/text/dates.ts'

/** What the message says and a column of its tables holds, when no step has to do with it: its rows are not chosen by it, and `why` says nothing of it. */
export function conditionsLeftOut(
  { steps }: PlanDraft,
  said: readonly { readonly name: string; readonly value: Value }[],
  files: View['files'],
  why: string,
): readonly string[] {
  const words = new Set(JSON.stringify([steps, why]).match(/[a-z][a-z0-9_]*/g))
  const columns = files.flatMap(file => file.columns ?? [])
  return said.flatMap(({ name, value }) => {
    if (words.has(name) || typeof value !== 'string') return []
    const isDay = readDate(value) !== undefined
    const column = columns.find(({ type, values = [] }) =>
      type === 'date' ? isDay : values.some(each => each.toLowerCase() === value.toLowerCase()),
    )
    return column
      ? `no step reads ${name}, and the column ${JSON.stringify(column.name)} holds such values; let a step take only the rows of {${name}}, or say in filesNotRead why ${name} chooses none`
      : []
  })
}

/** Hours that an expression adds to a time although nobody gave them, most often what zones differ by. */
export const hoursOfItsOwn = ({ steps }: PlanDraft): readonly string[] =>
  steps.flatMap(({ id, reads, action }) => {
    const hours = action && 'expression' in action ? ownHours(action.expression, reads) : undefined
    return hours === undefined
      ? []
      : `the expression of step ${id} adds or takes away ${hours}, which nobody gave; a local time elsewhere is at_zone(time, from, to), with cities or zones, and another duration is a role`
  })
