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
const staff = [
  'id,name,dept,age,salary',
  '1,John Smith,IT,30,1000',
  '2,Mary Ray,IT,40,2000',
  '3,John Smith,IT,50,3000',
  '4,Sue Lee,HR,20,1500',
  '5,John Smith,HR,25,1700',
]
const grades = ['student,class,grade', 'Tom,A,2', 'Tim,A,1', 'Tom,B,3', 'Ann,B,2']
const lines = [
  'order_id,customer,product,quantity',
  '1,Ann,tea,2',
  '1,Ann,milk,1',
  '2,Ben,tea,1',
  '2,Ben,coffee,4',
  '2,Ben,milk,3',
]
const marks = [
  'student,class,maths,english',
  'Tom,A,95,70',
  'Tim,A,90,',
  'Ann,B,60,65',
  'Zoe,B,absent,88',
]
const bills = [
  'invoice,customer,date,net,vat_rate',
  '1,Acme,2024-01-05,100,19',
  '2,Beta,2024-02-10,250.50,7',
  '3,Beta,2024-02-20,80,19',
]
const readings = [
  'taken,sensor,humidity,load',
  '2024-05-01 08:00,S1,40,7',
  '2024-05-01 20:00,S1,60,9',
  '2024-05-02 08:00,S1,70,8',
]
const stock = [
  'item,warehouse,quantity,unit_price,weight_kg',
  'hammer,Berlin,10,12.50,0.8',
  'hammer,Hamburg,4,12.50,0.8',
  'saw,Hamburg,20,20.00,1.1',
]

test.each([
  [staff, 'How many people are in IT?', '3'],
  [staff, 'How many people are there?', '5'],
  [staff, 'How many people are there per dept?', 'IT: 3, HR: 2'],
  [staff, 'Which dept has the most people?', 'IT'],
  [staff, 'How many different names are there?', '3'],
  [staff, 'Who is the oldest?', 'John Smith'],
  [staff, 'Show me all the rows', '5, John Smith, HR, 25, 1700'],
  [staff, 'List all rows in HR', undefined],
  [grades, 'How many students are there?', undefined],
  [grades, 'Which class has the most students?', undefined],
  [lines, 'How many orders are there?', '2'],
  [lines, 'How many orders did Ben make?', '1'],
  [lines, 'Who made the most orders?', 'Ben, Ann'],
  [lines, 'What is the average quantity per order?', undefined],
  [marks, 'Who has the highest maths?', undefined],
  [marks, 'Which class has the highest maths?', undefined],
  [marks, 'What is the highest maths?', undefined],
  [marks, 'Who has the highest english?', 'Zoe'],
  [bills, 'What is the total VAT?', undefined],
  [bills, 'What is the total net in february?', '330.5'],
  [readings, 'What is the average humidity per day?', '2024-05-01: 50, 2024-05-02: 70'],
  [readings, 'What is the average load per day?', undefined],
  [stock, 'What is the total weight?', undefined],
  [stock, 'Which warehouse has more items, Berlin or Hamburg?', undefined],
  [stock, 'List all rows', 'saw, Hamburg, 20, 20.00, 1.1'],
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
