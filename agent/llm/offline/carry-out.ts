// The execute contract: a step that reads a file or searches passages asks for the tool, reads what
// comes back, and establishes its role with the words it was taken from.
import type { Executed, ExecuteReads } from '../../../phases/execute/contract.ts'
import type { Message, Request, ToolCall } from '../provider.ts'
import { type Answering, answerFrom, type Outcome } from './answering.ts'
import { fileSentences, passageSentences, type Sentence } from './documents.ts'
import { distanceFrom, paceFrom } from './paces.ts'
import { namesIn } from './values.ts'
import { wantOf } from './wanted.ts'

/** The next move of a step: a call of a tool, or the reply. */
export type Move = { readonly call: ToolCall } | { readonly json: Executed }

/** Carries on with a step; `undefined` for one that no rule covers. */
export function carryOut(
  reads: ExecuteReads,
  { messages, tools }: Pick<Request, 'messages' | 'tools'>,
): Move | undefined {
  const [role] = reads.step.writes
  const task = role && taskOf(reads, role.role)
  if (!task) return undefined
  const results = resultsOf(messages)
  const failed = results.find(({ content }) => content.startsWith('Error: '))
  if (failed) return nothing(failed.content)
  const next = task.file === undefined ? undefined : readOn(task.file, results)
  const outcome = next ? undefined : task.take(sentencesOf(results, task.file))
  if (outcome && 'found' in outcome) return { json: established(role.role, outcome.found) }
  const call = next ?? (task.file === undefined ? searchOn(task.queries, results) : undefined)
  if (!call) return nothing(outcome?.missing ?? 'nothing is left to be read')
  if (!tools.some(({ name }) => name === call.name)) return nothing(`there is no tool ${call.name}`)
  return { call }
}

// --- internal ---

/** Where a step looks, and how it takes its value from what it finds there. */
interface Task {
  readonly file?: string | undefined
  /** Without a file: one after the other, until one finds something. */
  readonly queries: readonly string[]
  readonly take: (sentences: readonly Sentence[]) => Outcome
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
    return want && { file: belief('file'), queries, take: found => answerFrom(found, want) }
  }
  if (path !== undefined)
    return { queries: [path, namesOf(path)], take: found => distanceFrom(found, path) }
  const part = parts.find(each => each === role)
  if (mover === undefined || !part) return undefined
  const pace = belief('pace') ?? ''
  return {
    queries: [`${mover} ${pace}`, mover, namesOf(mover), pace],
    take: found => paceFrom(found, mover, pace, part),
  }
}

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

/** What the tools have returned so far. */
function resultsOf(messages: readonly Message[]): readonly Result[] {
  return messages.flatMap(message => {
    if (message.role !== 'tool') return []
    const [, label, content] = /^\[(c\d+)\]\n([\s\S]*)$/.exec(message.content) ?? []
    return label && content !== undefined ? [{ label, content }] : [{ label: '', content: '' }]
  })
}

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

/** The next query that has not been tried. */
function searchOn(queries: readonly string[], results: readonly Result[]): ToolCall | undefined {
  const distinct = [...new Set(queries.map(query => query.trim()))].filter(query => query !== '')
  const query = distinct[results.length]
  return query === undefined ? undefined : callOf('web_search', { query }, results.length + 1)
}

function nothing(summary: string): Move {
  return { json: { newGroundBeliefs: [], postconditionMet: false, summary } }
}

function established(name: string, { value, unit, quote, sentence }: Answering): Executed {
  return {
    newGroundBeliefs: [
      {
        name,
        value: value as never,
        ...(unit !== undefined && { unit }),
        evidence: { call: sentence.call ?? 'c1', quote },
      },
    ],
    postconditionMet: true,
    summary: `${name} stands in the sentence quoted`,
  }
}
