// Questions that look alike and want another plan, and questions that look different and want the
// same one, with what a model says of them. Written for this project; see the fixture's README.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { identify } from '../../../plans/identify.ts'
import type { Plan, Role, Value } from '../../../plans/plan.ts'
import type { PlanQuery } from '../../../plans/retrieval/plan-index.ts'

/** A question as perceive and formalize understand it. */
export interface Understood {
  readonly question: string
  readonly type: string
  readonly goal: string
  readonly schemaBeliefs: readonly string[]
  readonly roles: readonly {
    readonly role: string
    readonly value?: Value
    readonly unit?: string
  }[]
  /** What makes a look-alike another task. */
  readonly difference?: string
}

/** A question with the plan made for it, and others that are near it. */
export interface Family {
  readonly id: string
  readonly made: Understood
  readonly plan: Plan
  readonly lookalikes: readonly Understood[]
  readonly twins: readonly Understood[]
}

/** The families of a fixture. */
export function familiesIn(name: string): readonly Family[] {
  const file = join(import.meta.dirname, '..', '..', 'fixtures', 'lookalikes', `${name}.jsonl`)
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map(line => {
    const { plan, ...family } = JSON.parse(line) as Written
    return { ...family, plan: planOf(family.made, plan) }
  })
}

/** All that retrieval may be told. */
export function queryOf({ type, goal, schemaBeliefs, roles }: Understood): PlanQuery {
  return { type, goal, schemaBeliefs, roles }
}

/** What deliberate tells where the goal and the values are left out. */
export function sparseQueryOf({ type, schemaBeliefs, roles }: Understood): PlanQuery {
  const slots = roles.map(({ role, unit }) => ({ role, ...(unit !== undefined && { unit }) }))
  return { type, schemaBeliefs, roles: slots }
}

// --- internal ---

interface Written extends Omit<Family, 'plan'> {
  readonly plan: {
    readonly goal: string
    readonly parameters: Role[]
    readonly steps: readonly {
      readonly role: string
      readonly reads: string[]
      readonly expression?: string
      readonly description?: string
    }[]
  }
}

function planOf(made: Understood, { goal, parameters, steps }: Written['plan']): Plan {
  const draft = {
    intentionType: made.type,
    goal,
    contextConditions: [...made.schemaBeliefs],
    parameters,
    steps: steps.map(({ role, reads, expression, description }, i) => ({
      id: `s${i + 1}`,
      kind: role === 'final_answer' ? ('synthesize' as const) : ('compute' as const),
      description: description ?? `establish ${role}`,
      deps: steps.slice(0, i).map((_, before) => `s${before + 1}`),
      reads,
      writes: [{ role }],
      ...(expression !== undefined && { action: { expression } }),
      postcondition: `ground_belief(${role}) is known`,
    })),
  }
  return identify(draft, { agent: 'test', model: 'none', createdAt: '', seenQuestions: [] })
}
