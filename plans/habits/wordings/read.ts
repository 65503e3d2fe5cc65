// Wordings: a question that is, up to its slots, one that a plan has answered needs no model to be
// understood. Whatever is in doubt is not read: then the model is asked.
import type { Value, Wording } from '../../plan.ts'
import {
  isBound,
  isFlag,
  isFlagOf,
  kindOf,
  longestMessage,
  type Meaning,
  meaningsIn,
  plainWord,
  plainWords,
  sameAs,
  spelledPlainly,
  type Token,
  tokensOf,
  type WordedFile,
} from './meanings.ts'

/** What is believed of a question by its wording alone. */
export type ReadBelief = Pick<Wording['beliefs'][number], 'name' | 'value' | 'unit'>

/**
 * What a message says when it is worded like this: the beliefs with the values of its own. `undefined`
 * when a word is another one, a value of another sort, the files of other kinds, or anything in doubt.
 */
export function readWording(
  wording: Wording,
  message: string,
  files: readonly WordedFile[],
): readonly ReadBelief[] | undefined {
  const layout = wording.files.some(kind => !isBound(kind) && / [0-9a-f]{10}$/.test(kind))
  const isMeant = (file: WordedFile, kind: string | undefined) =>
    kind === kindOf(file, layout) || kind === sameAs(file)
  if (files.length !== wording.files.length) return undefined
  if (!files.every((file, at) => isMeant(file, wording.files[at]))) return undefined
  const flags = wording.beliefs.filter(({ slot, value }) => slot === undefined && isFlag(value))
  if (!flags.every(({ value }) => isFlagOf(value, files))) return undefined
  const text = spelledPlainly(message)
  const tokens = tokensOf(text)
  if (tokens.length > longestMessage) return undefined
  const captures = aligned(partsOf(wording), tokens)
  if (!captures) return undefined
  const meaning = meaningsIn(text, tokens, files, wording)
  const values = new Map<string, Value>()
  for (const { slot, from, to } of captures) {
    const belief = wording.beliefs.find(({ name }) => name === slot)
    const found = belief && meaning(from, to)
    if (!found || !sameSort(belief, found)) return undefined
    const spelled = text.slice(tokens[from]!.start, tokens[to - 1]!.end)
    const value = asBelieved(belief, found, spelled)
    if (values.has(slot) && values.get(slot) !== value) return undefined
    values.set(slot, value)
  }
  const read = wording.beliefs.map(({ name, value, unit, file }): ReadBelief => {
    const own = values.get(name) ?? (file === undefined ? value : files[file]!.name)
    return { name, value: own, ...(unit !== undefined && { unit }) }
  })
  return sameOrder(wording.beliefs, read) ? read : undefined
}

/** The words before the first slot and those after the last, as they are compared; for finding wordings. */
export function endsOf(
  wording: Wording,
): readonly [first: readonly string[], last: readonly string[]] {
  const parts = partsOf(wording)
  return [parts[0]!.words, parts.length > 1 ? parts.at(-1)!.words : []]
}

// --- internal ---

/** Words, and the slot before them. */
interface Part {
  readonly slot?: string
  readonly words: readonly string[]
}

function partsOf({ text }: Wording): readonly Part[] {
  const [first = '', ...more] = text.split('{')
  return [
    { words: plainWords(first) },
    ...more.map(each => {
      const end = each.indexOf('}')
      return { slot: each.slice(0, end), words: plainWords(each.slice(end + 1)) }
    }),
  ]
}

interface Capture {
  readonly slot: string
  readonly from: number
  readonly to: number
}

/** What stands in each slot, when the message has these words and can be read in one way only. */
function aligned(parts: readonly Part[], tokens: readonly Token[]): readonly Capture[] | undefined {
  const words = tokens.map(plainWord)
  const [start, ...more] = parts
  const last = parts.at(-1)!.words.length
  if (!start || !sameAt(words, 0, start.words)) return undefined
  if (more.length === 0) return words.length === start.words.length ? [] : undefined
  const end = words.length - last
  if (!sameAt(words, end, parts.at(-1)!.words)) return undefined
  const captures: Capture[] = []
  let from = start.words.length
  for (const [n, { slot = '', words: next }] of more.entries()) {
    const at = n === more.length - 1 ? end : placesOf(words, next, from + 1, end)[0]
    if (at === undefined || at <= from) return undefined
    captures.push({ slot, from, to: at })
    from = at + next.length
  }
  // read from the other end it must be the same
  let to = end
  for (const [n, { from: place }] of [...captures.entries()].reverse()) {
    const before = parts[n]!.words
    const at = n === 0 ? 0 : placesOf(words, before, start.words.length + 1, to - 1).at(-1)
    if (at === undefined || at + before.length !== place) return undefined
    to = at
  }
  return captures
}

const sameAt = (words: readonly string[], at: number, wanted: readonly string[]) =>
  wanted.every((word, n) => words[at + n] === word)

/** Where these words stand, from `from` on and whole before `end`. */
function placesOf(
  words: readonly string[],
  wanted: readonly string[],
  from: number,
  end: number,
): readonly number[] {
  const found: number[] = []
  for (let at = from; at + wanted.length <= end; at++) if (sameAt(words, at, wanted)) found.push(at)
  return found
}

/** Of a measure any number will do; what has no unit may be counted, or be a year. */
function sameSort({ slot = '', unit }: Wording['beliefs'][number], { sort }: Meaning): boolean {
  const measures = /^(?:whole|number|year)$/
  return sort === slot || (unit !== undefined && measures.test(sort) && measures.test(slot))
}

/** A number that was believed as a text, and a day that was believed as it was spelled, is so again. */
function asBelieved({ value }: Wording['beliefs'][number], found: Meaning, spelled: string): Value {
  if (typeof value !== 'string') return found.value
  const isDay = found.sort === 'day' || found.sort === 'month'
  const asSpelled = typeof found.value === 'number' || (isDay && !/^\d{4}-\d\d/.test(value))
  return asSpelled ? spelled : found.value
}

/** Whether values that can be compared stand in the order they stood in when this was learned. */
function sameOrder(learned: Wording['beliefs'], read: readonly ReadBelief[]): boolean {
  return learned.every((a, n) =>
    learned.every((b, m) => {
      if (a.slot === undefined || b.slot === undefined || a.unit !== b.unit) return true
      return compared(a.value, b.value) === compared(read[n]!.value, read[m]!.value)
    }),
  )
}

function compared(a: Value, b: Value): string {
  if (a === b) return 'same'
  const measured = [a, b].every(
    each => typeof each === 'number' || /^\d{4}(?:-\d\d){0,2}$/.test(String(each)),
  )
  return measured && typeof a === typeof b ? (a < b ? 'rising' : 'falling') : 'other'
}
