// What a run cannot write: found out before a model is asked, and never in the way of an answer.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { question } from '../../phases/replies/replies.ts'
import { startChatServer } from '../../support/chat-server.ts'
import { folder, inProcess, purposeOf, removeFolders, runsOf } from '../intend.ts'
import { asking, replies } from '../workers/killed.ts'

afterAll(removeFolders)

const blocked = 'a file where a folder should be'

/** A server that a test never asks; `asked` tells of the requests it got all the same. */
async function unasked() {
  const server = await startChatServer(() => ({ text: '' }))
  return { env: { OPENAI_BASE_URL: server.baseURL }, asked: server.bodies, close: server.close }
}

describe.concurrent('what cannot be written is said before the model is asked', () => {
  const proc = existsSync('/proc/self') ? ['/proc/intend/plans.json'] : []
  test('a library, a memory, a run and a recording', async () => {
    const cwd = folder()
    const server = await unasked()
    writeFileSync(join(cwd, 'file'), blocked)
    mkdirSync(join(cwd, 'dir'))
    for (const [words, sentence] of [
      [['--plans', 'file/p.json'], /plan library \S+file\/p\.json: .*no folder; name another with/],
      [['--plans', 'dir'], /plan library \S+dir: it is a folder; name another with --plans FILE/],
      [['--memory', 'file/m.json'], /memory \S+file\/m\.json: .*; name another with --memory FILE/],
      [['--memory', 'dir'], /memory \S+dir: it is a folder; name another with --memory FILE/],
      [['--out', 'file/run'], /cannot write in \S+file\/run \(.*--out DIR/],
      [['--model', `record:${join(cwd, 'dir')}@openai:m`], /recording \S+dir: it is a folder/],
      [
        ['--model', `record:${join(cwd, 'file/r.jsonl')}@openai:m`],
        /recording \S+r\.jsonl: .* name another/,
      ],
      ...proc.flatMap(file => [
        [['--plans', file], /plan library \/proc\/\S+: .*; name another/] as const,
        [
          ['--model', `record:${file}@openai:m`],
          /recording \/proc\/\S+: .*; name another/,
        ] as const,
      ]),
    ] as const) {
      const ended = await inProcess([...asking, ...words], { cwd, env: server.env })
      expect(ended).toMatchObject({ code: 3, stdout: '' })
      expect(ended.stderr).toMatch(sentence)
      expect(ended.stderr).toMatch(/^intend: .*\n$/)
    }
    expect(server.asked).toEqual([])
    expect(runsOf(cwd)).toEqual([])
    expect(readFileSync(join(cwd, 'file'), 'utf8')).toBe(blocked)
    await server.close()
  })

  test('a file of somebody else is left as it is, whatever it is taken for', async () => {
    const [cwd, home] = [folder(), folder()]
    const server = await unasked()
    const files = { 'clean.csv': 'a,b\n1,2\n', 'some.json': '{ "name": "somebody\'s" }\n' }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
    for (const option of ['--plans', '--memory'])
      for (const [name, text] of Object.entries(files)) {
        const env = { ...server.env, HOME: home }
        const ended = await inProcess([...asking, option, name], { cwd, env })
        expect(ended).toMatchObject({ code: 3, stdout: '' })
        expect(ended.stderr).toMatch(
          /^intend: \S+ is not a (plan library|memory) \(.*\) .* left as it is; /,
        )
        expect(readFileSync(join(cwd, name), 'utf8')).toBe(text)
      }
    expect(
      readdirSync(cwd)
        .filter(name => name !== '.intend')
        .sort(),
    ).toEqual(Object.keys(files))
    expect(server.asked).toEqual([])
    await server.close()
  })
})

test('an answer is printed and keeps its exit code when the library can no longer be written', async () => {
  const cwd = folder()
  const library = join(cwd, 'kept')
  const server = await startChatServer(body => {
    const purpose = purposeOf(body)
    if (purpose === 'execute') {
      rmSync(library, { recursive: true, force: true })
      writeFileSync(library, blocked)
    }
    return { text: replies[purpose as keyof typeof replies] ?? '' }
  })
  const env = { OPENAI_BASE_URL: server.baseURL }
  mkdirSync(library)
  const words = [...asking, '--plans', 'kept/plans.json', '--quiet']
  const ended = await inProcess(words, { cwd, env })
  expect(ended).toMatchObject({ code: 0, stdout: '3\n' })
  expect(ended.stderr).toMatch(
    /^cannot write the plan library \S+: .*; what was learned is kept with: intend resume \S+\n$/,
  )
  const paid = server.bodies.length

  const [run] = runsOf(cwd)
  const refused = await inProcess(['resume', run!, '--quiet'], { cwd, env })
  expect(refused).toMatchObject({ code: 0, stdout: '3\n' })
  expect(refused.stderr).toMatch(/^cannot (read|write) the plan library .*\n$/)

  rmSync(library)
  expect(await inProcess(['resume', '--quiet'], { cwd, env })).toMatchObject({
    code: 0,
    stdout: '3\n',
    stderr: '',
  })
  const [plan] = JSON.parse(readFileSync(join(library, 'plans.json'), 'utf8')).plans
  expect(Object.values(plan.stats)).toMatchObject([{ useCount: 1, successCount: 1 }])
  expect(server.bodies).toHaveLength(paid)
  expect(question).toBe(
    JSON.parse(readFileSync(join(cwd, '.intend/runs', run!, 'trace.json'), 'utf8')).question,
  )
  await server.close()
})

test('a conclusion that nothing bears out is no answer, and no success of its plan', async () => {
  const cwd = folder()
  const plan = JSON.parse(replies.deliberate)
  const step = {
    ...plan.steps[1],
    deps: [],
    reads: ['distance'],
    writes: [{ role: 'final_answer' }],
  }
  const { expression: _, ...guessing } = step
  const server = await startChatServer(body => {
    const purpose = purposeOf(body)
    if (purpose === 'perceive')
      return {
        text: JSON.stringify({ ...JSON.parse(replies.perceive), answerContract: { kind: 'text' } }),
      }
    if (purpose === 'formalize')
      return { text: JSON.stringify({ ...JSON.parse(replies.formalize), openParameters: [] }) }
    if (purpose === 'deliberate') return { text: JSON.stringify({ ...plan, steps: [guessing] }) }
    const newGroundBeliefs = [{ name: 'final_answer', value: 'Lyon' }]
    return { text: JSON.stringify({ newGroundBeliefs, postconditionMet: true, summary: 'Lyon' }) }
  })
  const words = ['ask', 'In which city does the courier who rides 54 km at 18 km/h live?']
  const ended = await inProcess([...words, '--model', 'openai:m', '--quiet', '--json'], {
    cwd,
    env: { OPENAI_BASE_URL: server.baseURL },
  })
  expect(ended.code).toBe(1)
  expect(JSON.parse(ended.stdout)).toMatchObject({ satisfied: false })
  const { plans } = JSON.parse(readFileSync(join(cwd, '.intend/plans.json'), 'utf8'))
  const counts = plans.flatMap((kept: { stats: object }) => Object.values(kept.stats))
  expect(counts.length).toBeGreaterThan(0)
  for (const count of counts) expect(count).toMatchObject({ successCount: 0 })
  await server.close()
})

describe.concurrent('a model that cannot serve', () => {
  test('for a moment is asked again, and a pipe is told so', async () => {
    const cwd = folder()
    let refused = 0
    const server = await startChatServer(body =>
      refused++ === 0
        ? {
            status: 429,
            headers: { 'retry-after-ms': '10' },
            body: '{"error":{"message":"slow down"}}',
          }
        : { text: replies[purposeOf(body) as keyof typeof replies] ?? '' },
    )
    const env = { OPENAI_BASE_URL: server.baseURL }
    const ended = await inProcess(asking, { cwd, env })
    expect(ended).toMatchObject({ code: 0, stdout: '3\n' })
    expect(ended.stderr).toMatch(/asking again in 0\.0 s: http:\S+ limits the rate/)
    await server.close()
  })

  test('fails alike whether it refuses the connection or every request', async () => {
    const cwd = folder()
    const server = await startChatServer(() => ({
      status: 400,
      body: '{}',
    }))
    const env = { OPENAI_BASE_URL: server.baseURL }
    const ended = await inProcess([...asking, '--quiet'], { cwd, env })
    expect(ended).toMatchObject({ code: 3, stdout: '' })
    expect(ended.stderr).toMatch(/^no answer: .*rejected the request \(400\)/m)
    await server.close()
  })

  test('or that replies without JSON is told from one that found no answer', async () => {
    const cwd = folder()
    const server = await startChatServer(() => ({ text: 'Sure! I would love to help you.' }))
    const env = { OPENAI_BASE_URL: server.baseURL }
    const ended = await inProcess([...asking, '--quiet'], { cwd, env })
    expect(ended).toMatchObject({ code: 1, stdout: '' })
    expect(ended.stderr).toMatch(
      /the replies of openai:m hold no JSON .* intend doctor --model openai:m/,
    )
    await server.close()
  })
})

test('what the answer has written is copied to where it is wanted, over nothing that is there', async () => {
  const cwd = folder()
  writeFileSync(join(cwd, 's.csv'), 'region,amount\nNorth,3\nSouth,4\n')
  const plot = ['ask', '--model', 'offline', 'Plot the total amount per region.', '-f', 's.csv']
  const astray = await inProcess([...plot, '--save', 's.csv'], { cwd })
  expect(astray).toMatchObject({ code: 2, stdout: '' })
  expect(astray.stderr).toMatch(
    /cannot write in \S+s\.csv \(.+\); name another folder after --save/,
  )
  if (existsSync('/proc/self')) {
    const refused = await inProcess([...plot, '--save', '/proc'], { cwd })
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toMatch(
      /cannot write in \/proc \(.+\); name another folder after --save/,
    )
  }
  expect(runsOf(cwd)).toEqual([])
  const saved = await inProcess([...plot, '--save', 'out'], { cwd })
  expect(saved.code).toBe(0)
  const [name = ''] = readdirSync(join(cwd, 'out'))
  expect(saved.stderr).toContain(`saved       ${join('out', name)}\n`)
  const whole = readFileSync(join(cwd, 'out', name), 'utf8')
  expect(whole).toMatch(/^<svg /)
  writeFileSync(join(cwd, 'out', name), 'mine')
  const again = await inProcess([...plot, '--save', 'out'], { cwd })
  expect(again.code).toBe(0)
  expect(again.stderr).toMatch(/out\/\S+\.svg is there already; the new \S+\.svg is \S+files\/1\//)
  expect(readFileSync(join(cwd, 'out', name), 'utf8')).toBe('mine')
})
