// Words of time in questions about a table, follow-ups that take back what was said, and questions that ask
// for more than one thing.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { askedBefore } from '../../../../agent/llm/offline/follow-ups.ts'
import { type Asked, answers, folderWith } from './asked.ts'
import { driven } from './kit.ts'

const tables = {
  // the largest are neither the last nor the first
  'repairs.csv': `Repair No.;Day;Client Name;Amount (EUR);Qty;Fitter
R-1;05.02.2025;Rossi;80,00;3;Pam
R-2;11.02.2025;Weber;40,50;4;Quin
R-3;02.03.2025;Rossi;900,00;30;Pam
R-4;20.04.2025;Marti;-60,00;1;Quin
R-5;28.04.2025;Weber;;6;Pam`,
  'marks.csv': `Name,Born,Maths,Music
Ada Kern,2012-03-14,1,4
Milo Roth,2011-11-30,3,1
Pia Lund,2012-07-02,1,2`,
  'readings.csv': `month,site,litres
2024-11,North,70
2024-12,North,20
2025-01,South,500
2025-02,South,30`,
  'places.csv': 'town,height\nUlm,478\nLinz,266',
} as const
type File = keyof typeof tables

const asked: Asked<File> = {
  'the last and the first are so by time': [
    ['repairs.csv', 'total qty in the last month', '7'],
    ['repairs.csv', 'What was the total qty in the first month?', '7'],
    ['repairs.csv', 'How many repairs were there in the latest month?', '2'],
    ['repairs.csv', 'average qty in the last year', '8.8'],
    ['repairs.csv', 'What is the latest qty?', '6'],
    ['repairs.csv', 'What was the earliest qty?', '3'],
    ['repairs.csv', 'What was the most recent repair?', 'R-5'],
    ['readings.csv', 'total litres in the last month', '30'],
  ],
  'no size is given where a time is asked for': [
    ['repairs.csv', 'average qty of the last three months', undefined],
    ['repairs.csv', 'total qty in the last quarter', undefined],
    ['repairs.csv', 'total qty of the last 2 repairs', undefined],
    ['repairs.csv', 'qty of the last repair', undefined],
    ['repairs.csv', 'What was the last month?', undefined],
    ['places.csv', 'What is the latest height?', undefined],
    ['places.csv', 'What is the first height?', undefined],
  ],
  'a quarter without a year is that of the only year': [
    ['repairs.csv', 'total qty in Q1', '37'],
    ['repairs.csv', 'total qty in the second quarter', '7'],
    ['readings.csv', 'total litres in Q1', undefined],
  ],
  'the smallest of all is the lowest, also below 0': [
    ['repairs.csv', 'What is the smallest amount?', '-60'],
  ],
  'of two persons and two measures none is taken': [
    ['repairs.csv', 'Who sold the most?', undefined],
    ['repairs.csv', 'Who has the highest total amount?', undefined],
    ['repairs.csv', 'Which fitter sold the most?', undefined],
    ['repairs.csv', 'Which fitter has the highest total qty?', 'Pam'],
  ],
  'half of a question is not answered': [
    ['repairs.csv', 'What is the highest qty and when?', undefined],
    ['repairs.csv', 'What is the lowest qty, and who had it?', undefined],
    ['repairs.csv', 'How many repairs are there and what is the total qty?', undefined],
    ['readings.csv', 'Which site has the highest total litres and how many litres?', undefined],
  ],
}

type Turn = readonly [question: string, answer: string | undefined]

const sessions: readonly (readonly [what: string, file: File, turns: readonly Turn[]])[] = [
  [
    'all rows, and all values of one column',
    'repairs.csv',
    [
      ['What is the total qty of Pam?', '39'],
      ['and overall?', '44'],
      ['and of Quin?', '5'],
      ['and in total?', '44'],
      ['and for Weber?', '10'],
      ['and for all clients?', '44'],
    ],
  ],
  [
    'but not where another figure may be meant',
    'readings.csv',
    [
      ['What is the total of litres in the North?', '90'],
      ['and in all sites?', '620'],
      ['and in the South?', '530'],
      ['and the average?', '265'],
      // that of the South added up, or the average of all
      ['and in total?', undefined],
    ],
  ],
  [
    'one after the other',
    'repairs.csv',
    [
      ['How many repairs were done for Rossi by Pam?', '2'],
      ['and by all fitters?', '2'],
      ['and altogether?', '5'],
    ],
  ],
  [
    'another person, another column',
    'marks.csv',
    [
      ["What is Ada's mark in Maths?", '1'],
      ['and Milo?', '3'],
      ['and in Music?', '1'],
      ['what about Pia?', '2'],
      ['Who has a 1 in Maths?', 'Ada Kern, Pia Lund'],
      ['How many?', '2'],
      ['How many are there?', '2'],
    ],
  ],
  [
    'whose is the same in another column',
    'marks.csv',
    [
      ['Who has a 1 in Maths?', 'Ada Kern, Pia Lund'],
      // those of both, or all who have it there
      ['and in Music?', undefined],
    ],
  ],
  [
    'how many of what was spoken of',
    'repairs.csv',
    [
      ['What is the total amount for Rossi?', '980'],
      ['How many were there?', '2'],
      ['What is the total qty per fitter?', 'Pam: 39, Quin: 5'],
      // of groups, or of their rows
      ['How many?', undefined],
    ],
  ],
]

describe.concurrent('questions about a table, by time and by what they go on from', () => {
  const folder = folderWith(tables)
  answers(folder, asked)

  it('says of what it cannot tell that a cell may be empty, and of which time nothing is there', async () => {
    const { ask } = await driven()
    const file = join(folder, 'repairs.csv')
    const ofOne = await ask('What is the amount of R-5?', [file])
    expect(ofOne.reason).toContain('the row with "R-5" has nothing in')
    const ofTime = await ask('total qty of Rossi in the last month', [file])
    expect(ofTime.reason).toContain('no rows with "Rossi" in that time')
  })

  it.each(sessions)('what a follow-up takes back holds no more: %s', async (_, file, turns) => {
    const { agent, ask } = await driven()
    const before: string[] = []
    const heard = []
    for (const [question] of turns) {
      if (before.length > 0) agent.believe([{ name: askedBefore, value: [...before] }])
      const { answer } = await ask(question, [join(folder, file)])
      heard.push([question, answer])
      if (answer !== undefined) before.push(question)
    }
    expect(heard).toEqual(turns)
  })
})
