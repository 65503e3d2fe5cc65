// Tier 2 of verification: a model puts a condition into logic, Prolog decides
// it over facts that code has written, and a program that would hold anyway decides nothing.

import { z } from 'zod'
import type { Asking, Contract } from '../../agent/contract.ts'
import type { NamedQuantity } from '../../plans/expressions/quantity.ts'
import { show } from '../../plans/show.ts'
import { nearest } from '../../plans/text/nearest.ts'
import { ask } from '../ask.ts'
import { blocks, bullets } from '../prompt-text.ts'
import { circularIn } from './circles.ts'
import { type Prolog, type PrologErrorKind, withProlog } from './engine.ts'
import { factsOf, scalesOf } from './facts.ts'
import { mayBeLogic } from './fit.ts'
import { type Holding, vacuity } from './vacuity.ts'

interface SymbolicReads {
  readonly condition: string
  /** The facts as the engine will have them, long texts cut. */
  readonly facts: string
  /** The program that was tried before, and what is wrong with it. */
  readonly before?: { readonly rules: string; readonly goal: string; readonly fault: string }
}

/** What programs may call beside the built-in predicates; the prompt shows this table. */
export const helpers: readonly { readonly form: string; readonly meaning: string }[] = [
  { form: 'belief(Name, Value, Unit)', meaning: 'the facts; the unit is none where there is none' },
  { form: 'value(Name, Value)', meaning: 'the value of a belief' },
  { form: 'unit(Name, Unit)', meaning: 'the unit of a belief' },
  { form: 'known(Name)', meaning: 'there is such a belief' },
  { form: 'value_in(Name, Unit, Value)', meaning: "the value converted: value_in(way, 'km', V)" },
  { form: 'text(Name, Text)', meaning: "the value as text: '20.9', '2024-05-31'" },
  { form: 'says(Name, Words)', meaning: 'these words stand in the text of a belief' },
  { form: 'days_between(From, To, Days)', meaning: 'days from one date to a later one' },
  { form: 'add_days(Date, Days, Later)', meaning: 'the date so many days later' },
  { form: 'before(A, B), after(A, B)', meaning: 'the order of two dates' },
  { form: 'weekday(Date, Day)', meaning: 'monday to sunday' },
  { form: 'iso_date(Text, Date)', meaning: "'2024-05-31' and date(2024, 5, 31)" },
  { form: 'mean(Numbers, Mean)', meaning: 'beside sum_list, max_list, min_list, length' },
  { form: 'rounded(Number, Places, Rounded)', meaning: 'to so many decimal places' },
  { form: 'near(A, B)', meaning: 'equal but for rounding errors' },
]

const Symbolic = z.object({
  reason: z.string().meta({
    description: 'how the facts decide the condition, or why they cannot, in one sentence',
    consumer: 'recorded as evidence',
  }),
  notLogic: z.boolean().meta({
    description:
      'true when no program over these facts can decide it, since it is about quality, style, relevance or what no fact says',
    consumer: 'a judge that reads the beliefs decides instead, and no program is run',
  }),
  rules: z.string().describe('Prolog clauses that the goal needs; empty when it needs none'),
  goal: z.string().meta({
    description:
      'the Prolog goal that succeeds exactly when the condition holds; empty if notLogic',
    consumer: 'the engine calls it once, within limits of time and memory',
  }),
})

const symbolicContract: Contract<SymbolicReads, z.infer<typeof Symbolic>> = {
  purpose: 'symbolic',
  part: 'You are the logician of an agent that reasons with beliefs, desires and intentions.',
  task: `
A condition comes to you with the facts that are believed. Put the condition into Prolog: rules, if
they are needed, and one goal. The facts are there already; write none yourself, and take every value
of the world from them. Numbers are exact: 0.1 + 0.2 =:= 0.3 holds, 7 / 2 is three and a half. Compare
numbers as numbers: written into a text, a decimal becomes a fraction. A text is an atom: 'Paris' and
"Paris" are the same, 'paris' is another. Dates are date(Year, Month, Day). Say what must be so
(value(price, P), P =< 100), not only that the opposite is not (\\+ (value(price, P), P > 100)). There
are no files and no changes of state that last.

What stands in a text becomes a fact by its words: cat(tom) :- says(story, 'Tom is a cat'). A relation
that may run in circles, such as a way there and back, is tabled before its clauses:
:- table reachable/2.

Beside SWI-Prolog's own predicates there are:
${bullets(helpers.map(({ form, meaning }) => `${form}: ${meaning}`))}`,
  consumers: `
- SWI-Prolog: it runs your goal over the facts. It runs it again over changed facts, and a goal that
  succeeds whatever the facts are, or asks only what is known and decides by numbers of its own, is
  refused. What it says of an error comes back to you, once.
- the agent: whether your goal succeeds decides the condition.`,
  output: Symbolic,
  render: ({ condition, facts, before }) =>
    blocks(
      `# Condition\n${condition}`,
      `# Facts\n${facts.trimEnd() || '(none)'}`,
      before &&
        `# The program before this one\nrules:\n${before.rules || '(none)'}\ngoal:\n${before.goal}\n\n# What is wrong with it\n${before.fault}`,
    ),
}

/** What logic says of a condition; `undecided` leaves it to the next tier, and says why. */
type Decision = { readonly holds: boolean; readonly why: string } | { readonly undecided: string }

/**
 * Decides `condition` over `beliefs` with at most two calls of the model: the second when the first
 * program is faulty; with none where the words show that logic cannot decide it. Never rejects. A goal
 * that holds needs to show something of the facts (see `vacuity`), or it is refused.
 */
export async function decideByLogic(
  condition: string,
  beliefs: readonly NamedQuantity[],
  asking: Asking,
): Promise<Decision> {
  if (!mayBeLogic(condition, beliefs))
    return {
      undecided: 'the condition speaks of no value, number or order that a program could read',
    }
  return withProlog(asking.ctx.prolog, prolog => askForPrograms(condition, beliefs, asking, prolog))
}

/** A program a model wrote for a condition. */
interface Attempt extends Pick<Holding, 'beliefs' | 'rules' | 'goal'> {
  readonly condition: string
}

/** Runs a program and looks whether its outcome can be trusted; `fault` says to its author why not. */
export async function tryProgram(
  attempt: Attempt,
  prolog: Prolog,
  signal?: AbortSignal,
): Promise<Decision | { readonly fault: string }> {
  const { condition, beliefs, rules, goal } = attempt
  const run = (over: readonly NamedQuantity[]) =>
    prolog.evaluate({
      rules,
      goal,
      facts: factsOf(over) + scalesOf(over, `${rules}\n${goal}`),
      ...(signal && { signal }),
    })
  const evaluation = await run(beliefs)
  if ('error' in evaluation) {
    const { kind, message } = evaluation.error
    const wrong = said[kind]
    if (wrong === undefined) return { undecided: message }
    return { fault: `${wrong}${message}${spent.has(kind) ? tablingHint(rules) : ''}` }
  }
  const { holds, read, missing } = evaluation
  const unknown = missing.filter(name => !condition.includes(name))
  if (unknown.length > 0 && !holds)
    return { fault: unknown.map(n => noSuch(n, beliefs)).join('; ') }
  if (read.length + missing.length === 0)
    return {
      fault: `the goal looks at no belief, so it says nothing of the condition: ${goal}${textHint(beliefs)}`,
    }
  const fault = holds ? await vacuity({ beliefs, rules, goal, read, missing }, run) : undefined
  if (fault !== undefined) return { fault: `${fault}${textHint(beliefs)}` }
  const seen = read
    .flatMap(name => beliefs.filter(belief => belief.name === name).slice(0, 1))
    .slice(0, 6)
    .map(belief => `${belief.name} = ${brief(show(belief))}`)
  const found = Object.entries(evaluation.bindings)
    .slice(0, 6)
    .map(([name, value]) => `${name} = ${brief(value)}`)
  const values = [...seen, ...missing.map(name => `${name} not known`), ...found].join(', ')
  return { holds, why: `${brief(goal.trim(), 300)} ${holds ? 'holds' : 'fails'} with ${values}` }
}

// --- internal ---

async function askForPrograms(
  condition: string,
  beliefs: readonly NamedQuantity[],
  asking: Asking,
  prolog: Prolog,
): Promise<Decision> {
  const longest = Math.max(500, Math.floor(6_000 / Math.max(1, beliefs.length)))
  const facts = factsOf(beliefs.map(belief => shortened(belief, longest)))
  let before: SymbolicReads['before']
  for (let turn = 1; turn <= 2; turn += 1) {
    const reads = { condition, facts, ...(before && { before }) }
    const reply = await ask(symbolicContract, reads, asking)
    if (!reply.ok) return { undecided: reply.why }
    const { reason, notLogic, rules, goal } = reply.value
    if (notLogic) return { undecided: reason }
    const found = await tryProgram({ condition, beliefs, rules, goal }, prolog, asking.ctx.signal)
    if (!('fault' in found)) return found
    before = { rules, goal, fault: found.fault }
  }
  return { undecided: before?.fault ?? 'no program was written' }
}

/** Those of a program that runs in circles. */
const spent: ReadonlySet<PrologErrorKind> = new Set(['resources', 'time'])

/** How a program that ran out of time or memory may come to an end, when relations of it run in circles. */
function tablingHint(rules: string): string {
  const open = circularIn(rules)
  if (open.length === 0) return ''
  const tables = open.map(each => `:- table ${each}.`).join(' ')
  return `. A relation that runs in circles ends when it is tabled; begin the rules with ${tables}`
}

/** How facts that stand in a text become facts of a program. */
function textHint(beliefs: readonly NamedQuantity[]): string {
  const text = beliefs.find(({ value }) => typeof value === 'string' && /\S\s+\S+\s+\S/.test(value))
  return text === undefined
    ? ''
    : `. Where the facts stand in a text, each rests on its words, as cat(tom) :- says(${text.name}, 'Tom is a cat').`
}

/** Of the errors that the author of a program can mend: what they say of it. */
const said: Readonly<Partial<Record<PrologErrorKind, string>>> = {
  syntax: 'It cannot be read: ',
  unknown_predicate: 'It calls what does not exist: ',
  type: 'It fails on a value: ',
  forbidden: 'It wants more than reasoning: ',
  resources: 'It grows too large: ',
  time: 'It takes too long: ',
  thrown: 'It ends by an exception: ',
}

function noSuch(name: string, beliefs: readonly NamedQuantity[]): string {
  const names = beliefs.map(belief => belief.name)
  const like = nearest(name, names)
  return `no belief is named ${name}${like === undefined ? '' : `; did you mean ${like}?`}`
}

const brief = (text: string, longest = 100) =>
  text.length > longest ? `${text.slice(0, longest)}…` : text

/** As the prompt shows it; the engine has the whole. */
function shortened(belief: NamedQuantity, longest: number): NamedQuantity {
  const { value } = belief
  if (typeof value === 'string') return { ...belief, value: brief(value, longest) }
  return Array.isArray(value) && value.length > 50
    ? { ...belief, value: [...value.slice(0, 50), '…'] }
    : belief
}
