// A PDDL problem as a world.
import { appendFileSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { pddlWorld } from '../../../harness/worlds/pddl.ts'
import { lamps, serving } from '../../agent/agents/planning-problems.ts'
import { worldContract } from '../../contracts/world.ts'
import { temporaryFolder } from '../../support/model.ts'

const folder = temporaryFolder()
afterAll(folder.remove)
let files = 0
const file = () => folder.path(`world-${files++}.jsonl`)

describe('the PDDL world', () => {
  worldContract({
    name: 'serving',
    open: log => pddlWorld({ ...serving, ...(log !== undefined && { log }) }),
    file,
    possible: [
      ['go-to', 'table_1', 'kitchen'],
      ['pick-up', 'red-cup', 'kitchen'],
      ['Go-To', 'Kitchen', 'table_1'],
    ],
    refused: [
      [['pick-up', 'red-cup', 'kitchen'], /cannot be done: it needs \(robot-at kitchen\)/],
      [['pickup', 'red-cup', 'kitchen'], /no action "pickup", did you mean "pick-up"/],
      [['pick-up', 'redcup', 'kitchen'], /no object "redcup", did you mean "red-cup"/],
      [['go-to', 'kitchen'], /takes 2 arguments, not 1|robot-at kitchen/],
    ],
  })

  test('changes what a conditional effect says, depending on what is true', async () => {
    const world = pddlWorld(lamps)
    await world.act('light', ['a'], 'k1')
    expect([...world.facts()].filter(fact => fact.startsWith('(lit'))).toEqual(['(lit a)'])
    expect((await world.observations(1))[0]!.data).toEqual({
      added: ['(lit a)'],
      deleted: ['(lit b)'],
    })
    expect(world.goalReached()).toBe(false)
    await world.act('light', ['c'], 'k2')
    expect(world.goalReached()).toBe(true)
  })

  test('tells of what happens by itself', async () => {
    const surprises = [{ after: 1, added: ['(robot-at table_1)'], deleted: ['(robot-at kitchen)'] }]
    const world = pddlWorld({ ...serving, surprises })
    await world.act('go-to', ['table_1', 'kitchen'], 'k1')
    expect(world.facts()).toContain('(robot-at table_1)')
    const shown = await world.observations(1)
    expect(shown.map(each => each.text)).toEqual([
      '(go-to table_1 kitchen) was done',
      'something else happened',
    ])
  })

  test('drops an action whose line was not written to its end', async () => {
    const log = file()
    await pddlWorld({ ...serving, log }).act('go-to', ['table_1', 'kitchen'], 'k1')
    const whole = readFileSync(log, 'utf8')
    appendFileSync(log, '{"key":"k2","action":"pick')
    const found = pddlWorld({ ...serving, log })
    expect(found.acts()).toHaveLength(1)
    expect(readFileSync(log, 'utf8')).toBe(whole)
  })
})
