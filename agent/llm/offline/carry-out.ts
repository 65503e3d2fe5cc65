// The execute contract: a step that reads a file or searches passages asks for the tool, reads what
// comes back, and establishes its role with the words it was taken from.
import type { Executed, ExecuteReads } from '../../../phases/execute/contract.ts'
import type { Message, Request, ToolCall } from '../provider.ts'
import { type Answering, answerFrom } from './answering.ts'
import { fileSentences, passageSentences } from './documents.ts'
import { wantOf } from './wanted.ts'

/** The next move of a step: a call of a tool, or the reply. */
export type Move = { readonly call: ToolCall } | { readonly json: Executed }

/** Carries on with a step; `undefined` for one that no rule covers. */
export function carryOut(
  reads: ExecuteReads,
  request: Pick<Request, 'messages' | 'tools'>,
): Move | undefined {
  const { step } = reads
  const [role] = step.writes
  const belief = (name: string) =>
    step.reads.includes(name)
      ? textOf(reads.groundBeliefs.find(b => b.name === name)?.value)
      : undefined
  const [wanted, subject] = [belief('wanted'), belief('subject')]
  if (!role || wanted === undefined || subject === undefined) return undefined
  const want = wantOf({ wanted, subject })
  if (!want) return undefined
  const results = resultsOf(request.messages)
  const file = belief('file')
  const next = file === undefined ? search(subject, results) : readOn(file, results)
  if (next) {
    const offered = request.tools.some(({ name }) => name === next.name)
    if (offered) return { call: next }
    if (results.length === 0) return nothing(`there is no tool ${next.name}`)
  }
  const sentences = results.flatMap(({ label, content }) =>
    (file === undefined ? passageSentences(content) : fileSentences(content, file)).map(s => ({
      ...s,
      label,
    })),
  )
  const outcome = answerFrom(sentences, want)
  if ('missing' in outcome) return nothing(outcome.missing)
  return { json: established(role.role, outcome.found) }
}

// --- internal ---

interface Result {
  /** `c1` */
  readonly label: string
  readonly content: string
}

const textOf = (value: unknown) => (value === undefined ? undefined : String(value))

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

function search(subject: string, results: readonly Result[]): ToolCall | undefined {
  return results.length === 0 ? callOf('web_search', { query: subject }, 1) : undefined
}

function nothing(summary: string): Move {
  return { json: { newGroundBeliefs: [], postconditionMet: false, summary } }
}

function established(name: string, { value, unit, quote, sentence }: Answering): Executed {
  const { label = 'c1' } = sentence as { readonly label?: string }
  return {
    newGroundBeliefs: [
      {
        name,
        value: value as never,
        ...(unit !== undefined && { unit }),
        evidence: { call: label, quote },
      },
    ],
    postconditionMet: true,
    summary: `${name} stands in the sentence quoted`,
  }
}
