// How a value is written for people and models: one spelling in every prompt and message.
import type { Quantity } from './expressions/quantity.ts'

/** A list as JSON, so that its items can be told apart; anything else as it is; a unit behind it. */
export function show({ value, unit }: Quantity): string {
  const text = Array.isArray(value) ? JSON.stringify(value) : String(value)
  return unit === undefined ? text : `${text} ${unit}`
}
