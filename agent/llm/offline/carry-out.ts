// The execute contract: a step that reads a file or searches passages asks for the tool, reads what
// comes back, and establishes its role with the words it was taken from.
import type { Executed, ExecuteReads } from '../../../phases/execute/contract.ts'
import type { Message, Request, ToolCall } from '../provider.ts'
import { type Answering, answerFrom, type Outcome, stating } from './look-ups/answering.ts'
import { examplesIn } from './look-ups/look-up.ts'
import { fileSentences, passageSentences, type Sentence } from './look-ups/texts/documents.ts'
import { listFor, listsIn } from './look-ups/texts/lists.ts'
import { linesOf } from './overview.ts'
import { distanceFrom, paceFrom } from './recollections/paces.ts'
import {
  quantityFor,
  type Recollection,
  recollectionsIn,
  rememberedFor,
} from './recollections/recollections.ts'
import { nothingFound } from './tables/plan.ts'
import { namesIn } from './values.ts'
import { type Want, wantOf } from './wanted.ts'

/** The next move of a step: a call of a tool, or the reply. */
type Move = { readonly call: ToolCall } | { readonly json: Executed }

/** Carries on with a step; `undefined` for one that no rule covers. */
export function carryOut(
  reads: ExecuteReads,
  { messages, tools }: Pick<Request, 'messages' | 'tools'>,
): Move | undefined {
  const [role] = reads.step.writes
  if (isOverview(reads)) return overviewOf(reads, messages)
  if (/with the table tool\.$/.test(reads.step.description))
    return nothing(nothingFound(reads, reads.files.length === 1))
  const task = role && taskOf(reads, role.role)
  if (!task) return undefined
  const results = resultsOf(messages)
  const next = task.file === undefined ? undefined : readOn(task.file, results)
  const outcome = next ? undefined : takeFrom(results, task)
  if (outcome && 'found' in outcome) return quotedFrom(role.role, outcome.found)
  const has = (name: string) => tools.some(tool => tool.name === name)
  const call = next ?? (task.file === undefined ? searchOn(task, results, has) : undefined)
  const [failed] = results.flatMap(failureIn)
  if (failed && (!call || task.file !== undefined)) return nothing(failed)
  if (!call) {
    const missing = outcome && 'missing' in outcome ? outcome.missing : 'nothing is left to be read'
    return nothing(
      task.file === undefined
        ? missing
        : `${missing}; ${examplesIn(sentencesOf(results, task.file))}`,
    )
  }
  if (!tools.some(({ name }) => name === call.name)) return nothing(`there is no tool ${call.name}`)
  return { call }
}

/** Whether a step can be answered by what earlier sessions established. */
export function mayRecall({ reads, writes }: Pick<ExecuteReads['step'], 'reads' | 'writes'>) {
  const has = (...roles: readonly string[]) => roles.every(role => reads.includes(role))
  const [written] = writes
  return has('asked') || has('wanted', 'subject') || has('path') || written?.role === 'speed'
}

// --- internal ---

const isOverview = ({ step }: ExecuteReads) =>
  step.kind === 'read' &&
  step.reads.length === 1 &&
  step.reads[0] === 'file' &&
  step.writes[0]?.role === 'result'

/** The file is read once; what it says of itself is a list of its lines. */
function overviewOf({ groundBeliefs }: ExecuteReads, messages: readonly Message[]): Move {
  const path = String(groundBeliefs.find(({ name }) => name === 'file')?.value)
  const [result] = resultsOf(messages)
  if (!result) return { call: callOf('read_file', { path }, 1) }
  const [failed] = failureIn(result)
  if (failed) return nothing(failed)
  const lines = linesOf(result.content, fileSentences(result.content, path))
  if (lines.length === 0) return nothing('the file holds nothing that can be told')
  const belief = { name: 'result', value: [...lines], evidence: { call: result.label } }
  return established(belief, 'the lines that say what the file holds')
}

/** Where a step looks, and how it takes its value from what it finds there. */
interface Task {
  readonly file?: string | undefined
  /** Without a file: searched for one after the other, until one finds something. */
  readonly queries: readonly string[]
  readonly take?: (sentences: readonly Sentence[], results: readonly Result[]) => Outcome
  /** What earlier sessions may have established, and how it is told from the rest; tried last. */
  readonly recall?: {
    readonly query: string
    readonly take: (facts: readonly Recollection[]) => Outcome
  }
}

/** What the files and passages state, or else what earlier sessions established. */
function takeFrom(results: readonly Result[], { file, take, recall }: Task): Outcome {
  const stated = take?.(sentencesOf(results, file), results)
  if (stated && 'found' in stated) return stated
  const facts = results.flatMap(({ label, content }) => recollectionsIn(content, label))
  const remembered = recall && facts.length > 0 ? recall.take(facts) : undefined
  return remembered ?? stated ?? { missing: 'nothing is remembered about this' }
}

/** What the step is to do, told from the roles it reads and writes. */
function taskOf({ step, groundBeliefs }: ExecuteReads, role: string): Task | undefined {
  const belief = (name: string) => {
    const value = step.reads.includes(name) && groundBeliefs.find(b => b.name === name)?.value
    return typeof value === 'string' ? value : undefined
  }
  const [wanted, subject, path, mover] = ['wanted', 'subject', 'path', 'mover'].map(belief)
  if (wanted !== undefined && subject !== undefined) {
    const want = wantOf({ wanted, subject })
    const queries = [`${wanted} ${subject}`, namesOf(subject)]
    const question = `${wanted} ${subject}?`
    const file = belief('file')
    const take = (found: readonly Sentence[], results: readonly Result[]) =>
      (file === undefined ? undefined : listed(results, want!)) ?? answerFrom(found, want!)
    return want && { file, queries, take, ...(file === undefined && { recall: recall(question) }) }
  }
  const [asked, kind] = [belief('asked'), belief('rate_kind')]
  if (asked !== undefined) return { queries: [], recall: recall(asked, kind) }
  if (path !== undefined) {
    const take = (found: readonly Sentence[]) => distanceFrom(found, path)
    return { queries: [path, namesOf(path)], take, recall: recall(path, 'km') }
  }
  const part = parts.find(each => each === role)
  if (mover === undefined || !part) return undefined
  const pace = belief('pace') ?? ''
  const whole = `${mover} ${pace}`
  return {
    queries: [whole, mover, namesOf(mover), pace],
    take: found => paceFrom(found, mover, pace, part),
    ...(part === 'speed' && { recall: recall(whole, 'km/h') }),
  }
}

/** What a file lists, where a list is asked for. */
function listed(results: readonly Result[], want: Want): Outcome | undefined {
  if (want.kind !== 'items' && want.kind !== 'thing') return undefined
  const content = results.map(({ content }) => content.replace(/^.*\n/, '')).join('\n')
  const list = listFor(listsIn(content), want)
  const call = results.find(result => list && result.content.includes(list.quote))?.label
  if (!list || call === undefined) return undefined
  const sentence = { text: list.quote, quote: list.quote, about: '', before: '', call }
  return { found: stating(sentence, { value: list.items }, 1) }
}

/** What was established for the same question, or of such a kind for what it speaks of. */
const recall = (query: string, kind?: string) => ({
  query,
  take: (facts: readonly Recollection[]) =>
    kind === undefined ? rememberedFor(facts, query) : quantityFor(facts, query, kind),
})

const parts = ['speed', 'record_distance', 'record_duration'] as const

const namesOf = (phrase: string) =>
  namesIn(phrase)
    .map(({ value }) => value)
    .join(' ')

function sentencesOf(results: readonly Result[], file: string | undefined): readonly Sentence[] {
  return results.flatMap(({ label, content }) =>
    (file === undefined ? passageSentences(content) : fileSentences(content, file)).map(
      sentence => ({ ...sentence, call: label }),
    ),
  )
}

interface Result {
  /** `c1` */
  readonly label: string
  readonly content: string
}

function resultsOf(messages: readonly Message[]): readonly Result[] {
  return messages.flatMap(message => {
    if (message.role !== 'tool') return []
    const [, label, content] = /^\[(c\d+)\]\n([\s\S]*)$/.exec(message.content) ?? []
    return label && content !== undefined ? [{ label, content }] : [{ label: '', content: '' }]
  })
}

const failureIn = ({ content }: Result): readonly string[] =>
  content.startsWith('Error: ') ? [content.slice('Error: '.length)] : []

const callOf = (name: string, input: unknown, number: number): ToolCall => ({
  id: `offline-${number}`,
  name,
  input: JSON.stringify(input),
})

/** At most so many pieces of one file are read. */
const mostPieces = 10

/** The next piece of the file that is not read yet. */
function readOn(path: string, results: readonly Result[]): ToolCall | undefined {
  const last = results.at(-1)
  if (!last) return callOf('read_file', { path }, 1)
  if (results.length >= mostPieces) return undefined
  const end = last.content.slice(-300)
  const offset = /\[\d+ more lines: use offset=(\d+) to go on/.exec(end)?.[1]
  if (offset) return callOf('read_file', { path, offset: Number(offset) }, results.length + 1)
  const pages = /\[pages [\d, -]+ (?:are|is) left: use pages="([^"]+)" to go on/.exec(end)?.[1]
  return pages ? callOf('read_file', { path, pages }, results.length + 1) : undefined
}

/** The next query that has not been tried; what a search finds is newer than what is remembered. */
function searchOn(
  { queries, recall }: Task,
  results: readonly Result[],
  has: (tool: string) => boolean,
): ToolCall | undefined {
  const distinct = [...new Set(queries.map(query => query.trim()))].filter(query => query !== '')
  const searches = has('web_search') || !recall || !has('recall') ? distinct : []
  const query = searches[results.length]
  if (query !== undefined) return callOf('web_search', { query }, results.length + 1)
  const left = recall && has('recall') && results.length === searches.length
  return left ? callOf('recall', { query: recall.query }, results.length + 1) : undefined
}

function nothing(summary: string): Move {
  return { json: { newGroundBeliefs: [], postconditionMet: false, summary } }
}

const established = (belief: Executed['newGroundBeliefs'][number], summary: string): Move => ({
  json: { newGroundBeliefs: [belief], postconditionMet: true, summary },
})

const quotedFrom = (name: string, { value, unit, quote, sentence }: Answering): Move =>
  established(
    {
      name,
      value: value as never,
      ...(unit !== undefined && { unit }),
      evidence: { call: sentence.call ?? 'c1', quote },
    },
    `${name} stands in the sentence quoted`,
  )
