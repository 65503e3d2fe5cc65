// What a model says that a message says, held against its words: a number that stands nowhere, a value of a
// column that is named and left out, another number of decimals, another unit. One slip there and a plan that
// is carried out by code gives the answer to another question.
import type { AttachedFile } from '../../agent/state.ts'
import type { NamedQuantity } from '../../plans/expressions/quantity.ts'
import { dimension, isSameUnit, parseUnit } from '../../plans/expressions/units.ts'
import { isFlag } from '../../plans/habits/wordings/meanings.ts'
import { show } from '../../plans/show.ts'
import { dateOccurs, numbersOutOfNowhere } from '../../plans/text/evidence.ts'
import { anyMonth, monthNumber } from '../../plans/text/months.ts'
import { numberWords } from '../../plans/text/numerals.ts'
import { today } from '../../plans/text/today.ts'
import { asPattern } from '../../plans/text/words.ts'
import { numbersIn, statedAnew } from '../stated-anew.ts'

interface Form {
  readonly unit?: string | undefined
  readonly decimals?: number | undefined
}

/** The beliefs and the form of the answer that were read from a message. */
export interface Said {
  readonly groundBeliefs: readonly NamedQuantity[]
  readonly answerContract?: Form | undefined
}

/** The message, its files, what is believed already, and all that was shown, with what tools have returned by then. */
export interface Heard {
  readonly message: string
  readonly files: readonly Pick<AttachedFile, 'columns'>[]
  readonly session: readonly NamedQuantity[]
  readonly shown: string
  /** The present one, YYYY-MM-DD. */
  readonly day: string
}

/** What the message does not say, in a sentence each; none when it is all there. */
export function unfounded(said: Said, heard: Heard): readonly string[] {
  const { groundBeliefs, answerContract: form = {} } = said
  return [
    ...groundBeliefs.flatMap(({ name, value }) => {
      if (name === today) return [] // code gives it its value
      // "24 November" has a year, though it says none
      if (dateOccurs(String(value), heard.message, heard.day)) return []
      const [first] = numbersOutOfNowhere(value, heard.shown)
      if (first === undefined) return []
      return `${name} = ${show({ value })}: ${first} stands neither in the message nor in what a tool gave (rows that are only shown do not count); give the value as it stands there, or take the belief out`
    }),
    ...leftOut(said, heard).map(
      ({ column, value }) =>
        `the message speaks of "${value}", a value of ${column}, and no belief does; give every value that it names`,
    ),
    ...notTaken(said, heard),
    ...monthNotTaken(said, heard),
    ...otherDecimals(form, heard),
    ...otherUnit(form, heard),
  ]
}

// --- internal ---

/**
 * The values of columns that the message names and that neither a belief nor the form of the answer speaks of.
 * Where no other value of the column is believed, what is written small is a word like others, and a month
 * stands in a date.
 */
function leftOut(
  { groundBeliefs, answerContract = {} }: Said,
  { message, files }: Heard,
): readonly { readonly column: string; readonly value: string }[] {
  const spoken = [...groundBeliefs.map(show), JSON.stringify(answerContract)].join('\n')
  const believed = new Set(groundBeliefs.flatMap(({ value }) => [value].flat().map(String)))
  const columns = files.flatMap(file => file.columns ?? [])
  const missing = columns.flatMap(({ name: column, values = [] }) => {
    const filtered = values.some(each => believed.has(each))
    const isName = (value: string) => /\p{Lu}/u.test(value) && monthNumber(value) === undefined
    // "no, he stays" says nothing of a column of yes and no
    const wanted = values.filter(value => !isFlag(value) && (filtered || isName(value)))
    // "No, of the other depot" takes back what was said before
    const last = message
      .replace(anExample, '')
      .split('\n\n')
      .findLast(part => wanted.some(value => isNamed(value, part, filtered)))
    return wanted
      .filter(value => isNamed(value, last ?? '', filtered) && !names(spoken, value))
      .map(value => ({ column, value }))
  })
  return missing.filter(({ value }, index) => missing.findIndex(m => m.value === value) === index)
}

/** "Name them in full, e.g. Foxholt and not FOX": how an answer may look, and nothing that is asked about. */
const anExample = /(?:(?<!\p{L})e\.\s?g\.|(?<=[,(] ?)for (?:example|instance))[^.;:!?()]*/giu

/** Whether a message names a value: words in any case where `loosely`, a code such as W4 or B as it is written. */
function isNamed(value: string, message: string, loosely: boolean): boolean {
  const isCode = !/\p{L}{3}/u.test(value)
  if (isCode && (!/\p{L}/u.test(value) || /^[aAI]$/.test(value))) return false
  return names(message, value, loosely && !isCode ? 'iu' : 'u')
}

/** Whether a text holds these words as words. */
const names = (text: string, words: string, flags = 'iu') =>
  new RegExp(`(?<![\\p{L}\\d])${asPattern(words)}(?![\\p{L}\\d])`, flags).test(text)

/** What a message that goes on from another says anew, where only the value from before is believed. */
function notTaken({ groundBeliefs, answerContract }: Said, { message, session }: Heard): string[] {
  const believed = [...groundBeliefs, ...session, ...numbersIn(answerContract)]
  return statedAnew(message, believed, session).map(
    ({ old, said }) =>
      `the message says ${show(said)} and no belief does; ${old.name} = ${show(old)} is from a message before: if it takes that one's place, give ${old.name} this value`,
  )
}

/** The same of a month. */
function monthNotTaken({ groundBeliefs, answerContract }: Said, { message, session }: Heard) {
  if (session.length === 0) return []
  const monthsOf = (text: string, word = namedMonth) => [
    ...[...text.matchAll(word)].map(([month]) => monthNumber(month)),
    ...[...text.matchAll(/(?<!\d)\d{4}-(\d\d)(?!\d)/g)].map(([, month]) => Number(month)),
  ]
  const values = [
    ...groundBeliefs.map(({ value }) => String(value)),
    JSON.stringify(answerContract),
  ]
  const believed = monthsOf(values.join('\n'), bareMonth)
  const old = groundBeliefs.find(
    each =>
      each.name !== today &&
      monthsOf(show(each)).length > 0 &&
      session.some(other => show(other) === show(each)),
  )
  if (!old || monthsOf(message).some(month => believed.includes(month))) return []
  const [said] = message.match(namedMonth) ?? []
  return said === undefined
    ? []
    : [
        `the message says ${said} and no belief does; ${old.name} = ${show(old)} is from a message before`,
      ]
}

/** A month in a value, which may be nothing else. */
const bareMonth = new RegExp(`(?<!\\p{L})${anyMonth}(?![\\p{L}\\d])`, 'giu')

/** A month that is no other word: "May I" and "March on" are, where a sentence begins. */
const namedMonth = new RegExp(
  `(?<=\\p{L}[,:]? )${anyMonth}(?![\\p{L}\\d])(?! (?:I|we|you)\\b)`,
  'gu',
)

function otherDecimals({ decimals }: Form, { message }: Heard): string[] {
  const told = [
    ...message.matchAll(/(\w+)[ -](?:decimals?|digits? after the (?:decimal )?point)\b/gi),
  ]
    .map(([, count]) => numberWords.get(count!.toLowerCase()) ?? Number(count))
    .filter(count => Number.isInteger(count))
  if (decimals === undefined || told.length === 0 || told.includes(decimals)) return []
  return [`answerContract.decimals is ${decimals}: the message says ${told.join(' and ')}`]
}

function otherUnit({ unit: named }: Form, { message }: Heard): string[] {
  const unit = named === undefined ? undefined : parseUnit(named)
  if (!unit || dimension(unit) === '1') return []
  const unitsIn = (pattern: RegExp) =>
    [...message.matchAll(pattern)].flatMap(([, word]) => {
      const found = parseUnit(word!)
      return found && dimension(found) === dimension(unit) ? [{ word, found }] : []
    })
  const [asked] = unitsIn(/\bin (\p{L}+)/gu)
  if (!asked || unitsIn(/(\p{L}+)/gu).some(({ found }) => isSameUnit(found, unit))) return []
  return [`answerContract.unit is ${named}: the message asks for it in ${asked.word}`]
}
