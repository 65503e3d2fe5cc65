// Files that are put in place whole, in folders that may have come from anywhere.
import { mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { replaceFile } from '../../../harness/run/folders.ts'

test('a file is replaced, and a link that lies where it is prepared leads nowhere', () => {
  const folder = mkdtempSync(join(tmpdir(), 'intend-replace-'))
  const [file, another] = [join(folder, 'results.jsonl'), join(folder, 'own.txt')]
  writeFileSync(another, 'mine')
  symlinkSync(another, `${file}.tmp`)
  replaceFile(file, 'one')
  replaceFile(file, 'two', false)
  expect(readFileSync(file, 'utf8')).toBe('two')
  expect(readFileSync(another, 'utf8')).toBe('mine')
  expect(readdirSync(folder).sort()).toEqual(['own.txt', 'results.jsonl'])
})
