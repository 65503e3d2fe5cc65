// What would take the rules long to read is declined: while they read, nothing else of the process is done.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createAgent } from '../../../../agent/create-agent.ts'
import { folder, removeFolders } from '../../../harness/intend.ts'

afterAll(removeFolders)

/** Seconds of work, whatever else the machine does; the first two of these took 20 s once. */
async function workOf(question: string, table?: string): Promise<number> {
  const files = table === undefined ? [] : [join(folder(), 'table.csv')]
  if (table !== undefined) writeFileSync(files[0]!, table)
  const agent = await createAgent({ model: 'offline', env: {} })
  const before = process.cpuUsage()
  const { satisfied, reason } = await agent.ask(question, { files })
  const { user } = process.cpuUsage(before)
  agent.close()
  expect([satisfied, reason]).toEqual([false, expect.stringMatching(/offline|did not establish/)])
  return user / 1e6
}

test.each<readonly [string, string]>([
  ['amounts in a row', `${'5 km per '.repeat(400)}?`],
  ['very many amounts', `${'5 km per '.repeat(4_000)}?`],
  ['numbers alone', `${'5 '.repeat(1_900)}?`],
  ['dates', `${'2024-01-01 '.repeat(360)}?`],
  ['spaces', `What is${' '.repeat(3_900)}6 and 7?`],
  ['parentheses', `What is ${'('.repeat(1_900)}1${')'.repeat(1_900)}?`],
  ['powers', 'What is 9^9^9^9^9?'],
  ['digits', `What is ${'9'.repeat(3_900)} * 7?`],
])('a question of %s takes no time to speak of', async (_, question) => {
  expect(await workOf(question)).toBeLessThan(4)
})

test('a table of very many columns takes no time to speak of', async () => {
  const columns = Array.from({ length: 20_000 }, (_, at) => `c${at}`)
  const table = `${columns.join()}\n${columns.map((_, at) => at).join()}\n`
  expect(await workOf('What is the sum of c5 in table.csv?', table)).toBeLessThan(4)
})
