// What every world keeps to, whatever it is. A world's test calls this with a few actions.
import { expect, test } from 'vitest'
import type { World } from '../../agent/contract.ts'

type Act = readonly [action: string, ...args: string[]]

export interface WorldCases {
  readonly name: string
  /** Opens the world anew; with the same file it is the world that was left there. */
  readonly open: (log?: string) => World
  /** A fresh name for such a file. */
  readonly file: () => string
  /** Actions that can be done one after the other from the beginning. */
  readonly possible: readonly Act[]
  /** Actions that the world refuses at the beginning, with words of the refusal. */
  readonly refused: readonly (readonly [Act, RegExp])[]
}

export function worldContract({ name, open, file, possible, refused }: WorldCases): void {
  const act = (world: World, [action, ...args]: Act, key: string) => world.act(action, args, key)

  test(`${name} accepts what can be done and shows that something has changed`, async () => {
    const world = open()
    let before = (await world.observations(0)).length
    expect(before).toBeGreaterThan(0)
    for (const [place, each] of possible.entries()) {
      const { accepted, text } = await act(world, each, `k${place}`)
      expect({ accepted, text }).toMatchObject({ accepted: true, text: expect.stringMatching(/./) })
      const after = (await world.observations(0)).length
      expect(after).toBeGreaterThan(before)
      before = after
    }
  })

  test(`${name} shows the same observations however often it is asked`, async () => {
    const world = open()
    await act(world, possible[0]!, 'k0')
    const all = await world.observations(0)
    expect(await world.observations(0)).toEqual(all)
    for (let after = 0; after <= all.length; after++)
      expect(await world.observations(after)).toEqual(all.slice(after))
    expect(JSON.parse(JSON.stringify(all))).toEqual(all)
  })

  test(`${name} never does the same key twice and answers as it did`, async () => {
    const world = open()
    const first = await act(world, possible[0]!, 'once')
    const shown = await world.observations(0)
    expect(await act(world, possible[0]!, 'once')).toEqual(first)
    expect(await world.observations(0)).toEqual(shown)
  })

  test.each(refused)(`${name} refuses %j in one line and stays as it is`, async (each, why) => {
    const world = open()
    const before = await world.observations(0)
    const { accepted, text } = await act(world, each, 'k')
    expect(accepted).toBe(false)
    expect(text).toMatch(why)
    expect(text).not.toContain('\n')
    expect(await world.observations(0)).toEqual(before)
  })

  test(`${name} is found as it was left by a process that died`, async () => {
    const log = file()
    const left = open(log)
    for (const [place, each] of possible.entries()) await act(left, each, `k${place}`)
    const found = open(log)
    expect(await found.observations(0)).toEqual(await left.observations(0))
    const again = await act(found, possible[0]!, 'k0')
    expect(again.accepted).toBe(true)
    expect(await found.observations(0)).toEqual(await left.observations(0))
  })
}
