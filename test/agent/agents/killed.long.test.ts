// The agents that plan, killed with SIGKILL after any event and any change of the world.
import { expect, test } from 'vitest'
import { temporaryFolders } from '../miniatures/folders.ts'
import { comesToTheSameEnd } from './killing.ts'

const folder = temporaryFolders()
const upTo = (kind: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${kind}:${n + 1}`)

test.each(['compiler', 'npc'] as const)(
  '%s, killed at any moment, comes to the same end',
  async name => {
    expect.hasAssertions()
    const all = (events: number, effects: number) => [
      ...upTo('event', events).filter((_, n) => name === 'compiler' || n % 3 === 0),
      ...upTo('effect', effects),
    ]
    await comesToTheSameEnd(name, all, folder)
  },
)
