// Why an answer is what it is: each belief it rests on down to the words, the file and the place it was read
// in, or to the expression and what went into it; then what was tried and refused. In a person's words.
import type {
  AttachedFile,
  Belief,
  Evidence,
  Intention,
  State,
  StoredCall,
} from '../../agent/state.ts'
import { keyOf } from '../../phases/satisfy/made-of.ts'
import { readable } from '../../plans/answers/readable.ts'
import { textOf } from '../../plans/expressions/derive.ts'
import { type Quantity, sameQuantity } from '../../plans/expressions/expression.ts'
import { given } from '../../plans/given.ts'
import { show } from '../../plans/show.ts'
import { valueOccurs } from '../../plans/text/evidence.ts'
import { monthNames } from '../../plans/text/months.ts'
import { listed } from '../../tools/ranges.ts'
import { unitOf } from '../run/outcome.ts'
import { described, inWords, unansweredInWords } from '../terminal/brief.ts'
import { harmless, shortened } from '../terminal/plain-text.ts'
import {
  answering,
  type Beliefs,
  type Grounded,
  inputsOf,
  intentionBeliefs,
  placesOf,
} from './grounds.ts'
import { previousAnswer } from './session.ts'

/**
 * Why the question `id` has its answer, or why it believes `name`, as lines that are further in the further
 * down they are. One line that says so where there is nothing of that name. Where `plain`, what a tool was given
 * to work with is told by what went into it.
 */
export function whyLines(
  state: State,
  id: string,
  name?: string,
  plain = false,
): readonly string[] {
  const intention = state.intentions.get(id)
  if (!intention) return ['nothing has been asked yet']
  const beliefs = believedIn(state, id)
  const role = name ?? answering(beliefs, intention.answer)
  const belief = role === undefined ? undefined : beliefs[role]
  if (name !== undefined && !belief)
    return [`nothing is believed of ${harmless(name)}; /beliefs lists what is`]
  const known = knownOf(state, id, plain, name === undefined ? belief : undefined)
  const grounds = belief ? groundsOf({ id, role: role!, belief }, known) : []
  if (name !== undefined) return grounds
  const { confidence, reason } = intention
  const sure =
    confidence === undefined
      ? []
      : [`${Math.floor(confidence * 100)} % sure, as answers that rest on such grounds go`]
  return [answerLine(intention, state), ...grounds, ...sure, ...refusals(state, id, reason)]
}

/**
 * What was tried for the question and did not do, in words, but for what is `told` already; none of it where
 * all went well.
 */
export function refusals(state: State, id: string, told = ''): readonly string[] {
  const intention = state.intentions.get(id)
  if (!intention) return []
  const tried = [...intention.tried, { plan: intention.plan, failures: intention.failures }]
  return tried.flatMap(({ plan, failures }) => {
    const steps = (plan !== undefined && state.planLibrary.plans.get(plan)?.steps) || []
    const untold = failures.filter(({ why }) => !told.includes(why))
    return untold.map(({ step: of, why }) => {
      const step = steps.find(each => each.id === of)
      const what = step ? described(step, intentionBeliefs(state, id)) : 'the plan as a whole'
      return `✗ ${what}: ${inWords(harmless(why))}`
    })
  })
}

// --- internal ---

/** The beliefs as the session has kept them, where it has: there the answer before has a name of its own. */
function believedIn(state: State, id: string): Beliefs {
  const beliefs = intentionBeliefs(state, id)
  const kept = state.groundBeliefs.get('session')
  const found: Record<string, Belief> = Object.create(null)
  for (const [name, belief] of Object.entries(beliefs)) {
    const same = kept?.get(name === 'final_answer' ? previousAnswer : name)?.at(-1)
    found[name] =
      same && sameQuantity(same, belief) ? { ...same, name, ...given({ by: belief.by }) } : belief
  }
  return found
}

interface Known {
  readonly state: State
  readonly question: string
  readonly plain: boolean
  readonly files: readonly AttachedFile[]
  /** The belief whose value stands in the line above already. */
  readonly answered: Belief | undefined
  /** What has been told already: beliefs by their keys, and of long grounds whose they are. */
  readonly told: Set<string>
  readonly grounds: Map<string, string>
}

const knownOf = (state: State, id: string, plain: boolean, answered?: Belief): Known => ({
  state,
  plain,
  answered,
  question: questionOf(state, id),
  files: state.perceptions.get(id)?.perception.files ?? [],
  told: new Set(),
  grounds: new Map(),
})

const questionOf = (state: State, id: string) =>
  state.perceptions.get(id)?.perception.text ??
  state.intentionHistory.find(({ intention }) => intention === id)?.question ??
  ''

function answerLine(intention: Intention, state: State): string {
  const { id, answer, status } = intention
  if (answer !== undefined) {
    const [first = '', ...more] = readable(answer, questionOf(state, id), unitOf(state, id)).split(
      '\n',
    )
    // all of it stands where it was given
    return harmless(more.length > 0 ? `${first} …` : first)
  }
  return status === 'open' ? 'no answer yet' : harmless(unansweredInWords(intention))
}

function groundsOf(held: Grounded, known: Known, depth = 1): readonly string[] {
  const { role, belief } = held
  const { told, grounds, answered, state } = known
  // of a value of several lines each in a line of its own would stand under no name
  const value = ` = ${readable(show(plainly(belief))).replaceAll('\n', ' / ')}`
  const what = `${'  '.repeat(depth)}${inWords(role)}${belief === answered ? '' : value}`
  if (told.has(keyOf(held))) return [`${what}: as above`]
  told.add(keyOf(held))
  const ground = groundOf(held, known)
  const same = grounds.get(ground)
  if (ground.length > soonTold && same === undefined) grounds.set(ground, role)
  const further = (belief.furtherEvidence ?? []).map(
    each => `${'  '.repeat(depth + 1)}and ${placeOf(each, state)}`,
  )
  // what went into the same work stands there
  const inputs =
    same === undefined ? inputsOf(held, state, id => believedIn(state, id), known.plain) : []
  const below = inputs.flatMap(input => groundsOf(input, known, depth + 1))
  return [`${what}: ${same === undefined ? ground : `as ${inWords(same)}`}`, ...further, ...below]
}

/** A value as a person would write it: the items of a list, and the month for which a pattern of dates stands. */
function plainly<Held extends Quantity>(held: Held): Held {
  const { value } = held
  if (Array.isArray(value)) return { ...held, value: value.join(', ') }
  const [, month] = /^%-(0[1-9]|1[0-2])-%$/.exec(String(value)) ?? []
  return month === undefined ? held : { ...held, value: monthNames[+month - 1]! }
}

/** Characters of a ground that is told again rather than pointed to. */
const soonTold = 60

/** What the belief rests on, as the end of a sentence. */
function groundOf({ id, role, belief }: Grounded, known: Known): string {
  const { state, question, files, plain } = known
  const { provenance, evidence, derivation, source, value } = belief
  const found = evidence && placeOf(evidence, state, plain ? role : undefined)
  switch (provenance) {
    case 'given': {
      if (source !== 'user') return `it was given by ${harmless(source)}`
      if (valueOccurs(value, question)) return 'you said so, in the question'
      const file = files.find(
        ({ name, description }) =>
          typeof value !== 'number' && name !== value && valueOccurs(value, description),
      )
      return file ? `it stands in ${harmless(file.name)}` : 'you said so'
    }
    case 'quoted':
      return found ?? `read by ${harmless(source)}`
    case 'computed':
      return found ?? `computed by ${harmless(source)}`
    case 'derived': {
      if (derivation === undefined) return 'it follows from what came before'
      if (Object.hasOwn(intentionBeliefs(state, id), derivation))
        return `it is the ${inWords(derivation)}`
      if (textOf(derivation)?.includes('\n')) return 'a text of several lines, filled with'
      return `worked out as ${inWords(harmless(derivation))}`
    }
    case 'implied':
      return found === undefined ? 'it is only implied' : `only implied by what stands ${found}`
    case 'assumed': {
      if (found !== undefined) return `said to stand ${found}`
      if (source !== 'user') return 'nothing shows it; it was taken as it is'
      return valueOccurs(plainly(belief).value, question)
        ? 'from your question'
        : 'your question does not say it in these words; it was understood so'
    }
  }
}

/** Columns of a quote that are shown: some screens full. A longer one is the whole of a page or a file. */
const longestQuote = 4_000

/** Where a value was found: the tool, the file, the line and the words; where it is to be `asked` for, no query. */
function placeOf({ call: id, quote }: Evidence, state: State, asked?: string): string {
  const call = state.toolCalls.get(id)
  if (!call)
    return quote === undefined ? `call ${harmless(id)}` : `"${shortened(quote, longestQuote)}"`
  const file = placeIn(call)
  if (call.computes && quote === undefined) {
    const isLeftOut = asked !== undefined && Object.hasOwn(Object(call.input), 'sql')
    const how = isLeftOut ? `; /why ${asked} shows how` : `: ${workOf(call)}`
    return `the tool ${call.tool} gives it${file}${harmless(how)}`
  }
  const at = quote === undefined ? '' : lineOf(call.content, quote)
  const words = quote === undefined ? '' : `: "${shortened(quote, longestQuote)}"`
  return `read with ${call.tool}${file}${at}${words}`
}

function placeIn(call: StoredCall): string {
  const named = placesOf(call).map(place => shortened(place, 80))
  return named.length === 0 ? '' : ` from ${listed(named)}`
}

/** What the call was given beside its file. */
function workOf(call: StoredCall): string {
  const places = placesOf(call)
  return Object.values(call.input ?? {})
    .filter(value => ![value].flat().some(each => places.includes(each)))
    .map(value => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join(', ')
}

/** The line of the file, where what was returned says which of its lines it shows. */
function lineOf(content: string, quote: string): string {
  const at = content.indexOf(quote.split('\n')[0]!.trim())
  if (at < 0) return ''
  const lines = content.slice(0, at).split('\n')
  const head = lines.findIndex(line => linesShown.test(line))
  if (head < 0) return `, line ${lines.length} of what it returned`
  const [, first] = linesShown.exec(lines[head]!)!
  return `, line ${Number(first) + lines.length - head - 2}`
}

const linesShown = /, lines (\d+) to \d+ of \d+:$/
