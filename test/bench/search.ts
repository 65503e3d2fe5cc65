// How well one query, or two, find what answers a two-hop question: the share of questions whose two
// supporting paragraphs are both among the first K passages, over a folder with passages.jsonl
// ({ title, text } a line) and questions.json ([{ question, support: [titles] }]).
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { termsOf } from '../../plans/text/words.ts'
import type { Hit, SearchProvider } from '../../tools/search/provider.ts'
import { createCorpus } from '../../tools/search/providers/corpus.ts'
import { type Bench, type Given, type Measured, rounded } from './bench.ts'

export const search: Bench = {
  name: 'search',
  about:
    'two-hop questions: how often one query, or two, find both of the paragraphs that answer it',
  usage: 'FOLDER or --folder FOLDER, which holds passages.jsonl and questions.json; --queries 2',
  options: { folder: { type: 'string' }, queries: { type: 'string', default: '1' } },
  missing: given => {
    if (folderOf(given) === undefined)
      return 'give the folder that holds passages.jsonl with --folder FOLDER'
    return ['1', '2'].includes(String(given.flags.queries)) ? undefined : '--queries is 1 or 2'
  },
  run: given => measure(folderOf(given)!, given.flags.queries === '2' ? two : one),
}

// --- internal ---

interface Question {
  readonly question: string
  readonly support: readonly string[]
}

function folderOf({ flags, rest }: Given): string | undefined {
  return rest[0] ?? (flags.folder as string | undefined)
}

/** A way of searching for what a question asks; the best passages first. */
type Way = (corpus: SearchProvider, question: string) => Promise<readonly Hit[]>

const signal = new AbortController().signal

const one: Readonly<Record<string, Way>> = {
  'one query': (corpus, question) => corpus.search(question, { signal, limit: 20 }),
}

const two: Readonly<Record<string, Way>> = {
  ...one,
  // what a reader of the first results would do, without knowing the answer
  'the second after reading the first': async (corpus, question) => {
    const first = await corpus.search(question, { signal, limit: 10 })
    const query = [question, ...newNames(question, first[0])].join(' ')
    return merged([first, await corpus.search(query, { signal, limit: 10 })])
  },
  'two side by side': async (corpus, question) => {
    const inside = namesIn(question.replace(/^\S+/, word => word.toLowerCase())).join(' ')
    const queries = [question, ...(inside === '' ? [] : [inside])]
    return merged(await Promise.all(queries.map(q => corpus.search(q, { signal, limit: 10 }))))
  },
}

/** Capitalised words in a row, small ones between them. */
const namesIn = (text: string): readonly string[] =>
  text.match(
    /\p{Lu}[\p{L}\p{N}'’.-]*(?:\s+(?:(?:of|the|and|de|von|van|in|for)\s+)?\p{Lu}[\p{L}\p{N}'’.-]*)*/gu,
  ) ?? []

/** The names of the best passage that have a word the question lacks: the eight it has most often. */
function newNames(question: string, best: Hit | undefined): readonly string[] {
  const known = new Set(termsOf(question))
  const counts = new Map<string, number>()
  for (const name of best ? [best.title, ...namesIn(best.text)] : [])
    if (termsOf(name).some(term => !known.has(term))) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 8)
    .map(([name]) => name)
}

/** Reciprocal rank fusion (Cormack, Clarke and Buettcher 2009), with the constant of the paper. */
function merged(lists: readonly (readonly Hit[])[]): readonly Hit[] {
  const scores = new Map<Hit, number>()
  for (const list of lists)
    for (const [rank, hit] of list.entries())
      scores.set(hit, (scores.get(hit) ?? 0) + 1 / (60 + rank + 1))
  return [...scores].sort(([, a], [, b]) => b - a).map(([hit]) => hit)
}

async function measure(folder: string, ways: Readonly<Record<string, Way>>): Promise<Measured> {
  const questions: Question[] = JSON.parse(await readFile(join(folder, 'questions.json'), 'utf8'))
  const copy = await mkdtemp(join(tmpdir(), 'intend-search-'))
  try {
    await copyFile(join(folder, 'passages.jsonl'), join(copy, 'passages.jsonl'))
    const corpus = await createCorpus(copy)
    const begun = performance.now()
    await corpus.search('begin', { signal, limit: 1 })
    const buildMs = Math.round(performance.now() - begun)
    const rows = []
    for (const [name, way] of Object.entries(ways))
      rows.push({ way: name, ...(await searched(questions, corpus, way)), buildMs })
    return { tables: { 'both paragraphs among the first K': rows } }
  } finally {
    await rm(copy, { recursive: true })
  }
}

async function searched(questions: readonly Question[], corpus: SearchProvider, way: Way) {
  const times: number[] = []
  const found = new Map([2, 5, 10, 20].map(k => [k, 0]))
  for (const { question, support } of questions) {
    const start = performance.now()
    const titles = (await way(corpus, question)).map(hit => hit.title)
    times.push(performance.now() - start)
    for (const [k, count] of found)
      if (support.every(title => titles.slice(0, k).includes(title))) found.set(k, count + 1)
  }
  times.sort((a, b) => a - b)
  return {
    questions: questions.length,
    ...Object.fromEntries([...found].map(([k, count]) => [`both@${k}`, count / questions.length])),
    p50Ms: rounded(times[times.length >> 1]!),
    heapMB: Math.round(process.memoryUsage().heapUsed / 1e6),
  }
}
