// The chart of an Office file as the table of values it was drawn from, as the file stores them.
import { markdownTable } from '../tables.ts'
import { childOf, descendants, type Node, wordsIn } from './xml.ts'

/** Title and values of a chart: a row for each category, a column for each series. `root` is the chart's part. */
export function chartText(root: Node): string {
  const title = descendants(root, 'title')[0]
  const words = title ? wordsIn(title).trim() : ''
  const series = descendants(root, 'ser').map(seriesOf)
  const categories = series.find(each => each.categories.length > 0)?.categories ?? []
  const count = Math.min(mostPoints, Math.max(0, ...series.map(each => each.values.length)))
  const rows = Array.from({ length: count }, (_, at) => [
    categories[at] ?? String(at + 1),
    ...series.map(each => each.values[at] ?? ''),
  ])
  const heading = `Chart${words === '' ? '' : `: ${words}`}`
  if (rows.length === 0) return `${heading} (its values are not stored)`
  return `${heading}\n\n${markdownTable([['', ...series.map(each => each.name)], ...rows])}`
}

// --- internal ---

const mostPoints = 1000

function seriesOf(node: Node) {
  const name = childOf(node, 'tx')
  return {
    name: name ? points(name).join(' ') : '',
    categories: points(childOf(node, 'cat') ?? childOf(node, 'xVal')),
    values: points(childOf(node, 'val') ?? childOf(node, 'yVal')),
  }
}

function points(node: Node | undefined): string[] {
  const values: string[] = []
  for (const point of node ? descendants(node, 'pt') : []) {
    const at = Number(point.attribute('idx') ?? values.length)
    if (Number.isInteger(at) && at >= 0 && at < mostPoints)
      values[at] = childOf(point, 'v')?.text ?? ''
  }
  return Array.from(values, value => value ?? '')
}
