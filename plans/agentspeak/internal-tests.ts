// The internal actions that only look: they hold or do not, and bind variables. Named as in Jason's
// library, so that its programs mean the same here.
import { list, number, structure, type Term, text, variable, variablesOf } from './term.ts'
import { type Bindings, order, resolve, spoken, unify } from './unify.ts'

/** Yields the bindings under which it holds. `all` gives every way in which a formula holds. */
type InternalTest = (
  args: readonly Term[],
  bindings: Bindings,
  all: (query: Term) => Iterable<Bindings>,
) => Iterable<Bindings>

/** By name. Arguments that are no queries are resolved where they are used. */
export const internalTests: Readonly<Record<string, InternalTest>> = {
  '.member': function* (args, bindings) {
    for (const item of items(args[1]!, bindings)) yield* same(args[0]!, item, bindings)
  },
  '.count': (args, bindings, all) => {
    const count = [...all(args[0]!)].length
    return same(args[1] ?? variable('_'), number(count), bindings)
  },
  '.findall': ([template, query, result], bindings, all) => {
    const found = [...all(query!)].map(each => resolve(template!, each))
    return same(result!, list(found), bindings)
  },
  '.setof': ([template, query, result], bindings, all) => {
    const found = [...all(query!)].map(each => resolve(template!, each)).sort(order)
    const once = found.filter((each, i) => i === 0 || order(found[i - 1]!, each) !== 0)
    return same(result!, list(once), bindings)
  },
  '.length': ([of, length], bindings) => {
    const term = resolve(of!, bindings)
    const size = term.type === 'text' ? term.value.length : items(term, bindings).length
    return same(length!, number(size), bindings)
  },
  '.nth': ([index, of, item], bindings) => {
    const place = resolve(index!, bindings)
    const found = place.type === 'number' ? items(of!, bindings)[place.value] : undefined
    return found ? same(item!, found, bindings) : []
  },
  '.concat': (args, bindings) => {
    const parts = args.slice(0, -1).map(part => resolve(part, bindings))
    const joined = parts.every(part => part.type === 'list')
      ? list(parts.flatMap(part => (part.type === 'list' ? part.items : [])))
      : text(parts.map(spoken).join(''))
    return same(args.at(-1)!, joined, bindings)
  },
  '.max': foremost((a, b) => order(b, a)),
  '.min': foremost(order),
  '.sort': ([of, sorted], bindings) =>
    same(sorted!, list(items(of!, bindings).toSorted(order)), bindings),
  '.reverse': ([of, reversed], bindings) =>
    same(reversed!, list(items(of!, bindings).toReversed()), bindings),
  '.substring': ([part, of], bindings) =>
    spoken(resolve(of!, bindings)).includes(spoken(resolve(part!, bindings))) ? [bindings] : [],
  '.ground': ofKind(term => variablesOf(term).length === 0),
  '.number': ofKind(term => term.type === 'number'),
  '.string': ofKind(term => term.type === 'text'),
  '.list': ofKind(term => term.type === 'list'),
  '.atom': ofKind(term => term.type === 'structure' && term.args.length === 0),
  '.structure': ofKind(term => term.type === 'structure' || term.type === 'list'),
  '.literal': ofKind(term => term.type === 'structure'),
}

// --- internal ---

function* same(a: Term, b: Term, bindings: Bindings): Generator<Bindings, void> {
  const found = unify(a, b, bindings)
  if (found) yield found.bindings
}

function items(term: Term, bindings: Bindings): readonly Term[] {
  const found = resolve(term, bindings)
  return found.type === 'list' ? found.items : []
}

function foremost(by: typeof order): InternalTest {
  return ([of, found], bindings) => {
    const [best] = items(of!, bindings).toSorted(by)
    return best ? same(found!, best, bindings) : []
  }
}

function ofKind(holds: (term: Term) => boolean): InternalTest {
  return ([term = structure('true')], bindings) =>
    holds(resolve(term, bindings)) ? [bindings] : []
}
