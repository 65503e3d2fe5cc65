// Syntax to PDDL text. `parseDomain(printDomain(x))` equals `x`, and the same for problems.

import type { Amount, Condition, Domain, Effect, Problem, Step, TypedName } from './syntax.ts'
import { printAtom } from './syntax.ts'

/** A domain as PDDL text. */
export function printDomain(domain: Domain): string {
  const signature = (s: { name: string; parameters: readonly TypedName[] }) =>
    `(${[s.name, ...typedItems(s.parameters)].join(' ')})`
  const lines = [`(define (domain ${domain.name})`]
  lines.push(...section(':requirements', domain.requirements))
  lines.push(...section(':types', typedItems(domain.types)))
  lines.push(...section(':constants', typedItems(domain.constants)))
  lines.push(...section(':predicates', domain.predicates.map(signature)))
  lines.push(...section(':functions', domain.functions.map(signature)))
  for (const { condition, ...head } of domain.axioms)
    lines.push(`  (:derived ${signature(head)} ${printCondition(condition)})`)
  for (const action of domain.actions) {
    lines.push(
      `  (:action ${action.name}`,
      `    :parameters (${typedItems(action.parameters).join(' ')})`,
      `    :precondition ${printCondition(action.precondition)}`,
      `    :effect ${printEffect(action.effect)})`,
    )
  }
  return `${lines.join('\n')})\n`
}

/** A problem as PDDL text. */
export function printProblem(problem: Problem): string {
  const init = [
    ...problem.init.map(a => printAtom(a.name, a.args)),
    ...problem.values.map(v => `(= ${printAtom(v.function.name, v.function.args)} ${v.value})`),
  ]
  const lines = [`(define (problem ${problem.name})`]
  if (problem.domain) lines.push(`  (:domain ${problem.domain})`)
  lines.push(...section(':requirements', problem.requirements))
  lines.push(...section(':objects', typedItems(problem.objects)))
  lines.push(...(init.length > 0 ? [`  (:init\n    ${init.join('\n    ')})`] : ['  (:init)']))
  lines.push(`  (:goal ${printCondition(problem.goal)})`)
  if (problem.minimizeCost) lines.push('  (:metric minimize (total-cost))')
  return `${lines.join('\n')})\n`
}

/**
 * A plan as text, one `(action args)` a line.
 * @example
 * ```ts
 * import { printPlan } from 'intend/pddl'
 *
 * console.log(printPlan([{ action: 'go', args: ['home', 'shop'] }]).trim()) // (go home shop)
 * ```
 */
export function printPlan(plan: readonly Step[]): string {
  return plan.map(step => `${printAtom(step.action, step.args)}\n`).join('')
}

/** A condition as PDDL text. */
export function printCondition(condition: Condition): string {
  switch (condition.kind) {
    case 'atom':
      return printAtom(condition.atom.name, condition.atom.args)
    case 'equal':
      return `(= ${condition.left} ${condition.right})`
    case 'not':
      return `(not ${printCondition(condition.part)})`
    case 'and':
    case 'or':
      return `(${[condition.kind, ...condition.parts.map(printCondition)].join(' ')})`
    case 'imply':
      return `(imply ${printCondition(condition.left)} ${printCondition(condition.right)})`
    case 'forall':
    case 'exists': {
      const variables = typedItems(condition.variables).join(' ')
      return `(${condition.kind} (${variables}) ${printCondition(condition.body)})`
    }
  }
}

/** An effect as PDDL text. */
function printEffect(effect: Effect): string {
  switch (effect.kind) {
    case 'add':
      return printAtom(effect.atom.name, effect.atom.args)
    case 'delete':
      return `(not ${printAtom(effect.atom.name, effect.atom.args)})`
    case 'increase':
      return `(increase (total-cost) ${printAmount(effect.amount)})`
    case 'and':
      return `(${['and', ...effect.parts.map(printEffect)].join(' ')})`
    case 'when':
      return `(when ${printCondition(effect.condition)} ${printEffect(effect.effect)})`
    case 'forall':
      return `(forall (${typedItems(effect.variables).join(' ')}) ${printEffect(effect.effect)})`
  }
}

// --- internal ---

function printAmount(amount: Amount): string {
  return typeof amount === 'number' ? `${amount}` : printAtom(amount.name, amount.args)
}

function section(key: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`  (${key} ${items.join(' ')})`]
}

/** Untyped names must come last, or the type of a later one would become theirs. */
function typedItems(names: readonly TypedName[]): string[] {
  const lastTyped = names.findLastIndex(n => n.types.length > 0)
  return names.map(({ name, types }, i) => {
    if (types.length === 0) return i < lastTyped ? `${name} - object` : name
    return `${name} - ${types.length === 1 ? types[0] : `(either ${types.join(' ')})`}`
  })
}
