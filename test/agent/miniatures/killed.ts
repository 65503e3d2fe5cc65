// Kills real processes at chosen moments and goes on where they stopped.
import { expect } from 'vitest'
import type { Event } from '../../../agent/event.ts'
import { readJournal } from '../../../agent/runs/journal.ts'
import { start, twoAtATime } from '../processes/spawn.ts'
import { drive, end, journalIn, type Name, worldIn } from './drive.ts'
import { effects } from './world.ts'

/** What an undisturbed run leaves behind. */
export async function undisturbed(name: Name, home: string) {
  const events: Event[] = []
  const state = await drive(name, home, { onEvent: event => events.push(event) })
  return { state, events, end: end(state, home), effects: effects(worldIn(home)) }
}

/**
 * Lets a process kill itself after each of these events, or effects, of its run, and resumes from
 * its files. The resuming side shares nothing with the killed one but the folder, so it may as well
 * be this process.
 */
export async function comesToTheSameEnd(
  name: Name,
  kind: 'event' | 'effect',
  moments: readonly number[],
  folder: () => string,
): Promise<void> {
  const reference = await undisturbed(name, folder())
  await twoAtATime(moments, async moment => {
    const home = folder()
    const killed = await start('run', name, home, `${kind}:${moment}`)
    expect(killed).toMatchObject({ signal: 'SIGKILL', stderr: '' })
    const left = kind === 'event' ? readJournal(journalIn(home)) : effects(worldIn(home))
    expect(left).toHaveLength(moment)
    const state = await drive(name, home)
    expect(end(state, home), `killed after ${kind} ${moment}`).toBe(reference.end)
  })
}
