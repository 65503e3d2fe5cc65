// Two quantities that a sentence states for one another are one rate: `5 kg cost 12 USD` is 12 USD
// per 5 kg.
import { dimensionOf } from '../../../../plans/expressions/expression.ts'
import { isCurrency } from '../roles.ts'
import type { Stated } from './quantities.ts'

/** How the words between two quantities link them, and which of the two is per the other. */
const links: readonly (readonly [
  RegExp,
  'second per first' | 'first per second' | 'money per other',
])[] = [
  [
    /^(of( \w+){1,3} )?(costs?|weighs?|holds?|contains?|(is|are) worth|(is|are) sold (for|at)|sells? (for|at))( only| about| exactly)?$/i,
    'second per first',
  ],
  [
    /^(of( \w+){1,3} )?((are|is) (made|produced|printed|packed|pumped|bottled) )?in( only| about| exactly)?$/i,
    'first per second',
  ],
  [/^(of( \w+){1,3} )?(for|on|per)( every| only| about)?$/i, 'money per other'],
]

/** The quantities with linked neighbours made one rate; `undefined` when none are linked. */
export function linked(
  stated: readonly Stated[],
  text: string,
): readonly Pick<Stated, 'value' | 'unit'>[] | undefined {
  const result: Pick<Stated, 'value' | 'unit'>[] = []
  let any = false
  for (let index = 0; index < stated.length; index++) {
    const [first, second] = [stated[index]!, stated[index + 1]]
    const rate = second && rateOf(first, second, text.slice(first.to, second.from).trim())
    if (rate) {
      result.push(rate)
      any = true
      index += 1
    } else result.push(first)
  }
  return any ? result : undefined
}

// --- internal ---

function rateOf(first: Stated, second: Stated, between: string) {
  const link = links.find(([words]) => words.test(between))?.[1]
  switch (link) {
    case undefined:
      return undefined
    case 'second per first':
      return per(second, first)
    case 'first per second':
      return dimensionOf(second.unit) === 'time' ? per(first, second) : undefined
    case 'money per other':
      if (isCurrency(first.unit)) return per(first, second)
      return isCurrency(second.unit) ? per(second, first) : undefined
  }
}

/** A size in a unit is written with digits, so only plain numbers can be what something is per. */
function per(above: Stated, below: Stated) {
  if (typeof below.value !== 'number' || /[/]| per /.test(below.unit)) return undefined
  return { value: above.value, unit: `${above.unit}/${below.value} ${below.unit}` }
}
