// Word documents (.docx) as Markdown: headings, lists, tables, footnotes and comments in their order.
// The parsing runs in a process of its own.

import { listed } from '../../ranges.ts'
import { markdownLines } from '../markdown.ts'
import {
  counted,
  type DocumentRequest,
  markdownDocument,
  type TextDocument,
} from '../text-document.ts'
import { openPackage, type Package } from './office.ts'
import { checkXml, childrenOf, descendants, type Node, parseXml, wordsIn } from './xml.ts'

/**
 * Parses a Word document in this process. Tracked changes are read as if all were accepted; that there
 * are some is said. Throws one sentence when it is locked, damaged, hostile or no Word document.
 */
export async function parseWord({
  path,
  name,
  asked = name,
}: DocumentRequest): Promise<TextDocument> {
  const document = await openPackage(path, name, 'a Word document')
  const open = document.text('content.xml')
  if (open !== undefined) return openDocument(name, open)
  const main = [...document.relations('').values()].find(each => each.kind === 'officeDocument')
  const part = main?.target ?? 'word/document.xml'
  const xml = document.text(part)
  if (xml === undefined)
    throw new Error(
      `${name} is not a Word document: it has no text part; give it the ending it should have.`,
    )
  let html: string
  try {
    for (const each of document.names)
      if (/^word\/[^/]*\.xml$/.test(each)) checkXml(document.text(each) ?? '')
    html = await htmlOf(document)
  } catch (error) {
    throw new Error(`${name} cannot be read as a Word document: ${reasonOf(error)}; save it again.`)
  }
  const [facts, remarks] = [factsOf(xml, html), remarksOf(document, asked, xml)]
  const about = { name, what: 'Word document', facts, remarks }
  return markdownDocument(about, [...marginLines(document), ...markdownLines(html)])
}

// --- internal ---

function openDocument(name: string, content: string): TextDocument {
  try {
    const about = { name, what: 'OpenDocument text', facts: [], remarks: [] }
    return markdownDocument(about, markdownLines(openDocumentHtml(content)))
  } catch (error) {
    throw new Error(`${name} cannot be read as a text: ${reasonOf(error)}; save it again.`)
  }
}

const styles = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => h2:fresh",
  'comment-reference => sup',
]

async function htmlOf(document: Package): Promise<string> {
  const { default: mammoth } = await import('mammoth')
  const convertImage = mammoth.images.imgElement(async () => ({ src: '' }))
  const result = await mammoth.convertToHtml(
    { buffer: document.data },
    { styleMap: styles, includeEmbeddedStyleMap: false, convertImage, externalFileAccess: false },
  )
  const authors = authorsOf(document)
  // a comment is one paragraph with its author, and not a term with a definition
  return result.value.replace(
    /<dt id="comment-([^"]*)">[^<]*<\/dt><dd>\s*<p>/g,
    (_, id: string) => `<dd data-comment="${id}"><p>[comment ${id}${authors.get(id) ?? ''}]: `,
  )
}

/** Who wrote each comment, as HTML: `, Ida Berg`. */
function authorsOf(document: Package): ReadonlyMap<string, string> {
  const root = document.xml('word/comments.xml')
  return new Map(
    (root ? childrenOf(root, 'comment') : []).map(each => {
      const author = (each.attribute('w:author') ?? '').replace(/[<>&]/g, ' ').trim()
      return [each.attribute('w:id') ?? '', author === '' ? '' : `, ${author}`]
    }),
  )
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  return /^(?:its XML|a (?:part|table) of it)/.test(message) ? message : 'it is damaged'
}

/** Headers and footers stand on every page, so they come once, before the text. */
function marginLines(document: Package): string[] {
  const said = new Set<string>()
  for (const part of document.names) {
    const kind = /^word\/(header|footer)\d*\.xml$/.exec(part)?.[1]
    const root = kind && document.xml(part)
    if (!root) continue
    const words = descendants(root, 'p').map(wordsIn)
    const text = words.filter(each => each.trim() !== '').join(' / ')
    if (text !== '') said.add(`[${kind} of the pages: ${text}]`)
  }
  return said.size === 0 ? [] : [...said, '']
}

function factsOf(xml: string, html: string): string[] {
  const many = (pattern: RegExp, text: string) => text.match(pattern)?.length ?? 0
  const facts: readonly (readonly [number, string])[] = [
    [many(/<li id="(?:foot|end)note-/g, html), 'footnote'],
    [many(/<d[td] (?:id="|data-)comment[-=]/g, html), 'comment'],
    [many(/<img /g, html), 'picture'],
    [many(/<m:oMath>/g, xml), 'formula'],
  ]
  return facts.filter(([count]) => count > 0).map(([count, what]) => counted(count, what))
}

function remarksOf({ names }: Package, asked: string, xml: string): string[] {
  const inserted = xml.match(/<w:ins [^>]*[^/]>/g)?.length ?? 0
  const deleted = xml.match(/<w:del [^>]*[^/]>/g)?.length ?? 0
  const merged = /<w:(?:gridSpan|vMerge)\b/.test(xml)
  const pictures = names
    .filter(each => /^word\/media\/./.test(each))
    .map(each => `${asked}/${each}`)
  return [
    ...(merged ? ['The text of a merged cell is repeated in every place it covers.'] : []),
    ...(inserted + deleted > 0
      ? [
          `It has tracked changes (${counted(inserted, 'insertion')}, ${counted(deleted, 'deletion')}): the text is shown as if they were accepted.`,
        ]
      : []),
    ...(/<m:oMath>/.test(xml) ? ['Formulas are not shown.'] : []),
    ...(pictures.length > 0
      ? [`Its pictures can be looked at by path: ${listed(pictures, 10)}.`]
      : []),
  ]
}

/** The text of `content.xml` as HTML: headings, paragraphs, lists and tables. Throws the reason when it holds none. */
function openDocumentHtml(content: string): string {
  const spaced = content
    .replace(/<text:tracked-changes>.*?<\/text:tracked-changes>/gs, '')
    .replace(/<text:s(?:\s[^>]*?text:c="(\d{1,3})"[^>]*?)?\s*\/>/g, (_, count: string = '1') =>
      ' '.repeat(Number(count)),
    )
    .replace(/<text:(?:tab|line-break)\s*\/>/g, ' ')
  const [text] = childrenOf(parseXml(spaced), 'body').flatMap(body => childrenOf(body, 'text'))
  if (!text) throw new Error('a part of it holds no text')
  return inside(text)
}

const inside = ({ children }: Node): string => children.map(block).join('\n')

function block(node: Node): string {
  switch (node.name) {
    case 'h': {
      const level = Math.min(Number(node.attribute('text:outline-level') ?? 1) || 1, 6)
      return `<h${level}>${escaped(node.text)}</h${level}>`
    }
    case 'p':
      return `<p>${escaped(node.text)}</p>`
    case 'list':
      return `<ul>${inside(node)}</ul>`
    case 'list-item':
      return `<li>${inside(node)}</li>`
    case 'table':
      return `<table>${rowsOf(node).map(rowHtml).join('')}</table>`
    case 'section':
    case 'index-body':
      return inside(node)
    default:
      return ''
  }
}

const rowsOf = (node: Node): readonly Node[] =>
  node.children.flatMap(child =>
    child.name === 'table-row'
      ? [child]
      : /^table-(?:header-rows|rows|row-group)$/.test(child.name)
        ? rowsOf(child)
        : [],
  )

// a spreadsheet's habit of repeating empty cells to the edge of the sheet is not for a text
const mostRepeated = 50

const rowHtml = (row: Node) =>
  `<tr>${childrenOf(row, 'table-cell', 'covered-table-cell')
    .flatMap(cell => {
      const times = Number(cell.attribute('table:number-columns-repeated') ?? 1) || 1
      const text = childrenOf(cell, 'p', 'h').map(each => escaped(each.text))
      return Array(Math.min(times, mostRepeated)).fill(`<td>${text.join('<br>')}</td>`)
    })
    .join('')}</tr>`

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
