// Whether a file can be written, tried on real files.
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import {
  assertWritable,
  makeFolder,
  reasonOf,
  refuseLink,
  refuseLinks,
} from '../../plans/writable.ts'

function testFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'intend-writable-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('folders that are missing are made, those that are there stay', () => {
  const home = testFolder()
  const deep = join(home, 'a/b/c')
  makeFolder(deep)
  makeFolder(deep)
  expect(statSync(deep).isDirectory()).toBe(true)
  writeFileSync(join(home, 'file'), '')
  expect(() => makeFolder(join(home, 'file'))).toThrow(/EEXIST/)
  expect(() => makeFolder(join(home, 'file/x'))).toThrow(/ENOTDIR|EEXIST/)
})

test('a file that can be written is left as it is, and nothing stays beside it', async () => {
  const home = testFolder()
  const path = join(home, 'plans.json')
  await assertWritable(path)
  expect(readdirSync(home)).toEqual([])
  writeFileSync(path, 'kept')
  await assertWritable(path)
  expect(readFileSync(path, 'utf8')).toBe('kept')
  await assertWritable(join(home, 'a/b/plans.json'))
  expect(readdirSync(home)).toEqual(['plans.json'])
})

test('a trial is not disturbed by who tidies up meanwhile, as writers of the same file do', async () => {
  const home = testFolder()
  const tidying = setInterval(() => {
    for (const name of readdirSync(home)) rmSync(join(home, name), { force: true })
  })
  onTestFinished(() => clearInterval(tidying))
  for (let trial = 0; trial < 200; trial++) await assertWritable(join(home, 'plans.json'))
  expect(readdirSync(home)).toEqual([])
})

test('what cannot be written is refused with a reason in words', async () => {
  const home = testFolder()
  mkdirSync(join(home, 'folder'))
  writeFileSync(join(home, 'file'), '')
  const reason = (path: string) =>
    assertWritable(join(home, path)).then(
      () => 'none',
      (error: unknown) => reasonOf(error),
    )
  expect(await reason('folder')).toBe('it is a folder')
  expect(await reason('file/plans.json')).toBe('a part of its path is a file and no folder')
  expect(reasonOf(new Error('the sky fell'))).toBe('the sky fell')
  const why = (text: string) => {
    try {
      return z.object({ id: z.string() }).parse(JSON.parse(text))
    } catch (error) {
      return reasonOf(error)
    }
  }
  expect(why('{"id":\n 1 x}')).toBe('it is not JSON from line 2, column 4 on')
  expect(why('{"id":')).toBe('it is not JSON: its end is missing')
  expect(why('sk-key')).toBe('it is not JSON')
  expect(why('{}')).toBe('id: it is missing')
  expect(why('{"id":1}')).toBe('id: expected string, found number')
  expect(await reason('file')).toBe('none')
})

test('a link in a folder of the program is refused, and only there', () => {
  const home = testFolder()
  const own = join(home, '.intend')
  mkdirSync(join(own, 'runs'), { recursive: true })
  writeFileSync(join(home, 'other'), '')
  symlinkSync(join(home, 'other'), join(own, 'soft'))
  linkSync(join(home, 'other'), join(own, 'hard'))
  symlinkSync(home, join(own, 'away'))
  symlinkSync(join(home, 'other'), join(home, 'soft'))
  for (const name of ['soft', 'hard', 'away', 'away/x', 'away/none/x', 'away/.intend/runs'])
    expect(() => refuseLinks(join(own, name)), name).toThrow(/is a link to another file/)
  for (const path of [
    join(own, 'runs'),
    join(own, 'none/x'),
    join(own, 'runs/x'),
    join(home, 'soft'),
  ])
    expect(() => refuseLinks(path), path).not.toThrow()
  expect(() => refuseLink(join(home, 'soft'))).toThrow()
  expect(() => refuseLink(join(home, 'none'))).not.toThrow()
  expect(() => makeFolder(join(own, 'away/new'))).toThrow(/is a link/)
  expect(existsSync(join(home, 'new'))).toBe(false)
  symlinkSync(own, join(home, 'in'))
  expect(() => refuseLinks(join(home, 'in/runs'))).not.toThrow()
})
