// What the manual says that `offline` answers, `intend ask` prints.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { folder, inProcess, removeFolders } from '../../../harness/intend.ts'

const root = join(import.meta.dirname, '../../../..')
const [, section = ''] =
  /^### What `offline` understands$(.*?)^##/ms.exec(
    readFileSync(join(root, 'MANUAL.md'), 'utf8'),
  ) ?? []
const rows = [...section.matchAll(/^\| (?!question)(\w.*?) \| (.*?) \|$/gm)]

afterAll(removeFolders)

test('the manual has a table of questions', () => expect(rows.length).toBeGreaterThan(10))

test.each(rows.map(([, question, answer]) => [question!, answer!]))(
  '%s: %s',
  async (question, answer) => {
    const words = ['ask', question, '-f', join(root, 'harness/samples/sales.csv'), '--quiet']
    const { stdout } = await inProcess([...words, '--model', 'offline'], { cwd: folder() })
    expect(basename(stdout.trim())).toBe(answer)
  },
)
