// In which shapes the cells of a column are written: `9/9/9`, `a 9, 9`.

/** Cells of which the shapes are counted, and how many shapes. */
const [mostCells, mostShapes, longest] = [5000, 40, 40]

/** Counts the shape of a cell with digits, so many of whose column are filled. */
export function countShape(shapes: Map<string, number>, filled: number, cell: string): void {
  if (filled > mostCells || cell.length > longest) return
  const shape = cell.replace(/\p{L}+/gu, 'a').replace(/\d+/g, '9')
  const count = shapes.get(shape)
  if (count !== undefined || shapes.size <= mostShapes) shapes.set(shape, (count ?? 0) + 1)
}

/** The shapes, the usual first, when there are several and most cells have one. */
export function shapesOf(
  shapes: ReadonlyMap<string, number>,
  filled: number,
): readonly (readonly [string, number])[] | undefined {
  const counted = [...shapes].sort((a, b) => b[1] - a[1])
  const all = counted.reduce((sum, [, count]) => sum + count, 0)
  const several = counted.length > 1 && counted.length <= mostShapes
  return several && all > Math.min(filled, mostCells) / 2 ? counted : undefined
}
