// OpenDocument texts (.odt) as HTML, from which their lines are made as those of other documents are.
import { childrenOf, type Node, parseXml } from './xml.ts'

/** The text of `content.xml` as HTML: headings, paragraphs, lists and tables. Throws the reason when it holds none. */
export function openDocumentHtml(content: string): string {
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

// --- internal ---

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
