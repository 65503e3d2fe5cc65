// The explorer's world: what every world keeps to, the paper's percepts, its grids, and how it is drawn.
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { explorerWorld } from '../../../../harness/worlds/explorer/explorer.ts'
import { gridLines, gridPicture } from '../../../../harness/worlds/explorer/frame.ts'
import {
  beside,
  paperGrid,
  randomGrid,
  shortest,
  smallest,
} from '../../../../harness/worlds/explorer/grid.ts'
import { worldContract } from '../../../contracts/world.ts'
import { temporaryFolder } from '../../../support/model.ts'

const folder = temporaryFolder()
afterAll(folder.remove)
let files = 0
const grid = { ...paperGrid(1), home: { x: 4, y: 4 } }
const open = (log?: string) => explorerWorld({ grid, seed: 1, ...(log !== undefined && { log }) })

describe('the explorer world', () => {
  worldContract({
    name: 'explorer',
    open,
    file: () => folder.path(`explorer-${files++}.jsonl`),
    possible: [
      ['move', 'east'],
      ['move', 'south_east'],
      ['move', 'south'],
    ],
    refused: [
      [['fly', 'north'], /no action "fly"/],
      [['move', 'up'], /no direction "up"/],
      [['move'], /no direction/],
      [['getDirectionToMove', 'south'], /no way to go south/],
    ],
  })

  test("shows at first what the paper's robot sees", async () => {
    const { percepts } = open().scenes()[0]!
    const passing = [...percepts].filter(fact => !/^(direction|object)/.test(fact))
    expect(new Set(passing)).toEqual(
      new Set([
        ...['north', 'east', 'west', 'north_east', 'north_west'].map(way => `free(${way})`),
        ...['south', 'south_east', 'south_west'].map(way => `obstacle(${way})`),
      ]),
    )
    expect(percepts).toContain('direction(here)')
    expect(percepts).toContain('object(home)')
  })

  test('shows home once it is beside the robot, and says when the robot is there', async () => {
    const world = open()
    for (const [at, way] of ['east', 'south_east'].entries())
      await world.act('move', [way], `${at}`)
    expect(world.scenes().at(-1)!.percepts).toContain('there_is(home, south)')
    expect(world.isHome()).toBe(false)
    await world.act('move', ['south'], 'last')
    expect(world.scenes().at(-1)!.percepts).toContain('there_is(home, here)')
    expect(world.isHome()).toBe(true)
    expect((await world.observations(3))[0]!.data).toMatchObject({
      deleted: expect.arrayContaining(['there_is(home, south)']),
    })
  })

  test('an obstacle and the edge stop a move, which is counted', async () => {
    const world = open()
    expect((await world.act('move', ['south'], 'k')).accepted).toBe(true)
    expect(world.scenes().map(({ robot }) => robot)).toEqual([grid.start, grid.start])
  })

  test('proposes free directions only, the same for the same seed', async () => {
    const ways = async (seed: number) => {
      const world = explorerWorld({ grid, seed })
      const proposed: string[] = []
      for (let at = 0; at < 30; at++) {
        const { data } = await world.act('getDirectionToMove', ['Direction'], `g${at}`)
        const [way] = (data as { args: [string] }).args
        expect(world.scenes().at(-1)!.percepts).toContain(`free(${way})`)
        await world.act('move', [way], `m${at}`)
        proposed.push(way)
      }
      return proposed
    }
    expect(await ways(7)).toEqual(await ways(7))
    expect(await ways(7)).not.toEqual(await ways(8))
  })

  test('can be watched as text and as a picture', async () => {
    const world = open()
    await world.act('move', ['east'], 'a')
    await world.act('move', ['south_east'], 'b')
    const path = world.scenes().map(({ robot }) => robot)
    expect(gridLines(grid, path).join('\n')).toMatchInlineSnapshot(`
      ". . . . .
      . . . . .
      . . : : .
      . # # # o
      . . . . H"
    `)
    const picture = gridPicture(grid, path)
    expect(picture.match(/class="obstacle"/g)).toHaveLength(3)
    expect(picture).toContain('points="60,60 84,60 108,84"')
  })
})

describe('a grid', () => {
  test('of any size and seed has a home out of sight, within reach, and follows from them', () => {
    fc.assert(
      fc.property(fc.integer({ min: smallest, max: 12 }), fc.integer(), (size, seed) => {
        const one = randomGrid(size, seed)
        expect(one).toEqual(randomGrid(size, seed))
        expect(shortest(one)).toBeGreaterThanOrEqual(2)
        expect(one.obstacles).toHaveLength(Math.round((3 / 25) * size * size))
        expect(one.obstacles).not.toContainEqual(one.start)
        expect(one.obstacles).not.toContainEqual(one.home)
      }),
      { numRuns: 100 },
    )
  })

  test("the paper's has its obstacles between the robot and home", () => {
    expect(shortest(paperGrid(1))).toBe(3)
    expect(new Set([1, 2, 3, 4].map(seed => paperGrid(seed).home.x))).toEqual(new Set([0, 4]))
    expect(beside({ x: 1, y: 1 }, 'up')).toBeUndefined()
  })
})
