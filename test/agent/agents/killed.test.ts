// The agents that plan, killed with SIGKILL and gone on with: the same deeds, none of them twice. A few
// moments here, all of them in the long suite.
import { expect, test } from 'vitest'
import { temporaryFolders } from '../miniatures/folders.ts'
import { comesToTheSameEnd } from './killing.ts'

const folder = temporaryFolders()

test('the compiler, killed, comes to the same end', async () => {
  expect.hasAssertions()
  await comesToTheSameEnd('compiler', ['event:19', 'effect:2'], folder)
})

test('two characters in one world, killed, come to the same end', async () => {
  expect.hasAssertions()
  await comesToTheSameEnd('npc', ['event:41'], folder)
})
