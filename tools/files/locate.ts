// The only way from a path in a model's request to a file on disk: inside the allowed folders, an
// ordinary file, of bearable size, with its encoding known.
import { isAscii, isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { open, readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { nearest } from '../nearest.ts'

/** Files larger than this many bytes are refused before they are opened. */
export const largestFile = 300_000_000

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** A file that may be read: its real path, its name without folders, its size in bytes. */
export interface Located {
  readonly path: string
  readonly name: string
  readonly size: number
}

/**
 * Finds `path` inside `roots` (folders or single files). A relative path is tried under each root.
 * Symbolic links are resolved before the check, so a link that leads outside is outside. Throws one
 * sentence when the file is outside, missing, a folder, something else than a file, or too large.
 */
export async function locate(path: string, roots: readonly string[]): Promise<Located> {
  if (path.includes('\0')) throw new Error('A path cannot contain a NUL character.')
  const real = await Promise.all(roots.map(root => realpath(root).catch(() => resolve(root))))
  let missing: string | undefined
  for (const candidate of await candidates(path, real)) {
    const found = await realpath(candidate).catch(() => undefined)
    if (found === undefined) {
      const folder = await realpath(dirname(candidate)).catch(() => dirname(candidate))
      if (isInside(join(folder, basename(candidate)), real)) missing ??= candidate
    } else if (isInside(found, real)) return examine(path, found)
  }
  if (missing !== undefined) throw new Error(await absent(path, missing, real))
  const allowed = roots.length > 0 ? ` (${roots.join(', ')})` : ''
  throw new Error(
    `${path} is outside the allowed folders${allowed}; attach it with -f or allow its folder with --allow.`,
  )
}

async function candidates(path: string, roots: readonly string[]): Promise<string[]> {
  if (isAbsolute(path)) return [resolve(path)]
  const bases = await Promise.all(
    roots.map(async root => ((await isFolder(root)) ? root : dirname(root))),
  )
  const tried = bases.map(base => resolve(base, path))
  // an attached file stands under its own name wherever it lies
  return [...roots.filter(root => basename(root) === path), ...new Set(tried)]
}

function isInside(path: string, roots: readonly string[]): boolean {
  return roots.some(root => {
    const way = relative(root, path)
    return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
  })
}

async function examine(asked: string, path: string): Promise<Located> {
  const about = await stat(path)
  const name = basename(path)
  if (about.isDirectory()) {
    const names = (await readdir(path)).sort()
    const list = names.length === 0 ? 'it is empty' : `it holds ${listed(names, 20)}`
    throw new Error(`${asked} is a folder, not a file; ${list}.`)
  }
  if (!about.isFile()) throw new Error(`${asked} is not an ordinary file and cannot be read.`)
  if (about.size > largestFile)
    throw new Error(
      `${asked} is ${bytes(about.size)}, more than the ${bytes(largestFile)} that can be read; cut out the part that matters first.`,
    )
  return { path, name, size: about.size }
}

async function absent(asked: string, path: string, roots: readonly string[]): Promise<string> {
  const folder = dirname(path)
  const inside = await readdir(folder).catch(() => undefined)
  if (inside === undefined)
    return `${asked} does not exist: there is no folder ${basename(folder)} in the allowed folders.`
  const names = inside.filter(name => isInside(join(folder, name), roots)).sort()
  const near = nearest(basename(path), names)
  if (near.length > 0)
    return `${asked} does not exist; the nearest names there are ${near.join(', ')}.`
  if (names.length === 0) return `${asked} does not exist; its folder is empty.`
  return `${asked} does not exist; its folder holds ${listed(names, 20)}.`
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false
}

function listed(names: readonly string[], most: number): string {
  const rest = names.length - most
  return names.slice(0, most).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

/** A size for people: `532 bytes`, `1.2 MB`. */
export function bytes(size: number): string {
  if (size < 1000) return `${size} bytes`
  const units = ['kB', 'MB', 'GB', 'TB', 'PB']
  let value = size / 1000
  let unit = 0
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}

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

/** What the bytes of a file are: text in an encoding, or something that is not text. */
export type Nature =
  | { readonly text: true; readonly encoding: Encoding }
  | { readonly text: false; readonly looksLike: string }

/** Looks at the first 64 kB of a file. Throws only when the file cannot be opened. */
export async function natureOf(file: Located): Promise<Nature> {
  const handle = await open(file.path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(65_536), 0, 65_536, 0)
    return judge(buffer.subarray(0, bytesRead), file)
  } finally {
    await handle.close()
  }
}

function judge(head: Buffer, file: Located): Nature {
  if (head[0] === 0xff && head[1] === 0xfe) return { text: true, encoding: 'utf-16le' }
  if (head[0] === 0xfe && head[1] === 0xff) return { text: true, encoding: 'utf-16be' }
  const start = head.subarray(0, 32).toString('hex')
  const signature = signatures.find(([bytes]) => bytes.test(start))
  if (signature) {
    const inside = zipped[extname(file.name).toLowerCase()]
    return { text: false, looksLike: inside ?? signature[1] }
  }
  const strange = head.filter(byte => byte < 32 && ![0, 9, 10, 12, 13, 27].includes(byte)).length
  if (head.includes(0) && !isTextWithNuls(head, strange)) return wideOrBinary(head)
  if (strange > head.length / 50) return { text: false, looksLike: 'binary data' }
  return { text: true, encoding: mostlyUtf8(head) ? 'utf-8' : 'windows-1252' }
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
  if (zeros[1]! > half * 0.6 && zeros[0]! < half * 0.05) return { text: true, encoding: 'utf-16le' }
  if (zeros[0]! > half * 0.6 && zeros[1]! < half * 0.05) return { text: true, encoding: 'utf-16be' }
  return { text: false, looksLike: 'binary data' }
}

/** True when more of the bytes above 127 form UTF-8 characters than do not. */
function mostlyUtf8(bytes: Buffer): boolean {
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true })
  const broken = text.match(/\ufffd/g)?.length ?? 0
  return broken === 0 || (text.match(/[\u0080-\ufffc]/g)?.length ?? 0) > broken
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
      if (!mostlyUtf8(chunk)) decoder = new TextDecoder('windows-1252')
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
): Promise<Located & { readonly encoding: Encoding }> {
  const file = await locate(path, roots)
  const nature = await natureOf(file)
  if (nature.text) return { ...file, encoding: nature.encoding }
  throw new Error(
    `${file.name} looks like ${nature.looksLike}, which cannot be read as text; text, Markdown, JSON, code, CSV and TSV files can.`,
  )
}
