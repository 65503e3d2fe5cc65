// PDDL text to a domain, in the order of the grammar (Fox and Long 2003, appendix A; Edelkamp and
// Hoffmann 2004). Names are checked where they are used, so an error points at the place.

import { findUnstratified } from './axioms.ts'
import {
  asList,
  asName,
  checkAtom,
  parseCondition,
  parseEffect,
  parseTypedList,
  type Scope,
  withVariables,
} from './parse-formula.ts'
import { describe, isWord, type ListNode, type Node, PddlError, unsupported } from './reader.ts'
import { readDefinition, splitSections } from './sections.ts'
import {
  type Action,
  type Axiom,
  byName,
  type Domain,
  type Signature,
  TRUE,
  type TypedName,
} from './syntax.ts'

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
  const { sections, items } = splitSections(root, SECTIONS, SEVERAL)

  const types = parseTypes(sections.get(':types')?.[0])
  const known = new Set(['object', ...types.flatMap(t => [t.name, ...t.types])])
  const constants = parseTypedList(items(':constants'), known, false)
  const predicates = onceEach(items(':predicates'), node => parseSignature(node, known))
  const functions = parseFunctions(items(':functions'), known)
  const bare: Scope = {
    types: known,
    predicates: byName(predicates),
    functions: byName(functions),
    objects: new Set(constants.map(c => c.name)),
    derived: new Set(),
    variables: new Set(),
  }
  const axioms = parseAxioms(sections.get(':derived') ?? [], bare)
  const scope = { ...bare, derived: new Set(axioms.map(axiom => axiom.name)) }
  const actions = onceEach(sections.get(':action') ?? [], node => parseAction(node, scope))
  return {
    name: root.name,
    requirements: items(':requirements').map(n => asName(n, 'a requirement')),
    types,
    constants,
    predicates,
    functions,
    axioms,
    actions,
  }
}

// --- internal ---

const SECTIONS = ':requirements :types :constants :predicates :functions :derived :action'.split(
  ' ',
)

/** Sections that a domain may have more than one of. */
const SEVERAL = [':derived', ':action']

/** The types, none of which is a kind of itself. */
function parseTypes(section: ListNode | undefined): readonly TypedName[] {
  if (!section) return []
  const types = parseTypedList(section.items.slice(1), undefined, false)
  const kindsAbove = (type: string) => types.flatMap(t => (t.name === type ? t.types : []))
  for (const { name } of types) {
    const above = new Set(kindsAbove(name))
    for (const each of above) for (const next of kindsAbove(each)) above.add(next) // also walked
    if (above.has(name))
      throw new PddlError(section.at, 'types in no circle', `"${name}", a kind of itself`)
  }
  return types
}

/** What is declared, each name once. */
function onceEach<N extends Node, T extends { readonly name: string }>(
  nodes: readonly N[],
  parse: (node: N) => T,
): T[] {
  const found = new Map<string, T>()
  for (const node of nodes) {
    const declared = parse(node)
    if (found.has(declared.name))
      throw new PddlError(node.at, 'each name declared once', `a second "${declared.name}"`)
    found.set(declared.name, declared)
  }
  return [...found.values()]
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
    if (node.text === '-' && type?.kind === 'name' && types.has(type.text))
      throw unsupported(type, 'function that gives an object')
    if (node.text !== '-' || !isWord(type, 'number'))
      throw new PddlError(node.at, 'a function "(NAME ?x ...)" or "- number"', describe(node))
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
    if (fields.has(name)) throw new PddlError(key.at, `one ${name}`, 'a second one')
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

/** The axioms, when they are stratified. */
function parseAxioms(nodes: readonly ListNode[], scope: Scope): Axiom[] {
  const axioms = nodes.map(node => parseAxiom(node, scope))
  const fault = findUnstratified(axioms)
  if (!fault) return axioms
  const { name } = axioms[fault.axiom]!
  const found = `"(${name} ...)", which needs "(not (${fault.negated} ...))"`
  const expected = 'a derived predicate that does not rest on its own negation'
  throw new PddlError(nodes[fault.axiom]!.at, expected, found)
}

/** `(:derived (above ?x ?y - block) CONDITION)`. */
function parseAxiom(node: ListNode, scope: Scope): Axiom {
  const [, headNode, conditionNode, surplus] = node.items
  if (!headNode || !conditionNode || surplus) {
    const at = surplus?.at ?? node.end
    throw new PddlError(at, '"(:derived (NAME ?x ...) CONDITION)"', describe(surplus ?? node))
  }
  const head = parseSignature(headNode, scope.types)
  const inner = withVariables(scope, head.parameters)
  const args = head.parameters.map(p => p.name)
  const list = asList(headNode, 'a derived predicate "(NAME ?x ...)"')
  checkAtom({ name: head.name, args }, list, scope.predicates, 'predicate', inner)
  return { ...head, condition: parseCondition(conditionNode, inner) }
}
