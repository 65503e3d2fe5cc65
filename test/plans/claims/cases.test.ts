// Claims of a step, what it sees, and what each comes to: a line a case in `test/fixtures/claims/cases.jsonl`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Claim } from '../../../plans/claims/claim.ts'
import { type Case, supports } from './judged.ts'

interface Line {
  readonly name: string
  readonly claims: readonly Claim[]
  readonly given: Case
  readonly outcome: readonly string[]
}

const file = join(import.meta.dirname, '../../fixtures/claims/cases.jsonl')
const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
const cases = lines.map(line => JSON.parse(line) as Line)

test.each(cases)('$name: $outcome', ({ claims, given, outcome }) => {
  const found = supports(claims, given).map(each =>
    'fault' in each
      ? // what to do about it is advice
        `${each.fault}: ${each.why.split(';')[0]}`
      : each.provenance + (each.doubt === undefined ? '' : ` (${each.doubt})`),
  )
  expect(found).toEqual(outcome)
})
