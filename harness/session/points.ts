// Where a session can be branched: at its questions, by their numbers, and at their steps.
import type { Event } from '../../agent/event.ts'

/** The points of a session at which it can be branched, each with the events before and after it. */
export function points(events: readonly Event[]) {
  let question = 0
  return events.flatMap((event, at) => {
    if (event.type === 'perception-received' && event.perception.kind === 'question') {
      question += 1
      const recorded = events.findIndex(
        ({ type, intention }, index) =>
          index > at && type === 'intention-recorded' && intention === event.intention,
      )
      const after = recorded < 0 ? events.length : recorded + 1
      return [{ name: String(question), about: event.perception.text, before: at, after }]
    }
    if (event.type !== 'step-finished') return []
    const started = events.findLastIndex(
      (each, index) =>
        index < at &&
        each.type === 'step-started' &&
        each.step === event.step &&
        each.intention === event.intention,
    )
    const name = `${question}.${event.step}`
    return [{ name, about: event.verdict.why, before: started, after: at + 1 }]
  })
}

/** The number of the first question since all was forgotten, or of the first of all. */
export function firstNumber(events: readonly Event[]): number {
  const cleared = events.findLastIndex(({ type }) => type === 'mind-cleared')
  return events.slice(0, cleared + 1).filter(isQuestion).length + 1
}

// --- internal ---

const isQuestion = (event: Event) =>
  event.type === 'perception-received' && event.perception.kind === 'question'
