// Work in a process of its own: its result arrives however late this process looks.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apart } from '../../tools/apart.ts'
import { type Folder, openFolder } from '../support/folder.ts'

let folder: Folder
beforeAll(async () => {
  folder = await openFolder()
})
afterAll(() => folder.remove())

const bounds = {
  stages: [{ ms: 20_000, slow: 'too slow' }],
  memory: 500_000_000,
  large: 'too large',
  broken: 'no result',
} as const

/** Hears of nothing for so long. */
function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

async function scriptOf(source: string): Promise<URL> {
  const serving = JSON.stringify(new URL('../../tools/apart.ts', import.meta.url).href)
  return pathToFileURL(
    await folder.write('script.mjs', `import { serve } from ${serving}\n${source}`),
  )
}

test('a result is had though the end of its process is heard of first', async () => {
  const script = await scriptOf(`
    import { existsSync } from 'node:fs'
    serve(async ({ after, name }) => {
      while (after && !existsSync(after)) await new Promise(resolve => setTimeout(resolve, 20))
      return name
    })`)
  const after = join(folder.path, 'go')
  const first = apart<string>(script, { name: 'first' }, bounds).then(name => {
    // the second says its name and ends within the same turn in which the end of the first is heard of
    writeFileSync(after, '')
    sleep(1500)
    return name
  })
  const second = apart<string>(script, { name: 'second', after }, bounds)
  await new Promise(resolve => setTimeout(resolve, 20))
  sleep(1500)
  expect(await Promise.all([first, second])).toEqual(['first', 'second'])
})

test('a process that ends without a result is told as such', async () => {
  const script = await scriptOf('serve(async () => process.exit(0))')
  await expect(apart(script, {}, bounds)).rejects.toThrow('no result')
})
