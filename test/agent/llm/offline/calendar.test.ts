// Questions about days of the calendar, without a file.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { driven } from './kit.ts'

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-01-16T12:00') }))
afterAll(() => void vi.useRealTimers())

test.each([
  ['How many days are between 2031-02-20 and 2031-03-01?', '9 days'],
  ['How many days are between 2031-03-01 and 2031-02-20?', '9 days'],
  ['How many days is it from 20 February 2032 to 1 March 2032?', '10 days'],
  ['How many days are left until 1 February 2031?', '16 days'],
  ['How many days have passed since December 25th, 2030?', '22 days'],
  ['What is the date 30 days after 2031-01-16?', '2031-02-15'],
  ['What date is three weeks before 2 February 2031?', '2031-01-12'],
  ['Which day is 1 month after 31 January 2031?', '2031-02-28'],
  ['What date is it 10 days from today?', '2031-01-26'],
  ['What day of the week was 20 July 1969?', 'Sunday'],
  ['What weekday is it today?', 'Thursday'],
  ['What day is it today?', '2031-01-16'],
  ["What is today's date?", '2031-01-16'],
  // without a year the next such day, or the last one
  ['How many days until Christmas?', '343 days'],
  ['How many days until 10 January?', '359 days'],
  ['How many days since 10 January?', '6 days'],
  ['How many days are between 1 March and 15 March?', '14 days'],
  ['How many days is it from 20 December to 5 January?', '16 days'],
  ['How many days is it from 1 March to 15 March 2033?', '14 days'],
  ['What day of the week is Christmas?', 'Thursday'],
  ['How old is someone born on 3 May 1990?', '40 years'],
  ['What date is 30 days after 5 March?', undefined],
  // several days, two days, another count, or none
  ['How many days are between May 2031 and June 2031?', undefined],
  ['How many days are left until 02/03/2031?', undefined],
  ['How many working days are left until 1 February 2031?', undefined],
  ['How many days are left until the end of January 2031?', undefined],
  ['How many days are there from 1 May 2031 to 31 May 2031 inclusive?', undefined],
  ['What date is several weeks after 2031-01-16?', undefined],
  ['What day of the week is the meeting?', undefined],
])('%s %s', async (question, answer) => {
  const { ask } = await driven()
  expect((await ask(question)).answer).toBe(answer)
})

test.each([
  ['How long is it from 9:45 to 17:20?', '455 minutes'],
  ['How many hours are there between 9 am and 5:30 pm?', '8.5'],
  ['How long is it from 22:00 to 6:00?', '8 hours'],
  ['How long is it from noon to midnight?', '12 hours'],
  // in the morning or in the afternoon
  ['How long is it from 9:45 to 5:20?', undefined],
  ['How long is it from 1:15 to 5 pm?', undefined],
  ['How long is it from 25:00 to 26:00?', undefined],
])('%s %s', async (question, answer) => {
  const { ask } = await driven()
  expect((await ask(question)).answer).toBe(answer)
})

test('asked again on another day, the day is another one', async () => {
  const { ask } = await driven()
  const question = 'How many days are left until 1 February 2031?'
  expect((await ask(question)).answer).toBe('16 days')
  vi.setSystemTime('2031-01-30T12:00')
  expect((await ask(question)).answer).toBe('2 days')
})
