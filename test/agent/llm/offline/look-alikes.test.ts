// Sentences that look like an answer: of another act, of another time, of a part, or of somebody else.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAgent } from '../../../../agent/create-agent.ts'

type Asked = readonly (readonly [question: string, answer: string | undefined])[]

const texts: readonly (readonly [text: string, asked: Asked])[] = [
  ['We opened the new library on 3 May.', [['When did the school open?', undefined]]],
  [
    'Letter received: 3 May 2026\nConcert tickets: from 3 May\nMeeting cancelled: 5 May',
    [
      ['When was the letter sent?', undefined],
      ['When does the concert take place?', undefined],
      ['When is the meeting held?', undefined],
    ],
  ],
  [
    'The exhibition is closed until 5 May. The fair runs until 9 June.',
    [
      ['When does the exhibition end?', undefined],
      ['Until when is the exhibition closed?', '5 May'],
      ['When does the fair end?', '9 June'],
    ],
  ],
  [
    'Between Maria Keller (landlord) and Jonas Weber (tenant). The release is moved from 2 April to 16 April. The concert has been put back from 20:00 to 20:30. The market runs from 4 May to 6 May. The son of Ann Lee won the race. The late fee is 0.50 euros per day.',
    [
      ['Who is the landlord?', 'Maria Keller'],
      ['When is the release?', '16 April'],
      ['When was the release moved?', undefined],
      ['To what date is the release moved?', '16 April'],
      ['When does the concert begin?', '20:30'],
      ['When is the market?', '4 May to 6 May'],
      ['Who won the race?', undefined],
      ['How much is the late fee?', '0.5 euros per day'],
      ['How much is the late fee per week?', undefined],
    ],
  ],
  [
    'Invoice 17\nMill Lane, Leeds\nHosting 37.39 EUR\nTotal: 282.50 EUR\nPayment due in 14 days.',
    [['What is the total?', '282.50 EUR']],
  ],
  ['Applying opens on 3 May.', [["What's the deadline for applying?", undefined]]],
  [
    'The board plans to replace the boiler in 2027. The board approved the budget.',
    [
      ['Did the board replace the boiler?', undefined],
      ['Does the board plan to replace the boiler?', 'yes'],
      ['Did the board approve the budget?', 'yes'],
    ],
  ],
  [
    'Ann bought a lamp and a desk. Ben bought a chair.',
    [
      ['What did Ann buy?', undefined],
      ['What did Ben buy?', 'chair'],
    ],
  ],
  [
    'The account number is 4471-22. The customer number of Mr Bell is KD-771.',
    [
      ['What is the account number?', '4471-22'],
      ["What's Mr Bell's customer number?", 'KD-771'],
      ['What is the policy number?', undefined],
      ['What is the customer number of Mrs Ives?', undefined],
    ],
  ],
  ["Ann's husband Otto married her in 1990.", [["Who is Otto's wife?", undefined]]],
  [
    'The pool will be closed on Monday. The café is open on Tuesdays.',
    [
      ['On which days is the pool open?', undefined],
      ['On which day is the café open?', 'Tuesdays'],
    ],
  ],
  [
    'Goals: Ann 3, Ben 4. Assists: Ann 1, Cem 2.',
    [
      ['How many goals did Cem score?', undefined],
      ['How many assists did Ann make?', '1'],
    ],
  ],
  [
    'The tea is sold at 7.50. The bus leaves at 8.15.',
    [
      ['What time does the bus leave?', '8.15'],
      ['What time does the train leave?', undefined],
    ],
  ],
  [
    'The east lift has broken down nineteen times in the past twelve months. The money comes from the reserve, which stood at £212,000 on 31 December.',
    [
      ['How many times has the west lift broken down in the past twelve months?', undefined],
      ['How many days was it closed in the past twelve months?', undefined],
      ['How many times did the west lift break down in 3 hours?', undefined],
      ['Where does the money come from?', undefined],
    ],
  ],
  [
    'The course runs from 3 March to 5 June. The pool is closed on Monday 6 April. Lessons last eight weeks from 9 March.',
    [
      ['When is the last day of the course?', '5 June'],
      ['When is the first day of the course?', '3 March'],
      ['When is the last day of the pool?', undefined],
      ['When is the last day of lessons?', undefined],
    ],
  ],
  [
    '| Tour | Adult | Child |\n|---|---|---|\n| Long tour | £7 | £4 |\n| Night tour, all ages | £9 | – |\n\n| Task | Responsible |\n|---|---|\n| Mow the lawn | Gardeners (Ann Lee) |',
    [
      ['How much does the long tour cost for a child?', '4 GBP'],
      ['How much does the night tour cost for a child?', undefined],
      ['Who is responsible for mowing the lawn?', 'Gardeners (Ann Lee)'],
    ],
  ],
  [
    'Our open evening is on 3 May. On Sundays we open from 4 pm. A parcel counts as heavy from 20 kg. The electrical work is carried out by a subcontractor, Ann Lee. Press passes: Ben Roy at the desk.',
    [
      ['When is the open evening?', '3 May'],
      ['From what weight does a parcel count as heavy?', '20 kg'],
      ['From what weight does a letter count as heavy?', undefined],
      ['Who does the electrical work?', 'Ann Lee'],
      ['Who does the plumbing work?', undefined],
      ['Who is in charge of press passes?', 'Ben Roy'],
      ['Who is in charge of day passes?', undefined],
    ],
  ],
  [
    'Dinner is served at 18:00. No spirits will be served. Your boiler cover has been taken off. Water damage is not insured; it can be added for £46 a year.',
    [
      ['When is dinner served?', '18:00'],
      ['Which spirits will be served?', undefined],
      ['What does it cost to add boiler cover?', undefined],
    ],
  ],
  [
    'The Heron is going to Lund at 9:40. Ann will bake the cake.',
    [
      ["Who's going to bake the cake?", 'Ann'],
      ['When is the Heron going to Lund?', '9:40'],
    ],
  ],
]

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'look-alikes-'))
})
afterAll(() => rm(folder, { recursive: true }))

it.each(texts)('%s', async (text, asked) => {
  const file = join(folder, 'notes.txt')
  await writeFile(file, text)
  const agent = await createAgent({ model: 'offline', env: {} })
  for (const [question, expected] of asked)
    expect((await agent.ask(question, { files: [file] })).answer, question).toBe(expected)
  agent.close()
})
