// A model that is tried by `init` and by `doctor`: what is written, what is said, and an interruption.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { startChatServer } from '../../support/chat-server.ts'
import { startAbleServer } from '../../support/doctor-server.ts'
import { folder, inProcess, removeFolders, start, until } from '../intend.ts'

afterAll(removeFolders)

const own = '{"model":"openai:before","contextTokens":32000}'
const fileIn = (cwd: string) => join(cwd, '.config/intend/config.json')

function configured(): string {
  const cwd = folder()
  mkdirSync(dirname(fileIn(cwd)), { recursive: true })
  writeFileSync(fileIn(cwd), own)
  return cwd
}

describe.concurrent('init', () => {
  test.each([
    ['that does not exist', ['--no-calls', '--model', 'foo']],
    ['that its server does not have', ['--no-calls', '--model', 'openai:foo']],
    ['whose replies keep to no schema', ['--model', 'openai:m']],
  ])('keeps the file for a model %s, and says so', async (_, words) => {
    const cwd = configured()
    const server = await startAbleServer({ schema: 'none' })
    const env = { OPENAI_BASE_URL: server.baseURL }
    const { code, stdout, stderr } = await inProcess(['init', ...words], { cwd, env })
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toMatch(
      /\nintend: \S+ cannot be used and was not saved; \S+config\.json still names openai:before\n$/,
    )
    expect(readFileSync(fileIn(cwd), 'utf8')).toBe(own)
    await server.close()
  })

  test('writes one that works beside what is there, and marks what it lacks as doctor does', async () => {
    const cwd = configured()
    const server = await startAbleServer({ tools: false })
    const env = { OPENAI_BASE_URL: server.baseURL }
    const words = ['--model', 'openai:m']
    const { code, stdout, stderr } = await inProcess(['init', ...words], { cwd, env })
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${fileIn(cwd)}\n` })
    expect(JSON.parse(readFileSync(fileIn(cwd), 'utf8'))).toEqual({
      model: 'openai:m',
      contextTokens: 32000,
    })
    const doctor = await inProcess(['doctor', ...words], { cwd, env })
    const [, calls] = /^(! calls {4}no tool calls: .*)$/m.exec(doctor.stdout)!
    expect(stderr).toContain(`\n${calls}\n`)
    await server.close()
  })
})

test('doctor says in words where nothing can be written, and what that does to plans', async () => {
  const cwd = folder()
  writeFileSync(join(cwd, 'file'), '')
  const look = (env: Readonly<Record<string, string>>, place = cwd) =>
    inProcess(['doctor', '--no-calls', '--model', 'offline'], { cwd: place, env })
  const homeless = await look({ HOME: join(cwd, 'file') })
  expect(homeless.code).toBe(0)
  expect(homeless.stdout).toMatch(
    /^! home +cannot write in \S+intend \(a part of its path is a file and no folder\), so plans .* not known to be yours .*--plans FILE$/m,
  )
  expect((await look({ HOME: cwd })).stdout).not.toContain('home ')
  const shut = await look({ HOME: cwd }, join(cwd, 'file'))
  expect(shut.code).toBe(3)
  expect(shut.stdout).toMatch(
    /^✗ folder +cannot write in \S+\.intend \(a part of its path .*\); work in another folder$/m,
  )
})

test.each(['doctor', 'init'])(
  '%s that is interrupted while a model is asked says so',
  async name => {
    const cwd = configured()
    const server = await startChatServer(() => ({ hang: true }), { models: ['m'] })
    const env = { OPENAI_BASE_URL: server.baseURL }
    const { child, ended } = start([name, '--model', 'openai:m'], { cwd, env })
    await until(() => server.bodies.length > 0)
    child.kill('SIGINT')
    const { code, stdout, stderr } = await ended
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' })
    expect(stderr).toMatch(/^asking .*\nintend: interrupted\n$/)
    expect(readFileSync(fileIn(cwd), 'utf8')).toBe(own)
    await server.close()
  },
)
