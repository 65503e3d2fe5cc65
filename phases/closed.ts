// The end of a goal that no plan is carried out for.
import type { IntentionClosed } from '../agent/event.ts'

/** The intention closed, and why. */
export const closed = (
  intention: string,
  status: IntentionClosed['status'],
  reason: string,
): IntentionClosed => ({ type: 'intention-closed', intention, status, reason })
