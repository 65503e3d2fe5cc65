// What a model says beside the answer, held against what was shown: its words are its own, its numbers are not.
import type { View } from '../../agent/view.ts'
import { show } from '../../plans/show.ts'
import { fillWords } from '../../plans/template.ts'
import { numbersOutOfNowhere } from '../../plans/text/standing.ts'

/** The caveat with the values of its slots; none where it has a number that nothing shows. `day` is the present one. */
export function caveatOf(
  said: string | undefined,
  { beliefs, question, heard }: View,
  day: string,
): string | undefined {
  if (said === undefined) return undefined
  const values = Object.entries(beliefs).map(([name, belief]) => [name, show(belief)] as const)
  const text = fillWords(said, Object.fromEntries(values))
  if (!('filled' in text)) return undefined
  const { said: words, handed, calls } = heard()
  const shown = [
    ...[question, day, ...words],
    ...handed.map(each => each.text),
    ...calls.map(({ content }) => content),
    ...values.map(([, value]) => value),
  ]
  const [invented] = numbersOutOfNowhere(text.filled, shown.join('\n'))
  return invented === undefined ? text.filled : undefined
}
