// The part of read_file that shows text by the line, in the encoding it is written in.
import type { ToolResult } from '../../tool.ts'
import { encodingNamed } from '../encodings.ts'
import { longestLine, mentions, readLines } from '../lines.ts'
import type { Located } from '../locate.ts'
import { headline, nextMove, pick } from '../pick.ts'
import { locateText, type TextEncoding } from '../text.ts'
import type { LinesPart } from './document.ts'

const usualLines = 400

/** Which lines, and the encoding when it is given. */
interface TextPart extends LinesPart {
  readonly encoding?: string | undefined
}

/**
 * Reads lines of a text file. `remarks` come first, when the file is read from its beginning. Throws one
 * sentence when the file is not text, or when there is no such encoding.
 */
export async function readText(
  file: Located,
  part: TextPart,
  remarks: readonly string[],
  signal: AbortSignal,
): Promise<ToolResult> {
  const { find } = part
  const { encoding, guessed } = await encodingFor(file, part.encoding)
  // a long line arrives in pieces: the end of the one before is searched with the next
  let before = ''
  const fits = (line: string) => {
    if (find === undefined) return true
    const found = mentions(before + line, find)
    before = line.length === longestLine ? line.slice(-find.length) : ''
    return found
  }
  const picked = await pick(
    readLines(file.path, encoding, signal),
    part.offset ?? 1,
    part.limit ?? usualLines,
    fits,
    line => line.length + 1,
  )
  const lines = picked.items.map(({ number, item }) =>
    find === undefined ? item : `${number}: ${item}`,
  )
  const first = part.offset === undefined && find === undefined
  return {
    content: [
      ...(first ? remarks : []),
      ...(guessed ? [`(Read as ${encoding}; if letters look wrong, say the "encoding".)`] : []),
      headline(file.name, 'line', picked, part),
      ...lines,
      ...nextMove('line', picked, part),
    ].join('\n'),
    details: { file: file.name, lines: picked.count, shown: picked.items.length },
  }
}

// --- internal ---

/** The encoding that is wanted, when it is given, else as the bytes show. */
async function encodingFor(file: Located, wanted: string | undefined): Promise<TextEncoding> {
  if (wanted === undefined) return locateText(file.path, [file.path])
  const encoding = encodingNamed(wanted)
  if (encoding === undefined)
    throw new Error(
      `There is no encoding ${wanted}; say one such as utf-8, windows-1252, gb18030 or shift_jis.`,
    )
  return { encoding, guessed: false }
}
