// What rows say of themselves is heeded: that something is only planned, that a price is that of one piece, what an
// amount is measured in.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createAgent } from '../../../../agent/create-agent.ts'

const folder = mkdtempSync(join(tmpdir(), 'intend-settled-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function answerOf(rows: readonly string[], question: string) {
  const file = join(folder, 'rows.csv')
  writeFileSync(file, rows.join('\n'))
  const agent = await createAgent({ model: 'offline', env: {} })
  const { answer } = await agent.ask(question, { files: [file] }).finally(() => agent.close())
  return answer
}

const works = [
  'Bridge;Status;Date;Cost (EUR)',
  'Mill;done;2025-03-04;1200',
  'Ford;planned;2026-05-01;800',
  'Weir;rejected;;400',
]
const shows = [
  'Day;Play;Seats;Sold online;Sold at door;Price (EUR)',
  '2025-03-01;Hamlet;adult;40;8;15',
  '2025-03-02;Hamlet;adult;44;2;15',
  '2025-03-02;Faust;adult;20;1;12',
]
const fruit = [
  'Day,Fruit,kg,Picked by,Note',
  '2025-09-01,plums,4.5,Lena,too soft',
  '2025-09-02,plums,6.2,Otto,',
  '2025-09-02,pears,3.1,Otto,late',
]

const trip = [
  'Pupil,Form,Deposit paid (EUR),Balance due (EUR)',
  'Ann,7B,40,85',
  'Ben,7B,40,0',
  'Cat,7C,20,105',
]
const race = ['Runner,Club,Penalty (s)', 'Ann,Fells,0', 'Ben,Docks,10', 'Cat,Fells,30']

test.each([
  [trip, 'How many pupils have a balance due?', undefined],
  [trip, 'How many pupils have paid a deposit?', undefined],
  [trip, 'What is the average balance due per pupil?', '63.3'],
  [race, 'How many runners have a penalty?', undefined],
  [race, 'How many penalties were there?', undefined],
  [race, 'What is the total penalty of the runners of Fells?', '30'],
  [works, 'On which date was Ford repaired?', undefined],
  [works, 'How much was spent on Weir?', undefined],
  [works, 'What is the cost of Mill?', '1200'],
  [shows, 'What was the revenue from Hamlet?', undefined],
  [shows, 'How much does an adult ticket for Hamlet cost?', undefined],
  [shows, 'What is the average price of Hamlet?', '15'],
  [fruit, 'What was the biggest picking of plums, in kg?', undefined],
  [fruit, 'What was noted about the plums picked on 2025-09-01?', undefined],
  [fruit, 'What is the total kg of plums?', '10.7'],
])('%j %s', async (rows, question, wanted) => {
  const answer = await answerOf(rows, question)
  if (wanted === undefined) expect(answer).toBeUndefined()
  else expect(answer).toContain(wanted)
})
