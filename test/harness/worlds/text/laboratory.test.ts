// The laboratory keeps to what every world does, and its tasks can be done, and only by doing them.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { laboratoryStage } from '../../../../harness/worlds/text/laboratory.ts'
import { textWorld } from '../../../../harness/worlds/text/world.ts'
import { sceneIn } from '../../../../phases/scene.ts'
import { worldContract } from '../../../contracts/world.ts'

const folder = mkdtempSync(join(tmpdir(), 'laboratory-'))
let files = 0

worldContract({
  name: 'the laboratory',
  open: log =>
    textWorld({ name: 'laboratory', stage: laboratoryStage('put-away', 0), ...(log && { log }) }),
  file: () => join(folder, `${files++}.jsonl`),
  possible: [['take', 'lamp'], ['go', 'to', 'kitchen'], ['wait']],
  refused: [
    [['take', 'moon'], /You cannot do that here: "take moon"/],
    [['put', 'key', 'into', 'pot'], /cannot/],
  ],
})

describe('a task', () => {
  const play = async (task: 'melt' | 'put-away', variation: number, actions: readonly string[]) => {
    const world = textWorld({ name: 'laboratory', stage: laboratoryStage(task, variation) })
    const accepted: boolean[] = []
    for (const [at, action] of actions.entries())
      accepted.push((await world.act(action, [], `k${at}`)).accepted)
    return { accepted, scene: sceneIn((await world.observations(0)).at(-1)!)! }
  }

  test('is won by doing it, with the score of its parts on the way', async () => {
    const way = ['take lamp', 'put lamp into red box']
    expect((await play('put-away', 0, way.slice(0, 1))).scene).toMatchObject({
      score: 0.5,
      won: false,
    })
    expect((await play('put-away', 0, way)).scene).toMatchObject({
      score: 1,
      won: true,
      over: true,
    })
  })

  test('melts on the furnace where the stove is broken', async () => {
    const toStove = ['take pot', 'go to hall', 'go to kitchen', 'take lead', 'put lead into pot']
    const stove = [...toStove, 'put pot into stove', 'switch on stove', 'wait', 'wait', 'wait']
    expect((await play('melt', 3, stove)).scene).toMatchObject({ score: 0.75, won: false })
    const furnace = ['go to foundry', 'put pot into furnace', 'switch on furnace', 'wait', 'wait']
    const { accepted, scene } = await play('melt', 3, [
      ...[...stove, 'take pot', 'go to hall'],
      ...furnace,
    ])
    expect(accepted).not.toContain(false)
    expect(scene).toMatchObject({ score: 1, won: true })
    expect(scene.sentences).toContain('You see a furnace containing pot.')
  })
})
