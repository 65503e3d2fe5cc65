// A planning domain, its facts and its goals in plain words, made from the PDDL itself: nothing here
// knows any domain.
import type {
  Action,
  Atom,
  Condition,
  Domain,
  Effect,
  Problem,
  TypedName,
} from '../../plans/pddl/syntax/syntax.ts'
import { printTypes } from '../../plans/pddl/task/task.ts'

/** What can be done in the domain and what kinds of things there are, one sentence each. */
export function domainWords(domain: Domain): readonly string[] {
  const kinds = domain.types.filter(({ types }) => types.some(type => type !== 'object'))
  return [
    ...kinds.map(({ name, types }) => `Every ${name} is ${a(printTypes(types))}.`),
    ...domain.actions.map(actionWords),
  ]
}

/** An action as a sentence: how it is written, when it can be done, and what it changes. */
function actionWords({ name, parameters, precondition, effect }: Action): string {
  const typed = parameters.filter(({ types }) => types.length > 0)
  const where = typed.map(p => `${p.name} is ${a(printTypes(p.types))}`)
  const needs = conjuncts(precondition)
  return [
    `The action "${[name, ...parameters.map(p => p.name)].join(' ')}"`,
    where.length > 0 ? ` (${list(where)})` : '',
    needs.length > 0 ? ` can be done only when ${all(needs)}` : ' can always be done',
    `. ${effectWords(effect)}`,
  ].join('')
}

/** A fact or atom as it is said: its name and its arguments. */
function atomWords({ name, args }: Atom): string {
  return `"${[name, ...args].join(' ')}"`
}

/** A condition as a clause. */
function conditionWords(condition: Condition): string {
  switch (condition.kind) {
    case 'atom':
      return atomWords(condition.atom)
    case 'equal':
      return `${condition.left} is ${condition.right}`
    case 'not':
      return condition.part.kind === 'equal'
        ? `${condition.part.left} is not ${condition.part.right}`
        : `not ${grouped(condition.part)}`
    case 'and':
      return condition.parts.length === 0 ? 'nothing' : all(conjuncts(condition))
    case 'or':
      return `at least one of: ${condition.parts.map(grouped).join('; ')}`
    case 'imply':
      return `if ${grouped(condition.left)} then ${grouped(condition.right)}`
    case 'forall':
      return `for every ${variables(condition.variables)}: ${grouped(condition.body)}`
    case 'exists':
      return `for at least one ${variables(condition.variables)}: ${grouped(condition.body)}`
  }
}

/** A goal in one sentence. */
export function goalWords(goal: Condition): string {
  return `Bring it about that ${all(conjuncts(goal)) || 'anything is so'}.`
}

/** The objects of a problem by their kind, one line each; `undefined` kinds are plain objects. */
export function objectLines(domain: Domain, problem: Problem): readonly string[] {
  const things = [...domain.constants, ...problem.objects]
  const byType = Map.groupBy(things, ({ types }) => printTypes(types))
  return [...byType].map(([kind, of]) => `- ${kind}: ${of.map(({ name }) => name).join(', ')}`)
}

/** Facts by their name, one line each: `- on: a b; c d`. */
export function factLines(facts: readonly Atom[]): readonly string[] {
  return [...Map.groupBy(facts, ({ name }) => name)].map(([name, of]) => {
    const said = of.map(({ args }) => args.join(' ')).join('; ')
    return said === '' ? `- ${name}` : `- ${name}: ${said}`
  })
}

// --- internal ---

function effectWords(effect: Effect): string {
  const parts = flat(effect)
  const atoms = (kind: 'add' | 'delete') =>
    parts.flatMap(part => (part.kind === kind ? [atomWords(part.atom)] : []))
  const [added, deleted] = [atoms('add'), atoms('delete')]
  const clauses = [
    ...(added.length > 0 ? [`${list(added)} ${become(added)} true`] : []),
    ...(deleted.length > 0 ? [`${list(deleted)} ${become(deleted)} false`] : []),
    ...parts.flatMap(conditional),
  ]
  return clauses.length > 0 ? `Then ${clauses.join('; ')}.` : 'It changes nothing.'
}

function conditional(effect: Effect): string[] {
  if (effect.kind === 'when')
    return [`if ${conditionWords(effect.condition)} held before, ${inner(effect.effect)}`]
  if (effect.kind === 'forall')
    return [`for every ${variables(effect.variables)}: ${inner(effect.effect)}`]
  if (effect.kind === 'increase') {
    const { amount } = effect
    return [`it costs ${typeof amount === 'number' ? amount : atomWords(amount)}`]
  }
  return []
}

const inner = (effect: Effect) =>
  effectWords(effect)
    .replace(/^Then /, '')
    .replace(/\.$/, '')
    .replaceAll('; ', ' and ')

function flat(effect: Effect): readonly Effect[] {
  return effect.kind === 'and' ? effect.parts.flatMap(flat) : [effect]
}

function conjuncts(condition: Condition): readonly Condition[] {
  return condition.kind === 'and' ? condition.parts.flatMap(conjuncts) : [condition]
}

function grouped(condition: Condition): string {
  const words = conditionWords(condition)
  const part = condition.kind === 'not' ? condition.part : condition
  return part.kind === 'atom' || part.kind === 'equal' ? words : `(${words})`
}

/** Several conditions that must all hold. */
function all(conditions: readonly Condition[]): string {
  const [only] = conditions
  return conditions.length === 1 && only ? conditionWords(only) : list(conditions.map(grouped))
}

function variables(names: readonly TypedName[]): string {
  return list(
    names.map(({ name, types }) => (types.length > 0 ? `${printTypes(types)} ${name}` : name)),
  )
}

function list(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

const a = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

const become = (atoms: readonly string[]) => (atoms.length === 1 ? 'becomes' : 'become')
