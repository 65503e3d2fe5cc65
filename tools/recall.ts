// The tool that remembers: facts that earlier sessions established, one line for each, so that a value
// can be quoted with where it came from.
import { z } from 'zod'
import { defineTool, type Tool } from './tool.ts'

/** A fact as it is recalled. */
export interface Recalled {
  readonly id: string
  /** The role it had when it was learned. */
  readonly name: string
  readonly value: string | number | boolean | readonly (string | number)[]
  readonly unit?: string
  /** The goal it was established for. */
  readonly about: string
  /** Whether it is itself the answer to that. */
  readonly answers: boolean
  /** What it depends on, by role. */
  readonly given: Readonly<Record<string, string>>
  readonly source: string
  /** Whether a person said it, or a tool found it in words that anybody may have written. */
  readonly by: 'person' | 'tool'
  readonly quote?: string
  /** The day it was learned, and the day its source says it is of: `2026-05-31`. */
  readonly learned: string
  readonly asOf?: string
  /** How often its source has been asked and said something else, and once more. */
  readonly version: number
  /** Ids of facts of other sources that say otherwise. */
  readonly conflicts: readonly string[]
}

/** Something that remembers. */
export interface Recollection {
  /** At most `limit` facts that hold now and have words of `query`, best first. */
  search(query: string, limit: number): Promise<Recollections>
}

/** What was remembered, and how much that fits is not given since it no longer holds. */
export interface Recollections {
  readonly facts: readonly Recalled[]
  readonly outdated: {
    /** The same source has said something newer. */
    readonly replaced: number
    /** Its file has changed since, its time has passed, or what it rests on no longer holds. */
    readonly changed: number
  }
}

const RecallInput = z.object({
  query: z
    .string()
    .min(1)
    .max(1000)
    .describe('what is wanted, by names and rare words; a whole question also works'),
  roles: z
    .array(z.string().max(100))
    .max(20)
    .optional()
    .describe('role names the fact may have had, such as unit_price'),
})

/** The `recall` tool over a memory. */
export function recall(memory: Recollection): Tool {
  return defineTool({
    name: 'recall',
    description: [
      'Looks up what earlier sessions established from files, pages and computations, and returns at most 8 facts, best first, a line for each: value and unit, what it depends on, the question it served, who said it or where it was read, and the day it was learned.',
      'Use it before searching outside, for a value that the question does not give and no attached file holds. What stands in an attached file is read there.',
      'A fact is of use only when everything it depends on (item, year, place) is as in this question; quote its line word for word.',
    ].join(' '),
    guidance:
      'recall says when facts of different sources disagree: then take the one whose source and date the question asks for, or none. What is outdated is not shown; when recall says that a file has changed since, the value has to be read again.',
    input: RecallInput,
    execute: async ({ query, roles = [] }) => {
      const wanted = [query, ...roles.map(role => role.replaceAll('_', ' '))].join(' ')
      return { content: printRecollections(query, await memory.search(wanted, most)) }
    },
  })
}

/** The line of a fact: its parts behind semicolons, texts between “ and ”, which none of them holds. */
function printRecalled(fact: Recalled): string {
  const { id, name, value, unit, about, answers, given, source, quote, learned, asOf } = fact
  const amount = `${written(value)}${unit === undefined ? '' : ` ${plain(unit)}`}`
  const circumstances = Object.entries(given).map(([role, each]) => `${plain(role)} ${text(each)}`)
  return [
    `[${id}] ${name} = ${amount}`,
    ...(circumstances.length > 0 ? [`with ${circumstances.join(', ')}`] : []),
    `${answers ? 'answers' : 'learned for'} ${text(about)}`,
    ...(quote === undefined ? [] : [`quoted ${text(quote)}`]),
    fact.by === 'person' ? 'said by the user' : `read in ${text(source)}`,
    `learned ${learned}${asOf === undefined ? '' : `, as of ${asOf}`}`,
    ...(fact.version > 1 ? [`v${fact.version}`] : []),
    ...(fact.conflicts.length > 0 ? [`disagrees with ${fact.conflicts.join(', ')}`] : []),
  ].join('; ')
}

// --- internal ---

const most = 8

function printRecollections(query: string, { facts, outdated }: Recollections): string {
  const asked = text(query.slice(0, 200))
  const head =
    facts.length === 0
      ? `Nothing that still holds is remembered about ${asked}; look for it elsewhere.`
      : `${facts.length} fact${facts.length === 1 ? '' : 's'} remembered about ${asked}, best first:`
  return [
    head,
    ...facts.map(printRecalled),
    ...(facts.some(fact => fact.conflicts.length > 0)
      ? ['(Facts that disagree come from different sources; neither is known to be outdated.)']
      : []),
    ...note(outdated.replaced, 'left out: the same source has said something newer since.'),
    ...note(
      outdated.changed,
      'left out as no longer certain: the file has changed since, the time it held for has passed, or what it rests on is gone. Read the source again.',
    ),
  ].join('\n')
}

function note(count: number, what: string): readonly string[] {
  return count === 0 ? [] : [`(${count} older fact${count === 1 ? '' : 's'} ${what})`]
}

function written(value: Recalled['value']): string {
  if (typeof value === 'string') return text(value)
  return typeof value === 'object'
    ? value.map(each => text(String(each))).join(', ')
    : String(value)
}

const text = (words: string) => `“${plain(words).replace(/[“”]/g, '"')}”`

/** On one line, so that no text can pass for a line of its own. */
const plain = (words: string) => words.replace(/\s+/g, ' ').trim()
