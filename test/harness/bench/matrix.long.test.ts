// A matrix of generated plans as a person runs it: models, kinds of prompt and temperatures over runs, judged,
// summed and drawn; killed in the middle and gone on with.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { humanYaml } from '../../../harness/worlds/explorer/human-plans.ts'
import { type ChatBody, type ChatServer, startChatServer } from '../../support/chat-server.ts'
import { folder, inProcess, purposeOf, removeFolders, start, until } from '../intend.ts'

afterAll(removeFolders)
let server: ChatServer
afterEach(() => server?.close())

/** Writes the plans that people wrote, and finds them 9 tenths like themselves. */
async function serve(delayMs = 0) {
  server = await startChatServer(body => ({
    text: isJudge(body)
      ? JSON.stringify({ reason: 'the same plans', score: 9 })
      : `\`\`\`yaml\n${humanYaml()}\n\`\`\`\n`,
    delayMs,
  }))
  return { OPENAI_BASE_URL: server.baseURL }
}
const isJudge = (body: ChatBody) => purposeOf(body) === 'judge-plans'

const matrix = (...more: readonly string[]) => [
  ...['bench', '--world', 'explorer', '--size', '5', '--seed', '1', '--runs', '1'],
  ...['--quiet', '--out', 'm', ...more],
]
const models = ['--models', 'openai:one,openai:two', '--temperatures', '0.1,0.9']
const judged = ['--judge', 'openai:judge']
const resultsIn = (cwd: string) =>
  readFileSync(join(cwd, 'm', 'results.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))

describe('a matrix', () => {
  test('asks each model at each temperature, and the judge once for each run that came home', async () => {
    const [cwd, env] = [folder(), await serve()]
    const words = matrix('--told', 'none,remarks', ...models, ...judged)
    const { code, stdout, stderr } = await inProcess([...words, '--json'], { cwd, env })
    expect([code, stderr]).toEqual([0, ''])
    const { cells, optimal, usage, ...all } = JSON.parse(stdout)
    const names = ['one', 'two'].flatMap(model =>
      ['0.1', '0.9'].flatMap(warm =>
        ['none', 'remarks'].map(told => `openai:${model}, ${warm}, ${told}`),
      ),
    )
    expect(Object.keys(cells)).toEqual(names)
    expect(cells[names[0]!]).toMatchObject({
      runs: 1,
      TSR: 100,
      PC: 3,
      CC: 1,
      PBC: 4 / 3,
      GC: 3,
      RR: 0,
      NGC: 0,
      NBC: 0,
      GSA: 0,
      BSA: 0,
      PRAS: 0.9,
      reuse: 100,
      attempts: 1,
      under: { model: 'openai:one', temperature: '0.1', told: 'none' },
    })
    // the grids are the same in every cell, and so is what people's plans take on them
    expect(new Set(Object.values(cells).map(cell => (cell as { GAT: number }).GAT)).size).toBe(1)
    expect(optimal).toMatchObject({ PC: 3, CC: 1, GC: 3, GAT: all.GAT })
    expect(all).toMatchObject({ runs: 8, TSR: 100, PRAS: expect.closeTo(0.9), total: 8 })
    expect(all.intervals.TSR[0]).toBeCloseTo(67.56) // Wilson's for 8 of 8

    const of = (judges: boolean) =>
      server.bodies
        .filter(body => isJudge(body) === judges)
        .map(({ model, temperature, seed }) => `${model} ${temperature} ${seed}`)
    expect(of(false)).toEqual(
      ['one 0.1', 'one 0.9', 'two 0.1', 'two 0.9'].flatMap(each =>
        Array(2).fill(`${each} undefined`),
      ),
    )
    expect(of(true)).toEqual(Array(8).fill('judge undefined undefined'))
    expect(usage.calls).toBe(16)

    const again = await inProcess(words, { cwd, env })
    expect(server.bodies).toHaveLength(16)
    expect(again.stdout).toMatch(/^openai:two, 0\.9 +none +remarks +optimal$/m)
    expect(again.stdout).toMatch(/^PBC +operations a body +1\.33 \(1\.33 to 1\.33\) +1\.33$/m)
    expect(again.stdout).toMatch(/^TSR +% that reached home +100\.0 \(20\.65 to 100\.0\)/m)
    expect(again.stdout).toMatch(/^PRAS +likeness, as judged +0\.90 +0\.90 +-$/m)
    expectReport(JSON.parse((await inProcess(['report', 'm', '--json'], { cwd })).stdout))
  }, 60_000)

  test('that is killed goes on where it was, and pays no judgement twice', async () => {
    const [cwd, env] = [folder(), await serve(60)]
    const words = matrix('--told', 'remarks', ...models, ...judged)
    const begun = start(words, { cwd, env })
    await until(() => server.bodies.filter(isJudge).length > 1)
    begun.child.kill('SIGKILL')
    expect((await begun.ended).signal).toBe('SIGKILL')
    const before = resultsIn(cwd)
    const { code, stdout } = await inProcess(['resume', 'm', '--json', '--quiet'], { cwd, env })
    expect([code, JSON.parse(stdout).runs]).toEqual([0, 4])
    const results = resultsIn(cwd)
    expect(results.slice(0, before.length)).toEqual(before)
    expect(new Set(results.map(({ id }) => id)).size).toBe(4)
    expect(results.map(({ episode }) => episode.judged.score)).toEqual(Array(4).fill(0.9))
    // only the request that was under way is sent again
    expect(server.bodies.length).toBeLessThanOrEqual(9)
  }, 60_000)

  test('says in a sentence what it cannot do', async () => {
    const [cwd, env] = [folder(), await serve()]
    const said = async (...more: readonly string[]) =>
      (await inProcess(matrix(...more), { cwd, env: { ...env, ANTHROPIC_API_KEY: 'k' } })).stderr
    expect(await said('--model', 'offline', ...models)).toMatch(/--models stands in place of/)
    expect(await said('--temperature', '1', ...models)).toMatch(/--temperatures stands in place of/)
    expect(await said('--temperatures', '0.1,3')).toMatch(/numbers from 0 to 2.*not "3"/)
    expect(await said('--models', 'offline,offline')).toMatch(/names offline twice/)
    expect(await said('--models', 'openai:one,anthropic:two', '--temperatures', '0.1')).toMatch(
      /anthropic:two takes no temperature; leave it out/,
    )
    expect(server.bodies).toHaveLength(0)
  })

  test('says of a server that refuses temperatures that it was asked without', async () => {
    const cwd = folder()
    server = await startChatServer(({ temperature }) =>
      temperature === undefined
        ? { text: humanYaml() }
        : { status: 400, body: '{"error":{"message":"temperature is not supported"}}' },
    )
    const words = matrix('--told', 'none', '--models', 'openai:one', '--temperatures', '0.1')
    const { code, stderr } = await inProcess(
      words.filter(word => word !== '--quiet'),
      { cwd, env: { OPENAI_BASE_URL: server.baseURL } },
    )
    expect(code).toBe(0)
    expect(stderr).toContain(
      'openai:one takes no temperature: its server refused it, and was asked without',
    )
  }, 60_000)

  test('without a judge, or with one that gives no score, says so and makes none up', async () => {
    const [cwd, env] = [folder(), await serve()]
    const run = async (...more: readonly string[]) =>
      (await inProcess(matrix('--told', 'none', '--model', 'openai:one', ...more), { cwd, env }))
        .stdout
    expect(await run('--judge', 'offline')).toMatch(/PRAS is not judged: .*it cannot judge-plans/)
    expect(resultsIn(cwd)[0].episode.measures).not.toHaveProperty('PRAS')
    expect(await run('--out', 'unjudged')).toContain('PRAS is not judged: --judge MODEL names')
  }, 60_000)
})

interface Figures {
  readonly figures: readonly { readonly title: string }[]
  readonly cells: { readonly cells: readonly object[] }
  readonly runs: readonly [{ readonly model: string }]
}

/** Each measure by what was told and by temperature, a line for each model, the optimal value beside. */
function expectReport({ figures, cells, runs }: Figures): void {
  const by = (end: string) => figures.filter(({ title }) => title.endsWith(`by ${end}`))
  expect([by('what was told').length, by('temperature').length]).toEqual([14, 14])
  const share = { value: 1, interval: [expect.closeTo(0.342), 1] } // Wilson's for 2 of 2
  expect(figures[0]).toMatchObject({
    places: ['none', 'remarks'],
    lines: ['openai:one', 'openai:two'].map(name => ({
      name,
      points: ['none', 'remarks'].map(place => ({ name: place, ...share })),
    })),
  })
  const plans = figures.find(({ title }) => title.startsWith('PC'))
  expect(plans).toMatchObject({ optimal: 3, most: 3 })
  expect(cells.cells).toHaveLength(8)
  expect(runs[0].model).toBe('openai:one, openai:two')
}
