// Truth maintenance: what was derived from a belief that changes is derived again, and what
// cannot be is withdrawn, with all that rested on it. Pure; used by `apply` only.
import { derive, readBy } from '../../plans/expressions/derive.ts'
import { openBelow, update } from '../goals/intentions.ts'
import {
  type Belief,
  type BeliefChange,
  type Intention,
  type Scope,
  type State,
  stepsIn,
} from '../state.ts'
import { learn, withdraw } from './beliefs.ts'

/** The state with `scope` changed from outside its steps, and all that rested on what it held set right. */
export function changedBeliefs(
  state: State,
  scope: Scope,
  { removed, added }: BeliefChange,
  at: number,
): State {
  const groundBeliefs = learn(withdraw(state.groundBeliefs, scope, removed), scope, added, at)
  const touched = [...removed, ...added.map(({ name }) => name)]
  const changed = changedNames(state.groundBeliefs, groundBeliefs, scope, touched)
  return revise({ ...state, groundBeliefs }, scope, changed, at)
}

/**
 * The state after the beliefs `changed` of `scope` have been edited or withdrawn, with everything that
 * rested on them set right: a derivation is evaluated again; a value that a step took from elsewhere
 * in their light is withdrawn, and the step is to be carried out again. Beliefs of the world, the
 * session and the memory are seen by every open intention. Intentions that are closed are history and
 * stay as they are. Costs what the open intentions hold, and nothing when `changed` is empty.
 */
export function revise(state: State, scope: Scope, touched: readonly string[], at: number): State {
  const changed = touched.filter(name => isRole.test(name)) // nothing rests on a sentence or a literal
  if (changed.length === 0) return state
  const own = state.intentions.get(scope)
  if (own) return own.status === 'open' ? follow(state, scope, changed, at).state : state
  const within = follow(state, scope, changed, at)
  const open = [...state.begun.keys()].flatMap(root => openBelow(state, root))
  return open.reduce((next, { id }) => {
    const hidden = state.groundBeliefs.get(id)
    const seen = within.changed.filter(name => !hidden?.has(name))
    return follow(next, id, seen, at).state
  }, within.state)
}

/** The names whose newest value is another one, or gone, in `after`. */
export function changedNames(
  before: State['groundBeliefs'],
  after: State['groundBeliefs'],
  scope: Scope,
  touched: readonly string[],
): readonly string[] {
  return [...new Set(touched)].filter(name => {
    const old = before.get(scope)?.get(name)?.at(-1)
    return old && !sameValue(old, after.get(scope)?.get(name)?.at(-1))
  })
}

/** The names among `beliefs` whose derivation rests on one of `names`, directly or through others. */
export function restingOn(
  beliefs: readonly Pick<Belief, 'name' | 'derivation'>[],
  names: readonly string[],
): readonly string[] {
  const known = [...new Set([...beliefs.map(belief => belief.name), ...names])]
  const read = beliefs.map(({ name, derivation }) => ({
    name,
    of: derivation === undefined ? [] : readBy(derivation, known),
  }))
  const found = new Set(names)
  for (let size = 0; size < found.size; ) {
    size = found.size
    for (const { name, of } of read) if (of.some(each => found.has(each))) found.add(name)
  }
  return [...found].filter(name => !names.includes(name))
}

// --- internal ---

const isRole = /^[a-z][a-z0-9_]*$/

interface Revised {
  readonly state: State
  readonly changed: readonly string[]
}

/** Sets right what rests on `first`, and what rests on that; each name once, as beliefs may go round. */
function follow(before: State, scope: Scope, first: readonly string[], at: number): Revised {
  const { bind = {} } = before.intentions.get(scope) ?? {}
  const scopes = before.intentions.has(scope) ? [scope, 'session', 'memory', 'world'] : [scope]
  const seen = new Set(first)
  let state = before
  for (let changed = first; changed.length > 0; ) {
    const roles = Object.keys(bind).filter(role => changed.includes(bind[role]!))
    const names = new Set([...changed, ...roles])
    const derived = deriveAgain(state, scopes, { names, seen, bind, at })
    const undone = openAgain(derived.state, scope, names)
    state = undone.state
    changed = [...derived.changed, ...undone.changed].filter(name => !seen.has(name))
    for (const name of changed) seen.add(name)
  }
  return { state, changed: [...seen] }
}

interface Change {
  readonly names: ReadonlySet<string>
  /** What has been set right already. */
  readonly seen: ReadonlySet<string>
  readonly bind: Intention['bind']
  readonly at: number
}

/** Derivations in the first of `scopes` that name what has changed, evaluated over what all of them hold. */
function deriveAgain(state: State, scopes: readonly Scope[], change: Change): Revised {
  const [scope] = scopes as readonly [Scope]
  const held = state.groundBeliefs.get(scope)
  const derived = [...(held ?? [])].filter(
    ([name, versions]) => !change.seen.has(name) && versions.some(b => b.derivation !== undefined),
  )
  if (derived.length === 0) return { state, changed: [] }
  const known: Record<string, Belief> = Object.create(null)
  for (const each of [...scopes].reverse())
    for (const [name, versions] of state.groundBeliefs.get(each) ?? [])
      known[name] = versions.at(-1)!
  for (const [role, name] of Object.entries(change.bind))
    if (known[name]) known[role] ??= known[name]
  const revised = derived.flatMap(([name, versions]) => {
    const next = versions.flatMap(belief => again(belief, change, known))
    const same = next.length === versions.length && next.every((b, i) => b === versions[i])
    return same ? [] : [[name, next] as const]
  })
  const groundBeliefs = revised.reduce(
    (all, [name, next]) => replaced(all, scope, name, next),
    state.groundBeliefs,
  )
  return { state: { ...state, groundBeliefs }, changed: revised.map(([name]) => name) }
}

/** The belief as it is, derived again, or none. */
function again(
  belief: Belief,
  { names, at }: Change,
  known: Readonly<Record<string, Belief>>,
): readonly Belief[] {
  const { derivation, unit } = belief
  if (derivation === undefined) return [belief]
  const read = readBy(derivation, [...names, ...Object.keys(known)])
  if (!read.some(name => names.has(name))) return [belief]
  const result = derive(derivation, known, unit)
  if (!result.ok) return []
  const next = { ...belief, value: result.value }
  return sameValue(belief, next) ? [belief] : [{ ...next, version: belief.version + 1, at }]
}

/** Steps of this cycle that read what has changed are open again, and what they found is withdrawn. */
function openAgain(state: State, id: string, names: ReadonlySet<string>): Revised {
  const intention = state.intentions.get(id)
  if (!intention) return { state, changed: [] }
  const { steps, plan, cycle } = intention
  const stale = stepsIn(state, plan).filter(
    s => steps[s.id] === 'done' && s.reads.some(role => names.has(role)),
  )
  let { groundBeliefs } = state
  const changed: string[] = []
  const open = new Set<string>()
  for (const step of stale)
    for (const { role } of step.writes) {
      const versions = groundBeliefs.get(id)?.get(role) ?? []
      const own = ({ by, derivation }: Belief) =>
        derivation === undefined && by?.cycle === cycle && by.step === step.id
      if (!versions.some(own)) continue
      const others = versions.filter(b => !own(b))
      groundBeliefs = replaced(groundBeliefs, id, role, others)
      changed.push(role)
      open.add(step.id)
    }
  if (open.size === 0) return { state, changed }
  const left = Object.fromEntries(Object.entries(steps).filter(([step]) => !open.has(step)))
  return { state: update({ ...state, groundBeliefs }, id, { steps: left }), changed }
}

function replaced(
  beliefs: State['groundBeliefs'],
  scope: Scope,
  name: string,
  versions: readonly Belief[],
): State['groundBeliefs'] {
  const held = beliefs.get(scope)!
  return beliefs.set(scope, versions.length > 0 ? held.set(name, versions) : held.delete(name))
}

const sameValue = (a: Belief, b: Belief | undefined): boolean =>
  b !== undefined && JSON.stringify([a.value, a.unit]) === JSON.stringify([b.value, b.unit])
