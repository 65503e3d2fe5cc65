// The real simulator, where Java and its jar are at hand.
import { spawnSync } from 'node:child_process'
import { afterAll, describe, expect, test } from 'vitest'
import { scienceWorld } from '../../../../harness/worlds/text/scienceworld.ts'
import { textWorld } from '../../../../harness/worlds/text/world.ts'
import { sceneIn } from '../../../../phases/scene.ts'
import { worldContract } from '../../../contracts/world.ts'
import { temporaryFolder } from '../../../support/model.ts'

const jar = process.env.SCIENCEWORLD_JAR ?? ''
const java = spawnSync('java', ['-version']).status === 0
const missing = !java ? 'there is no Java here' : jar === '' ? 'SCIENCEWORLD_JAR names no jar' : ''

describe.skipIf(missing !== '')(`ScienceWorld${missing && ` (skipped: ${missing})`}`, () => {
  const folder = temporaryFolder()
  const world = scienceWorld(jar, process.env)
  afterAll(() => {
    world.close()
    folder.remove()
  })
  const setting = { task: 'melt', variation: 0, simplification: '', maxActions: 100 }
  const open = (log?: string) =>
    textWorld({ name: 'melt-0', stage: world.stage(setting), ...(log && { log }) })
  let files = 0

  worldContract({
    name: 'melt',
    open,
    file: () => folder.path(`${files++}.jsonl`),
    possible: [['open door to kitchen'], ['go', 'to', 'kitchen'], ['open cupboard'], ['wait']],
    refused: [
      [['fly to the moon'], /^No known action matches that input\.$/],
      [['pick up air'], /^You can't pick up a gas directly\.$/],
    ],
  })

  test('an episode is over after so many actions, and not won', async () => {
    const stage = world.stage({ ...setting, maxActions: 1 })
    const few = textWorld({ name: 'melt-0', stage })
    await few.act('wait', [], 'k')
    expect(sceneIn((await few.observations(0)).at(-1)!)).toMatchObject({ over: true, won: false })
  })
})
