// Periods told from the day a question is asked on: this month, last year, yesterday.
import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../../support/model.ts'
import { driven } from './kit.ts'

const folder = temporaryFolder()
const file = folder.path('jobs.csv')
writeFileSync(
  file,
  `job,garage,opened,closed,cost
A1,North,2030-12-28,2031-01-05,100
A2,South,2031-01-02,2031-01-14,40
A3,North,2031-01-15,,250
A4,North,2031-01-16,,60
A5,East,2031-02-03,,75
`,
)

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-01-16T12:00') }))
afterAll(() => void vi.useRealTimers())

test.each([
  ['How many jobs were opened this month?', '3'],
  ['How many jobs were opened in the current month?', '3'],
  ['How many jobs were opened last month?', '1'],
  ['How many jobs were opened next month?', '1'],
  ['What is the total cost of the jobs opened this year?', '425'],
  ['What is the total cost of the jobs opened last year?', '100'],
  ['What is the total cost of the jobs opened this quarter?', '425'],
  ['How many jobs were opened today?', '1'],
  ['How many jobs were opened yesterday?', '1'],
  ['Which jobs were opened this week?', 'A3, A4'],
  ['What is the total cost per garage of the jobs opened this month?', 'North: 310, South: 40'],
  // nothing to go by, or two readings
  ['How many jobs were opened tomorrow?', undefined],
  ['How many jobs were opened since last month?', undefined],
  ['How many jobs were opened by the end of this month?', undefined],
  ['How many jobs were opened this month and last month?', undefined],
  ['How many jobs are there this month?', undefined],
  ['How many jobs were opened later this month?', undefined],
])('%s %s', async (question, answer) => {
  const { ask } = await driven()
  expect((await ask(question, [file])).answer).toBe(answer)
})
