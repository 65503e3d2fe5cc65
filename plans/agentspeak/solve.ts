// Whether a formula follows from beliefs, and what its variables stand for then.
import { internalTests } from './internal-tests.ts'
import { list, type Structure, structure, type Term } from './term.ts'
import { type Bindings, order, resolve, unify, walk } from './unify.ts'

/** What is believed, as a formula is asked of it. */
export interface Beliefs {
  /** The beliefs of a name and arity, such as `free/1`, with their annotations. */
  readonly of: (indicator: string) => readonly Structure[]
}

/** A formula that cannot be decided: what it lacks, in one sentence. */
export class UndecidedError extends Error {}

/**
 * Every way in which all the formulas hold, the first first: as AgentSpeak(L) has it, from left to right
 * over the beliefs in their order. Throws an UndecidedError where an operator gets what it cannot take.
 */
export function* solve(
  formulas: readonly Term[],
  beliefs: Beliefs,
  bindings: Bindings,
  at = 0,
): Generator<Bindings, void> {
  const formula = formulas[at]
  if (!formula) {
    yield bindings
    return
  }
  for (const found of ways(formula, beliefs, bindings))
    if (at === formulas.length - 1) yield found
    else yield* solve(formulas, beliefs, found, at + 1)
}

/** The first way in which all hold, or `undefined`. */
export function first(
  formulas: readonly Term[],
  beliefs: Beliefs,
  bindings: Bindings,
): { readonly bindings: Bindings } | undefined {
  const found = solve(formulas, beliefs, bindings).next()
  return found.done ? undefined : { bindings: found.value }
}

// --- internal ---

function* ways(formula: Term, beliefs: Beliefs, bindings: Bindings): Generator<Bindings, void> {
  const term = walk(formula, bindings)
  if (term.type !== 'structure')
    throw new UndecidedError(
      term.type === 'variable' ? `${term.name} stands for nothing yet` : 'a value is no condition',
    )
  const { name, args } = term
  if (args.length === 2) {
    if (name === '&') return yield* solve(args, beliefs, bindings)
    if (name === '|') {
      yield* ways(args[0]!, beliefs, bindings)
      return yield* ways(args[1]!, beliefs, bindings)
    }
    const compare = Object.hasOwn(comparisons, name) ? comparisons[name] : undefined
    if (compare) {
      const found = compare(resolve(args[0]!, bindings), resolve(args[1]!, bindings), bindings)
      if (found) yield found.bindings
      return
    }
  }
  if (name === 'not' && args.length === 1) {
    if (ways(args[0]!, beliefs, bindings).next().done) yield bindings
    return
  }
  if (name === 'true' && args.length === 0) return yield bindings
  if (name === 'false' && args.length === 0) return
  const test = name.startsWith('.') ? internalTests[name] : undefined
  if (test) {
    const all = (query: Term) => solve([query], beliefs, bindings)
    return yield* test(
      args.map(arg => (arg.type === 'variable' ? walk(arg, bindings) : arg)),
      bindings,
      all,
    )
  }
  if (name.startsWith('.')) throw new UndecidedError(`there is no internal action ${name}`)
  const wanted = resolve(term, bindings)
  for (const belief of beliefs.of(`${name}/${args.length}`)) {
    const found = unify(wanted, belief, bindings)
    if (found) yield found.bindings
  }
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
