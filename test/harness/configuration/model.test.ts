// Which model a command takes and what the configuration files say: files in real folders, lists of
// models from real servers.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { personalFile, readSettings, settingsFrom } from '../../../harness/configuration/file.ts'
import { configuredModel, defaultModels } from '../../../harness/configuration/model.ts'
import { setTrust } from '../../../harness/configuration/own.ts'
import { startAbleServer, startSilentServer } from '../../support/doctor-server.ts'
import { folder, removeFolders } from '../intend.ts'

afterAll(removeFolders)

type Environment = Readonly<Record<string, string>>

/** A folder to run in and a home, each with its file when there is something to put into it. */
function around(files: { folder?: unknown; person?: unknown } = {}, env: Environment = {}) {
  const [cwd, home] = [folder(), folder()]
  const put = (dir: string, content: unknown) => {
    mkdirSync(dir, { recursive: true })
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    writeFileSync(join(dir, 'config.json'), text)
  }
  if (files.folder !== undefined) put(join(cwd, '.intend'), files.folder)
  if (files.person !== undefined) put(join(home, '.config/intend'), files.person)
  return { folder: cwd, home, env: { HOME: home, ...env } }
}

const choose = (env: Environment) => configuredModel(undefined, around({}, env))

describe('the model that is named', () => {
  test('is that of the flag, the variable, the folder, the person, in this order', async () => {
    const all = around({ folder: { model: 'openai:c' }, person: { model: 'openai:d' } })
    const cloud = { ...all, env: { ...all.env, OPENAI_API_KEY: 'k' } }
    const variable = { ...cloud, env: { ...cloud.env, INTEND_MODEL: 'openai:b' } }
    expect(await configuredModel('openai:a', variable)).toEqual({
      spec: 'openai:a',
      from: '--model',
    })
    expect(await configuredModel(undefined, variable)).toEqual({
      spec: 'openai:b',
      from: 'INTEND_MODEL',
    })
    expect(await configuredModel(undefined, cloud)).toEqual({
      spec: 'openai:c',
      from: join(all.folder, '.intend/config.json'),
    })
    const person = around({ folder: {}, person: { model: 'openai:d' } })
    expect(await configuredModel('', person)).toEqual({
      spec: 'openai:d',
      from: join(person.home, '.config/intend/config.json'),
    })
  })

  test('needs no file that can be read', async () => {
    const broken = around({ folder: 'nonsense' })
    expect((await configuredModel('offline', broken)).spec).toBe('offline')
    await expect(configuredModel(undefined, broken)).rejects.toThrow(/it is not JSON/)
  })
})

describe('the model that is found', () => {
  test('is offline, and nothing is said, where nothing is configured', async () => {
    expect(await choose({ OPENAI_API_KEY: '', INTEND_MODEL: '' })).toEqual({
      spec: 'offline',
      from: 'as none is configured',
    })
  })

  test('is the usual one of the cloud whose key is set, and no server is asked', async () => {
    const silent = await startSilentServer()
    const anthropic = await choose({
      ANTHROPIC_API_KEY: 'k',
      OPENAI_API_KEY: 'k',
      OLLAMA_HOST: 'x',
    })
    expect(anthropic).toEqual({
      spec: `anthropic:${defaultModels.anthropic}`,
      from: 'ANTHROPIC_API_KEY is set',
      notice: `using anthropic:${defaultModels.anthropic}, as ANTHROPIC_API_KEY is set (it counts before OPENAI_API_KEY, OLLAMA_HOST); choose another with --model or INTEND_MODEL`,
    })
    const address = { OPENAI_BASE_URL: 'https://eu.api.openai.com/v1' }
    expect((await choose({ OPENAI_API_KEY: 'k', ...address })).spec).toBe(
      `openai:${defaultModels.openai}`,
    )
    const gateway = await choose({ ANTHROPIC_BASE_URL: silent.baseURL })
    expect(gateway.spec).toBe(`anthropic:${defaultModels.anthropic}`)
    const named = await choose({ OPENAI_BASE_URL: silent.baseURL, OPENAI_MODEL: 'mine' })
    expect(named.spec).toBe('openai:mine')
    expect(silent.connections()).toBe(0)
    await silent.close()
  })

  test('is the only one of a server of one’s own, embeddings left aside', async () => {
    const models = ['text-embedding-nomic-embed-text-v1.5', 'qwen3:8b']
    const server = await startAbleServer({ models })
    const host = server.baseURL.replace(/^http:\/\/|\/v1$/g, '')
    const found = await Promise.all([
      choose({ OPENAI_BASE_URL: server.baseURL }),
      choose({ OLLAMA_HOST: host }),
      choose({ VLLM_BASE_URL: server.baseURL }),
      choose({ LMSTUDIO_BASE_URL: server.baseURL }),
    ])
    expect(found.map(({ spec }) => spec)).toEqual([
      ...['openai:qwen3:8b', 'ollama:qwen3:8b', 'vllm:qwen3:8b', 'lmstudio:qwen3:8b'],
    ])
    expect(found[1]?.notice).toMatch(/^using ollama:qwen3:8b, as OLLAMA_HOST is set; choose/)
    expect(server.bodies).toHaveLength(0)
    await server.close()
  })

  test('is left to the person where a server has several or none', async () => {
    const [several, none] = await Promise.all([
      startAbleServer({ models: ['a', 'b'] }),
      startAbleServer({ models: [] }),
    ])
    await expect(choose({ VLLM_BASE_URL: several.baseURL })).rejects.toThrow(
      /^VLLM_BASE_URL is set and its server has several models; choose one with --model or INTEND_MODEL, such as vllm:a; it has: a, b$/,
    )
    await expect(choose({ VLLM_BASE_URL: none.baseURL })).rejects.toThrow(
      /it has: none; choose one/,
    )
    await Promise.all([several.close(), none.close()])
  })

  test('is not replaced by another where the server is gone or silent', async () => {
    const silent = await startSilentServer()
    await choose({ VLLM_BASE_URL: 'http://127.0.0.1:1' }).catch(() => undefined) // loads the client
    await expect(
      choose({ OPENAI_BASE_URL: silent.baseURL, OLLAMA_HOST: '127.0.0.1:1' }),
    ).rejects.toThrow(/^OPENAI_BASE_URL is set .* did not answer within 1 s; .*--model/)
    await silent.close()
    await expect(choose({ OLLAMA_HOST: '127.0.0.1:1' })).rejects.toThrow(
      /^OLLAMA_HOST is set and no model is named, but cannot reach .*such as ollama:MODEL or offline$/,
    )
  })
})

describe('the configuration files', () => {
  test('are read together, the folder before the person, paths made absolute', () => {
    const given = around({
      folder: { corpus: 'papers', maxCost: 0.5 },
      person: {
        plans: 'p.json',
        allow: ['~/data'],
        entailment: 'local:nli',
        maxCost: 2,
        maxCycles: 3,
        agent: 'npc',
      },
    })
    setTrust(given.folder, true, given.env)
    const { settings, from, files } = readSettings(given)
    const own = join(given.home, '.config/intend')
    expect(settings).toEqual({
      corpus: join(given.folder, 'papers'),
      plans: join(own, 'p.json'),
      allow: [join(given.home, 'data')],
      entailment: `local:${join(own, 'nli')}`,
      maxCost: 0.5,
      maxCycles: 3,
      agent: 'npc',
    })
    expect(from.maxCost).toBe(join(given.folder, '.intend/config.json'))
    expect(from.agent).toBe(join(own, 'config.json'))
    expect(files).toEqual([from.maxCost, from.agent])
  })

  test('fill the options that were not given, spelled as flags are', () => {
    const given = around({
      folder: { model: 'openai:m', maxCycles: 3, agent: 'npc', plans: '.intend/p' },
    })
    setTrust(given.folder, true, given.env)
    expect(settingsFrom({ agent: 'compiler', plans: undefined, json: true }, given)).toEqual({
      agent: 'compiler',
      maxCycles: '3',
      plans: join(given.folder, '.intend/p'),
      json: true,
    })
  })

  test('are nothing where there are none', () => {
    expect(readSettings(around())).toEqual({ settings: {}, from: {}, files: [] })
    expect(readSettings({ folder: folder(), env: {} }).files).toEqual([])
  })

  test('of a person lie where the system keeps such files', () => {
    expect(personalFile({ HOME: '/h' }, 'linux')).toBe('/h/.config/intend/config.json')
    const xdg = { HOME: '/h', XDG_CONFIG_HOME: '/x' }
    expect(personalFile(xdg, 'linux')).toBe('/x/intend/config.json')
    expect(personalFile({ HOME: '/h', XDG_CONFIG_HOME: 'x' }, 'linux')).toBe(
      '/h/.config/intend/config.json',
    )
    expect(personalFile({ HOME: '/h', APPDATA: '/a' }, 'win32')).toBe('/a/intend/config.json')
    expect(personalFile({}, 'linux')).toBeUndefined()
  })

  test.each<[string, unknown, RegExp]>([
    [
      'an unknown setting',
      { modle: 'x' },
      /config\.json: there is no setting "modle"; did you mean model\?$/,
    ],
    [
      'a strange setting',
      { zzzzzzzz: 1 },
      /there is no setting "zzzzzzzz"; known are model, agent, /,
    ],
    ['a typing error in a limit', { maxToken: 5 }, /did you mean maxTokens\?$/],
    [
      'a wrong type',
      { maxCost: 'five' },
      /config\.json: maxCost cannot be "five" \(expected number/,
    ],
    ['a wrong number', { temperature: 9 }, /temperature cannot be 9 \(.*2\)$/],
    ['a wrong element', { allow: ['.', 3] }, /allow\[1\] cannot be/],
    ['a wrong word', { prompts: 'loud' }, /prompts cannot be "loud" \(.*aware.*free/],
    ['a list', [], /must hold one JSON object/],
    ['broken text', '{"model": ', /config\.json: it is not JSON: its end/],
    [
      'a path that leads out',
      { plans: '../p.json' },
      /plans names \.\.\/p\.json, which is not in \.intend/,
    ],
    [
      'a path to the home',
      { allow: ['~/.ssh'] },
      /allow names ~\/\.ssh, which is not in this folder/,
    ],
    ['hosts', { allowHosts: ['localhost'] }, /may not name allowHosts/],
  ])('of a folder with %s are refused with one sentence', (_, content, sentence) => {
    expect(() => readSettings(around({ folder: content }))).toThrow(sentence)
  })

  test.each([
    [{ apiKey: 'abc-4711' }, /"apiKey" and set OPENAI_API_KEY/],
    [{ anthropic_api_key: 'abc-4711' }, /"anthropic_api_key" and set ANTHROPIC_API_KEY/],
    [{ OPENAI_API_KEY: 'abc-4711' }, /set OPENAI_API_KEY/],
    [{ braveToken: 'abc-4711' }, /set BRAVE_API_KEY/],
    [{ model: 'sk-ant-abcdefghijkl-4711' }, /"model" and set ANTHROPIC_API_KEY/],
    [{ note: { deep: 'sk-proj-abcdefghijkl-4711' } }, /"note" and set OPENAI_API_KEY/],
  ])('hold no keys, and no message repeats one: %j', (content, sentence) => {
    const read = () => readSettings(around({ person: content }))
    expect(read).toThrow(sentence)
    expect(read).not.toThrow(/4711/)
  })

  test('that are not JSON are not repeated either', () => {
    expect(() => readSettings(around({ person: '{"apiKey": sk-4711}' }))).not.toThrow(/4711/)
  })

  test('of a folder do not lead out of it through a link', () => {
    const given = around({ folder: { corpus: 'papers' } })
    symlinkSync(given.home, join(given.folder, 'papers'))
    expect(() => readSettings(given)).toThrow(/corpus names papers, which is not in this folder/)
  })
})
