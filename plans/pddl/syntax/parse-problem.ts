// PDDL text to a problem of a domain.

import {
  asList,
  asName,
  parseAmount,
  parseChangeable,
  parseCondition,
  parseTypedList,
  type Scope,
} from './parse-formula.ts'
import { describe, isWord, type ListNode, type Node, PddlError, unsupported } from './reader.ts'
import { readDefinition, splitSections } from './sections.ts'
import {
  type Atom,
  byName,
  type Domain,
  type Problem,
  printAtom,
  TRUE,
  type Value,
} from './syntax.ts'

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
  const { sections, items } = splitSections(root, SECTIONS)

  const types = new Set(['object', ...domain.types.flatMap(t => [t.name, ...t.types])])
  const objects = parseTypedList(items(':objects'), types, false)
  const scope: Scope = {
    types,
    predicates: byName(domain.predicates),
    functions: byName(domain.functions),
    objects: new Set([...domain.constants, ...objects].map(o => o.name)),
    derived: new Set(domain.axioms.map(axiom => axiom.name)),
    variables: new Set(),
  }
  const init = parseInit(items(':init'), scope)
  const goal = sections.get(':goal')?.[0]
  if (!goal) throw new PddlError(root.node.end, 'a section "(:goal ...)"', '")"')
  const metric = sections.get(':metric')?.[0]
  const [domainName] = items(':domain')
  return {
    name: root.name,
    domain: domainName ? asName(domainName, 'the name of the domain') : '',
    requirements: items(':requirements').map(n => asName(n, 'a requirement')),
    objects,
    ...init,
    goal: goal.items[1] ? parseCondition(goal.items[1], scope) : TRUE,
    minimizeCost: metric ? parseMetric(metric) : false,
  }
}

// --- internal ---

const SECTIONS = [':domain', ':requirements', ':objects', ':init', ':goal', ':metric', ':length']

function parseInit(nodes: readonly Node[], scope: Scope): { init: Atom[]; values: Value[] } {
  const init: Atom[] = []
  const values: Value[] = []
  const stated = new Map<string, number>()
  for (const node of nodes) {
    const list = asList(node, 'a fact "(NAME object ...)"')
    const head = list.items[0]
    if (isWord(head, '=') && list.items[1]?.kind === 'list') {
      const amount = parseAmount(list.items[1], scope)
      const value = list.items[2] ? parseAmount(list.items[2], scope) : undefined
      if (typeof amount === 'number' || typeof value !== 'number') {
        throw new PddlError(list.at, '"(= (FUNCTION object ...) NUMBER)"', describe(list))
      }
      const term = printAtom(amount.name, amount.args)
      const before = stated.get(term) ?? value
      if (before !== value)
        throw new PddlError(list.at, `one value of ${term}`, `${before} and ${value}`)
      stated.set(term, value)
      values.push({ function: amount, value })
    } else if (isWord(head, 'not') && !scope.predicates.has('not')) {
      // what is not stated is false anyway
      parseCondition(list, scope)
    } else if (isTimed(list)) {
      throw unsupported(list, 'timed initial literal')
    } else {
      init.push(parseChangeable(list, scope))
    }
  }
  return { init, values }
}

/** `(at 5 (open))`. */
function isTimed({ items: [head, time, literal] }: ListNode): boolean {
  const isNumber = time?.kind === 'name' && /^[\d.]+$/.test(time.text)
  return isWord(head, 'at') && isNumber && literal?.kind === 'list'
}

function parseMetric(node: ListNode): boolean {
  const [, direction, expression] = node.items
  if (isWord(direction, 'maximize'))
    throw unsupported(node, 'metric other than (minimize (total-cost))')
  if (!isWord(direction, 'minimize'))
    throw new PddlError(direction?.at ?? node.end, '"minimize"', describe(direction))
  const name = expression?.kind === 'list' ? expression.items[0] : expression
  // without durations the total time is the number of steps, which is minimised anyway
  if (isWord(name, 'total-time')) return false
  if (isWord(name, 'total-cost')) return true
  if (expression) throw unsupported(expression, 'metric other than (minimize (total-cost))')
  throw new PddlError(node.end, '"(total-cost)"', 'nothing')
}
