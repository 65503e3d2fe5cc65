// A session: what a question established and what was asked are there for the next one.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { apply, emptyState } from '../../../agent/apply.ts'
import type { Event } from '../../../agent/event.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { scripted } from '../../../agent/llm/replay/scripted.ts'
import { outcomeOf } from '../../../harness/run/outcome.ts'
import { groundsIn } from '../../../harness/session/grounds.ts'
import { points } from '../../../harness/session/points.ts'
import { openSession, previousAnswer } from '../../../harness/session/session.ts'
import { whyLines } from '../../../harness/session/why.ts'
import { confidenceOn } from '../../../phases/satisfy/confidence.ts'
import { webSearch } from '../../../tools/search.ts'
import {
  answer,
  crates,
  formalize,
  perceive,
  planOf,
  query,
  question,
  say,
  sum,
} from '../../support/crates.ts'

const { folder, file } = crates()

const reply = (depot: string) =>
  say({ perceive: perceive(depot), formalize, deliberate: planOf(sum(), answer) })

test('a question that goes on from the one before is put beside it', async () => {
  const wire = scripted([reply('Alder'), reply('Birch'), reply('Birch')])
  const session = await openSession('self-aware', {
    model: createProvider(wire, { converses: true }),
  })
  try {
    const { signal } = new AbortController()
    expect(await session.ask(question, [file], signal)).toMatchObject({ answer: '19' })
    const second = await session.ask('and of the depot Birch?', [file], signal)
    expect(second).toMatchObject({ answer: '30' })
    await session.ask('and again?', [file], signal)
    const told = wire.requests.map(({ messages }) => messages.at(-1)!.content)
    expect(told[0]).not.toContain('# The messages before')
    expect(told[1]).toContain(`# The messages before\n${question}\n→ 19\n\n`)
    expect(told[2]).toContain(`${question}\n→ 19\nand of the depot Birch?\n→ 30\n\n`)
  } finally {
    session.agent.close()
  }
})

test('what is branched off at the end of a question has what that established', async () => {
  const events: Event[] = []
  const session = await openSession('self-aware', {
    model: createProvider(scripted([reply('Alder'), reply('Birch')]), { converses: true }),
    onEvent: event => events.push(event),
  })
  try {
    const { signal } = new AbortController()
    await session.ask(question, [file], signal)
    await session.ask('and of the depot Birch?', [file], signal)
    const held = points(events)
      .filter(({ name }) => !name.includes('.'))
      .map(({ after }) => events.slice(0, after).reduce(apply, emptyState()))
      .map(state => state.groundBeliefs.get('session')?.get(previousAnswer)?.at(-1)?.value)
    expect(held).toEqual([19, 30])
  } finally {
    session.agent.close()
  }
})

test('of messages further back the next one is told what they asked', async () => {
  const wire = scripted(['Alder', 'Birch', 'Cedar', 'Alder', 'Birch'].map(reply))
  const session = await openSession('self-aware', {
    model: createProvider(wire, { converses: true }),
  })
  try {
    const { signal } = new AbortController()
    for (const depot of ['Alder', 'Birch', 'Cedar', 'Alder', 'Birch'])
      await session.ask(`What do the crates of ${depot} weigh?`, [file], signal)
    const told = wire.requests.at(-1)!.messages.at(-1)!.content
    expect(told).toContain(
      `# The messages before\nWhat do the crates of Alder weigh? → …\nWhat do the crates of Birch weigh?\n→ 30\n`,
    )
  } finally {
    session.agent.close()
  }
})

test('a thing to remember is taken in without reading the files of the session again', async () => {
  const remembered = say({
    perceive: {
      schemaBeliefs: ['task requires a fact to be remembered'],
      groundBeliefs: [{ name: 'keeper', value: 'Ines' }],
      answerContract: { kind: 'text' },
    },
    formalize: { type: 'remember_fact' },
    deliberate: planOf({ ...answer, expression: 'Noted: {keeper} keeps the crates.' }),
  })
  const wire = scripted([reply('Alder'), remembered])
  const session = await openSession('self-aware', {
    model: createProvider(wire, { converses: true }),
  })
  try {
    const { signal } = new AbortController()
    await session.ask(question, [file], signal)
    const noted = await session.ask('Remember that Ines keeps the crates.', [file], signal)
    expect(noted).toMatchObject({ answer: 'Noted: Ines keeps the crates.' })
    const told = whyLines(session.agent.state(), '2').join('\n')
    expect(told).toContain('keeper = Ines: you said so, in the question')
    const column = whyLines(session.agent.state(), '1', 'value_column')
    expect(column).toEqual(['  value column = weight: it stands in crates.csv'])
  } finally {
    session.agent.close()
  }
})

test('what was read in a file that has changed is believed no longer, and the answer before is told as of then', async () => {
  const { file: own } = crates()
  const wire = scripted([reply('Alder'), reply('Birch'), reply('Birch')])
  const onChanged = vi.fn()
  const model = createProvider(wire, { converses: true })
  const session = await openSession('self-aware', { model, onChanged })
  const held = () => session.agent.state().groundBeliefs.get('session')?.keySeq().toArray() ?? []
  try {
    const { signal } = new AbortController()
    await session.ask(question, [own], signal)
    expect(held()).toEqual(expect.arrayContaining(['total', 'previous_answer', 'filter_value']))
    writeFileSync(own, readFileSync(own, 'utf8').replace('12', '11'))
    const second = await session.ask('and of the depot Birch?', [own], signal)
    expect(second).toMatchObject({ answer: '30' })
    expect(onChanged.mock.calls).toEqual([[['crates.csv']]])
    const told = wire.requests.at(-1)!.messages.at(-1)!.content
    expect(told).toContain('→ 19 (before crates.csv changed)')
    expect(told).not.toMatch(/^- (?:total|previous_answer) = /m)
    expect(told).toContain('- filter_value = Alder')
  } finally {
    session.agent.close()
  }
})

test.each([
  [
    'a second condition',
    'And of those the ones of which billable is yes?',
    [
      { name: 'second_filter_column', value: 'billable' },
      { name: 'second_filter_value', value: 'yes' },
    ],
    `AND "{second_filter_column}" = '{second_filter_value}'`,
    '12',
  ],
  [
    'several values',
    'And of the depots Alder and Birch together?',
    [{ name: 'filter_values', value: ['Alder', 'Birch'] }],
    `OR "{filter_column}" IN ({filter_values})`,
    '49',
  ],
])(
  '%s takes a plan of its own, whatever it is called',
  async (_, asked, more, condition, wanted) => {
    const own = join(folder, 'crates.csv')
    writeFileSync(
      own,
      'depot,weight,billable\nAlder,12,yes\nAlder,7,no\nBirch,30,yes\nCedar,4,no\n',
    )
    const { groundBeliefs, ...perceived } = perceive('Alder')
    const { input, name } = query()
    const second = say({
      perceive: { ...perceived, groundBeliefs: [...groundBeliefs, ...more] },
      formalize,
      deliberate: planOf(
        sum({ tool: { name, input: { ...input, sql: `${input.sql} ${condition}` } } }),
        answer,
      ),
    })
    const wire = scripted([reply('Alder'), second])
    const session = await openSession('self-aware', {
      model: createProvider(wire, { converses: true }),
    })
    try {
      const { signal } = new AbortController()
      expect(await session.ask(question, [own], signal)).toMatchObject({ answer: '19' })
      expect(await session.ask(asked, [own], signal)).toMatchObject({ answer: wanted })
    } finally {
      session.agent.close()
    }
  },
)

test('a file that nobody named is none of what is believed', async () => {
  const note = join(folder, 'note.txt')
  writeFileSync(note, 'Spring.\n')
  const wire = scripted([reply('Alder'), reply('Birch')])
  const session = await openSession('self-aware', {
    model: createProvider(wire, { converses: true }),
  })
  try {
    const { signal } = new AbortController()
    await session.ask(question, [file, note], signal)
    await session.ask('and of the depot Birch?', [file, note], signal)
    const told = wire.requests.at(-1)!.messages.at(-1)!.content
    expect(told).toContain('- file = crates.csv\n')
    expect(told).not.toContain('file_2')
  } finally {
    session.agent.close()
  }
})

test('the answer before is believed in the unit it was asked for in', async () => {
  const litres = say({
    perceive: {
      schemaBeliefs: ['task requires a quantity in another unit'],
      groundBeliefs: [{ name: 'quantity', value: 2, unit: 'US gallons' }],
      answerContract: { kind: 'number', unit: 'litres', decimals: 2 },
    },
    formalize: { type: 'quantity_in_another_unit' },
    deliberate: {
      goal: 'the quantity in another unit',
      steps: [{ ...answer, expression: 'quantity' }],
    },
  })
  const wire = scripted([litres, litres])
  const session = await openSession('self-aware', {
    model: createProvider(wire, { converses: true }),
  })
  try {
    const { signal } = new AbortController()
    await session.ask('How many litres are 2 US gallons?', [], signal)
    await session.ask('and how many are 2 US gallons again?', [], signal)
    const told = wire.requests.at(-1)!.messages.at(-1)!.content
    expect(told).toMatch(/- previous_answer = 7\.57\d* litres\n/)
  } finally {
    session.agent.close()
  }
})

test('the day a question was asked on is not the day of the next', async () => {
  const left = say({
    perceive: {
      schemaBeliefs: ['task requires the days left of a month'],
      groundBeliefs: [{ name: 'today', value: '2031-05-05' }],
      answerContract: { kind: 'number' },
    },
    formalize: { type: 'days_left_of_month' },
    deliberate: {
      goal: 'the days left of the month',
      steps: [{ ...answer, expression: '31 - day(today)' }],
    },
  })
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-05-05T12:00') })
  const wire = scripted([left, left])
  const session = await openSession('self-aware', {
    model: createProvider(wire, { converses: true }),
    tools: [],
  })
  try {
    const { signal } = new AbortController()
    expect(await session.ask('How many days are left?', [], signal)).toMatchObject({ answer: '26' })
    vi.setSystemTime('2031-05-20T12:00')
    expect(await session.ask('How many today?', [], signal)).toMatchObject({ answer: '11' })
    const told = wire.requests.at(-1)!.messages.at(-1)!.content
    expect(told).toContain('# Today\nTuesday, 2031-05-20')
    expect(told).not.toContain('2031-05-05')
  } finally {
    vi.useRealTimers()
    session.agent.close()
  }
})

test('what goes on from an answer is as sure as that, says what it rests on, and reads no file again', async () => {
  const going = (beliefs: readonly object[], expression: string) =>
    say({
      perceive: {
        schemaBeliefs: ['task requires a part of an earlier answer'],
        groundBeliefs: beliefs,
        answerContract: { kind: 'number' },
      },
      formalize: { type: `part_of_earlier_answer_${expression.length}` },
      deliberate: {
        goal: 'a part of an earlier answer',
        steps: [{ ...answer, expression }],
      },
    })
  const wire = scripted([
    reply('Alder'),
    going([], 'previous_answer / 2'),
    going([{ name: 'divisor', value: 5 }], 'previous_answer / divisor'),
    going(
      [
        { name: 'amount', value: 1.9 },
        { name: 'addend', value: 3 },
      ],
      'amount + addend',
    ),
    going(
      [
        { name: 'amount', value: 4.9 },
        { name: 'addend', value: 2 },
      ],
      'amount + addend',
    ),
    going([{ name: 'parts', value: 5 }], 'previous_answer / parts'),
  ])
  const session = await openSession('self-aware', {
    model: createProvider(wire, { converses: true }),
  })
  try {
    const { signal } = new AbortController()
    const ask = async (text: string) => {
      const asked = await session.ask(text, [file], signal)
      const state = session.agent.state()
      return { ...asked, why: whyLines(state, state.intentionHistory.last()!.intention).join('\n') }
    }
    const first = await ask(question)
    const half = await ask('and half of that?')
    const quarter = await ask('and of that divided by 5?')
    const more = await ask('and 3 more than that?')
    const last = await ask('and 2 more?')
    expect([half, quarter, more, last].map(each => each.answer)).toEqual([
      '9.5',
      '1.9',
      '4.9',
      '6.9',
    ])
    for (const each of [half, quarter, more]) {
      expect(each.confidence).toBe(first.confidence)
      expect(each.why).toContain('SUM')
      expect(each.why).not.toMatch(/nothing shows it/)
    }
    // an amount that is the sum of before is not made of itself
    expect(last.why).toContain('amount = 4.9: it follows from what came before')
    expect(last.why).not.toMatch(/amount = 4.9: worked out|nothing shows it/)
    expect(wire.requests).toHaveLength(5)
    // the 5 of an earlier question is another one
    const guessed = await ask('and for each of them?')
    expect(guessed.why).toContain('parts = 5: your question does not say it in these words')
  } finally {
    session.agent.close()
  }
})

test('what the model says beside an answer is told as its words', async () => {
  const caveat = 'Crates that came this week are not among the 19 of Alder.'
  const said = (depot: string, caveat: string) =>
    JSON.stringify({ ...JSON.parse(reply(depot)), caveat })
  const told = said(
    'Alder',
    'Crates that came this week are not among the {total} of {filter_value}.',
  )
  const session = await openSession('self-aware', {
    model: createProvider(
      scripted([
        told,
        said('Birch', 'There were 77 before. Of {total:1} none is counted twice. {nobody} knows.'),
        said('Cedar', 'There were 77 before.'),
        say({
          ...JSON.parse(said('Birch', 'A year is taken as 52 weeks, and not as 53.')),
          formalize: { type: 'sum_of_rows_a_week' },
          deliberate: planOf(sum(), { ...answer, expression: 'total / 52' }),
        }),
        say({
          ...JSON.parse(said('Cedar', 'A year is taken as 52 weeks.')),
          formalize: { type: 'sum_of_rows_a_week' },
          deliberate: planOf(sum(), { ...answer, expression: 'total / 52' }),
        }),
      ]),
      {
        converses: true,
      },
    ),
  })
  try {
    const { signal } = new AbortController()
    await session.ask(question, [file], signal)
    expect(outcomeOf(session.agent.state(), '')).toMatchObject({ answer: '19', caveat })
    await session.ask('and of the depot Birch?', [file], signal)
    const rest = 'Of 30.0 none is counted twice.'
    expect(outcomeOf(session.agent.state(), '')).toMatchObject({ caveat: rest })
    await session.ask('and of the depot Cedar?', [file], signal)
    expect(outcomeOf(session.agent.state(), '')).not.toHaveProperty('caveat')
    await session.ask('and of Birch a week, through the year?', [file], signal)
    expect(outcomeOf(session.agent.state(), '')).not.toHaveProperty('caveat')
    await session.ask('and of Cedar?', [file], signal)
    const taken = 'A year is taken as 52 weeks.'
    expect(outcomeOf(session.agent.state(), '')).toMatchObject({ caveat: taken })
  } finally {
    session.agent.close()
  }
})

test('of what a search gave, the hit that was quoted is named under the answer', async () => {
  const hit = (title: string, text: string) => ({ title, url: `https://${title}.test/_(a)`, text })
  const quote = 'The lamp was lit in 1913.'
  const found = { name: 'keys', search: async () => [hit('one', 'A lamp.'), hit('two', quote)] }
  const sections = {
    perceive: {
      schemaBeliefs: ['task requires the year of an event'],
      groundBeliefs: [{ name: 'event', value: 'the lamp' }],
      answerContract: { kind: 'number' },
    },
    formalize: { type: 'year_of_event' },
    deliberate: {
      goal: 'the year of an event',
      steps: [
        { id: 's1', kind: 'read', description: 'the year of {event}', writes: [{ role: 'year' }] },
        { ...answer, expression: 'year' },
      ],
    },
  }
  const belief = { name: 'year', value: 1913, evidence: { call: 'c1', quote } }
  const wire = scripted([
    { text: JSON.stringify(sections), calls: [{ name: 'web_search', input: { query: 'lamp' } }] },
    say({ results: { s1: { newGroundBeliefs: [belief] } } }),
  ])
  const session = await openSession('self-aware', {
    model: createProvider(wire, { converses: true }),
    tools: [webSearch([found])],
  })
  try {
    const { signal } = new AbortController()
    const asked = await session.ask('When was the lamp lit?', [], signal)
    expect(asked.answer).toBe('1913')
    expect(groundsIn(session.agent.state(), '1', 1)).toEqual({
      since: [],
      from: ['from https://two.test/_(a)'],
    })
  } finally {
    session.agent.close()
  }
})

test('what a query was filled with is told with where it was read', async () => {
  const terms = join(folder, 'terms.txt')
  writeFileSync(terms, 'Of 2026\nA kilo of what is stored costs 3 a month.\n')
  const quote = 'A kilo of what is stored costs 3 a month.'
  const { groundBeliefs, ...perceived } = perceive()
  const fee = {
    id: 's0',
    kind: 'read',
    description: 'the price of a kilo in {terms_file}',
    writes: [{ role: 'price', type: 'number' }],
  }
  const { name, input } = query()
  const sql = input.sql.replace('"{value_column}"', '"{value_column}" * {price}')
  const wire = scripted([
    say({
      perceive: {
        ...perceived,
        groundBeliefs: [...groundBeliefs, { name: 'terms_file', value: 'terms.txt' }],
      },
      formalize,
      deliberate: planOf(fee, sum({ tool: { name, input: { ...input, sql } } }), answer),
      results: {
        s0: { newGroundBeliefs: [{ name: 'price', value: 3, evidence: { call: 'c1', quote } }] },
      },
    }),
  ])
  const session = await openSession('self-aware', {
    model: createProvider(wire, { converses: true }),
  })
  try {
    const { signal } = new AbortController()
    const asked = await session.ask('What does storing Alder cost?', [file, terms], signal)
    expect(asked.answer).toBe('57')
    const state = session.agent.state()
    expect(groundsIn(state, '1', 2).from).toEqual(['from crates.csv and terms.txt'])
    const [, , total, price, ...others] = whyLines(state, '1')
    expect(total).toMatch(/^ {4}total = 57: the tool table gives it from crates.csv: .*\* 3/)
    expect(price).toBe(`      price = 3: read with read_file from terms.txt, line 2: "${quote}"`)
    expect(others).toEqual([expect.stringMatching(/% sure/)])
  } finally {
    session.agent.close()
  }
})

test('of an answer of several lines the reasons begin with its first, and tell what fills it', async () => {
  const expression = 'Weighed:\n{filter_value}: {total} kg'
  const wire = scripted([
    say({
      perceive: { ...perceive(), answerContract: { kind: 'text' } },
      formalize,
      deliberate: planOf(sum(), { ...answer, expression }),
    }),
  ])
  const session = await openSession('self-aware', {
    model: createProvider(wire, { converses: true }),
  })
  try {
    const asked = await session.ask(question, [file], new AbortController().signal)
    expect(asked.answer).toBe('Weighed:\nAlder: 19 kg')
    const [said, how, ...filled] = whyLines(session.agent.state(), '1')
    expect([said, how]).toEqual([
      'Weighed: …',
      '  final answer: a text of several lines, filled with',
    ])
    expect(filled.map(line => line.split(':')[0])).toContain('    total = 19')
  } finally {
    session.agent.close()
  }
})

describe('a follow-up that states a value anew', () => {
  const at = (value: number) => ({ name: 'speed', value, unit: 'km/h' })
  const travelled = (
    speed: ReturnType<typeof at>,
    expression: string,
    contract: object = { unit: 'km' },
  ) => ({
    perceive: {
      schemaBeliefs: ['task requires the distance travelled at a speed'],
      groundBeliefs: [{ name: 'time', value: 3, unit: 'h' }, speed],
      answerContract: { kind: 'number', ...contract },
    },
    formalize: { type: 'distance_travelled' },
    deliberate: {
      goal: 'the distance travelled',
      steps: [{ ...answer, reads: expression.match(/[a-z_]{4,}/g), expression }],
    },
  })
  const follow = async (question: string, ...replies: readonly object[]) => {
    const first = travelled(at(18), 'speed * time')
    const wire = scripted([first, ...replies].map(say))
    const session = await openSession('self-aware', {
      model: createProvider(wire, { converses: true }),
    })
    try {
      const { signal } = new AbortController()
      await session.ask('A car travels 18 km/h for 3 h, how far?', [], signal)
      const { answer, confidence } = await session.ask(question, [], signal)
      const conflicts = outcomeOf(session.agent.state(), '').conflicts!
      return {
        answer,
        confidence,
        conflicts,
        asked: wire.requests.at(-1)!.messages.at(-1)!.content,
      }
    } finally {
      session.agent.close()
    }
  }
  const again = travelled(at(18), 'speed * time')

  test('asks again for one that keeps the value from before, and is taken', async () => {
    const right = travelled(at(27), 'speed * time')
    const { asked, ...came } = await follow('And at 27 km/h?', again, right)
    expect(asked).toContain('the message says 27 km/h and no belief does; speed = 18 km/h')
    expect(came).toEqual({ answer: '81', confidence: confidenceOn('given'), conflicts: [] })
  })

  test.each<[string, ...object[]]>([
    ['is not believed', again, again],
    ['is believed and not read', travelled({ ...at(27), name: 'new_speed' }, 'speed * time')],
  ])('is doubted where that %s', async (_, ...replies) => {
    const { answer, confidence, conflicts } = await follow('And at 27 km/h?', ...replies)
    expect([answer, confidence]).toEqual(['54', confidenceOn('doubted')])
    expect(conflicts).toEqual([
      {
        name: 'speed',
        values: [
          { value: 18, unit: 'km/h', source: 'an earlier question' },
          { value: 27, unit: 'km/h', source: 'this question' },
        ],
      },
    ])
  })

  test('is none where it is of another kind', async () => {
    const longer = travelled(at(18), 'speed * time')
    longer.perceive.groundBeliefs[0]!.value = 5
    const { answer, ...came } = await follow('And for 5 h?', longer)
    expect(came).toMatchObject({ confidence: confidenceOn('given'), conflicts: [] })
    expect(answer).toBe('90')
  })
})
