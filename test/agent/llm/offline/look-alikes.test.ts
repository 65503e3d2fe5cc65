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
  ['Applying opens on 3 May.', [["What's the deadline for applying?", undefined]]],
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
