// The figures of RESULTS.md that are the same on every machine are those of a run.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Row } from './bench/bench.ts'
import { calls } from './bench/calls.ts'

const results = readFileSync(join(import.meta.dirname, '../RESULTS.md'), 'utf8')
  .split('\n')
  .filter(each => /^\| \d+ \| \d+ \|/.test(each))

test('what a question costs stands in RESULTS.md as `npm run bench -- calls` prints it', async () => {
  const flags = Object.entries(calls.options).map(([name, option]) => [name, option.default])
  const { tables } = await calls.run({ flags: Object.fromEntries(flags), rest: [] })
  const offline = tables['offline, means of a question']!.at(-1)!
  const recorded = tables['recordings, means of a question']!
  const requests = recorded.slice(0, -1).map(row => Number(row.calls))
  const all = recorded.at(-1)!
  const wrong = recorded.filter(({ right }) => right === 0).map(({ family }) => family)
  expect(results).toContain(
    line(offline, 'questions right calls in rightKnown reused callsKnown inKnown'),
  )
  const span = `${Math.min(...requests)} to ${Math.max(...requests)}`
  const costs = line({ ...all, span }, 'questions right calls span prefix')
  expect(results, `not answered: ${wrong}`).toContain(costs)
})

const line = (row: Row, names: string) =>
  `| ${names
    .split(' ')
    .map(name => row[name])
    .join(' | ')} |`
