// Files of any kind that is read by the line, as the documents they become.

import { largestJson } from '../documents/json/json.ts'
import { markdownDocument, type TextDocument } from '../documents/text-document.ts'
import { locateText } from './kinds.ts'
import { readLines } from './lines.ts'
import type { Located } from './locate.ts'
import { parseIsolated } from './reader.ts'

/** Kinds that become a document of lines. */
export type DocumentKind = 'word' | 'page' | 'email' | 'json' | 'archive' | 'markdown'

/** Longer Markdown is read as text, by the line. */
const largestMarkdown = 20_000_000

/**
 * Loads a file as a document, `asked` being the path it was asked for by, or says why it is better read
 * as bare text. Throws one sentence when it cannot be read at all.
 */
export async function loadDocument(
  file: Located,
  kind: DocumentKind,
  signal?: AbortSignal,
  asked = file.name,
): Promise<TextDocument | { readonly asText: string }> {
  switch (kind) {
    case 'word':
    case 'page':
    case 'email':
    case 'archive':
      return parseIsolated(kind, { ...file, asked }, signal)
    case 'json':
      if (file.size > largestJson)
        return { asText: `${file.name} is too large to be laid out, so it is read as text.` }
      return parseIsolated('json', file, signal).catch((error: Error) => {
        if (signal?.aborted) throw error
        return { asText: `${error.message} It is read as text.` }
      })
    case 'markdown':
      if (file.size > largestMarkdown) return { asText: `${file.name} is long.` }
      return markdownOf(file, signal)
  }
}

// --- internal ---

async function markdownOf(file: Located, signal?: AbortSignal): Promise<TextDocument> {
  const { encoding } = await locateText(file.path, [file.path])
  const lines: string[] = []
  for await (const line of readLines(file.path, encoding, signal)) lines.push(line)
  const about = { name: file.name, what: 'Markdown text', facts: [], remarks: [] }
  return markdownDocument(about, lines)
}
