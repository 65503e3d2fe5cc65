// The wording of a question that a plan has answered. Code learns from the beliefs what of it may vary, and
// checks each value against message and files; whatever is in doubt is not learned.
import type { NamedQuantity } from '../../expressions/quantity.ts'
import { given } from '../../given.ts'
import type { Plan, Value, Wording } from '../../plan.ts'
import { dateOccurs, numbersIn } from '../../text/evidence.ts'
import { wordNumbers } from '../../text/numerals.ts'
import { today } from '../../text/today.ts'
import {
  isFlagOf,
  kindOf,
  longestMessage,
  longestSlot,
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

/** A question as it was perceived and answered. */
export interface AnsweredQuestion {
  readonly text: string
  readonly files: readonly WordedFile[]
  readonly beliefs: readonly NamedQuantity[]
  readonly schemaBeliefs: readonly string[]
  readonly answerContract?: Wording['answerContract'] | undefined
  /** Whether something had to be said beside the answer, now or before: it may hold of these very rows only. */
  readonly qualified?: boolean
  /** The plan's roles that read beliefs of other names. */
  readonly bind: Readonly<Record<string, string>>
}

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
  const isColumn = (value: Value) =>
    files.some(file => file.columns?.some(each => each.name === value))
  const worded = beliefs.flatMap(({ name, value, unit }): Wording['beliefs'] => {
    const slot = spans.get(name)?.sort
    const place = files.findIndex(file => file.name === value)
    const stays =
      slot !== undefined ||
      name === today || // which is given anew with each question
      place >= 0 ||
      (read.has(name) && isColumn(value)) ||
      stands(value, pieces) ||
      isFlagOf(value, files)
    return stays ? [given({ name, value, unit, slot, file: place < 0 ? undefined : place })] : []
  })
  const fixed = worded.filter(({ slot }) => slot === undefined)
  const layout = fixed.some(
    ({ name, value, file }) => file === undefined && read.has(name) && isColumn(value),
  )
  const words = inOrder.map(at => tokens.slice(at.from, at.to))
  const inDoubt =
    [...read].some(name => !worded.some(belief => belief.name === name)) ||
    (files.length > 1 && fixed.some(({ file }) => file !== undefined)) ||
    tellsSlots(question, words) ||
    worded.some(b => b.slot !== undefined && isFormNumber(b.value, answerContract))
  if (inDoubt) return undefined
  return {
    text: templateOf(text, tokens, inOrder),
    beliefs: worded,
    schemaBeliefs: [...schemaBeliefs],
    ...(answerContract && { answerContract }),
    bind: { ...bind },
    files: files.map(file => (question.qualified ? sameAs(file) : kindOf(file, layout))),
  }
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
  const meaning = meaningsIn(text, tokens, question.files, question)
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
