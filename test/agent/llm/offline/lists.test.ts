// What stands below a heading or behind a label of a document: one value, or a list that is told as it stands.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { driven } from './kit.ts'

const folder = mkdtempSync(join(tmpdir(), 'intend-lists-'))
afterAll(() => rmSync(folder, { recursive: true }))

const minutes = `# Minutes of the allotment society, 5 March 2027

## Those present
Ada Kern, Milo Roth, Pia Lund

## Resolutions
- The hut gets a new roof for 1,900 euros.
- The gate is locked at 21:00
  from May on.

Open tasks:

1. Milo Roth: ask for offers
2. Pia Lund: paint the gate

## Next talk
7 April 2027, 18:30, room 12

Apologies: Ben Otto, Cleo Marsh

The rent is due on the third working day of each month. The hut is at Elm Street 17, 2nd floor, 80335 Munich.
It has 2 rooms and 31 square metres.
Your order number 44871 of 3 June 2026 is paid. Transfer it to IBAN DE12 3456 7890 1234 5678 90.
`
const log = '2027-05-01 08:15:44 ERROR cannot open\n2027-05-01 09:05:33 ERROR timeout\n'

async function heard(question: string, text = minutes) {
  const file = join(folder, 'notes.txt')
  writeFileSync(file, text)
  const { agent, ask } = await driven()
  return ask(question, [file]).finally(() => agent.close())
}

test.each([
  [
    'What are the resolutions?',
    '- The hut gets a new roof for 1,900 euros.\n- The gate is locked at 21:00\n  from May on.',
  ],
  ['What are the open tasks?', '1. Milo Roth: ask for offers\n2. Pia Lund: paint the gate'],
  ['List all the open tasks', '1. Milo Roth: ask for offers\n2. Pia Lund: paint the gate'],
  ['Who are the apologies?', 'Ben Otto, Cleo Marsh'],
  ['When is the next talk?', '7 April 2027'],
  ['At what time is the next talk?', '18:30'],
  ['Where is the hut?', 'Elm Street 17, 2nd floor, 80335 Munich'],
  ['How large is the hut?', '31 square metres'],
  ['What is the order number?', '44871'],
  ['What is the IBAN?', 'DE12 3456 7890 1234 5678 90'],
  // of others, or of some of them
  ['What are the tasks?', undefined],
  ['What are the closed tasks?', undefined],
  ['Who are the members?', undefined],
])('%s %s', async (question, answer) => {
  expect((await heard(question)).answer).toBe(answer)
})

test('of a list that stands twice it tells neither', async () => {
  const two = `${minutes}\n## Resolutions\n- Nobody smokes in the hut.\n`
  expect((await heard('What are the resolutions?', two)).answer).toBeUndefined()
})

test('a time of day counts nothing, and what gives no date is told', async () => {
  const counted = await heard('How many errors are there?', log)
  expect(counted.answer).toBeUndefined()
  expect(counted.reason).not.toContain('09:05')
  const due = await heard('When is the rent due?')
  expect(due.reason).toContain(
    '"The rent is due on the third working day of each month." gives no date',
  )
})
