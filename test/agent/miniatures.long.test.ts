import { describe, expect, it } from 'vitest'
import { apply, emptyState } from '../../agent/apply.ts'
import { readJournal } from '../../agent/runs/journal.ts'
import { end, journalIn, names } from './miniatures/drive.ts'
import { temporaryFolders } from './miniatures/folders.ts'
import { comesToTheSameEnd, undisturbed } from './miniatures/killed.ts'
import { start } from './processes/spawn.ts'

const folder = temporaryFolders()

describe.each(names)('%s, killed with SIGKILL', name => {
  it('comes to the same end after any event, with no effect twice', async () => {
    const { events } = await undisturbed(name, folder())
    const moments = events.map(event => event.seq)
    await comesToTheSameEnd(name, 'event', moments, folder)
  })

  it('does not repeat an effect that no event tells of yet', async () => {
    const { effects } = await undisturbed(name, folder())
    const moments = effects.map((_, index) => index + 1)
    await comesToTheSameEnd(name, 'effect', moments, folder)
  })

  it('comes to the same end through processes that each die after one event', async () => {
    const reference = await undisturbed(name, folder())
    const home = folder()
    const lives: (string | null)[] = []
    while (lives.at(-1) !== null && lives.length <= reference.events.length)
      lives.push((await start('run', name, home, 'event:1')).signal)
    // the last process finds nothing to do
    expect(lives.slice(0, -1).every(signal => signal === 'SIGKILL')).toBe(true)
    const events = readJournal(journalIn(home))
    expect(lives).toHaveLength(reference.events.length + 1)
    expect(end(events.reduce(apply, emptyState()), home)).toBe(reference.end)
  })
})
