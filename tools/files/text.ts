// What the bytes of a file are: text in some encoding, or something else; and the text itself, piece by
// piece.
import { isAscii } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { headOf } from '../head.ts'
import { type Encoding, encodingOf, isUtf8, markedEncoding } from './encodings.ts'
import type { Located } from './locate.ts'

/** The encoding of a text file, and whether it was merely judged by its looks. */
export interface TextEncoding {
  readonly encoding: Encoding
  readonly guessed: boolean
}

/** What the bytes of a file are: text, or what they look like. */
type Nature = (TextEncoding & { readonly looksLike?: undefined }) | { readonly looksLike: string }

/** What bytes look like that are neither text nor begin in a known way. */
export const binary = 'binary data'

/** Looks at the first 64 kB of a file. Throws only when the file cannot be opened. */
export async function natureOf(file: Located): Promise<Nature> {
  return judge(await headOf(file.path, 65_536))
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

/** The first 256 kB of a text. */
export async function beginOf(
  path: string,
  encoding: Encoding,
  signal?: AbortSignal,
): Promise<string> {
  for await (const text of decoded(path, encoding, signal)) return text
  return ''
}

// --- internal ---

/** The first bytes of what is not text, in hexadecimal, and what it is. */
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
  [/^424d.{8}00000000/, 'a BMP picture'],
  [/^(?:49492a00|4d4d002a)/, 'a TIFF picture'],
  [/^.{8}66747970(?:68656963|68656978|68657663|6d696631|6d736631)/, 'a HEIC picture'],
  [/^.{8}667479706176696[36]/, 'an AVIF picture'],
  [/^377abcaf271c/, 'a 7-Zip archive'],
  [/^52617221/, 'a RAR archive'],
  [/^425a683/, 'a bzip2 archive'],
  [/^fd377a585a00/, 'an xz archive'],
  [/^.{514}7573746172/, 'a TAR archive'],
  [/^(494433|fff[b23])/, 'an MP3 sound file'],
  [/^.{8}66747970/, 'an MP4 video or sound file'],
]

const inText = (encoding: Encoding) => ({ encoding, guessed: false })

function judge(head: Buffer): Nature {
  const marked = markedEncoding(head)
  if (marked?.startsWith('utf-16')) return inText(marked)
  const start = head.toString('hex', 0, 300)
  const looksLike = signatures.find(([bytes]) => bytes.test(start))?.[1]
  if (looksLike !== undefined) return { looksLike }
  const strange = head.filter(byte => byte < 32 && ![0, 9, 10, 12, 13, 27].includes(byte)).length
  if (head.includes(0) && !isTextWithNuls(head, strange)) return wideOrBinary(head)
  if (strange > head.length / 50) return { looksLike: binary }
  if (mostlyUtf8(head)) return inText('utf-8')
  const { name, certain } = encodingOf(head)
  return { encoding: name, guessed: !certain }
}

/** A few NUL bytes in what is ASCII or UTF-8 otherwise, as some databases write into their text. */
function isTextWithNuls(head: Buffer, strange: number): boolean {
  const zeros = head.filter(byte => byte === 0).length
  return strange === 0 && zeros * 20 < head.length && isUtf8(head)
}

/** NUL bytes on one side of nearly every pair mean UTF-16 without a byte order mark. */
function wideOrBinary(head: Buffer): Nature {
  const zeros = [0, 0]
  for (let i = 0; i < head.length; i++) if (head[i] === 0) zeros[i % 2]! += 1
  const half = head.length / 2
  if (zeros[1]! > half * 0.6 && zeros[0]! < half * 0.05) return inText('utf-16le')
  if (zeros[0]! > half * 0.6 && zeros[1]! < half * 0.05) return inText('utf-16be')
  return { looksLike: binary }
}

/** True when more of the bytes above 127 form UTF-8 characters than do not. */
function mostlyUtf8(bytes: Buffer): boolean {
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true })
  const broken = text.match(/\ufffd/g)?.length ?? 0
  return broken === 0 || (text.match(/[\u0080-\ufffc]/g)?.length ?? 0) > broken
}
