// What day it is: no message says it, and the answers to many hang on it. Code gives it anew with each question,
// so that a plan that reads it serves on any day.

/** The role of the present day. */
export const today = 'today'

/** The day it is here at a time in milliseconds since the epoch, `2026-11-27`. */
export const dayOf = (time: number): string => new Date(time).toLocaleDateString('sv')

/** The day with its name: `Friday, 2026-11-27`. */
export const withWeekday = (day: string): string =>
  `${new Date(`${day}T12:00`).toLocaleDateString('en', { weekday: 'long' })}, ${day}`
