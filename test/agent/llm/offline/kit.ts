// Driving the offline reasoner through the real agent, and chance that can be repeated.
import { createAgent } from '../../../../agent/create-agent.ts'
import type { EmbeddedAgent } from '../../../../agent/embedded.ts'
import type { Event } from '../../../../agent/event.ts'

export interface Heard {
  /** The answer as printed; `undefined` when declined. */
  readonly answer: string | undefined
  readonly reason: string
  readonly satisfied: boolean
  readonly events: readonly Event[]
}

export interface Driven {
  readonly agent: EmbeddedAgent
  ask(question: string, files?: readonly string[]): Promise<Heard>
}

/** The agent that a person gets who configures nothing. */
export async function driven(): Promise<Driven> {
  let events: Event[] = []
  const agent = await createAgent({ onEvent: event => events.push(event) })
  return {
    agent,
    async ask(question, files = []) {
      events = []
      const { answer, reason, satisfied } = await agent.ask(question, { files })
      return { answer, reason, satisfied, events }
    },
  }
}

/** Whether a printed answer is the number, within the rounding of floating point, or the text. */
export function says(answer: string | undefined, expected: number | string): boolean {
  if (answer === undefined) return false
  if (typeof expected === 'string') return answer === expected
  return Math.abs(Number.parseFloat(answer) - expected) <= 1e-9 * Math.max(1, Math.abs(expected))
}

export interface Chance {
  /** A whole number from `low` to `high`. */
  whole(low: number, high: number): number
  /** A number with at most `decimals` decimals. */
  decimal(low: number, high: number, decimals: number): number
  pick<T>(from: readonly T[]): T
}

/** Numbers that look random and are the same for the same seed. */
export function chance(seed: number): Chance {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    whole,
    decimal: (low, high, decimals) =>
      Number(
        (whole(low * 10 ** decimals, high * 10 ** decimals) / 10 ** decimals).toFixed(decimals),
      ),
    pick: from => from[whole(0, from.length - 1)]!,
  }
}
