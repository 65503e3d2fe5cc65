import { describe, expect, test } from 'vitest'
import { mutantsOf, mutated } from './mutants.ts'
import { importersOf, testsOf } from './reach.ts'

const variantsOf = (source: string) =>
  mutantsOf('a.ts', source).map(mutant => mutated(source, mutant))

describe('mutants of a source', () => {
  test.each([
    ['const f = a < 2', ['const f = a <= 2', 'const f = a >= 2', 'const f = a < 3']],
    ['const f = é && b || c', ['const f = é && b && c', 'const f = é || b || c']],
    ['if (ready) go()', ['if (!(ready)) go()', 'if (ready) {}']],
    ['const f = !await g()', ['const f = await g()', 'const f = !g()']],
    [
      'for (const x of y) if (x) continue',
      ['for (const x of y) if (!(x)) continue', 'for (const x of y) if (x) {}'],
    ],
    ['const f = y.some(z)', ['const f = y.every(z)']],
    ["import a from 'a' with { type: 'json' }", []],
    ['type A = 1 | true; const f = g as 2', []],
    ['const f = true as boolean', ['const f = false as boolean']],
  ])('%s', (source, expected) => {
    expect(variantsOf(source)).toEqual(expected)
  })

  test('say where they are', () => {
    expect(mutantsOf('a.ts', 'go()\n\nconst f = 1')).toMatchObject([
      { file: 'a.ts', line: 1, before: 'go()', after: '{}' },
      { file: 'a.ts', line: 3, before: '1', after: '2' },
    ])
  })
})

test('tests that can notice a change import the file, directly or through others, and start with the nearest', () => {
  const sources: Readonly<Record<string, string>> = {
    'plans/dag.ts': '',
    'agent/loop.ts': "import { runDag } from '../plans/dag.ts'",
    'test/agent/loop.test.ts': "import { loop } from '../../agent/loop.ts'",
    'test/plans/dag.test.ts': "import { runDag } from '../../plans/dag.ts'",
    'test/plans/dag.long.test.ts': "import { runDag } from '../../plans/dag.ts'",
    'test/plans/lint.test.ts': "import { lint } from '../../plans/lint.ts'",
  }
  const importers = importersOf(Object.keys(sources), file => sources[file]!)
  expect(testsOf('plans/dag.ts', importers)).toEqual([
    'test/plans/dag.test.ts',
    'test/agent/loop.test.ts',
  ])
})
