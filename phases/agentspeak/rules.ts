// Contexts that speak of what follows by rules are decided by Prolog: facts and rules are written from what is
// believed, and the first solution is taken.
import type { Ctx } from '../../agent/contract.ts'
import type { Literals } from '../../agent/view.ts'
import { printTerm } from '../../plans/agentspeak/print.ts'
import { AgentSpeakError, parseTerm } from '../../plans/agentspeak/reader.ts'
import { first, UndecidedError } from '../../plans/agentspeak/solve.ts'
import {
  indicator,
  operators,
  type Structure,
  type Term,
  variable,
  variablesOf,
} from '../../plans/agentspeak/term.ts'
import { type Bindings, resolve, unify } from '../../plans/agentspeak/unify.ts'
import type { Awaitable } from '../../plans/awaitable.ts'
import { withProlog } from '../symbolic/engine.ts'

/**
 * The first way in which the formulas hold, by beliefs alone where no rule has a say. Throws an
 * UndecidedError where Prolog cannot decide, such as for a rule that goes round for ever.
 */
export function holdsByRules(
  formulas: readonly Term[],
  believed: Literals,
  bindings: Bindings,
  ctx: Ctx,
): Awaitable<Holds | undefined> {
  if (believed.rules.length === 0) return first(formulas, believed, bindings)
  const heads = new Set(believed.rules.map(({ head }) => indicator(head)))
  return formulas.flatMap(speaksOf).some(name => heads.has(name))
    ? provedBy(formulas, believed, bindings, ctx)
    : first(formulas, believed, bindings)
}

// --- internal ---

type Holds = { readonly bindings: Bindings }

async function provedBy(
  formulas: readonly Term[],
  believed: Literals,
  bindings: Bindings,
  ctx: Ctx,
): Promise<Holds | undefined> {
  const heads = new Set(believed.rules.map(({ head }) => indicator(head)))
  const spoken = new Set(formulas.flatMap(speaksOf))
  const asked = formulas.map(each => resolve(each, bindings))
  const ruleBodies = believed.rules.flatMap(({ body }) => speaksOf(body))
  const facts = [...new Set([...spoken, ...ruleBodies])].flatMap(name => believed.of(name))
  const defined = new Set([...heads, ...facts.map(indicator)])
  const unknown = [...spoken, ...ruleBodies].filter(name => !defined.has(name))
  const rules = [
    ...[...new Set([...defined, ...unknown])].map(name => `:- dynamic(${quotedIndicator(name!)}).`),
    ...facts.map(fact => `${prolog(fact)}.`),
    ...believed.rules.map(({ head, body }) => `${prolog(head)} :- ${prolog(body)}.`),
  ].join('\n')
  const goal = asked.map(each => prolog(each, 3)).join(', ')
  const result = await withProlog(ctx.prolog, prolog =>
    prolog.evaluate({ facts: '', rules, goal, signal: ctx.signal }),
  )
  if ('error' in result)
    throw new UndecidedError(`the rules do not decide it: ${result.error.message}`)
  return result.holds ? { bindings: taken(asked, result.bindings, bindings) } : undefined
}

function taken(
  asked: readonly Term[],
  found: Readonly<Record<string, string>>,
  bindings: Bindings,
): Bindings {
  let now = bindings
  for (const name of new Set(asked.flatMap(variablesOf))) {
    const value = found[prologVariable(name)]
    const term = value === undefined ? undefined : readBack(value)
    now = (term && unify(variable(name), term, now)?.bindings) ?? now
  }
  return now
}

function readBack(value: string): Term | undefined {
  try {
    return parseTerm(value.replaceAll("'", '"'))
  } catch (error) {
    if (error instanceof AgentSpeakError) return undefined
    throw error
  }
}

/** Names and arities of the literals in a formula. */
function speaksOf(formula: Term): readonly string[] {
  if (formula.type !== 'structure') return []
  const { name, args } = formula
  if (['&', '|', 'not'].includes(name)) return args.flatMap(speaksOf)
  return Object.hasOwn(operators, name) || name.startsWith('.') ? [] : [indicator(formula)!]
}

const signs: Readonly<Record<string, string>> = {
  '&': ',',
  '|': ';',
  '<=': '=<',
  div: '//',
}

const prologVariable = (name: string) => name.replaceAll("'", '_q')

function quotedIndicator(name: string): string {
  const slash = name.lastIndexOf('/')
  return `'${name.slice(0, slash)}'${name.slice(slash)}`
}

/** The term as Prolog writes it; annotations have no say there. */
function prolog(term: Term, level = 1): string {
  switch (term.type) {
    case 'variable':
      return prologVariable(term.name)
    case 'list': {
      const items = term.items.map(item => prolog(item, 3)).join(', ')
      return term.tail ? `[${items}|${prolog(term.tail, 3)}]` : `[${items}]`
    }
    case 'structure':
      return structureIn(term, level)
    default:
      return printTerm(term)
  }
}

function structureIn({ name, args }: Structure, level: number): string {
  const operator = Object.hasOwn(operators, name) ? operators[name] : undefined
  if (operator && args.length === 2) {
    const [a, b] = args.map(arg => prolog(arg, operator.level + 1))
    const sums = name === '=' && args.some(isSum)
    const both = sums && isSum(args[1]!) ? `${a} is ${b}` : `${a} ${signs[name] ?? name} ${b}`
    return operator.level < level || operator.level < 3 ? `(${both})` : both
  }
  if (name === 'not' && args.length === 1) return `\\+ (${prolog(args[0]!)})`
  const inside = args.length === 0 ? '' : `(${args.map(arg => prolog(arg, 3)).join(', ')})`
  return `${/^[a-z]\w*$/.test(name) ? name : `'${name}'`}${inside}`
}

const isSum = (term: Term) =>
  term.type === 'structure' && ['+', '-', '*', '/', 'div', 'mod', '**'].includes(term.name)
