// Questions about given quantities in many words and numbers, their answers computed here by other means.
import { describe, expect, it } from 'vitest'
import { type Chance, chance, driven, says } from './kit.ts'

interface Posed {
  readonly question: string
  readonly answer: number
  /** The same with a quantity it needs left out: nothing may be answered. */
  readonly lacking?: string
}

type Family = (chance: Chance) => Posed

const runner = ['train', 'cyclist', 'snail', 'ship', 'drone', 'courier']
const goods = ['apples', 'rice', 'copper wire', 'olive oil soap', 'cheese']

const families: Readonly<Record<string, Family>> = {
  'time from distance and speed': c => {
    const [distance, speed, who] = [c.whole(20, 900), c.whole(5, 120), c.pick(runner)]
    const [question, lacking] = c.pick([
      [
        `A ${who} travels ${distance} km at ${speed} km/h. How many minutes does it take?`,
        `A ${who} travels ${distance} km. How many minutes does it take?`,
      ],
      [
        `How long does a ${who} need for ${distance} km at a speed of ${speed} km per hour? Answer in minutes.`,
        `How long does a ${who} need for a trip at a speed of ${speed} km per hour? Answer in minutes.`,
      ],
      [
        `At ${speed} km/h, in how many minutes does a ${who} cover ${distance} kilometres?`,
        `At ${speed} km/h, in how many minutes does a ${who} cover the way?`,
      ],
    ] as const)
    return { question, lacking, answer: (distance / speed) * 60 }
  },
  'a clock time of two places, with its units beside it': c => {
    const [minutes, seconds, km] = [c.whole(11, 58), c.whole(10, 59), c.whole(2, 9)]
    const swims = (time: string) =>
      `Noor swims 1500 m in ${minutes}:${seconds}${time}. How many minutes does she need for ${km} km if she does not slow down?`
    return {
      question: swims(' (minutes and seconds)'),
      lacking: swims(''),
      answer: ((minutes + seconds / 60) * km) / 1.5,
    }
  },
  'distance from speed and time': c => {
    const [hours, minutes, speed] = [c.whole(1, 9), c.pick([6, 12, 15, 30, 45]), c.whole(4, 90)]
    return {
      question: c.pick([
        `How far does a ${c.pick(runner)} get in ${hours} h ${minutes} min at ${speed} km/h?`,
        `A ${c.pick(runner)} moves at ${speed} km/h for ${hours} hours and ${minutes} minutes. How many km is that?`,
      ]),
      answer: (hours + minutes / 60) * speed,
    }
  },
  'speed from a clock time': c => {
    const [hours, minutes, seconds] = [c.whole(1, 5), c.whole(10, 59), c.whole(10, 59)]
    const distance = c.decimal(5, 90, 3)
    const speed = distance / (hours + minutes / 60 + seconds / 3600)
    const rounded = Math.round(speed * 100) / 100
    return {
      question: `A runner covers ${distance} km in ${hours}:${minutes}:${seconds}. What is the average speed in km/h, ${c.pick(['to two decimals', 'rounded to two decimal places', 'rounded to 2 decimals'])}?`,
      answer: rounded,
    }
  },
  'amount from money and price': c => {
    const [price, count] = [c.decimal(0.5, 9, 2), c.whole(2, 40)]
    const money = Number((price * count).toFixed(2))
    const [question, lacking] = c.pick([
      [
        `${c.pick(goods)} cost ${price} USD per kg. How many kg can I buy for ${money} USD?`,
        `How many kg of ${c.pick(goods)} can I buy for ${money} USD?`,
      ],
      [
        `I have $${money}. One kilogram of ${c.pick(goods)} costs $${price}. How many kilograms do I get?`,
        `I have $${money}. How many kilograms of ${c.pick(goods)} do I get?`,
      ],
    ] as const)
    return { question, lacking, answer: count }
  },
  'cost from amount and price': c => {
    const [price, amount] = [c.decimal(0.5, 9, 2), c.decimal(1, 40, 1)]
    return {
      question: c.pick([
        `How much do ${amount} kg of ${c.pick(goods)} cost at ${price} EUR per kilogram?`,
        `A kilo of ${c.pick(goods)} costs €${price}. What do I pay for ${amount} kilos?`,
        `What is the price of ${amount} litres of juice at ${price} EUR a litre?`,
      ]),
      answer: price * amount,
    }
  },
  'filling with a rate': c => {
    const [rate, volume] = [c.whole(3, 60), c.whole(1, 30)]
    return {
      question: c.pick([
        `A pump moves ${rate} litres a minute; how many minutes for ${volume} cubic metres?`,
        `${volume} m3 of water run through a pipe at ${rate} litres per minute. How many minutes does that take?`,
        `A tap gives ${rate} litres of water every minute. How many minutes does it take to fill a tank of ${volume} cubic meters?`,
      ]),
      answer: (volume * 1000) / rate,
      lacking: `A pump moves water into a tank of ${volume} cubic metres. How many minutes does that take?`,
    }
  },
  'work of several': c => {
    const [workers, rate, hours] = [c.whole(2, 12), c.whole(3, 40), c.decimal(1, 9, 1)]
    return {
      question: c.pick([
        `${workers} workers paint ${rate} m2 per hour each; how many m2 in ${hours} hours?`,
        `Each of the ${workers} machines prints ${rate} pages per hour. How many pages do they print in ${hours} hours?`,
        `A robot packs ${rate} boxes an hour. How many boxes do ${workers} robots pack in ${hours} hours?`,
      ]),
      answer: workers * rate * hours,
    }
  },
  'whole containers': c => {
    const [items, size] = [c.whole(20, 900), c.whole(6, 48)]
    const [things, box] = c.pick([
      ['eggs', 'boxes'],
      ['bottles', 'crates'],
      ['pupils', 'buses'],
      ['guests', 'tables'],
    ] as const)
    const one = { boxes: 'box', crates: 'crate', buses: 'bus', tables: 'table' }[box]
    return {
      question: c.pick([
        `Each ${one} holds ${size} ${things}. How many ${box} are needed for ${items} ${things}?`,
        `${items} ${things} go into ${box} of ${size}. How many ${box} are required?`,
        `How many ${box} do we need for ${items} ${things} if a ${one} holds ${size} ${things}?`,
      ]),
      answer: Math.ceil(items / size),
      lacking: `How many ${box} are needed for ${items} ${things}?`,
    }
  },
  'full bags': c => {
    const [grams, kilos] = [c.pick([125, 250, 400, 750]), c.decimal(2, 50, 1)]
    return {
      question: `How many full ${grams} g bags can be filled from ${kilos} kg of flour?`,
      answer: Math.floor(Number(((kilos * 1000) / grams).toFixed(9))),
    }
  },
  percentages: c => {
    const [share, whole] = [c.whole(2, 95), c.whole(20, 900)]
    const base = c.pick(['EUR', 'kg', 'litres'])
    return c.pick([
      { question: `What is ${share} % of ${whole} ${base}?`, answer: (share * whole) / 100 },
      {
        question: `A rent of ${whole} EUR is raised by ${share} %. How much is the new rent?`,
        answer: whole + (share * whole) / 100,
      },
      {
        question: `A coat costs ${whole} USD. What is its price after a discount of ${share} %?`,
        answer: whole - (share * whole) / 100,
      },
      {
        question: `What percentage of ${whole} ${base} is ${share} ${base}? Round to one decimal.`,
        answer: Math.round((share / whole) * 1000) / 10,
      },
    ])
  },
  'quantities of one kind': c => {
    const [a, b, d] = [c.decimal(20, 90, 1), c.decimal(1, 19, 1), c.decimal(1, 50, 1)]
    return c.pick([
      {
        question: `Three parcels weigh ${a} kg, ${b} kg and ${d} kg. What is their total weight in kg?`,
        answer: a + b + d,
      },
      {
        question: `A rope is ${a} m long, another one ${b} m. What is the difference in length?`,
        answer: a - b,
      },
      {
        question: `A barrel holds ${a} litres. ${b} litres are taken out. How many litres are left?`,
        answer: a - b,
      },
      { question: `What is the average of ${a} kg, ${b} kg and ${d} kg?`, answer: (a + b + d) / 3 },
    ])
  },
  'pairs that belong together': c => {
    const [amount, price, wanted] = [c.whole(2, 9), c.whole(10, 60), c.whole(11, 40)]
    return {
      question: c.pick([
        `${amount} kg of ${c.pick(goods)} cost ${price} USD. How much do ${wanted} kg cost?`,
        `A shop asks ${price} EUR for ${amount} litres of oil. What do ${wanted} litres cost?`,
      ]),
      answer: (price / amount) * wanted,
    }
  },
  conversions: c => {
    const hours = c.decimal(1, 50, 1)
    return c.pick([
      { question: `How many minutes are ${hours} hours?`, answer: hours * 60 },
      { question: `Convert ${hours} km to metres.`, answer: hours * 1000 },
      { question: `What is ${hours} tonnes in kg?`, answer: hours * 1000 },
    ])
  },
}

const perFamily = 16

describe('quantities given in the question', () => {
  it.each(Object.entries(families))('%s: at least 95 % right and none wrong', async (_, pose) => {
    const { ask } = await driven()
    let right = 0
    for (let seed = 1; seed <= perFamily; seed++) {
      const { question, answer } = pose(chance(seed * 7919))
      const heard = await ask(question)
      if (heard.answer !== undefined)
        expect([question, heard.answer]).toEqual([
          question,
          expect.toSatisfy((said: string) => says(said, answer), `close to ${answer}`),
        ])
      if (heard.answer !== undefined) right += 1
    }
    expect(right).toBeGreaterThanOrEqual(0.95 * perFamily)
  })

  it('declines when a quantity that is needed is not given', async () => {
    const { ask } = await driven()
    for (const pose of Object.values(families))
      for (let seed = 1; seed <= 4; seed++) {
        const { lacking } = pose(chance(seed * 104729))
        if (lacking === undefined) continue
        const heard = await ask(lacking)
        expect([lacking, heard.answer]).toEqual([lacking, undefined])
        expect(heard.reason).toMatch(/^offline: .*configure a model with --model openai:MODEL/)
      }
  })
})

describe('a temperature', () => {
  it.each([
    ['What is 100 degrees Fahrenheit in Celsius?', '37.7777777777778'],
    ['Convert 350 degrees Fahrenheit to Celsius', '176.666666666667'],
    ['25 degrees Celsius in Kelvin', '298.15'],
    ['How many degrees Celsius are 50 degrees Fahrenheit?', '10'],
    ['100 degrees F in C', '37.7777777777778'],
    ['What is 20 deg C in deg F?', '68'],
    ['The temperature is -10 °C. What is it in Fahrenheit?', '14'],
    ['It is minus 5 degrees Celsius outside. How many Fahrenheit is that?', '23'],
    ['What is the average of -5 °C and 15 °C?', '5 °C'],
    ['What is the difference between -5 °C and 10 °C?', '15 °C'],
    ['How many radians are 90 degrees?', '1.5707963267949'],
    // a change is no place on a scale, and degrees without a scale are an angle
    ['The temperature rises by 10 °C. How much is that in °F?', undefined],
    [
      'The temperature rises 2 degrees Celsius per hour. How many degrees Fahrenheit does it rise in 3 hours?',
      undefined,
    ],
    ['What is the difference between 10 °C and 25 °C in Fahrenheit?', undefined],
    ['How many times as hot is 20 °C as 10 °C?', undefined],
    ['How many Fahrenheit are 5 degrees Celsius below zero?', undefined],
    ['It is 30 degrees outside. What is that in Fahrenheit?', undefined],
    ['What is 45 degrees in percent?', undefined],
  ])('%s %s', async (question, answer) => {
    const { ask } = await driven()
    expect((await ask(question)).answer).toBe(answer)
  })
})

describe('a decline', () => {
  it.each([
    ['What is 1000 euros at 3% interest for 5 years?', 'the word "interest" changes'],
    [
      'A coat of 80 euros is reduced by 20% and the tax is in it. What does it cost now?',
      'the word "tax" changes',
    ],
    [
      'A price of 200 euros was raised by 10% and then reduced. What is the new price?',
      'the word "then" changes',
    ],
    ['What is 20% of 15% of 1000?', 'it is not clear what the percentage is of'],
    ['How long do 9:30 and 17:15 take?', 'it is not clear whether 9:30 is a time of day'],
    [
      'How many working days are between 1 May 2024 and 10 May 2024?',
      'between two days it counts all days, and not working days',
    ],
  ])('shows nothing of how it is worked out: %s', async (question, part) => {
    const { ask } = await driven()
    const { reason } = await ask(question)
    expect(reason).toContain(part)
    expect(reason).not.toMatch(/<[pq]>/)
  })

  it.each([
    'What is the capital of France?',
    'If 6 pumps empty a pool in 8 hours, how long do 4 pumps need?',
    'A train travels 240 km at 80 km/h and then 100 km at 50 km/h. How many hours does it take?',
    'Sara is 12 years older than Tim. Together they are 40 years old. How old is Tim?',
    'After a 20 % discount and a rebate of 5 USD a coat costs 80 USD. What was the original price?',
    'How many more visitors did the museum have in 2025 than in 2024?',
    'The income in 2023 is how many times the income in 2021?',
    'Which is the total of the sheet 2023 and the sheet 2021?',
    'A train keeps its pace for 240 km. How many hours does it need for 300 km?',
    'Ann buys 6 pens at 2 EUR each for a discount of 10 % and shipping of 4 EUR. How much does she pay?',
    'A train with 12 wagons travels 240 km at 80 km/h. How many hours does it take?',
    'A rectangle is 4 m long and 5 m wide. What is its perimeter in m?',
    'A car drives twice as far as 240 km at 80 km/h. How many hours does it take?',
    'In 2019 a train travelled 240 km at 80 km/h. How many hours did it take?',
  ])('is better than a guess: %s', async question => {
    const { ask } = await driven()
    const { satisfied, answer, reason, events } = await ask(question)
    expect({ satisfied, answer }).toEqual({ satisfied: false, answer: undefined })
    expect(reason).toMatch(/^offline: .*; configure a model with --model openai:MODEL$/)
    expect(events.filter(event => event.type === 'step-started')).toEqual([])
  })
})

it.each(['What is its average speed?', 'What was its speed?', 'How fast is it?'])(
  'a speed is asked for by: %s',
  async question => {
    const { ask } = await driven()
    const { answer } = await ask(`A car drives 100 km in 4 hours. ${question}`)
    expect(answer).toBe('25 km/hour')
  },
)

describe('a sum as it is written', () => {
  it.each([
    ['What is 2+2?', '4'],
    ['1 + 2 + 3.5', '6.5'],
    ['what’s 7 - 9?', '-2'],
    ['6×7 =', '42'],
    ['10 divided by 4', '2.5'],
    ['what is 12/4', '3'],
    ['3 + 4 * 2', '11'],
    ['20 % of 50', '10'],
    ['(1+2)*3', '9'],
    ['7 - 2 - 1', '4'],
    ['What is 5 times 6?', '30'],
    ['$12 * 3', '36 $'],
    ['sqrt(16) + 2^3', '12'],
    ['3 kg + 400 g', '3.4 kg'],
  ])('%s is %s', async (question, answer) => {
    const { ask } = await driven()
    expect(await ask(question)).toMatchObject({ satisfied: true, answer })
  })

  it.each(['5 m - 3 kg', 'Is 7 - 9 negative?', '1,200 + 15 %', '2024-05-01', '12:30', '1/0'])(
    'not %s',
    async question => {
      const { ask } = await driven()
      expect(await ask(question)).toMatchObject({ satisfied: false })
    },
  )
})

describe('a structural twin', () => {
  it.each([
    [
      'A train travels 240 km at 80 km/h. How many hours does it take?',
      'How many days does a snail need to cross 1.2 km of desert at a speed of 12 m per hour?',
      '3',
      `${1200 / 12 / 24}`,
    ],
    [
      'Apples cost 2.40 USD per kg, I have 18 USD; how many kg can I buy?',
      'How many litres of oil do I get for 21 EUR at 4.20 EUR per litre?',
      '7.5',
      '5',
    ],
    [
      'What is 15 % of 80 kg?',
      'A class has 40 pupils. 35 % of them play chess. How many pupils is that?',
      '12',
      '14',
    ],
  ])('reuses the plan of the first without another generation: %s', async (first, twin, a, b) => {
    const { ask, agent } = await driven()
    const before = await ask(first)
    const after = await ask(twin)
    expect([before, after].map(heard => Number.parseFloat(heard.answer ?? ''))).toEqual([
      Number(a),
      Number.parseFloat(Number(b).toPrecision(15)),
    ])
    const selected = (events: typeof after.events) =>
      events.flatMap(event => (event.type === 'plan-selected' ? [[event.from, event.plan.id]] : []))
    const [[, plan] = []] = selected(before.events)
    expect(selected(before.events)).toEqual([['generated', plan]])
    expect(selected(after.events)).toEqual([['library', plan]])
    const asked = after.events.flatMap(event =>
      event.type === 'model-called' ? [event.purpose] : [],
    )
    expect(asked).not.toContain('deliberate')
    expect(agent.library.plans().map(({ id }) => id)).toEqual([plan])
  })
})
