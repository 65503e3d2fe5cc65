// What the manual says that `offline` answers, it answers.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createAgent } from '../../../../agent/create-agent.ts'

const root = join(import.meta.dirname, '../../../..')
const [, section = ''] =
  /^### What `offline` understands$(.*?)^##/ms.exec(
    readFileSync(join(root, 'MANUAL.md'), 'utf8'),
  ) ?? []
const rows = [...section.matchAll(/^\| (?!question)(\w.*?) \| (.*?) \|$/gm)]
const agent = await createAgent({ model: 'offline', env: {} })
afterAll(() => agent.close())

test('the manual has a table of questions', () => expect(rows.length).toBeGreaterThan(10))

test.each(rows.map(([, question, answer]) => [question!, answer!]))(
  '%s: %s',
  async (question, answer) => {
    const files = [join(root, 'harness/samples/sales.csv')]
    expect((await agent.ask(question, { files })).answer).toBe(answer)
  },
)
