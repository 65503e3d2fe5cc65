// Phase 1 of an agent that lives by rules (BDI Agents in Natural Language Environments, 2024, section 3.2):
// every sentence observed is a belief of its own, and what the world does not show any more is withdrawn.
import type { Ctx } from '../../agent/contract.ts'
import type { BeliefsPerceived } from '../../agent/event.ts'
import type { NewBelief, Received, State } from '../../agent/state.ts'
import { sentencesIn, taskIn } from '../../plans/rules/sentences.ts'
import { pointsOf, sceneIn } from '../scene.ts'

/**
 * An observation is believed sentence by sentence, with the score where the world tells it (as a number, and
 * as a sentence for rules); what was believed of the world before and is not shown now is withdrawn. The task is what is desired, and its
 * sentences are believed of it. Costs no call and cannot fail.
 */
export async function perceive(
  { id, intention, perception }: Received,
  state: State,
  _ctx: Ctx,
): Promise<BeliefsPerceived> {
  const { kind, text, source } = perception
  const event = {
    type: 'beliefs-perceived',
    intention,
    perception: id,
    schemaBeliefs: [],
    withdrawn: [],
  } as const
  const believe = (name: string, value: NewBelief['value'] = true): NewBelief => {
    return { name, value, source, provenance: 'given' }
  }
  if (kind !== 'observation') {
    const desire = taskIn(text)
    const beliefs = sentencesIn(desire).map(sentence => believe(sentence))
    return { ...event, scope: intention, beliefs, desire }
  }
  const scene = sceneIn(perception)
  const { score, over, won, said = [], sentences } = scene ?? { sentences: sentencesIn(text) }
  const told = { ...(scene && { score, over, won, said }) }
  const points = score === undefined ? [] : [pointsOf(score)]
  const shown = new Map<string, NewBelief>([
    ...[...said, ...sentences, ...points].map(each => [each, believe(each)] as const),
    ...Object.entries(told).map(([name, value]) => [name, believe(name, value!)] as const),
  ])
  const known = state.groundBeliefs.get('world')
  const isNew = ({ name, value }: NewBelief) => known?.get(name)?.at(-1)?.value !== value
  return {
    ...event,
    scope: 'world',
    beliefs: [...shown.values()].filter(isNew),
    withdrawn: [...(known?.keys() ?? [])].filter(name => !shown.has(name)),
  }
}
