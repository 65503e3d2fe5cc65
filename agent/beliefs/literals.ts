// Beliefs as AgentSpeak(L) has them: each a literal with its sources. A belief named by a literal is that
// literal; one of a role, such as `speed` with the value 30, is `speed(30)`.
import { printTerm } from '../../plans/agentspeak/print.ts'
import { parseProgram, type Rule } from '../../plans/agentspeak/program.ts'
import { AgentSpeakError, parseTerm } from '../../plans/agentspeak/reader.ts'
import type { Beliefs } from '../../plans/agentspeak/solve.ts'
import {
  indicator,
  list,
  number,
  plain,
  type Structure,
  structure,
  type Term,
  text,
} from '../../plans/agentspeak/term.ts'
import { memo, memoOf } from '../../plans/memo.ts'
import type { Value } from '../../plans/plan.ts'
import { unless } from '../../plans/unless.ts'
import type { Belief, NewBelief, State } from '../state.ts'

/** What is believed, by name and arity, and the rules by which more follows. */
export interface Literals extends Beliefs {
  readonly rules: readonly Rule[]
}

/** What the agent believes of the world, from before and of the session, each in the order in which it came. */
export const literals = ({ groundBeliefs }: State): Literals => held(groundBeliefs)

/** A literal as it is believed; what it is annotated with beside its source is kept as the value. */
export function toBelief(literal: Structure, source: string): NewBelief {
  const others = (literal.annotations ?? []).filter(each => indicator(each) !== 'source/1')
  const said = literal.annotations?.find(each => indicator(each) === 'source/1')
  const from = said?.type === 'structure' ? printTerm(said.args[0]!) : source
  return {
    name: printTerm(plain(literal)),
    value: others.length === 0 ? true : printTerm(list(others)),
    source: from,
    provenance: 'given',
  }
}

// --- internal ---

const held = memoOf((groundBeliefs: State['groundBeliefs']): Literals => {
  const parts = ['world', 'memory', 'session'].flatMap(scope => {
    const names = groundBeliefs.get(scope)
    return names ? [indexed(names)] : []
  })
  return {
    of: key => parts.flatMap(part => part.byIndicator.get(key) ?? []),
    rules: parts.flatMap(part => part.rules),
  }
})
type Names = NonNullable<ReturnType<State['groundBeliefs']['get']>>

/** Made once for what a scope holds, however often it is asked. */
const indexed = memoOf((names: Names) => {
  const byIndicator = new Map<string, Structure[]>()
  const rules: Rule[] = []
  for (const [name, versions] of names) {
    if (name.includes(':-')) rules.push(...ruleOf(name))
    const literal = literalOf(name, versions)
    if (!literal) continue
    const key = indicator(literal)!
    const same = byIndicator.get(key)
    if (same) same.push(literal)
    else byIndicator.set(key, [literal])
  }
  return { byIndicator, rules }
})

const ruleOf = memo(1_000, (name): readonly Rule[] => parseProgram(name).rules)

/** The term of a name, or nothing where it is a sentence or a fact of another language. */
const termOf = memo(20_000, (name): Term | undefined =>
  /^(?:~?[a-z]|\[)/.test(name) ? unless(AgentSpeakError, () => parseTerm(name)) : undefined,
)

function literalOf(name: string, versions: readonly Belief[]): Structure | undefined {
  const term = termOf(name)
  if (term?.type !== 'structure') return undefined
  const newest = versions.at(-1)!
  const sources = versions.map(({ source }) => structure('source', [sourceTerm(source)]))
  const { value } = newest
  if (value === true) return structure(term.name, term.args, sources)
  const beside = typeof value === 'string' && value.startsWith('[') ? termOf(value) : undefined
  if (beside?.type === 'list') return structure(term.name, term.args, [...sources, ...beside.items])
  return structure(term.name, [...term.args, valueTerm(value)], sources)
}

const sourceTerm = (source: string): Term =>
  structure(source === 'world' ? 'percept' : source.replaceAll(/[^A-Za-z0-9_]/g, '_'))

function valueTerm(value: Value): Term {
  if (typeof value === 'number') return number(value)
  if (typeof value === 'string') return text(value)
  if (typeof value === 'boolean') return structure(String(value))
  return list(value.map(valueTerm))
}
