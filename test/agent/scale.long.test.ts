import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolders } from './miniatures/folders.ts'
import { startWith } from './processes/spawn.ts'

const folder = temporaryFolders()

interface Measured {
  readonly seconds: number
  readonly megabytes: number
  readonly closed: number
  readonly records: number
  readonly answer: string
}

async function measure(kind: string, size: number, journal?: string): Promise<Measured> {
  const args = [kind, String(size), ...(journal === undefined ? [] : [journal])]
  const { stdout, stderr, code } = await startWith(['--max-old-space-size=800'], 'scale', ...args)
  expect(code, stderr.slice(-500)).toBe(0)
  return JSON.parse(stdout) as Measured
}

/** Four times as much may take up to eight times as long; a quadratic cost would take sixteen. */
async function linear(kind: string, size: number, journaled: boolean): Promise<Measured> {
  const journal = () => (journaled ? join(folder(), 'journal.jsonl') : undefined)
  const quarter = await measure(kind, size / 4, journal())
  const whole = await measure(kind, size, journal())
  expect(whole.seconds / quarter.seconds).toBeLessThan(8)
  expect(whole.megabytes).toBeLessThan(1024)
  return whole
}

describe.each([
  { journaled: false, how: 'without a journal' },
  { journaled: true, how: 'with a journal' },
])('$how, linear in time and under 1 GB', ({ journaled }) => {
  it('100,000 sub-goals are nested in each other', async () => {
    const { closed, answer } = await linear('nested', 100_000, journaled)
    expect(closed).toBe(100_001)
    expect(answer).toBe('5000050000')
  })

  it('50,000 intentions are closed one after another', async () => {
    const { closed, records } = await linear('closed', 50_000, journaled)
    expect({ closed, records }).toEqual({ closed: 50_000, records: 50_000 })
  })
})

it('a run that was killed 50,000 sub-goals deep goes on to its end', async () => {
  const whole = join(folder(), 'journal.jsonl')
  const expected = await measure('nested', 50_000, whole)
  const lines = readFileSync(whole, 'utf8').split('\n')
  const deepest = lines.findIndex(line => line.startsWith('{"type":"intention-closed"'))
  const cut = join(folder(), 'journal.jsonl')
  writeFileSync(cut, `${lines.slice(0, deepest).join('\n')}\n`)
  const resumed = await measure('resume', 0, cut)
  expect(resumed).toMatchObject({ closed: expected.closed, answer: expected.answer })
})
