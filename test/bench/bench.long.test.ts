import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { createProvider } from '../../agent/llm/create-provider.ts'
import { scripted } from '../../agent/llm/replay/scripted.ts'
import { byPurpose, observe, prefixShare, stablePrefixes, sumOf, type Turn } from './turns.ts'

const folder = mkdtempSync(join(tmpdir(), 'bench-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

const root = join(import.meta.dirname, '..', '..')
const bench = async (...args: string[]) => {
  const run = promisify(execFile)(process.execPath, args, { cwd: root })
  return run.then(
    ({ stdout }) => ({ code: 0, says: stdout }),
    error => ({ code: error.code, says: error.stderr }),
  )
}

describe('the benchmarks', () => {
  test('are listed when none is named', async () => {
    const { says } = await bench('test/bench/run.ts')
    for (const name of ['calls', 'retrieval', 'search', 'pddl']) expect(says).toContain(`  ${name}`)
  })

  test('name what is not one of them, and end with 1', async () => {
    const { code, says } = await bench('test/bench/run.ts', 'retreival')
    expect(code).toBe(1)
    expect(says).toContain('there is no benchmark "retreival"')
  })

  test('write what they measured', async () => {
    const out = join(folder, 'retrieval.json')
    const { says } = await bench('test/bench/run.ts', 'retrieval', '30', '--out', out)
    expect(says).toContain('shortlistP50')
    const report = JSON.parse(readFileSync(out, 'utf8'))
    expect(report).toMatchObject({ benchmark: 'retrieval', unit: 'ms' })
    expect(report.tables['by plans']).toHaveLength(1)
    expect(report.machine.cores).toBeGreaterThan(0)
    expect(Date.parse(report.date)).toBeGreaterThan(Date.parse('2026-01-01'))
  })

  test('say what is missing when they cannot run', async () => {
    const { code, says } = await bench('test/bench/run.ts', 'search')
    expect(code).toBe(1)
    expect(says).toContain('--folder')
  })
})

const turn = (purpose: string, prompt: string, rest: Partial<Turn> = {}): Turn => ({
  purpose,
  prompt,
  said: 0,
  ...rest,
})

describe('what goes to a model', () => {
  test('has for each purpose the prefix that all its prompts with the same tools share', () => {
    const turns = [
      ...[turn('plan', 'abcd-1'), turn('plan', 'abcd-22'), turn('step', 'xyz')],
      turn('plan', 'ab-other-tools', { offered: 'ab' }),
    ]
    const stable = stablePrefixes(turns.map(one => ({ turns: [one] })))
    expect([...stable.values()]).toEqual([5, 5, 0, 0])
    expect(prefixShare(turns.slice(0, 3), stable)).toBe('62.5 %')
    expect(byPurpose(turns.slice(0, 3), stable).map(({ prefix }) => prefix)).toEqual([
      '76.9 %',
      '0.0 %',
      '62.5 %',
    ])
  })

  test('is counted by the server where it counts, and else by its length', () => {
    const usage = { inputTokens: 7, outputTokens: 5, cachedTokens: 0 }
    const turns = [turn('plan', 'x'.repeat(40), { said: 8 }), turn('plan', 'y', { usage })]
    expect(sumOf(turns)).toEqual({ tokensIn: 17, tokensOut: 7 })
  })

  test('is seen whole, though who reads a wire leaves after the last event', async () => {
    const turns: Turn[] = []
    const provider = createProvider(observe(scripted(['{"a":1}']), each => turns.push(each)))
    const options = { purpose: 'plan', reads: null, signal: new AbortController().signal }
    await provider.complete([{ role: 'user', content: 'hello' }], options)
    expect(turns).toMatchObject([{ purpose: 'plan', prompt: '[user]\nhello', said: 7 }])
  })
})
