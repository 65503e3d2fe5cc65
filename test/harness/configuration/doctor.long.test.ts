// `intend doctor` as a person runs it: every case is a process, every server a real one.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { defaultModels } from '../../../harness/configuration/model.ts'
import { startChatServer } from '../../support/chat-server.ts'
import {
  startAbleAnthropic,
  startAbleServer,
  startSilentServer,
} from '../../support/doctor-server.ts'
import { folder, intend, removeFolders } from '../intend.ts'

afterAll(removeFolders)

const key = 'sk-secret-heron'

describe.concurrent('doctor', () => {
  test('finds nothing wrong where nothing is configured, and asks nobody', async () => {
    const cwd = folder()
    const { code, stdout, stderr } = await intend(['doctor'], { cwd })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^✓ model +offline \(as none is configured\): .*not a language model/m)
    expect(stdout).toMatch(/^✓ config +no file; settings may be in \S+\.intend.config\.json or /m)
    expect(stdout).not.toMatch(/✗|!/)
    expect(stderr).toBe('')
    expect(existsSync(join(cwd, '.intend'))).toBe(false)
  })

  test('counts the plans of the library, and names one that was set aside', async () => {
    const cwd = folder()
    const rate = 'How long does it take to travel 120 km at 40 km/h?'
    expect((await intend(['ask', rate, '--quiet'], { cwd })).code).toBe(0)
    writeFileSync(join(cwd, '.intend/plans.json.corrupt-1'), '{')
    const { code, stdout } = await intend(['doctor'], { cwd })
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^✓ plans +\S+plans\.json holds 1 plan; set aside, .*: plans\.json\.corrupt-1$/m,
    )
  })

  test('says what a model can, what it costs to find out, and never the key', async () => {
    const cwd = folder()
    mkdirSync(join(cwd, 'papers'))
    const server = await startAbleServer({ models: ['m', 'n'] })
    const env = {
      OPENAI_BASE_URL: server.baseURL,
      INTEND_MODEL: 'openai:m',
      OPENAI_API_KEY: key,
    }
    const { code, stdout, stderr } = await intend(['doctor', '--corpus', 'papers'], { cwd, env })
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(stderr).toMatch(
      /^asking openai:m two or three short things, .*--no-calls leaves this out$/m,
    )
    expect(stdout).toMatch(
      /^✓ model +openai:m \(INTEND_MODEL\): http:\S+ has the model m \(OPENAI_API_KEY is set\)$/m,
    )
    expect(stdout).toMatch(/^! context +its length is not known: .*contextTokens/m)
    expect(stdout).toMatch(/^✓ price +none is known for a server of your own$/m)
    expect(stdout).toMatch(/^✓ schema +replies keep to a schema by themselves$/m)
    expect(stdout).toMatch(/^✓ calls +calls tools, several at once$/m)
    expect(stdout).toMatch(/^✓ speed +first piece after \d+\.\d s; this took \d+ tokens$/m)
    expect(stdout).toMatch(/^✓ tools +.*calculate, bash; web_search: searches corpus/m)
    expect(stdout + stderr).not.toContain('heron')
    expect(server.bodies).toHaveLength(2)
    await server.close()
  })

  test('knows context and price of the model that a key of Anthropic leads to', async () => {
    const server = await startAbleAnthropic({ [defaultModels.anthropic]: 200_000 })
    const env = { ANTHROPIC_BASE_URL: server.baseURL, ANTHROPIC_API_KEY: key }
    const { code, stdout, stderr } = await intend(['doctor'], { cwd: folder(), env })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^✓ model +anthropic:claude-\S+ \(ANTHROPIC_API_KEY is set\): /m)
    expect(stdout).toMatch(/^✓ context +200000 tokens, says its server$/m)
    expect(stdout).toMatch(/^✓ price +\$\d+ for a million tokens read, \$\d+ written$/m)
    expect(stdout).toMatch(/^✓ schema /m)
    expect(stdout).toMatch(/^✓ calls +calls tools, several at once$/m)
    expect(stdout).toMatch(/^✓ speed .*this took 160 tokens, \$0\.\d{4}$/m)
    expect(stdout + stderr).not.toContain('heron')
    await server.close()
  })

  test('asks nothing with --no-calls', async () => {
    const server = await startAbleServer()
    const env = { OPENAI_BASE_URL: server.baseURL }
    const words = ['doctor', '--model', 'openai:m', '--no-calls']
    const { code, stdout, stderr } = await intend(words, { cwd: folder(), env })
    expect(code).toBe(0)
    expect(stdout).not.toMatch(/^. (schema|calls|speed) /m)
    expect(stderr).toBe('')
    expect(server.bodies).toHaveLength(0)
    await server.close()
  })

  test('says what a model lacks and what that means, and finds it usable', async () => {
    const server = await startAbleServer({ schema: 'prompted', tools: false })
    const env = { VLLM_BASE_URL: server.baseURL }
    const { code, stdout } = await intend(['doctor', '--model', 'vllm:m'], { cwd: folder(), env })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^! schema +no native schema: .*replies are checked and asked again$/m)
    expect(stdout).toMatch(
      /^! calls +no tool calls: steps that need tools will fail; start it with --enable-auto-tool-choice .*"I cannot call tools\."\)$/m,
    )
    await server.close()
  })

  test('finds a model unusable that never keeps to a schema', async () => {
    const server = await startAbleServer({ schema: 'none' })
    const env = { OPENAI_BASE_URL: server.baseURL }
    const { code, stdout } = await intend(['doctor', '--model', 'openai:m', '--json'], {
      cwd: folder(),
      env,
    })
    expect(code).toBe(3)
    expect(stdout.trim()).not.toContain('\n')
    const { ok, checks } = JSON.parse(stdout)
    expect(ok).toBe(false)
    expect(checks.filter((check: { ok: boolean }) => !check.ok)).toEqual([
      { name: 'schema', ok: false, says: expect.stringMatching(/no reply .* "A heron\."/) },
    ])
    expect(checks.find((check: { name: string }) => check.name === 'context')).toMatchObject({
      ok: true,
      lacks: true,
    })
    await server.close()
  })

  test('names the nearest model of the server, and asks an unknown one nothing', async () => {
    const server = await startAbleServer({ models: ['llama3.2:3b', 'qwen3:8b'] })
    const env = { OLLAMA_HOST: server.baseURL.replace(/\/v1$/, '') }
    const words = ['doctor', '--model', 'ollama:qwen3:7b']
    const { code, stdout } = await intend(words, { cwd: folder(), env })
    expect(code).toBe(3)
    expect(stdout).toMatch(
      /^✗ model +ollama:qwen3:7b .*it has: llama3\.2:3b, qwen3:8b; did you mean qwen3:8b\?$/m,
    )
    expect(server.bodies).toHaveLength(0)
    await server.close()
  })

  test('looks at the model that the environment leads to, and why', async () => {
    const server = await startAbleServer({ models: ['only', 'nomic-embed-text'] })
    const env = { LMSTUDIO_BASE_URL: server.baseURL }
    const words = ['doctor', '--no-calls']
    const { code, stdout } = await intend(words, { cwd: folder(), env })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^✓ model +lmstudio:only \(LMSTUDIO_BASE_URL is set\): /m)
    await server.close()
    const gone = await intend(words, { cwd: folder(), env })
    expect(gone.code).toBe(3)
    expect(gone.stdout).toMatch(/^✗ model +LMSTUDIO_BASE_URL is set .*cannot reach .*--model/m)
  })

  test('looks behind a recording without beginning one, and at each model of a list', async () => {
    const cwd = folder()
    const server = await startAbleServer()
    const env = { OPENAI_BASE_URL: server.baseURL }
    const look = (model: string) => intend(['doctor', '--no-calls', '--model', model], { cwd, env })
    const recording = await look('record:run.jsonl@openai:m')
    expect(recording.code).toBe(0)
    expect(recording.stdout).toMatch(/^✓ model +openai:m .*has the model m$/m)
    expect(existsSync(join(cwd, 'run.jsonl'))).toBe(false)
    const list = await look('openai:gone,openai:m')
    expect(list.code).toBe(0)
    expect(list.stdout).toMatch(/^! model +openai:gone .*does not know the model gone/m)
    expect(list.stdout).toMatch(/^✓ model +openai:m .*has the model m$/m)
    const lost = await look('openai:gone,replay:none.jsonl')
    expect(lost.code).toBe(3)
    expect(lost.stdout).toMatch(/^✗ model +replay:none\.jsonl .*no recording in none/m)
    await server.close()
  })

  test('tells the configuration files and what they set', async () => {
    const cwd = folder()
    mkdirSync(join(cwd, '.intend'))
    mkdirSync(join(cwd, 'papers'))
    const file = join(cwd, '.intend/config.json')
    const server = await startAbleServer()
    const env = { OPENAI_BASE_URL: server.baseURL }
    const settings = { model: 'openai:m', corpus: 'papers', contextTokens: 8192, seed: 1 }
    writeFileSync(file, JSON.stringify(settings))
    expect((await intend(['trust'], { cwd })).code).toBe(0)
    const { code, stdout } = await intend(['doctor', '--no-calls'], { cwd, env })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^✓ config +\S+config\.json sets model, corpus, contextTokens, seed$/m)
    expect(stdout).toMatch(/^✓ model +openai:m \(\S+config\.json\): /m)
    expect(stdout).toMatch(/^✓ context +8192 tokens, from the configuration file$/m)
    expect(stdout).toMatch(/^✓ corpus +\S+papers can be searched/m)
    writeFileSync(file, JSON.stringify({ model: 'openai:m', maxCost: 1 }))
    const unpriced = await intend(['doctor', '--no-calls'], { cwd, env })
    expect(unpriced.code).toBe(3)
    expect(unpriced.stdout).toMatch(/^✗ price +not known, so maxCost of the configuration file/m)
    writeFileSync(file, `{ "apiKey": "${key}" }`)
    const wrong = await intend(['doctor', '--no-calls'], { cwd })
    expect(wrong.code).toBe(3)
    expect(wrong.stdout).toMatch(/^✗ config +\S+ must hold no keys: .*set OPENAI_API_KEY/m)
    expect(wrong.stdout).toMatch(/^✓ model +offline/m)
    expect(wrong.stdout + wrong.stderr).not.toContain('heron')
    await server.close()
  })

  test('comes to an end with a server that accepts and never answers', async () => {
    const server = await startSilentServer()
    const named = { cwd: folder(), env: { OPENAI_BASE_URL: server.baseURL, OPENAI_API_KEY: key } }
    const { code, stdout } = await intend(['doctor', '--model', 'openai:m'], named)
    expect(code).toBe(3)
    expect(stdout).toMatch(/^✗ model .* did not answer within 3 s/m)
    expect(stdout).not.toContain('heron')
    const found = await intend(['doctor'], named)
    expect(found.stdout).toMatch(/^✗ model .*OPENAI_BASE_URL is set .*did not answer within 1 s/m)
    await server.close()
  })

  test('says what is wrong: no server, no library, no folder to write in, no corpus', async () => {
    const cwd = folder()
    writeFileSync(join(cwd, 'p.json'), 'nonsense')
    writeFileSync(join(cwd, '.intend'), 'a file')
    const gone = await startChatServer([])
    await gone.close()
    const env = { OPENAI_BASE_URL: gone.baseURL, OPENAI_API_KEY: key }
    const words = ['doctor', '--model', 'openai:m', '--plans', 'p.json', '--corpus', 'no']
    const { code, stdout } = await intend(words, { cwd, env })
    expect(code).toBe(3)
    expect(stdout).toMatch(/^✗ model +.*cannot reach \S+: connection refused; start the server/m)
    expect(stdout).toMatch(/^✗ plans +\S+p\.json is not a plan library/m)
    expect(stdout).toMatch(/^✗ corpus +the corpus \S+no does not exist/m)
    expect(stdout).toMatch(/^✗ folder +\S+\.intend is not a folder/m)
    expect(stdout).not.toContain('heron')
  })

  test('asks for a key without having one, and hides one that is refused', async () => {
    const body = JSON.stringify({ error: { message: `bad key ${key}` } })
    const server = await startChatServer([{ status: 401, body }])
    const env = { OPENAI_BASE_URL: server.baseURL, OPENAI_API_KEY: key }
    const refused = await intend(['doctor', '--model', 'openai:m'], { cwd: folder(), env })
    expect(refused.code).toBe(3)
    expect(refused.stdout).toMatch(/^✓ model .*answers, and does not list its models/m)
    expect(refused.stdout).toMatch(/^✗ schema .*refused the key \(401\); set OPENAI_API_KEY/m)
    expect(refused.stdout).not.toContain('heron')
    const none = await intend(['doctor', '--model', 'anthropic:claude-x'], { cwd: folder() })
    expect(none.code).toBe(3)
    expect(none.stdout).toMatch(/^✗ model .*set ANTHROPIC_API_KEY/m)
    await server.close()
  })
})
