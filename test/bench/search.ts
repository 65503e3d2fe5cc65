// How well one query finds what answers a two-hop question: the share of questions whose two supporting
// paragraphs are both among the first K passages, over a folder with passages.jsonl ({ title, text } a
// line) and questions.json ([{ question, support: [titles] }]).
// usage: node test/bench/search.ts FOLDER
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCorpus } from '../../tools/corpus.ts'

const folder = process.argv[2]
if (folder === undefined) throw new Error('give the folder that holds passages.jsonl')

interface Question {
  readonly question: string
  readonly support: readonly string[]
}
const questions: Question[] = JSON.parse(await readFile(join(folder, 'questions.json'), 'utf8'))
const copy = await mkdtemp(join(tmpdir(), 'intend-search-'))
await copyFile(join(folder, 'passages.jsonl'), join(copy, 'passages.jsonl'))
const corpus = await createCorpus(copy)
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
await rm(copy, { recursive: true })
times.sort((a, b) => a - b)
const row = {
  questions: questions.length,
  ...Object.fromEntries([...found].map(([k, count]) => [`both@${k}`, count / questions.length])),
  buildMs: Math.round(build),
  p50: Number(times[times.length >> 1]!.toPrecision(3)),
  heapMB: Math.round(process.memoryUsage().heapUsed / 1e6),
}
console.table([row])
console.log(JSON.stringify({ benchmark: 'search', rows: [row] }))
