// Provenance catches values: of the right claims in the recorded runs none is refused, and of the
// wrong ones made from them few get through, with no model call.
import { expect, test } from 'vitest'
import { refusal, share, slips, tabulate } from '../support/mutators-measure.ts'
import { offlineRights, type Right, recordedRights } from '../support/mutators-rights.ts'

const bodies: readonly (readonly [string, readonly Right[]])[] = [
  ['the recorded runs', await recordedRights()],
  ['the offline reasoner', await offlineRights()],
]

test.each(bodies)('of the right claims in $0 none is refused', async (_, rights) => {
  expect(rights.length).toBeGreaterThan(60)
  const refused: string[] = []
  for (const right of rights) {
    const why = await refusal(right)
    if (why !== undefined) refused.push(`${right.run} ${right.step.id}: ${why}`)
  }
  expect(refused).toEqual([])
})

test.each(bodies)(
  'of the wrong claims made from $0 at most 5 % get through',
  async (name, rights) => {
    const counts = await slips(rights)
    console.log(`${name}: kind, made, slipped\n${tabulate(counts)}`)
    expect(counts.reduce((all, { made }) => all + made, 0)).toBeGreaterThan(300)
    expect(share(counts)).toBeLessThanOrEqual(0.05)
    // where the row lies or what the list has to hold, only a reader can say
    const readable = counts.filter(
      ({ kind }) => kind !== 'neighbouring row' && kind !== 'wrong role',
    )
    for (const { kind, made, slipped } of readable)
      expect(slipped.length, kind).toBeLessThanOrEqual(made * 0.05)
  },
)
