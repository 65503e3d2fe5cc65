// Kills the real processes of the agents that plan at chosen moments, and goes on where they stopped.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { twoAtATime } from '../processes/spawn.ts'
import { type Hooks, liveCompiler, liveNpc } from './lives.ts'

const program = fileURLToPath(new URL('live.ts', import.meta.url))
const lives = { compiler: liveCompiler, npc: liveNpc }

/**
 * Lets a process kill itself at each of these moments (`event:7`, `effect:2`) and resumes from its
 * files. A function gives the moments for the number of events and effects that a whole run has.
 */
export async function comesToTheSameEnd(
  name: keyof typeof lives,
  moments: readonly string[] | ((events: number, effects: number) => readonly string[]),
  folder: () => string,
): Promise<void> {
  const live = lives[name]
  const counts = { events: 0, effects: 0 }
  const reference = await live(folder(), {
    onEvent: () => void counts.events++,
    onEffect: () => void counts.effects++,
  })
  const chosen = typeof moments === 'function' ? moments(counts.events, counts.effects) : moments
  expect(chosen.length).toBeGreaterThan(0)
  await twoAtATime(chosen, async moment => {
    const home = folder()
    expect(await killed(name, home, moment), moment).toBe('SIGKILL')
    const [kind, count] = moment.split(':')
    if (kind === 'effect') expect(effects(home)).toBe(Number(count))
    expect(await live(home, quietly), moment).toEqual(reference)
  })
}

// --- internal ---

const quietly: Hooks = { onEvent: () => undefined, onEffect: () => undefined }

const killed = (name: string, home: string, death: string) =>
  new Promise<NodeJS.Signals | null>(resolve => {
    const child = execFile(process.execPath, [program, name, home, death], () =>
      resolve(child.signalCode),
    )
  })

const effects = (home: string) =>
  readFileSync(join(home, 'world.jsonl'), 'utf8').trim().split('\n').length
