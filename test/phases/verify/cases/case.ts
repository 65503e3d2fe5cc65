// Right step results written by hand, over subjects and wordings that no rule was built with, each with
// wrong variants that a careless reader might give.
import { emptyState } from '../../../../agent/apply.ts'
import type { Belief, NewBelief, StoredCall } from '../../../../agent/state.ts'
import { inUnitOf } from '../../../../phases/claims.ts'
import type { Role, Step, Value } from '../../../../plans/plan.ts'
import type { Right } from '../rights.ts'

/** A claim as it is written here: `quote` and `quotes` are of the only call, `c1`. */
export interface Said {
  readonly value: Value
  readonly unit?: string
  readonly quote?: string
  readonly quotes?: readonly string[]
  /** The call, without a quote. */
  readonly call?: string
  readonly derivation?: string
  readonly implied?: true
}

type Given = Value | { readonly value: Value; readonly unit?: string; readonly call?: string }

/** One step with what it saw and rightly claimed. */
export interface Case {
  readonly question: string
  readonly does: string
  readonly kind?: Step['kind']
  readonly reads?: Readonly<Record<string, Given>>
  /** Other beliefs it sees. */
  readonly beside?: Readonly<Record<string, Given>>
  /** What is demanded of a role beside its name. */
  readonly writes?: Readonly<Record<string, Omit<Role, 'role'>>>
  /** The words of `c1`, or more calls. */
  readonly found?: string | Readonly<Record<string, Partial<StoredCall>>>
  readonly says: Readonly<Record<string, Said>>
  /** Wrong claims, by the kind of mistake; each takes the place of the right one of its role. */
  readonly wrong?: Readonly<Record<string, readonly (Said & { readonly role?: string })[]>>
}

/** The right claims of the cases, by `run` the name of each case. */
export function rightsOf(cases: Readonly<Record<string, Case>>): readonly Right[] {
  return Object.entries(cases).flatMap(([run, each]) => {
    const { step, seen, beliefs, calls } = scene(each)
    const result = { summary: '', beliefs, calls }
    return beliefs.map(belief => ({ run, step, result, belief, seen }))
  })
}

/** The wrong claims written beside them, by the kind of mistake. */
export function wrongsOf(cases: Readonly<Record<string, Case>>) {
  return Object.entries(cases).flatMap(([run, each]) => {
    const { step, seen, beliefs, calls } = scene(each)
    return Object.entries(each.wrong ?? {}).flatMap(([kind, claims]) =>
      claims.map(({ role = beliefs[0]!.name, ...said }) => {
        const belief = inUnitOf(step.writes, claimOf(role, said, step.kind), seen.call)
        const changed = beliefs.map(right => (right.name === role ? belief : right))
        const result = { summary: '', beliefs: changed, calls }
        return { kind, mutant: { run, step, result, belief, seen, how: kind } }
      }),
    )
  })
}

// --- internal ---

function scene({
  question,
  does,
  kind = 'read',
  reads = {},
  beside = {},
  writes = {},
  found = {},
  says,
}: Case) {
  const step: Step = {
    id: 's1',
    kind,
    description: does,
    deps: [],
    reads: Object.keys(reads),
    postcondition: '',
    writes: Object.keys(says).map(role => ({ role, ...writes[role] })),
  }
  const stored = typeof found === 'string' ? { c1: { content: found } } : found
  const calls = Object.entries(stored).map(([id, call]) => [
    id,
    {
      id,
      intention: '1',
      step: 's1',
      tool: 'read_file',
      input: { file: id },
      content: '',
      computes: false,
      failed: false,
      ...call,
    } satisfies StoredCall,
  ])
  const byId: Readonly<Record<string, StoredCall>> = Object.fromEntries(calls)
  const seen = {
    intention: {} as Right['seen']['intention'],
    question,
    schemaBeliefs: [],
    beliefs: Object.assign(Object.create(null), held({ ...beside, ...reads })),
    conflicts: [],
    answerContract: undefined,
    files: [],
    call: (id: string) => byId[id],
    above: [],
    literals: () => ({ of: () => [], rules: [] }),
    planLibrary: emptyState().planLibrary,
    heard: () => ({ said: [], handed: [], calls: Object.values(byId) }),
  }
  const beliefs = Object.entries(says).map(([name, said]) =>
    inUnitOf(step.writes, claimOf(name, said, kind), seen.call),
  )
  return { step, seen, beliefs, calls: Object.keys(stored) }
}

function held(given: Readonly<Record<string, Given>>): Readonly<Record<string, Belief>> {
  const entries = Object.entries(given).map(([name, each]) => {
    const { call, ...quantity } =
      typeof each === 'object' && 'value' in each ? each : { value: each as Value, call: undefined }
    const evidence = call === undefined ? {} : { evidence: { call } }
    const about = { source: 'user', provenance: 'given', scope: '1', version: 1, at: 0 } as const
    return [name, { name, ...quantity, ...evidence, ...about }]
  })
  return Object.fromEntries(entries)
}

function claimOf(name: string, { quote, quotes, call, ...said }: Said, source: string): NewBelief {
  const words = quotes ?? (quote === undefined ? [] : [quote])
  const [first, ...further] = words.map(quote => ({ call: call ?? 'c1', quote }))
  const evidence = first ?? (call === undefined ? undefined : { call })
  return {
    name,
    source,
    provenance: 'assumed',
    ...said,
    ...(evidence && { evidence }),
    ...(further.length > 0 && { furtherEvidence: further }),
  }
}
