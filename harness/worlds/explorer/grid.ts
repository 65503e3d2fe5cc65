// Grids for an explorer (Exploiting GenAI for Plan Generation in BDI Agents, 2025, section 5.1): a robot,
// obstacles, and a home that it cannot see from where it begins.
import { seeded } from '../../../plans/library/beta.ts'

/** Columns from the west, rows from the north, both from 0. */
export interface Cell {
  readonly x: number
  readonly y: number
}

export interface Grid {
  readonly size: number
  /** Where the robot is at first. */
  readonly start: Cell
  readonly home: Cell
  readonly obstacles: readonly Cell[]
}

/** The eight directions by name, with the way they lead; north is up. */
export const compass: Readonly<Record<string, Cell>> = {
  north: { x: 0, y: -1 },
  south: { x: 0, y: 1 },
  east: { x: 1, y: 0 },
  west: { x: -1, y: 0 },
  north_east: { x: 1, y: -1 },
  north_west: { x: -1, y: -1 },
  south_east: { x: 1, y: 1 },
  south_west: { x: -1, y: 1 },
}

/** The paper's grid: five by five, the robot in the middle, obstacles south of it, home in a corner behind them. */
export function paperGrid(seed: number): Grid {
  const home = seed % 2 === 0 ? { x: 0, y: 4 } : { x: 4, y: 4 }
  const obstacles = [1, 2, 3].map(x => ({ x, y: 3 }))
  return { size: 5, start: { x: 2, y: 2 }, home, obstacles }
}

/**
 * A grid that follows from its size and the seed: as many obstacles to a cell as the paper's has, the robot
 * in the middle, home in any corner, out of sight and within reach. `size` is at least `smallest`.
 */
export function randomGrid(size: number, seed: number): Grid {
  const random = seeded(seed)
  const middle = Math.floor(size / 2)
  const start = { x: middle, y: middle }
  const corners = [0, size - 1].flatMap(x => [0, size - 1].map(y => ({ x, y })))
  const share = 3 / 25
  for (;;) {
    const home = corners[Math.floor(random() * corners.length)]!
    const free = cellsOf(size).filter(cell => !same(cell, start) && !same(cell, home))
    const obstacles = shuffled(free, random).slice(0, Math.round(share * size * size))
    const grid = { size, start, home, obstacles }
    if ((shortest(grid) ?? 0) > 1) return grid
  }
}

/** In a smaller grid the robot sees every corner from the middle. */
export const smallest = 4

/** The fewest moves from the start to home; undefined when there is no way. */
export function shortest({ start, home, ...grid }: Grid): number | undefined {
  let edge: readonly Cell[] = [start]
  const reached = new Set([nameOf(start)])
  for (let moves = 0; edge.length > 0; moves++) {
    if (edge.some(cell => same(cell, home))) return moves
    edge = edge.flatMap(cell =>
      Object.keys(compass).flatMap(direction => {
        const next = beside(cell, direction)!
        if (!isFree(grid, next) || reached.has(nameOf(next))) return []
        reached.add(nameOf(next))
        return [next]
      }),
    )
  }
  return undefined
}

/** The cell that lies in this direction; undefined for what is none. `here` is the cell itself. */
export function beside({ x, y }: Cell, direction: string): Cell | undefined {
  if (direction === 'here') return { x, y }
  if (!Object.hasOwn(compass, direction)) return undefined
  const way = compass[direction]!
  return { x: x + way.x, y: y + way.y }
}

/** Whether the robot can be there: inside, and no obstacle. */
export function isFree({ size, obstacles }: Pick<Grid, 'size' | 'obstacles'>, cell: Cell): boolean {
  const inside = [cell.x, cell.y].every(at => at >= 0 && at < size)
  return inside && !obstacles.some(obstacle => same(obstacle, cell))
}

export const same = (one: Cell, other: Cell) => one.x === other.x && one.y === other.y

export const cellsOf = (size: number): readonly Cell[] =>
  Array.from({ length: size ** 2 }, (_, at) => ({ x: at % size, y: Math.floor(at / size) }))

// --- internal ---

const nameOf = ({ x, y }: Cell) => `${x},${y}`

function shuffled<T>(items: readonly T[], random: () => number): readonly T[] {
  return items
    .map(item => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
