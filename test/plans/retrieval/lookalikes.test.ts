import { beforeAll, describe, expect, test } from 'vitest'
import { memoryLibrary, type PlanLibrary } from '../../../plans/library/library.ts'
import { contradiction, type PlanQuery } from '../../../plans/retrieval/plan-index.ts'
import { type Family, familiesIn, queryOf, sparseQueryOf, type Understood } from './lookalikes.ts'

type Tell = (understood: Understood) => PlanQuery

/** The share of look-alikes for which some plan is reused, and of twins for which theirs is. */
function reuse(families: readonly Family[], library: PlanLibrary, tell: Tell) {
  const exact = (one: Understood) => library.shortlist(tell(one), 5).exact
  const lookalikes = families.flatMap(family => family.lookalikes)
  const reused = lookalikes.filter(one => exact(one).length > 0)
  const twins = families.flatMap(({ plan, twins }) => twins.map(twin => ({ plan, twin })))
  const found = twins.filter(({ plan, twin }) => exact(twin).some(({ id }) => id === plan.id))
  return {
    false: reused.length / lookalikes.length,
    found: found.length / twins.length,
    lookalikes: lookalikes.length,
    twins: twins.length,
  }
}

const families = familiesIn('families')
const heldOut = familiesIn('held-out')
let library: PlanLibrary
beforeAll(() => {
  library = memoryLibrary([...families, ...heldOut].map(({ plan }) => plan))
})

describe('a look-alike with another structure', () => {
  test('is given no plan for exact in more than 5 of 100 cases, while twins get theirs', () => {
    const figures = reuse(families, library, queryOf)
    expect(figures.lookalikes).toBeGreaterThanOrEqual(60)
    expect(figures.twins).toBeGreaterThanOrEqual(60)
    expect(figures.false).toBeLessThan(0.05)
    expect(figures.found).toBeGreaterThan(0.9)
  })

  test('neither on questions that retrieval was not built with', () => {
    const figures = reuse(heldOut, library, queryOf)
    expect(figures.false).toBeLessThan(0.05)
    expect(figures.found).toBeGreaterThan(0.9)
  })

  test('nor where the goal is not told, unless nothing but the goal names the operation', () => {
    const figures = reuse(families, library, sparseQueryOf)
    expect(figures.false).toBeLessThan(0.05)
    expect(figures.found).toBeGreaterThan(0.9)
  })

  test('is shown the plan of its family as a near one, with the reason why it does not fit', () => {
    const near = families.flatMap(({ plan, lookalikes }) =>
      lookalikes.flatMap(one => {
        const { candidates } = library.shortlist(queryOf(one), 5)
        return candidates.filter(candidate => candidate.plan.id === plan.id)
      }),
    )
    const all = families.flatMap(({ lookalikes }) => lookalikes)
    expect(near.length / all.length).toBeGreaterThan(0.9)
    for (const { reason } of near)
      expect(reason).toMatch(/differs|missing|unread|believed|answers to|asked for/)
  })
})

test('every question fits the plan that was made for it, and no other family has a say', () => {
  for (const { made, plan } of [...families, ...heldOut])
    expect(library.shortlist(queryOf(made), 5).exact).toEqual([plan])
})

test('a plan named by a model contradicts the look-alikes that words tell apart, and no twin', () => {
  const all = [...families, ...heldOut]
  const caught = all.flatMap(({ plan, lookalikes }) =>
    lookalikes.map(one => contradiction(plan, queryOf(one)) !== undefined),
  )
  expect(caught.filter(Boolean).length / caught.length).toBeGreaterThan(0.3)
  for (const { plan, made, twins } of all)
    for (const one of [made, ...twins]) expect(contradiction(plan, queryOf(one))).toBeUndefined()
})
