// Phase 1 of an agent that lives by rules (BDI Agents in Natural Language Environments, 2024, section 3.2):
// every sentence observed is a belief of its own, and what the world does not show any more is withdrawn.
import type { BeliefsPerceived } from '../../agent/event.ts'
import type { NewBelief, Received, State } from '../../agent/state.ts'
import { sentencesIn, taskIn } from '../../plans/rules/sentences.ts'
import { nothingNew, stated } from '../outcomes.ts'
import { pointsOf, sceneIn } from '../scene.ts'

/**
 * An observation is believed sentence by sentence, with the score where the world tells it (as a number, and
 * as a sentence for rules); what was believed of the world before and is not shown now is withdrawn. The task is what is desired, and its
 * sentences are believed of it. Costs no call and cannot fail.
 */
export async function perceive(received: Received, state: State): Promise<BeliefsPerceived> {
  const { intention, perception } = received
  const { kind, text, source } = perception
  if (kind !== 'observation') {
    const desire = taskIn(text)
    const beliefs = sentencesIn(desire).map(sentence => stated(sentence, source))
    return { ...nothingNew(received, intention), beliefs, desire }
  }
  const scene = sceneIn(perception)
  const { score, over, won, said = [], sentences } = scene ?? { sentences: sentencesIn(text) }
  const told = { ...(scene && { score, over, won, said }) }
  const points = score === undefined ? [] : [pointsOf(score)]
  const shown = new Map<string, NewBelief>([
    ...[...said, ...sentences, ...points].map(each => [each, stated(each, source)] as const),
    ...Object.entries(told).map(
      ([name, value]) => [name, { ...stated(name, source), value: value! }] as const,
    ),
  ])
  const known = state.groundBeliefs.get('world')
  const isNew = ({ name, value }: NewBelief) => known?.get(name)?.at(-1)?.value !== value
  return {
    ...nothingNew(received),
    beliefs: [...shown.values()].filter(isNew),
    withdrawn: [...(known?.keys() ?? [])].filter(name => !shown.has(name)),
  }
}
