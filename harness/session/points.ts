// Where a session can be branched: at its questions, by their numbers, and at their steps.
import type { Event } from '../../agent/event.ts'
import { takenIn } from './session.ts'

/** The points of a session at which it can be branched, each with the events before and after it. */
export function points(events: readonly Event[]) {
  let question = 0
  return events.flatMap((event, at) => {
    if (event.type === 'perception-received' && event.perception.kind === 'question') {
      question += 1
      const after = endOf(events, at, event.intention)
      const { intention, perception } = event
      return [{ name: String(question), intention, about: perception.text, before: at, after }]
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
    const { intention, verdict } = event
    return [{ name, intention, about: verdict.why, before: started, after: at + 1 }]
  })
}

/** The number of the first question since all was forgotten, or of the first of all. */
export function firstNumber(events: readonly Event[]): number {
  const cleared = events.findLastIndex(({ type }) => type === 'mind-cleared')
  return events.slice(0, cleared + 1).filter(isQuestion).length + 1
}

// --- internal ---

/** Where the events of a question end, what the session took in of it included. */
function endOf(events: readonly Event[], at: number, question: Event['intention']): number {
  const next = events.findIndex((event, index) => index > at && isQuestion(event))
  const own = events.slice(0, next < 0 ? events.length : next)
  const recorded = own.findIndex(
    ({ type, intention }, index) =>
      index > at && type === 'intention-recorded' && intention === question,
  )
  if (recorded < 0) return own.length
  const noted = own.find(
    (event, index) =>
      index > recorded &&
      event.type === 'perception-received' &&
      event.perception.source === takenIn,
  )
  const last = own.findLastIndex(({ intention }) => intention === (noted?.intention ?? question))
  return (noted ? last : recorded) + 1
}

const isQuestion = (event: Event) =>
  event.type === 'perception-received' && event.perception.kind === 'question'
