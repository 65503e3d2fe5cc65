// `--memory` and `intend memory` as a person uses them: every case is a process.
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folder, intend, removeFolders } from '../intend.ts'

const samples = new URL('../../fixtures/memory/files/', import.meta.url).pathname
const question = 'How much does a child pay for a crossing?'
let cwd = ''
beforeAll(async () => {
  cwd = folder()
  for (const edition of ['spring', 'summer']) {
    copyFileSync(join(samples, `tariff-${edition}.txt`), join(cwd, 'tariff.txt'))
    await ask('-f', 'tariff.txt', '--memory', 'kept/memory.json')
  }
}, 60_000)
afterAll(removeFolders)

const ask = (...words: string[]) =>
  intend(['ask', question, '--model', 'offline', '--quiet', ...words], { cwd })
const memory = (...words: string[]) => intend(['memory', ...words], { cwd })
const file = 'kept/memory.json'
const facts = () => JSON.parse(readFileSync(join(cwd, file), 'utf8')).facts

describe('ask --memory', () => {
  test('answers in a later session what an earlier one has read, by its newest value', async () => {
    expect(await ask('--memory', file)).toMatchObject({ code: 0, stdout: '3.40 EUR\n' })
    expect((await ask()).code).toBe(1)
  })

  test('keeps nothing unless it is given', async () => {
    const elsewhere = folder()
    const words = ['ask', question, '--model', 'offline', '--quiet', '-f', join(cwd, 'tariff.txt')]
    expect((await intend(words, { cwd: elsewhere })).code).toBe(0)
    // the key of the seals on runs and libraries lies with what is the person's own
    expect(readdirSync(elsewhere).toSorted()).toEqual(['.config', '.intend'])
    expect(readdirSync(join(elsewhere, '.intend')).toSorted()).toEqual(['plans.json', 'runs'])
  })

  test('sets a file aside that does not parse, and says so', async () => {
    writeFileSync(join(cwd, 'torn.json'), '{ "format": 1, "facts": [')
    const { stderr } = await ask('--memory', 'torn.json')
    expect(stderr).toMatch(/torn\.json did not parse .* set aside as .*torn\.json\.corrupt-/)
    expect(existsSync(join(cwd, 'torn.json'))).toBe(false)
  })

  test('refuses a file of a newer format, and a folder, in one sentence with 3', async () => {
    writeFileSync(join(cwd, 'newer.json'), '{ "format": 9 }')
    const newer = await ask('--memory', 'newer.json')
    expect(newer).toMatchObject({ code: 3, stdout: '' })
    expect(newer.stderr).toMatch(/^intend: .*newer\.json has format 9.*update intend.*\n$/)
    const place = await ask('--memory', 'kept')
    expect(place.code).toBe(3)
    expect(place.stderr).toMatch(/kept: it is a folder; name another with --memory FILE/)
  })
})

describe('bench --memory', () => {
  test('lets its questions learn from what was kept', async () => {
    const set = `${JSON.stringify({ id: 'fare', question: 'For a crossing, how many euros does a child pay?', answer: '3.4' })}\n`
    writeFileSync(join(cwd, 'set.jsonl'), set)
    const bench = (...words: string[]) =>
      intend(['bench', 'set.jsonl', '--model', 'offline', '--json', '--quiet', ...words], { cwd })
    const correct = async (...words: string[]) => JSON.parse((await bench(...words)).stdout).correct
    expect(await correct()).toBe(0)
    expect(await correct('--memory', file)).toBe(1)
  })
})

describe('intend memory', () => {
  test('lists the facts and how each stands', async () => {
    const { code, stdout } = await memory('list', file)
    expect(code).toBe(0)
    const [old, current] = stdout.split('\n')
    expect(old).toMatch(
      /^m[0-9a-f]{11} {2}found = 3\.1 EUR +superseded +\d{4}-\d\d-\d\d +tariff\.txt/,
    )
    expect(current).toMatch(/found = 3\.4 EUR +current .*How much does a child pay/)
  })

  test('shows one with everything that is known of it', async () => {
    const [old, current] = facts()
    const { stdout } = await memory('show', file, current.id.slice(0, 8))
    for (const part of [
      current.id,
      'found = 3.4 EUR',
      'A child pays 3.40 EUR',
      `${old.id}: 3.1 EUR`,
    ])
      expect(stdout).toContain(part)
    const json = JSON.parse((await memory('show', file, old.id, '--json')).stdout)
    expect(json).toMatchObject({ value: 3.1, standing: { why: 'superseded', by: current.id } })
  })

  test('says with 2 what is missing, and with 3 what is no memory; the file stays as it is', async () => {
    writeFileSync(join(cwd, 'other.json'), '[]')
    const cases: readonly (readonly [string[], number, RegExp])[] = [
      [[], 2, /say what to do with the memory/],
      [['lst', file], 2, /did you mean list\?/],
      [['list'], 2, /name the memory file/],
      [['list', 'none.json'], 2, /there is no memory .*none\.json/],
      [['show', file], 2, /name the fact/],
      [['show', file, 'm'], 2, /begins 2 ids/],
      [['show', file, 'x'], 2, /has no fact x/],
      [['list', 'other.json'], 3, /other\.json is not a memory/],
    ]
    const check = async ([words, code, says]: (typeof cases)[number]) => {
      const ended = await memory(...words)
      expect({ words, code: ended.code, stdout: ended.stdout }).toEqual({ words, code, stdout: '' })
      expect(ended.stderr).toMatch(says)
    }
    await Promise.all(cases.map(check))
    expect(readFileSync(join(cwd, 'other.json'), 'utf8')).toBe('[]')
  })

  test('forgets a fact for good, its older versions with it', async () => {
    const [old, current] = facts()
    const { code, stdout } = await memory('forget', file, current.id, '--reason', 'a misprint')
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^forgot .*and 1 older of the same source\n$/),
    })
    expect(facts()).toEqual([])
    const again = await memory('show', file, old.id)
    expect(again.code).toBe(2)
    expect(again.stderr).toContain('was withdrawn: a misprint')
    expect((await ask('--memory', file)).code).toBe(1)
  })
})
