// Whether a condition holds: every way to bind its variables is looked through until all of it does.
import { fold, type Quantity } from '../expressions/quantity.ts'
import { once } from '../memo.ts'
import { nearest } from '../text/nearest.ts'
import { type Bindings, parseAtom, type Term, unify } from './atoms.ts'
import { type BeliefCondition, type BeliefForm, beliefForms } from './belief-forms.ts'
import type { Condition } from './condition.ts'
import { showQuantity } from './literal.ts'

/** What is believed, as the caller sees it. */
export interface Facts {
  /** The belief of that name, as the condition spells it; `undefined` when it is not known. */
  readonly belief: (name: string) => Quantity | undefined
  /** Names of all beliefs, only to suggest the nearest one when a name is not known. */
  readonly names?: Iterable<string>
  /** Beliefs that are sentences. */
  readonly sentences?: readonly string[]
  /** Whether the premise entails the hypothesis; without it only the same sentence counts. */
  readonly entails?: (premise: string, hypothesis: string) => boolean
  /** Ground atoms, such as `on(a, b)` or `(on a b)`. */
  readonly atoms?: readonly string[]
}

/** Whether a condition holds, and why or why not. */
interface Checked {
  readonly holds: boolean
  readonly why: string
}

/**
 * Whether the condition holds in view of `facts`. `why` names the belief and the value seen, e.g.
 * `ground_belief(total) is not known; nearest known name: total_sales`. A belief that is not known
 * satisfies nothing but a negation. Never throws unless `facts` does.
 */
export function checkCondition(condition: Condition, facts: Facts): Checked {
  const atoms = once(() =>
    Map.groupBy(
      (facts.atoms ?? []).flatMap(text => parseAtom(text) ?? []),
      keyOf,
    ),
  )
  return check(condition, { facts, atoms, work: 0 }, {}, () => yes(''))
}

// --- internal ---

/** One check under way: atoms read once, work counted. */
interface Run {
  readonly facts: Facts
  readonly atoms: () => ReadonlyMap<string, readonly Term[]>
  work: number
}

/** What is left to be checked once a condition holds with these bindings. */
type Rest = (bindings: Bindings) => Checked

/** Unifications tried at most in one check. */
const mostWork = 200_000

const yes = (why: string): Checked => ({ holds: true, why })
const no = (why: string): Checked => ({ holds: false, why })
const keyOf = ({ name, args }: Term) => `${name}/${args.length}`

/** Whether the condition holds and the rest with it. */
function check(condition: Condition, run: Run, bindings: Bindings, rest: Rest): Checked {
  const then = (found: Checked, now = bindings): Checked => {
    const further = found.holds ? rest(now) : found
    return found.holds && further.holds
      ? yes([found.why, further.why].filter(Boolean).join('; '))
      : further
  }
  switch (condition.type) {
    case 'and':
      // variables of a negated atom are bound first, by what is not negated
      return condition.all
        .toSorted((a, b) => Number(a.type === 'not') - Number(b.type === 'not'))
        .reduceRight<Rest>(
          (after, part) => now => check(part, run, now, after),
          rest,
        )(bindings)
    case 'not': {
      const { holds, why } = check(condition.of, run, bindings, () => yes(''))
      return then(holds ? no(`${why}, but it must not be so`) : yes(why))
    }
    case 'believed':
      return then(checkSentence(condition.sentence, run.facts))
    case 'holds':
      return checkAtom(condition.atom, run, bindings, then)
    default:
      return then(checkBelief(condition, run.facts))
  }
}

function checkAtom(
  atom: string,
  run: Run,
  bindings: Bindings,
  then: (found: Checked, now: Bindings) => Checked,
): Checked {
  const pattern = parseAtom(atom)
  if (!pattern) return no(`"${atom}" is not an atom`)
  let failed: Checked | undefined
  for (const fact of run.atoms().get(keyOf(pattern)) ?? []) {
    run.work += 1
    if (run.work > mostWork) return no(`too many combinations to look through for ${atom}`)
    const now = unify(pattern, fact, bindings)
    const found = now && then(yes(`${atom} holds`), now)
    if (found?.holds) return found
    failed = found ?? failed
  }
  return failed ?? no(`no known atom matches ${atom}`)
}

function checkSentence(sentence: string, { sentences = [], entails }: Facts): Checked {
  const wanted = fold(sentence)
  const premise =
    sentences.find(each => fold(each) === wanted) ??
    (entails && sentences.find(each => entails(each, sentence)))
  return premise === undefined
    ? no(`no believed sentence says ${JSON.stringify(sentence)}`)
    : yes(`${JSON.stringify(premise)} is believed`)
}

function checkBelief(condition: BeliefCondition, facts: Facts): Checked {
  const { belief: name } = condition
  const notKnown = (name: string) => {
    const near = nearest(name, facts.names ?? [])
    return `ground_belief(${name}) is not known${near === undefined ? '' : `; nearest known name: ${near}`}`
  }
  const quantity = facts.belief(name)
  if (!quantity) return no(notKnown(name))
  // the table pairs each type with its own row
  const form = beliefForms[condition.type] as BeliefForm<object>
  const verdict = form.check(
    condition,
    quantity,
    other => facts.belief(other) ?? `cannot be checked: ${notKnown(other)}`,
  )
  const seen = `ground_belief(${name}) is ${showQuantity(quantity)}`
  if (verdict === true) return yes(seen)
  return no(
    `${seen}; ${verdict === false ? `expected: ${form.print(condition)}` : `it ${verdict}`}`,
  )
}
