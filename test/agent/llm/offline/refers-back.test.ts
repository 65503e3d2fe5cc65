// Words that a question about a table may not lose: what they say is kept, or the question is declined.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAgent } from '../../../../agent/create-agent.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'intend-refers-back-'))
  await writeFile(
    join(folder, 'visits.csv'),
    [
      'visit,seen,doctor,department,fee,discount,hours,balance',
      '1,2025-01-03T09:00,Dr. Haas,Cardiology,120.50,10%,7:30,"$1,200.50"',
      '2,2025-01-03T15:00,Dr. Moreau,Dermatology,80.00,0%,8:00,$89.99',
      '3,2025-02-12T09:30,Dr. Haas,Cardiology,150.00,5%,6:45,$310.10',
      '4,2025-02-14T10:00,Dr. Lind,Pediatrics,60.00,15%,8:15,($45.00)',
      '5,2025-02-14T11:00,Dr. Lind,Pediatrics,40.00,0%,8:15,$20.00',
    ].join('\n'),
  )
})

afterAll(() => rm(folder, { recursive: true }))

const agentFor = () => createAgent({ model: 'offline', env: {} })
const visits = () => ({ files: [join(folder, 'visits.csv')] })

it.each([
  ['Which doctor has the second highest total fee?', undefined],
  ['What is the second largest fee?', undefined],
  ['Which doctor has the highest total fee?', 'Dr. Haas'],
  ['How many visits have a discount over 5%?', '2'],
  ['What is the total fee of visits with a discount over 5%?', '180.5'],
  ['What are the average hours?', undefined],
  ['What is the average fee?', '90.10'],
  ['Which doctor paid the most balance?', undefined],
  ['names of doctors sorted by fee', undefined],
  ['What is the total fee of the visits ordered by Dr. Lind?', '100'],
  ['total fee by day', '2025-01-03: 200.50, 2025-02-12: 150, 2025-02-14: 100'],
  ['average fee by month', '2025-01: 100.25, 2025-02: 83.33'],
  ['What is his total fee?', undefined],
  ['What is their total fee?', undefined],
  ['How many visits were there?', '5'],
])('%s', async (question, expected) => {
  const agent = await agentFor()
  const { answer } = await agent.ask(question, visits())
  agent.close()
  expect(answer?.replace(/\n?- /g, (_, at) => (at === 0 ? '' : ', '))).toBe(expected)
})
