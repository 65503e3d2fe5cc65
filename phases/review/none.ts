// Phase 7 of agents that keep no library: their plans name the objects of one problem and serve no other.
import type { LibraryReviewed } from '../../agent/event.ts'
import type { State } from '../../agent/state.ts'

/** Decides nothing; such an agent's policy never asks for a review. */
export async function review(state: State): Promise<LibraryReviewed> {
  return {
    type: 'library-reviewed',
    intention: state.currentIntention ?? '',
    decisions: [],
    records: state.intentionHistory.size,
  }
}
