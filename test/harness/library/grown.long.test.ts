// A library that a simulation has grown is tested on its own examples, from any folder.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folder, removeFolders } from '../intend.ts'
import { runCommand } from './plans-run.ts'

const samples = join(import.meta.dirname, '../../../harness/samples')
const wanted = ['sum-1', 'sum-2', 'journey-1', 'journey-2', 'value-1']
const home = folder()
const elsewhere = join(home, 'else', 'where')

beforeAll(async () => {
  for (const each of ['corpus', 'files'])
    cpSync(join(samples, each), join(home, 'set', each), { recursive: true })
  const lines = readFileSync(join(samples, 'questions.jsonl'), 'utf8').trim().split('\n')
  const chosen = lines.filter(line => wanted.includes(JSON.parse(line).id))
  expect(chosen).toHaveLength(wanted.length)
  writeFileSync(join(home, 'set/questions.jsonl'), chosen.join('\n'))
  mkdirSync(elsewhere, { recursive: true })
  const words = [
    'simulate',
    'set/questions.jsonl',
    '--rounds',
    '2',
    '--model',
    'offline',
    '--quiet',
  ]
  const grown = await runCommand(home, ...words, '--out', 'deep/grown', '--plans', 'own/plans.json')
  expect(grown, grown.stderr).toMatchObject({ code: 0 })
}, 120_000)
afterAll(removeFolders)

const testing = async (...words: string[]) => {
  const { stdout } = await runCommand(
    elsewhere,
    'plans',
    'test',
    '--model',
    'offline',
    '--json',
    ...words,
  )
  return JSON.parse(stdout) as readonly {
    right: number
    wrong: number
    results: { why: string }[]
  }[]
}

describe('a library grown by a simulation', () => {
  test('is tested on every example, with the files and the documents of its set', async () => {
    const tested = await testing('--plans', join(home, 'deep/grown/plans.json'))
    expect(tested.length).toBeGreaterThanOrEqual(3)
    expect(tested.reduce((sum, { right }) => sum + right, 0)).toBe(wanted.length)
    for (const each of tested)
      expect(each, JSON.stringify(each)).toMatchObject({ wrong: 0, notApplicable: 0 })
  })

  test('the library it was merged into names the same files, which are read where that is allowed', async () => {
    const own = ['--plans', join(home, 'own/plans.json'), '--corpus', join(samples, 'corpus')]
    const refused = await testing(...own)
    const why = refused.flatMap(({ results }) => results.map(each => each.why)).join()
    expect(why).toContain('lies outside the folder of the library; allow it with --allow DIR')
    const tested = await testing(...own, '--allow', join(home, 'set'))
    expect(tested.reduce((sum, { right }) => sum + right, 0)).toBe(wanted.length)
  })
})
