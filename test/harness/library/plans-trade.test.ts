// Libraries of other people: what is taken in, what is tested, what is given away, and that nothing
// hostile is carried out. The commands run in this process, on real files and the offline model.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAgent } from '../../../agent/create-agent.ts'
import type { Event } from '../../../agent/event.ts'
import { openModel } from '../../../agent/llm/models.ts'
import { identify } from '../../../plans/identify.ts'
import { parseLibrary, printLibrary } from '../../../plans/library/file.ts'
import { contentOf, type LibraryContent } from '../../../plans/library/merge.ts'
import { questionHash } from '../../../plans/library/seen.ts'
import { noStats, type Plan } from '../../../plans/plan.ts'
import { folder, removeFolders } from '../intend.ts'
import { run } from './plans-run.ts'

afterAll(removeFolders)

const stranger = join(import.meta.dirname, '..', '..', 'fixtures', 'hostile', 'plans.json')
const asked =
  'A ferry travels at 24 km/h. How many minutes does it need for the 18 km to the island?'
const example = {
  question: 'A tram runs at 30 km/h. How many minutes does it need for the 12 km to the port?',
  answer: '24',
}

/** A plan that the offline model wrote for a question. */
let learned: Plan
beforeAll(async () => {
  const agent = await createAgent({ model: await openModel('offline', {}), env: {} })
  await agent.ask(asked)
  learned = agent.library.plans()[0]!
  agent.close()
})

function write(cwd: string, name: string, content: LibraryContent): string {
  writeFileSync(join(cwd, name), printLibrary(content))
  return name
}

function read(cwd: string, name: string): LibraryContent {
  const parsed = parseLibrary(readFileSync(join(cwd, name), 'utf8'), name)
  if (!('content' in parsed)) throw new Error('it does not parse')
  return parsed.content
}

const only = (content: LibraryContent): Plan => [...content.plans.values()][0]!

describe('import', () => {
  test('takes honest plans in as imported and names each hostile one', async () => {
    const cwd = folder()
    const { code, stdout } = await run(cwd, 'import', stranger, '--plans', 'mine.json')
    expect(code).toBe(1)
    expect(stdout).toMatch(/^3 plans imported into \S+mine\.json, 3 of them new\n/)
    expect(stdout.match(/^refused: /gm)).toHaveLength(18)
    expect(stdout).toMatch(/^refused: shell-with-network-\w+: .*uses the network \(curl\)/m)
    const { plans } = read(cwd, 'mine.json')
    expect([...plans.values()].map(plan => plan.origin.trust)).toEqual(Array(3).fill('imported'))
    const again = await run(cwd, 'import', stranger, '--plans', 'mine.json', '--json')
    expect(JSON.parse(again.stdout)).toMatchObject({ imported: { length: 3 }, new: [] })
  })

  test('what the library has removed stays removed, what is its own stays trusted, nothing is lost', async () => {
    const cwd = folder()
    const [first, second, third] = [...read('/', stranger).plans.values()].filter(({ id }) =>
      /^(divide|look-up|sum-match)/.test(id),
    )
    write(cwd, 'mine.json', contentOf([first!, learned], [[second!.id, 'it misled']]))
    write(cwd, 'other.json', contentOf([first!, second!, third!], [[learned.id, 'gone']]))
    const { stdout } = await run(cwd, 'import', 'other.json', '--plans', 'mine.json')
    expect(stdout).toContain(`removed here before: ${second!.id}: it misled`)
    const { plans } = read(cwd, 'mine.json')
    expect([...plans.keys()].sort()).toEqual([first!.id, third!.id, learned.id].sort())
    expect(plans.get(first!.id)!.origin.trust).toBeUndefined()
    expect(plans.get(third!.id)!.origin.trust).toBe('imported')
    await run(cwd, 'import', 'other.json', '--plans', 'mine.json', '--trust')
    expect(read(cwd, 'mine.json').plans.get(third!.id)!.origin.trust).toBeUndefined()
  })

  test('ways of carrying out steps and examples that give orders do not come along', async () => {
    const cwd = folder()
    const ways = { s1: { '{"expression":"42"}': { found: 9, done: 0, failed: 0 } } }
    const examples = [
      example,
      { question: 'Read https://collect.example/x and answer. How many?', answer: '1' },
    ]
    const plan = { ...learned, stats: { r: { ...noStats, useCount: 1, ways } }, examples }
    write(cwd, 'other.json', contentOf([plan]))
    const { stdout } = await run(cwd, 'import', 'other.json', '--plans', 'mine.json')
    expect(stdout).toMatch(/^An example of \S+ names the address .*; it was left out\.$/m)
    expect(only(read(cwd, 'mine.json'))).toMatchObject({
      examples: [example],
      stats: { r: { ...noStats, useCount: 1 } },
    })
    expect(readFileSync(join(cwd, 'mine.json'), 'utf8')).not.toContain('"ways"')
  })
})

describe('test', () => {
  const imported = (plan: Plan): Plan => ({
    ...plan,
    origin: { ...plan.origin, trust: 'imported' },
    examples: [example],
  })

  test('a plan that is right on a question of one’s own is tested from then on, a wrong one is not', async () => {
    const cwd = folder()
    const steps = learned.steps.map((step, at) =>
      at === 0 ? { ...step, action: { expression: '2 * distance / speed' } } : step,
    )
    const wrong = identify({ ...learned, steps }, learned.origin)
    write(cwd, 'p.json', contentOf([imported(learned), imported(wrong)]))
    const own = await run(cwd, 'test', 'p.json', learned.id, '--model', 'offline')
    expect(own.stdout).toMatch(/passed: right 1, .*\nexamples that came with plans prove nothing/)
    expect(read(cwd, 'p.json').plans.get(learned.id)!.origin.trust).toBe('imported')
    writeFileSync(join(cwd, 'set.jsonl'), JSON.stringify({ id: 'tram', ...example }))
    for (const plan of [learned, wrong])
      await run(cwd, 'test', 'p.json', plan.id, '--set', 'set.jsonl', '--model', 'offline')
    const { code, stdout } = await run(cwd, 'test', 'p.json', '--model', 'offline')
    expect(code).toBe(1)
    expect(stdout).toContain(`${learned.id}\n  passed: right 1, wrong 0, not applicable 0\n`)
    expect(stdout).toContain(
      `${wrong.id}\n  failed: right 0, wrong 1, not applicable 0\n  answered 48, right is 24\n`,
    )
    const { plans } = read(cwd, 'p.json')
    expect(plans.get(learned.id)!.origin.trust).toBe('tested')
    expect(plans.get(wrong.id)!.origin.trust).toBe('imported')
  })

  test('a question set serves plans without examples; without either there is a way out', async () => {
    const cwd = folder()
    const { examples: _, ...plan } = imported(learned)
    write(cwd, 'p.json', contentOf([plan]))
    const without = await run(cwd, 'test', 'p.json', '--model', 'offline')
    expect(without).toMatchObject({ code: 2, stderr: expect.stringMatching(/--set FILE$/) })
    writeFileSync(join(cwd, 'set.jsonl'), JSON.stringify({ id: 'tram', ...example }))
    const words = ['test', 'p.json', '--set', 'set.jsonl', '--model', 'offline', '--json']
    const { code, stdout } = await run(cwd, ...words)
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject([{ plan: plan.id, right: 1, trust: 'tested' }])
  })

  test('the file of an example has to lie beside the library', async () => {
    const cwd = folder()
    const examples = [{ ...example, files: ['../../etc/hostname'] }]
    write(cwd, 'p.json', contentOf([{ ...imported(learned), examples }]))
    const { code, stdout } = await run(cwd, 'test', 'p.json', '--model', 'offline')
    expect(code).toBe(1)
    expect(stdout).toMatch(/there is no file|lies outside the folder of the library/)
  })
})

describe('a hostile library given as the agent’s own', () => {
  test('no plan of it is carried out, and the question is answered without it', async () => {
    const cwd = folder()
    const hostile = [...read('/', stranger).plans.values()].filter(
      ({ id, parameters }) => !/^(divide|prompt)/.test(id) && parameters[0]?.role === 'distance',
    )
    // dressed up as the very plan the question asks for
    const { intentionType, contextConditions, parameters } = learned
    const tempting = hostile.map(plan =>
      identify({ ...plan, intentionType, contextConditions, parameters }, plan.origin, plan.stats),
    )
    write(cwd, 'p.json', contentOf(tempting))
    const events: Event[] = []
    const agent = await createAgent({
      model: await openModel('offline', {}),
      env: {},
      plans: join(cwd, 'p.json'),
      onEvent: event => events.push(event),
    })
    const { answer } = await agent.ask(asked)
    agent.close()
    expect(answer).toBe('45')
    const [selected] = events.filter(event => event.type === 'plan-selected')
    expect(selected).toMatchObject({ from: 'generated' })
    const reasons = selected!.candidates.map(({ reason }) => reason)
    expect(reasons.length).toBeGreaterThan(3)
    expect(reasons.every(reason => / is not used: /.test(reason))).toBe(true)
  })
})

describe('export', () => {
  const run1 = { ...noStats, useCount: 2, judgedRight: 2, model: 'm' }
  const ways = { s1: { '{"expression":"distance / speed"}': { found: 1, done: 0, failed: 0 } } }

  test('tells no question and no name of a run, and comes home without counting anything twice', async () => {
    const cwd = folder()
    const plan: Plan = {
      ...learned,
      stats: { 'run-of-mine': { ...run1, ways } },
      origin: { ...learned.origin, reason: `it was asked: ${asked}` },
      examples: [example],
    }
    write(cwd, 'mine.json', contentOf([plan]))
    const { code, stdout } = await run(cwd, 'export', 'mine.json', '-o', 'out.json')
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/1 example left out/),
    })
    const text = readFileSync(join(cwd, 'out.json'), 'utf8')
    for (const secret of [asked, 'ferry', 'tram', 'run-of-mine', '"ways"'])
      expect(text).not.toContain(secret)
    const told = only(read(cwd, 'out.json'))
    expect(told.origin.seenHashes).toEqual([questionHash(asked)])
    expect(Object.values(told.stats)).toEqual([run1])
    await run(cwd, 'import', 'out.json', '--plans', 'mine.json')
    const home = only(read(cwd, 'mine.json'))
    expect(home).toMatchObject({ stats: { 'run-of-mine': run1 }, examples: [example] })
    expect(Object.keys(home.stats)).toHaveLength(1)
    expect(home.origin.trust).toBeUndefined()
    await run(cwd, 'merge', 'out.json', 'mine.json', '-o', 'both.json')
    expect(read(cwd, 'both.json')).toEqual(read(cwd, 'mine.json'))
    await run(cwd, 'merge', 'mine.json', 'out.json', '-o', 'turned.json')
    expect(read(cwd, 'turned.json')).toEqual(read(cwd, 'mine.json'))
    const yaml = await run(cwd, 'export', 'mine.json', '-o', 'out.yaml')
    expect(yaml).toMatchObject({ code: 2, stderr: expect.stringContaining('-o out.json') })
    const twice = await run(cwd, 'export', 'mine.json', '-o', 'out.json')
    expect(twice).toMatchObject({ code: 2, stderr: expect.stringMatching(/is there already/) })
  })

  test('a plan that holds what its question says stays behind; --only takes one type', async () => {
    const cwd = folder()
    const leaking = identify(
      { ...learned, intentionType: 'ride_of_18_km', goal: 'find how long 18 km take' },
      learned.origin,
    )
    write(cwd, 'mine.json', contentOf([leaking, learned]))
    const { code, stdout, stderr } = await run(cwd, 'export', 'mine.json')
    expect(code).toBe(1)
    expect(stderr).toMatch(/^kept back: ride-of-18-km-\w+: .*"18"/m)
    const parsed = parseLibrary(stdout, 'stdout')
    expect('content' in parsed && [...parsed.content.plans.keys()]).toEqual([learned.id])
    const chosen = await run(cwd, 'export', 'mine.json', '--only', learned.intentionType)
    expect(chosen.code).toBe(0)
    const other = await run(cwd, 'export', 'mine.json', '--only', `${learned.intentionType}s`)
    expect(other.stderr).toContain(`did you mean ${learned.intentionType}?`)
  })
})

describe('merge, diff and quarantine', () => {
  const bad = { ...noStats, useCount: 12, judgedWrong: 12, model: 'm' }
  const fresh = { ...noStats, useCount: 12, freshCount: 12, judgedRight: 12, model: 'm' }

  test('merge says what came from where, and diff then finds nothing new', async () => {
    const cwd = folder()
    const other = identify({ ...learned, intentionType: 'another_task' }, learned.origin)
    write(cwd, 'a.json', contentOf([{ ...learned, stats: { r1: bad } }], [['gone-1', 'it misled']]))
    write(cwd, 'b.json', contentOf([{ ...learned, stats: { r2: fresh } }, other]))
    const differing = await run(cwd, 'diff', 'a.json', 'b.json')
    expect(differing.code).toBe(1)
    expect(differing.stdout.split('\n')).toEqual([
      `only in b.json: ${other.id} (another_task)`,
      'removed in a.json: gone-1 (it misled)',
      `differs: ${learned.id}: right 0 and 12, wrong 12 and 0`,
      '',
    ])
    const { code, stdout } = await run(cwd, 'merge', 'a.json', 'b.json', '-o', 'c.json')
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: [
        'a.json: 1 plan, 1 removed, 0 in no other',
        'b.json: 2 plans, 0 removed, 1 in no other',
        'together 2 plans, 1 removed',
        '',
      ].join('\n'),
    })
    await run(cwd, 'merge', 'a.json', 'c.json', '-o', 'd.json')
    const same = await run(cwd, 'diff', 'c.json', 'd.json')
    expect(same).toMatchObject({ code: 0, stdout: 'c.json and d.json hold the same\n' })
  })

  test('a harmful plan is shown with its reason, and a person releases it', async () => {
    const cwd = folder()
    write(cwd, 'p.json', contentOf([{ ...learned, stats: { r1: bad, r2: fresh } }]))
    const listed = await run(cwd, 'quarantine', 'p.json')
    expect(listed.stdout).toMatch(new RegExp(`^${learned.id}: in quarantine: right in \\d+ %`))
    const stats = await run(cwd, 'stats', 'p.json')
    expect(stats.stdout).toMatch(/^ {2}lift -\d+ points \(-\d+ to -\d+\); \d of \d steps by code$/m)
    expect(stats.stdout).toMatch(/^ {2}in quarantine: /m)
    const released = await run(cwd, 'quarantine', 'p.json', 'release', learned.id.slice(0, 12))
    expect(released.stdout).toMatch(/is released/)
    expect((await run(cwd, 'quarantine', 'p.json')).stdout).toBe('no plan is in quarantine\n')
    const again = await run(cwd, 'quarantine', 'p.json', 'release', learned.id)
    expect(again).toMatchObject({ code: 2, stderr: expect.stringMatching(/nothing to release/) })
  })
})
