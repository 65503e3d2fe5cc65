// A world that lives in a file: one line for every action it has accepted. What can be observed
// follows from those lines alone, so a killed process finds the world as it left it. It never
// refuses a second time what it did once: an effect repeated by the agent shows up as a second line.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import type { World } from '../../../agent/contract.ts'
import type { Observation } from '../../../agent/state.ts'

export interface Effect {
  readonly key: string
  readonly action: string
  readonly args: readonly string[]
}

export interface WorldOptions {
  /** What is shown after the last of these effects; for none of them, what is shown at first. */
  readonly scene: (effects: readonly Effect[]) => readonly Observation[]
  /** Why an action is not possible now, or `undefined`. */
  readonly refuses?: (
    action: string,
    args: readonly string[],
    past: readonly Effect[],
  ) => string | undefined
}

/** `afterEffect` is called with the number of effects so far, before the agent hears of the last one. */
export function fileWorld(
  file: string,
  { scene, refuses }: WorldOptions,
  afterEffect: (count: number) => void = () => undefined,
): World {
  let busy = false
  return {
    name: 'file',
    act: async (action, args, key) => {
      if (busy) throw new Error(`${action} began while another action was under way`)
      busy = true
      await setImmediate()
      busy = false
      const refusal = refuses?.(action, args, effects(file))
      if (refusal !== undefined) return { text: refusal, accepted: false }
      appendFileSync(file, `${JSON.stringify({ key, action, args })}\n`)
      afterEffect(effects(file).length)
      return { text: `done: ${action}`, accepted: true }
    },
    observations: async after => {
      const past = effects(file)
      return [scene([]), ...past.map((_, index) => scene(past.slice(0, index + 1)))]
        .flat()
        .slice(after)
    },
  }
}

export function effects(file: string): readonly Effect[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return lines.map(line => JSON.parse(line) as Effect)
}
