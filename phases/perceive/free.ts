// Phase 1 of the baselines: the question as it is. No model reads it, and nothing is made of it.
import type { BeliefsPerceived } from '../../agent/event.ts'
import type { Received } from '../../agent/state.ts'
import { nothingNew, stated } from '../outcomes.ts'

/**
 * The words of a question or goal are what is desired; an observation is believed of the world word by
 * word. Costs no call and cannot fail.
 */
export async function perceive(received: Received): Promise<BeliefsPerceived> {
  const { kind, text, source } = received.perception
  return kind === 'observation'
    ? { ...nothingNew(received), beliefs: [stated(text, source)] }
    : { ...nothingNew(received, received.intention), desire: text }
}
