// What a person at a terminal sees and says of the session's beliefs.
import type { Edit } from '../../agent/embedded.ts'
import { askedBefore } from '../../agent/llm/offline/follow-ups.ts'
import type { State } from '../../agent/state.ts'
import { parseUnit } from '../../plans/expressions/units.ts'
import { BeliefName } from '../../plans/plan.ts'
import { show } from '../../plans/show.ts'
import { toNumber } from '../../plans/text/evidence.ts'
import { harmless } from '../terminal/plain-text.ts'

/** One line for each belief of the session, with where it comes from and what it was derived by. */
export function beliefLines(state: State): readonly string[] {
  const held = [...(state.groundBeliefs.get('session') ?? [])].filter(
    ([name]) => name !== askedBefore,
  )
  if (held.length === 0) return ['nothing is believed in this session yet']
  return held.flatMap(([name, versions]) =>
    versions.map(({ value, unit, source, provenance, derivation }) => {
      const quantity = show({ value, ...(unit !== undefined && { unit }) })
      const by = derivation === undefined ? '' : ` by ${derivation}`
      return harmless(`${name} = ${quantity} (${provenance}${by}, from ${source})`)
    }),
  )
}

/**
 * Reads `NAME = VALUE`, the value being a number with or without a unit, true, false or a text.
 * `problem` is a sentence for the person.
 */
export function readEdit(text: string): { readonly edit: Edit } | { readonly problem: string } {
  const [, name = '', said = ''] = /^(\S+)\s*=\s*(.+)$/.exec(text.trim()) ?? []
  if (said === '') return { problem: 'say what to believe: /believe NAME = VALUE' }
  if (!BeliefName.safeParse(name).success)
    return { problem: `"${name}" is no name of a belief; names are such as travel_time` }
  if (said === 'true' || said === 'false') return { edit: { name, value: said === 'true' } }
  const [, digits = '', unit = ''] = /^([-+]?[\d.,]+)\s*(.*)$/.exec(said) ?? []
  const number = toNumber(digits)
  if (number === undefined || (unit !== '' && !parseUnit(unit)))
    return { edit: { name, value: said } }
  return { edit: { name, value: number, ...(unit !== '' && { unit }) } }
}
