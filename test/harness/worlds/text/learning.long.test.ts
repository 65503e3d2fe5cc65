// Episodes of the laboratory: by the rules that come along, and by what has led on before, which serves
// variations never played too.
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { folder as harnessFolder, inProcess, removeFolders } from '../../intend.ts'

afterAll(removeFolders)

test('the score rises over 60 episodes of melting, and holds on variations never played', async () => {
  const cwd = harnessFolder()
  const plans = join(cwd, 'grown', 'plans.json')
  const bench = async (...more: readonly string[]) => {
    const words = ['bench', '--world', 'laboratory', '--task', 'melt', '--fallback', 'learned']
    const how = ['--model', 'offline', '--parallel', '1', '--json', '--quiet']
    const { code, stdout } = await inProcess([...words, ...how, ...more], { cwd })
    expect(code).toBe(0)
    return JSON.parse(stdout)
  }
  const before = await bench('--split', 'test')
  const grown = await bench('--split', 'train', '--epochs', '3', '--out', join(cwd, 'grown'))
  const after = await bench('--split', 'test', '--plans', plans)
  expect(grown.episodes).toBe(60)
  expect(grown.scoreRise.difference).toBeGreaterThan(0)
  expect(after.meanScore).toBeGreaterThan(before.meanScore + 0.15)
})

test.each(['melt', 'put-away'])(
  'the rules that come along do %s on every test variation',
  async task => {
    const cwd = harnessFolder()
    const plans = join(import.meta.dirname, '../../../../harness/samples/rules/laboratory.txt')
    const words = ['bench', '--world', 'laboratory', '--task', task, '--plans', plans, '--json']
    const { code, stdout } = await inProcess([...words, '--model', 'offline', '--quiet'], { cwd })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      episodes: 10,
      successRate: 1,
      meanScore: 1,
      verifier: { world: { passedRight: 10, passedWrong: 0 } },
    })
  },
)
