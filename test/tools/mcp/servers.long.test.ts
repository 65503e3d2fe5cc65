// Servers over both transports: the official one, and one that does all that it may not.
import { afterAll, describe, expect, test } from 'vitest'
import { closeAll, type Opened, openServers } from '../../../tools/mcp/servers.ts'
import type { ServerSettings } from '../../../tools/mcp/settings.ts'
import type { Tool, ToolContext } from '../../../tools/tool.ts'
import { closeListening, listening, started } from '../../support/mcp.ts'

afterAll(closeListening)

const ways = [
  ['stdio', started],
  ['http', listening],
] as const

const ctx: ToolContext = { roots: [], signal: new AbortController().signal }

/** Opens one server for `work`, and closes it. */
async function using<T>(
  settings: ServerSettings,
  work: (server: Extract<Opened, { tools: unknown }>) => Promise<T>,
): Promise<T> {
  const opened = await openServers({ s: settings }, { env: process.env })
  const [server] = opened
  try {
    if (!server || server.failed !== undefined) throw new Error(server?.failed)
    return await work(server)
  } finally {
    await closeAll(opened)
  }
}

const toolOf = ({ tools }: { readonly tools: readonly Tool[] }, name: string) =>
  tools.find(tool => tool.name === `s__${name}`)!

const failureOf = async (settings: ServerSettings, env = process.env) => {
  const [server] = await openServers({ s: settings }, { env })
  return server?.failed
}

describe.each(ways)('over %s', (_, servers) => {
  test('the official server’s tools, resources and prompts are tools', async () => {
    await using(await servers.everything(), async server => {
      const call = async (name: string, input: object) =>
        (await toolOf(server, name).execute(input, ctx)).content
      expect(server.left).toEqual([])
      expect(await call('echo', { message: 'hi' })).toBe('Echo: hi')
      expect(await call('get-sum', { a: 2, b: 3 })).toBe('The sum of 2 and 3 is 5.')
      expect(await call('get-structured-content', { location: 'Chicago' })).toContain('humidity')
      expect(await call('resources', {})).toContain('features.md')
      const uri = 'demo://resource/static/document/features.md'
      expect(await call('resources', { uri })).toContain('# Everything Server')
      expect(await call('prompts', {})).toContain('args-prompt(city, state?)')
      const prompt = { name: 'args-prompt', arguments: { city: 'Paris' } }
      expect(await call('prompts', prompt)).toBe("What's weather in Paris?")
      const { images } = await toolOf(server, 'get-tiny-image').execute({}, ctx)
      expect(images?.map(({ mediaType }) => mediaType)).toEqual(['image/png'])
      const wrong = toolOf(server, 'get-sum').input.safeParse({ a: 'two' }).error?.issues
      expect(wrong?.map(({ path, message }) => `${path} ${message}`)).toEqual([
        " must have required property 'b'",
        'a must be number',
      ])
    })
  })

  test('a call is cancelled by the signal, and one that is alive is waited for', async () => {
    const settings = await servers.everything()
    await using({ ...settings, timeout: 2 }, async server => {
      const long = toolOf(server, 'trigger-long-running-operation')
      const { content } = await long.execute({ duration: 4, steps: 8 }, ctx)
      expect(content).toContain('completed')
      const stopping = new AbortController()
      setTimeout(() => stopping.abort(new Error('stopped')), 200)
      const begun = Date.now()
      const stopped = long.execute({ duration: 30, steps: 3 }, { ...ctx, signal: stopping.signal })
      await expect(stopped).rejects.toThrow('stopped')
      expect(Date.now() - begun).toBeLessThan(2_000)
    })
  })

  test.each([
    ['hang', /^the MCP server s did not answer within 3 s\./],
    ['endless', /^the MCP server s (?:cannot be used|failed): it said more than 8 MB at once\./],
    ['flood', /^the MCP server s cannot be used: it said more than 10000 things at once\./],
    ['crash', /^the MCP server s (?:cannot be used: it ended \(exit code 7\)|cannot be reached)/],
    ['garbage', /^the MCP server s (?:cannot be used: what it writes|answers in a form)/],
  ])('a call that meets with %s is one sentence', async (name, sentence) => {
    await using(await servers.hostile(), async server => {
      expect((await toolOf(server, 'weather').execute({ city: 'Bonn' }, ctx)).content).toBe(
        'done: weather',
      )
      await expect(toolOf(server, name).execute({}, ctx)).rejects.toThrow(sentence)
    })
  })

  test.each([
    ['hang', 'did not answer within 3 s'],
    ['crash', /exit code 7: there is no such account|cannot be reached/],
    ['garbage', /not MCP/],
  ])('a server that begins with %s is one sentence', async (start, why) => {
    expect(await failureOf(await servers.hostile(start))).toMatch(why)
  })

  test('names, lengths and patterns are bounded', async () => {
    await using(await servers.hostile(), async server => {
      const names = server.tools.map(({ name }) => name)
      expect(names.every(name => /^s__[\w-]{1,60}$/.test(name))).toBe(true)
      expect(new Set(names).size).toBe(names.length)
      expect(names).not.toContain('s__wordy')
      expect(server.left).toEqual([
        'the MCP server s: wordy left out, as what it takes is described at too great length',
      ])
      const begun = Date.now()
      const given = { text: `${'a'.repeat(40)}!` }
      expect(toolOf(server, 'slow_pattern').input.safeParse(given).success).toBe(false)
      expect(toolOf(server, 'bomb').input.safeParse({ text: 'x' }).success).toBe(true)
      expect(Date.now() - begun).toBeLessThan(1_000)
    })
    await using(await servers.hostile('many'), async ({ tools }) =>
      expect(tools.length).toBeLessThan(20),
    )
  })
})

test('what a server is given of the environment, and what it may tell of it', async () => {
  const token = 'a-token-of-some-length'
  const env = { ...process.env, MY_TOKEN: token, OTHER_KEY: 'another-key-entirely' }
  const settings = { ...started.hostile(), env: { MY_TOKEN: '${MY_TOKEN}' } }
  const opened = await openServers({ s: settings }, { env })
  const [server] = opened
  const { content } = await toolOf(server as never, 'key').execute({}, ctx)
  await closeAll(opened)
  expect(content).toContain('"MY_TOKEN":"[key]"')
  expect(content).not.toContain(token)
  expect(content).not.toContain('another-key-entirely')
  expect(await failureOf({ command: 'x', env: { A: '${NOT_THERE}' } })).toBe(
    'the MCP server s needs NOT_THERE; set it in the environment',
  )
  expect(await failureOf({ command: 'no-such-program-at-all' })).toBe(
    'the MCP server s cannot be used: there is no program no-such-program-at-all',
  )
})
