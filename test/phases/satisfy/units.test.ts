// A number of which a step names no unit, where the columns it came from do.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAgent } from '../../../agent/create-agent.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { scripted } from '../../../agent/llm/replay/scripted.ts'
import { planOf, say } from '../../support/crates.ts'

const file = join(mkdtempSync(join(tmpdir(), 'intend-units-')), 'batches.csv')
writeFileSync(
  file,
  'batch,volume_L,density_kg_m3,mass_g,length (mm),temp_min,price_EUR\nA,40,1060,1500,250,4,12.5\nB,25,1085,900,310,6,7\n',
)

interface Way {
  readonly unit: string
  readonly select: string
  readonly writes: readonly object[]
  readonly expression: string
}

/** What comes of a plan whose step takes cells of batch A, when it is given twice. */
async function asked({ unit, select, writes, expression }: Way) {
  const perceive = {
    schemaBeliefs: ['task requires a value of one row'],
    groundBeliefs: [
      { name: 'file', value: 'batches.csv' },
      { name: 'filter_value', value: 'A' },
    ],
    answerContract: { kind: 'number', unit },
  }
  const row = {
    id: 's1',
    kind: 'read',
    description: 'the cells of the row',
    writes,
    tool: {
      name: 'table',
      input: {
        file: '{file}',
        sql: `SELECT ${select} FROM t WHERE batch = '{filter_value}'`,
      },
    },
  }
  const last = { id: 's2', kind: 'synthesize', description: 'the answer', expression }
  const deliberate = planOf(row, { ...last, writes: [{ role: 'final_answer' }] })
  const wire = scripted([
    say({ perceive, formalize: { type: 'value_of_row' }, deliberate }),
    say({ unachievable: 'no other way is known' }),
  ])
  const agent = await createAgent({ model: createProvider(wire, { converses: true }) })
  try {
    const { answer } = await agent.ask(`What is it in ${unit} of batch A?`, { files: [file] })
    return { answer, told: wire.requests[1]?.messages.at(-1)?.content }
  } finally {
    agent.close()
  }
}

const bare = (...roles: readonly string[]) => roles.map(role => ({ role, type: 'number' }))

test.each<[string, Way, RegExp]>([
  [
    'worked out of two columns of a query',
    {
      unit: 'kg',
      select: '"volume_L" AS volume, "density_kg_m3" AS density',
      writes: bare('volume', 'density'),
      expression: 'volume * density',
    },
    /42400 is not in kg: by the columns it is 42\.4 kg; give the unit of what a step writes \(volume in L, density in kg\/m3\)/,
  ],
  [
    'a cell as it is',
    { unit: 'kg', select: '"mass_g"', writes: bare('mass'), expression: 'mass' },
    /1500 is not in kg: by the columns it is 1\.5 kg/,
  ],
  [
    'a mean',
    { unit: 'm', select: 'AVG("length (mm)")', writes: bare('mean'), expression: 'mean' },
    /250 is not in m: by the columns it is 0\.25 m/,
  ],
])('%s is not in the unit asked for', async (_, way, fault) => {
  const { answer, told } = await asked(way)
  expect(answer).toBeUndefined()
  expect(told).toMatch(fault)
})

test.each<[string, Way, string]>([
  [
    'with their units the same cells give it',
    {
      unit: 'kg',
      select: '"volume_L" AS volume, "density_kg_m3" AS density',
      writes: [
        { role: 'volume', type: 'number', unit: 'L' },
        { role: 'density', type: 'number', unit: 'kg/m3' },
      ],
      expression: 'volume * density',
    },
    '42.4',
  ],
  [
    'the query converts',
    { unit: 'kg', select: '"mass_g" / 1000 AS mass', writes: bare('mass'), expression: 'mass' },
    '1.5',
  ],
  [
    'the plan converts',
    { unit: 'kg', select: '"mass_g" AS mass', writes: bare('mass'), expression: 'mass / 1000' },
    '1.5',
  ],
  [
    'it is in the unit of the column',
    { unit: 'g', select: '"mass_g"', writes: bare('mass'), expression: 'mass' },
    '1500',
  ],
  [
    'a head only looks like a unit',
    { unit: '°C', select: '"temp_min"', writes: bare('least'), expression: 'least' },
    '4',
  ],
])('%s', async (_, way, right) => {
  expect((await asked(way)).answer).toBe(right)
})
