// The documents of a folder as passages: text, Markdown, HTML, JSON records, tables, PDF, Word and
// PowerPoint files.
import { extname } from 'node:path'
import { htmlText } from '../documents/html/text.ts'
import type { Located } from '../files/locate.ts'
import { parseIsolated } from '../files/reader.ts'
import { decoded, natureOf } from '../files/text.ts'
import { readRows } from '../tables/table.ts'
import { readTables } from '../tables/tables.ts'
import { markdownPassages, type Passage, plainPassages } from './passages.ts'

/** A passage of a document that names its own address. */
interface DocumentPassage extends Passage {
  readonly url?: string
}

const readers: Readonly<Record<string, (file: Located) => Promise<DocumentPassage[]>>> = {
  '.txt': async file => plainPassages(await textOf(file), titleOf(file)),
  '.md': async file => markdownPassages(await textOf(file), titleOf(file)),
  '.markdown': async file => markdownPassages(await textOf(file), titleOf(file)),
  '.html': readPage,
  '.htm': readPage,
  '.json': async file => recordPassages(jsonValues(await textOf(file)), titleOf(file)),
  '.jsonl': async file => recordPassages(jsonLines(await textOf(file)), titleOf(file)),
  '.csv': readRowsOf,
  '.tsv': readRowsOf,
  '.xlsx': readRowsOf,
  '.ods': readRowsOf,
  '.pdf': file => readPagesOf(file, 'pdf', 'page'),
  '.pptx': file => readPagesOf(file, 'slides', 'slide'),
  '.docx': file => readLinesOf(file, 'word'),
  '.eml': file => readLinesOf(file, 'email'),
}

/** True for the endings of files that `readDocument` reads. */
export function isDocumentName(name: string): boolean {
  return Object.hasOwn(readers, extname(name).toLowerCase())
}

/** The passages of one document. Throws one sentence when it cannot be read. */
export async function readDocument(file: Located): Promise<DocumentPassage[]> {
  const binary = /\.(pdf|xlsx|ods|docx|pptx)$/i.test(file.name)
  const nature = binary || file.size === 0 ? undefined : await natureOf(file)
  if (nature?.looksLike !== undefined)
    throw new Error(`${file.name} looks like ${nature.looksLike}.`)
  return readers[extname(file.name).toLowerCase()]!(file)
}

// --- internal ---

async function textOf(file: Located): Promise<string> {
  const nature = await natureOf(file)
  if (nature.looksLike !== undefined) return ''
  let text = ''
  for await (const piece of decoded(file.path, nature.encoding)) text += piece
  return text.replace(/\r\n?/g, '\n')
}

/** `marathon-records.txt` is titled `marathon records`. */
function titleOf(file: Located): string {
  return file.name.replace(/\.[^.]*$/, '').replace(/[-_]+/g, ' ')
}

async function readPage(file: Located): Promise<Passage[]> {
  const { title = titleOf(file), text } = htmlText(await textOf(file))
  return markdownPassages(text, title)
}

/** A JSON value, the items of an array, or one value a line. */
function jsonValues(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : [value]
  } catch {
    return jsonLines(text)
  }
}

function jsonLines(text: string): unknown[] {
  return text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return []
    try {
      return [JSON.parse(line) as unknown]
    } catch {
      throw new Error(`line ${at + 1} is not JSON`)
    }
  })
}

/** Records with a `text`, and perhaps a `title` and a `url`; anything else is no document. */
function recordPassages(values: readonly unknown[], title: string): DocumentPassage[] {
  return values.flatMap(value => {
    if (typeof value !== 'object' || value === null) return []
    const { text, title: own, url } = value as Record<string, unknown>
    if (typeof text !== 'string' || text.trim() === '') return []
    const passages = markdownPassages(text, typeof own === 'string' ? own : title)
    return passages.map(passage => ({ ...passage, ...(typeof url === 'string' && { url }) }))
  })
}

const mostRows = 20_000

/** Each row of a table as a passage: `City: Oslo; People: 700000`. */
async function readRowsOf(file: Located): Promise<Passage[]> {
  const passages: Passage[] = []
  for (const table of await readTables(file.path, [file.path])) {
    const title = table.sheet === undefined ? titleOf(file) : `${titleOf(file)}: ${table.sheet}`
    for await (const row of readRows(table)) {
      const cells = table.columns.flatMap(({ name }, at) =>
        row[at]?.trim() ? [`${name}: ${row[at].trim()}`] : [],
      )
      passages.push({ title, text: cells.join('; ').slice(0, 1500) })
      if (passages.length >= mostRows) return passages
    }
  }
  return passages
}

async function readLinesOf(file: Located, kind: 'word' | 'email'): Promise<Passage[]> {
  const { title = titleOf(file), lines } = await parseIsolated(kind, file)
  return markdownPassages(lines.join('\n'), title)
}

async function readPagesOf(
  file: Located,
  kind: 'pdf' | 'slides',
  what: 'page' | 'slide',
): Promise<Passage[]> {
  const document = await parseIsolated(kind, { ...file, characters: 5_000_000 })
  const title = document.title ?? titleOf(file)
  return document.pages.flatMap(({ number, text }) => {
    const of = document.total === 1 ? title : `${title}, ${what} ${number}`
    return plainPassages(text, of).map(passage => ({ ...passage, title: of }))
  })
}
