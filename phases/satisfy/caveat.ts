// What a model says beside the answer, held against what was shown: its words are its own, its numbers are not.
import type { View } from '../../agent/view.ts'
import { fill, replaceSlots } from '../../plans/template.ts'
import { numbersOutOfNowhere } from '../../plans/text/standing.ts'

/**
 * The caveat with the values of its slots, without the sentences that name a number which nothing shows or a role
 * that nothing is believed of; `undefined` where none is left. `day` is the present one.
 */
export function caveatOf(
  said: string | undefined,
  { beliefs, question, heard }: View,
  day: string,
): string | undefined {
  if (said === undefined) return undefined
  const { said: words, handed, calls } = heard()
  const values = Object.entries(beliefs).map(([name, { value }]) => [name, value] as const)
  const shown = [
    ...[question, day, ...words],
    ...handed.map(each => each.text),
    ...calls.map(({ content }) => content),
    ...values.map(([, value]) => String(value)),
  ].join('\n')
  const kept = said.split(/(?<=[.!?])\s+/).flatMap(sentence => {
    const own = replaceSlots(sentence, () => ' ')
    if (numbersOutOfNowhere(own, shown).length > 0) return []
    const text = fill(sentence, Object.fromEntries(values))
    return 'filled' in text ? [text.filled] : []
  })
  return kept.join(' ') || undefined
}
