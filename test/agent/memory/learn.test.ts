import { utimesSync } from 'node:fs'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAgent } from '../../../agent/create-agent.ts'
import type { EmbeddedAgent } from '../../../agent/embedded.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { scripted } from '../../../agent/llm/replay/scripted.ts'
import type { Fact } from '../../../agent/memory/fact.ts'
import { openMemory } from '../../../agent/memory/memory.ts'

const samples = new URL('../../fixtures/memory/files/', import.meta.url).pathname
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'intend-learn-'))
})
afterAll(() => rm(folder, { recursive: true }))

let count = 0
const fresh = () => join(folder, `memory-${++count}.json`)

async function sample(name: string, as = name): Promise<string> {
  const path = join(folder, as)
  await copyFile(join(samples, name), path)
  return path
}

/** Asks in an agent of its own. */
async function session<T>(
  memory: string,
  work: (agent: EmbeddedAgent) => Promise<T>,
  more: Parameters<typeof createAgent>[0] = {},
): Promise<T> {
  const agent = await createAgent({ memory, env: {}, ...more })
  try {
    return await work(agent)
  } finally {
    agent.close()
  }
}

const factsIn = async (file: string): Promise<readonly Fact[]> =>
  (await openMemory(file)).facts().map(({ fact }) => fact)

const cod = 'How many tonnes of cod did the boats land in 2024 in total?'

describe('what a question leaves behind', () => {
  test('is the value with its source, what it depends on and how it was got, and no path', async () => {
    const memory = fresh()
    const file = await sample('catch.csv')
    await session(memory, agent => agent.ask(cod, { files: [file] }))
    const [fact, ...others] = await factsIn(memory)
    expect(others).toEqual([])
    expect(fact).toMatchObject({
      id: expect.stringMatching(/^m[0-9a-f]{11}$/),
      value: 121.4,
      provenance: 'computed',
      source: 'catch.csv',
      files: [{ name: 'catch.csv' }],
      asked: expect.stringMatching(/^[0-9a-f]{16}$/),
      by: 'tool',
      about: cod,
      answers: true,
    })
    expect(Object.values(fact!.given).toSorted()).toEqual([
      '2024',
      'cod',
      'species',
      'tonnes',
      'year',
    ])
    expect(await readFile(memory, 'utf8')).not.toContain(folder)
  })

  test('holds the words it was quoted from, and the day they name', async () => {
    const memory = fresh()
    const file = await sample('offer.txt')
    await session(memory, agent =>
      agent.ask('What does the service visit cost?', { files: [file] }),
    )
    expect(await factsIn(memory)).toMatchObject([
      {
        value: 145,
        unit: 'EUR',
        provenance: 'quoted',
        quote: expect.stringContaining('The service visit costs 145 EUR'),
        validUntil: '2024-12-31',
      },
    ])
  })

  test('is nothing when the question was not answered', async () => {
    const memory = fresh()
    const file = await sample('tea.txt')
    const { satisfied } = await session(memory, agent =>
      agent.ask('What does Darjeeling cost per kg?', { files: [file] }),
    )
    expect(satisfied).toBe(false)
    expect(await factsIn(memory)).toEqual([])
  })

  test('is nothing when a value looks like a key', async () => {
    const memory = fresh()
    const file = join(folder, 'settings.txt')
    await writeFile(file, 'Settings\n\nThe access code of Ines is sk-Zm9vYmFyYmF6cXV4MTIz.\n')
    const step = (kind: string, reads: string[]) => ({
      id: kind,
      kind,
      description: 'take {code}',
      deps: kind === 'read' ? [] : ['read'],
      reads,
      writes: [{ role: kind === 'read' ? 'code' : 'final_answer' }],
      ...(kind === 'read' ? {} : { expression: 'code' }),
      postcondition: `ground_belief(${kind === 'read' ? 'code' : 'final_answer'}) is known`,
    })
    const replies = {
      perceive: {
        schemaBeliefs: ['task requires reading a word'],
        groundBeliefs: [],
        desire: 'the code',
        answerContract: { kind: 'text' },
      },
      formalize: {
        type: 'read_word',
        goal: 'the code',
        openParameters: ['code'],
        satisfactionCondition: 'ground_belief(final_answer) is known',
      },
      deliberate: {
        goal: 'a word',
        contextConditions: [],
        parameters: [{ role: 'file' }],
        steps: [step('read', ['file']), step('synthesize', ['code'])],
      },
    }
    const quote = 'The access code of Ines is sk-Zm9vYmFyYmF6cXV4MTIz.'
    const wire = scripted({
      ...Object.fromEntries(
        Object.entries(replies).map(([purpose, reply]) => [purpose, [JSON.stringify(reply)]]),
      ),
      execute: [
        { calls: [{ name: 'read_file', input: { path: 'settings.txt' } }] },
        JSON.stringify({
          newGroundBeliefs: [
            { name: 'code', value: 'sk-Zm9vYmFyYmF6cXV4MTIz', evidence: { call: 'c1', quote } },
          ],
          postconditionMet: true,
          summary: 'read',
        }),
      ],
    })
    const { answer } = await session(
      memory,
      agent => agent.ask('What is the access code of Ines?', { files: [file] }),
      { model: createProvider(wire) },
    )
    expect(answer).toBe('sk-Zm9vYmFyYmF6cXV4MTIz')
    expect(await factsIn(memory)).toEqual([])
  })

  test('of a file that changes while it is asked about is nothing', async () => {
    const memory = fresh()
    const file = await sample('tea.txt', 'changing.txt')
    await session(memory, agent => agent.ask('Who founded the tea house?', { files: [file] }), {
      onEvent: event => {
        if (event.type !== 'intention-closed') return
        const later = new Date(Date.now() + 60_000)
        utimesSync(file, later, later)
      },
    })
    expect(await factsIn(memory)).toEqual([])
  })

  test('is written once, however often the run is resumed', async () => {
    const memory = fresh()
    const file = await sample('catch.csv')
    const journal = join(folder, 'journal.jsonl')
    const same = { journal, run: 'one' }
    await session(memory, agent => agent.ask(cod, { files: [file] }), same)
    const before = await readFile(memory, 'utf8')
    await session(memory, agent => agent.resume(), same)
    expect(await readFile(memory, 'utf8')).toBe(before)
    // killed between the answer and the memory: the resumed run catches up
    await rm(memory)
    await session(memory, agent => agent.resume(), same)
    expect(await readFile(memory, 'utf8')).toBe(before)
  })

  test('does not become newer by being recalled, and carries what is worked out from it', async () => {
    const memory = fresh()
    const ask = (question: string, files: string[] = []) =>
      session(memory, agent => agent.ask(question, { files }))
    const vessels = await sample('vessels.txt')
    await ask('What is the cruising speed of the Sigrid?', [vessels])
    const duration = 'How many minutes does the Sigrid need for 18 km at its cruising speed?'
    expect((await ask(duration)).answer).toBe('45')
    const [speed, ...more] = await factsIn(memory)
    const result = more.find(fact => fact.name === 'result')
    expect(more.filter(fact => fact.value === 24)).toEqual([])
    expect(result?.rests).toContain(speed!.id)
    expect(Object.values(result!.given)).toContain('18 km')
    await sample('vessels-refit.txt', 'vessels.txt')
    await ask('What is the cruising speed of the Sigrid?', [vessels])
    const standing = (await openMemory(memory)).facts().find(({ fact }) => fact.id === result!.id)
    expect(standing?.standing).toMatchObject({ current: false, why: 'unfounded' })
    expect((await ask(duration)).answer).toBe('54')
  })

  test('is neither kept nor offered without a memory', async () => {
    const agent = await createAgent({ env: {} })
    const file = await sample('catch.csv')
    await agent.ask(cod, { files: [file] })
    expect((await agent.ask(cod)).satisfied).toBe(false)
    expect(agent.state().toolCalls.some(call => call.tool === 'recall')).toBe(false)
    agent.close()
  })
})
