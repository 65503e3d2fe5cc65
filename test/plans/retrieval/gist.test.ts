// What sentences come down to, shelves of structures, and pairs judged once.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { concepts, contrasts, synonyms } from '../../../plans/retrieval/concepts.ts'
import type { Entailed } from '../../../plans/retrieval/entail.ts'
import { opposites, type Structure, typeKey, wantedOf } from '../../../plans/retrieval/fit.ts'
import { gistKey, gistOf, gistOfAll, isOperation } from '../../../plans/retrieval/gist.ts'
import { createMatrix } from '../../../plans/retrieval/matrix.ts'
import { createStructures } from '../../../plans/retrieval/structures.ts'

describe('the gist', () => {
  const all = Object.entries({ ...concepts, ...synonyms })
  test.each(all.flatMap(([concept, words]) => words.split(' ').map(word => [word, concept])))(
    'of %s is %s',
    (word, concept) => {
      expect(gistOf(`the ${word.replaceAll('_', ' ')}`)).toEqual([concept])
      expect(isOperation(concept)).toBe(Object.hasOwn(concepts, concept))
    },
  )

  test.each([
    ['Find the average of all prices', 'mean pric'],
    ['prices averaged', 'mean pric'],
    ['how many rooms, rooms', 'count room'],
    ['15 % of it', '15 percent'],
    ['take b from the list', 'b list tak'],
    ['distance_in_km', 'distanc km'],
  ])('%s: %s', (text, words) => {
    expect([...gistOf(text)].sort()).toEqual(words.split(' ').sort())
  })

  test('has one key whatever the order, unless the order is what is asked', () => {
    expect(gistKey('sum of the prices')).toBe(gistKey('prices to be added'))
    expect(gistKey('ratio of width and height')).not.toBe(gistKey('ratio of height and width'))
    expect(gistKey('sum before mean')).not.toBe(gistKey('mean before sum'))
    expect(gistKey('sum and mean')).not.toBe(gistKey('mean and sum'))
    expect([...gistOfAll(['the sum', 'sum of prices'])]).toEqual(['sum', 'pric'])
    expect(typeKey('Travel-Time')).toBe(typeKey('travel_time'))
    expect(typeKey('The!')).toBe('the_')
  })
})

describe('a formula', () => {
  const formulas = [
    'a_size * b_size',
    'a_size / b_size',
    'a_size - b_size',
    'a_size + b_size',
    'b_size - a_size',
    'a_size / b_size / b_size',
    '(a_size + b_size) * c_size',
    'a_size + (b_size * c_size)',
    'a_size + b_size * c_size',
    'sqrt(a_size) + b_size',
    'sqrt(a_size + b_size)',
  ]
  test('says the same as no other', () => {
    const keys = new Set(formulas.map(each => gistKey(`task requires ${each}.`)))
    expect(keys.size).toBe(formulas.length)
    expect(gistKey('requires a_size*b_size')).toBe(gistKey('requires a_size * b_size'))
  })

  test.each([
    'the route Lund - Malt',
    'and/or, first-class, 2024-05-01',
    '- first\n- second',
    'C++ and C#',
    'sales of 2023 - sales of 2024',
  ])('is none: %s', text => {
    expect(gistOf(text).filter(word => /[^\p{L}\p{N}]/u.test(word))).toEqual([])
  })
})

describe('sides of a contrast', () => {
  const structure = (words: readonly string[]) =>
    ({
      sides: contrasts.map(sides =>
        sides.filter(s => s.some(w => words.includes(w))).map(([n]) => n!),
      ),
    }) as unknown as Structure
  const against = (plan: string, asked: string, subGoal = false) => [
    ...opposites(
      structure([plan]),
      wantedOf({ type: asked, schemaBeliefs: [], roles: [], subGoal }),
    ),
  ]
  const pairs = contrasts.flatMap(sides =>
    sides.flatMap(one =>
      sides.filter(other => other !== one).map(other => [one[0]!, other[0]!] as const),
    ),
  )
  test.each(pairs)('a plan for %s is not for %s', (one, other) => {
    const word = { upmost: 'at most', least: 'at least', spread: 'range of', during: 'between' }
    const asked = word[other as 'least'] ?? other
    expect(against(one, asked)).toContain(`asked for is ${other}, the plan is for ${one}`)
    expect(against(one, asked, true)).toEqual([])
  })

  test('agree where one of them is meant, or the plan names several', () => {
    expect(against('total', 'the sum')).toEqual([])
    expect(against('mean', 'a colour')).toEqual([])
    const both = structure(['mean', 'median'])
    expect([...opposites(both, wantedOf({ type: 'sum', schemaBeliefs: [], roles: [] }))]).toEqual(
      [],
    )
  })
})

test('shelves hold what was put on them, best first, and are found by all that they need', () => {
  const need = fc.subarray(['a', 'b', 'c'])
  const kind = fc.record({ type: fc.constantFrom('t', 'u'), conditions: need, roles: need })
  const keyOf = (of: { type: string; conditions: string[]; roles: string[] }) => JSON.stringify(of)
  const structureOf = (of: { type: string; conditions: string[]; roles: string[] }) =>
    ({
      key: keyOf(of),
      type: of.type,
      conditions: of.conditions,
      parameters: of.roles.map(role => ({ role })),
    }) as unknown as Structure
  const step = fc.record({ of: kind, member: fc.nat(9), add: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), kind, (steps, asked) => {
      const structures = createStructures<number>((a, b) => a - b)
      const held = new Map<string, { of: typeof asked; members: Set<number> }>()
      for (const { of, member, add } of steps) {
        const key = keyOf(of)
        const known = held.get(key) ?? { of, members: new Set() }
        if (add && !known.members.has(member)) {
          structures.add(structureOf(of), member)
          held.set(key, { of, members: known.members.add(member) })
        } else if (!add) {
          structures.remove(structureOf(of), member)
          known.members.delete(member)
          if (known.members.size === 0) held.delete(key)
        }
        expect(structures.held(key)?.key).toBe(held.has(key) ? key : undefined)
      }
      const near = structures.near({
        type: asked.type,
        conditions: new Set(asked.conditions),
        roles: new Map(asked.roles.map(role => [role, { role }])),
      } as never)
      const fits = (of: typeof asked) =>
        of.type === asked.type &&
        of.conditions.every(each => asked.conditions.includes(each)) &&
        of.roles.every(each => asked.roles.includes(each))
      const wanted = [...held.values()].filter(({ of }) => fits(of))
      expect([...near].map(({ structure, members }) => [structure.key, ...members]).sort()).toEqual(
        wanted.map(({ of, members }) => [keyOf(of), ...[...members].sort((a, b) => a - b)]).sort(),
      )
    }),
  )
})

test('each pair of sentence and statement is judged once', async () => {
  const asked: string[] = []
  const entail = async (premises: readonly string[], hypotheses: readonly string[]) =>
    hypotheses.map((hypothesis): Entailed => {
      for (const premise of premises) asked.push(`${premise}>${hypothesis}`)
      const scores = premises.map(premise =>
        premise.startsWith(hypothesis) ? premise.length / 10 : 0,
      )
      return { entailed: scores.some(score => score > 0), why: '', scores }
    })
  const matrix = createMatrix()
  const first = await matrix.judge(entail, ['ab', 'abc', 'ab'], ['a', 'b', 'a'])
  expect(first.found).toEqual([
    { score: 0.3, sentence: 'abc' },
    { score: 0 },
    { score: 0.3, sentence: 'abc' },
  ])
  expect(first.count).toEqual({ pairs: 4, judged: 4 })
  const second = await matrix.judge(entail, ['ab', 'b', 'x', 'y', 'z'], ['a', 'b', 'c'])
  expect(second.found).toEqual([
    { score: 0.2, sentence: 'ab' },
    { score: 0.1, sentence: 'b' },
    { score: 0 },
  ])
  expect(second.count).toEqual({ pairs: 15, judged: 13 })
  expect(new Set(asked).size).toBe(asked.length)
  const third = await matrix.judge(entail, ['ab', 'b'], ['b'])
  expect(third.count).toEqual({ pairs: 2, judged: 0 })
})

test('without scores the sentence named as premise is the one that entails', async () => {
  const entail = async (premises: readonly string[], hypotheses: readonly string[]) =>
    hypotheses.map(() => ({ entailed: true, why: '', premise: premises[1]! }))
  const { found } = await createMatrix().judge(entail, ['x', 'y'], ['z'])
  expect(found).toEqual([{ score: 1, sentence: 'y' }])
})
