// Which tools an agent has by what its surroundings allow.
import { expect, test } from 'vitest'
import { openTools } from '../../agent/toolset.ts'
import type { SearchProvider } from '../../tools/search/provider.ts'

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
