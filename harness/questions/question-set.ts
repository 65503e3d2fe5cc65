// A question set as a file: JSON lines or CSV, in the project's own form or as GAIA's metadata. Checked as
// a whole before anything runs.
import { isUtf8 } from 'node:buffer'
import { readFileSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { reasonOf } from '../../plans/writable.ts'
import { isInside } from '../../tools/files/links.ts'
import { usage } from '../cli/command.ts'
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
    const read = toQuestion(row.record)
    if ('wrong' in read) throw wrong(read.wrong)
    const before = seen.get(read.question.id)
    if (before !== undefined)
      throw wrong(
        `the id ${read.question.id} was used in line ${before} already; give each its own`,
      )
    seen.set(read.question.id, row.line)
    const files = read.question.files.map(name => {
      const found = findFile(name, places)
      if ('wrong' in found) throw wrong(found.wrong)
      return found.path
    })
    return { ...read.question, files }
  })
  if (questions.length === 0)
    throw usage(`${path} holds no question; write one JSON object a line, or CSV under a header`)
  return questions
}

/** The path without symbolic links; undefined where there is nothing. */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
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

type Read<Found extends object> = Found | { readonly wrong: string }

function linesOf(text: string): readonly Row[] {
  return text
    .split(/\r\n|[\n\r]/)
    .flatMap((content, at) => (content.trim() === '' ? [] : { line: at + 1, ...parsed(content) }))
}

function parsed(line: string): Read<{ readonly record: Readonly<Record<string, unknown>> }> {
  try {
    const json: unknown = JSON.parse(line)
    return json !== null && typeof json === 'object' && !Array.isArray(json)
      ? { record: { ...json } }
      : { wrong: 'not a JSON object with id, question and answer, alone in its line' }
  } catch (error) {
    return { wrong: `${reasonOf(error)}; write one object a line` }
  }
}

function toQuestion(
  record: Readonly<Record<string, unknown>>,
): Read<{ readonly question: Question }> {
  const parsed = 'task_id' in record ? Gaia.safeParse(record) : Own.safeParse(record)
  if (!parsed.success) return { wrong: complaint(parsed.error, record) }
  return { question: parsed.data }
}

function complaint(error: z.ZodError, record: object): string {
  const [name = ''] = error.issues[0]?.path ?? []
  return name in record ? reasonOf(error) : `there is no "${String(name)}"`
}

/** A set may come from anybody: it names no file outside the folders a person named. */
function findFile(name: string, places: readonly string[]): Read<{ readonly path: string }> {
  let outside = false
  for (const place of places) {
    const path = resolve(place, name)
    const real = realPath(path)
    if (real === undefined) continue
    if (isInside(real, places)) return { path }
    outside = true
  }
  return outside
    ? { wrong: `the file ${name} lies outside the folder of the set; allow it with --allow DIR` }
    : { wrong: `there is no file ${places.map(place => join(place, name)).join(' or ')}` }
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
