// Sums as they are written, one after the other with one library: none is worked out as another was.
import { expect, test } from 'vitest'
import { createAgent } from '../../../../agent/create-agent.ts'

test('each is worked out by its own signs, whatever plan worked before', async () => {
  const agent = await createAgent({ model: 'offline', env: {} })
  const sums = [
    ['What is 12 * 12?', '144'],
    ['What is 7 / 4?', '1.75'],
    ['What is 100 - 3?', '97'],
    ['What is 100 + 3?', '103'],
    ['Compute 3 × 4', '12'],
    ['What is 20 ÷ 8?', '2.5'],
    ['What is (2 + 3) * 4?', '20'],
    ['What is 2 + (3 * 4)?', '14'],
    ['What is 4 * (2 + 3)?', '20'],
    ['8 / 2 / 2', '2'],
    ['10 - (2 + 3)', '5'],
    ['What is 9 * 11?', '99'],
    ['What is 3 hours 45 minutes minus 1 hour 50 minutes?', '115 minutes'],
    ['What is 1,5 + 2,5?', '4'],
    ['What is 1,500 + 2,500?', '4000'],
    ['What is 10 -3?', '7'],
    ['What is half of 250?', '125'],
    ['two thirds of 90 km', '60 km'],
    ['What is a quarter of 1,000?', '250'],
    ['What is 3/4 of 120?', '90'],
    ['square root of 144', '12'],
    ['What is 12 squared?', '144'],
    ['Split 84 euros between 4 people', '21 euros'],
    ['What is 10% more than 200?', '220'],
    ['25 % less than 80 euros', '60 euros'],
    ['15% tip on 64 dollars', '9.6 dollars'],
    ['What is the price without VAT if it is 119 euros with 19% VAT?', '100 euros'],
    ['A meal costs 55 euros including a 10% tip. What was the price before the tip?', '50 euros'],
    ['The net price is 200 euros. How much is it with 19% VAT?', '238 euros'],
  ] as const
  const said: (readonly [string, string | undefined])[] = []
  for (const [question] of sums) said.push([question, (await agent.ask(question)).answer])
  agent.close()
  expect(said).toEqual(sums)
})

test.each([
  ['What is 12 - 5%?', 'it is not clear what the 5 % are of'],
  ['What is 1/0?', 'division by zero: 1 by 0'],
  ['What is 1,5 + 2.5?', 'a comma within a number can be read in two ways'],
  ['What is 1,500 + 2,5?', 'a comma within a number can be read in two ways'],
  ['What is 9:30 plus 2 hours?', 'it is not clear whether 9:30 is a time of day'],
  ['What is 5 km + 3 hours?', 'cannot add length (km) and time (hours)'],
])('says why it does not work out %s', async (question, reason) => {
  const agent = await createAgent({ model: 'offline', env: {} })
  const heard = await agent.ask(question)
  agent.close()
  expect(heard.answer).toBeUndefined()
  expect(heard.reason).toContain(`offline: ${reason}`)
})
