// The part of read_file that shows text by the line, in the encoding it is written in.
import type { ToolResult } from '../../tool.ts'
import { encodingNamed } from '../encodings.ts'
import { locateText } from '../kinds.ts'
import { readLines } from '../lines.ts'
import type { Located } from '../locate.ts'
import type { TextEncoding } from '../text.ts'
import { type LinesPart, showLines } from './document.ts'

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
  const { encoding, guessed } = await encodingFor(file, part.encoding)
  const guess = `(Read as ${encoding}; if letters look wrong, say the "encoding".)`
  return showLines(part, {
    name: file.name,
    lines: readLines(file.path, encoding, signal),
    found: (number, line) => `${number}: ${line}`,
    before: isFirst => [...(isFirst ? remarks : []), ...(guessed ? [guess] : [])],
  })
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
