// An episode told as text: what each character could want, what it chose and why, and its plan.
import type { Event } from '../../agent/event.ts'
import { type Decision, decisionId } from '../../phases/planning/character.ts'
import { harmless } from '../terminal/plain-text.ts'

/** The lines that tell of an event in the mind of the character `name`; none for most events. */
export function story(name: string, event: Event): readonly string[] {
  const lines = told(event)
  return lines.map((line, place) => `  ${place === 0 ? `${name} ` : '    '}${harmless(line)}`)
}

// --- internal ---

function told(event: Event): readonly string[] {
  switch (event.type) {
    case 'tool-called': {
      if (event.id !== decisionId) return []
      const { chosen, by } = event.input as Decision
      return [
        `decides: ${chosen.phrase}`,
        `could: ${event.content.split('\n').join(' ')}`,
        `because: ${by}`,
      ]
    }
    case 'intention-formed':
      if (event.failure !== undefined) return [`can do nothing: ${event.failure}`]
      return event.replaces === undefined ? [] : ['plans again']
    case 'plan-selected':
      return [`plans: ${event.plan.steps.map(step => step.description.slice(1, -1)).join('; ')}`]
    case 'plan-set-aside':
      return ['plans again']
    case 'intention-closed':
      return event.status === 'failed' ? [`gives up: ${event.reason}`] : []
    default:
      return []
  }
}
