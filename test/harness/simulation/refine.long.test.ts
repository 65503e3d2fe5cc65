// A simulation in one process: a defective plan of the library, refined between the rounds, and what must
// hold of the library whatever the order and the interruptions.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import {
  openRecording,
  recordTools,
  recordWire,
  replayTools,
  replayWire,
} from '../../../agent/llm/replay/recording.ts'
import { plansFile } from '../../../harness/simulation/simulation-folder.ts'
import { readContent, saveContent } from '../../../harness/simulation/snapshot.ts'
import { identify } from '../../../plans/identify.ts'
import { exampleMoved } from '../../../plans/library/examples.ts'
import { outcomesOf } from '../../../plans/library/lift.ts'
import { contentOf } from '../../../plans/library/merge.ts'
import {
  asksToRefine,
  begin,
  essence,
  home,
  interruptedAt,
  plansAfter,
  prompt,
  sales,
  set,
  simulated,
} from '../../fixtures/simulation/kit.ts'
import {
  defective,
  files,
  library,
  questions,
  salesCall,
  salesDraft,
} from '../../fixtures/simulation/make.ts'
import { changeOf, mending, reader } from '../../fixtures/simulation/reader.ts'

const temporary = mkdtempSync(join(tmpdir(), 'intend-simulation-'))
afterAll(() => rmSync(temporary, { recursive: true }))

// carried out once, and recorded: most of what follows is compared with it
const file = join(temporary, 'recording.jsonl')
const recorder = openRecording(file)
const folder = begin(temporary)
const wire = reader([mending])
const rounds = await simulated(folder, {
  provider: createProvider(recordWire(wire, recorder)),
  tools: all => recordTools(all, recorder),
})
const outcome = rounds.map(({ correct, wrong, refined }) => [correct, wrong, refined])

test('the fixtures are as their script makes them', () => {
  const lines = readFileSync(set, 'utf8').trim().split('\n')
  expect(lines.map(line => JSON.parse(line))).toEqual(questions)
  expect(readFileSync(join(home, 'plans.json'), 'utf8')).toBe(library)
  for (const [name, text] of Object.entries(files))
    expect(readFileSync(join(home, 'files', name), 'utf8')).toBe(text)
})

describe('a defective plan of the library', () => {
  test('makes questions fail, is refined, and they come out right in the next round', () => {
    const [first, second] = rounds
    expect(first).toMatchObject({ correct: 1, wrong: 3, refined: 1, leaks: [], reused: 4 })
    expect(second).toMatchObject({ correct: 4, cumulative: 4, newlyLost: [], leaks: [] })
    expect(second!.newlyRight).toEqual(['sales-1', 'sales-2', 'sales-3'])
    const plans = plansAfter(folder, 2)
    expect(plans.map(({ id }) => id)).toContain(defective.id)
    const child = plans.find(({ origin }) => origin.refines === defective.id)!
    expect(child.origin.reason).toMatch(
      /returned sales as well \(after sales-1, sales-2, sales-3\)/,
    )
    expect(child.origin.seenQuestions).toEqual(sales.map(({ question }) => question).sort())
    // it has been right four times, on nothing but questions it was made from
    expect(Object.values(child.stats).reduce((sum, run) => sum + run.judgedRight, 0)).toBe(4)
    expect(outcomesOf(child)).toEqual({ right: 0, wrong: 0 })
    // the library that was given has come to the same, and names the same files from where it lies
    const given = folder.simulation.plans!
    const moved = [...readContent(given).plans.values()].map(({ examples = [], ...plan }) => ({
      ...plan,
      examples: examples.map(each => exampleMoved(each, given, plansFile(folder, 2))),
    }))
    expect(essence(moved)).toEqual(essence(plans.map(plan => ({ examples: [], ...plan }))))
    // the win was answered again from where its plan was chosen, and no model was asked for that
    const replay = join(folder.path, 'rounds/1/replays', child.id, 'questions/sales-4/events.jsonl')
    expect(readFileSync(replay, 'utf8')).toMatch(/"intention-recorded"/)
    expect(wire.requests.filter(asksToRefine)).toHaveLength(1)
    expect(first!.reviewUsage.calls).toBe(1)
  })

  test('stays wrong in a retry without refinement', async () => {
    const retried = await simulated(begin(temporary, { refine: false }), reader([mending]))
    expect(retried.map(({ correct, wrong, refined }) => [correct, wrong, refined])).toEqual([
      [1, 3, 0],
      [1, 3, 0],
    ])
  })

  test('is put to the model without files and answers; what was expected only when that may be told', async () => {
    const told = reader([{ reason: 'nothing to mend', decision: 'keep' }])
    const [first] = await simulated(begin(temporary, { revealExpected: true }), told, { last: 1 })
    expect(first).toMatchObject({ kept: 1, refined: 0 })
    for (const { requests } of [wire, told]) {
      const text = prompt(requests.find(asksToRefine)!)
      expect(text).toContain('In the attached {file}, how many')
      expect(text).toContain('judged: wrong')
      expect(text).not.toMatch(/(?:north|harbour|castle)\.csv/)
      for (const { id, answer } of sales)
        expect(text.includes(`expected was: ${answer}`)).toBe(
          requests === told.requests && id !== 'sales-4',
        )
    }
  })

  test('is put to the model alike whatever was expected, also where that stands in the records', async () => {
    cpSync(join(home, 'files'), join(temporary, 'files'), { recursive: true })
    const others = sales.map((question, n) => (n === 3 ? question : { ...question, answer: '12' }))
    const other = join(temporary, 'others.jsonl')
    writeFileSync(other, others.map(question => JSON.stringify(question)).join('\n'))
    const told = reader([{ reason: 'nothing to mend', decision: 'keep' }])
    await simulated(begin(temporary, { set: other }), told, { last: 1 })
    const [text, same] = [told, wire].map(({ requests }) => prompt(requests.find(asksToRefine)!))
    expect(text).toBe(same)
  })
})

describe('a refinement is refused', () => {
  const literal = {
    ...mending,
    steps: [{ id: 's1', description: 'Read north.csv.' }, { id: 's2' }],
  }
  const returnedOnly = structuredClone(salesDraft(false))
  Object.assign(returnedOnly.steps[0]!.action!, { input: salesCall("state = 'returned'") })
  const losing = { ...mending, steps: [changeOf(returnedOnly), { id: 's2' }] }

  test('when it holds a literal, or loses what the plan was right about; the model is told, and may mend it', async () => {
    const told = reader([literal, losing, mending])
    const [first] = await simulated(begin(temporary), told, { last: 1 })
    expect(first).toMatchObject({ refined: 1, refused: 2 })
    const [, second, third] = told.requests.filter(asksToRefine).map(prompt)
    expect(second).toMatch(
      /Step s1's description holds "north\.csv", which belongs to this question/,
    )
    expect(third).toMatch(
      /It loses a question that the plan answered rightly: "In the attached \{file\}/,
    )
  })

  test('and the plan kept, when a second one loses as well, or the third attempt is no better', async () => {
    for (const [replies, asked] of [
      [[losing], 2],
      [[{ reason: 'hopeless', decision: 'remove' }], 3],
    ] as const) {
      const kept = begin(temporary)
      const told = reader(replies)
      const [first] = await simulated(kept, told, { last: 1 })
      expect(first).toMatchObject({ refined: 0, kept: 1, removed: 0, refused: asked })
      expect(told.requests.filter(asksToRefine)).toHaveLength(asked)
      expect(plansAfter(kept, 1).map(({ id }) => id)).toEqual([defective.id])
    }
  })
})

test('order and parallelism of the questions change nothing', async () => {
  const other = begin(temporary, { parallel: 1, shuffle: 'any' })
  expect(await simulated(other, reader([mending]))).toEqual(rounds)
  expect(essence(plansAfter(other, 2))).toEqual(essence(plansAfter(folder, 2)))
})

test('replayed from its recording, it comes to the same rounds and the same library', async () => {
  const recording = openRecording(file)
  const replay = replayWire(recording)
  const replayed = begin(temporary)
  const again = await simulated(replayed, {
    provider: createProvider(replay),
    tools: all => replayTools(all, recording),
  })
  expect(again).toEqual(rounds)
  expect(replay.drift()).toEqual({ total: wire.requests.length, drifted: 0 })
  const ids = [replayed, folder].map(each => plansAfter(each, 2).map(({ id }) => id))
  expect(ids[0]).toEqual(ids[1])
})

// at any other call: simulation.long.test.ts
test('interrupted while a plan is refined, it goes on to the same library', async () => {
  const interrupted = begin(temporary)
  const stopping = new AbortController()
  const at = wire.requests.findIndex(asksToRefine) + 1
  const broken = interruptedAt(at, reader([mending]), stopping)
  await expect(simulated(interrupted, broken, { stopping })).rejects.toThrow('interrupted')
  const again = await simulated(interrupted, reader([mending]))
  expect(again.map(({ correct, wrong, refined }) => [correct, wrong, refined])).toEqual(outcome)
  expect(essence(plansAfter(interrupted, 2))).toEqual(essence(plansAfter(folder, 2)))
})

test('with --keep-beliefs a question has what it established, but for an answer that was wrong', async () => {
  const keeping = begin(temporary, { keepBeliefs: true, refine: false, rounds: 1 })
  await simulated(keeping, reader([]))
  const answers = sales.map(({ id }) => {
    const text = readFileSync(join(keeping.path, 'beliefs', `${id}.json`), 'utf8')
    const { facts } = JSON.parse(text) as { facts: readonly { answers?: true; name: string }[] }
    return facts.filter(fact => fact.answers).length
  })
  expect(answers).toEqual([0, 0, 0, 1])
})

test('a plan that holds a literal of a question it was made from ends the simulation after the round', async () => {
  const leaking = begin(temporary)
  const draft = { ...salesDraft(true), goal: 'establish what north.csv says of item' }
  const seenQuestions = [sales[0]!.question]
  const leaky = identify(draft, { ...defective.origin, seenQuestions })
  await saveContent(leaking.simulation.plans!, contentOf([leaky]))
  const only = await simulated(leaking, reader([mending]))
  expect(only).toHaveLength(1)
  expect(only[0]!.leaks).toMatchObject([
    { plan: leaky.id, kind: 'literal', question: 'sales-1', literal: 'north.csv' },
  ])
  expect(existsSync(plansFile(leaking, 1))).toBe(true)
})
