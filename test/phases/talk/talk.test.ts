// One conversation about a question: sections said ahead, what is missing asked for, what is refused mended.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createAgent } from '../../../agent/create-agent.ts'
import type { Event } from '../../../agent/event.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { openModel } from '../../../agent/llm/models.ts'
import { type ScriptedReply, scripted } from '../../../agent/llm/replay/scripted.ts'
import {
  answer,
  byModel,
  crates,
  formalize,
  look,
  perceive,
  planOf,
  query,
  question,
  say,
  sum,
  total,
} from '../../support/crates.ts'

const { folder, file } = crates()
const deliberate = planOf(sum(), answer)
const leftToModel = planOf(sum(byModel), answer)
const said = { perceive: perceive(), formalize }

const aboutNote = {
  ...perceive(),
  groundBeliefs: [
    { name: 'file', value: 'empty.txt' },
    { name: 'target_entity', value: 'Alder' },
  ],
}
const byEye = sum({ tool: undefined, description: 'the weight of {target_entity} together' })

const gone = { error: { message: 'gone', retryable: false, kind: 'unavailable' } } as const

async function asked(
  replies: readonly ScriptedReply[],
  {
    journal,
    files = [file],
    question: text = question,
  }: {
    readonly journal?: string
    readonly files?: readonly string[]
    readonly question?: string
  } = {},
) {
  const wire = scripted(replies)
  const events: Event[] = []
  const agent = await createAgent({
    model: createProvider(wire, { converses: true }),
    onEvent: event => events.push(event),
    ...(journal !== undefined && { journal }),
  })
  try {
    const came = await agent.ask(text, { files })
    return { ...came, requests: wire.requests, events }
  } finally {
    agent.close()
  }
}

const lastTold = (request: { readonly messages: readonly { readonly content: string }[] }) =>
  request.messages.at(-1)!.content

describe('a conversation about a question', () => {
  test('is one call when all is said in one breath', async () => {
    const { answer, requests } = await asked([say({ ...said, deliberate })])
    expect(answer).toBe('19')
    expect(requests).toHaveLength(1)
  })

  const whole = say({ ...said, deliberate })
  const bent: Readonly<Record<string, string>> = {
    'in a fence': `\`\`\`json\n${whole}\n\`\`\``,
    'after a sentence': `Here is what I found:\n\n${whole}`,
    'before a sentence': `${whole}\nThat is the total of {value_column}.`,
    'after a thought': `<think>The depot is {"depot": "Alder"}.</think>${whole}`,
    'with a comma too many': whole.replace(/}$/, ',}'),
    'with a bracket missing': whole.slice(0, -1),
  }
  test.each(Object.keys(bent))('reads a reply %s in one call', async name => {
    const { answer, requests } = await asked([bent[name]!])
    expect(answer).toBe('19')
    expect(requests).toHaveLength(1)
  })

  test('reads a bent reply that is not called by the name of the section asked for', async () => {
    const fenced = `The plan:\n\`\`\`json\n${say(deliberate)}\n\`\`\``
    const { answer, requests } = await asked([say(said), fenced])
    expect(answer).toBe('19')
    expect(requests).toHaveLength(2)
  })

  test('asks for what is missing, and for that alone', async () => {
    const { answer, requests } = await asked([say(said), say({ deliberate })])
    expect(answer).toBe('19')
    expect(lastTold(requests[1]!)).toContain('Wanted now: deliberate')
    expect(lastTold(requests[1]!)).not.toContain(question)
    // what was sent before stands there unchanged: a server can keep it
    expect(requests[1]!.messages.slice(0, 3)).toEqual(requests[0]!.messages)
  })

  test('tells the fault of a section, and takes the part that mends it', async () => {
    const literal = planOf(sum({ tool: query({ filter: 'Alder' }) }), answer)
    const { answer: came, requests } = await asked([
      say({ ...said, deliberate: literal }),
      say({ mend: { deliberate: { steps: [sum()] } } }),
    ])
    expect(came).toBe('19')
    expect(lastTold(requests[1]!)).toMatch(/refused[\s\S]*Alder/)
  })

  test('says that what is perceived stands, where it is said otherwise beside a plan that is refused', async () => {
    const bare = { ...perceive(), groundBeliefs: [{ name: 'depot', value: 'Alder' }] }
    const { answer: came, requests } = await asked([
      { text: say({ perceive: bare, formalize }), calls: [look()] },
      say({ perceive: perceive(), deliberate }),
      say({ perceive: perceive(), deliberate: { goal: 'none', unachievable: 'It lacks them.' } }),
    ])
    expect(lastTold(requests[2]!)).toMatch(
      /reads filter_value, which no step[\s\S]*What is perceived stands as it was said first/,
    )
    expect(came).toBeUndefined()
    const { requests: others } = await asked([
      say({ perceive: perceive(), formalize }),
      say({ perceive: perceive(), deliberate: planOf(sum({ tool: look() }), answer) }),
      say({ deliberate }),
    ])
    expect(lastTold(others[2]!)).not.toContain('What is perceived stands')
  })

  test('carries out calls beside sections, keeps their results in view, and takes them as evidence', async () => {
    const results = total(19, { call: 'c1' })
    const {
      answer: came,
      requests,
      events,
    } = await asked([
      { text: say({ ...said, deliberate: leftToModel }), calls: [look()] },
      say({ results }),
    ])
    expect(came).toBe('19')
    expect(requests).toHaveLength(2)
    const shown = requests[1]!.messages.find(({ role }) => role === 'tool')
    expect(shown?.content).toMatch(/^\[c1\]\n[\s\S]*19/)
    expect(events.filter(({ type }) => type === 'tool-called')).toHaveLength(1)
  })

  test('takes no result for whole beside a call that may bring the rest of it', async () => {
    const nothing = { results: { s1: { newGroundBeliefs: [], summary: 'it is being looked up' } } }
    const { answer, requests } = await asked([
      { text: say({ ...said, deliberate: leftToModel }), calls: [look('Birch')] },
      { text: say(nothing), calls: [look()] },
      say({ results: total(19, { call: 'c2' }) }),
    ])
    expect(answer).toBe('19')
    expect(lastTold(requests[2]!)).toBe('Wanted now: results.s1, with what you can say ahead')
  })

  test('takes another plan that is said in place of a result', async () => {
    const { answer, requests, events } = await asked([
      say({ ...said, deliberate: leftToModel }),
      say({ deliberate }),
    ])
    expect(answer).toBe('19')
    expect(requests).toHaveLength(2)
    const chosen = events.flatMap(each => (each.type === 'plan-selected' ? [each.plan.id] : []))
    expect(new Set(chosen).size).toBe(2)
  })

  test('takes what is mended of the plan beside a result before code goes on', async () => {
    const mend = { deliberate: { steps: [{ ...answer, expression: 'total * 2' }] } }
    const { answer: came, requests } = await asked([
      { text: say({ ...said, deliberate: leftToModel }), calls: [look()] },
      say({ results: total(19, { call: 'c1' }), mend }),
    ])
    expect(came).toBe('38')
    expect(requests).toHaveLength(2)
  })

  test('takes what is mended of a plan that failed, and says how', async () => {
    const wrong = say({ results: total(18, { call: 'c1' }) })
    const { answer, requests } = await asked([
      say({ ...said, deliberate: leftToModel }),
      { text: '', calls: [look()] },
      wrong,
      wrong,
      say({ mend: { deliberate: planOf(sum()) } }),
    ])
    expect(lastTold(requests[4]!)).toMatch(
      /# Tried before, and failed\n[\s\S]*\{"mend": \{"deliberate": \{"steps": \[/,
    )
    expect(answer).toBe('19')
    expect(requests).toHaveLength(5)
  })

  test('takes the same plan in other words beside a result as the one under way', async () => {
    const reworded = { ...leftToModel, goal: 'what the crates of a depot come to' }
    const { answer, requests, events } = await asked([
      { text: say({ ...said, deliberate: leftToModel }), calls: [look()] },
      say({ results: total(19, { call: 'c1' }), deliberate: reworded }),
    ])
    expect(answer).toBe('19')
    expect(requests).toHaveLength(2)
    expect(events.filter(({ type }) => type === 'plan-set-aside')).toEqual([])
  })

  test('takes in place of a result that nothing could find it', async () => {
    const unachievable = 'no depot of that name is in the file'
    const { satisfied, reason, requests } = await asked([
      { text: say({ ...said, deliberate: leftToModel }), calls: [look()] },
      say({ deliberate: { goal: 'none', unachievable } }),
    ])
    expect({ satisfied, reason }).toEqual({ satisfied: false, reason: unachievable })
    expect(requests).toHaveLength(2)
  })

  test('takes results that are begun beside a call for nothing said yet', async () => {
    const { answer, requests } = await asked([
      { text: say({ ...said, deliberate: leftToModel }), calls: [look('Birch')] },
      { text: say({ results: {} }), calls: [look()] },
      say({ results: total(19, { call: 'c2' }) }),
    ])
    expect(answer).toBe('19')
    expect(lastTold(requests[2]!)).toBe('Wanted now: results.s1, with what you can say ahead')
  })

  test('reads sections in a fence beside a call', async () => {
    const results = total(19, { call: 'c1' })
    const fenced = `\`\`\`json\n${say({ ...said, deliberate: leftToModel })}\n\`\`\``
    const { answer, requests } = await asked([{ text: fenced, calls: [look()] }, say({ results })])
    expect(answer).toBe('19')
    expect(requests).toHaveLength(2)
  })

  test('names a result that stood there before the step by its label, and the words that are not in it', async () => {
    const all = { name: 'table', input: { file: 'crates.csv', sql: 'SELECT SUM(weight) FROM t' } }
    const claim = (quote: string) => ({ results: total(53, { call: 'c1', quote }) })
    const { requests } = await asked([
      { text: say({ ...said, deliberate: leftToModel }), calls: [all] },
      say(claim('a total of 53 crates')),
      say(claim('53')),
    ])
    expect(lastTold(requests[2]!)).toContain(
      'the quote "a total of 53 crates" does not occur in c1; copy',
    )
  })

  test('begins with the whole of a short document, so that its words are evidence in the first reply', async () => {
    const note = join(folder, 'note.txt')
    writeFileSync(note, 'Crates of spring.\nThe crates of the depot Alder weigh 19 kg together.\n')
    const evidence = { call: 'c1', quote: 'The crates of the depot Alder weigh 19 kg together.' }
    const { answer: came, requests } = await asked(
      [
        say({
          perceive: {
            ...perceive(),
            groundBeliefs: [
              { name: 'file', value: 'note.txt' },
              { name: 'target_entity', value: 'Alder' },
            ],
          },
          formalize,
          deliberate: planOf(byEye, answer),
          results: total(19, evidence, 'kg'),
        }),
      ],
      { files: [note] },
    )
    expect(came).toBe('19 kg')
    expect(requests).toHaveLength(1)
    const [, files] = requests[0]!.messages
    expect(files!.content).toMatch(/whole: result c1[\s\S]*weigh 19 kg together/)
    expect(files!.content).not.toContain('A preview')
    expect(lastTold(requests[0]!)).not.toContain('Attached')
  })

  describe('gives up what was looked for and is not there,', () => {
    const why = 'The list has no depot called Alder.'
    const none = { deliberate: { goal: 'the total of a depot', unachievable: why } }
    const note = join(folder, 'empty.txt')
    writeFileSync(note, 'Crates of spring.\nThe depot Birch holds 30 of them.\n')

    test('in the first reply where the whole document is in view', async () => {
      const heard = await asked([say({ perceive: aboutNote, formalize, ...none })], {
        files: [note],
      })
      expect(heard).toMatchObject({ answer: undefined, satisfied: false, reason: why })
      expect(heard.requests).toHaveLength(1)
    })

    test('once something was looked at', async () => {
      const look = { name: 'table', input: { file: 'crates.csv', sql: 'SELECT depot FROM t' } }
      const { reason, requests } = await asked([
        say({ ...said, ...none }),
        { text: '', calls: [look] },
        say(none),
      ])
      expect(lastTold(requests[1]!)).toContain('nothing was looked at for this question yet')
      expect(lastTold(requests[1]!)).not.toContain('mended by itself')
      expect(reason).toBe(why)
    })

    test('unlooked when the model stands by it', async () => {
      const replies = [say({ ...said, ...none }), say(none)]
      const { reason, requests } = await asked(replies)
      expect(reason).toBe(why)
      expect(requests).toHaveLength(2)
    })

    test('at once where only the person can say which is meant', async () => {
      const asks = 'Which depot do you mean, Alder or Birch? The list has both.'
      const unachievable = { deliberate: { goal: 'the total of a depot', unachievable: asks } }
      const { reason, requests, satisfied } = await asked([say({ ...said, ...unachievable })])
      expect({ reason, satisfied }).toEqual({ reason: asks, satisfied: false })
      expect(requests).toHaveLength(1)
    })

    test('after the plan that looked for it', async () => {
      const { reason, requests, events } = await asked(
        [
          say({
            perceive: aboutNote,
            formalize,
            deliberate: planOf(byEye, answer),
            results: { s1: { newGroundBeliefs: [], summary: 'no such depot' } },
          }),
          say(none),
        ],
        { files: [note] },
      )
      expect(reason).toBe(why)
      expect(requests).toHaveLength(2)
      expect(events.filter(({ type }) => type === 'plan-set-aside')).toHaveLength(1)
      // the whole of the file was in view: it was not avoided
      const verdicts = events.flatMap(e => (e.type === 'step-finished' ? [e.verdict] : []))
      expect(verdicts).toMatchObject([{ passed: false, mode: 'bad_retrieval' }])
    })

    test('beside the result of the step that looked for it', async () => {
      const sql = `SELECT COUNT(*) FROM t WHERE "{filter_column}" = '{filter_value}'`
      const count = sum({ tool: { name: 'table', input: { file: '{file}', sql } } })
      const { reason, requests } = await asked(
        [
          say({
            perceive: perceive('Elder'),
            formalize,
            deliberate: planOf(count, answer),
          }),
          say({ results: { s1: { newGroundBeliefs: [], summary: 'there is none' } }, ...none }),
        ],
        { question: 'How many crates has the depot Elder?' },
      )
      expect(requests[1]!.messages.map(({ content }) => content).join('\n')).toContain(
        "No row has depot = 'Elder'; its values are: Alder, Birch, Cedar.",
      )
      expect(reason).toBe(why)
      expect(requests).toHaveLength(2)
    })

    test('and what was said of a plan that was refused is not taken for the next', async () => {
      const missing = { s1: { newGroundBeliefs: [], summary: 'no such depot' } }
      const evidence = { call: 'c1', quote: 'The depot Birch holds 30 of them.' }
      const first = planOf({ ...byEye, reads: ['colour'] }, answer)
      const { answer: came, requests } = await asked(
        [
          say({ perceive: aboutNote, formalize, deliberate: first, results: missing }),
          say({
            deliberate: planOf(byEye, answer),
            results: total(30, evidence),
          }),
        ],
        { files: [note] },
      )
      expect(lastTold(requests[1]!)).toContain('colour')
      expect(came).toBe('30')
    })

    test('but takes no plan without a step', async () => {
      const { answer, requests } = await asked([
        say({ ...said, deliberate: { goal: 'the total', steps: [] } }),
        say({ deliberate }),
      ])
      expect(lastTold(requests[1]!)).toContain('a plan has at least one step')
      expect(answer).toBe('19')
    })
  })

  describe('keeps what stands beside a plan that is refused:', () => {
    const refusedPlan = planOf(sum(byModel), { ...answer, expression: 'totl' })
    const found = total(19, { call: 'c1' })

    test('a result that the plan in its place asks for as well', async () => {
      const { answer: came, requests } = await asked([
        { text: say(said), calls: [look()] },
        say({ deliberate: refusedPlan, results: found }),
        say({ deliberate: leftToModel }),
      ])
      expect(lastTold(requests[2]!)).toMatch(/refused[\s\S]*totl[\s\S]*A part is mended by itself/)
      expect(came).toBe('19')
      expect(requests).toHaveLength(3)
    })

    test('but not the result of a step that establishes something else there', async () => {
      const writes = [{ role: 'sum', type: 'number' }]
      const other = planOf(sum({ ...byModel, writes }), { ...answer, expression: 'sum' })
      const { requests } = await asked([
        { text: say(said), calls: [look()] },
        say({ deliberate: refusedPlan, results: found }),
        say({ deliberate: other }),
      ])
      expect(lastTold(requests[3]!)).toContain('Wanted now: results.s1')
    })

    test('nor one that is said anew', async () => {
      const all = { name: 'table', input: { file: 'crates.csv', sql: 'SELECT SUM(weight) FROM t' } }
      const { answer: came } = await asked([
        { text: say(said), calls: [look(), all] },
        say({ deliberate: refusedPlan, results: total(53, { call: 'c2' }) }),
        say({ mend: { deliberate: planOf(answer) }, results: found }),
      ])
      expect(came).toBe('19')
    })

    test('what was perceived, in which a fault was found, and which is not said again', async () => {
      const assumed = { name: 'share', value: 41 }
      const groundBeliefs = [...perceive().groundBeliefs, assumed]
      const { answer: came, requests } = await asked([
        say({ perceive: { ...perceive(), groundBeliefs }, formalize, deliberate: refusedPlan }),
        say({ deliberate }),
      ])
      expect(lastTold(requests[1]!)).toMatch(/Not taken: perceive\n- share = 41/)
      expect(came).toBe('19')
      expect(requests).toHaveLength(2)
    })
  })

  test('does not carry out a call twice', async () => {
    const look = { name: 'table', input: { file: 'crates.csv', sql: 'SELECT COUNT(*) FROM t' } }
    const { requests } = await asked([
      { text: say(said), calls: [look] },
      { text: '', calls: [look] },
      say({ deliberate }),
    ])
    const told = requests[2]!.messages.map(({ content }) => content)
    expect(told.join('\n')).toContain('stands above as c1')
  })

  test('falls back to asking each phase by itself when replies hold no section', async () => {
    const { requests } = await asked(['I would say it is 19.', 'Still 19.', 'nothing', 'nothing'])
    expect(requests[0]!.purpose).toBe('converse')
    expect(requests[2]!.purpose).toBe('perceive')
  })

  test('falls back likewise when a reply is cut off', async () => {
    const { requests } = await asked([{ text: '{"perceive": {', stop: 'length' }, say(perceive())])
    expect(requests.map(({ purpose }) => purpose).slice(0, 2)).toEqual(['converse', 'perceive'])
  })

  test('begins anew, with all that is read, when it has outgrown what the model can hold', async () => {
    const { answer, requests } = await asked([
      say(said),
      { error: { message: 'too long', retryable: false, kind: 'overflow' } },
      say({ deliberate }),
    ])
    expect(answer).toBe('19')
    expect(requests[2]!.messages).toHaveLength(3)
    expect(lastTold(requests[2]!)).toContain(question)
  })

  test('carries out a call again whose result it has outgrown', async () => {
    const { answer: came } = await asked([
      { text: say(said), calls: [look()] },
      { error: { message: 'too long', retryable: false, kind: 'overflow' } },
      { text: say({ deliberate: leftToModel }), calls: [{ ...look(), id: 'again' }] },
      say({ results: total(19, { call: 'c2' }) }),
    ])
    expect(came).toBe('19')
  })

  test('is not held where the model that another falls back on can hold none', async () => {
    const wire = scripted(() => gone)
    const { provider: fallback } = await openModel('offline', {})
    const agent = await createAgent({ model: createProvider(wire, { converses: true, fallback }) })
    const { answer } = await agent.ask('How long does it take to travel 120 km at 40 km/h?')
    agent.close()
    expect(answer).toBe('3 h')
    expect(wire.requests.map(({ purpose }) => purpose)).toEqual(['perceive'])
  })

  test.each([
    ['cannot be reached', gone],
    ['failed whenever it was asked', { error: { message: 'busy', retryable: true } }],
  ])('turns to another model once where the first one %s', async (_, failure) => {
    const first = scripted(() => failure)
    const second = scripted([say(said), say({ deliberate })])
    const fallback = createProvider(second, { converses: true })
    const model = createProvider(first, { converses: true, fallback, retries: 0 })
    const agent = await createAgent({ model })
    const { answer } = await agent.ask(question, { files: [file] })
    agent.close()
    expect(answer).toBe('19')
    expect([first.requests.length, second.requests.length]).toEqual([1, 2])
  })

  test.each([
    ['with words of a file in view marked as such', [file], true],
    ['with none in view unmarked', [], undefined],
  ])('leaves a plan that was written %s', async (_, files, tainted) => {
    const { events } = await asked([say({ ...said, deliberate })], { files })
    const turns = events.flatMap(event => (event.type === 'model-called' ? [event.turn] : []))
    expect(turns[0]).toBeDefined()
    expect(turns[0]?.tainted).toBe(tainted)
  })
})
