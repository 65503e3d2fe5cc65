// Whether a formula follows from beliefs, and what its variables stand for then.
import { internalTests } from './internal-tests.ts'
import type { Rule } from './program.ts'
import { list, type Structure, structure, type Term, variable, withVariables } from './term.ts'
import { type Bindings, order, resolve, unify, walk } from './unify.ts'
import { marked } from './values.ts'

/** What is believed, as a formula is asked of it. */
export interface Beliefs {
  /** The beliefs of a name and arity, such as `free/1`, with their annotations. */
  readonly of: (indicator: string) => readonly Structure[]
  /** By which more follows. */
  readonly rules: readonly Rule[]
}

/** A formula that cannot be decided: what it lacks, in one sentence. */
export class UndecidedError extends Error {}

/**
 * Every way in which all the formulas hold, the first first: as AgentSpeak(L) has it, from left to right
 * over the beliefs in their order, and then over the rules. Throws an UndecidedError where an operator gets
 * what it cannot take, and for rules that go round for ever.
 */
export function solve(
  formulas: readonly Term[],
  beliefs: Beliefs,
  bindings: Bindings,
): readonly Bindings[] {
  const all: Bindings[] = []
  search(formulas, beliefs, bindings, found => {
    all.push(found)
    return false
  })
  return all
}

/** The first way in which all hold, or `undefined`. */
export function first(
  formulas: readonly Term[],
  beliefs: Beliefs,
  bindings: Bindings,
): { readonly bindings: Bindings } | undefined {
  let first: { readonly bindings: Bindings } | undefined
  search(formulas, beliefs, bindings, found => {
    first = { bindings: found }
    return true
  })
  return first
}

// --- internal ---

/** What is still to be shown, the first first. */
interface Pending {
  readonly goal: Term | Conclusion
  readonly rest: Goals
}
type Goals = Pending | undefined

/** Behind the body of a rule, whose variables are its own: what its head says then is said of what was wanted. */
interface Conclusion {
  readonly wanted: Structure
  readonly head: Structure
  readonly outside: Bindings
}

interface Choice {
  readonly goals: Goals
  readonly bindings: Bindings
  /** Of the beliefs and then the rules that may show the first goal, the next to be tried. */
  readonly next: number
}

/** What a formula is asked of, and how often a rule may still be followed: rules may go round for ever. */
interface Proof {
  readonly beliefs: Beliefs
  left: number
}

const mostRules = 200_000

/**
 * Tells of one way after the other, until one is enough. Depth first, with a stack of its own: a rule may
 * call itself as often as a list is long.
 */
function search(
  formulas: readonly Term[],
  beliefs: Beliefs,
  bindings: Bindings,
  isEnough: (found: Bindings) => boolean,
): void {
  const choices: Choice[] = [{ goals: allOf(formulas, undefined), bindings, next: 0 }]
  const proof = { beliefs, left: mostRules }
  for (let choice = choices.pop(); choice; choice = choices.pop()) {
    const { goals } = choice
    if (goals) for (const way of ways(goals, choice, proof)) choices.push(way)
    else if (isEnough(choice.bindings)) return
  }
}

const allOf = (formulas: readonly Term[], rest: Goals): Goals =>
  formulas.reduceRight<Goals>((after, goal) => ({ goal, rest: after }), rest)

/** The ways to go on from here, the last of them first. */
function ways(goals: Pending, choice: Choice, proof: Proof): readonly Choice[] {
  const { beliefs } = proof
  const { bindings } = choice
  const { goal, rest } = goals
  const on = (goals: Goals, now: Bindings): Choice => ({ goals, bindings: now, next: 0 })
  if ('wanted' in goal) {
    const said = withVariables(resolve(goal.head, bindings), () => variable('_'))
    const same = unify(goal.wanted, said, goal.outside)
    return same ? [on(rest, same.bindings)] : []
  }
  const { name, args } = structureOf(walk(goal, bindings))
  if (args.length === 2) {
    if (name === '&') return [on(allOf(args, rest), bindings)]
    if (name === '|') return args.map(each => on({ goal: each, rest }, bindings)).reverse()
    const compare = Object.hasOwn(comparisons, name) ? comparisons[name] : undefined
    if (compare) {
      const same = compare(resolve(args[0]!, bindings), resolve(args[1]!, bindings), bindings)
      return same ? [on(rest, same.bindings)] : []
    }
  }
  if (name === 'not' && args.length === 1)
    return first(args, beliefs, bindings) ? [] : [on(rest, bindings)]
  if (args.length === 0 && (name === 'true' || name === 'false'))
    return name === 'true' ? [on(rest, bindings)] : []
  if (!name.startsWith('.')) return shown(goals, goal, choice, proof)
  const test = internalTests[name]
  if (!test) throw new UndecidedError(`there is no internal action ${name}`)
  const found = [...test(args, bindings, query => solve([query], beliefs, bindings))]
  return found.map(each => on(rest, each)).reverse()
}

function structureOf(term: Term): Structure {
  if (term.type === 'structure') return term
  throw new UndecidedError(
    term.type === 'variable' ? `${term.name} stands for nothing yet` : 'a value is no condition',
  )
}

/** By the next belief or rule that shows the first goal, and before it those behind it, for later. */
function shown(
  goals: Pending,
  goal: Term,
  { bindings, next }: Choice,
  proof: Proof,
): readonly Choice[] {
  const { rest } = goals
  const wanted = resolve(goal, bindings) as Structure
  const { rules, of } = proof.beliefs
  const facts = of(`${wanted.name}/${wanted.args.length}`)
  const last = facts.length + rules.length - 1
  for (let at = next; at <= last; at++) {
    const rule = rules[at - facts.length]
    const way = rule
      ? byRule(rule, wanted, rest, bindings)
      : byBelief(facts[at]!, wanted, rest, bindings)
    if (!way) continue
    if (rule) proof.left -= 1
    if (proof.left < 0)
      throw new UndecidedError('the rules do not decide it: they go round for ever')
    return at === last ? [way] : [{ goals, bindings, next: at + 1 }, way]
  }
  return []
}

function byBelief(belief: Structure, wanted: Structure, rest: Goals, bindings: Bindings) {
  const same = unify(wanted, belief, bindings)
  return same && { goals: rest, bindings: same.bindings, next: 0 }
}

function byRule({ head, body }: Rule, wanted: Structure, rest: Goals, outside: Bindings) {
  if (head.name !== wanted.name || head.args.length !== wanted.args.length) return undefined
  const meant = unify(marked(wanted).term, head, undefined)
  const goals = { goal: body, rest: { goal: { wanted, head, outside }, rest } }
  return meant && { goals, bindings: meant.bindings, next: 0 }
}

type Comparison = (a: Term, b: Term, bindings: Bindings) => { bindings: Bindings } | undefined

const when =
  (holds: (a: Term, b: Term) => boolean): Comparison =>
  (a, b, bindings) => {
    for (const side of [a, b])
      if (side.type === 'variable') throw new UndecidedError(`${side.name} stands for nothing yet`)
    return holds(a, b) ? { bindings } : undefined
  }

const same = (a: Term, b: Term) => {
  const found = unify(a, b, undefined)
  return found !== undefined && found.bindings === undefined
}

const comparisons: Readonly<Record<string, Comparison>> = {
  '=': unify,
  '==': (a, b, bindings) => (same(a, b) ? { bindings } : undefined),
  '\\==': (a, b, bindings) => (same(a, b) ? undefined : { bindings }),
  '<': when((a, b) => order(a, b) < 0),
  '<=': when((a, b) => order(a, b) <= 0),
  '>': when((a, b) => order(a, b) > 0),
  '>=': when((a, b) => order(a, b) >= 0),
  '=..': (a, b, bindings) => {
    if (a.type === 'structure')
      return unify(b, list([structure(a.name), list(a.args), list(a.annotations ?? [])]), bindings)
    const [name, args] = b.type === 'list' ? b.items : []
    if (name?.type !== 'structure' || args?.type !== 'list') return undefined
    return unify(a, structure(name.name, args.items), bindings)
  },
}
