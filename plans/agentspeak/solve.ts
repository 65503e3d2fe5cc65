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

/** Is told of one way after the other, and says whether that is enough. No generator: one that is left after its first step is never compiled. */
type Found = (bindings: Bindings) => boolean

/** Whether it was enough. */
function search(
  formulas: readonly Term[],
  beliefs: Beliefs,
  bindings: Bindings,
  found: Found,
  at = 0,
): boolean {
  const formula = formulas[at]
  if (!formula) return found(bindings)
  const further: Found = each => search(formulas, beliefs, each, found, at + 1)
  return ways(formula, beliefs, bindings, at === formulas.length - 1 ? found : further)
}

function ways(formula: Term, beliefs: Beliefs, bindings: Bindings, found: Found): boolean {
  const term = walk(formula, bindings)
  if (term.type !== 'structure')
    throw new UndecidedError(
      term.type === 'variable' ? `${term.name} stands for nothing yet` : 'a value is no condition',
    )
  const { name, args } = term
  if (args.length === 2) {
    if (name === '&') return search(args, beliefs, bindings, found)
    if (name === '|')
      return ways(args[0]!, beliefs, bindings, found) || ways(args[1]!, beliefs, bindings, found)
    const compare = Object.hasOwn(comparisons, name) ? comparisons[name] : undefined
    if (compare) {
      const same = compare(resolve(args[0]!, bindings), resolve(args[1]!, bindings), bindings)
      return same !== undefined && found(same.bindings)
    }
  }
  if (name === 'not' && args.length === 1)
    return !ways(args[0]!, beliefs, bindings, () => true) && found(bindings)
  if (name === 'true' && args.length === 0) return found(bindings)
  if (name === 'false' && args.length === 0) return false
  const test = name.startsWith('.') ? internalTests[name] : undefined
  if (test) {
    for (const each of test(args, bindings, query => solve([query], beliefs, bindings)))
      if (found(each)) return true
    return false
  }
  if (name.startsWith('.')) throw new UndecidedError(`there is no internal action ${name}`)
  const wanted = resolve(term, bindings)
  for (const belief of beliefs.of(`${name}/${args.length}`)) {
    const same = unify(wanted, belief, bindings)
    if (same && found(same.bindings)) return true
  }
  return false
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
