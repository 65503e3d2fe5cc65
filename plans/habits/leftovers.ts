// What is left of a call once the values of roles are out of it. A template keeps it for every other
// question, so nothing of this question, of another belief or of what a tool showed may be in it.
import type { Quantity } from '../expressions/expression.ts'
import { lint } from '../lint.ts'
import { numbersOf, wordsOf } from '../literals.ts'
import { constantsOf, isForm, isQuery, ordinary } from '../text/query.ts'
import { asPattern, stopWords } from '../text/words.ts'

/** Where something left over may have come from. */
export interface Sources {
  readonly question: string
  /** Everything the step saw. */
  readonly beliefs: Readonly<Record<string, Quantity>>
  /** The step's own words: they are the plan's, and the same for every question. */
  readonly plan: string
  /** What other calls of the step gave. */
  readonly shown: readonly string[]
}

/** Whether a text that is left over belongs to the one question; a zero character stands for a slot. */
export function isForeign(text: string, sources: Sources): boolean {
  // the digits that only say how exact something is
  const rest = /\bround\(/i.test(text) ? text.replaceAll(/,\s*\d{1,2}\s*\)/g, ')') : text
  if (!/[\p{L}\p{N}]/u.test(rest)) return false
  return (
    hasForeignNumber(rest, sources) ||
    hasForeignValue(rest, sources) ||
    hasForeignWord(text, sources) ||
    hasLiteral(rest, sources)
  )
}

// --- internal ---

/** Numbers are compared run of digits by run of digits: a time of day comes back as hours and minutes. */
function hasForeignNumber(text: string, { question, beliefs, plan }: Sources): boolean {
  const said = [question, ...Object.values(beliefs).map(({ value }) => String(value))].join('\n')
  const runs = new Set([
    ...digitsOf(said),
    ...numbersOf(question).flatMap(n => n.values.map(String)),
  ])
  const own = new Set([...digitsOf(plan), ...numbersOf(plan).flatMap(n => n.values.map(String))])
  const numbers = text.match(/(?<![\p{L}\p{N}_.])\d+(?:\.\d+)?/gu) ?? []
  return numbers
    .flatMap(number => [...digitsOf(number), String(Number(number))])
    .some(run => run !== '0' && runs.has(run) && !own.has(run))
}

const digitsOf = (text: string) =>
  (text.match(/\d+/g) ?? []).map(run => run.replace(/^0+(?=\d)/, ''))

/** The value of a belief that stands there by itself, whatever its case. */
function hasForeignValue(text: string, { beliefs, plan }: Sources): boolean {
  return Object.values(beliefs)
    .flatMap(({ value }) => [value].flat())
    .some(item => {
      if (typeof item !== 'string' || !/\p{L}/u.test(item)) return false
      if (ordinary(item) || says(plan, item)) return false
      const alone = `(?<![\\p{L}\\p{N}_])${asPattern(item)}(?![\\p{L}\\p{N}_])`
      return new RegExp(alone, 'iu').test(text)
    })
}

/** Words that a question or a tool said and the plan did not; of a query, its constants alone. */
function hasForeignWord(text: string, { question, plan, shown }: Sources): boolean {
  if (isQuery(text))
    return constantsOf(text).some(
      constant => !constant.includes('\0') && !isForm(constant) && !says(plan, constant),
    )
  const words = wordsOf(text).filter(word => word.length > 2 && !stopWords.has(word))
  return words.some(
    word => !says(plan, word) && [question, ...shown].some(source => says(source, word)),
  )
}

const says = (source: string, phrase: string) => {
  const words = wordsOf(phrase).join(' ')
  return words !== '' && ` ${wordsOf(source).join(' ')} `.includes(` ${words} `)
}

/** Names, codes, addresses and numbers in words, as a plan is searched for them. */
function hasLiteral(text: string, { question, beliefs, plan }: Sources): boolean {
  const given = Object.fromEntries(Object.entries(beliefs).map(([name, b]) => [name, b.value]))
  const bare = {
    intentionType: '',
    goal: text.replaceAll('\0', ' '),
    contextConditions: [],
    parameters: [],
    steps: [],
  }
  return lint(bare, { text: question, given }).some(({ literal }) => !says(plan, literal))
}
