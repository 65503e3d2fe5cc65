// The picture in README.md is what a terminal shows.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { picture } from './picture.ts'
import { noTmux } from './tmux.ts'

const file = join(import.meta.dirname, '../../../harness/samples/session.svg')

test.skipIf(noTmux)('`node test/harness/cli/picture.ts` draws it anew', async () => {
  const timeless = (svg: string) => svg.replace(/\d{8}T[\w.-]+|[\d.]+ s(?= ·)/g, '')
  expect(timeless(readFileSync(file, 'utf8'))).toBe(timeless(await picture()))
})
