// PDDL text to syntax: domains and problems, in the order of the grammar (Fox and Long 2003,
// appendix A). Names are checked where they are used, so an error points at the place.

import type { Scope } from './parse-formula.ts'
import {
  asList,
  asName,
  checkAtom,
  parseAmount,
  parseAtom,
  parseCondition,
  parseEffect,
  parseTypedList,
  withVariables,
} from './parse-formula.ts'
import type { ListNode, Node } from './reader.ts'
import { describe, PddlError, readList } from './reader.ts'
import type { Action, Atom, Domain, Problem, Signature, Value } from './syntax.ts'
import { TRUE } from './syntax.ts'

/**
 * Parses a domain. Throws `PddlError` with line, column and what was expected; requirements are
 * recorded but not enforced, as files in use often forget some.
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs'
 * import { parseDomain } from 'intend/pddl'
 *
 * const domain = parseDomain(readFileSync('domain.pddl', 'utf8'))
 * console.log(domain.actions.map(action => action.name).join()) // go
 * ```
 */
export function parseDomain(text: string): Domain {
  const root = readDefinition(text, 'domain')
  const sections = splitSections(root, DOMAIN_SECTIONS)
  const items = (key: string) => (sections.get(key) ?? []).flatMap(s => s.items.slice(1))

  const types = parseTypedList(items(':types'), undefined, false)
  const known = new Set(['object', ...types.flatMap(t => [t.name, ...t.types])])
  const constants = parseTypedList(items(':constants'), known, false)
  const predicates = items(':predicates').map(node => parseSignature(node, known))
  const functions = parseFunctions(items(':functions'), known)
  const scope: Scope = {
    types: known,
    predicates: byName(predicates),
    functions: byName(functions),
    objects: new Set(constants.map(c => c.name)),
    variables: new Set(),
  }
  const actions = (sections.get(':action') ?? []).map(node => parseAction(node, scope))
  return {
    name: root.name,
    requirements: items(':requirements').map(n => asName(n, 'a requirement')),
    types,
    constants,
    predicates,
    functions,
    actions,
  }
}

/**
 * Parses a problem of `domain`. Throws `PddlError`, also for a name that the domain does not
 * declare. The name of the domain in the problem is not compared: published sets disagree there.
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs'
 * import { parseDomain, parseProblem } from 'intend/pddl'
 *
 * const domain = parseDomain(readFileSync('domain.pddl', 'utf8'))
 * console.log(parseProblem(readFileSync('problem.pddl', 'utf8'), domain).init.length) // 3
 * ```
 */
export function parseProblem(text: string, domain: Domain): Problem {
  const root = readDefinition(text, 'problem')
  const sections = splitSections(root, PROBLEM_SECTIONS)
  const items = (key: string) => (sections.get(key) ?? []).flatMap(s => s.items.slice(1))

  const types = new Set(['object', ...domain.types.flatMap(t => [t.name, ...t.types])])
  const objects = parseTypedList(items(':objects'), types, false)
  const scope: Scope = {
    types,
    predicates: byName(domain.predicates),
    functions: byName(domain.functions),
    objects: new Set([...domain.constants, ...objects].map(o => o.name)),
    variables: new Set(),
  }
  const init = parseInit(items(':init'), scope)
  const goal = sections.get(':goal')?.[0]
  if (!goal) throw new PddlError(root.node.end, 'a section "(:goal ...)"', '")"')
  const metric = sections.get(':metric')?.[0]
  return {
    name: root.name,
    domain: parseDomainName(sections.get(':domain')?.[0]),
    requirements: items(':requirements').map(n => asName(n, 'a requirement')),
    objects,
    ...init,
    goal: goal.items[1] ? parseCondition(goal.items[1], scope) : TRUE,
    minimizeCost: metric ? parseMetric(metric) : false,
  }
}

// --- internal ---

const DOMAIN_SECTIONS = [
  ':requirements',
  ':types',
  ':constants',
  ':predicates',
  ':functions',
  ':action',
]
const PROBLEM_SECTIONS = [
  ':domain',
  ':requirements',
  ':objects',
  ':init',
  ':goal',
  ':metric',
  ':length',
]

interface Definition {
  readonly node: ListNode
  readonly name: string
  readonly body: readonly Node[]
}

function readDefinition(text: string, what: 'domain' | 'problem'): Definition {
  const node = readList(text)
  const [define, header, ...body] = node.items
  if (define?.kind !== 'name' || define.text !== 'define') {
    throw new PddlError(define?.at ?? node.at, '"define"', describe(define))
  }
  const list = asList(header ?? node, `"(${what} NAME)"`)
  const keyword = list.items[0]
  if (keyword?.kind !== 'name' || keyword.text !== what) {
    throw new PddlError(list.at, `"(${what} NAME)"`, describe(list))
  }
  if (!list.items[1]) throw new PddlError(list.end, `the name of the ${what}`, '")"')
  return { node, name: asName(list.items[1], `the name of the ${what}`), body }
}

function splitSections(root: Definition, allowed: readonly string[]): Map<string, ListNode[]> {
  const sections = new Map<string, ListNode[]>()
  for (const node of root.body) {
    const list = asList(node, 'a section "(:...)"')
    const key = list.items[0]
    if (key?.kind !== 'name' || !allowed.includes(key.text)) {
      const expected = `one of the sections ${allowed.join(' ')}`
      throw new PddlError(key?.at ?? list.at, expected, describe(key))
    }
    const same = sections.get(key.text)
    if (same && key.text !== ':action') {
      throw new PddlError(key.at, `one section ${key.text} only`, 'a second one')
    }
    if (same) same.push(list)
    else sections.set(key.text, [list])
  }
  return sections
}

function parseSignature(node: Node, types: ReadonlySet<string>): Signature {
  const list = asList(node, 'a declaration "(NAME ?x ...)"')
  if (!list.items[0]) throw new PddlError(list.end, 'a name', '")"')
  const name = asName(list.items[0], 'a name')
  return { name, parameters: parseTypedList(list.items.slice(1), types, true) }
}

/** `(total-cost) - number (distance ?a ?b) - number`, the type being optional. */
function parseFunctions(nodes: readonly Node[], types: ReadonlySet<string>): Signature[] {
  const functions: Signature[] = []
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as Node
    if (node.kind === 'list') {
      functions.push(parseSignature(node, types))
      continue
    }
    const type = nodes[++i]
    if (node.text !== '-' || type?.kind !== 'name' || type.text !== 'number') {
      throw new PddlError(node.at, 'a function "(NAME ?x ...)" or "- number"', describe(node))
    }
  }
  return functions
}

function parseAction(node: ListNode, scope: Scope): Action {
  const [, nameNode, ...rest] = node.items
  if (!nameNode) throw new PddlError(node.end, 'the name of the action', '")"')
  const fields = new Map<string, Node>()
  for (let i = 0; i < rest.length; i += 2) {
    const key = rest[i] as Node
    const value = rest[i + 1]
    const name = asName(key, '":parameters", ":precondition" or ":effect"')
    if (![':parameters', ':precondition', ':effect'].includes(name)) {
      throw new PddlError(key.at, '":parameters", ":precondition" or ":effect"', describe(key))
    }
    if (!value) throw new PddlError(node.end, `a value after "${name}"`, '")"')
    fields.set(name, value)
  }
  const parameterNode = fields.get(':parameters')
  const parameterItems = parameterNode ? asList(parameterNode, 'a list "(?x ...)"').items : []
  const parameters = parseTypedList(parameterItems, scope.types, true)
  const inner = withVariables(scope, parameters)
  const precondition = fields.get(':precondition')
  const effect = fields.get(':effect')
  return {
    name: asName(nameNode, 'the name of the action'),
    parameters,
    precondition: precondition ? parseCondition(precondition, inner) : TRUE,
    effect: effect ? parseEffect(effect, inner) : { kind: 'and', parts: [] },
  }
}

function parseDomainName(node: ListNode | undefined): string {
  return node?.items[1] ? asName(node.items[1], 'the name of the domain') : ''
}

function parseInit(nodes: readonly Node[], scope: Scope): { init: Atom[]; values: Value[] } {
  const init: Atom[] = []
  const values: Value[] = []
  for (const node of nodes) {
    const list = asList(node, 'a fact "(NAME object ...)"')
    const head = list.items[0]
    if (head?.kind === 'name' && head.text === '=' && list.items[1]?.kind === 'list') {
      const amount = parseAmount(list.items[1], scope)
      const value = list.items[2] ? parseAmount(list.items[2], scope) : undefined
      if (typeof amount === 'number' || typeof value !== 'number') {
        throw new PddlError(list.at, '"(= (FUNCTION object ...) NUMBER)"', describe(list))
      }
      values.push({ function: amount, value })
    } else if (head?.kind === 'name' && head.text === 'not' && !scope.predicates.has('not')) {
      // what is not stated is false anyway
      parseCondition(list, scope)
    } else {
      init.push(checkAtom(parseAtom(list), list, scope.predicates, 'predicate', scope))
    }
  }
  return { init, values }
}

function parseMetric(node: ListNode): boolean {
  const [, direction, expression] = node.items
  if (direction?.kind !== 'name' || direction.text !== 'minimize') {
    throw new PddlError(direction?.at ?? node.end, '"minimize"', describe(direction))
  }
  const name = expression?.kind === 'list' ? expression.items[0] : expression
  // without durations the total time is the number of steps, which is minimised anyway
  if (name?.kind === 'name' && name.text === 'total-time') return false
  if (name?.kind !== 'name' || name.text !== 'total-cost') {
    throw new PddlError(expression?.at ?? node.end, '"(total-cost)"', describe(expression))
  }
  return true
}

function byName(signatures: readonly Signature[]): ReadonlyMap<string, Signature> {
  return new Map(signatures.map(s => [s.name, s]))
}
