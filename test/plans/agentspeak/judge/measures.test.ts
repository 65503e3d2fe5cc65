// The paper's measures of plans, computed by hand for the plans that people wrote and for the replies that
// the paper prints (listings 5.4 and 5.8 to 5.11).
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { humanPlans } from '../../../../harness/worlds/explorer/human-plans.ts'
import { explorerVocabulary } from '../../../../harness/worlds/explorer/vocabulary.ts'
import { fromDraft } from '../../../../plans/agentspeak/draft.ts'
import { type PlanMeasures, planMeasures } from '../../../../plans/agentspeak/judge/measures.ts'
import { parseProgram } from '../../../../plans/agentspeak/program.ts'
import { parseYamlPlans } from '../../../../plans/agentspeak/yaml.ts'

const known = { vocabulary: explorerVocabulary, believed: [], library: [] }
const none = { RR: 0, NGC: 0, NBC: 0, GSA: 0, BSA: 0 }
const measured = (clauses: ReturnType<typeof parseProgram>['clauses']) =>
  planMeasures({ clauses, invented: [] }, known)

test("the plans that people wrote give the paper's optimal column", () => {
  // its PBC is printed as 1.30: 0, 1 and 3 operations are 4/3
  const { clauses } = parseProgram(humanPlans)
  expect(measured(clauses)).toEqual({ PC: 3, CC: 1, PBC: 4 / 3, GC: 3, ...none })
})

describe('the replies that the paper prints', () => {
  const cases: readonly [string, PlanMeasures][] = [
    ['claude', { PC: 3, CC: 1, PBC: 5 / 3, GC: 0, ...none }],
    // its third plan does what its fourth does anyway; explore and visited are said and not used
    ['deepseek', { PC: 4, CC: 1.25, PBC: 2.25, GC: 0, RR: 1, NGC: 1, NBC: 1, GSA: 1, BSA: 1 }],
    ['gpt', { PC: 5, CC: 2.4, PBC: 1.4, GC: 5, ...none, NGC: 2 }],
    ['gemini', { PC: 6, CC: 10 / 6, PBC: 8 / 6, GC: 5, ...none, NGC: 2 }],
  ]
  test.each(cases)('%s', (name, expected) => {
    const { plans, invented, faults } = parseYamlPlans(
      readFileSync(`test/fixtures/agentspeak/${name}.md`, 'utf8'),
    )
    expect(faults).toEqual([])
    const clauses = plans.map(plan => fromDraft(plan)!)
    expect(planMeasures({ clauses, invented }, known)).toEqual(expected)
  })
})

describe('by hand', () => {
  test.each([
    ['+!reach(home) <- move(north).', { PC: 1, CC: 0, PBC: 1, GC: 0, ...none }],
    ['', { PC: 0, CC: 0, PBC: 0, GC: 0, ...none }],
    // the second never has its turn; seen/1 is used and nowhere said
    [
      '+!reach(X). +!reach(home) : seen(D) & not obstacle(D) <- move(D); +seen(D).',
      { PC: 2, CC: 1, PBC: 1, GC: 1, RR: 1, NGC: 0, NBC: 1, GSA: 0, BSA: 1 },
    ],
    // search is pursued and nowhere said; comparisons are no beliefs
    [
      '+!reach(X) : object(X) & X \\== rock <- !search(X); ?there_is(X, D); move(D).',
      { PC: 1, CC: 1, PBC: 3, GC: 1, RR: 0, NGC: 1, NBC: 0, GSA: 1, BSA: 0 },
    ],
  ])('%s', (source, expected) => {
    expect(measured(parseProgram(source).clauses)).toEqual(expected)
  })
})
