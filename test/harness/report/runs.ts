// Folders to make reports of: a bench of sample questions as intend itself runs it, and the same with
// many more questions, copied under new ids.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { bench } from '../../../harness/cli/commands/experiments/bench.ts'

const samples = fileURLToPath(new URL('../../../harness/samples', import.meta.url))

/** A question that would do harm if it were taken for markup. */
export const hostile = '</script><img src=x onerror="document.title=1"> What is <b>love</b>?'

/** Two that quote documents, one that fails on its first plan, one that asks nothing that can be answered. */
const chosen = ['journey-5', 'journey-4', 'missing-5', 'pace-1']

/** Runs the questions in `cwd` without a model and without a network; the folder of the bench. */
export async function sampleBench(cwd: string): Promise<string> {
  const lines = readFileSync(join(samples, 'questions.jsonl'), 'utf8').trim().split('\n')
  const asked = lines.filter(line => chosen.includes(JSON.parse(line).id))
  const strange = { id: 'strange <i>1</i>', question: hostile, answer: 'x', family: '<u>odd</u>' }
  writeFileSync(join(cwd, 'set.jsonl'), `${[...asked, JSON.stringify(strange)].join('\n')}\n`)
  const words = { corpus: join(samples, 'corpus'), out: 'bench', parallel: '1', quiet: true }
  const stdout = new PassThrough().resume()
  const stderr = new PassThrough().resume()
  await bench.run(['set.jsonl'], words, {
    stdin: new PassThrough(),
    stdout,
    stderr,
    folder: cwd,
    env: {},
    interrupted: new AbortController().signal,
  })
  return join(cwd, 'bench')
}

/** A bench with `count` questions: those of the bench `from` again and again, each with an id of its own. */
export function manyQuestions(from: string, path: string, count: number): string {
  const read = (file: string) => readFileSync(join(from, file), 'utf8')
  const results = read('results.jsonl')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
    .filter(({ id }) => chosen.includes(id))
  mkdirSync(path, { recursive: true })
  for (const file of ['bench.json', 'plans.json', 'summary.json'])
    writeFileSync(join(path, file), read(file))
  const lines = Array.from({ length: count }, (_, at) => {
    const result = results[at % results.length]
    const id = `${result.id}-copy-${at}`
    cpSync(join(from, 'questions', result.id), join(path, 'questions', id), { recursive: true })
    return JSON.stringify({ ...result, id })
  })
  writeFileSync(join(path, 'results.jsonl'), `${lines.join('\n')}\n`)
  return path
}
