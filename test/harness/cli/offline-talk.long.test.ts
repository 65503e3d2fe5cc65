// Turns about one file, as a person types them: each goes on from the ones before.
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { folder, removeFolders } from '../intend.ts'
import { noTerminal, talk } from './terminal-talk.ts'

afterAll(removeFolders)

const file = join(import.meta.dirname, '../../fixtures/offline/unseen/invoices.csv')

const turns: readonly (readonly [said: string, answer: string])[] = [
  [`How many invoices are in @${file}?`, '84'],
  ['and how many of them are overdue?', '19'],
  ['Which of them are of Alpine Dairy?', 'INV-2435, INV-2457, INV-2473, INV-2474'],
  ['What is their total net amount?', '10452'],
  [
    'Which columns are there?',
    'Invoice No., Issued on, Client, Sales Rep, Net Amount (EUR), Qty, Status',
  ],
  ['What is the total net amount in May 2024?', '16286.21'],
  ['and in June?', '12995.78'],
  ['And what was the average?', '2599.156'],
  ['Who are the top 3 clients by net amount?', 'Alpine Dairy: 40166.25'],
  ['What percentage of the invoices is paid?', '50 %'],
  ['Which statuses are there?', 'overdue, open, paid, cancelled'],
  ['How many invoices are lost?', 'it can answer "'],
]

test.skipIf(noTerminal)(
  'a talk about one file',
  async () => {
    const { seen, type, sees, code } = talk('--model offline', folder())
    await sees(/\n> $/)
    for (const [said, answer] of turns) {
      const before = seen().length
      type(`${said}\r`)
      await sees(/\n> $/)
      for (
        let tries = 0;
        tries < 600 && !/\S[\s\S]*\n> $/.test(seen().slice(before + said.length));
        tries++
      )
        await new Promise(resolve => setTimeout(resolve, 100))
      expect(seen().slice(before).replace(/\s+/g, ' '), said).toContain(answer)
    }
    type('/quit\r')
    expect(await code).toBe(0)
  },
  300_000,
)
