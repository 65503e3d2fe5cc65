// How well one query finds what answers a two-hop question: the share of questions whose two supporting
// paragraphs are both among the first K passages, over a folder with passages.jsonl ({ title, text } a
// line) and questions.json ([{ question, support: [titles] }]).
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCorpus } from '../../tools/corpus.ts'
import { asProgram, type Bench, type Given, type Measured, rounded } from './bench.ts'

export const search: Bench = {
  name: 'search',
  about: 'two-hop questions: how often one query finds both of the paragraphs that answer it',
  usage: 'FOLDER or --folder FOLDER, which holds passages.jsonl and questions.json',
  options: { folder: { type: 'string' } },
  missing: given =>
    folderOf(given) === undefined
      ? 'give the folder that holds passages.jsonl with --folder FOLDER'
      : undefined,
  run: given => measure(folderOf(given)!),
}

if (import.meta.main) await asProgram(search)

// --- internal ---

interface Question {
  readonly question: string
  readonly support: readonly string[]
}

function folderOf({ flags, rest }: Given): string | undefined {
  return rest[0] ?? (flags.folder as string | undefined)
}

async function measure(folder: string): Promise<Measured> {
  const questions: Question[] = JSON.parse(await readFile(join(folder, 'questions.json'), 'utf8'))
  const copy = await mkdtemp(join(tmpdir(), 'intend-search-'))
  try {
    await copyFile(join(folder, 'passages.jsonl'), join(copy, 'passages.jsonl'))
    return { tables: { 'both paragraphs among the first K': [await searched(questions, copy)] } }
  } finally {
    await rm(copy, { recursive: true })
  }
}

async function searched(questions: readonly Question[], folder: string) {
  const corpus = await createCorpus(folder)
  const signal = new AbortController().signal
  const begun = performance.now()
  await corpus.search('begin', { signal, limit: 1 })
  const build = performance.now() - begun
  const times: number[] = []
  const found = new Map([2, 5, 10, 20].map(k => [k, 0]))
  for (const { question, support } of questions) {
    const start = performance.now()
    const titles = (await corpus.search(question, { signal, limit: 20 })).map(hit => hit.title)
    times.push(performance.now() - start)
    for (const [k, count] of found)
      if (support.every(title => titles.slice(0, k).includes(title))) found.set(k, count + 1)
  }
  times.sort((a, b) => a - b)
  return {
    questions: questions.length,
    ...Object.fromEntries([...found].map(([k, count]) => [`both@${k}`, count / questions.length])),
    buildMs: Math.round(build),
    p50Ms: rounded(times[times.length >> 1]!),
    heapMB: Math.round(process.memoryUsage().heapUsed / 1e6),
  }
}
