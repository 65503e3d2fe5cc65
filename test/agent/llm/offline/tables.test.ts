// Questions about one attached table whose cells come from a seed; the answers are computed here by
// plain loops over the same rows.
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { folderWith } from './asked.ts'
import { type Chance, chance, type Driven, driven, says } from './kit.ts'

interface Row {
  readonly code: string
  readonly district: string
  readonly kind: string
  readonly weight: number
  readonly price: number
  readonly day: string
}

interface Posed {
  readonly question: string
  readonly answer: number | string | undefined
}

const districts = ['Harbour', 'Old Town', 'Eastfield', 'Mill Park', 'Northgate']
const kinds = ['letter', 'parcel', 'crate', 'tube']
const numbers = (rows: readonly Row[], of: 'weight' | 'price') => rows.map(row => row[of])
const sum = (values: readonly number[]) =>
  values.reduce((total, value) => total + Math.round(value * 100), 0) / 100
const median = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

/** The only key with the best score, or `undefined` when two share it. */
function best(scores: Readonly<Record<string, number>>, sign: 1 | -1): string | undefined {
  const [first, second] = Object.entries(scores).toSorted(([, a], [, b]) => sign * (b - a))
  return first && (!second || first[1] !== second[1]) ? first[0] : undefined
}

const byDistrict = (rows: readonly Row[], score: (of: readonly Row[]) => number) =>
  Object.fromEntries(
    Map.groupBy(rows, row => row.district)
      .entries()
      .map(([key, of]) => [key, score(of)] as const),
  )

const families: Readonly<Record<string, (rows: readonly Row[], c: Chance) => Posed>> = {
  'rows that equal a value': (rows, c) => {
    const { district, kind } = c.pick(rows)
    return c.pick([
      {
        question: `How many shipments went to ${district}?`.replace('went to', 'are from'),
        answer: rows.filter(row => row.district === district).length,
      },
      {
        question: `How many rows have the kind ${kind} and the district ${district}?`,
        answer: rows.filter(row => row.district === district && row.kind === kind).length,
      },
      {
        question: `What number of shipments is of kind "${kind}"?`,
        answer: rows.filter(row => row.kind === kind).length,
      },
    ])
  },
  'rows above and below': (rows, c) => {
    const [limit, high] = [c.whole(5, 20), c.whole(21, 35)]
    return c.pick([
      {
        question: `How many shipments have a weight above ${limit} kg?`,
        answer: rows.filter(row => row.weight > limit).length,
      },
      {
        question: `How many rows with a price of at least ${limit} are there?`,
        answer: rows.filter(row => row.price >= limit).length,
      },
      {
        question: `Count the shipments whose weight is less than ${limit}.`,
        answer: rows.filter(row => row.weight < limit).length,
      },
      {
        question: `How many shipments have a weight between ${limit} and ${high} kg?`,
        answer: rows.filter(row => row.weight >= limit && row.weight <= high).length,
      },
    ])
  },
  'sums, means and medians': (rows, c) => {
    const { district } = c.pick(rows)
    const of = rows.filter(row => row.district === district)
    return c.pick([
      { question: `What is the total weight?`, answer: sum(numbers(rows, 'weight')) },
      {
        question: `What is the sum of the prices of shipments from ${district}?`,
        answer: sum(numbers(of, 'price')),
      },
      {
        question: `What is the average price in ${district}, to two decimals?`,
        answer: Number((sum(numbers(of, 'price')) / of.length + 1e-9).toFixed(2)),
      },
      {
        question: `What is the median weight for ${district}?`,
        answer: median(numbers(of, 'weight')),
      },
    ])
  },
  'extremes and their difference': (rows, c) => {
    const { kind } = c.pick(rows)
    const of = rows.filter(row => row.kind === kind)
    return c.pick([
      { question: `What is the highest price?`, answer: Math.max(...numbers(rows, 'price')) },
      {
        question: `What is the smallest weight among rows of kind ${kind}?`,
        answer: Math.min(...numbers(of, 'weight')),
      },
      {
        question: `What is the difference between the largest and the smallest weight?`,
        answer: sum([Math.max(...numbers(rows, 'weight')), -Math.min(...numbers(rows, 'weight'))]),
      },
      {
        question: `How many different districts are there?`,
        answer: new Set(rows.map(row => row.district)).size,
      },
    ])
  },
  'the entry with an extreme': rows => ({
    question: `Which code has the highest weight?`,
    answer: best(Object.fromEntries(rows.map(row => [row.code, row.weight])), 1),
  }),
  'the group with an extreme': (rows, c) =>
    c.pick([
      {
        question: `Which district has the largest total price?`,
        answer: best(
          byDistrict(rows, of => sum(numbers(of, 'price'))),
          1,
        ),
      },
      {
        question: `Which district has the lowest average price?`,
        answer: best(
          byDistrict(rows, of => sum(numbers(of, 'price')) / of.length),
          -1,
        ),
      },
      {
        question: `Which district has the most shipments?`,
        answer: best(
          byDistrict(rows, of => of.length),
          1,
        ),
      },
    ]),
  'a year': rows => ({
    question: `What is the total price in 2023?`,
    answer: sum(
      numbers(
        rows.filter(row => row.day.startsWith('2023')),
        'price',
      ),
    ),
  }),
}

function rowsOf(c: Chance): readonly Row[] {
  return Array.from({ length: c.whole(12, 40) }, (_, index) => ({
    code: `S-${100 + index}`,
    district: c.pick(districts),
    kind: c.pick(kinds),
    weight: c.decimal(1, 40, 1),
    price: c.decimal(2, 60, 2),
    day: `${c.pick([2023, 2024])}-0${c.whole(1, 9)}-1${c.whole(0, 9)}`,
  }))
}

const csv = (rows: readonly Row[]) =>
  [
    'Code,District,Kind,Weight (kg),Price,Day',
    ...rows.map(row => Object.values(row).join(',')),
  ].join('\n')

let folder: string
let agent: Driven
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offline-tables-'))
  agent = await driven()
})

async function fileOf(rows: readonly Row[], seed: number, text = csv(rows)): Promise<string> {
  const file = join(folder, `shipments-${seed}.csv`)
  await writeFile(file, text)
  return file
}

describe('questions about an attached table', () => {
  it.each(Object.entries(families))('%s: right', async (_, pose) => {
    const heard: [
      question: string,
      answer: string | undefined,
      expected: unknown,
      reason: string,
    ][] = []
    for (let seed = 1; seed <= 4; seed++) {
      const rows = rowsOf(chance(seed * 613))
      const { question, answer } = pose(rows, chance(seed * 31337))
      if (answer === undefined) continue // two are equally good
      const { answer: said, reason } = await agent.ask(question, [await fileOf(rows, seed)])
      heard.push([question, said, answer, reason])
    }
    const right = heard.filter(([, said, answer]) => says(said, answer as number | string))
    expect(heard.filter(each => each[1] !== undefined && !right.includes(each))).toEqual([])
    expect(heard.filter(each => each[1] === undefined)).toEqual([])
  })

  it('declines when the rows or the column it needs are gone', async () => {
    for (let seed = 1; seed <= 5; seed++) {
      const rows = rowsOf(chance(seed * 613))
      const district = rows[0]!.district
      const others = await fileOf(
        rows.filter(row => row.district !== district),
        seed,
      )
      for (const question of [
        `How many shipments are from ${district}?`,
        `What is the total weight in ${district}?`,
        `What is the average price for the district ${district}?`,
      ])
        expect([question, (await agent.ask(question, [others])).answer]).toEqual([
          question,
          undefined,
        ])
      const table = csv(rows)
        .split('\n')
        .map(line => line.split(',').toSpliced(3, 1).join(','))
      const narrow = await fileOf(rows, seed, table.join('\n'))
      for (const question of ['What is the total weight?', 'Which code has the highest weight?'])
        expect([question, (await agent.ask(question, [narrow])).answer]).toEqual([
          question,
          undefined,
        ])
    }
  })

  it('answers nothing when a label occurs twice and neither a total nor an average is asked for', async () => {
    const file = await fileOf(rowsOf(chance(5)), 99)
    const { answer, satisfied } = await agent.ask('Which district has the highest price?', [file])
    expect({ answer, satisfied }).toEqual({ answer: undefined, satisfied: false })
  })

  it('declines where a word may turn what is counted, or nobody and nothing is named that could be it', async () => {
    const rows = ['concert,hall,day,seats sold,seat price', 'Gala,Old Hall,2024-01-02,80,12']
    const file = await fileOf([], 96, rows.join('\n'))
    for (const question of [
      'How many seats collapsed?',
      'How many concerts are still in the calendar?',
      'Who sold the most seats?',
      'How long did the Gala last?',
      'What were the takings of the Gala?',
      'What did the hall cost?',
    ])
      expect([question, (await agent.ask(question, [file])).answer]).toEqual([question, undefined])
    expect((await agent.ask('How many seats were sold for the Gala?', [file])).answer).toBe('80')
  })

  it('tells of two dates the one that is named, and nothing else, when it is asked when something was', async () => {
    const rows = [
      'tool,bought,serviced,price',
      'Saw,2023-02-01,2024-05-02,80',
      'Drill,2021-03-04,2024-01-09,120',
    ]
    const file = await fileOf([], 95, rows.join('\n'))
    const said = async (question: string) => (await agent.ask(question, [file])).answer
    expect(await said('When was the Drill bought?')).toBe('2021-03-04')
    expect(await said('When was the newest tool bought?')).not.toBe('Saw')
    expect(await said('When was the highest price paid?')).toBeUndefined()
  })

  it('holds one column against another, row by row, and reads headers with years, units and points', async () => {
    const rows = [
      'village,mayor,residents 2010,residents 2020,debt 2020 (kCHF),school (/50),library',
      'Aber,Lund,100,120,7,31,yes',
      'Brin,Moss,300,210,9,44,no',
      'Cair,,150,140,4,29,no',
    ]
    const file = await fileOf([], 94, rows.join('\n'))
    const said = async (question: string) => (await agent.ask(question, [file])).answer
    expect(await said('How many villages had fewer residents in 2020 than in 2010?')).toBe('2')
    expect(await said('Which village had more residents in 2020 than in 2010?')).toBe('Aber')
    expect(await said('How many more residents did Brin have in 2010 than in 2020?')).toBe('90')
    expect(await said('What was the total debt in 2020, in kCHF?')).toBe('20')
    expect(await said('What was the total debt in 2010?')).toBeUndefined()
    expect(await said('What share of the residents lived in Brin in 2010, in percent?')).toMatch(
      /^54\.5/,
    )
    expect(await said('Which village without a library had the most residents in 2020?')).toBe(
      'Brin',
    )
    expect(await said('Which village has the best school?')).toBe('Brin')
    expect(await said('Which village has the best debt?')).toBeUndefined()
  })

  it('takes a value that no column holds to be of a quantity and its price, and a turn to be of two months', async () => {
    const rows = [
      'order id,buyer,depot,month,pieces,unit price (EUR),wind temp. (°C)',
      '1,Ann,North,April,2,10,14',
      '2,Bob,North,August,1,50,9',
      '3,Bob,South,April,3,5,8',
    ]
    const file = await fileOf([], 93, rows.join('\n'))
    const said = async (question: string) => (await agent.ask(question, [file])).answer
    expect(await said("Which buyer's orders have the highest total value?")).toBe('Bob')
    expect(await said('At which depot was the highest wind temperature measured?')).toBe('North')
    const turn = 'By how much did the wind temperature in the North'
    expect(await said(`${turn} drop between April and August?`)).toBe('5')
    expect(await said(`${turn} rise between April and August?`)).toBeUndefined()
  })

  it('counts each row of a register as an item, and names no owner of two animals of one name', async () => {
    const register = ['inv. no.,item,room', 'A1,desk,east', 'A2,desk,west', 'A3,lamp,east']
    const items = await fileOf([], 92, register.join('\n'))
    expect((await agent.ask('How many items are in the east room?', [items])).answer).toBe('2')
    const rows = ['visit no.,animal,owner,weight', '1,Luna,Ek,4', '2,Luna,Voss,', '3,Rex,Ek,']
    const visits = await fileOf([], 91, rows.join('\n'))
    const said = async (question: string) => (await agent.ask(question, [visits])).answer
    expect(await said('Who is the owner of Rex?')).toBe('Ek')
    expect(await said('Who is the owner of Luna?')).toBeUndefined()
    expect(await said('In how many visits is the weight missing?')).toBe('2')
  })

  it('takes the most to be of what a column counts, of rows where they are named, and adds up no prices', async () => {
    const rows = ['customer,item,quantity,price', 'Ann,tent,1,10', 'Ann,tent,1,10', 'Bob,tent,9,10']
    const orders = await fileOf([], 9, rows.join('\n'))
    const most = async (what: string) =>
      (await (await driven()).ask(`Which customer ${what}?`, [orders])).answer
    expect(await most('ordered the most')).toBe('Bob')
    expect(await most('ordered the most tents')).toBe('Bob')
    expect(await most('has the most rows')).toBe('Ann')
    expect(await most('spent the most')).toBeUndefined()
  })

  it('takes a month for no row, an order for more than its price, how it was done for nothing told', async () => {
    const rows = [
      'order no,date,buyer,product,sort,price (EUR),total (EUR),temp_c',
      'A1,2024-04-03,Ann,mug,cups,60,120,20.5',
      'A2,2024-05-04,Bob,throw,wool,90,90,31.9',
      'A3,2024-05-05,Bob,bowl,cups,30,60,30.1',
      'A4,2024-06-05,Ann,bowl,cups,110,110,12',
    ]
    const file = await fileOf([], 90, rows.join('\n'))
    const said = async (question: string) => (await agent.ask(question, [file])).answer
    expect(await said('Which month had the highest total?')).toBe('2024-05')
    expect(await said('How many orders were over 100 euros?')).toBe('2')
    expect(await said('How many readings were above 30 degrees?')).toBe('2')
    expect(await said('How many orders were placed during May 2024?')).toBe('2')
    expect(await said('Which cups products were ordered?')).toBe('mug, bowl')
    expect(await said('How did Ann pay for order A1?')).toBeUndefined()
    expect(await said('How many kilometres did I row?')).toBeUndefined()
    const spots = await fileOf([], 89, 'date,spot,kg\n2023-09-01,low,10\n2023-09-02,high,20')
    expect((await agent.ask('What was the total reading?', [spots])).answer).toBeUndefined()
  })

  it('tells lists as they stand there, denies a column by its name, and counts numbers of invoices, which it does not add up', async () => {
    const rows = ['Invoice,Customer,Amount,Paid', '1007,Zed,120.5,yes', '1009,Acme,300,no']
    const file = await fileOf([], 88, [...rows, '1001,Moss,99.9,no'].join('\n'))
    const asked = (question: string) => agent.ask(question, [file])
    expect((await asked('Which customers are there?')).answer).toBe('Zed, Acme, Moss')
    expect((await asked('Which customers are unpaid?')).answer).toBe('Acme, Moss')
    expect((await asked('What is the total unpaid amount?')).answer).toBe('399.9')
    expect((await asked('How many invoices are unpaid?')).answer).toBe('2')
    // what is proposed is near to what was asked
    const proposed = /it can answer "([^"]+)"/.exec((await asked('Who owes the amount?')).reason)
    expect(proposed![1]).toBe('What is the average Amount?')
  })

  it('tells a car by its model, and two cars of a name as two', async () => {
    const models = 'stock_no,make,model,price\nA1,VW,Golf,24.90\nA2,VW,Polo,30.50\n'
    const cars = 'stock_no,car,price\nA1,Golf,24\nA2,Golf,30\nA3,Polo,31\n'
    const folder = folderWith({ 'models.csv': models, 'cars.csv': cars })
    const asked = async (file: string, question: string) =>
      (await agent.ask(question, [join(folder, file)])).answer
    expect(await asked('models.csv', 'Which row has the lowest price?')).toBe('Golf')
    expect(await asked('cars.csv', 'How many different cars are there?')).toBe('2')
    expect(await asked('cars.csv', 'How many cars are there?')).toBe('3')
  })

  it('reads short headers in full where they are two ends', async () => {
    const rows = ['day,Min temp,Max temp', 'Monday,12.4,24.9', 'Tuesday,11,22.5']
    const file = await fileOf([], 87, rows.join('\n'))
    const said = async (question: string) => (await agent.ask(question, [file])).answer
    expect(await said('What was the maximum temperature on Monday?')).toBe('24.9')
    expect(await said('What was the min temp on Tuesday?')).toBe('11')
    expect(await said('What is the average minimum temperature?')).toBe('11.7')
    expect(await said('Which day had the highest maximum temperature?')).toBe('Monday')
  })

  it('reuses the plan for another table of the same structure', async () => {
    const { ask } = await driven()
    const first = await fileOf(rowsOf(chance(6)), 6)
    const rows = ['Team;Player;Goals', 'Reds;Ann;4', 'Blues;Bo;7', 'Reds;Cy;5', 'Blues;Di;1']
    const second = await fileOf([], 7, rows.join('\n'))
    await ask('What is the total weight in Harbour?', [first])
    const { answer, events } = await ask('How many goals altogether for the Reds?', [second])
    expect(answer).toBe('9')
    expect(events.flatMap(event => (event.type === 'plan-selected' ? [event.from] : []))).toEqual([
      'library',
    ])
    expect(
      events.some(event => event.type === 'model-called' && event.purpose === 'deliberate'),
    ).toBe(false)
  })

  it('takes every number from the table tool, verified as computed or derived', async () => {
    const { ask, agent: own } = await driven()
    await ask('What is the difference between the largest and the smallest weight?', [
      await fileOf(rowsOf(chance(8)), 8),
    ])
    const beliefs = own.state().groundBeliefs.get('1')!
    const provenance = Object.fromEntries(
      ['largest', 'smallest', 'result', 'final_answer'].map(name => [
        name,
        beliefs.get(name)?.at(-1)?.provenance,
      ]),
    )
    expect(provenance).toEqual({
      largest: 'computed',
      smallest: 'computed',
      result: 'derived',
      final_answer: 'derived',
    })
  })
})
