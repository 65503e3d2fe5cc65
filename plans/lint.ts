// A plan is a template: it holds roles, never what belongs to the one question it was written for.
// This linter finds the question's literals in a plan and says how to be rid of each.
import { type Literal, literals, numbersOf, type Question, wordsOf } from './literals.ts'
import type { PlanDraft, Step } from './plan.ts'
import { texts } from './template.ts'
import { sameNumber } from './text/evidence.ts'
import { spokenNumbers, withoutNumbering } from './text/numerals.ts'
import { asPattern } from './text/words.ts'

/** One literal of the question at one place of the plan. */
interface Leak {
  /** Id of the step; absent for the plan's own fields. */
  readonly step?: string
  readonly field: string
  /** As the question spells it. */
  readonly literal: string
  /** Which literal, where, and the way out; for the author of the plan. */
  readonly message: string
}

/**
 * Every place where the plan holds a number, name, quotation, address or given value of the question,
 * or its answer. All texts are searched, role names and tool inputs included, but not ids, kinds, units
 * and tool names. Words are compared without regard to case, numbers as numbers. Empty for a template.
 */
export function lint(plan: PlanDraft, question: Question): readonly Leak[] {
  const wanted = literals(question)
  // names that are fixed before the plan is written: its author cannot mend them
  const fixed = new Set([
    ...plan.steps.map(step => step.id),
    ...Object.keys(question.given),
    ...(question.names ?? []),
  ])
  const leaks = new Map<string, Leak>()
  for (const { step, field, text } of fields(plan)) {
    const inField = matcher(
      text.replace(/[\p{L}\p{N}_]+/gu, w => (fixed.has(w) ? ' ' : w)),
      field,
    )
    for (const literal of wanted.filter(inField)) {
      const key = JSON.stringify([step, field, literal.text])
      leaks.set(key, {
        ...(step === undefined ? {} : { step }),
        field,
        literal: literal.text,
        message: complaint(step, field, literal),
      })
    }
  }
  return [...leaks.values()]
}

/**
 * The text with the slot of a role where the name that it stands for is written out: what this linter would say,
 * done. Numbers stay ("first three" too), which may only look like a value, and names that several roles have.
 */
export function templated(text: string, question: Question): string {
  const { given } = question
  const wanted = literals(question).filter(
    ({ text: name, role, values, isHeader }) =>
      role !== undefined &&
      !values &&
      !isHeader &&
      given[role] === name &&
      spokenNumbers(name).next().done === true &&
      Object.values(given).filter(value => value === name).length === 1,
  )
  return wanted
    .toSorted((a, b) => b.text.length - a.text.length)
    .reduce((rest, { text: name, role }) => {
      const words = asPattern(name).replaceAll(/\s+/g, '\\s+')
      const whole = new RegExp(`(?<![\\p{L}\\p{N}_{])${words}(?![\\p{L}\\p{N}_}])`, 'giu')
      return rest.replace(whole, `{${role}}`)
    }, text)
}

// --- internal ---

/** A text of a plan, by where it stands. */
export interface Field {
  readonly step?: string
  readonly field: string
  readonly text: string
}

function* fields(plan: PlanDraft): Generator<Field> {
  yield { field: 'intentionType', text: plan.intentionType }
  yield { field: 'goal', text: plan.goal }
  for (const text of plan.contextConditions) yield { field: 'contextConditions', text }
  for (const { role } of plan.parameters) yield { field: 'parameters', text: role }
  for (const step of plan.steps)
    for (const [field, text] of stepFields(step)) yield { step: step.id, field, text }
}

function* stepFields(step: Step): Generator<readonly [field: string, text: string]> {
  yield ['description', step.description]
  yield ['postcondition', step.postcondition]
  for (const role of step.reads) yield ['reads', role]
  for (const { role } of step.writes) yield ['writes', role]
  for (const text of texts(step.bind ?? {})) yield ['bind', text]
  for (const role of Object.keys(step.bind ?? {})) yield ['bind', role]
  const { action } = step
  if (!action) return
  if ('expression' in action) yield ['expression', action.expression]
  else if ('tool' in action) for (const text of texts(action.input)) yield ['input', text]
  else if ('act' in action) for (const text of [action.act, ...action.args]) yield ['action', text]
  else if ('achieve' in action) yield ['achieve', action.achieve]
  else {
    for (const text of texts(action.add)) yield ['add', text]
    for (const name of [...Object.keys(action.add), ...action.remove]) yield ['believe', name]
  }
}

/** A test for literals that reads its text once. */
function matcher(text: string, field: string): (literal: Literal) => boolean {
  const numbers = numbersOf(withoutForm(text))
    // none, one and hundredths belong to arithmetic, whatever a question says, and none to prose: "0 if none"
    .filter(({ text }) => !(computing.has(field) ? ['0', '1', '100'] : ['0']).includes(text))
    .flatMap(token => token.values)
  const own = field === 'input' ? withoutNames(text) : text
  const speaksOf = speaking(own)
  // a constant such as 'pack of ([0-9]+)' names no column "Pack"
  const names = field === 'input' ? speaking(own.replace(/'[^']*'/g, ' ')) : () => false
  return literal => {
    if (literal.values)
      return literal.values.some(value => numbers.some(number => sameNumber(number, value)))
    if (!literal.isEarlier && !literal.isHeader) return speaksOf(literal.text)
    // {unit_price} and "the unit price" are no "Unit price"
    return whole(literal.text).test(text) || (!literal.isEarlier && names(literal.text))
  }
}

/** A test for what a text speaks of, in any case of letters and as a part of a longer name as well. */
function speaking(text: string): (literal: string) => boolean {
  const words = sequence(text)
  const parts = sequence(splitCamelCase(text))
  return literal =>
    words.includes(sequence(literal)) || parts.includes(sequence(splitCamelCase(literal)))
}

const whole = (words: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${asPattern(words)}(?![\\p{L}\\p{N}])`, 'u')

const computing: ReadonlySet<string> = new Set(['expression', 'input'])

/** Without the digits that only say how long or how exact something is, or which day of a year: `\d{2}`, `round(x, 2)`, `{x:2}`, `%.2f`, `date(y, 12, 31)`, `split_part(x, ' ', 2)`, `m.group(2)`, `$2`, the numbering of lines. */
function withoutForm(text: string): string {
  return withoutNumbering(text)
    .replace(/\{\d{1,2}(?:,\d{0,2})?\}/g, ' ')
    .replace(/(\{(?:[a-z][a-z0-9_]*| )):[^{}]{1,6}\}/g, '$1}')
    .replace(
      /\b(?:substr|substring|left|right|[lr]pad|split_part|regexp_extract|list_extract|lag|lead)\((?:[^()]|\([^()]*\))*\)/gi,
      call => call.replace(/,\s*-?\d{1,2}(?=\s*[,)])/g, ''),
    )
    .replace(
      /(?<=\))\[\d{1,2}\]|\bgroup\(\d{1,2}\)|(?<=\bawk\b.*)\$\d{1,2}\b|(?<=\s-[fk] ?)\d{1,2}\b/gs,
      ' ',
    )
    .replace(/(?<=\bselect\s+)\d{1,2}(?=\s*(?:,|as\b))/gi, ' ')
    .replace(/(\bdate\((?:[^(),]|\([^()]*\))*),\s*\d{1,2}\s*,\s*\d{1,2}\s*\)/gi, '$1)')
    .replace(/%[-+ #]?\d{0,2}(?:\.\d{1,2})?[defgs]\b/g, ' ')
    .replace(/\b(?:decimal|numeric)\(\s*\d{1,2}\s*(?:,\s*\d{1,2}\s*)?\)/gi, ' ')
    .replace(/(\b(?:round|fixed|signif)\((?:[^()]|\([^()]*\))*),\s*\d{1,2}\s*\)/gi, '$1)')
}

const sqlType =
  '(?:date|time|timestamp\\w*|interval|int|integer|bigint|double|float|real|varchar|text|decimal|numeric|boolean)'

/** Types where a query names one, and what it calls. */
const ofSql = new RegExp(
  `\\bas\\s+${sqlType}\\b|::\\s*${sqlType}\\b|\\b${sqlType}(?=\\s+')|\\b\\w+(?=\\()`,
  'gi',
)

/** Without slots, whose roles are read where they are declared, without types and functions (`CAST(x AS DATE)`), and without the small names that a query gives itself: `max({x}) AS name`. */
function withoutNames(text: string): string {
  const aliases = new Set([...text.matchAll(/\b(?:as|AS)\s+([a-z_]\w*)/g)].map(([, name]) => name!))
  const bare = text.replace(/\{[a-z][a-z0-9_]*\}/g, ' ').replace(ofSql, ' ')
  return bare.replace(/(?<!["'\w])[a-z_]\w*(?!["'\w])/g, word => (aliases.has(word) ? ' ' : word))
}

/** The words of a text, each between spaces, so that one text holds another when its words do. */
function sequence(text: string): string {
  return ` ${wordsOf(text).join(' ')} `
}

function splitCamelCase(text: string): string {
  return text.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ')
}

function complaint(
  step: string | undefined,
  field: string,
  { text, role, isPart }: Literal,
): string {
  const where = step === undefined ? `The plan's ${field}` : `Step ${step}'s ${field}`
  if (field === 'writes')
    return `${where} names a role "${text}", which belongs to this question; name it by what its value does, wherever it stands.`
  const wayOut =
    role === undefined
      ? 'bind it to a role and write {role}'
      : isPart
        ? `it is a part of the value of ${role}: give it a role of its own and write that`
        : `it is the value of ${role}, so write {${role}}`
  return `${where} holds "${text}", which belongs to this question; ${wayOut} instead, or leave it out when it only says what form the answer has.`
}
