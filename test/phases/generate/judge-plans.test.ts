// The judge of plans as a model is asked.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { humanYaml } from '../../../harness/worlds/explorer/human-plans.ts'
import { put } from '../../../phases/contract-prompt.ts'
import { judgePlansContract } from '../../../phases/generate/judge-plans.ts'

test('reads as on file', async () => {
  const reads = { actual: humanYaml(), expected: humanYaml() }
  const { messages } = put(judgePlansContract, reads, 'aware')
  const text = messages.map(m => `<!-- ${m.role} -->\n\n${m.content}`).join('\n\n')
  const file = join(import.meta.dirname, '../../fixtures/prompts/judge-plans.md')
  await expect(`${text}\n`).toMatchFileSnapshot(file)
})
