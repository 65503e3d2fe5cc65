// The explorer's grid as text and as a picture.
import { type Cell, cellsOf, type Grid, isFree, same } from './grid.ts'

/** The grid as lines of text: the robot, the cells it has been on, obstacles and home. */
export function gridLines(grid: Grid, path: readonly Cell[]): readonly string[] {
  const robot = path.at(-1)
  const sign = (cell: Cell) => {
    if (robot && same(cell, robot)) return same(cell, grid.home) ? '@' : 'o'
    if (same(cell, grid.home)) return 'H'
    if (!isFree(grid, cell)) return '#'
    return path.some(been => same(been, cell)) ? ':' : '.'
  }
  return Array.from({ length: grid.size }, (_, y) =>
    Array.from({ length: grid.size }, (_, x) => sign({ x, y })).join(' '),
  )
}

/** The grid and the way the robot went, as an SVG. */
export function gridPicture(grid: Grid, path: readonly Cell[]): string {
  const edge = 24
  const side = grid.size * edge
  const middle = (at: number) => at * edge + edge / 2
  const square = ({ x, y }: Cell, kind: string) =>
    `<rect class="${kind}" x="${x * edge + 1}" y="${y * edge + 1}" width="${edge - 2}" height="${edge - 2}"/>`
  const cells = cellsOf(grid.size).map(cell =>
    square(cell, same(cell, grid.home) ? 'home' : isFree(grid, cell) ? 'free' : 'obstacle'),
  )
  const way = path.map(({ x, y }) => `${middle(x)},${middle(y)}`).join(' ')
  const end = path.at(-1) ?? grid.start
  const robot = `<circle class="robot" cx="${middle(end.x)}" cy="${middle(end.y)}" r="${edge / 4}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side}" height="${side}" role="img" aria-label="the way through the grid"><style>${style}</style>${cells.join('')}<polyline class="way" points="${way}"/>${robot}</svg>`
}

// --- internal ---

const style =
  '.free{fill:#eee}.obstacle{fill:#555}.home{fill:#7b7}.way{fill:none;stroke:#36c;stroke-width:2}.robot{fill:#36c}'
