// A bench of a hundred questions in worker processes, killed fifty times.
import { afterAll, expect, test } from 'vitest'
import { removeFolders } from './intend.ts'
import { killAndGoOn } from './kills.ts'

afterAll(removeFolders)

test('whenever all, the leading process or a worker is killed, each question ends with one result and no effect happens twice', async () => {
  const seed = Date.now() % 1_000_000
  console.log(`seed ${seed}`)
  const killing = { questions: 100, kills: 50, seed, delayMs: 250, effects: true }
  const { kills, results, inDoubt } = await killAndGoOn(killing)
  console.log(`killed ${JSON.stringify(kills)}; effects in doubt: ${inDoubt}`)
  expect(kills.all + kills.leader + kills.worker).toBe(50)
  // what is in doubt is not done again, and may leave its question without an answer
  const wanting = results.filter(({ verdict }) => verdict !== 'right')
  expect(wanting.length).toBeLessThanOrEqual(inDoubt)
})
