// Rules made of won episodes, through the command line in the laboratory: what was learned on one variation wins
// another, and what would harm others is not taken.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readLibrary } from '../../../../harness/library/read.ts'
import { folder as harnessFolder, inProcess, removeFolders } from '../../intend.ts'

afterAll(removeFolders)

const bench = async (cwd: string, ...more: readonly string[]) => {
  const words = ['bench', '--world', 'laboratory', '--task', 'put-away', '--model', 'offline']
  return inProcess([...words, '--quiet', ...more], { cwd })
}

const resultsIn = (path: string) =>
  readFileSync(join(path, 'results.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))

const wonIn = (path: string) =>
  resultsIn(path).flatMap(({ id, verdict }) => (verdict === 'right' ? [id] : []))

test('what the fallback did right on one variation wins another, where nothing was known', async () => {
  const cwd = harnessFolder()
  const train = ['--split', 'train']
  await bench(cwd, ...train, '--out', 'nothing')
  expect(wonIn(join(cwd, 'nothing'))).toEqual([])
  const learning = [
    '--limit',
    '1',
    '--fallback',
    'learned',
    '--prove',
    '4',
    '--max-cycles',
    '15',
    '--out',
    'grown',
  ]
  const { code, stdout } = await bench(cwd, ...train, ...learning)
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /^taken: .*, of put-away-0: score 0\.\d+ without it, 0\.\d+ with it, on 4 other variations$/m,
  )
  const plans = join(cwd, 'grown', 'plans.json')
  await bench(cwd, ...train, '--plans', plans, '--out', 'after')
  expect(wonIn(join(cwd, 'after')).toSorted()).toEqual(['put-away-0', 'put-away-14'])
  const rules = [...readLibrary(plans).plans.values()].filter(
    ({ origin }) => origin.agent === 'rules',
  )
  expect(rules).toHaveLength(2)
  for (const { origin } of rules) {
    expect(origin.seenQuestions[0]).toContain('put the lamp into the red box')
    expect(origin.reason).toMatch(/^of put-away-0: score .* on 4 other variations$/)
  }
})

const head = 'IF your task is to put the {thing} into the {box}. Both are somewhere in the house'

/** They bring what is seen to the foundry; one thing is brought into the kitchen, as that box is there. */
const written = [
  `${head}\nCONSIDERING you see a {thing}\nTHEN: take {thing}`,
  `${head}\nCONSIDERING you have a {thing} AND you see a {box}\nTHEN: put {thing} into {box}`,
  `${head}\nCONSIDERING you have a {thing}\nTHEN: go to foundry, put {thing} into {box}`,
  `${head.replace('{thing}', 'fork').replace('{box}', 'blue box')}
CONSIDERING you are in the hall AND you see a fork AND you see a door to the kitchen
THEN: take fork, go to kitchen, put fork into blue box`,
].join('\n--\n')

test('a rule made of what a person wrote for one variation is not taken where it harms others', async () => {
  const cwd = harnessFolder()
  writeFileSync(join(cwd, 'own.txt'), written)
  const how = ['--split', 'train', '--limit', '5', '--plans', 'own.txt', '--prove', '10']
  const { code, stdout } = await bench(cwd, ...how, '--out', 'tried')
  expect(code).toBe(0)
  const proved = resultsIn(join(cwd, 'tried')).flatMap(({ episode }) => episode.rules ?? [])
  const harmful = proved.find(({ rule }) => rule.includes('go to kitchen'))
  expect(harmful).toMatchObject({ taken: false, variations: 10, before: 0.35, after: 0.3 })
  expect(stdout).toContain(`not taken: ${harmful.plan}, of put-away-4: score 0.350 without it`)
  const { plans } = JSON.parse(readFileSync(join(cwd, 'tried', 'plans.json'), 'utf8'))
  expect(Object.keys(plans)).toHaveLength(4)
})

test('a bench that is judged again is what it was, the rules that were proved included', async () => {
  const cwd = harnessFolder()
  writeFileSync(join(cwd, 'own.txt'), written)
  const how = ['--split', 'train', '--limit', '5', '--plans', 'own.txt', '--prove', '2']
  await bench(cwd, ...how, '--out', 'again')
  const before = resultsIn(join(cwd, 'again'))
  expect(before.flatMap(({ episode }) => episode.rules ?? [])).not.toEqual([])
  const rescore = (...more: string[]) => inProcess(['rescore', 'again', ...more], { cwd })
  expect((await rescore('--write')).stdout).toMatch(/^0 of 5 verdicts changed/)
  expect(resultsIn(join(cwd, 'again'))).toEqual(before)
  const results = join(cwd, 'again', 'results.jsonl')
  const won = before.findIndex(({ verdict }) => verdict === 'right')
  const lost = before.map((each, at) => (at === won ? { ...each, verdict: 'declined' } : each))
  writeFileSync(results, lost.map(each => `${JSON.stringify(each)}\n`).join(''))
  expect((await rescore()).stdout).toMatch(/^1 of 5 verdicts changed/m)
  const { code, stderr } = await rescore('--set', 'own.txt')
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('again was played in a world'),
  })
})

describe('--prove', () => {
  test.each([
    [['--prove', '5'], /rules are made of train variations and proved on dev: add --split train/],
    [['--split', 'train', '--prove', 'all'], /--prove takes a whole number from 1 on, not "all"/],
  ])('%j is refused', async (options, said) => {
    const { code, stderr } = await bench(harnessFolder(), ...options)
    expect(code).toBe(2)
    expect(stderr).toMatch(said)
  })
})
