// Wordings: a question that is, up to its slots, one that a plan has answered needs no model to be
// understood. Code learns the slots from the beliefs, and checks each value against message and files.
// Whatever is in doubt is not learned, or not read: then the model is asked.
import { fingerprint } from '../canonical.ts'
import type { Plan, Value, Wording } from '../plan.ts'
import { dateOccurs, numbersIn } from '../text/evidence.ts'
import { wordNumbers } from '../text/numerals.ts'
import {
  isFlag,
  longestSlot,
  type Meaning,
  meaningsIn,
  plainWord,
  plainWords,
  spelledPlainly,
  type Token,
  tokensOf,
  type WordedFile,
} from './meanings.ts'

export type { WordedFile } from './meanings.ts'

/** A question as it was perceived and answered. */
export interface AnsweredQuestion {
  readonly text: string
  readonly files: readonly WordedFile[]
  readonly beliefs: readonly {
    readonly name: string
    readonly value: Value
    readonly unit?: string
  }[]
  readonly schemaBeliefs: readonly string[]
  readonly answerContract?: Wording['answerContract'] | undefined
  /** The plan's roles that read beliefs of other names. */
  readonly bind: Readonly<Record<string, string>>
}

/** What is believed of a question by its wording alone. */
export type ReadBelief = Pick<Wording['beliefs'][number], 'name' | 'value' | 'unit'>

/** Longer messages are not looked at. */
export const longestMessage = 300

/**
 * The wording of a question that `plan` has answered, or `undefined` when it is not certain what of it
 * may vary: only values that the plan reads do, where they stand once, each as a file, a column, a cell, a number, a
 * day, a quote or a name. A value that the plan reads and that neither stands there nor in a file makes it none.
 */
export function learnWording(
  question: AnsweredQuestion,
  plan: Pick<Plan, 'parameters'>,
): Wording | undefined {
  const { files, beliefs, bind, schemaBeliefs, answerContract } = question
  const text = spelledPlainly(question.text)
  const tokens = tokensOf(text)
  if (tokens.length === 0 || tokens.length > longestMessage || /[{}]/.test(text)) return undefined
  const read = new Set(plan.parameters.map(({ role }) => bind[role] ?? role))
  if (!unmistakable(beliefs, read)) return undefined
  const spans = spansOf(question, read, text, tokens)
  const slots = beliefs.flatMap(
    ({ name }) => spans.get(name)?.places.map(at => ({ ...at, name })) ?? [],
  )
  const inOrder = slots.toSorted((a, b) => a.from - b.from)
  const pieces = literals(tokens, inOrder)
  const worded: Wording['beliefs'] = []
  let layout = false
  for (const { name, value, unit } of beliefs) {
    const kept = { name, value, ...(unit !== undefined && { unit }) } as Wording['beliefs'][number]
    const sort = spans.get(name)?.sort
    const place = files.findIndex(file => file.name === value)
    if (place >= 0 && files.length > 1 && sort === undefined) return undefined
    if (sort !== undefined || place >= 0) {
      worded.push({
        ...kept,
        ...(sort !== undefined && { slot: sort }),
        ...(place >= 0 && { file: place }),
      })
      continue
    }
    const column = files.some(file => file.columns?.some(each => each.name === value))
    if (column && read.has(name)) {
      worded.push(kept)
      layout = true
    } else if (stands(value, pieces) || isFlagOf(value, files)) worded.push(kept)
    else if (read.has(name)) return undefined
  }
  if ([...read].some(name => !worded.some(belief => belief.name === name))) return undefined
  if (
    tellsSlots(
      question,
      inOrder.map(at => tokens.slice(at.from, at.to)),
    )
  )
    return undefined
  if (worded.some(b => b.slot !== undefined && isFormNumber(b.value, answerContract)))
    return undefined
  return {
    text: templateOf(text, tokens, inOrder),
    beliefs: worded,
    schemaBeliefs: [...schemaBeliefs],
    ...(answerContract && { answerContract }),
    bind: { ...bind },
    files: files.map(file => kindOf(file, layout)),
  }
}

/**
 * What a message says when it is worded like this: the beliefs with the values of its own. `undefined`
 * when a word is another one, a value of another sort, the files of other kinds, or anything in doubt.
 */
export function readWording(
  wording: Wording,
  message: string,
  files: readonly WordedFile[],
): readonly ReadBelief[] | undefined {
  const layout = wording.files.some(kind => /^(?:\.\S+)? [0-9a-f]{10}$/.test(kind))
  const kinds = files.map(file => kindOf(file, layout))
  if (kinds.join('\n') !== wording.files.join('\n')) return undefined
  const flags = wording.beliefs.filter(({ slot, value }) => slot === undefined && isFlag(value))
  if (!flags.every(({ value }) => isFlagOf(value, files))) return undefined
  const text = spelledPlainly(message)
  const tokens = tokensOf(text)
  if (tokens.length > longestMessage) return undefined
  const captures = aligned(partsOf(wording), tokens)
  if (!captures) return undefined
  const meaning = meaningsIn(text, tokens, files, { units: hasUnits(wording) })
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

interface Place {
  readonly from: number
  readonly to: number
}

interface Slotted {
  readonly sort: string
  readonly places: readonly Place[]
}

type Named = AnsweredQuestion['beliefs'][number]

const isFormNumber = (value: Value, form: Wording['answerContract']) =>
  form !== undefined &&
  [form.decimals, form.roundTo].some(each => each !== undefined && each === Number(value))

const hasUnits = ({
  beliefs,
  answerContract,
}: Pick<AnsweredQuestion, 'beliefs' | 'answerContract'>) =>
  answerContract?.unit !== undefined || beliefs.some(({ unit }) => unit !== undefined)

/** Each name once, and no value that is read under another name as well. */
function unmistakable(beliefs: readonly Named[], read: ReadonlySet<string>): boolean {
  const said = ({ value }: Named) => plainWords([value].flat().join(' ')).join(' ')
  return beliefs.every((belief, n) =>
    beliefs
      .slice(n + 1)
      .every(
        other =>
          other.name !== belief.name &&
          (said(other) !== said(belief) || !(read.has(belief.name) || read.has(other.name))),
      ),
  )
}

/** Where the values stand that may vary, by belief; the longest are placed first. */
function spansOf(
  question: AnsweredQuestion,
  read: ReadonlySet<string>,
  text: string,
  tokens: readonly Token[],
): ReadonlyMap<string, Slotted> {
  const meaning = meaningsIn(text, tokens, question.files, { units: hasUnits(question) })
  const found: (Place & { readonly name: string; readonly sort: string })[] = []
  for (let from = 0; from < tokens.length; from++)
    for (let to = from + 1; to <= Math.min(tokens.length, from + longestSlot); to++) {
      const means = meaning(from, to)
      const belief =
        means && question.beliefs.find(({ value }) => says(value, means, tokens.slice(from, to)))
      if (belief && read.has(belief.name))
        found.push({ from, to, name: belief.name, sort: means.sort })
    }
  const taken: typeof found = []
  for (const each of found.sort((a, b) => b.to - b.from - (a.to - a.from)))
    if (taken.every(other => each.to <= other.from || each.from >= other.to)) taken.push(each)
  const slots = new Map<string, Slotted>()
  // what is said about a document is not to be checked against it: no other value is taken for granted
  if (question.files.some(({ columns }) => !columns)) return slots
  for (const [name, places] of Map.groupBy(taken, ({ name }) => name)) {
    const [{ sort }] = places as [(typeof taken)[number]]
    const measured = /^(?:whole|number|year|month|day)$/.test(sort)
    const certain = places.every(each => each.sort === sort) && !(measured && places.length > 1)
    if (certain) slots.set(name, { sort, places })
  }
  return apart(slots)
}

/** Without one of two slots side by side, where nobody knows where the first ends: "the route Lund - Malt". */
function apart(slots: ReadonlyMap<string, Slotted>): ReadonlyMap<string, Slotted> {
  const kept = new Map(slots)
  const columnsFirst = [...slots].sort(([, a], [, b]) => Number(isColumn(b)) - Number(isColumn(a)))
  for (const [name, { places }] of columnsFirst)
    for (const [other, { places: beside }] of slots) {
      const meet = beside.some(({ from, to }) =>
        places.some(at => at.to === from || at.from === to),
      )
      if (name !== other && meet && kept.has(other)) kept.delete(name)
    }
  return kept
}

const isColumn = ({ sort }: Slotted) => sort.startsWith('column')

/** Whether a belief is what the words mean; one that is a text may be a number as it is spelled, or the words themselves. */
function says(value: Value, { value: means }: Meaning, words: readonly Token[]): boolean {
  if (value === means) return true
  if (typeof value !== 'string') return false
  if (typeof means === 'number') return words.every(({ text }) => text === value)
  const said = plainWords(value).join(' ')
  return [words.map(plainWord).join(' '), plainWords(means).join(' ')].includes(said)
}

/** The runs of words between the slots. */
function literals(
  tokens: readonly Token[],
  slots: readonly Place[],
): readonly (readonly Token[])[] {
  const ends = [0, ...slots.map(({ to }) => to)]
  const starts = [...slots.map(({ from }) => from), tokens.length]
  return ends.map((end, n) => tokens.slice(end, starts[n]))
}

/** Whether a file spells a flag so; then the words that do not vary say it as well as a boolean. */
const isFlagOf = (value: Value, files: readonly WordedFile[]) =>
  isFlag(value) && files.some(({ columns = [] }) => columns.some(c => c.values?.includes(value)))

/** Whether the words that do not vary say a value: then it does not vary either. */
function stands(value: Value, pieces: readonly (readonly Token[])[]): boolean {
  if (typeof value === 'boolean') return true
  if (Array.isArray(value)) return value.length > 0 && value.every(item => stands(item, pieces))
  const texts = pieces.map(piece => piece.map(({ text }) => text).join(' '))
  if (typeof value === 'number')
    return texts.some(
      text =>
        numbersIn(text).includes(value) ||
        [...wordNumbers(text, 0)].some(({ values }) => values.includes(value)),
    )
  return (
    pieces.some(piece => holds(piece.map(plainWord), plainWords(String(value)))) ||
    texts.some(text => dateOccurs(value, text, text))
  )
}

/** Whether some words stand among others, one after the other. */
const holds = (words: readonly string[], wanted: readonly string[]) =>
  wanted.length > 0 && ` ${words.join(' ')} `.includes(` ${wanted.join(' ')} `)

/** Whether what is kept of the question says again what stood in a slot: it would not vary with it. */
function tellsSlots(
  { schemaBeliefs, answerContract, beliefs }: AnsweredQuestion,
  slots: readonly (readonly Token[])[],
): boolean {
  const { unit = '', note = '' } = answerContract ?? {}
  const kept = [...schemaBeliefs, unit, note, ...beliefs.map(belief => belief.unit ?? '')].map(
    plainWords,
  )
  return slots.some(slot => kept.some(words => holds(words, slot.map(plainWord))))
}

function templateOf(
  text: string,
  tokens: readonly Token[],
  slots: readonly (Place & { readonly name: string })[],
): string {
  let from = 0
  const parts = slots.map(slot => {
    const before = text.slice(from, tokens[slot.from]!.start)
    from = tokens[slot.to - 1]!.end
    return `${before}{${slot.name}}`
  })
  return [...parts, text.slice(from)].join('').replace(/\s+/g, ' ').trim()
}

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

/** What stands in each slot, when the message has these words and can be read in one way only. */
function aligned(
  parts: readonly Part[],
  tokens: readonly Token[],
): readonly (Place & { readonly slot: string })[] | undefined {
  const words = tokens.map(plainWord)
  const [start, ...more] = parts
  const last = parts.at(-1)!.words.length
  if (!start || !sameAt(words, 0, start.words)) return undefined
  if (more.length === 0) return words.length === start.words.length ? [] : undefined
  const end = words.length - last
  if (end < start.words.length || !sameAt(words, end, parts.at(-1)!.words)) return undefined
  const captures: (Place & { readonly slot: string })[] = []
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
      if (m <= n || a.slot === undefined || b.slot === undefined || a.unit !== b.unit) return true
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

/** What a file has to be: a table of its kind, and with `layout` with the same columns; a document, itself. */
function kindOf({ name, columns }: WordedFile, layout: boolean): string {
  if (!columns) return name
  const kind = /\.[^.\s]+$/.exec(name)?.[0].toLowerCase() ?? ''
  const shown = columns.map(({ name, type, unit, sheet }) => ({ name, type, unit, sheet }))
  return layout ? `${kind} ${fingerprint(shown)}` : kind
}
