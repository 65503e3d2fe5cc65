// Work in another process: its result arrives however late this process looks, and nothing of one call
// reaches the next.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isolated } from '../../tools/isolated.ts'
import { type Folder, openFolder } from '../support/folder.ts'

let folder: Folder
beforeAll(async () => {
  folder = await openFolder()
})
afterAll(() => folder.remove())

const bounds = {
  stages: [{ ms: 100_000, slow: 'too slow' }],
  memory: 500_000_000,
  large: 'too large',
  broken: 'no result',
} as const

/** Hears of nothing until the file at `path` is there, and a moment longer. */
function hearNothingUntil(path: string): void {
  const sleep = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  while (!existsSync(path)) sleep()
  sleep()
}

async function openScript(source: string) {
  const serving = JSON.stringify(new URL('../../tools/isolated.ts', import.meta.url).href)
  const path = await folder.write('script.mjs', `import { serve } from ${serving}\n${source}`)
  return isolated<object, unknown>(pathToFileURL(path))
}

test('a result is had though the end of its process is heard of first', async () => {
  const run = await openScript(`
    import { existsSync, writeFileSync } from 'node:fs'
    serve(async ({ after, name }) => {
      while (after && !existsSync(after)) await new Promise(resolve => setTimeout(resolve, 20))
      return name
    })
    const send = process.send.bind(process)
    process.send = reply =>
      send(reply, undefined, undefined, () => {
        writeFileSync(reply.result, '')
        process.exit()
      })`)
  const [after, ...names] = ['go', 'first', 'second'].map(name => join(folder.path, name))
  const first = run({ name: names[0] }, bounds).then(name => {
    // the second says its name and ends within the same turn in which the end of the first is heard of
    writeFileSync(after!, '')
    hearNothingUntil(names[1]!)
    return name
  })
  const second = run({ name: names[1], after }, bounds)
  await new Promise(resolve => setTimeout(resolve, 20))
  hearNothingUntil(names[0]!)
  expect(await Promise.all([first, second])).toEqual(names)
})

test('a process that ends without a result is told as such', async () => {
  const run = await openScript('serve(async () => process.exit(0))')
  await expect(run({}, bounds)).rejects.toThrow('no result')
})

describe('the next call', () => {
  // evaluates what it is asked for and says which process did so
  const evaluating = `
    serve(async ({ code }, next) => {
      next()
      await eval(code)
      return process.pid
    })`

  test('has the process of the last one, also after an error', async () => {
    const run = await openScript(evaluating)
    const first = await run({ code: '' }, bounds)
    await expect(run({ code: 'throw new Error("not so")' }, bounds)).rejects.toThrow('not so')
    expect(await run({ code: '' }, bounds)).toBe(first)
  })

  test('does not wait for one that is under way, and has its own memory limit', async () => {
    const run = await openScript(evaluating)
    const pids = await Promise.all([run({ code: '' }, bounds), run({ code: '' }, bounds)])
    expect(new Set(pids).size).toBe(2)
    const other = await run({ code: '' }, { ...bounds, memory: 400_000_000 })
    expect(pids).not.toContain(other)
    expect(pids).toContain(await run({ code: '' }, bounds))
  })

  test.each([
    ['a property that every object has', 'Object.prototype.admin = true'],
    ['another method of every list', 'Array.prototype.map = () => []'],
    ['a timer', 'setInterval(() => undefined, 1000)'],
    ['memory', 'globalThis.held = Buffer.alloc(300_000_000, 1)'],
  ])('has a new process when the last one left %s', async (_, code) => {
    const run = await openScript(evaluating)
    const first = await run({ code }, bounds)
    const second = await run({ code: 'if ({}.admin) throw new Error("leaked")' }, bounds)
    expect(second).not.toBe(first)
  })

  test.each([
    ['took too long', 'for (;;);', { ms: 100, slow: 'too slow' }, 'too slow'],
    ['crashed', 'process.abort()', bounds.stages[0], 'too large'],
    ['held too much', 'Array.from({length: 1e9}, () => ({}))', bounds.stages[0], 'too large'],
  ])('has a new process when the last one %s', async (_, code, stage, why) => {
    const run = await openScript(evaluating)
    const small = { ...bounds, memory: 150_000_000 }
    const first = await run({ code: '' }, small)
    const stages = [bounds.stages[0], stage] as const
    await expect(run({ code }, { ...small, stages })).rejects.toThrow(why)
    expect(await run({ code: '' }, small)).not.toBe(first)
  })

  test('works on when the folder that the agent was started in is gone', async () => {
    const run = await openScript('serve(async () => process.cwd())')
    const home = process.cwd()
    const gone = mkdtempSync(join(tmpdir(), 'intend-gone-'))
    process.chdir(gone)
    const first = await run({}, bounds).finally(() => process.chdir(home))
    rmSync(gone, { recursive: true })
    expect(await run({}, bounds)).toBe(first)
  })

  test('has a new process when the last one was aborted', async () => {
    const run = await openScript(evaluating)
    const first = await run({ code: '' }, bounds)
    const abort = new AbortController()
    const stuck = run({ code: 'for (;;);' }, bounds, abort.signal)
    setImmediate(() => abort.abort(new Error('not wanted any more')))
    await expect(stuck).rejects.toThrow('not wanted any more')
    expect(await run({ code: '' }, bounds)).not.toBe(first)
  })
})
