// Presentations (.pptx) as text by the slide: title, text, tables, charts, and the speaker's notes. The
// parsing runs in a process of its own.
import { type PagedDocument, type PagedRequest, pagesFor } from '../paged.ts'
import { markdownTable } from '../tables.ts'
import { chartText } from './charts.ts'
import { openPackage, type Package, type Relation } from './office.ts'
import { childOf, childrenOf, descendants, type Node, wordsIn } from './xml.ts'

/**
 * Parses the slides of a presentation in this process, in the order in which they are shown. Throws one
 * sentence when it is locked, damaged, hostile or no presentation.
 */
export async function parseSlides(request: PagedRequest): Promise<PagedDocument> {
  const { path, name, asked = name } = request
  const file = await openPackage(path, name, 'a presentation')
  try {
    const parts = slideParts(file)
    const read = (number: number) => {
      const part = parts[number - 1]
      return part === undefined ? '' : slideText(file, part, asked)
    }
    const title = file.xml('docProps/core.xml')
    const titled = (title && childOf(title, 'title')?.text.trim()) ?? ''
    return {
      name,
      ...(titled !== '' && { title: titled.slice(0, 200) }),
      headings: parts.map((part, at) => `${at + 1}. ${part ? headingOf(file, part) : ''}`),
      ...(await pagesFor(request, parts.length, read)),
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    throw new Error(`${name} cannot be read as a presentation: ${reason}; save it again.`)
  }
}

// --- internal ---

/** The parts of the slides in order, as the presentation lists them and not as they are called. */
function slideParts(file: Package): (string | undefined)[] {
  const main = [...file.relations('').values()].find(each => each.kind === 'officeDocument')?.target
  const part = main ?? 'ppt/presentation.xml'
  const root = file.xml(part)
  const list = root && childOf(root, 'sldIdLst')
  if (!list) throw new Error('it has no list of slides')
  const relations = file.relations(part)
  return childrenOf(list, 'sldId').map(each => {
    const target = relations.get(each.attribute('r:id') ?? '')?.target
    return target !== undefined && file.names.includes(target) ? target : undefined
  })
}

function shapesOf(file: Package, part: string): readonly Node[] {
  const root = file.xml(part)
  return (root && childOf(root, 'cSld', 'spTree'))?.children ?? []
}

function headingOf(file: Package, part: string): string {
  const shapes = allShapes(shapesOf(file, part))
  const title = shapes.find(isTitle)
  if (title) return oneLine(paragraphs(title))
  const first = shapes.map(paragraphs).find(text => text !== '')
  return first === undefined ? '(no text)' : `(no title) ${first.split('\n')[0]}`
}

function slideText(file: Package, part: string, asked: string): string {
  const shapes = shapesOf(file, part)
  const title = allShapes(shapes).find(isTitle)
  const relations = file.relations(part)
  const say = (shape: Node): string => shapeText(shape, { file, relations, asked })
  const hidden = file.xml(part)?.attribute('show') === '0'
  const notes = [...relations.values()].find(each => each.kind === 'notesSlide')
  const comments = [...relations.values()].filter(each =>
    each.kind.toLowerCase().includes('comment'),
  )
  return [
    ...(hidden ? ['(hidden slide)'] : []),
    ...(title ? [`# ${oneLine(paragraphs(title))}`] : []),
    ...shapes.map(say),
    ...(notes ? [notesText(file, notes.target)] : []),
    ...comments.map(({ target }) => commentText(file, target)),
  ]
    .filter(text => text.trim() !== '')
    .join('\n\n')
}

interface Around {
  readonly file: Package
  readonly relations: ReadonlyMap<string, Relation>
  readonly asked: string
}

function shapeText(shape: Node, around: Around): string {
  switch (shape.name) {
    case 'grpSp':
    case 'AlternateContent':
    case 'Choice':
      return shape.children
        .filter(each => each.name !== 'Fallback')
        .map(each => shapeText(each, around))
        .filter(text => text !== '')
        .join('\n\n')
    case 'sp':
    case 'cxnSp':
      return isTitle(shape) || placeholder(shape) === 'sldNum' ? '' : paragraphs(shape)
    case 'pic':
      return pictureText(shape, around)
    case 'graphicFrame':
      return frameText(shape, around)
    default:
      return ''
  }
}

function allShapes(shapes: readonly Node[]): Node[] {
  return shapes.flatMap(shape =>
    shape.name === 'grpSp' ? allShapes(shape.children) : shape.name === 'sp' ? [shape] : [],
  )
}

function placeholder(shape: Node): string | undefined {
  const mark = childOf(shape, 'nvSpPr', 'nvPr', 'ph')
  return mark && (mark.attribute('type') ?? 'body')
}

function isTitle(shape: Node): boolean {
  return ['title', 'ctrTitle'].includes(placeholder(shape) ?? '')
}

/** The paragraphs of a text body, lists marked and indented by their level. */
function paragraphs(shape: Node): string {
  const body = childOf(shape, 'txBody')
  if (!body) return ''
  return childrenOf(body, 'p')
    .map(paragraph => {
      const text = runs(paragraph)
      const level = Number(childOf(paragraph, 'pPr')?.attribute('lvl') ?? 0)
      return text.trim() === '' || level === 0
        ? text
        : `${'  '.repeat(Math.min(level, 8))}- ${text}`
    })
    .join('\n')
    .trim()
}

function runs(node: Node): string {
  return node.children
    .map(child => {
      if (child.name === 't') return child.text
      if (child.name === 'br') return '\n'
      if (child.name === 'pPr' || child.name === 'rPr' || child.name === 'endParaRPr') return ''
      return runs(child)
    })
    .join('')
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function pictureText(shape: Node, { relations, asked }: Around): string {
  const words = childOf(shape, 'nvPicPr', 'cNvPr')?.attribute('descr') ?? ''
  const target = relations.get(
    childOf(shape, 'blipFill', 'blip')?.attribute('r:embed') ?? '',
  )?.target
  const place = target === undefined ? '' : ` (${asked}/${target})`
  return `[picture${words.trim() === '' ? '' : `: ${oneLine(words)}`}${place}]`
}

function frameText(shape: Node, { file, relations }: Around): string {
  const data = childOf(shape, 'graphic', 'graphicData')
  const table = data && childOf(data, 'tbl')
  if (table) return tableText(table)
  const target = (key: string, node: Node | undefined) =>
    node && relations.get(node.attribute(key) ?? '')?.target
  const chart = data && target('r:id', childOf(data, 'chart'))
  const root = chart === undefined ? undefined : file.xml(chart)
  if (root) return chartText(root)
  const diagram = data && target('r:dm', childOf(data, 'relIds'))
  const points = diagram === undefined ? undefined : file.xml(diagram)
  if (!points) return ''
  return linesOf(
    '- ',
    descendants(points, 'pt').map(point => wordsIn(point)),
  )
}

/** Each text on a line of its own behind the mark; empty ones are left out. */
function linesOf(mark: string, texts: readonly string[]): string {
  const lines = texts.map(oneLine).filter(text => text !== '')
  return lines.map(text => mark + text).join('\n')
}

/** A merged cell is followed by empty ones that say so; its text is repeated in them. */
function tableText(table: Node): string {
  const grid: string[][] = []
  for (const row of childrenOf(table, 'tr')) {
    const above = grid.at(-1)
    const line: string[] = []
    for (const [at, cell] of childrenOf(row, 'tc').entries()) {
      const merged = (name: string) => ['1', 'true'].includes(cell.attribute(name) ?? '')
      const before = merged('hMerge') ? line[at - 1] : merged('vMerge') ? above?.[at] : undefined
      line.push(before ?? paragraphs(cell))
    }
    grid.push(line)
  }
  return markdownTable(grid)
}

/** What stands around the notes on their page. */
const margins = new Set(['sldNum', 'sldImg', 'hdr', 'ftr', 'dt'])

function notesText(file: Package, part: string): string {
  const texts = allShapes(shapesOf(file, part)).filter(
    shape => !margins.has(placeholder(shape) ?? ''),
  )
  const text = texts.map(paragraphs).join('\n').trim()
  return text === '' ? '' : `Speaker notes:\n${text}`
}

function commentText(file: Package, part: string): string {
  const root = file.xml(part)
  const comments = root ? descendants(root, 'cm') : []
  const words = (comment: Node) => descendants(comment, 'text', 't').map(({ text }) => text)
  return linesOf(
    'Comment: ',
    comments.map(each => words(each).join(' ')),
  )
}
