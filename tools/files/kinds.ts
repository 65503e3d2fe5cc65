// What kind of file it is, by its content where that shows it, else by its ending: an ending may lie.
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { namesIn } from '../documents/office/zip.ts'
import { headOf } from '../head.ts'
import { type Located, locate } from './locate.ts'
import { binary, natureOf, type TextEncoding } from './text.ts'

/** The kinds of files, each read in its own way: what such a file is, and the endings that promise it. */
const kinds = {
  table: { is: 'a table in text', endings: '.csv .tsv .tab .psv' },
  workbook: { is: 'a workbook', endings: '.xlsx .xlsm .xltx .xlsb .xls .ods' },
  pdf: { is: 'a PDF document', endings: '.pdf' },
  word: { is: 'a Word document', endings: '.docx .docm .dotx .odt' },
  slides: { is: 'a presentation', endings: '.pptx .pptm .ppsx .potx' },
  archive: { is: 'a ZIP archive', endings: '.zip' },
  picture: { is: 'a picture', endings: '.png .jpg .jpeg .gif .webp' },
  json: { is: 'JSON', endings: '.json .jsonl .ndjson .geojson .jsonld .ipynb' },
  parquet: { is: 'a Parquet table', endings: '.parquet .pq' },
  page: { is: 'an HTML page', endings: '.html .htm .xhtml' },
  email: { is: 'an e-mail message', endings: '.eml' },
  markdown: { is: 'Markdown text', endings: '.md .markdown' },
  text: { is: 'text', endings: '' },
  other: { is: 'something that cannot be read', endings: '' },
} as const

type FileKind = keyof typeof kinds

/** A kind; what the file looks like, when it cannot be read; and what is to be said of its ending. */
interface Recognised {
  readonly kind: FileKind
  readonly looksLike?: string
  readonly remark?: string
}

/** Looks at the first bytes of a file, and at the directory of an archive. Throws only when it cannot be opened. */
export async function recognise(file: Located): Promise<Recognised> {
  const promised = kindByName(file.name)
  if (file.size === 0) return { kind: promised }
  const found = await kindByContent(file, promised)
  const asPromised = found.kind === promised || found.kind === 'other'
  if (asPromised || found.remark !== undefined || !hasOwnEnding(promised)) return found
  const remark = `In spite of its ending it is ${kinds[found.kind].is}, and is read as one.`
  return { ...found, remark }
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
  if (nature.looksLike === undefined) return { ...file, ...nature }
  const { kind, looksLike = kinds[kind].is } = await recognise(file)
  throw new Error(
    `${file.name} looks like ${looksLike}, which cannot be read as text; text, Markdown, JSON, code, CSV and TSV files can.`,
  )
}

/** The kind that the ending of a name promises; `text` when it promises nothing. */
export function kindByName(name: string): FileKind {
  const ending = extname(name).toLowerCase()
  const names = Object.keys(kinds) as FileKind[]
  return names.find(name => kinds[name].endings.split(' ').includes(ending)) ?? 'text'
}

// --- internal ---

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
  const { looksLike } = await natureOf(file)
  if (looksLike === undefined) return textKind(start, promised)
  // a Word document that is no archive is for the reader to complain about
  const known = ['word', 'slides', 'workbook', 'archive', 'picture', 'pdf'].includes(promised)
  return known && looksLike === binary ? { kind: promised } : { kind: 'other', looksLike }
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
  if (promised === 'email' && !/^(?:From .*\r?\n)?[!-9;-~]+:/.test(start)) return { kind: 'text' }
  if (start.startsWith('{\\rtf'))
    return { kind: 'text', remark: 'It is an RTF document, shown with its formatting codes.' }
  return {
    kind: ['table', 'json', 'page', 'email', 'markdown'].includes(promised) ? promised : 'text',
  }
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
