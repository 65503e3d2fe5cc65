// Refining one plan: the prompt, how a reply becomes a plan, and which plan of a lineage serves.
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PromptStyle } from '../../../agent/contract.ts'
import { put } from '../../../phases/contract-prompt.ts'
import {
  changed,
  Refined,
  type RefineReads,
  refineContract,
} from '../../../phases/review/refine.ts'
import { identify } from '../../../plans/identify.ts'
import { inForce } from '../../../plans/library/lineage.ts'
import { noStats, type Plan } from '../../../plans/plan.ts'
import { calculate } from '../../../tools/calculate.ts'
import { defective, salesDraft } from '../../fixtures/simulation/make.ts'

const plan = salesDraft(true)
const fixtures = join(import.meta.dirname, '..', '..', 'fixtures', 'simulation')

describe('the prompt', () => {
  const reads: RefineReads = { plan, judged: { q: 'wrong' }, revealed: true, refused: 1 }
  const shown = {
    tools: [calculate],
    counts: { ...noStats, useCount: 4, successCount: 4, judgedRight: 1, judgedWrong: 3 },
    evidence: ['with this model: right 1, wrong 3'],
    carried: [
      {
        question: 'In the attached {file}, how many {item} were sold?',
        schemaBeliefs: ['task requires adding up one column over the rows of one item'],
        believed: ['file = {file}', 'item = {item}'],
        files: ['{file}: CSV with columns day, item, quantity, state'],
        steps: [
          {
            step: 's1',
            summary: 'total from table (c1)',
            calls: ['table {"file":"{file}"}, which gave: 42'],
            wrote: ['total = 42'],
            verdict: 'passed',
          },
        ],
        ended: 'answer 42',
        judged: 'wrong' as const,
        expected: '31',
      },
    ],
    refused: [['Nothing is changed: decide to keep the plan, or change it.']],
  }
  const messages = (style?: PromptStyle) =>
    put(refineContract(shown), reads, style).messages.map(m => `<!-- ${m.role} -->\n\n${m.content}`)

  test('reads as on file', async () => {
    const text = `${messages().join('\n\n')}\n`
    await expect(text).toMatchFileSnapshot(join(fixtures, 'refine.md'))
  })

  test('leaves out who reads the reply where that is what is compared', () => {
    expect(messages('plain')[0]).not.toContain('Who reads your reply')
    expect(messages('free')[0]).toContain('Answer in your own words')
  })
})

describe('a reply', () => {
  const refined = (more: object) =>
    changed(plan, Refined.parse({ reason: 'r', decision: 'refine', ...more }))
  const draftOf = (more: object) => {
    const made = refined(more)
    if ('faults' in made) throw new Error(made.faults.join())
    return made.draft
  }

  test('that names a step alone leaves it as it is; one not named goes; nothing named changes nothing', () => {
    expect(draftOf({})).toEqual(plan)
    expect(draftOf({ steps: [{ id: 's1' }, { id: 's2' }] })).toEqual(plan)
    expect(draftOf({ steps: [{ id: 's2' }] }).steps).toEqual([plan.steps[1]])
    expect(draftOf({ goal: 'g', contextConditions: ['c'] })).toMatchObject({
      goal: 'g',
      contextConditions: ['c'],
      steps: plan.steps,
    })
  })

  test('that changes a description takes the executable form away, unless it gives one or calls a plan', () => {
    const [only] = draftOf({ steps: [{ id: 's1', description: 'Otherwise.' }] }).steps
    expect(only).not.toHaveProperty('action')
    const [with_] = draftOf({ steps: [{ id: 's2', description: 'D', expression: '-total' }] }).steps
    expect(with_).toMatchObject({ description: 'D', action: { expression: '-total' } })
    const [kept] = draftOf({ steps: [{ id: 's1', postcondition: 'p' }] }).steps
    expect(kept).toMatchObject({ postcondition: 'p', action: plan.steps[0]!.action })
    const calling = { ...plan.steps[0]!, kind: 'achieve' as const, action: { achieve: 'part' } }
    const made = changed(
      { ...plan, steps: [calling] },
      Refined.parse({
        reason: 'r',
        decision: 'refine',
        steps: [{ id: 's1', description: 'Otherwise.' }],
      }),
    )
    expect(made).toMatchObject({ draft: { steps: [{ action: { achieve: 'part' } }] } })
  })

  test('with a new step that is not whole says what is missing', () => {
    expect(refined({ steps: [{ id: 's3', description: 'D' }] })).toEqual({
      faults: [
        expect.stringMatching(/^Step s3 is no step of the plan and is not given whole: say/),
      ],
    })
  })
})

describe('the plans in force', () => {
  const version = (goal: string, more: Partial<Plan['origin']>) =>
    identify({ ...plan, goal }, { ...defective.origin, ...more })
  const parent = version('parent', {})
  const automated = version('automated', { refines: parent.id, automated: ['s1'] })
  const child = version('child', { refines: parent.id })
  const grandchild = version('grandchild', { refines: child.id })
  const other = version('other', {})
  const all = [parent, automated, child, grandchild, other]
  const goals = (plans: readonly Plan[]) => inForce(plans).map(({ goal }) => goal)

  test('are the latest refinements; a plan serves again, its versions too, when its refinement is removed', () => {
    expect(goals(all)).toEqual(['grandchild', 'other'])
    expect(goals([parent, automated, child, other])).toEqual(['child', 'other'])
    expect(goals([parent, automated, other])).toEqual(['parent', 'automated', 'other'])
  })

  test('are some wherever there are plans, in any order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: 1 }), plans => {
        const serving = inForce(plans)
        expect(serving.length).toBeGreaterThan(0)
        expect(inForce(serving)).toEqual(serving)
        expect(plans.filter(each => serving.includes(each))).toEqual(serving)
      }),
    )
  })
})
