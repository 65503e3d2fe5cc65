// Plans that send what they read: nothing leaves when they are tested, and who approves of them sees it.
import { writeFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { createAgent } from '../../../agent/create-agent.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import type { Request } from '../../../agent/llm/provider.ts'
import { scripted } from '../../../agent/llm/replay/scripted.ts'
import { testPlan } from '../../../harness/library/plan-test.ts'
import { approvalOf } from '../../../harness/terminal/permission.ts'
import { identify } from '../../../plans/identify.ts'
import { memoryLibrary } from '../../../plans/library/library.ts'
import { readFile } from '../../../tools/read-file.ts'
import { webSearch } from '../../../tools/search.ts'
import { temporaryFolder } from '../../support/model.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())

const step = (
  id: string,
  kind: 'read' | 'fetch' | 'synthesize',
  reads: string[],
  role: string,
) => ({
  id,
  kind,
  description: `Have ${role}.`,
  reads,
  writes: [{ role, type: 'text' as const }],
  postcondition: `ground_belief(${role}) is known`,
})

/** Reads a file, and searches the web for what stands in it. */
const plan = identify(
  {
    intentionType: 'number_of_seals',
    goal: 'the number of seals in a file',
    contextConditions: [],
    parameters: [{ role: 'file' }],
    steps: [
      {
        ...step('s1', 'read', ['file'], 'note'),
        deps: [],
        action: { tool: 'read_file', input: { path: '{file}' } },
      },
      {
        ...step('s2', 'fetch', ['note'], 'found'),
        deps: ['s1'],
        action: { tool: 'web_search', input: { query: '{note}' } },
      },
      {
        ...step('s3', 'synthesize', ['found'], 'final_answer'),
        deps: ['s2'],
        action: { expression: 'found' },
      },
    ],
  },
  { agent: 'self-aware', model: '', createdAt: '', seenQuestions: [], trust: 'imported' },
)

const model = () =>
  createProvider(
    scripted(({ purpose }: Request) => {
      if (purpose === 'perceive')
        return JSON.stringify({
          schemaBeliefs: ['task requires a number from a file'],
          groundBeliefs: [{ name: 'file', value: 'seals.txt' }],
          desire: 'know the number of seals',
          answerContract: { kind: 'text' },
        })
      if (purpose === 'formalize')
        return JSON.stringify({
          type: 'number_of_seals',
          goal: 'know the number of seals',
          openParameters: [],
          satisfactionCondition: 'ground_belief(final_answer) is known',
        })
      return JSON.stringify({ newGroundBeliefs: [], postconditionMet: false, summary: 'nothing' })
    }),
  )

function office() {
  const searched: string[] = []
  const path = folder.path('seals.txt')
  writeFileSync(path, 'The vault of heron-4711 holds seven seals.\n')
  const search = async (query: string) => {
    searched.push(query)
    return [{ title: 'seals', text: 'seven' }]
  }
  const tools = [readFile, webSearch([{ name: 'web', source: 'https://s.example', search }])]
  return { searched, tools, path, question: 'How many seals does seals.txt speak of?' }
}

test('what a tested plan reads does not leave by a search', async () => {
  const { searched, tools, path, question } = office()
  const example = { question, answer: 'seven', files: [path] }
  const came = await testPlan(plan, example, { model: model(), tools, env: {} })
  expect(came).toMatchObject({ verdict: 'wrong' })
  expect(searched).toEqual([])
})

test('who approves of a plan sees what each tool will be called with, and asks for what leaves', async () => {
  const { searched, tools, path, question } = office()
  const shown: string[] = []
  const asked: string[] = []
  const { trust: _, ...origin } = plan.origin
  const agent = await createAgent({
    model: model(),
    tools,
    plans: memoryLibrary([{ ...plan, origin }]),
    limits: { cycles: 1 },
    policy: {
      objection: approvalOf(async lines => {
        shown.push(lines.join('\n'))
        return 'y'
      }),
      permission: async ({ arguments: [query], reasons }) => {
        asked.push(String(query?.value), ...reasons)
        return 'no'
      },
    },
  })
  await agent.ask(question, { files: [path] })
  agent.close()
  expect(shown[0]).toMatch(/web_search\n +query: \{note\}\n/)
  expect(shown[0]).toMatch(/\{file\} is seals\.txt \(from user\)/)
  expect(shown[0]).toContain('{note} is not known yet')
  expect(asked[0]).toContain('The vault of heron-4711')
  expect(asked[1]).toMatch(/comes from .*read_file seals\.txt and not from you/)
  expect(searched).toEqual([])
})
