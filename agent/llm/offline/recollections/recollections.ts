// What recall returned, read line by line, and which of it answers: a fact that was established for
// the same question in other words, or one whose quoted sentence states what is asked.
import { dimensionOf } from '../../../../plans/expressions/expression.ts'
import type { Value } from '../../../../plans/plan.ts'
import { readAsked } from '../asked.ts'
import { type Answering, answerFrom, type Outcome, shown, stating } from '../look-ups/answering.ts'
import { isMoney } from '../roles.ts'
import { contentTerms, isAmong, isName, sameStem, stem, stems } from '../stems.ts'
import { clauseOf, type Want, wantIn, wantOf, withoutUnit } from '../wanted.ts'
import { tokens } from '../words.ts'

export interface Recollection {
  /** The whole line: what may be quoted. */
  readonly line: string
  /** Label of the tool result it stands in. */
  readonly call: string
  readonly value: Value
  readonly unit?: string
  readonly about: string
  readonly answers: boolean
  readonly quote?: string
  readonly source: string
  /** Other sources say otherwise. */
  readonly disputed: boolean
}

/** The facts in the result of a call of `recall`; none in that of another tool. */
export function recollectionsIn(content: string, call: string): readonly Recollection[] {
  return content.split('\n').flatMap(line => {
    const found = shape.exec(line)?.groups
    if (!found) return []
    const { amount = '', how, about = '', quote, source = 'the user' } = found
    const read = amountIn(amount)
    if (!read) return []
    return {
      line,
      call,
      about,
      source,
      ...read,
      answers: how === 'answers',
      ...(quote !== undefined && { quote }),
      disputed: /; disagrees with m[0-9a-f]/.test(line),
    }
  })
}

/** The one value that the facts give for the question; or why there is none. */
export function rememberedFor(facts: readonly Recollection[], question: string): Outcome {
  const want = wantIn(question)
  return agreed(facts, fact =>
    isAboutTheSame(fact, question) ? whole(fact) : want && quoted(fact, want, question),
  )
}

/**
 * The one quantity among the facts whose dimension is that of `kind` (a unit; `money/kg` for any
 * currency) and all of whose words stand in the question; or why there is none.
 */
export function quantityFor(
  facts: readonly Recollection[],
  question: string,
  kind: string,
): Outcome {
  return agreed(facts, fact => {
    const { value, unit, answers } = fact
    if (!answers || typeof value !== 'number' || unit === undefined) return undefined
    return isOfKind(unit, kind) && isUsedIn(fact, question) ? whole(fact) : undefined
  })
}

// --- internal ---

const inQuotes = '“[^“”]*”'
const shape = new RegExp(
  [
    `^\\[m[0-9a-f]+\\] [a-z][a-z0-9_]* = (?<amount>${inQuotes}(?:, ${inQuotes})*|[^“”;]*)`,
    `(?:; with [^“”]*${inQuotes}(?:, [^“”]*${inQuotes})*)?`,
    '; (?<how>answers|learned for) “(?<about>[^“”]*)”',
    '(?:; quoted “(?<quote>[^“”]*)”)?',
    '; (?:read in “(?<source>[^“”]*)”|said by the user); learned \\d{4}-',
  ].join(''),
)

function amountIn(text: string): { readonly value: Value; readonly unit?: string } | undefined {
  const texts = [...text.matchAll(/“([^“”]*)”/g)].map(([, inside = '']) => inside)
  if (texts.length > 0) return { value: texts.length === 1 ? texts[0]! : texts }
  if (text === 'true' || text === 'false') return undefined
  const [, digits, unit] = /^(-?[\d.]+(?:e[-+]?\d+)?)(?: (.+))?$/.exec(text) ?? []
  if (digits === undefined) return undefined
  return { value: Number(digits), ...(unit !== undefined && { unit }) }
}

function whole(fact: Recollection): Answering {
  const { line, call } = fact
  return stating({ text: line, quote: line, about: '', before: '', call }, fact, 1)
}

/**
 * What the sentence quoted with a fact states of what is asked, where the question names all that the
 * fact was asked of. What a pronoun stands for, only the source can say.
 */
function quoted(fact: Recollection, want: Want, question: string): Answering | undefined {
  const { line, call, quote, source, about } = fact
  if (quote === undefined) return undefined
  const years = (text: string): readonly string[] => text.match(/\b(?:1[5-9]|20)\d\d\b/g) ?? []
  const asked = years(question)
  if (want.kind !== 'date' && years(quote).some(year => !asked.includes(year))) return undefined
  const mine = contentTerms(question).map(({ stem }) => stem)
  const named = contentTerms(about.replace(/^\P{L}*\p{L}+/u, '')).filter(isName)
  if (!named.every(({ stem }) => isAmong(stem, mine))) return undefined
  const title = source.replace(/\.\w+\b/g, '').replace(/[-_/]+/g, ' ')
  const context = refersBack.test(quote) ? title : `${title} ${about}`
  const outcome = answerFrom([{ text: quote, quote, about: context, before: '', call }], want)
  return 'found' in outcome ? { ...outcome.found, quote: line } : undefined
}

const refersBack =
  /\b(?:it|itself|he|him|she|they|them|there|this|these|those|its|his|her|their)\b/i

/** Several facts are one answer only when they say the same and nobody says otherwise. */
function agreed(
  facts: readonly Recollection[],
  answerOf: (fact: Recollection) => Answering | undefined,
): Outcome {
  const [first, ...others] = facts.flatMap(fact => {
    const answer = answerOf(fact)
    return answer ? [{ ...answer, fact }] : []
  })
  if (!first) return { missing: 'nothing that is remembered is about just this' }
  const other = others.find(each => shown(each) !== shown(first))
  if (other)
    return {
      missing: `earlier sessions learned ${shown(first)} from ${first.fact.source} and ${shown(other)} from ${other.fact.source}`,
    }
  if (first.fact.disputed)
    return { missing: `what is remembered from ${first.fact.source} is disputed by another source` }
  return { found: first }
}

/** Whether a fact answers a question that says the same as this one: the same words that tell, and the same thing wanted. */
function isAboutTheSame({ answers, about, unit }: Recollection, question: string): boolean {
  if (!answers) return false
  const [mine, its] = [askedIn(question), askedIn(about)]
  // a number without a unit is in the unit that was asked for then
  const inUnit =
    unit !== undefined ||
    mine.unit === '' ||
    mine.unit === its.unit ||
    its.words.includes(mine.unit)
  if (!inUnit || !isSameKind(mine, its)) return false
  const within = (a: AskedFor, b: AskedFor) =>
    a.words.every(word => word === b.unit || isAmong(word, b.words))
  if (!within(mine, its) || !within(its, mine)) return false
  const turned = comparing.test(question) || comparing.test(about)
  return !turned || mine.words.every((word, at) => sameStem(word, its.words[at] ?? ''))
}

/** `What is the total of ...` asks for a number as `how many` does. */
function isSameKind(a: AskedFor, b: AskedFor): boolean {
  const nouns = a.noun === undefined || b.noun === undefined || sameStem(a.noun, b.noun)
  const number = (each: AskedFor) => each.kind === 'number' || each.measured
  return nouns && (a.kind === b.kind || (number(a) && number(b)))
}

/** Of two that are compared it matters which comes first. */
const comparing =
  /\b(than|minus|less|more|fewer|difference|ratio|times|exceeds?|between|from|compared|share|percent|percentage)\b/i

type AskedFor = ReturnType<typeof askedIn>

/** A question without the words about its form, its units and where the answer stands. */
function askedIn(question: string) {
  const { rest, unit, noun } = readAsked(question)
  const clause = clauseOf(rest.replace(/\s*\(in [^)]*\)\s*$/, ''))
  const want = clause && wantOf(clause)
  const kind = want?.kind
  const text = clause ? `${clause.wanted} ${clause.subject}` : rest
  const inUnit = noun === undefined && unit !== ''
  const without = withoutUnit(text, inUnit ? unit : '').replace(aboutSource, ' ')
  const words = contentTerms(without)
    .map(term => term.stem)
    .filter(word => !empty.has(word) && !(kind !== undefined && asking[kind]?.has(word)))
  const weighty = tokens(without).flatMap(({ word }) => (telling.has(word) ? [word] : []))
  return {
    words: [...words, ...weighty],
    kind,
    noun: want?.noun,
    // a number, whatever the question begins with
    measured: /\b(total|sum|number|amount|average|mean|difference|share|percentage)\b/i.test(text),
    unit: inUnit ? stem(unit) : '',
  }
}

const aboutSource =
  /\b(?:in|from|of|according to) (?:the|this) (?:attached |enclosed |given )?(?:file|table|sheet|document|list|text|report|attachment)\b/gi

/** Words of questions that change nothing about what is asked. */
const empty = stems(
  'total sum overall altogether value amount number give state tell find add come list say',
)

/** What a question for such a value may call it. */
const asking: Readonly<Partial<Record<Want['kind'], ReadonlySet<string>>>> = {
  date: stems('date day year month'),
  time: stems('time hour'),
  place: stems('place'),
  name: stems('name'),
}

/** Words without content of their own that change everything. */
const telling = new Set(
  'not no without each every per only before after above below under'.split(' '),
)

function isOfKind(unit: string, kind: string): boolean {
  const dimension = dimensionOf(unit)
  if (!kind.startsWith('money/')) return dimension === dimensionOf(kind)
  const per = dimensionOf(kind.slice('money/'.length))
  const [currency = '', below] = dimension?.split(/\/(.*)/) ?? []
  return isMoney(currency) && below === per
}

/** Whether a question uses what another one asked for: that one's words all stand in it, and its own are of moving and paying only. */
function isUsedIn({ about, unit = '' }: Recollection, question: string): boolean {
  const units = new Set(['per', ...tokens(unit).map(({ word }) => stem(word))])
  const its = askedIn(about).words.filter(word => !units.has(word) && !doing.has(word))
  const mine = askedIn(question).words
  return (
    its.length > 0 &&
    its.every(word => isAmong(word, mine)) &&
    mine.every(word => doing.has(word) || isAmong(word, its))
  )
}

/** Words for what is done with a quantity at a rate. */
const doing = stems(
  'take need require last travel cover sail drive ride walk run swim fly go get trip journey passage crossing way distance time speed rate pace cost price pay spend buy fill pump use long far keep',
)
