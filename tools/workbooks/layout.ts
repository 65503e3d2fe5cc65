// What a workbook says of its cells beside their values: fill colours, hidden rows and columns, and where
// colours follow from conditions. The library that reads the values leaves some of this out.

import type { Package } from '../documents/office/office.ts'
import { childrenOf, descendants, type Node } from '../documents/office/xml.ts'
import { columnLetters } from './cell-value.ts'
import { fillsOf } from './colours.ts'

/** What is said of one sheet, as far as the library does not tell it. */
export interface SheetLayout {
  /** By address. */
  readonly fills?: ReadonlyMap<string, string>
  readonly hiddenRows?: readonly number[]
  readonly hiddenColumns?: readonly number[]
  /** Ranges with conditional formatting. */
  readonly conditional: readonly string[]
}

/**
 * What an .xlsx or .ods says of each sheet by its name, and the fills of an .xlsx in the order cells refer to them;
 * parts too large to be looked at again are left out.
 */
export function layoutOf(file: Package) {
  return file.names.includes('content.xml')
    ? { sheets: openDocumentSheets(file), fills: [] }
    : { sheets: excelSheets(file), fills: attempt(() => fillsOf(file)) ?? [] }
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

const conditions = /<conditionalFormatting\b[^>]*\bsqref="([^"]*)"|<xm:sqref>([^<]*)<\/xm:sqref>/g

function excelSheets(file: Package): Map<string, SheetLayout> {
  const book = attempt(() => file.xml('xl/workbook.xml'))
  const relations = attempt(() => file.relations('xl/workbook.xml'))
  return new Map(
    (book ? descendants(book, 'sheet') : []).map(sheet => {
      const part = relations?.get(sheet.attribute('r:id') ?? '')?.target
      const text = part === undefined ? '' : (attempt(() => file.text(part)) ?? '')
      const ranges = [...text.matchAll(conditions)].flatMap(([, a, b]) => words(a ?? b))
      return [sheet.attribute('name') ?? '', { conditional: [...new Set(ranges)] }]
    }),
  )
}

const words = (text = '') => text.split(/\s+/).filter(word => word !== '')

/** Rows and columns that stand for many alike are looked at this far. */
const mostAlike = 1000

function openDocumentSheets(file: Package): Map<string, SheetLayout> {
  const content = attempt(() => file.xml('content.xml'))
  if (!content) return new Map()
  const common = attempt(() => file.xml('styles.xml'))
  const colours = backgrounds([...(common ? [common] : []), content])
  return new Map(
    descendants(content, 'table').map(table => [
      table.attribute('table:name') ?? '',
      tableLayout(table, colours),
    ]),
  )
}

/** Background colours of cell styles, those they inherit included. */
function backgrounds(roots: readonly Node[]) {
  const own = new Map<string, { parent: string | undefined; colour: string | undefined }>()
  for (const style of roots.flatMap(root => descendants(root, 'style'))) {
    const [properties] = childrenOf(style, 'table-cell-properties')
    own.set(style.attribute('style:name') ?? '', {
      parent: style.attribute('style:parent-style-name'),
      colour: properties?.attribute('fo:background-color'),
    })
  }
  const colourOf = (style: string | undefined, steps = 20): string | undefined => {
    const found = own.get(style ?? '')
    if (!found || steps === 0) return undefined
    if (found.colour === undefined) return colourOf(found.parent, steps - 1)
    return /^#[0-9a-f]{6}$/i.test(found.colour) ? found.colour.toUpperCase() : undefined
  }
  return colourOf
}

function tableLayout(
  table: Node,
  colourOf: (style: string | undefined) => string | undefined,
): SheetLayout {
  const fills = new Map<string, string>()
  const rows = repeated(descendants(table, 'table-row'), 'rows')
  for (const row of rows)
    for (const cell of repeated(
      childrenOf(row.node, 'table-cell', 'covered-table-cell'),
      'columns',
    )) {
      const colour = colourOf(cell.node.attribute('table:style-name'))
      if (colour === undefined || row.count > mostAlike || cell.count > mostAlike) continue
      for (const y of numbers(row))
        for (const x of numbers(cell)) fills.set(`${columnLetters(x)}${y}`, colour)
    }
  const conditional = descendants(table, 'conditional-format').flatMap(each =>
    words(each.attribute('calcext:target-range-address')).map(withoutSheet),
  )
  const columns = repeated(descendants(table, 'table-column'), 'columns')
  return {
    fills,
    hiddenRows: rows.filter(isHidden).flatMap(numbers),
    hiddenColumns: columns.filter(isHidden).flatMap(numbers),
    conditional,
  }
}

/** An element, the number, from 1, of the first row or column that it stands for, and how many it does. */
interface Repeated {
  readonly node: Node
  readonly at: number
  readonly count: number
}

function repeated(nodes: readonly Node[], what: 'rows' | 'columns'): Repeated[] {
  let next = 1
  return nodes.map(node => {
    const count = Math.max(1, Number(node.attribute(`table:number-${what}-repeated`) ?? 1) || 1)
    next += count
    return { node, at: next - count, count }
  })
}

function isHidden({ node }: Repeated): boolean {
  return (node.attribute('table:visibility') ?? 'visible') !== 'visible'
}

function numbers({ at, count }: Repeated): number[] {
  return Array.from({ length: Math.min(count, mostAlike) }, (_, each) => at + each)
}

/** `Beds.A1:Beds.B4` and `'My beds'.A1` without the sheet. */
function withoutSheet(address: string): string {
  return address.replace(/(?:'(?:[^']|'')*'|[^.:']*)\./g, '')
}
