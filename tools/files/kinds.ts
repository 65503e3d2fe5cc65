// What kind of file it is, by its content where that shows it, else by its ending: an ending may lie.
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { namesIn } from '../documents/office/zip.ts'
import { headOf } from '../head.ts'
import type { Located } from './locate.ts'
import { natureOf } from './text.ts'

/** The kinds of files, each read in its own way; `other` is none that can be read. */
type FileKind =
  | 'table'
  | 'workbook'
  | 'pdf'
  | 'word'
  | 'slides'
  | 'archive'
  | 'picture'
  | 'json'
  | 'parquet'
  | 'page'
  | 'markdown'
  | 'text'
  | 'other'

/** A kind; what the file looks like, when it cannot be read; and what is to be said of its ending. */
interface Recognised {
  readonly kind: FileKind
  readonly looksLike?: string
  readonly remark?: string
}

/** True for a workbook, by its ending or by its content. Throws only when it cannot be opened. */
export async function isWorkbook(file: Located): Promise<boolean> {
  return kindByName(file.name) === 'workbook' || (await recognise(file)).kind === 'workbook'
}

/** Looks at the first bytes of a file, and at the directory of an archive. Throws only when it cannot be opened. */
export async function recognise(file: Located): Promise<Recognised> {
  const promised = kindByName(file.name)
  if (file.size === 0) return { kind: promised }
  const found = await kindByContent(file, promised)
  const asPromised = found.kind === promised || found.kind === 'other'
  if (asPromised || found.remark !== undefined || !hasOwnEnding(promised)) return found
  return {
    ...found,
    remark: `In spite of its ending it is ${article[found.kind]}, and is read as one.`,
  }
}

/** The kind that the ending of a name promises; `text` when it promises nothing. */
function kindByName(name: string): FileKind {
  return endings[extname(name).toLowerCase()] ?? 'text'
}

// --- internal ---

const endings: Readonly<Record<string, FileKind>> = {
  '.csv': 'table',
  '.tsv': 'table',
  '.tab': 'table',
  '.psv': 'table',
  '.xlsx': 'workbook',
  '.xlsm': 'workbook',
  '.xltx': 'workbook',
  '.xlsb': 'workbook',
  '.xls': 'workbook',
  '.ods': 'workbook',
  '.pdf': 'pdf',
  '.docx': 'word',
  '.docm': 'word',
  '.dotx': 'word',
  '.odt': 'word',
  '.pptx': 'slides',
  '.pptm': 'slides',
  '.ppsx': 'slides',
  '.potx': 'slides',
  '.zip': 'archive',
  '.png': 'picture',
  '.jpg': 'picture',
  '.jpeg': 'picture',
  '.gif': 'picture',
  '.webp': 'picture',
  '.json': 'json',
  '.jsonl': 'json',
  '.ndjson': 'json',
  '.parquet': 'parquet',
  '.pq': 'parquet',
  '.geojson': 'json',
  '.jsonld': 'json',
  '.ipynb': 'json',
  '.html': 'page',
  '.htm': 'page',
  '.xhtml': 'page',
  '.md': 'markdown',
  '.markdown': 'markdown',
}

const article: Readonly<Record<FileKind, string>> = {
  table: 'a table in text',
  workbook: 'a workbook',
  pdf: 'a PDF document',
  word: 'a Word document',
  slides: 'a presentation',
  archive: 'a ZIP archive',
  picture: 'a picture',
  json: 'JSON',
  parquet: 'a Parquet table',
  page: 'an HTML page',
  markdown: 'Markdown text',
  text: 'text',
  other: 'something that cannot be read',
}

/** True for the kinds whose files are never merely text. */
function hasOwnEnding(kind: FileKind): boolean {
  return kind !== 'text' && kind !== 'markdown'
}

async function kindByContent(file: Located, promised: FileKind): Promise<Recognised> {
  const head = await headOf(file.path, 4096)
  const start = head.toString('latin1', 0, 4096)
  const hex = head.toString('hex', 0, 300)
  if (/^504b(?:0304|0506)/.test(hex)) return zipKind(file, promised)
  if (hex.startsWith('d0cf11e0a1b11ae1')) return containerKind(file, promised)
  if (/^(?:89504e470d0a|ffd8ff|474946383[79]61|52494646.{8}57454250)/.test(hex))
    return { kind: 'picture' }
  if (hex.startsWith('50415231')) return { kind: 'parquet' }
  // what is not a PDF may speak of one
  if (start.slice(0, promised === 'pdf' ? 1024 : 5).includes('%PDF-')) return { kind: 'pdf' }
  const looksLike = signatures.find(([bytes]) => bytes.test(hex))?.[1]
  if (looksLike !== undefined) return { kind: 'other', looksLike }
  const nature = await natureOf(file)
  if (!nature.text) {
    // a Word document that is no archive is for the reader to complain about
    const known = ['word', 'slides', 'workbook', 'archive', 'picture', 'pdf'].includes(promised)
    return known ? { kind: promised } : { kind: 'other', looksLike: nature.looksLike }
  }
  return textKind(start, promised)
}

function textKind(start: string, promised: FileKind): Recognised {
  if (
    /^(?:\xef\xbb\xbf)?\s*(?:<!--[\s\S]*?-->\s*)?<(?:!doctype html|html[\s>])/i.test(start) &&
    hasOwnEnding(promised)
  )
    return { kind: 'page' }
  if (/^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|!doctype|svg)/i.test(start) && /<svg[\s>]/i.test(start))
    return {
      kind: 'text',
      remark: 'It is a drawing (SVG), shown as the XML text it is written in; it is not drawn.',
    }
  if (start.startsWith('{\\rtf'))
    return { kind: 'text', remark: 'It is an RTF document, shown with its formatting codes.' }
  return { kind: ['table', 'json', 'page', 'markdown'].includes(promised) ? promised : 'text' }
}

/** Office files are archives with parts of known names. */
async function zipKind(file: Located, promised: FileKind): Promise<Recognised> {
  let names: ReadonlySet<string>
  try {
    names = await namesIn(file.path)
  } catch {
    // the reader of the kind promised says what is wrong
    const zipped = ['word', 'slides', 'workbook'].includes(promised)
    return { kind: zipped ? promised : 'archive' }
  }
  if (names.has('[Content_Types].xml')) {
    if (names.has('word/document.xml')) return { kind: 'word' }
    if (names.has('ppt/presentation.xml')) return { kind: 'slides' }
    if (names.has('xl/workbook.xml') || names.has('xl/workbook.bin')) return { kind: 'workbook' }
    if (['word', 'slides', 'workbook'].includes(promised)) return { kind: promised }
  }
  if (!names.has('content.xml')) return { kind: 'archive' }
  if (promised === 'workbook' || promised === 'word') return { kind: promised }
  const remark =
    'It is an OpenDocument file, whose text is in content.xml; saved as .odt, .pptx or .xlsx it could be read as what it is.'
  return names.has('mimetype') ? { kind: 'archive', remark } : { kind: 'archive' }
}

/** Old Office documents, and those with a password, are containers with parts of known names. */
async function containerKind(file: Located, promised: FileKind): Promise<Recognised> {
  const data = await readFile(file.path)
  const holds = (name: string) => data.includes(Buffer.from(`${name}\0`, 'utf16le'))
  if (holds('EncryptedPackage'))
    return ['word', 'slides', 'workbook'].includes(promised)
      ? { kind: promised }
      : { kind: 'other', looksLike: 'an Office document that is locked with a password' }
  if (holds('WordDocument')) return { kind: 'other', looksLike: 'an old Word document (.doc)' }
  if (holds('PowerPoint Document'))
    return { kind: 'other', looksLike: 'an old PowerPoint presentation (.ppt)' }
  if (holds('Workbook') || holds('Book') || promised === 'workbook') return { kind: 'workbook' }
  return { kind: 'other', looksLike: 'an old Office document' }
}

/** What files look like that cannot be read, by their first bytes in hexadecimal. */
const signatures: readonly (readonly [bytes: RegExp, what: string])[] = [
  [/^424d.{8}00000000/, 'a BMP picture'],
  [/^(?:49492a00|4d4d002a)/, 'a TIFF picture'],
  [/^.{8}66747970(?:68656963|68656978|68657663|6d696631|6d736631)/, 'a HEIC picture'],
  [/^.{8}667479706176696[36]/, 'an AVIF picture'],
  [/^377abcaf271c/, 'a 7-Zip archive'],
  [/^52617221/, 'a RAR archive'],
  [/^425a683/, 'a bzip2 archive'],
  [/^fd377a585a00/, 'an xz archive'],
  [/^.{514}7573746172/, 'a TAR archive'],
]
