// The explorer's world: the robot sees the eight cells around it and moves to one that is free.
import type { ActResult, World } from '../../../agent/contract.ts'
import type { Observation } from '../../../agent/state.ts'
import { fingerprint } from '../../../plans/canonical.ts'
import { seeded } from '../../../plans/library/beta.ts'
import { openWorldLog } from '../log.ts'
import { difference } from '../pddl.ts'
import { beside, type Cell, compass, type Grid, isFree, randomGrid, same } from './grid.ts'

interface ExplorerOptions {
  readonly grid: Grid
  /** What the directions that the world proposes follow from. */
  readonly seed: number
  /** File that keeps what was done; without one the world lives as long as the process. */
  readonly log?: string
  readonly onMove?: (scene: Scene) => void
}

/** Where the robot is after so many moves, and what it sees there. */
export interface Scene {
  readonly moves: number
  readonly robot: Cell
  /** The way it was told to go; absent at first. */
  readonly direction?: string
  /** Facts such as `free(north)`. */
  readonly percepts: ReadonlySet<string>
}

export interface ExplorerWorld extends World {
  readonly grid: Grid
  /** The scenes so far, the first one included: one for each move, also one that led nowhere. */
  scenes(): readonly Scene[]
  isHome(): boolean
}

/** One action, and the direction that it proposed. */
interface Deed {
  readonly key: string
  readonly action: string
  readonly direction: string
}

/**
 * Opens the world. `move(Direction)` goes there, or nowhere when there is an obstacle; `getDirectionToMove`
 * gives a free direction at random, in the result's `data` and in place of its argument; a direction that
 * is named must be free.
 */
export function explorerWorld({ grid, seed, log: file, onMove }: ExplorerOptions): ExplorerWorld {
  const log = openWorldLog<Deed>(file)
  const scenes: Scene[] = [sceneAt(grid, { moves: 0, robot: grid.start })]
  const go = (direction: string) => {
    const { moves, robot } = scenes.at(-1)!
    const next = beside(robot, direction)!
    const there = isFree(grid, next) ? next : robot
    scenes.push(sceneAt(grid, { moves: moves + 1, robot: there, direction }))
  }
  for (const { action, direction } of log.entries) if (action === 'move') go(direction)

  const done = (deed: Deed): ActResult => {
    log.append(deed)
    if (deed.action === 'move') {
      go(deed.direction)
      onMove?.(scenes.at(-1)!)
    }
    return resultOf(deed)
  }
  return {
    name: 'explorer',
    grid,
    scenes: () => scenes,
    isHome: () => same(scenes.at(-1)!.robot, grid.home),
    act: async (action, args, key) => {
      const earlier = log.entries.find(deed => deed.key === key)
      if (earlier) return resultOf(earlier) // done before a crash
      switch (action) {
        case 'move': {
          const [direction = ''] = args
          if (args.length === 1 && beside(grid.start, direction))
            return done({ key, action, direction })
          return refused(`there is no direction "${args.join(', ')}"`)
        }
        case 'getDirectionToMove': {
          const random = seeded(Number.parseInt(fingerprint([seed, log.entries.length], 8), 16))
          const { robot } = scenes.at(-1)!
          const ways = Object.keys(compass).filter(way => isFree(grid, beside(robot, way)!))
          const asked = args.find(arg => beside(grid.start, arg))
          const direction = asked ?? ways[Math.floor(random() * ways.length)]
          return direction === undefined || !ways.includes(direction)
            ? refused(`there is no way to go ${asked ?? ''}`.trim())
            : done({ key, action, direction })
        }
        default:
          return refused(`there is no action "${action}"; known are move, getDirectionToMove`)
      }
    },
    practice: () => practiceGrids().map(each => explorerWorld({ grid: each, seed: 1 })),
    observations: async after =>
      scenes.slice(after).map((scene, at) => observed(scene, scenes[after + at - 1])),
  }
}

// --- internal ---

/** Grids of several sizes that are nobody's own. */
const practiceGrids = () => [4, 5, 5, 6, 7].map((size, at) => randomGrid(size, 2_000_000 + at))

const names = [...Object.keys(compass), 'here']

function sceneAt(grid: Grid, scene: Omit<Scene, 'percepts'>): Scene {
  const around = names.flatMap(direction => {
    const cell = beside(scene.robot, direction)!
    const there = same(cell, grid.home) ? [`there_is(home, ${direction})`] : []
    const way = isFree(grid, cell) ? 'free' : 'obstacle'
    return direction === 'here' ? there : [`${way}(${direction})`, ...there]
  })
  const lasting = [...names.map(name => `direction(${name})`), 'object(home)']
  return { ...scene, percepts: new Set([...lasting, ...around]) }
}

function observed(scene: Scene, before: Scene | undefined): Observation {
  return {
    text: before ? `move ${scene.moves}: ${scene.direction}` : 'what there is at first',
    data: difference(before?.percepts ?? new Set(), scene.percepts),
  }
}

function resultOf({ action, direction }: Deed): ActResult {
  return action === 'move'
    ? { accepted: true, text: `moved ${direction}, if there is no obstacle` }
    : { accepted: true, text: `${direction} is free`, data: { args: [direction] } }
}

const refused = (text: string): ActResult => ({ accepted: false, text })
