// A text that says two things of one role: both are believed, the one given first is the answer.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createAgent } from '../../agent/create-agent.ts'
import { createProvider } from '../../agent/llm/create-provider.ts'
import { scripted } from '../../agent/llm/replay/scripted.ts'
import { view } from '../../agent/view.ts'
import { conflictsIn } from '../../phases/satisfy/conflicts.ts'

const folder = mkdtempSync(join(tmpdir(), 'intend-contradicting-'))
const memo = join(folder, 'memo.txt')
writeFileSync(
  memo,
  'The Tern carries 24 cars.\nFor drivers: on the Tern there is room for 22 cars.\n',
)
afterAll(() => rmSync(folder, { recursive: true }))

const say = JSON.stringify
const before = {
  text: say({
    perceive: {
      schemaBeliefs: ['task requires a number stated in a text'],
      groundBeliefs: [{ name: 'vessel', value: 'Tern' }],
      answerContract: { kind: 'number' },
    },
    formalize: { type: 'number_stated_in_text' },
    deliberate: {
      goal: 'a number stated in a text',
      steps: [
        {
          id: 's1',
          kind: 'read',
          description: 'how many cars {vessel} carries',
          writes: [{ role: 'stated', type: 'number' }],
        },
        {
          id: 's2',
          kind: 'synthesize',
          description: 'the answer',
          writes: [{ role: 'final_answer' }],
          expression: 'stated',
        },
      ],
    },
  }),
  calls: [{ name: 'read_file', input: { path: 'memo.txt' } }],
}

/** One value of the role with the words it stands in. */
const stated = (value: number, quote: string) => ({
  name: 'stated',
  value,
  evidence: { call: 'c1', quote },
})
const first = stated(24, 'The Tern carries 24 cars')
const second = stated(22, 'on the Tern there is room for 22 cars')

/** What comes of a step that gives these values, and what it was told against them. */
async function given(...replies: readonly (readonly object[])[]) {
  const results = replies.map(newGroundBeliefs => say({ results: { s1: { newGroundBeliefs } } }))
  const wire = scripted([before, ...results])
  const agent = await createAgent({ model: createProvider(wire, { converses: true }) })
  const { answer, confidence } = await agent.ask('How many cars does the Tern carry?', {
    files: [memo],
  })
  const state = agent.state()
  return {
    answer,
    confidence,
    conflicts: conflictsIn(view(state, state.intentionHistory.last()!.intention)),
    complaints: wire.requests.slice(2).map(({ messages }) => String(messages.at(-1)!.content)),
  }
}

const sourceOf = ({ evidence }: typeof first) => `memo.txt: "${evidence.quote}"`
const both = (...held: readonly (typeof first)[]) => [
  { name: 'stated', values: held.map(each => ({ value: each.value, source: sourceOf(each) })) },
]

describe('what a text says twice', () => {
  test('is believed as it is given first, and the other is kept with its source', async () => {
    const one = await given([first, second])
    expect(one).toMatchObject({ answer: '24', complaints: [], conflicts: both(first, second) })
    const other = await given([second, first])
    expect(other).toMatchObject({ answer: '22', complaints: [], conflicts: both(second, first) })
  })

  test('makes the answer less sure', async () => {
    const [sure, less] = [await given([first]), await given([first, second])]
    expect(sure.conflicts).toEqual([])
    expect(less.confidence).toBeLessThan(sure.confidence!)
  })

  test('is refused where one of the two stands nowhere', async () => {
    const lie = stated(23, 'on the Tern there is room for 23 cars')
    const { complaints, answer } = await given([first, lie], [first])
    expect(complaints).toEqual([expect.stringContaining('does not occur in c1')])
    expect(answer).toBe('24')
  })

  test.each([
    ['the same value', [first, stated(24, 'carries 24 cars')]],
    ['one quote', [first, { ...second, evidence: first.evidence }]],
    ['no quote', [first, { name: 'stated', value: 22, evidence: { call: 'c1' } }]],
  ])('is no contradiction with %s', async (_, values) => {
    const { complaints, conflicts } = await given(values, [first])
    expect(complaints).toEqual([expect.stringContaining('"stated" is given twice; give it once')])
    expect(conflicts).toEqual([])
  })
})
