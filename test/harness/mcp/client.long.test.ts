// The command line with MCP servers of the person's own, hostile ones first; the model obeys whatever it reads.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Json } from '../../../tools/tool.ts'
import { startChatServer } from '../../support/chat-server.ts'
import { started } from '../../support/mcp.ts'
import { folder, inProcess, intend, removeFolders, runsOf, start, until } from '../intend.ts'

afterAll(removeFolders)

interface Call {
  readonly name: string
  readonly input: { readonly [name: string]: Json }
}

/** A folder that is a person's home, with servers in their configuration and a private file. */
function home(mcpServers: Readonly<Record<string, object>>): string {
  const cwd = folder()
  mkdirSync(join(cwd, '.config', 'intend'), { recursive: true })
  configure(cwd, mcpServers)
  writeFileSync(join(cwd, 'notes.txt'), 'The code of the safe is heron 4711.')
  return cwd
}

const configure = (cwd: string, mcpServers: Readonly<Record<string, object>>) =>
  writeFileSync(join(cwd, '.config', 'intend', 'config.json'), JSON.stringify({ mcpServers }))

/** A home with the hostile server, which writes down what it is called with. */
function withHostile(words: readonly string[] = [], more: object = {}): string {
  const cwd = home({})
  const env = { CALLS: join(cwd, 'calls') }
  configure(cwd, { s: { ...started.hostile(...words), env, ...more } })
  return cwd
}

const callsOf = (cwd: string): readonly Call[] =>
  existsSync(join(cwd, 'calls'))
    ? readFileSync(join(cwd, 'calls'), 'utf8')
        .split('\n')
        .slice(0, -1) // the last line may be under way
        .map(line => JSON.parse(line))
    : []

/** Asks with a model that makes these calls and then says that it is done. */
async function asked(
  cwd: string,
  calls: readonly Call[],
  question: string,
  more: Readonly<Record<string, string>> = {},
  words: readonly string[] = [],
) {
  let at = 0
  const model = await startChatServer(() => {
    const call = calls[at++]
    return call ? { calls: [call] } : 'FINAL ANSWER: done'
  })
  const env = { OPENAI_BASE_URL: model.baseURL, ...more }
  const given = ['ask', '--agent', 'react', '--model', 'openai:obedient', '--allow', cwd, ...words]
  const ended = await inProcess([...given, question], { cwd, env })
  await model.close()
  return { ...ended, told: model.bodies.map(body => JSON.stringify(body)) }
}

const read = { name: 'read_file', input: { path: 'notes.txt' } }
const secret = 'heron 4711'

describe('a hostile server', () => {
  test.each([
    ['the poisoned tool', 'add', { a: 2, b: 3, sidenote: `The code of the safe is ${secret}.` }],
    ['a destination that the person named', 'whois', { domain: 'example.org', note: secret }],
    ['a tool with the name of ours', 'read_file', { path: secret }],
  ])(
    'gets nothing private by %s, even where the person says that it only reads',
    async (_, name, input) => {
      for (const reads of [[], [name]]) {
        const cwd = withHostile([], { reads })
        const question = 'Add 2 and 3, tell who example.org is, and what notes.txt says.'
        const { code, stdout, stderr } = await asked(
          cwd,
          [read, { name: `s__${name}`, input }],
          question,
        )
        expect([code, stdout]).toEqual([0, 'done\n'])
        expect(stderr).toMatch(new RegExp(`refused: s__${name}.*nobody can be asked`))
        expect(callsOf(cwd)).toEqual([])
      }
    },
  )

  test('changes nothing by what it says of itself, until the person says that it only reads', async () => {
    const call = { name: 's__add', input: { a: 200, b: 3000, sidenote: 'none' } }
    const question = 'Add 200 and 3000.'
    const claimed = withHostile()
    const refused = await asked(claimed, [call], question)
    expect(refused.stderr).toMatch(
      /refused: s__add.*if add only reads, "reads": \["add"\] for the server s/,
    )
    expect(refused.told.at(-1)).toContain('tell the person: if add only reads')
    expect(refused.told[0]).toContain('says that it only reads; it is taken to change things')
    expect(callsOf(claimed)).toEqual([])
    const said = withHostile([], { reads: ['add'] })
    expect((await asked(said, [call], question)).stderr).not.toContain('refused')
    expect(callsOf(said)).toHaveLength(1)
  })

  test('does not stand in the place of our tools', async () => {
    const { told } = await asked(withHostile(), [read], 'What does notes.txt say?')
    expect(told.at(-1)).toContain(secret)
    const { tools } = JSON.parse(told[0]!) as { tools: { function: { name: string } }[] }
    const names = tools.map(tool => tool.function.name)
    expect(names.filter(name => name === 'read_file')).toHaveLength(1)
  })

  test('that describes a tool otherwise than at its first use loses it until the person takes it', async () => {
    const description = join(folder(), 'description')
    const cwd = withHostile(['', description])
    const call = { name: 's__weather', input: { city: 'Bonn' } }
    const question = 'What is the weather in Bonn? Ask for the weather.'
    expect((await asked(cwd, [call], question)).stderr).not.toContain('otherwise')
    writeFileSync(description, 'Adds, and sends mail.')
    const pulled = await asked(cwd, [call], question)
    expect(pulled.stderr).toContain('describes add otherwise than at its first use')
    expect(pulled.told[0]).not.toContain('s__add')
    expect(pulled.told[0]).toContain('s__weather')
    const doctor = await inProcess(['doctor', '--model', 'offline'], { cwd })
    expect(doctor.stdout).toContain('now as: Adds, and sends mail.; intend trust --mcp s takes it')
    expect((await inProcess(['trust', '--mcp', 's'], { cwd })).code).toBe(0)
    const taken = await asked(cwd, [call], question)
    expect(taken.stderr).not.toContain('otherwise')
    expect(taken.told[0]).toContain('Adds, and sends mail.')
  })

  test.each(['hang', 'crash', 'garbage'])('that begins with %s costs one sentence', async how => {
    const { code, stdout, stderr } = await asked(withHostile([how]), [], 'What is said?')
    expect([code, stdout]).toEqual([0, 'done\n'])
    expect(stderr.match(/^the MCP server s .*; the question goes on without it$/gm)).toHaveLength(1)
  })

  test('that hangs in a call is not called again by a run that was killed there', async () => {
    const cwd = withHostile([], { timeout: 300 })
    let at = 0
    const model = await startChatServer(() =>
      at++ === 0 ? { calls: [{ name: 's__hang', input: { way: 'well' } }] } : 'FINAL ANSWER: done',
    )
    const env = { OPENAI_BASE_URL: model.baseURL }
    const words = ['--agent', 'react', '--model', 'openai:obedient']
    const run = start(['ask', ...words, 'Hang "well".'], { cwd, env })
    await until(() => callsOf(cwd).length === 1)
    run.child.kill('SIGKILL')
    await run.ended
    const { stderr } = await intend(['resume', runsOf(cwd)[0]!, '--verbose'], { cwd, env })
    await model.close()
    expect(stderr).toContain('begun before a crash')
    expect(callsOf(cwd)).toHaveLength(1)
  })
})

test('servers of the command line, and none', async () => {
  const cwd = withHostile()
  const { command, args = [] } = started.everything() as { command: string; args?: string[] }
  const named = ['--mcp', `all=${[command, ...args].map(word => `'${word}'`).join(' ')}`]
  const call = { name: 'all__echo', input: { message: 'good morning' } }
  const { told, stderr } = await asked(cwd, [call], 'Echo "good morning".', {}, named)
  expect(stderr).not.toContain('refused')
  expect(told.at(-1)).toContain('Echo: good morning')
  expect(told[0]).toContain('s__weather')
  const none = await asked(cwd, [], 'Echo "good morning".', {}, ['--no-mcp'])
  expect(none.told[0]).not.toContain('s__weather')
  const wrong = await asked(cwd, [], 'Echo.', {}, ['--mcp', 'all'])
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringContaining('NAME=COMMAND or NAME=URL'),
  ])
})

test('no key of a server reaches a trace, and none may stand in the configuration', async () => {
  const own = (MY_TOKEN: string) => ({ ...started.hostile(), reads: ['key'], env: { MY_TOKEN } })
  const cwd = home({ s: own('${MY_TOKEN}') })
  const token = 'tok-of-considerable-length-81'
  const env = { MY_TOKEN: token }
  const { code, stderr, told } = await asked(cwd, [{ name: 's__key', input: {} }], 'Which?', env)
  expect(code).toBe(0)
  expect(told.at(-1)).toContain('MY_TOKEN')
  const run = join(cwd, '.intend', 'runs', runsOf(cwd)[0]!)
  const kept = ['run.json', 'events.jsonl', 'trace.json'].map(name =>
    readFileSync(join(run, name), 'utf8'),
  )
  expect([...kept, ...told, stderr].join()).not.toContain(token)
  configure(cwd, { s: own(token) })
  const refused = await inProcess(['ask', 'Which?'], { cwd })
  expect([refused.code, refused.stderr]).toEqual([
    3,
    expect.stringContaining('must hold no keys: write ${NAME} for the one in MY_TOKEN of s'),
  ])
  expect(refused.stderr).not.toContain(token)
})

test('a folder brings no server', async () => {
  const cwd = folder()
  mkdirSync(join(cwd, '.intend'))
  writeFileSync(
    join(cwd, '.intend', 'config.json'),
    JSON.stringify({ mcpServers: { s: started.hostile() } }),
  )
  const { code, stderr } = await inProcess(['ask', 'Who is there?'], {
    cwd,
    env: { HOME: folder() },
  })
  expect(code).toBe(3)
  expect(stderr).toContain('may not name mcpServers')
})

test('doctor lists servers with their tools', async () => {
  const cwd = home({ all: { ...started.everything(), reads: ['echo', 'nothing'] } })
  const { stdout } = await inProcess(['doctor', '--model', 'offline', '--no-color'], { cwd })
  expect(stdout).toMatch(
    /mcp +all offers echo \(reads.*get-sum.*resources and prompts; it has no nothing/,
  )
})
