// In which shapes the cells of a column are written: `9/9/9`, `a 9, 9`.

/** What is counted: how often each shape comes, of how many filled cells. */
interface Shaped {
  readonly filled: number
  readonly shapes: Map<string, number>
}

/** Cells of which the shapes are counted, and how many shapes. */
const [mostCells, mostShapes, longest] = [5000, 40, 40]

/** Counts the shape of a cell with digits. */
export function countShape(tally: Shaped, cell: string): void {
  if (tally.filled > mostCells || cell.length > longest) return
  addShape(
    tally,
    cell
      .trim()
      .replace(/\p{L}+/gu, 'a')
      .replace(/\d+/g, '9'),
  )
}

/** Counts a cell whose shape is known. */
export function addShape({ filled, shapes }: Shaped, shape: string): void {
  if (filled > mostCells) return
  const count = shapes.get(shape)
  if (count !== undefined || shapes.size <= mostShapes) shapes.set(shape, (count ?? 0) + 1)
}

/** The shapes, the usual first, when there are several and most cells have one. */
export function shapesOf(tally: Shaped): { shapes?: readonly (readonly [string, number])[] } {
  const counted = [...tally.shapes].sort((a, b) => b[1] - a[1])
  const all = counted.reduce((sum, [, count]) => sum + count, 0)
  const several = counted.length > 1 && counted.length <= mostShapes
  return several && all > Math.min(tally.filled, mostCells) / 2 ? { shapes: counted } : {}
}
