// What is wrong with plans before they are adopted: names, values, circles, and what comes of them in
// thought; and that the plans people and the offline generator write are found right.
import { describe, expect, test } from 'vitest'
import { plansFor } from '../../../../agent/llm/offline/generate.ts'
import { explorerWorld } from '../../../../harness/worlds/explorer/explorer.ts'
import { paperGrid, randomGrid } from '../../../../harness/worlds/explorer/grid.ts'
import { humanPlans } from '../../../../harness/worlds/explorer/human-plans.ts'
import { explorerVocabulary } from '../../../../harness/worlds/explorer/vocabulary.ts'
import { fromDraft } from '../../../../plans/agentspeak/draft.ts'
import { faultsOf } from '../../../../plans/agentspeak/judge/faults.ts'
import { rehearse } from '../../../../plans/agentspeak/judge/rehearse.ts'
import { type Clause, parseProgram } from '../../../../plans/agentspeak/program.ts'
import { parseTerm } from '../../../../plans/agentspeak/reader.ts'
import type { Structure } from '../../../../plans/agentspeak/term.ts'
import { parseYamlPlans } from '../../../../plans/agentspeak/yaml.ts'

const known = { vocabulary: explorerVocabulary, believed: [], library: [] }
const goal = parseTerm('reach(home)') as Structure
const holds = parseTerm('there_is(home, here)')
const clauses = (source: string) => parseProgram(source).clauses
const faults = (source: string) => faultsOf({ clauses: clauses(source), invented: [] }, goal, known)
const tried = (plans: readonly Clause[], seed = 1, grid = paperGrid(seed)) =>
  rehearse({ clauses: plans, goal, holds, world: explorerWorld({ grid, seed }), limit: 2_000 })

describe('before anything is carried out', () => {
  test.each([
    ['', ['there is no plan that can be read']],
    ['+!find(X) <- move(north).', ['no plan is for the event achieve reach(home)']],
    ['+!reach(X) <- fly(X).', [/no action fly\/1; there are move\(Direction\)/]],
    ['+!reach(X) : seen(X) <- move(north).', [/seen\/1 is used, but neither admissible/]],
    ['+!reach(X) <- !search(X); move(north).', [/search\/1 is pursued, but no plan is for it/]],
    [
      '+!reach(X) : object(X) <- move(north); +object(Y).',
      ['plan 1: in "+object(Y)" Y has no value'],
    ],
    ['+!reach(X) : object(X) <- ?object(Y); !reach(X).', [/plan 1: \+!reach\(X\) pursues itself/]],
    [
      '+!reach(X) <- move(north). +!reach(home) <- move(south).',
      [/plan 2 never has its turn: plan 1 applies whenever it does/],
    ],
  ])('%s', (source, expected) => {
    const found = faults(source)
    expect(found).toHaveLength(expected.length)
    for (const [at, fault] of expected.entries()) expect(found[at]).toMatch(fault)
  })

  test('nothing is wrong with the plans that people wrote', () => {
    expect(faults(humanPlans)).toEqual([])
  })
})

describe('in thought', () => {
  test.each([
    [
      '+!reach(X) : object(rock) <- move(north).',
      /no plan applies to reach\(home\); believed then: .*free\(north\)/,
    ],
    ['+!reach(X) <- move(up).', /move\(up\) was refused: there is no direction/],
    ['+!reach(X) <- move(east).', /come to their end, and there_is\(home, here\) does not hold/],
    [
      '+!reach(X) <- !find(X). +!find(X) <- !reach(X).',
      /nothing is done any more: .*lead to each other/,
    ],
    ['+!reach(X) <- move(east); !reach(X).', /not reached after 2000 actions/],
    ['+!reach(X) <- .fail.', /the plan gives up/],
    ['+!reach(X) <- ?there_is(X, D); move(D).', /\?there_is\(X, D\) does not hold/],
  ])('%s fails, and it is told where', async (source, fault) => {
    expect((await tried(clauses(source))).fault).toMatch(fault)
  })

  test('a plan for a failure goes on, and a sub-goal gives back what it has found', async () => {
    const { fault, acts } = await tried(
      clauses(`
        +!reach(X) : there_is(X, here).
        +!reach(X) : there_is(X, D) <- move(D).
        +!reach(X) <- !way(D); move(D); .fail.
        -!reach(X) <- !reach(X).
        +!way(D) <- getDirectionToMove(D).
      `),
    )
    expect(fault).toBeUndefined()
    expect(acts).toBeGreaterThan(3)
  })

  test('the plans that people wrote reach home', async () => {
    for (const seed of [1, 2, 3, 4, 5])
      expect((await tried(clauses(humanPlans), seed)).fault).toBeUndefined()
  })
})

describe('offline', () => {
  const { goals, beliefs, actions } = explorerVocabulary
  const [first] = explorerWorld({ grid: paperGrid(1), seed: 1 }).scenes()
  const reads = (refused = 0, meaning = true) => {
    const told = (all: typeof beliefs) => all.map(each => (meaning ? each : { form: each.form }))
    return {
      goal: 'reach(home)',
      admissible: { beliefs: told(beliefs), goals: told(goals), actions: told(actions) },
      actual: { beliefs: [...first!.percepts].map(form => ({ form })), goals: [] },
      remarks: [],
      refused: Array.from({ length: refused }, () => ({ plans: '', faults: ['wrong'] })),
    }
  }
  const plansOf = (text: string | undefined) => {
    const { plans, invented, faults: unread } = parseYamlPlans(text ?? '')
    expect(unread).toEqual([])
    return { clauses: plans.map(plan => fromDraft(plan)!), invented }
  }

  test.each([true, false])(
    'plans reach home wherever it is, told what names mean: %s',
    async told => {
      const written = plansOf(plansFor(reads(0, told)))
      expect(faultsOf(written, goal, known)).toEqual([])
      for (const size of [4, 5, 8, 12])
        for (const seed of [1, 2, 3, 4, 5]) {
          const { fault, acts } = await tried(written.clauses, seed, randomGrid(size, seed))
          expect(fault).toBeUndefined()
          expect(acts).toBeLessThan(2 * size * size) // each cell is entered once and left once
        }
    },
  )

  test('when that is refused it goes where the world proposes, and then knows no other way', () => {
    const written = plansOf(plansFor(reads(1)))
    expect(faultsOf(written, goal, known)).toEqual([])
    expect(written.clauses).toHaveLength(3)
    expect(plansFor(reads(2))).toBeUndefined()
  })

  test('other names serve as well, and names that say nothing do not', async () => {
    const other = {
      ...reads(),
      goal: 'find(cup)',
      admissible: {
        goals: [{ form: 'find(Thing)' }],
        beliefs: [{ form: 'near(Thing, Way)' }, { form: 'wall(Way)' }],
        actions: [{ form: 'step(Way)' }, { form: 'suggest(Way)' }],
      },
      actual: { goals: [], beliefs: ['way(north)', 'way(here)'].map(form => ({ form })) },
    }
    expect(plansFor(other)).toContain('not wall(Way)')
    expect(
      plansFor({ ...other, admissible: { goals: [], beliefs: [], actions: [] } }),
    ).toBeUndefined()
  })
})
