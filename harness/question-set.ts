// A question set as a file: JSON lines, in the project's own form or as GAIA's metadata.jsonl. Checked
// as a whole before anything runs.
import { readFileSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { z } from 'zod'
import { usage } from './command.ts'

export interface Question {
  readonly id: string
  readonly question: string
  /** What is right; empty when declining is. */
  readonly answer: string
  /** Absolute paths. */
  readonly files: readonly string[]
  readonly level?: string
  readonly family?: string
  /** Absolute; how far a number may be off to count as near. */
  readonly tolerance?: number
}

/**
 * The questions in the file `path`; the files they name are looked up beside it. `allow` lists other
 * folders in which they may lie. Throws a CommandError that names the file, the line and what is wrong.
 */
export function readQuestionSet(path: string, allow: readonly string[]): readonly Question[] {
  const questions: Question[] = []
  const seen = new Map<string, number>()
  const places = [dirname(path), ...allow].map(place => realpathSync(place))
  for (const [index, line] of text(path).split('\n').entries()) {
    if (line.trim() === '') continue
    const wrong = (what: string) => usage(`${path}, line ${index + 1}: ${what}`)
    const read = toQuestion(line)
    if ('wrong' in read) throw wrong(read.wrong)
    const { files, ...question } = read.question
    const before = seen.get(question.id)
    if (before !== undefined)
      throw wrong(`the id ${question.id} was used in line ${before} already; give each its own`)
    seen.set(question.id, index + 1)
    const found = files.map(name => findFile(name, path, places))
    for (const file of found) if ('wrong' in file) throw wrong(file.wrong)
    const paths = found.flatMap(file => ('path' in file ? [file.path] : []))
    questions.push({ ...question, files: paths })
  }
  if (questions.length === 0) throw usage(`${path} holds no question; write one JSON object a line`)
  return questions
}

// --- internal ---

/** The form of the project (DESIGN 9). Other members are passed over. */
const Own = z.object({
  id: z.union([z.string().min(1), z.number().transform(String)]),
  question: z.string().trim().min(1),
  answer: z.string(),
  files: z.array(z.string().min(1)).default([]),
  level: z.union([z.string(), z.number().transform(String)]).optional(),
  family: z.string().optional(),
  tolerance: z.number().nonnegative().optional(),
})

/** A line of GAIA's `metadata.jsonl` as it is, in the project's own form. */
const Gaia = z
  .object({
    task_id: z.string().min(1),
    Question: z.string().min(1),
    Level: z.union([z.string(), z.number().transform(String)]),
    'Final answer': z.string(),
    file_name: z.string().default(''),
  })
  .transform(line => ({
    id: line.task_id,
    question: line.Question,
    answer: line['Final answer'],
    files: line.file_name === '' ? [] : [line.file_name],
    level: line.Level,
    family: undefined,
    tolerance: undefined,
  }))

type Read<Found extends object> = Found | { readonly wrong: string }

function toQuestion(line: string): Read<{ readonly question: Question }> {
  let json: unknown
  try {
    json = JSON.parse(line)
  } catch (error) {
    return { wrong: `not JSON (${(error as Error).message})` }
  }
  if (json === null || typeof json !== 'object' || Array.isArray(json))
    return { wrong: 'not a JSON object with id, question and answer' }
  const parsed = 'task_id' in json ? Gaia.safeParse(json) : Own.safeParse(json)
  if (!parsed.success) return { wrong: complaint(parsed.error, json) }
  const { level, family, tolerance, ...question } = parsed.data
  return {
    question: {
      ...question,
      ...(level !== undefined && { level }),
      ...(family !== undefined && { family }),
      ...(tolerance !== undefined && { tolerance }),
    },
  }
}

function complaint(error: z.ZodError, json: object): string {
  const { path = [], message = '' } = error.issues[0] ?? {}
  const [name = ''] = path
  return name in json ? `${path.join('.')}: ${message}` : `there is no "${String(name)}"`
}

/** A set may come from anybody: it names no file outside the folders a person named. */
function findFile(
  name: string,
  set: string,
  places: readonly string[],
): Read<{ readonly path: string }> {
  const path = resolve(dirname(set), name)
  try {
    const real = realpathSync(path)
    const inside = places.some(place => {
      const way = relative(place, real)
      return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
    })
    if (inside) return { path }
    return {
      wrong: `the file ${name} lies outside the folder of the set; allow it with --allow DIR`,
    }
  } catch {
    return { wrong: `there is no file ${join(dirname(set), name)}` }
  }
}

function text(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\ufeff/, '')
  } catch (error) {
    throw usage(`${path} cannot be read (${(error as Error).message})`)
  }
}
