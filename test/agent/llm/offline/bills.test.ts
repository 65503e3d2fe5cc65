// Questions about bills, paces and changes by a percentage in many numbers, answered here by other means.
import { describe, expect, it } from 'vitest'
import { type Chance, chance, driven, says } from './kit.ts'

interface Posed {
  readonly question: string
  readonly answer: number
  /** The same with a quantity it needs left out: nothing may be answered. */
  readonly lacking?: string
}

const runner = ['train', 'cyclist', 'snail', 'ship', 'drone', 'courier']

const families: Readonly<Record<string, (chance: Chance) => Posed>> = {
  'a bill': c => {
    const [count, cents, off] = [c.whole(3, 30), c.whole(40, 900), c.whole(2, 18) * 5]
    const [price, due] = [cents / 100, (count * cents * (100 - off)) / 10000]
    const note = Math.ceil(due / 50) * 50
    const shop = c.pick(['notebooks', 'rolls', 'screws', 'T-shirts'])
    return c.pick([
      {
        question: `Ina buys ${count} ${shop} at ${price} euros each and gets ${off} % off. She pays with a ${note} euro note. How many euros does she get back?`,
        answer: note - due,
        lacking: `Ina buys ${count} ${shop} and gets ${off} % off. She pays with a ${note} euro note. How many euros does she get back?`,
      },
      {
        question: `${count} ${shop} cost ${price} EUR each, and delivery is 4.50 EUR. How much is the bill altogether?`,
        answer: (count * cents) / 100 + 4.5,
      },
      {
        question: `A kilogram of cheese costs €${price} and becomes ${off} % dearer. What do ${count} kg cost after that?`,
        answer: (count * cents * (100 + off)) / 10000,
        lacking: `Cheese becomes ${off} % dearer. What do ${count} kg cost after that?`,
      },
      {
        question: `What do ${count} adult tickets at $${price} and 4 child tickets at $3 come to, in dollars?`,
        answer: (count * cents) / 100 + 12,
      },
    ])
  },
  'going on at the same pace': c => {
    const [known, minutes, other] = [c.whole(2, 40), c.whole(5, 59), c.whole(41, 200)]
    const who = c.pick(runner)
    return {
      question: c.pick([
        `A ${who} needs ${minutes} minutes for ${known} km. At the same speed, how many minutes does it need for ${other} km?`,
        `It took a ${who} ${minutes} min to cover ${known} km. If it keeps up this pace, how many minutes will it take for ${other} km?`,
      ]),
      answer: (minutes / known) * other,
      lacking: `A ${who} keeps up its pace. How many minutes does it need for ${other} km?`,
    }
  },
  'before a change by a percentage': c => {
    const [before, share] = [c.whole(2, 60) * 20, c.whole(1, 9) * 10]
    return c.pick([
      {
        question: `After a ${share} % discount a bike costs ${(before * (100 - share)) / 100} EUR. What was the original price?`,
        answer: before,
      },
      {
        question: `A rent rose by ${share} % and is now ${(before * (100 + share)) / 100} USD. How much was it before the rise?`,
        answer: before,
      },
    ])
  },
}

describe('what things cost, and what a pace gives', () => {
  it.each(Object.entries(families))(
    '%s: right, and declined without what it needs',
    async (_, pose) => {
      const { ask } = await driven()
      for (let seed = 1; seed <= 16; seed++) {
        const { question, answer, lacking } = pose(chance(seed * 7919))
        expect([question, (await ask(question)).answer]).toEqual([
          question,
          expect.toSatisfy((said: string) => says(said, answer), `close to ${answer}`),
        ])
        if (lacking) expect([lacking, (await ask(lacking)).answer]).toEqual([lacking, undefined])
      }
    },
  )

  it('gives no change from too little', async () => {
    const { ask } = await driven()
    const { satisfied, answer, reason } = await ask(
      'Paul buys 6 pens at 2 EUR each. He pays with a 10 EUR note. How many euros does he get back?',
    )
    expect({ satisfied, answer }).toEqual({ satisfied: false, answer: undefined })
    expect(reason).toContain('ground_belief(paid) is 10 EUR')
  })

  it('puts no two prices together that nothing adds up', async () => {
    const { ask } = await driven()
    const { answer } = await ask(
      '3 pens cost 1.20 euros each and 2 books 8 euros each. How much is it altogether?',
    )
    expect(answer).toBeUndefined()
  })

  it.each([
    [
      'A tap gives 12 litres per minute. How long does it take to fill 3 cubic metres?',
      '250 minutes',
    ],
    ['How far does a car get in 90 minutes at 80 km/h?', '120 km'],
    [
      'I buy 5 pens for 1.20 EUR each and a notebook for 3.40 EUR. How much is that in total?',
      '9.4 EUR',
    ],
    ['What is 1.005 kg to two decimals in kg?', '1.01'],
  ])('prints a unit where the question names none: %s', async (question, answer) => {
    const { ask } = await driven()
    expect((await ask(question)).answer).toBe(answer)
  })
})
