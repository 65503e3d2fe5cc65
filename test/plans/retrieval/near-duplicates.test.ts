// Near-duplicates: found however their roles are called, and not where the task is another one.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { identify } from '../../../plans/identify.ts'
import type { Plan, PlanDraft } from '../../../plans/plan.ts'
import { nearDuplicates } from '../../../plans/retrieval/near-duplicates.ts'
import { simpleDraft } from '../simple-draft.ts'
import { familiesIn } from './lookalikes.ts'

const families = ['families', 'held-out'].flatMap(familiesIn)
const plans = families.map(({ plan }) => plan)
const { origin } = plans[0]!

/** The plan with every role called otherwise. */
function renamed(plan: Plan, name: (role: string) => string): Plan {
  const roles = new Set([
    ...plan.parameters.map(({ role }) => role),
    ...plan.steps.flatMap(step => [...step.reads, ...step.writes.map(({ role }) => role)]),
  ])
  const text = JSON.stringify({ parameters: plan.parameters, steps: plan.steps })
  const other = text.replace(/[a-z][a-z0-9_]*/g, word =>
    roles.has(word) && word !== 'final_answer' ? name(word) : word,
  )
  const draft: PlanDraft = { ...plan, ...JSON.parse(other) }
  return identify(draft, plan.origin)
}

describe('near-duplicates', () => {
  test('a plan is found again under any names of its roles', () => {
    fc.assert(
      fc.property(fc.constantFrom(...plans), fc.constantFrom('the_', 'x_', 'some_'), (plan, by) => {
        const other = renamed(plan, role => `${by}${role}`)
        const [only, ...more] = nearDuplicates([plan, other])
        expect(more).toEqual([])
        expect(only).toMatchObject({ alike: 'steps', share: 1 })
        expect(only!.plans).toEqual([plan.id, other.id].sort())
      }),
    )
  })

  test('plans for different tasks are none, the one for the same task in both fixtures is', () => {
    const found = nearDuplicates(plans).map(({ plans }) => plans.map(id => id.slice(0, -13)))
    expect(found).toEqual([['extreme-group-with-value', 'group-aggregate-extreme']])
  })

  test('a plan said in other words is found; a cheaper version of the same plan is none', () => {
    const made = plans[0]!
    const plan = identify(
      {
        ...made,
        steps: made.steps.map(({ action: _, ...step }) => ({
          ...step,
          description: `Compute ${step.writes[0]!.role} from what was read before.`,
        })),
      },
      origin,
    )
    const reworded = identify(
      {
        ...plan,
        steps: plan.steps.map(step => ({
          ...step,
          description: `Computing the ${step.writes[0]!.role} from that which was read before.`,
          postcondition: `ground_belief(${step.writes[0]!.role}) is a number`,
        })),
      },
      origin,
    )
    expect(nearDuplicates([plan, reworded])).toHaveLength(1)
    const automated = identify(reworded, { ...origin, refines: plan.id, automated: ['s1'] })
    expect(nearDuplicates([plan, automated])).toEqual([])
  })

  test('are told alike whatever the order of the plans, those with the same steps as such', () => {
    const spoken = plans.map(plan => identify({ ...plan, goal: `${plan.goal} now` }, plan.origin))
    const both = [...plans, ...spoken]
    const found = nearDuplicates(both)
    const named = found.map(({ plans }) => plans[1])
    expect(named).toEqual([...named].sort())
    expect(found.filter(({ alike }) => alike === 'steps').length).toBeGreaterThanOrEqual(
      plans.length,
    )
    fc.assert(
      fc.property(fc.shuffledSubarray(both, { minLength: both.length }), shuffled => {
        expect(nearDuplicates(shuffled)).toEqual(found)
      }),
      { numRuns: 10 },
    )
  })

  test('what is done with which role is a part of the steps', () => {
    const doing = (expression: string) => {
      const [step] = simpleDraft('rate').steps
      const steps = [{ ...step!, reads: ['way', 'hours'], action: { expression } }]
      return identify({ ...simpleDraft('rate'), steps }, origin)
    }
    const alike = (a: string, b: string) => nearDuplicates([doing(a), doing(b)])[0]?.alike
    expect(alike('way / hours', 'way / way')).not.toBe('steps')
    expect(alike('way / hours', 'hours / way')).toBe('steps')
  })

  test('of several alike plans all but one are named', () => {
    const alike = ['a_', 'b_', 'c_', 'd_'].map(by => renamed(plans[1]!, role => `${by}${role}`))
    expect(nearDuplicates([...alike, plans[2]!])).toHaveLength(3)
  })
})
