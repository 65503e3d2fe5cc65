// How sure an answer is: by the weakest thing it rests on, and by how often answers that
// rested on such things were right when that was counted.

import {
  type Belief,
  type Provenance,
  planIn,
  type State,
  type StoredCall,
  type Verdict,
} from '../../agent/state.ts'
import { type View, view } from '../../agent/view.ts'
import { parseCondition } from '../../plans/conditions/condition.ts'
import { conflictsIn } from './conflicts.ts'
import { type Held, keyOf, madeOf } from './made-of.ts'

/** What an answer can rest on, from the surest to the least sure; the weakest counts. */
export type Ground =
  | 'given'
  | 'computed'
  | 'found'
  | 'assumed'
  | 'searched'
  | 'reworked'
  | 'doubted'

/**
 * Counted on 2026-11-22 over the answers given to: the recorded runs (test/fixtures/recordings), the
 * sample set (harness/samples), the held-out questions (test/fixtures/offline) and 160 generated ones
 * (seed 20261121, 40 a family), all but the first by the offline reasoner, which declines more readily
 * than a model does. What rests on files handed over was counted on 2026-11-26 over the fourth to the thirteenth set of
 * test/fixtures/offline/unseen*, traps included, each asked of the sources before it came, for on questions that rules
 * were written for it is surer than it ought to be: a query computes exactly, and may ask for something else. Right is
 * what the official scorer calls right, or wrong for its form only (`grade` in harness/measure/score.ts). `test/phases/satisfy/confidence.long.test.ts` counts again.
 */
export const measured: readonly { readonly ground: Ground; right: number; wrong: number }[] = [
  { ground: 'given', right: 95, wrong: 1 }, // what the question gives, put together by code
  { ground: 'computed', right: 90, wrong: 14 }, // what a query gives of the rows of a table that was handed over
  { ground: 'found', right: 111, wrong: 35 }, // quoted from what was handed over, or made of that
  { ground: 'assumed', right: 3, wrong: 0 }, // a value that no source states as it is, a number in words apart (2026-11-27)
  { ground: 'searched', right: 8, wrong: 0 }, // what was found outside
  { ground: 'reworked', right: 7, wrong: 1 }, // a plan after another that failed, or of last resort
  // sources that disagree, what words only imply, or a condition that no pattern decides
  { ground: 'doubted', right: 1, wrong: 0 },
]

/**
 * How likely an answer on this ground is right, from 0 to 1: the mean of a Beta distribution over the
 * counts that begins with one right and one wrong, so that a few counts do not make it certain. No
 * ground is surer than one before it.
 */
export function confidenceOn(ground: Ground): number {
  const last = measured.findIndex(each => each.ground === ground)
  const means = measured
    .slice(0, last + 1)
    .map(({ right, wrong }) => (right + 1) / (right + wrong + 2))
  return Math.min(...means)
}

/**
 * The weakest ground below the beliefs `roles` of intention `id`, which are followed down to what was
 * given, quoted, computed or assumed, through sub-goals as well. `verdict` is the one that
 * satisfied the intention, if a condition was decided.
 */
export function groundOf(
  state: State,
  id: string,
  roles: readonly string[],
  verdict?: Verdict,
): Ground {
  const found = new Set<Ground>(['given'])
  if (verdict && verdict.tier !== 'pattern') found.add('doubted')
  const minds = new Map<string, Mind>()
  const open: Held[] = roles.map(role => ({ id, role }))
  const done = new Set<string>()
  for (let next = open.pop(); next; next = open.pop()) {
    const key = keyOf(next)
    if (done.has(key)) continue
    done.add(key)
    const mind = minds.get(next.id) ?? mindOf(state, next.id)
    minds.set(next.id, mind)
    const belief = mind.seen.beliefs[next.role]
    if (!belief) continue
    for (const ground of grounds(belief, next.role, mind, state)) found.add(ground)
    open.push(...madeOf(belief, next.role, mind.seen, state))
  }
  return measured.findLast(({ ground }) => found.has(ground))!.ground
}

// --- internal ---

/** What an intention sees. */
interface Mind {
  readonly seen: View
  /** Names of beliefs that sources disagree about. */
  readonly disputed: ReadonlySet<string>
}

function mindOf(state: State, id: string): Mind {
  const seen = view(state, id)
  const disputed = new Set(conflictsIn(seen).map(({ name }) => name))
  return { seen, disputed }
}

/** Tools that look at nothing but what was handed over. */
const inside: ReadonlySet<string> = new Set(['read_file', 'table', 'bash', 'calculate'])

function grounds(
  belief: Belief,
  role: string,
  { seen, disputed }: Mind,
  state: State,
): readonly Ground[] {
  const { by, evidence, provenance } = belief
  const { intention } = seen
  const plan = by && planIn(state, intention, by.cycle)
  const step = by && plan?.steps.find(each => each.id === by.step)
  const call = evidence && seen.call(evidence.call)
  const judged = step && step.kind !== 'achieve' && !parseCondition(step.postcondition)
  const doubted =
    judged ||
    disputed.has(intention.bind[role] ?? role) ||
    (by && provenance === 'assumed') ||
    provenance === 'implied'
  const reworked = intention.cycle > 1 || plan?.origin.agent === 'fallback'
  return [
    ...(doubted ? (['doubted'] as const) : []),
    ...(reworked ? (['reworked'] as const) : []),
    ...(provenance === 'assumed' ? (['assumed'] as const) : []),
    ...(call ? [sourceOf(call, provenance)] : []),
  ]
}

/** A query counts all the rows there are; what is copied, or worked out from what was copied, somebody has read. */
function sourceOf({ tool }: StoredCall, provenance: Provenance): Ground {
  if (tool === 'table' && provenance === 'computed') return 'computed'
  return inside.has(tool) ? 'found' : 'searched'
}
