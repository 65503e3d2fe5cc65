// The agents that plan, killed with SIGKILL and gone on with: the same deeds, none of them twice.
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { temporaryFolders } from '../miniatures/folders.ts'
import { twoAtATime } from '../processes/spawn.ts'
import { type Hooks, liveCompiler, liveNpc } from './lives.ts'

const folder = temporaryFolders()
const program = fileURLToPath(new URL('live.ts', import.meta.url))
const quietly: Hooks = { onEvent: () => undefined, onEffect: () => undefined }

const killed = (name: string, home: string, death: string) =>
  new Promise<NodeJS.Signals | null>(resolve => {
    const child = execFile(process.execPath, [program, name, home, death], () =>
      resolve(child.signalCode),
    )
  })

const effects = (home: string) =>
  readFileSync(join(home, 'world.jsonl'), 'utf8').trim().split('\n').length

describe.each([
  [
    'compiler',
    liveCompiler,
    ['event:2', 'event:5', 'event:9', 'event:14', 'event:19', 'event:25'],
    3,
  ],
  ['npc', liveNpc, ['event:3', 'event:10', 'event:22', 'event:41', 'event:67'], 4],
] as const)('%s, killed', (name, live, moments, mostEffects) => {
  test('comes to the same end after any event', async () => {
    const reference = await live(folder(), quietly)
    await twoAtATime(moments, async death => {
      const home = folder()
      expect(await killed(name, home, death), death).toBe('SIGKILL')
      const before = readdirSync(home)
      expect(before.some(file => file.endsWith('.jsonl'))).toBe(true)
      expect(await live(home, quietly), death).toEqual(reference)
    })
  }, 60_000)

  test('does nothing twice that no event tells of yet', async () => {
    const reference = await live(folder(), quietly)
    const deaths = Array.from({ length: mostEffects }, (_, n) => n + 1)
    await twoAtATime(deaths, async death => {
      const home = folder()
      expect(await killed(name, home, `effect:${death}`)).toBe('SIGKILL')
      expect(effects(home)).toBe(death)
      expect(await live(home, quietly), `effect ${death}`).toEqual(reference)
    })
  }, 60_000)
})
