// A folder of documents that can be searched as the web would be: the first of the search providers.
import { statSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import MiniSearch from 'minisearch'
import { termsOf } from '../../../plans/text/words.ts'
import { isWithin } from '../../files/links.ts'
import { bytes } from '../../files/locate.ts'
import { isDocumentName, readDocument } from '../documents.ts'
import { aborted } from '../pace.ts'
import type { Hit, SearchProvider } from '../provider.ts'

/** How much of a folder is read. */
const usualLimits = {
  files: 20_000,
  /** Bytes of all files together. */
  size: 200_000_000,
  passages: 100_000,
}
type CorpusLimits = typeof usualLimits

/**
 * A provider over the .txt, .md, .html, .json, .jsonl, .csv, .tsv, .xlsx, .ods and .pdf files in
 * `folder` and the folders in it; links out of it are not followed. JSON holds records `{ title, text, url? }`,
 * in lines or in an array. Files are read and indexed at the first search, once. Passages are ranked
 * by BM25 over stemmed words, those of the title counted twice. Throws
 * one sentence when `folder` is not a folder.
 * @example
 * ```ts
 * import { mkdirSync, writeFileSync } from 'node:fs'
 * import { createCorpus } from 'intend/tools'
 *
 * mkdirSync('notes', { recursive: true })
 * writeFileSync('notes/ferry.txt', 'The ferry to Skye leaves at nine.')
 * const corpus = await createCorpus('notes')
 * const hits = await corpus.search('ferry', { signal: AbortSignal.timeout(60_000), limit: 3 })
 * console.log(hits[0]?.path) // ferry.txt
 * ```
 */
export async function createCorpus(
  folder: string,
  limits: Partial<CorpusLimits> = {},
): Promise<SearchProvider> {
  const about = await stat(folder).catch(() => undefined)
  if (!about?.isDirectory())
    throw new Error(
      `the corpus ${folder} ${about ? 'is not a folder' : 'does not exist'}; give a folder of documents`,
    )
  const bounds = { ...usualLimits, ...limits }
  let loading: Promise<Corpus> | undefined
  let remarks: readonly string[] = []
  const load = () => {
    loading ??= readCorpus(resolve(folder), bounds).catch(error => {
      loading = undefined
      throw error
    })
    return loading
  }
  return {
    name: 'corpus',
    search: async (query, { signal, limit }) => {
      signal.throwIfAborted()
      const corpus = await Promise.race([load(), aborted(signal)])
      remarks = corpus.remarks
      return searchCorpus(corpus, query, limit)
    },
    remarks: () => remarks,
  }
}

// --- internal ---

type Corpus = Awaited<ReturnType<typeof readCorpus>>

/** BM25 as in the books; the library's own default is BM25+. */
const bm25 = { k: 1.2, b: 0.7, d: 0 }
const mostTerms = 200

async function readCorpus(folder: string, limits: CorpusLimits) {
  const { paths, remarks } = await documentPaths(folder, limits)
  const hits: Hit[] = []
  const unread: string[] = []
  let size = 0
  for (const [at, path] of paths.entries()) {
    const about = statSync(path)
    if (!isWithin(about, [folder])) continue
    const file = { path, name: path.slice(path.lastIndexOf(sep) + 1), size: about.size }
    size += file.size
    if (size > limits.size || hits.length >= limits.passages) {
      const most = size > limits.size ? bytes(limits.size) : `${limits.passages} passages`
      remarks.push(
        `(Only ${at} of ${paths.length} files were read: the corpus is limited to ${most}.)`,
      )
      break
    }
    try {
      const passages = await readDocument(file)
      const place = relative(folder, path).split(sep).join('/')
      for (const passage of passages) hits.push({ ...passage, path: place })
    } catch (error) {
      unread.push(error instanceof Error ? `${file.name}: ${error.message}` : file.name)
    }
  }
  if (unread.length > 0)
    remarks.push(
      `(${unread.length} file${unread.length === 1 ? '' : 's'} could not be read, such as ${unread.slice(0, 3).join('; ')})`,
    )
  return { hits, index: await indexOf(hits), remarks }
}

async function documentPaths(folder: string, { files }: CorpusLimits) {
  const paths: string[] = []
  const remarks: string[] = []
  const open = [folder]
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const entry of await readdir(at, { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue
      const path = join(at, entry.name)
      if (entry.isDirectory()) open.push(path)
      else if (entry.isFile() && isDocumentName(entry.name)) paths.push(path)
    }
  if (paths.length > files) remarks.push(`(Only ${files} of ${paths.length} files were read.)`)
  return { paths: paths.sort().slice(0, files), remarks }
}

async function indexOf(hits: readonly Hit[]): Promise<MiniSearch> {
  const index = new MiniSearch({
    fields: ['words'],
    // words arrive as terms already, one a line
    tokenize: text => text.split('\n'),
    processTerm: term => (term === '' ? null : term),
  })
  for (const [id, { title, text }] of hits.entries()) {
    const named = termsOf(title)
    index.add({ id, words: [...named, ...named, ...termsOf(text)].join('\n') })
    // whoever else works in this process goes on working
    if (id % 200 === 199) await setImmediate()
  }
  return index
}

function searchCorpus({ hits, index }: Corpus, query: string, limit: number): Hit[] {
  const wanted = [...new Set(termsOf(query))].slice(0, mostTerms).join('\n')
  if (wanted === '') return []
  return (
    index
      .search(wanted, { bm25 })
      // the library multiplies by the number of words that match, which BM25 does not
      .map(({ id, score, queryTerms }) => ({ id: id as number, score: score / queryTerms.length }))
      .sort((a, b) => b.score - a.score || a.id - b.id)
      .slice(0, limit)
      .map(({ id }) => hits[id]!)
  )
}
