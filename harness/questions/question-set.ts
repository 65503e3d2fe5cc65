// A question set as a file: JSON lines or CSV, in the project's own form or as GAIA's metadata. Checked as
// a whole before anything runs.
import { isUtf8 } from 'node:buffer'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { reasonOf } from '../../plans/writable.ts'
import { isInside, withoutLinks } from '../../tools/files/links.ts'
import { type CommandError, usage } from '../cli/command.ts'
import { type Row, rowsOf } from './csv.ts'

/** A question with what is right. Its files are absolute paths. */
export interface Question extends Readonly<Omit<z.infer<typeof Own>, 'files'>> {
  readonly files: readonly string[]
  /** Nobody but its makers knows what is right, as in GAIA's test split: `answer` is `?` and scores nothing. */
  readonly unscored?: true
}

/**
 * The questions in the file `path`: CSV when it ends in `.csv` or `.tsv`, else JSON lines. Files they name
 * are looked up beside it, then in the folders `allow`, and may lie nowhere else. A line with a `task_id`
 * is GAIA's; where it has no `Final answer`, or `?`, the question is `unscored`. Throws a CommandError
 * that names the file, the line and what is wrong with the first line that has a fault.
 */
export function readQuestionSet(path: string, allow: readonly string[]): readonly Question[] {
  const seen = new Map<string, number>()
  const places = [dirname(path), ...allow].map(place => realpathSync(place))
  const content = textOf(path)
  const rows = /\.[ct]sv$/i.test(path) ? rowsOf(content) : linesOf(content)
  const questions = rows.map(row => {
    const wrong = (what: string) => usage(`${path}, line ${row.line}: ${what}`)
    if ('wrong' in row) throw wrong(row.wrong)
    const question = toQuestion(row.record, wrong)
    const before = seen.get(question.id)
    if (before !== undefined)
      throw wrong(`the id ${question.id} was used in line ${before} already; give each its own`)
    seen.set(question.id, row.line)
    return { ...question, files: question.files.map(name => findFile(name, places, wrong)) }
  })
  if (questions.length === 0)
    throw usage(`${path} holds no question; write one JSON object a line, or CSV under a header`)
  return questions
}

// --- internal ---

const TextOrNumber = z.union(
  [z.string(), z.number().transform(String)],
  'it is neither a text nor a number',
)

/** The form of the project. Other members are passed over. */
const Own = z.object({
  id: z.union([z.string().min(1, 'it is empty'), z.number().transform(String)]),
  question: z.string().trim().min(1, 'it is empty'),
  /** What is right; empty when declining is. */
  answer: TextOrNumber,
  files: z.array(z.string().min(1, 'a file has no name')).default([]),
  level: TextOrNumber.exactOptional(),
  family: z.string().exactOptional(),
  /** Absolute; how far a number may be off to count as near. */
  tolerance: z.number().nonnegative().exactOptional(),
})

/** A line of GAIA's `metadata.jsonl` as it is, in the project's own form. */
const Gaia = z
  .object({
    task_id: z.string().min(1, 'it is empty'),
    Question: z.string().trim().min(1, 'it is empty'),
    Level: TextOrNumber,
    'Final answer': TextOrNumber.nullish(),
    file_name: z.string().nullish(),
  })
  .transform(line => {
    const answer = line['Final answer']?.trim() || '?'
    return {
      id: line.task_id,
      question: line.Question,
      answer,
      level: line.Level,
      files: line.file_name ? [line.file_name] : [],
      ...(answer === '?' && { unscored: true as const }),
    }
  })

type Wrong = (what: string) => CommandError

function linesOf(text: string): readonly Row[] {
  return text
    .split(/\r\n|[\n\r]/)
    .flatMap((content, at) => (content.trim() === '' ? [] : { line: at + 1, ...parsed(content) }))
}

function parsed(
  line: string,
): { readonly record: Readonly<Record<string, unknown>> } | { readonly wrong: string } {
  try {
    const json: unknown = JSON.parse(line)
    return json !== null && typeof json === 'object' && !Array.isArray(json)
      ? { record: { ...json } }
      : { wrong: 'not a JSON object with id, question and answer, alone in its line' }
  } catch (error) {
    return { wrong: `${reasonOf(error)}; write one object a line` }
  }
}

function toQuestion(record: Readonly<Record<string, unknown>>, wrong: Wrong): Question {
  const parsed = 'task_id' in record ? Gaia.safeParse(record) : Own.safeParse(record)
  if (!parsed.success) throw wrong(complaint(parsed.error, record))
  return parsed.data
}

function complaint(error: z.ZodError, record: object): string {
  const [name = ''] = error.issues[0]?.path ?? []
  return name in record ? reasonOf(error) : `there is no "${String(name)}"`
}

/** A set may come from anybody: it names no file outside the folders a person named. */
function findFile(name: string, places: readonly string[], wrong: Wrong): string {
  let outside = false
  for (const place of places) {
    const path = resolve(place, name)
    if (!existsSync(path)) continue
    if (isInside(withoutLinks(path), places)) return path
    outside = true
  }
  throw wrong(
    outside
      ? `the file ${name} lies outside the folder of the set; allow it with --allow DIR`
      : `there is no file ${places.map(place => join(place, name)).join(' or ')}`,
  )
}

function textOf(path: string): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    throw usage(`${path} cannot be read (${reasonOf(error)})`)
  }
  if (!isUtf8(bytes))
    throw usage(`${path} is no text in UTF-8; save the set as JSON lines or CSV in UTF-8`)
  return bytes.toString('utf8').replace(/^\ufeff/, '')
}
