// Shelves of plans by structure against a list that is looked through.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { identify } from '../../../plans/identify.ts'
import { noStats } from '../../../plans/plan.ts'
import { structureOf, wantedOf } from '../../../plans/retrieval/fit.ts'
import { createStructures } from '../../../plans/retrieval/structures.ts'
import { simpleDraft } from '../simple-draft.ts'

const origin = { agent: 'self-aware', model: 'none', createdAt: '', seenQuestions: [] }
const names = ['distance', 'speed', 'weight']
const said = ['the task requires a mean', 'a table is attached', 'prices are named']
const some = (of: readonly string[]) => fc.subarray([...of])
const structure = fc
  .record({
    type: fc.constantFrom('travel_time', 'count_rows'),
    conditions: some(said),
    roles: some(names),
  })
  .map(({ type, conditions, roles }) =>
    structureOf(
      identify(
        {
          ...simpleDraft(type),
          intentionType: type,
          contextConditions: conditions,
          parameters: roles.map(role => ({ role })),
        },
        origin,
        { run: noStats },
      ),
    ),
  )
const query = fc
  .record({
    type: fc.constantFrom('travel_time', 'count_rows'),
    schemaBeliefs: some(said),
    roles: some(names),
  })
  .map(({ roles, ...told }) => ({ ...told, roles: roles.map(role => ({ role })) }))

test('all that can fit is found, best first, whatever was added and removed before', () => {
  const member = fc.nat(9)
  const operation = fc.record({ structure: fc.nat(4), member, isRemoved: fc.boolean() })
  fc.assert(
    fc.property(
      fc.array(structure, { minLength: 5, maxLength: 5 }),
      fc.array(operation, { maxLength: 30, size: 'max' }),
      fc.array(query, { minLength: 4, maxLength: 4 }),
      (kinds, operations, queries) => {
        const shelves = createStructures<number>((a, b) => a - b)
        const held = new Map<string, { kind: (typeof kinds)[number]; members: Set<number> }>()
        for (const { structure, member, isRemoved } of operations) {
          const kind = kinds[structure]!
          const { members } = held.get(kind.key) ?? { members: new Set<number>() }
          if (isRemoved) shelves.remove(kind, member)
          else if (!members.has(member)) shelves.add(kind, member)
          if (isRemoved) members.delete(member)
          else members.add(member)
          if (members.size === 0) held.delete(kind.key)
          else held.set(kind.key, { kind, members })
        }
        for (const { key } of kinds) expect(shelves.held(key)?.key).toBe(held.get(key)?.kind.key)
        for (const asked of queries) {
          const wanted = wantedOf(asked)
          const fits = held
            .values()
            .filter(({ kind }) => kind.type === wanted.type)
            .filter(({ kind }) => kind.conditions.every(each => wanted.conditions.has(each)))
            .filter(({ kind }) => kind.parameters.every(({ role }) => wanted.roles.has(role)))
            .map(({ kind, members }) => [kind.key, [...members].sort((a, b) => a - b)])
          const found = shelves
            .near(wanted)
            .map(({ structure, members }) => [structure.key, members])
          expect([...found].sort()).toEqual([...fits].sort())
        }
      },
    ),
  )
})
