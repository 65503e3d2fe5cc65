// What tools wrote for a question is named where the person can open it.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { filesWritten } from '../../../harness/run/runs.ts'
import { folder, inProcess, removeFolders } from '../intend.ts'

afterAll(removeFolders)

test('a chart is answered with its path, also where nothing else is told, and again by its run', async () => {
  const cwd = folder()
  writeFileSync(join(cwd, 'sales.csv'), 'region,quantity\nNorth,3\nSouth,4\nNorth,5\n')
  const asked = await inProcess(['ask', 'Plot quantity by region', '-f', 'sales.csv'], { cwd })
  const [, path = ''] = /^written {5}(\S+)$/m.exec(asked.stderr) ?? []
  expect(path).toMatch(/^\.intend\/runs\/[^/]+\/files\/1\/[^/]+\.svg$/)
  expect(asked.stdout).toBe(`${path}\n`)
  expect(readFileSync(join(cwd, path), 'utf8')).toContain('<svg')
  const run = path.split('/')[2]!
  expect(await inProcess(['resume', run, '--quiet'], { cwd })).toMatchObject({
    stdout: `${path}\n`,
  })
  const again = await inProcess(['resume', run], { cwd })
  expect(again.stderr).toContain(`written     ${path}\n`)
})

test('nothing is named where nothing was written', async () => {
  const cwd = folder()
  const { stderr } = await inProcess(['ask', 'What is 3 + 4?'], { cwd })
  expect(stderr).not.toMatch(/^written/m)
})

test('a file that a question only names is told with the way to have it read', async () => {
  const cwd = folder()
  writeFileSync(join(cwd, 'sales.csv'), 'region,quantity\nNorth,3\n')
  const words = ['ask', 'What is the sum of quantity in sales.csv, not in none.csv?']
  const told = 'sales.csv is only named; to have it read, add -f sales.csv\n'
  expect((await inProcess(words, { cwd })).stderr.split(/(?<=\n)/)[0]).toBe(told)
  for (const readable of [['-f', 'sales.csv'], ['--allow', '.'], ['--quiet']]) {
    const { stderr } = await inProcess([...words, ...readable], { cwd })
    expect(stderr).not.toContain('only named')
  }
})

test('of many files the first ten are named, from where the person is', () => {
  const cwd = folder()
  const workspace = join(cwd, 'run/files')
  mkdirSync(join(workspace, '1/deep'), { recursive: true })
  for (let n = 10; n < 22; n += 1) writeFileSync(join(workspace, '1/deep', `${n}.txt`), '')
  const named = filesWritten(workspace, cwd)
  expect(named.slice(0, 2)).toEqual(['run/files/1/deep/10.txt', 'run/files/1/deep/11.txt'])
  expect(named.slice(9)).toEqual(['run/files/1/deep/19.txt', 'and 2 more in run/files'])
  const [elsewhere] = filesWritten(workspace, join(cwd, 'other'))
  expect(elsewhere).toBe(join(workspace, '1/deep/10.txt'))
  expect(existsSync(elsewhere!)).toBe(true)
})
