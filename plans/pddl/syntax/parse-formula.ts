// The inner half of the PDDL grammar: typed lists, atoms, conditions and effects.

import { suggestion } from './names.ts'
import { describe, isWord, type ListNode, type Node, PddlError, unsupported } from './reader.ts'
import type { Amount, Atom, Condition, Effect, Signature, TypedName } from './syntax.ts'
import { isVariable, TRUE } from './syntax.ts'

/** The names that may be used at a place. */
export interface Scope {
  readonly types: ReadonlySet<string>
  readonly predicates: ReadonlyMap<string, Signature>
  readonly functions: ReadonlyMap<string, Signature>
  /** Constants, and in a problem its objects; a variable must be in `variables`. */
  readonly objects: ReadonlySet<string>
  /** Predicates that neither effects nor an initial state may name. */
  readonly derived: ReadonlySet<string>
  readonly variables: ReadonlySet<string>
}

/** The scope inside a quantifier or an action. */
export function withVariables(scope: Scope, variables: readonly TypedName[]): Scope {
  return { ...scope, variables: new Set([...scope.variables, ...variables.map(v => v.name)]) }
}

/** The node as a name. */
export function asName(node: Node, expected: string): string {
  if (node.kind !== 'name') throw new PddlError(node.at, expected, describe(node))
  return node.text
}

/** The node as a list. */
export function asList(node: Node, expected: string): ListNode {
  if (node.kind !== 'list') throw new PddlError(node.at, expected, describe(node))
  return node
}

/**
 * `a b - t c - (either t u) d`. `types` are the declared ones, undefined while types are being
 * declared; `variables` tells whether every name must be a variable or none may be.
 */
export function parseTypedList(
  nodes: readonly Node[],
  types: ReadonlySet<string> | undefined,
  variables: boolean,
): TypedName[] {
  const result: TypedName[] = []
  let untyped: string[] = []
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as Node
    const name = asName(node, variables ? 'a variable' : 'a name')
    if (name === '-') {
      const type = nodes[++i]
      if (!type) throw new PddlError(node.at, 'a type after "-"', 'nothing')
      const parsed = parseType(type, types)
      result.push(...untyped.map(n => ({ name: n, types: parsed })))
      untyped = []
    } else {
      if (isVariable(name) !== variables) {
        const expected = variables ? 'a variable "?x"' : 'a name that is no variable'
        throw new PddlError(node.at, expected, describe(node))
      }
      if (variables && [...result.map(each => each.name), ...untyped].includes(name))
        throw new PddlError(node.at, 'each variable once', `a second ${describe(node)}`)
      untyped.push(name)
    }
  }
  return [...result, ...untyped.map(name => ({ name, types: [] }))]
}

/** The atom itself when its name, its number of arguments and its terms are declared. */
export function checkAtom(
  atom: Atom,
  node: ListNode,
  declared: ReadonlyMap<string, Signature>,
  what: 'predicate' | 'function',
  scope: Scope,
): Atom {
  const signature = declared.get(atom.name)
  const found = `"${atom.name}"${signature ? '' : suggestion(atom.name, declared.keys())}`
  const at = (i: number) => node.items[i]?.at ?? node.at
  if (!signature) throw new PddlError(at(0), `a declared ${what}`, found)
  const arity = signature.parameters.length
  if (arity !== atom.args.length) {
    const expected = `${arity} argument${arity === 1 ? '' : 's'} of ${found}`
    throw new PddlError(node.at, expected, `${atom.args.length}`)
  }
  for (const [i, term] of atom.args.entries()) checkTerm(term, at(i + 1), scope)
  return atom
}

/** An atom that an action may change. */
export function parseChangeable(list: ListNode, scope: Scope): Atom {
  const atom = checkAtom(parseAtom(list), list, scope.predicates, 'predicate', scope)
  if (!scope.derived.has(atom.name)) return atom
  throw new PddlError(list.at, 'a predicate that is not derived', describe(list))
}

/** A condition. `()` holds always. */
export function parseCondition(node: Node, scope: Scope): Condition {
  const list = asList(node, 'a condition "(...)"')
  const [head, ...rest] = list.items
  if (!head) return TRUE
  const keyword = asName(head, 'a predicate or one of and, or, not, imply, forall, exists, =')
  switch (keyword) {
    case 'and':
    case 'or':
      return { kind: keyword, parts: rest.map(n => parseCondition(n, scope)) }
    case 'not':
      return { kind: 'not', part: parseCondition(only(list, 1)[0] as Node, scope) }
    case 'imply': {
      const [left, right] = only(list, 2) as [Node, Node]
      return {
        kind: 'imply',
        left: parseCondition(left, scope),
        right: parseCondition(right, scope),
      }
    }
    case 'forall':
    case 'exists': {
      const [variables, body] = parseQuantifier(list, scope)
      const inner = withVariables(scope, variables)
      return { kind: keyword, variables, body: parseCondition(body, inner) }
    }
    case 'preference':
      throw unsupported(list, 'preference')
    case '>':
    case '<':
    case '>=':
    case '<=':
      throw unsupported(list, 'numeric condition')
    case '=': {
      const [left, right] = only(list, 2) as [Node, Node]
      if (left.kind === 'list' || right.kind === 'list')
        throw unsupported(list, 'numeric condition')
      const term = (n: Node) => {
        const name = asName(n, 'a term')
        checkTerm(name, n.at, scope)
        return name
      }
      return { kind: 'equal', left: term(left), right: term(right) }
    }
    default: {
      if (TRAJECTORY.has(keyword) && !scope.predicates.has(keyword))
        throw unsupported(list, 'constraint on the course of a plan')
      const atom = checkAtom(parseAtom(list), list, scope.predicates, 'predicate', scope)
      return { kind: 'atom', atom }
    }
  }
}

/** An effect. `()` changes nothing. */
export function parseEffect(node: Node, scope: Scope): Effect {
  const list = asList(node, 'an effect "(...)"')
  const [head, ...rest] = list.items
  if (!head) return { kind: 'and', parts: [] }
  switch (asName(head, 'a predicate or one of and, not, when, forall, increase')) {
    case 'and':
      return { kind: 'and', parts: rest.map(n => parseEffect(n, scope)) }
    case 'not': {
      const inner = asList(only(list, 1)[0] as Node, 'an atom "(...)"')
      return { kind: 'delete', atom: parseChangeable(inner, scope) }
    }
    case 'when': {
      const [condition, body] = only(list, 2) as [Node, Node]
      const effect = parseEffect(body, scope)
      if (hasCost(effect)) throw unsupported(list, 'cost that depends on the state')
      return { kind: 'when', condition: parseCondition(condition, scope), effect }
    }
    case 'forall': {
      const [variables, body] = parseQuantifier(list, scope)
      const inner = withVariables(scope, variables)
      return { kind: 'forall', variables, effect: parseEffect(body, inner) }
    }
    case 'assign':
    case 'decrease':
    case 'scale-up':
    case 'scale-down':
      throw unsupported(list, 'numeric effect on anything but (total-cost)')
    case 'increase': {
      const [target, amount] = only(list, 2) as [Node, Node]
      const name = target.kind === 'list' ? target.items[0] : target
      if (!isWord(name, 'total-cost'))
        throw unsupported(list, 'numeric effect on anything but (total-cost)')
      return { kind: 'increase', amount: parseAmount(amount, scope) }
    }
    case 'probabilistic':
    case 'oneof':
      throw unsupported(list, 'effect that chance decides')
    default:
      return { kind: 'add', atom: parseChangeable(list, scope) }
  }
}

/** A number that is not negative, or a declared function applied to terms. */
export function parseAmount(node: Node, scope: Scope): Amount {
  if (node.kind === 'list') {
    const head = node.items[0]
    if (head?.kind === 'name' && /^[-+*/]$/.test(head.text)) throw unsupported(node, 'arithmetic')
    return checkAtom(parseAtom(node), node, scope.functions, 'function', scope)
  }
  if (!/^\d+(\.\d+)?(e[+-]?\d+)?$/.test(node.text)) {
    throw new PddlError(node.at, 'a number that is not negative', describe(node))
  }
  return Number(node.text)
}

// --- internal ---

/** `(name term ...)`, unchecked. */
function parseAtom(node: ListNode): Atom {
  const [head, ...args] = node.items
  if (!head) throw new PddlError(node.end, 'a name', '")"')
  return { name: asName(head, 'a name'), args: args.map(a => asName(a, 'a term')) }
}

/** The modal operators of PDDL 3. */
const TRAJECTORY = new Set(
  'always sometime within at-most-once sometime-after sometime-before always-within hold-during hold-after'.split(
    ' ',
  ),
)

function parseType(node: Node, types: ReadonlySet<string> | undefined): string[] {
  if (node.kind === 'list') {
    const [either, ...rest] = node.items
    if (!isWord(either, 'either') || rest.length === 0)
      throw new PddlError(node.at, '"(either TYPE ...)"', describe(node))
    return rest.flatMap(n => parseType(n, types))
  }
  if (types && !types.has(node.text)) {
    const found = describe(node) + suggestion(node.text, types)
    throw new PddlError(node.at, 'a declared type', found)
  }
  return [node.text]
}

function parseQuantifier(list: ListNode, scope: Scope): [TypedName[], Node] {
  const [variables, body] = only(list, 2) as [Node, Node]
  const items = asList(variables, 'a list of variables "(?x ...)"').items
  return [parseTypedList(items, scope.types, true), body]
}

function hasCost(effect: Effect): boolean {
  if ('parts' in effect) return effect.parts.some(hasCost)
  return 'effect' in effect ? hasCost(effect.effect) : effect.kind === 'increase'
}

/** The parts of a list after its head, when there are exactly `count`. */
function only(list: ListNode, count: number): readonly Node[] {
  const parts = list.items.slice(1)
  if (parts.length === count) return parts
  const expected = `${count} part${count === 1 ? '' : 's'} in ${describe(list)}`
  throw new PddlError(parts[count]?.at ?? list.end, expected, `${parts.length}`)
}

function checkTerm(term: string, at: { line: number; column: number }, scope: Scope): void {
  const [known, what] = isVariable(term)
    ? [scope.variables, 'a variable declared here']
    : [scope.objects, 'a declared object']
  if (!known.has(term)) throw new PddlError(at, what, `"${term}"${suggestion(term, known)}`)
}
