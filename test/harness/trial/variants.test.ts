// The libraries that the arms of a trial begin with: the best plans, other labels, and no care.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parted, seenBy } from '../../../harness/trial/parts.ts'
import { best, shuffled, stale } from '../../../harness/trial/variants.ts'
import { canonical } from '../../../plans/canonical.ts'
import { automated } from '../../../plans/habits/habits.ts'
import { identify } from '../../../plans/identify.ts'
import { questionHash } from '../../../plans/library/seen.ts'
import { noStats, type Plan, type PlanDraft } from '../../../plans/plan.ts'

const origin = { agent: 'a', model: 'm', createdAt: '2026-11-01T00:00:00.000Z', seenQuestions: [] }

/** A plan of this type whose step does something of its own. */
function planOf(type: string, own: string, action?: PlanDraft['steps'][number]['action']): Plan {
  const draft: PlanDraft = {
    intentionType: type,
    goal: `reach ${type}`,
    contextConditions: [`task requires ${type}`],
    parameters: [{ role: 'file' }],
    steps: [
      {
        id: 's1',
        kind: 'read',
        description: own,
        deps: [],
        reads: ['file'],
        writes: [{ role: 'final_answer' }],
        ...(action && { action }),
        postcondition: 'ground_belief(final_answer) is known',
      },
    ],
  }
  const stats = { run: { ...noStats, useCount: own.length, judgedRight: type.length } }
  return identify(draft, origin, stats)
}

const types = ['sum_column', 'mean_of_rows', 'largest_group', 'look_up_date', 'share_of_part']
const libraries = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...types), fc.constantFrom('this', 'that', 'more')), {
    minLength: 1,
    maxLength: 12,
    selector: pair => pair.join(),
  })
  .map(pairs => pairs.map(([type, own]) => planOf(type, `${own} of ${type}`)))

test('no shuffled plan keeps its type, all steps stay, and the same seed deals the same way', () => {
  fc.assert(
    fc.property(libraries, fc.nat(100), (plans, seed) => {
      const dealt = shuffled(plans, seed)
      if (new Set(plans.map(each => each.intentionType)).size < 2) return dealt === undefined
      const typeOf = new Map(plans.map(each => [canonical(each.steps), each]))
      for (const plan of dealt!) {
        const own = typeOf.get(canonical(plan.steps))!
        expect(plan.intentionType).not.toBe(own.intentionType)
        // the counts are those of the label, so that it is chosen as readily
        expect(plan.stats.run!.judgedRight).toBe(plan.intentionType.length)
        expect(plan.goal).toBe(`reach ${plan.intentionType}`)
      }
      expect(dealt!.length).toBe(plans.length)
      expect(shuffled(plans, seed)).toEqual(dealt)
      return true
    }),
    { numRuns: 40 },
  )
})

test('a stale library holds old versions, former names of tools, and no evidence', () => {
  const first = planOf('sum_column', 'read it')
  const done = { tool: 'table', input: { file: '{file}' } }
  const habit = automated(first, [{ step: 's1', action: done, times: 3 }])
  const quick = identify(habit, { ...origin, refines: first.id, automated: ['s1'] })
  const better = planOf('mean_of_rows', 'read it twice')
  const best = { ...better, origin: { ...origin, refines: 'older-one' } }
  const older = { ...planOf('mean_of_rows', 'read it once'), id: 'older-one' }
  const tooled = planOf('largest_group', 'group it', done)
  const aged = stale([quick, best, tooled], new Map([[older.id, older]]))
  expect(aged).toMatchObject({ reverted: 2, renamed: 1, forgotten: 0 })
  const steps = aged.plans.map(plan => plan.steps[0]!)
  // undoing the habits of a plan gives the very plan that it was made from
  expect(aged.plans.map(({ id }) => id)).toContain(first.id)
  expect(steps.map(({ description }) => description)).toContain('read it once')
  expect(steps.flatMap(({ action }) => action ?? [])).toEqual([
    { tool: 'former_table', input: { file: '{file}' } },
  ])
  expect(aged.plans.flatMap(({ stats }) => Object.keys(stats))).toEqual([])
})

test('the best plans are those with the best evidence, whatever their order', () => {
  const judged = (type: string, judgedRight: number, judgedWrong: number): Plan => ({
    ...planOf(type, 'read'),
    stats: { run: { ...noStats, useCount: judgedRight + judgedWrong, judgedRight, judgedWrong } },
  })
  const [often, once, never, bad] = [
    ...[judged('a_b', 8, 0), judged('c_d', 1, 0), judged('e_f', 0, 0), judged('g_h', 0, 3)],
  ] as const
  expect(best([bad, never, once, often], 3)).toEqual([often, once, never])
  expect(best([often, bad], 0)).toEqual([])
  expect(best([bad], 5)).toEqual([bad])
})

test('a share of every family is trained on, and a question always stands on one side', () => {
  const question = (id: string, family: string) => ({
    id,
    family,
    question: id,
    answer: '1',
    files: [],
  })
  const sets = fc.uniqueArray(
    fc.tuple(fc.stringMatching(/^[a-z]{1,4}$/), fc.constantFrom('x', 'y')),
    {
      minLength: 8,
      maxLength: 30,
      selector: ([id]) => id,
    },
  )
  fc.assert(
    fc.property(sets, fc.nat(50), (pairs, seed) => {
      const set = pairs.map(([id, family]) => question(id, family))
      const { train, test } = parted(set, { share: 0.5 }, seed)
      expect(new Set([...train, ...test]).size).toBe(set.length)
      for (const family of ['x', 'y']) {
        const all = set.filter(each => each.family === family).length
        expect(train.filter(each => each.family === family).length).toBe(Math.round(all / 2))
      }
      // where a question stands does not hang on the order of the set
      const reversed = parted([...set].reverse(), { share: 0.5 }, seed)
      expect(reversed.train.map(({ id }) => id).sort()).toEqual(train.map(({ id }) => id).sort())
    }),
  )
})

test('a plan has seen a question whatever its spacing and case', () => {
  const seen = planOf('sum_column', 'read')
  const plan = { ...seen, origin: { ...origin, seenQuestions: ['What  is the SUM?'] } }
  const asked = ['what is the sum?', 'What is the mean?']
  const test = asked.map((question, at) => ({ id: `q${at}`, question, answer: '1', files: [] }))
  expect(seenBy([plan], test)).toEqual(['q0'])
  // also where an exported plan has only hashes of what it has seen, or examples to be tested on
  const hashed = { ...seen, origin: { ...origin, seenHashes: [questionHash(asked[1]!)] } }
  const tested = { ...seen, examples: [{ question: asked[0]!, answer: '1' }] }
  expect(seenBy([hashed, tested], test)).toEqual(['q0', 'q1'])
  expect(seenBy([seen], test)).toEqual([])
})
