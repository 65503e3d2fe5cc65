// Provenance catches values: of the right claims none is refused, and of the wrong ones made from them
// few get through, with no model call. `npm run bench -- verifier` shows more of the same.
import { describe, expect, test } from 'vitest'
import { bodies, countedBy, fateOf, isRefused, told } from './verify/measure.ts'

const all = (await bodies()).map(body => ({ ...body, counts: countedBy(body.wrongs) }))

describe.each(all)('of $name', ({ rights, wrongs, counts }) => {
  test('no right claim is refused', () => {
    expect(rights.length).toBeGreaterThan(60)
    const refused = rights.flatMap(right => {
      const fate = fateOf(right)
      return isRefused(fate) ? [`${right.run} ${right.step.id}: ${fate.refused}`] : []
    })
    expect(refused).toEqual([])
  })

  test('few wrong claims get through of the kinds that code can tell', () => {
    expect(wrongs.length).toBeGreaterThan(300)
    // where a sentence lies or what a list has to hold, only a reader can say
    const open = [
      'neighbouring row',
      'wrong neighbour',
      'wrong role',
      'item dropped',
      'item added',
      'item exchanged',
      'mere copy',
      'neighbouring column',
    ]
    for (const counted of counts.filter(({ kind }) => !open.includes(kind)))
      expect(counted.slipped.length, told(counted).join('\n')).toBeLessThanOrEqual(
        Math.max(1, counted.made * 0.05),
      )
  })
})

test('of all wrong claims at most 3 % get through', () => {
  const counts = all.flatMap(body => body.counts)
  const made = counts.reduce((sum, each) => sum + each.made, 0)
  const slipped = counts.reduce((sum, each) => sum + each.slipped.length, 0)
  expect(made).toBeGreaterThan(1500)
  expect(slipped / made, counts.flatMap(told).join('\n')).toBeLessThanOrEqual(0.03)
})
