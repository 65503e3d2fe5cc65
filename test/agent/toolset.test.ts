// Which tools an agent has by what its surroundings allow.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createAgent } from '../../agent/create-agent.ts'
import { createProvider } from '../../agent/llm/create-provider.ts'
import type { Request } from '../../agent/llm/provider.ts'
import { scripted } from '../../agent/llm/replay/scripted.ts'
import { openTools } from '../../agent/toolset.ts'
import type { SearchProvider } from '../../tools/search/provider.ts'
import { defineTool } from '../../tools/tool.ts'

const standard = ['read_file', 'table', 'calculate', 'bash']
const corpus: SearchProvider = { name: 'own', search: async () => [] } as never

test.each<[string, Partial<Parameters<typeof openTools>[0]>, readonly string[]]>([
  ['nothing around it', {}, []],
  ['the network', { network: true }, ['web_search', 'read_page']],
  ['the network, but no search', { network: true, env: { INTEND_SEARCH: 'off' } }, []],
  ['hosts that it may read', { allowHosts: ['vik.no'] }, ['read_page']],
  ['hosts, but no search', { allowHosts: ['vik.no'], env: { INTEND_SEARCH: ' off' } }, []],
  ['no host that it may read', { allowHosts: [] }, []],
  ['a search that is left blank', { env: { INTEND_SEARCH: ' ' } }, []],
  ['a corpus of its own', { corpus }, ['web_search']],
])('with %s', async (_, setup, more) => {
  const tools = await openTools({ env: {}, network: false, ...setup })
  expect(tools.map(({ name }) => name)).toEqual([...standard, ...more])
})

test('with nothing said of its surroundings', async () => {
  expect((await openTools({})).map(({ name }) => name)).toEqual(standard)
})

test('a tool is called whose input is checked asynchronously', async () => {
  const called: string[] = []
  const weather = defineTool({
    name: 'weather',
    description: 'The weather of a place.',
    input: z.object({ place: z.string().refine(async place => place !== '') }),
    execute: async ({ place }) => {
      called.push(place)
      return { content: 'rain' }
    },
  })
  const reply = ({ messages, tools }: Request) =>
    tools.length > 0 && !messages.some(({ role }) => role === 'tool')
      ? { calls: [{ name: 'weather', input: { place: 'Oslo' } }] }
      : 'FINAL ANSWER: rain'
  const agent = await createAgent({
    agent: 'react',
    model: createProvider(scripted(reply as never)),
    tools: [weather],
  })
  await agent.ask('How is the weather in Oslo?')
  agent.close()
  expect(called).toEqual(['Oslo'])
})
