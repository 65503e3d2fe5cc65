// The names that plans use, against those they may use: what is new, and what is out of place
// (Exploiting GenAI for Plan Generation in BDI Agents, 2025, C2 to C4).
import { type Clause, isLiteral } from '../program.ts'
import { indicator, operators, type Structure, type Term } from '../term.ts'
import type { Invented } from '../yaml.ts'
import { indicatorOf, type Vocabulary } from './vocabulary.ts'

/** Plans as an author has written them. */
export interface Written {
  readonly clauses: readonly Clause[]
  readonly invented: readonly Pick<Invented, 'kind' | 'literal'>[]
}

/** What plans may rest on beside their vocabulary: what is believed, and the plans there are. */
export interface Known {
  readonly vocabulary: Vocabulary
  readonly believed: readonly Structure[]
  readonly library: readonly Clause[]
}

/** The goals, beliefs and actions of plans, each by its indicator such as `reach/1`. */
export function namesIn(clauses: readonly Clause[]) {
  const bodies = clauses.flatMap(({ body }) => body)
  const of = (...types: readonly string[]) =>
    bodies.flatMap(({ type, term }) => (types.includes(type) ? nameOf(term) : []))
  return {
    /** Goals that plans handle, and goals that bodies pursue. */
    handled: new Set(clauses.flatMap(({ trigger }) => nameOf(trigger.literal))),
    pursued: new Set(of('achieve', 'spawn')),
    /** Beliefs that contexts ask for, and beliefs that bodies add or take away. */
    asked: new Set([
      ...clauses.flatMap(({ context }) => context.flatMap(literalsIn)).flatMap(nameOf),
      ...bodies
        .filter(({ type }) => type === 'test')
        .flatMap(({ term }) => literalsIn(term).flatMap(nameOf)),
    ]),
    changed: new Set(of('add', 'remove', 'update')),
    actions: new Set(of('execute').filter(name => !name.startsWith('.'))),
  }
}

/** What plans have made up, and what they have got wrong, name by name: of what they may use. */
export function alignment({ clauses, invented }: Written, known: Known) {
  const { vocabulary, believed, library } = known
  const names = namesIn(clauses)
  const own = namesIn(library)
  const goals = new Set([...indicators(vocabulary.goals), ...own.handled])
  const beliefs = new Set([
    ...indicators(vocabulary.beliefs),
    ...believed.flatMap(nameOf),
    ...own.changed,
  ])
  const actions = indicators(vocabulary.actions)
  const said = (kind: Invented['kind']) =>
    new Set(invented.flatMap(each => (each.kind === kind ? nameOf(each.literal) : [])))
  const used = {
    goals: names.handled.union(names.pursued),
    beliefs: names.asked.union(names.changed),
  }
  const [saidGoals, saidBeliefs] = [said('goal'), said('belief')]
  return {
    newGoals: used.goals.union(saidGoals).difference(goals),
    newBeliefs: used.beliefs.union(saidBeliefs).difference(beliefs),
    /** Goals and beliefs that are used but nowhere said, said but not used, or said anew although admissible. */
    strayGoals: strays(used.goals, saidGoals, goals),
    strayBeliefs: strays(used.beliefs, saidBeliefs, beliefs),
    /** Actions that there are none of. */
    strayActions: names.actions.difference(actions),
  }
}

/** The literals of a formula, without what is only compared. */
export function literalsIn(formula: Term): readonly Structure[] {
  if (formula.type !== 'structure') return []
  if (formula.name === 'true' || formula.name === 'false') return []
  if (isLiteral(formula)) return formula.name.startsWith('.') ? [] : [formula]
  if (['&', '|', 'not'].includes(formula.name)) return formula.args.flatMap(literalsIn)
  return Object.hasOwn(operators, formula.name) ? [] : [formula]
}

// --- internal ---

function nameOf(term: Term): readonly string[] {
  const name = indicator(term)
  return name === undefined ? [] : [name]
}

const indicators = (named: Vocabulary['goals']) =>
  new Set(named.flatMap(each => indicatorOf(each) ?? []))

function strays(
  used: ReadonlySet<string>,
  said: ReadonlySet<string>,
  admissible: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  return new Map([
    ...[...used.difference(said).difference(admissible)].map(
      name => [name, 'is used, but neither admissible nor among what is new'] as const,
    ),
    ...[...said.difference(used)].map(name => [name, 'is said to be new, but not used'] as const),
    ...[...said]
      .filter(name => admissible.has(name))
      .map(name => [name, 'is said to be new, but is admissible already'] as const),
  ])
}
