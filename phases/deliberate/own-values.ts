// What is wrong with a written plan although it can be carried out: conditions of the question that it passes
// over, and values of its own that nobody gave.
import type { View } from '../../agent/view.ts'
import { ownDigits, textOf, wordsIn } from '../../plans/expressions/derive.ts'
import { ownHours } from '../../plans/expressions/expression.ts'
import { isKnownUnit } from '../../plans/expressions/units.ts'
import type { PlanDraft, Value } from '../../plans/plan.ts'
import { readDate } from '../../plans/text/dates.ts'
import { stopWords } from '../../plans/text/words.ts'

/** What the message says and a column of its tables holds, when no step has to do with it: its rows are not chosen by it, and `why` says nothing of it. */
export function conditionsLeftOut(
  { steps }: PlanDraft,
  said: readonly { readonly name: string; readonly value: Value }[],
  files: View['files'],
  why: string,
): readonly string[] {
  const words = new Set(JSON.stringify([steps, why]).match(/[a-z][a-z0-9_]*/g))
  const columns = files.flatMap(file => file.columns ?? [])
  // one of the spellings that a step takes the rows of
  const listed = said.flatMap(({ name, value }) =>
    Array.isArray(value) && words.has(name) ? value.map(item => String(item).toLowerCase()) : [],
  )
  return said.flatMap(({ name, value }) => {
    if (words.has(name) || typeof value !== 'string' || listed.includes(value.toLowerCase()))
      return []
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

/** Numbers without a unit that a text brings along although nobody gave them: its step could not be carried out. */
export const numbersOfItsOwn = ({ steps }: PlanDraft, question: string): readonly string[] =>
  steps.flatMap(({ id, action }) => {
    const text = action && 'expression' in action ? textOf(action.expression) : undefined
    const own = ownDigits(text ?? '', new Set(wordsIn(question))).filter(word => {
      const [unit = ''] = text!.split(word)[1]?.match(/(?<=^ )\p{L}+/u) ?? []
      return /^[\d.,]+$/.test(word) && (stopWords.has(unit) || !isKnownUnit(unit))
    })
    return own.length === 0
      ? []
      : `the text of step ${id} holds ${own.join(', ')}, which nobody gave; write {role} for a value, a number that is none in words`
  })
