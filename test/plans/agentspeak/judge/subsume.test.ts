// Which plans are of no use: theta-subsumption, negation, contradictions, and what an earlier plan takes.
import { describe, expect, test } from 'vitest'
import { contradicts, subsumes, uselessPlans } from '../../../../plans/agentspeak/judge/subsume.ts'
import { parseProgram } from '../../../../plans/agentspeak/program.ts'

const clauses = (source: string) => parseProgram(source).clauses
const both = (source: string) =>
  clauses(source) as [ReturnType<typeof clauses>[0], ReturnType<typeof clauses>[0]]

describe('subsumption', () => {
  test.each([
    ['+!r(X). +!r(home) : a(home).', true],
    ['+!r(home). +!r(X).', false],
    ['+!r(X) : p(X, D). +!r(O) : p(O, here) & q.', true],
    ['+!r(X) : p(X, here). +!r(O) : p(O, D).', false],
    ['+!r(X) : p(X, Y) & p(Y, Z). +!r(A) : p(A, B) & p(B, A).', true],
    ['+!r(X) : p(X, Y) & q(Y). +!r(A) : p(A, B) & q(C).', false],
    ['+!r(X) : not p(X, here). +!r(X) : not p(X, _).', true],
    ['+!r(X) : not p(X, _). +!r(X) : not p(X, here).', false],
    ['+!r(X) : p(X, here). +!r(X) : p(X, _).', false],
    ['+!r(X) : p(X, X). +!r(X) : p(_, _).', false],
    ['+!r(X) : X > 1. +!r(Y) : Y > 1 & q(Y).', true],
    ['+!r(X). -!r(X).', false],
    ['+!r(X) : p(X)[sure]. +!r(X) : p(X)[sure] & q.', true],
    ['+!r(X) : p(X)[sure]. +!r(X) : p(X) & q.', false],
  ])('%s', (source, expected) => {
    const [general, special] = both(source)
    expect(subsumes(general, special)).toBe(expected)
  })

  test('a context that wants what it forbids never holds', () => {
    const found = clauses(
      '+!r : p(X) & not p(X). +!r : p(X) & not p(here). +!r : p(here) & not p(_). +!r : p(_) & not p(here). +!r : p(X)[sure] & not p(X)[seen].',
    ).map(contradicts)
    expect(found).toEqual([true, false, true, false, false])
  })
})

test('useless is what never has its turn, and what a later plan does as well', () => {
  const found = uselessPlans(
    clauses(`
      +!r(X) : p(X, here).
      +!r(home) : p(home, here) <- stop.
      +!r(X) : p(X, D) & free(D) <- move(D).
      +!r(X) : p(X, D) <- move(D).
      +!r(X) : q(X) <- look(D); move(D).
      +!r(X) <- look(D); move(D).
      +!r(X) : q(X) & not q(X).
    `),
  )
  expect(found.map(({ at }) => at)).toEqual([1, 4, 6])
  expect(found.map(({ why }) => why)).toEqual([
    'plan 1 applies whenever it does, and comes first',
    'plan 6 does the same in more situations',
    'its conditions can never hold together',
  ])
})
