// What a model says that a message says, held against its words: a number that stands nowhere, the value
// beside the one that is named, another number of decimals, another unit. One slip there and a plan that is
// carried out by code gives the answer to another question.
import type { AttachedFile } from '../../agent/state.ts'
import { dimension, isSameUnit, parseUnit } from '../../plans/expressions/units.ts'
import type { Value } from '../../plans/plan.ts'
import { show } from '../../plans/show.ts'
import { numberWords } from '../../plans/text/numerals.ts'
import { numbersOutOfNowhere } from '../../plans/text/standing.ts'
import { asPattern } from '../../plans/text/words.ts'

interface Form {
  readonly unit?: string | undefined
  readonly decimals?: number | undefined
}

/** The beliefs and the form of the answer that were read from a message. */
export interface Said {
  readonly groundBeliefs: readonly { readonly name: string; readonly value: Value }[]
  readonly answerContract?: Form | undefined
}

/** The message, its files, and all that was shown, with what tools have returned by then. */
export interface Heard {
  readonly message: string
  readonly files: readonly Pick<AttachedFile, 'columns'>[]
  readonly shown: string
}

/** What the message does not say, in a sentence each; none when it is all there. */
export function unfounded(said: Said, heard: Heard): readonly string[] {
  const { groundBeliefs, answerContract: form = {} } = said
  return [
    ...groundBeliefs.flatMap(({ name, value }) => {
      const [first] = numbersOutOfNowhere(value, heard.shown)
      if (first !== undefined)
        return `${name} = ${show({ value })}: ${first} stands neither in the message nor in what was shown; give the value as it stands there, or take the belief out`
      const meant = besides(value, said, heard)
      if (meant === undefined) return []
      return `${name} = ${show({ value })}: the message speaks of "${meant}", and no belief does; give the value that it names`
    }),
    ...otherDecimals(form, heard),
    ...otherUnit(form, heard),
  ]
}

// --- internal ---

/** A value of the same column that the message names, where it names this one not and no belief names that one. */
function besides(
  value: Value,
  { groundBeliefs }: Said,
  { message, files }: Heard,
): string | undefined {
  const columns = files.flatMap(file => file.columns ?? [])
  const believed = groundBeliefs.map(belief => show(belief)).join('\n')
  const strays = [value].flat().filter(item => typeof item === 'string' && !names(message, item))
  return strays
    .flatMap(item => columns.filter(({ values }) => values?.includes(String(item))))
    .flatMap(({ values = [] }) => values)
    .find(other => /\p{L}{3}/u.test(other) && names(message, other) && !names(believed, other))
}

/** Whether a text holds these words as words. */
const names = (text: string, words: string | number | boolean) =>
  new RegExp(`(?<![\\p{L}\\d])${asPattern(String(words))}(?![\\p{L}\\d])`, 'iu').test(text)

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
