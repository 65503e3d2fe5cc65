import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLineage } from '../../../plans/library/lineage.ts'
import type { Plan } from '../../../plans/plan.ts'
import { simpleDraft } from '../simple-draft.ts'

const named = (id: string, origin: Partial<Plan['origin']> = {}): Plan => ({
  ...simpleDraft('travel_time'),
  id,
  stats: {},
  origin: { agent: '', model: '', createdAt: '', seenQuestions: [], ...origin },
})

/** Whether `other` refines `plan`, or the plan of which that is an automated version. */
const standsInFor = ({ id, origin }: Plan, plan: Plan) =>
  !origin.automated &&
  origin.refines !== id &&
  origin.refines === (plan.origin.automated ? plan.origin.refines : plan.id)

function lineage() {
  const force = new Map<string, Plan>()
  const kept = createLineage({
    add: plan => void force.set(plan.id, plan),
    remove: id => void force.delete(id),
  })
  return { ...kept, ids: () => [...force.keys()].sort(), force }
}

describe('plans in force', () => {
  test('a plan stands back while its refinement is there, with its automated versions', () => {
    const { add, remove, ids } = lineage()
    add(named('parent'))
    add(named('practised', { refines: 'parent', automated: ['s1'] }))
    expect(ids()).toEqual(['parent', 'practised'])
    add(named('child', { refines: 'parent' }))
    expect(ids()).toEqual(['child'])
    remove('child')
    expect(ids()).toEqual(['parent', 'practised'])
  })

  test('it makes no difference which of them comes first', () => {
    const family = [
      named('a'),
      named('b', { refines: 'a' }),
      named('c', { refines: 'b' }),
      named('d', { refines: 'b', automated: ['s1'] }),
      named('e', { refines: 'elsewhere' }),
      named('f', { refines: 'f' }),
    ]
    fc.assert(
      fc.property(
        fc.shuffledSubarray(family, { minLength: 6 }),
        fc.subarray(family.map(({ id }) => id)),
        (order, gone) => {
          const { add, remove, ids } = lineage()
          for (const plan of order) add(plan)
          expect(ids()).toEqual(['c', 'e', 'f'])
          for (const id of gone) remove(id)
          const left = family.filter(({ id }) => !gone.includes(id))
          expect(ids()).toEqual(
            left.filter(plan => !left.some(other => standsInFor(other, plan))).map(({ id }) => id),
          )
        },
      ),
    )
  })

  test('new counts of a plan that stands back do not bring it back', () => {
    const { add, force } = lineage()
    add(named('parent'))
    add(named('child', { refines: 'parent' }))
    add({ ...named('parent'), stats: { r: { ...counts, useCount: 3 } } })
    expect([...force.keys()]).toEqual(['child'])
    add({ ...named('child', { refines: 'parent' }), stats: { r: counts } })
    expect(force.get('child')!.stats).toEqual({ r: counts })
  })
})

const counts = { useCount: 1, successCount: 0, failureCount: 0, judgedRight: 0, judgedWrong: 0 }
