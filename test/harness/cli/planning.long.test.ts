// What a person sees of validate, solve and world: every case is a process.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { lamps, letters, serving, written } from '../../agent/agents/planning-problems.ts'
import { folder, intend, removeFolders, serveReplies } from '../intend.ts'

afterAll(removeFolders)

const plan = `(go-to table_1 kitchen)
(pick-up red-cup kitchen)
(go-to kitchen table_1)
(put-down red-cup table_1)
`
const wrong = '; my plan:\n1. (GO-TO table_1 kitchen)\n2. (put-down red-cup table_1) ; done\n'

/** A folder with the problems and plans of these tests. */
function workspace(): string {
  const cwd = folder()
  const files = {
    'domain.pddl': serving.domain,
    'problem.pddl': serving.problem,
    'lamps.pddl': lamps.domain,
    'row.pddl': lamps.problem,
    'post.pddl': letters.domain,
    'morning.pddl': letters.problem,
    'right.plan': plan,
    'wrong.plan': wrong,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
  return cwd
}

const cwd = workspace()
const pair = ['domain.pddl', 'problem.pddl']

describe.concurrent('validate', () => {
  test('says that a plan is valid, by its exit code and in one sentence', async () => {
    expect(await intend(['validate', ...pair, 'right.plan'], { cwd })).toEqual({
      code: 0,
      signal: null,
      stderr: '',
      stdout: 'The plan is valid: 4 steps, cost 4.\n',
    })
  })

  test('tells of several plans one after the other, the fault of a wrong one and why', async () => {
    const { code, stdout } = await intend(['validate', ...pair, 'right.plan', 'wrong.plan'], {
      cwd,
    })
    expect(code).toBe(1)
    expect(stdout).toBe(
      `right.plan: The plan is valid: 4 steps, cost 4.
wrong.plan: Step 2, (put-down red-cup table_1), fails: it needs (robot-at table_1) and (holds red-cup).
  (robot-at table_1): deleted by step 1 (go-to table_1 kitchen)
  (holds red-cup): never made true
`,
    )
  })

  test('prints with --json what programs need, one line a plan', async () => {
    const { stdout } = await intend(['validate', ...pair, 'wrong.plan', '--json'], { cwd })
    expect(JSON.parse(stdout)).toMatchObject({
      valid: false,
      kind: 'precondition',
      step: 2,
      action: '(put-down red-cup table_1)',
      missing: ['(robot-at table_1)', '(holds red-cup)'],
      why: ['deleted by step 1 (go-to table_1 kitchen)', 'never made true'],
      message: expect.stringContaining('Step 2'),
    })
  })

  test('reads a plan that is piped in, and shows the states on request', async () => {
    const stdin = '(go-to table_1 kitchen)'
    const { code, stdout } = await intend(['validate', ...pair, '--states'], { cwd, stdin })
    expect(code).toBe(1)
    expect(stdout).toMatch(/^at the start: .*\nafter step 1: .*\(robot-at kitchen\)$/m)
  })

  test('judges a batch, a line of JSON for each line, relative to the folder it is run in', async () => {
    const below = join(cwd, 'below')
    mkdirSync(below, { recursive: true })
    const shared = { domain: 'domain.pddl', problem: 'problem.pddl' }
    const lines = [
      { ...shared, plan: plan.trim().split('\n') },
      { ...shared, plan: wrong },
      { domain: 'lamps.pddl', problem: 'row.pddl', plan: ['(light a)', '(light c)'] },
      { ...shared, plan: [] },
    ]
    writeFileSync(join(below, 'batch.jsonl'), lines.map(line => JSON.stringify(line)).join('\n'))
    const words = ['validate', '--batch', 'below/batch.jsonl']
    const { code, stdout } = await intend(words, { cwd })
    const verdicts = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(code).toBe(1)
    expect(verdicts.map(({ kind }) => kind)).toEqual(['valid', 'precondition', 'valid', 'empty'])
  })

  test.each([
    [[], /name a domain, a problem and plans/],
    [['nowhere.pddl', 'problem.pddl', 'right.plan'], /there is no file nowhere\.pddl/],
    [
      ['problem.pddl', 'problem.pddl', 'right.plan'],
      /problem\.pddl, line 1, column \d+: expected "\(domain NAME\)"/,
    ],
    [
      ['domain.pddl', 'row.pddl', 'right.plan'],
      /row\.pddl, line 2, column \d+: expected a declared predicate/,
    ],
    [[...['domain.pddl', 'problem.pddl'], 'none.plan'], /there is no file none\.plan/],
    [['--batch', 'x.jsonl', 'domain.pddl'], /leave out others/],
    [['domain.pddl', 'problem.pddl'], /there is no plan; name its file/],
  ])('refuses bad input in one sentence: %j', async (words, sentence) => {
    const { code, stdout, stderr } = await intend(['validate', ...words], { cwd })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(sentence)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })
})

describe.concurrent('solve', () => {
  test('prints the plan alone on stdout, one action a line', async () => {
    const { code, stdout } = await intend(['solve', ...pair], { cwd })
    expect({ code, stdout }).toEqual({ code: 0, stdout: plan })
  })

  test('prints with --json what it took', async () => {
    const words = ['solve', 'post.pddl', 'morning.pddl', '--json', '--optimal', '--quiet']
    const { code, stdout, stderr } = await intend(words, { cwd })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const found = JSON.parse(stdout)
    expect(found).toMatchObject({ length: 4, cost: 6, optimal: true })
    expect(found.plan).toHaveLength(4)
    expect(found.seconds).toBeLessThan(5)
    expect(found.expanded).toBeGreaterThan(0)
  })

  test('says why there is no plan', async () => {
    const locked = serving.problem.replace('(door table_1 kitchen)', '')
    writeFileSync(join(cwd, 'locked.pddl'), locked)
    const { code, stdout, stderr } = await intend(['solve', 'domain.pddl', 'locked.pddl'], { cwd })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/intend: no plan exists: /)
    const json = await intend(['solve', 'domain.pddl', 'locked.pddl', '--json', '--quiet'], { cwd })
    expect(JSON.parse(json.stdout)).toMatchObject({ plan: null, status: 'unsolvable' })
  })

  test('ends with the first plan when asked to, and says which limit ended it without one', async () => {
    const first = await intend(['solve', ...pair, '--first', '--json', '--quiet'], { cwd })
    expect(JSON.parse(first.stdout)).toMatchObject({ length: 4, optimal: false })
    const words = ['solve', ...pair, '--max-seconds', '0.000001', '--json']
    const { code, stdout } = await intend(words, { cwd })
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'stopped',
      reason: expect.stringMatching(/--max-seconds$/),
    })
  })

  test('says that a cost may be missing where no plan exists', async () => {
    const road = `(define (domain road) (:predicates (at ?x)) (:functions (total-cost) (dist ?a))
      (:action go :parameters (?a) :effect (and (at ?a) (increase (total-cost) (dist ?a)))))`
    const trip = `(define (problem trip) (:domain road) (:objects a) (:init) (:goal (at a))
      (:metric minimize (total-cost)))`
    writeFileSync(join(cwd, 'road.pddl'), road)
    writeFileSync(join(cwd, 'trip.pddl'), trip)
    const { code, stderr } = await intend(['solve', 'road.pddl', 'trip.pddl'], { cwd })
    expect(code).toBe(1)
    expect(stderr).toMatch(/bring about \(at a\); an action whose cost the problem does not state/)
  })

  test('has an agent do it: offline by the planner, which is said', async () => {
    const { code, stdout, stderr } = await intend(['solve', ...pair, '--agent', 'compiler'], {
      cwd,
    })
    expect({ code, stdout }).toEqual({ code: 0, stdout: plan })
    expect(stderr).toMatch(/offline: it cannot compile.*/)
    for (const phase of ['perceive', 'formalize', 'deliberate', 'execute', 'verify', 'satisfy'])
      expect(stderr).toMatch(new RegExp(`^${phase} `, 'm'))
  })

  test('has a model write the plan, and tells attempts, errors, tokens and time', async () => {
    const steps = plan
      .trim()
      .split('\n')
      .map(line => line.slice(1, -1).split(' '))
    const server = await serveReplies({ compile: written(...steps) })
    const words = [
      'solve',
      ...pair,
      '--agent',
      'compiler',
      '--model',
      'openai:m',
      '--json',
      '--quiet',
    ]
    const { code, stdout } = await intend(words, { cwd, env: server.env })
    await server.close()
    expect(code).toBe(0)
    const solved = JSON.parse(stdout)
    expect(solved).toMatchObject({
      satisfied: true,
      valid: true,
      length: 4,
      attempts: 1,
      refused: [],
      cycles: 1,
      written: ['written by openai:m at attempt 1'],
      usage: { calls: 1 },
    })
    expect(solved.seconds).toBeGreaterThan(0)
  })

  test('prints with --events everything that happened, the result last', async () => {
    const words = ['solve', ...pair, '--agent', 'compiler', '--events', '--quiet']
    const { stdout } = await intend(words, { cwd })
    const lines = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(lines[0]).toMatchObject({ type: 'perception-received', seq: 1 })
    expect(lines.at(-1)).toMatchObject({ type: 'solved', satisfied: true, attempts: 0 })
  })

  test('ends with 3 when the model cannot be asked at all', async () => {
    const words = ['solve', ...pair, '--agent', 'compiler', '--model', 'openai:m', '--quiet']
    const env = { OPENAI_BASE_URL: 'http://127.0.0.1:9' }
    const { code, stdout, stderr } = await intend(words, { cwd, env })
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toMatch(/^intend: .*127\.0\.0\.1:9/)
  })

  test('stops an agent in time', async () => {
    const server = await serveReplies({}, 60_000)
    const words = [
      'solve',
      ...pair,
      '--agent',
      'compiler',
      '--model',
      'openai:m',
      '--max-seconds',
      '0.5',
    ]
    const { code, stderr } = await intend(words, { cwd, env: server.env })
    await server.close()
    expect(code).toBe(1)
    expect(stderr).toMatch(/no plan within 0\.5 seconds/)
  })

  test.each([
    [['domain.pddl'], /name a domain and a problem/],
    [[...pair, '--model', 'offline'], /--model is for an agent: add --agent compiler/],
    [[...pair, '--agent', 'npc'], /it is compiler that solves PDDL problems/],
    [[...pair, '--agent', 'compiler', '--optimal'], /leave out --agent or --optimal/],
    [[...pair, '--optimal', '--first'], /leave out --first or --optimal/],
    [[...pair, '--events'], /--events is for an agent/],
    [[...pair, '--max-memory', '0'], /--max-memory takes a number of megabytes/],
    [[...pair, '--max-seconds', 'long'], /--max-seconds takes a number of seconds/],
  ])('refuses bad usage in one sentence: %j', async (words, sentence) => {
    const { code, stderr } = await intend(['solve', ...words], { cwd })
    expect(code).toBe(2)
    expect(stderr).toMatch(sentence)
  })
})

describe.concurrent('world', () => {
  test('tells a story: where everybody is, what each decides and why, and what is done', async () => {
    const { code, stdout } = await intend(['world', 'firefighter', '--scenario', 'fp'], { cwd })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^# FP: fatima the firefighter\nat first/)
    expect(stdout).toMatch(/^ {2}fatima decides: Take "peter" out of the fire and to safety\.$/m)
    expect(stdout).toMatch(/^ +could: 1\. Wait.* 5\. Heal "peter"\.$/m)
    expect(stdout).toMatch(/^ +because: the order of its goals .*offline/m)
    expect(stdout).toMatch(/^ {2}fatima plans: go fatima safe-zone roadside; pull-out/m)
    expect(stdout).toMatch(/tick 4\n {2}fatima: put-down fatima peter safe-zone\n/)
    expect(stdout).toMatch(/^ {2}safe-zone \| fatima, peter$/m)
  })

  test('plays a scenario of one’s own, several times, as JSON', async () => {
    const own = { scenarios: [{ name: 'two', people: ['CO', 'FF'] }] }
    writeFileSync(join(cwd, 'own.json'), JSON.stringify(own))
    const words = [
      'world',
      'firefighter',
      '--scenario',
      'own.json',
      '--episodes',
      '2',
      '--json',
      '--quiet',
    ]
    const { code, stdout, stderr } = await intend(words, { cwd })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const [first, second] = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(first).toMatchObject({ scenario: 'two', quiet: true })
    expect(first.characters.map((each: { name: string }) => each.name)).toEqual(['olga', 'fred'])
    expect(second.deeds).toEqual(first.deeds)
  })

  test('keeps an episode in a folder, and finds it ended there', async () => {
    const words = ['world', 'firefighter', '--scenario', 'CO', '--out', 'kept', '--json', '--quiet']
    const first = await intend(words, { cwd })
    expect(existsSync(join(cwd, 'kept/co/1/olga.jsonl'))).toBe(true)
    const log = readFileSync(join(cwd, 'kept/co/1/world.jsonl'), 'utf8')
    const again = await intend(words, { cwd })
    expect(again).toEqual(first)
    expect(readFileSync(join(cwd, 'kept/co/1/world.jsonl'), 'utf8')).toBe(log)
  })

  test('acts a PDDL problem', async () => {
    const { code, stdout } = await intend(['world', 'pddl', 'lamps.pddl', 'row.pddl', '--quiet'], {
      cwd,
    })
    expect({ code, stdout }).toEqual({ code: 0, stdout: '(light a)\n(light c)\n' })
  })

  test.each([
    [['nowhere'], 2, /there is no world "nowhere"; known are firefighter, pddl/],
    [[], 2, /name a world; known are/],
    [
      ['firefighter', '--scenario', 'XY'],
      2,
      /there is no scenario and no file "XY"; known are "CI"/,
    ],
    [['firefighter', '--scenario', 'right.plan'], 3, /right\.plan holds no scenarios/],
    [['firefighter', '--agent', 'rules'], 2, /unknown option '--agent'/],
    [['pddl', 'lamps.pddl'], 2, /name a domain and a problem/],
    [['explorer', '--max-ticks', '3'], 2, /--max-ticks is for the firefighter world/],
    [['firefighter', '--size', '5'], 2, /--size is for the explorer world/],
  ])('refuses bad usage in one sentence: %j', async (words, expected, sentence) => {
    const { code, stderr } = await intend(['world', ...words], { cwd })
    expect(code).toBe(expected)
    expect(stderr).toMatch(sentence)
  })
})
