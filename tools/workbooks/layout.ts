// What a workbook says of its cells beside their values: fill colours, hidden rows and columns, and where
// colours follow from conditions. The library that reads the values leaves some of this out.

import type { Package } from '../documents/office/office.ts'
import { childrenOf, descendants, type Node } from '../documents/office/xml.ts'
import { columnLetters } from './cell-value.ts'
import { fillsOf } from './colours.ts'

/** What is said of one sheet. */
export interface SheetLayout {
  /** By address; only where the library does not tell it. */
  readonly fills: ReadonlyMap<string, string>
  readonly hiddenRows: readonly number[]
  readonly hiddenColumns: readonly number[]
  /** Ranges with conditional formatting. */
  readonly conditional: readonly string[]
}

/** What is said of each sheet by its name, and the fills of an .xlsx in the order cells refer to them. */
export interface WorkbookLayout {
  readonly sheets: ReadonlyMap<string, SheetLayout>
  readonly fills?: readonly (string | undefined)[]
}

/** Looks through an .xlsx or .ods; parts too large to be looked at again are left out. */
export function layoutOf(file: Package): WorkbookLayout {
  if (file.names.includes('content.xml')) return { sheets: openDocumentSheets(file) }
  const fills = attempt(() => fillsOf(file))
  return { sheets: excelSheets(file), ...(fills && { fills }) }
}

/** Throws one sentence when an .xlsx has a row or column far beyond those there are: the library would walk there. */
export function refuseFar(file: Package, name: string): void {
  for (const part of file.names) {
    if (!/^xl\/worksheets\/[^/]*\.xml$/.test(part)) continue
    const text = attempt(() => file.text(part)) ?? ''
    if (/\sr="(?:[A-Z]{4,}\d+|[A-Z]*\d{8,})"/.test(text))
      throw new Error(`${name} has a cell beyond the last row or column that sheets have.`)
  }
}

// --- internal ---

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

function excelSheets(file: Package): Map<string, SheetLayout> {
  const found = new Map<string, SheetLayout>()
  const book = attempt(() => file.xml('xl/workbook.xml'))
  const relations = attempt(() => file.relations('xl/workbook.xml'))
  for (const sheet of book ? descendants(book, 'sheet') : []) {
    const part = relations?.get(sheet.attribute('r:id') ?? '')?.target
    const text = part === undefined ? undefined : attempt(() => file.text(part))
    const ranges = text?.matchAll(
      /<conditionalFormatting\b[^>]*\bsqref="([^"]*)"|<xm:sqref>([^<]*)<\/xm:sqref>/g,
    )
    const conditional = [...(ranges ?? [])].flatMap(([, a, b]) => (a ?? b ?? '').split(/\s+/))
    found.set(sheet.attribute('name') ?? '', {
      fills: new Map(),
      hiddenRows: [],
      hiddenColumns: [],
      conditional: [...new Set(conditional)].filter(range => range !== ''),
    })
  }
  return found
}

/** Rows and columns that stand for many alike are looked at this far. */
const mostAlike = 1000

function openDocumentSheets(file: Package): Map<string, SheetLayout> {
  const content = attempt(() => file.xml('content.xml'))
  const common = attempt(() => file.xml('styles.xml'))
  const found = new Map<string, SheetLayout>()
  if (!content) return found
  const colours = backgrounds([...(common ? [common] : []), content])
  for (const table of descendants(content, 'table'))
    found.set(table.attribute('table:name') ?? '', tableLayout(table, colours))
  return found
}

/** Background colours of cell styles, those they inherit included. */
function backgrounds(roots: readonly Node[]): (style: string | undefined) => string | undefined {
  const own = new Map<string, { parent: string | undefined; colour: string | undefined }>()
  for (const style of roots.flatMap(root => descendants(root, 'style'))) {
    const [properties] = childrenOf(style, 'table-cell-properties')
    own.set(style.attribute('style:name') ?? '', {
      parent: style.attribute('style:parent-style-name'),
      colour: properties?.attribute('fo:background-color'),
    })
  }
  return style => {
    let at = style
    for (let step = 0; at !== undefined && step < 20; step++) {
      const found = own.get(at)
      if (found?.colour !== undefined)
        return /^#[0-9a-f]{6}$/i.test(found.colour) ? found.colour.toUpperCase() : undefined
      at = found?.parent
    }
    return undefined
  }
}

function tableLayout(
  table: Node,
  colourOf: (style: string | undefined) => string | undefined,
): SheetLayout {
  const fills = new Map<string, string>()
  const isHidden = (node: Node) => (node.attribute('table:visibility') ?? 'visible') !== 'visible'
  const hiddenColumns = repeated(
    descendants(table, 'table-column'),
    'table:number-columns-repeated',
  )
    .filter(({ node }) => isHidden(node))
    .flatMap(({ at, count }) => numbers(at, count))
  const hiddenRows: number[] = []
  for (const row of repeated(descendants(table, 'table-row'), 'table:number-rows-repeated')) {
    if (isHidden(row.node)) hiddenRows.push(...numbers(row.at, row.count))
    const cells = childrenOf(row.node, 'table-cell', 'covered-table-cell')
    for (const { node, at, count } of repeated(cells, 'table:number-columns-repeated')) {
      const colour = colourOf(node.attribute('table:style-name'))
      if (colour === undefined || row.count > mostAlike || count > mostAlike) continue
      for (const y of numbers(row.at, row.count))
        for (const x of numbers(at, count)) fills.set(`${columnLetters(x)}${y}`, colour)
    }
  }
  const conditional = descendants(table, 'conditional-format').flatMap(each =>
    (each.attribute('calcext:target-range-address') ?? '').split(/\s+/).map(withoutSheet),
  )
  return { fills, hiddenRows, hiddenColumns, conditional: conditional.filter(each => each !== '') }
}

/** Elements with the number, from 1, of the first row or column each stands for, and how many it does. */
function repeated(nodes: readonly Node[], name: string) {
  let next = 1
  return nodes.map(node => {
    const count = Math.max(1, Number(node.attribute(name) ?? 1) || 1)
    const at = next
    next += count
    return { node, at, count }
  })
}

function numbers(from: number, count: number): number[] {
  return Array.from({ length: Math.min(count, mostAlike) }, (_, at) => from + at)
}

/** `Beds.A1:Beds.B4` and `'My beds'.A1` without the sheet. */
function withoutSheet(address: string): string {
  return address.replace(/(?:'(?:[^']|'')*'|[^.:']*)\./g, '')
}
