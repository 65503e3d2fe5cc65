// What the bytes of a file are: text in some encoding, or something else; and the text itself, piece by
// piece.
import { isAscii, isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import { headOf } from '../head.ts'
import { type Encoding, encodingOf } from './encodings.ts'
import { type Located, locate } from './locate.ts'

/** The encoding of a text file, and whether it was merely judged by its looks. */
export interface TextEncoding {
  readonly encoding: Encoding
  readonly guessed: boolean
}

/** What the bytes of a file are: text in an encoding, perhaps merely judged by its looks, or something else. */
type Nature =
  | ({ readonly text: true } & TextEncoding)
  | { readonly text: false; readonly looksLike: string }

/** Looks at the first 64 kB of a file. Throws only when the file cannot be opened. */
export async function natureOf(file: Located): Promise<Nature> {
  return judge(await headOf(file.path, 65_536), file)
}

/** The text of a file, piece by piece, without a byte order mark. Stops when `signal` aborts. */
export async function* decoded(
  path: string,
  encoding: Encoding,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  const stream = createReadStream(path, { highWaterMark: 262_144, ...(signal && { signal }) })
  let decoder = new TextDecoder(encoding)
  let undecided = encoding === 'utf-8'
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (undecided && !isAscii(chunk)) {
      // nothing but ASCII so far, so the first accents may still show another encoding
      undecided = false
      if (!mostlyUtf8(chunk)) decoder = new TextDecoder(encodingOf(chunk).name)
    }
    const text = decoder.decode(chunk, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}

/**
 * The text file at `path` inside `roots`, with its encoding. Throws one sentence when it cannot be
 * read, as `locate` does, or when it is not text.
 */
export async function locateText(
  path: string,
  roots: readonly string[],
): Promise<Located & TextEncoding> {
  const file = await locate(path, roots)
  const nature = await natureOf(file)
  if (nature.text) return { ...file, encoding: nature.encoding, guessed: nature.guessed }
  throw new Error(
    `${file.name} looks like ${nature.looksLike}, which cannot be read as text; text, Markdown, JSON, code, CSV and TSV files can.`,
  )
}

// --- internal ---

/** The first bytes of a kind of file, in hexadecimal, and what it is. */
const signatures: readonly (readonly [bytes: RegExp, what: string])[] = [
  [/^255044462d/, 'a PDF document'],
  [/^89504e47/, 'a PNG image'],
  [/^ffd8ff/, 'a JPEG image'],
  [/^47494638/, 'a GIF image'],
  [/^52494646.{8}57454250/, 'a WebP image'],
  [/^52494646.{8}57415645/, 'a WAV sound file'],
  [/^504b0304/, 'a ZIP archive'],
  [/^d0cf11e0/, 'an old Office document (xls, doc or ppt)'],
  [/^1f8b/, 'a gzip archive'],
  [/^53514c69746520666f726d6174203300/, 'an SQLite database'],
  [/^7f454c46/, 'a Linux program'],
  [/^(494433|fff[b23])/, 'an MP3 sound file'],
  [/^.{8}66747970/, 'an MP4 video or sound file'],
]

const zipped: Readonly<Record<string, string>> = {
  '.xlsx': 'an Excel workbook',
  '.xlsm': 'an Excel workbook',
  '.ods': 'an OpenDocument spreadsheet',
  '.docx': 'a Word document',
  '.pptx': 'a PowerPoint presentation',
}

function inText(encoding: Encoding): Nature {
  return { text: true, encoding, guessed: false }
}

function judge(head: Buffer, file: Located): Nature {
  if (head[0] === 0xff && head[1] === 0xfe) return inText('utf-16le')
  if (head[0] === 0xfe && head[1] === 0xff) return inText('utf-16be')
  const start = head.subarray(0, 32).toString('hex')
  const signature = signatures.find(([bytes]) => bytes.test(start))
  if (signature) {
    const inside = zipped[extname(file.name).toLowerCase()]
    return { text: false, looksLike: inside ?? signature[1] }
  }
  const strange = head.filter(byte => byte < 32 && ![0, 9, 10, 12, 13, 27].includes(byte)).length
  if (head.includes(0) && !isTextWithNuls(head, strange)) return wideOrBinary(head)
  if (strange > head.length / 50) return { text: false, looksLike: 'binary data' }
  if (mostlyUtf8(head)) return inText('utf-8')
  const { name, certain } = encodingOf(head)
  return { text: true, encoding: name, guessed: !certain }
}

/** A few NUL bytes in what is ASCII or UTF-8 otherwise, as some databases write into their text. */
function isTextWithNuls(head: Buffer, strange: number): boolean {
  const zeros = head.filter(byte => byte === 0).length
  return strange === 0 && zeros * 20 < head.length && isUtf8Start(head)
}

/** True when bytes are UTF-8, but for a last character that may be cut off. */
function isUtf8Start(head: Buffer): boolean {
  return [0, 1, 2, 3].some(cut => isUtf8(head.subarray(0, head.length - cut)))
}

/** NUL bytes on one side of nearly every pair mean UTF-16 without a byte order mark. */
function wideOrBinary(head: Buffer): Nature {
  const zeros = [0, 0]
  for (let i = 0; i < head.length; i++) if (head[i] === 0) zeros[i % 2]! += 1
  const half = head.length / 2
  if (zeros[1]! > half * 0.6 && zeros[0]! < half * 0.05) return inText('utf-16le')
  if (zeros[0]! > half * 0.6 && zeros[1]! < half * 0.05) return inText('utf-16be')
  return { text: false, looksLike: 'binary data' }
}

/** True when more of the bytes above 127 form UTF-8 characters than do not. */
function mostlyUtf8(bytes: Buffer): boolean {
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true })
  const broken = text.match(/\ufffd/g)?.length ?? 0
  return broken === 0 || (text.match(/[\u0080-\ufffc]/g)?.length ?? 0) > broken
}
