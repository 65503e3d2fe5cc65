// Random plans for the property tests of plans/: well-formed drafts, and drafts as a careless model
// writes them.
import fc from 'fast-check'
import { identify } from '../../plans/identify.ts'
import { runHash } from '../../plans/library/seen.ts'
import {
  type Action,
  mostWordings,
  type Plan,
  type PlanDraft,
  type RunStats,
  type Step,
  type Wording,
} from '../../plans/plan.ts'
import { simpleDraft } from './simple-draft.ts'

const roles = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta']
export const role = fc.constantFrom(...roles)

const kind = fc.constantFrom(
  'fetch',
  'read',
  'compute',
  'synthesize',
  'achieve',
  'act',
  'believe',
) satisfies fc.Arbitrary<Step['kind']>

const action: fc.Arbitrary<Action | undefined> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  fc.tuple(role, role).map(([a, b]) => ({ expression: `${a} * 2 + {${b}}` })),
  role.map(name => ({
    tool: 'look_up',
    input: { query: `what is {${name}}`, deep: [`{${name}}`] },
  })),
  role.map(name => ({ act: 'move', args: [`{${name}}`] })),
)

const postcondition = fc.oneof(
  role.map(name => `ground_belief(${name}) is known`),
  fc.constant('the result is plausible'),
)

const looseStep = (ids: readonly string[]) =>
  fc.record({
    id: fc.constantFrom(...ids),
    kind,
    description: role.map(name => `establish what follows from {${name}}`),
    deps: fc.array(fc.constantFrom(...ids, 'nowhere'), { maxLength: 2 }),
    reads: fc.array(role, { maxLength: 2 }),
    writes: fc.array(
      role.map(name => ({ role: name })),
      { maxLength: 2 },
    ),
    action,
    postcondition,
  })

/** A draft with whatever faults chance gives it. */
export const carelessDraft: fc.Arbitrary<PlanDraft> = fc.integer({ min: 1, max: 6 }).chain(size => {
  const ids = Array.from({ length: size }, (_, i) => `s${i + 1}`)
  return draftOf(fc.array(looseStep(ids), { minLength: 1, maxLength: size }))
})

/**
 * A draft whose mistakes are such as a model makes: its steps are in order, every role is written
 * once, what is read exists somewhere, and the edges are mostly forgotten.
 */
export const forgetfulDraft: fc.Arbitrary<PlanDraft> = fc
  .shuffledSubarray(roles, { minLength: 2 })
  .chain(written =>
    draftOf(
      fc.tuple(
        ...written.map((name, i) =>
          fc
            .record({
              kind: fc.constantFrom('fetch', 'read', 'compute', 'synthesize'),
              reads: fc.array(fc.constantFrom(...written.slice(0, i), 'given_role'), {
                maxLength: 2,
              }),
              deps: fc.subarray(written.slice(0, i).map((_, j) => `s${j + 1}`)),
              useAction: fc.boolean(),
            })
            .map(({ kind, reads, deps, useAction }) => {
              const step: Step = {
                id: `s${i + 1}`,
                kind,
                description: `establish {${name}}`,
                deps,
                reads,
                writes: [{ role: name }],
                postcondition: `ground_belief(${name}) is known`,
              }
              if (!useAction || reads.length === 0) return step
              return { ...step, action: { expression: `${reads.join(' + ')} + 1` } }
            }),
        ),
      ),
    ),
  )

function draftOf(steps: fc.Arbitrary<unknown[]>): fc.Arbitrary<PlanDraft> {
  return fc
    .record({
      intentionType: fc.constantFrom('rate_of_change', 'count_matching_rows', 'find_source'),
      goal: fc.constant('establish the result'),
      contextConditions: fc.subarray(['task requires a rate', 'task requires a count']),
      parameters: fc.uniqueArray(
        role.map(name => ({ role: name })),
        { maxLength: 2, selector: entry => entry.role },
      ),
      steps,
    })
    .map(draft => withoutUndefined(draft) as PlanDraft)
}

function withoutUndefined(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

const ways = fc.dictionary(
  fc.constantFrom('s1', 's2'),
  fc.dictionary(
    fc.constantFrom('{"expression":"amount * 2"}', '{"expression":"2 * amount"}'),
    fc.record({ found: fc.nat(5), done: fc.nat(5), failed: fc.nat(2) }),
  ),
)

const counts = {
  useCount: fc.nat(9),
  successCount: fc.nat(9),
  failureCount: fc.nat(9),
  judgedRight: fc.nat(9),
  judgedWrong: fc.nat(9),
}

const stats: fc.Arbitrary<RunStats> = fc.oneof(
  fc.record(counts),
  fc.record({ ...counts, ways }),
  fc.record({ ...counts, freshCount: fc.nat(9), model: fc.constantFrom('small', 'large') }),
)

/**
 * A plan of a library. Few contents and few runs, so that two libraries have plans in common; one run also goes by
 * the hash that an export gives it.
 */
export const plan: fc.Arbitrary<Plan> = fc
  .record({
    name: fc.constantFrom('find_source', 'rate_of_change', 'count_matching_rows'),
    goal: fc.constantFrom('establish the result', 'establish the source'),
    stats: fc.oneof(
      fc.dictionary(fc.constantFrom('run-1', 'run-2', 'run-3'), stats),
      fc.dictionary(fc.constantFrom(runHash('run-1'), 'run-2', 'run-3'), stats),
    ),
    createdAt: fc.constantFrom('2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'),
    model: fc.constantFrom('one', 'two'),
    seenQuestions: fc.subarray(['q1', 'q2', 'q3']),
    wordings: fc.option(fc.subarray(['a', 'b', 'c', 'd', 'e', 'f', 'g'], { minLength: 1 })),
  })
  .map(({ name, goal, stats, createdAt, model, seenQuestions, wordings }) => {
    const origin = { agent: 'self-aware', model, createdAt, seenQuestions }
    const plan = identify(simpleDraft(name, goal), origin, stats)
    return wordings ? { ...plan, wordings: wordings.slice(0, mostWordings).map(wordingOf) } : plan
  })

const wordingOf = (text: string): Wording => ({
  text,
  beliefs: [],
  schemaBeliefs: [],
  bind: {},
  files: [],
})
