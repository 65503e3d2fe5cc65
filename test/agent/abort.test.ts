import { describe, expect, it } from 'vitest'
import type { Event } from '../../agent/event.ts'
import { readJournal } from '../../agent/journal.ts'
import { drive, end, journalIn, names } from './miniatures/drive.ts'
import { temporaryFolders } from './miniatures/folders.ts'
import { undisturbed } from './miniatures/killed.ts'

const folder = temporaryFolders()

describe.each(names)('%s, aborted', name => {
  it('commits nothing more, rejects with the reason and resumes to the same end', async () => {
    const reference = await undisturbed(name, folder())
    for (const { seq } of reference.events.slice(0, -1)) {
      const home = folder()
      const abort = new AbortController()
      const reason = new Error(`stopped after event ${seq}`)
      const hooks = {
        signal: abort.signal,
        onEvent: (event: Event) => event.seq === seq && abort.abort(reason),
      }
      await expect(
        drive(name, home, { ...hooks, onEvent: e => void hooks.onEvent(e) }),
      ).rejects.toBe(reason)
      expect(readJournal(journalIn(home))).toHaveLength(seq)
      expect(end(await drive(name, home), home), reason.message).toBe(reference.end)
    }
  })
})
