import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runTable, type TableRequest } from '../../../tools/tables/sql/engine.ts'
import { createKeptTables, placeFor } from '../../../tools/tables/sql/kept.ts'
import { type Folder, openFolder } from '../../support/folder.ts'

let folder: Folder
beforeAll(async () => {
  folder = await openFolder()
})
afterAll(() => folder.remove())

const rows = 200_000
const written = (amount: string) => `n,amount\n${`1,${amount}\n`.repeat(rows)}`

function request(keep: string, more: Partial<TableRequest> = {}): TableRequest {
  const query = { aggregate: { of: 'sum', column: 'amount' } } as const
  return { files: ['large.csv'], roots: [folder.path], query, rows: 5, keep, ...more }
}

async function sum(keep: string, more: Partial<TableRequest> = {}): Promise<unknown> {
  return (await runTable(request(keep, more))).rows[0]![0]
}

test('a second query finds the tables of the first, and never those of a file that has changed', async () => {
  const tables = createKeptTables(1e9)
  const keep = (await tables.folder())!
  await folder.write('large.csv', written('0.5'))
  // a file that has just changed may change again unseen, so it is not kept
  expect(await placeFor(request(keep))).toBeUndefined()
  expect(await sum(keep)).toBe(rows / 2)
  await pause(1100)
  const { path } = (await placeFor(request(keep)))!
  expect(existsSync(path)).toBe(false)
  expect(await sum(keep)).toBe(rows / 2)
  expect(existsSync(path)).toBe(true)
  const again = await runTable(request(keep, { sql: 'SELECT count(*), sum(n) FROM large' }))
  expect([again.rows, again.of]).toEqual([[[rows, rows]], rows])
  await expect(sum(keep, { sql: 'DROP TABLE t' })).rejects.toThrow('This SQL was refused')
  await expect(sum(keep, { sql: 'UPDATE t SET n = 2' })).rejects.toThrow('This SQL was refused')

  // the same size and the same times, but other cells
  const times = new Date(Date.now() - 60_000)
  await utimes(join(folder.path, 'large.csv'), times, times)
  await folder.write('other.csv', written('0.7'))
  await utimes(join(folder.path, 'other.csv'), times, times)
  await rename(join(folder.path, 'other.csv'), join(folder.path, 'large.csv'))
  expect(await sum(keep)).toBe((rows * 7) / 10)

  await tables.trim()
  expect(existsSync(path)).toBe(true)
})

test('what is too much goes, the oldest first, and so does what a stopped query left', async () => {
  const tables = createKeptTables(1500)
  const keep = (await tables.folder())!
  for (const [name, age] of [
    ['old', 30],
    ['new', 10],
  ] as const) {
    await writeFile(join(keep, `${name}.db`), Buffer.alloc(1000))
    await writeFile(join(keep, `${name}.db.json`), '[]')
    const time = new Date(Date.now() - age * 1000)
    await utimes(join(keep, `${name}.db`), time, time)
  }
  await writeFile(join(keep, 'x.db.1.part'), 'torn')
  await tables.trim()
  const there = (name: string) => existsSync(join(keep, name))
  expect(['old.db', 'old.db.json', 'x.db.1.part', 'new.db', 'new.db.json'].map(there)).toEqual([
    false,
    false,
    false,
    true,
    true,
  ])
})

test('the folder goes with its process, and that of a process that was killed with the next one', async () => {
  await folder.write('kept.csv', written('0.5'))
  await pause(1100)
  const script = `
    import { createTable } from ${JSON.stringify(new URL('../../../tools/table.ts', import.meta.url).href)}
    const [file, end] = process.argv.slice(1)
    const ctx = { roots: [file], signal: new AbortController().signal }
    await createTable().execute({ file, sql: 'SELECT 1' }, ctx)
    if (end === 'killed') process.kill(process.pid, 'SIGKILL')`
  const temporary = await mkdtemp(join(folder.path, 'tmp-'))
  const run = (end: string) =>
    promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', script, join(folder.path, 'kept.csv'), end],
      { env: { ...process.env, TMPDIR: temporary, TEMP: temporary } },
    )
  await expect(run('killed')).rejects.toThrow()
  expect(await readdir(temporary)).toHaveLength(1)
  await run('ended')
  expect(await readdir(temporary)).toEqual([])
})
