// Phase 1 of the baselines: the question as it is. No model reads it, and nothing is made of it.
import type { Ctx } from '../../agent/contract.ts'
import type { BeliefsPerceived } from '../../agent/event.ts'
import type { Received, State } from '../../agent/state.ts'

/**
 * The words of a question or goal are what is desired; an observation is believed of the world word by
 * word. Costs no call and cannot fail.
 */
export async function perceive(
  { id, intention, perception }: Received,
  _state: State,
  _ctx: Ctx,
): Promise<BeliefsPerceived> {
  const { kind, text, source } = perception
  const observed = kind === 'observation'
  return {
    type: 'beliefs-perceived',
    intention,
    perception: id,
    schemaBeliefs: [],
    scope: observed ? 'world' : intention,
    beliefs: observed ? [{ name: text, value: true, source, provenance: 'given' }] : [],
    withdrawn: [],
    ...(!observed && { desire: text }),
  }
}
