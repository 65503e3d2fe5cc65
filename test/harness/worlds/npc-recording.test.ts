// The paper's scenarios on recorded decisions: a reader chose the goals, seeing only
// the requests; the planner and the world do the rest again.
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { folder, inProcess, removeFolders } from '../intend.ts'

interface Episode {
  readonly scenario: string
  readonly quiet: boolean
  readonly characters: readonly { readonly name: string; readonly calls: number }[]
  readonly deeds: readonly { readonly accepted: boolean }[]
  readonly facts: readonly string[]
}

const recording = fileURLToPath(new URL('../../fixtures/npc/recording.jsonl', import.meta.url))

afterAll(removeFolders)

describe('the recorded characters', async () => {
  const words = ['world', 'firefighter', '--scenario', 'all', '--model', `replay:${recording}`]
  const ended = await inProcess([...words, '--json', '--quiet'], { cwd: folder() })
  const episodes = ended.stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Episode)

  test('live through all nine scenarios, and every decision was the reader’s', () => {
    expect(ended.code).toBe(0)
    expect(episodes).toHaveLength(9)
    const calls = episodes.flatMap(({ characters }) => characters.map(({ calls }) => calls))
    expect(calls.every(count => count > 0)).toBe(true)
    expect(calls.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(60)
  })

  test.each(episodes)('come to rest in $scenario, and do nothing the world refuses', episode => {
    expect(episode.quiet).toBe(true)
    expect(episode.deeds.every(({ accepted }) => accepted)).toBe(true)
  })

  test.each(episodes.filter(({ scenario }) => /F[PF]/.test(scenario)))(
    'leave nobody in the burning car in $scenario',
    ({ facts }) => expect(facts).not.toContain('(inside peter car)'),
  )
})
