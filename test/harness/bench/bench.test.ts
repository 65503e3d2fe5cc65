// `intend bench` as a person runs it: sets, scores, what is refused, what is gone on with. What
// is killed or interrupted is a process.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Result } from '../../../harness/bench/result.ts'
import type { Summary } from '../../../harness/bench/summary.ts'
import type { Plan } from '../../../plans/plan.ts'
import { byCode, formalized, perceived, question } from '../../phases/replies/replies.ts'
import { startChatServer } from '../../support/chat-server.ts'
import {
  folder,
  inProcess,
  purposeOf,
  removeFolders,
  serveReplies,
  start,
  until,
} from '../intend.ts'
import { replies as slow } from '../workers/killed.ts'

afterAll(removeFolders)

const rate = (km: number) => `How many hours does it take to travel ${km} km at 40 km/h?`
const replies = { perceive: perceived, formalize: formalized, deliberate: byCode }
const quick = [
  { id: 'a', question: rate(120), answer: '3', family: 'rates' },
  { id: 'b', question: rate(200), answer: '5', family: 'rates' },
]

function setIn(cwd: string, questions: readonly object[], name = 'set.jsonl'): string {
  writeFileSync(join(cwd, name), questions.map(each => `${JSON.stringify(each)}\n`).join(''))
  return name
}

function resultsIn(path: string): readonly Result[] {
  const lines = readFileSync(join(path, 'results.jsonl'), 'utf8').trim().split('\n')
  return lines.map(line => Result.parse(JSON.parse(line)))
}

describe.concurrent('bench', () => {
  test('scores a set by family, keeps a trace of every question, and the library learns what was right', async () => {
    const cwd = folder()
    mkdirSync(join(cwd, 'other'))
    for (const file of ['s.csv', 'other/s.csv'])
      writeFileSync(join(cwd, file), 'item,price\napples,3\npears,4.5\n')
    const table = { question: 'What is the sum of the price column?', files: ['s.csv'] }
    const set = setIn(cwd, [
      ...quick,
      { ...quick[0], id: 'near', answer: '3.01' },
      { ...quick[0], id: 'form', answer: 'three 3' },
      { ...table, id: 'Sum/1', answer: '7.5', family: 'tables', level: 2 },
      { id: 'poem', question: 'Write a poem about the sea.', answer: '', family: 'none' },
      { id: 'lost', question: 'Who was the first king of Prussia?', answer: 'Friedrich I' },
      { id: 'bold', question: rate(80), answer: '' },
      // the names of attached files must differ: this one crashes when it is asked
      { ...table, id: 'crash', answer: '1', files: ['s.csv', 'other/s.csv'] },
    ])
    const words = ['bench', set, '--out', 'b', '--plans', 'p.json', '--parallel', '3']
    const { code, stdout, stderr } = await inProcess(words, { cwd })
    expect(code, stderr).toBe(0)
    expect(stdout).toMatch(/^family +questions +right +wrong +declined +failed +accuracy$/m)
    expect(stdout).toMatch(/^rates +4 +2 +2 +0 +0 +50 %$/m)
    expect(stdout).toMatch(/^all +9 +4 +3 +1 +1 +44 %$/m)
    expect(stderr).toMatch(/^✓ right +a +3 h? +\d+\.\d s$/m)
    expect(stderr).toMatch(/^✗ wrong +near +3.*, expected 3\.01 \(near\)/m)
    expect(stderr).toMatch(/^○ declined +lost +expected Friedrich I: offline/m)
    expect(stderr).toMatch(/^✗ failed +crash +two attached files are called s\.csv/m)
    const results = new Map(resultsIn(join(cwd, 'b')).map(each => [each.id, each]))
    expect(results.size).toBe(9)
    const plan = results.get('a')!.plan!
    expect(results.get('b')!.plan).toBe(plan)
    const again = await inProcess([...words, '--json', '--quiet'], { cwd })
    const summary: Summary = JSON.parse(again.stdout)
    expect(summary).toMatchObject({
      agent: 'self-aware',
      model: 'offline',
      mode: 'standard',
      plansAtStart: 0,
      total: 9,
      correct: 4,
      wrong: 3,
      declined: 1,
      failed: 1,
      nearMiss: 1,
      formatLost: 1,
      run: join(cwd, 'b'),
    })
    expect(summary.verdictsByTier.pattern?.passed).toBeGreaterThan(4)
    for (const name of readdirSync(join(cwd, 'b/questions'))) {
      const trace = JSON.parse(readFileSync(join(cwd, 'b/questions', name, 'trace.json'), 'utf8'))
      const { id, question, expected, verdict, answer, usage } = trace
      const { miss, ...result } = results.get(id)!
      expect(result, name).toMatchObject({ expected, verdict, answer, usage })
      expect(trace).toMatchObject({ ...(miss && { miss }), state: { seq: expect.any(Number) } })
      expect(question).not.toBe('')
    }
    const library = JSON.parse(readFileSync(join(cwd, 'p.json'), 'utf8'))
    const stats = library.plans.find((each: { id: string }) => each.id === plan).stats
    const sum = (key: string) =>
      Object.values<Record<string, number>>(stats).reduce((all, run) => all + run[key]!, 0)
    expect([sum('useCount'), sum('judgedRight'), sum('judgedWrong')]).toEqual([5, 3, 2])
    expect(Object.keys(stats)).toHaveLength(5)
  })

  test('learns in a copy of the library that is named, goes on with it, and leaves the library as it is', async () => {
    const cwd = folder()
    writeFileSync(join(cwd, 's.csv'), 'item,price\napples,3\npears,4.5\n')
    const sum = { question: 'What is the sum of the price column?', files: ['s.csv'] }
    const set = setIn(cwd, [...quick, { ...sum, id: 'sum', answer: '7.5' }])
    const bench = (out: string, ...words: string[]) =>
      inProcess(['bench', set, '--out', out, '--json', ...words], { cwd })
    await bench('made', '--plans', 'p.json')
    const text = () => readFileSync(join(cwd, 'p.json'), 'utf8')
    const before = text()
    const { plans } = JSON.parse(before)
    const plansIn = (file: string): Plan[] =>
      JSON.parse(readFileSync(join(cwd, file), 'utf8')).plans
    const uses = (file: string) =>
      plansIn(file)
        .flatMap(({ stats }) => Object.values(stats))
        .reduce((sum, { useCount }) => sum + useCount, 0)
    const { stdout, stderr } = await bench('tried', '--plans', 'p.json')
    expect(JSON.parse(stdout), stderr).toMatchObject({ mode: 'seeded', plansAtStart: plans.length })
    expect([uses('p.json'), uses('tried/plans.json')]).toEqual([3, 6])
    const files = plansIn('tried/plans.json').flatMap(each => each.examples ?? [])
    expect(files.flatMap(each => each.files ?? [])).toEqual(['../s.csv'])
    rmSync(join(cwd, 'tried/summary.json'))
    const kept = readFileSync(join(cwd, 'tried/results.jsonl'), 'utf8').split('\n')
    writeFileSync(join(cwd, 'tried/results.jsonl'), `${kept[0]}\n`)
    rmSync(join(cwd, 'tried/questions'), { recursive: true })
    expect(await inProcess(['resume', 'tried'], { cwd })).toMatchObject({ code: 0 })
    expect(uses('tried/plans.json')).toBe(6)
    expect((await bench('tried', '--plans', 'p.json')).stderr).not.toMatch(/another/)
    expect((await bench('both', '--plans', 'p.json,tried/plans.json')).code).toBe(0)
    expect([uses('both/plans.json'), text()]).toEqual([9, before])
    expect((await bench('none', '--plans', 'p.json,q.json')).stderr).toMatch(/q\.json/)
  })

  test('takes the first questions, one family, and GAIA as it is', async () => {
    const cwd = folder()
    const gaia = {
      task_id: 'g-1',
      Question: rate(40),
      Level: 1,
      'Final answer': '1',
      file_name: '',
    }
    const set = setIn(cwd, [...quick, { ...quick[0], id: 'c', family: 'other' }, gaia])
    const ids = async (out: string, ...words: string[]) => {
      const ended = await inProcess(['bench', set, '--out', out, ...words], { cwd })
      expect(ended.code, ended.stderr).toBe(0)
      return resultsIn(join(cwd, out)).map(each => `${each.id} ${each.verdict}`)
    }
    expect(await ids('one', '--limit', '1')).toEqual(['a right'])
    expect(await ids('two', '--family', 'other')).toEqual(['c right'])
    expect((await ids('all')).sort()).toEqual(['a right', 'b right', 'c right', 'g-1 right'])
  })

  test('a model that cannot be reached ends it with the way on; nothing is scored as failed', async () => {
    const cwd = folder()
    const set = setIn(
      cwd,
      quick.map(each => ({ ...each, question, answer: '3' })),
    )
    const words = ['bench', set, '--model', 'openai:m']
    const gone = await startChatServer([])
    await gone.close()
    const cut = await inProcess(words, { cwd, env: { OPENAI_BASE_URL: gone.baseURL } })
    expect(cut.code).toBe(3)
    expect(cut.stderr).toMatch(
      /^intend: cannot reach .*; then go on with: intend resume \d{8}T\S+$/m,
    )
    const server = await serveReplies(replies)
    const { code, stdout } = await inProcess(['resume', '--json'], { cwd, env: server.env })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ total: 2, correct: 2, failed: 0 })
    await server.close()
  })

  test.for([
    ['a request that the server refuses', { status: 400, body: '{"error": {"message": "no"}}' }],
    ['replies in which nothing can be read', { text: 'whole lalala' }],
  ] as const)('%s is no right decline', async ([, scene], { onTestFinished }) => {
    const cwd = folder()
    const set = setIn(cwd, [{ id: 'a', question, answer: '' }])
    const server = await startChatServer(() => scene)
    onTestFinished(() => server.close())
    const env = { OPENAI_BASE_URL: server.baseURL }
    const words = ['bench', set, '--model', 'openai:m', '--out', 'run', '--json']
    const { stdout, stderr, code } = await inProcess(words, { cwd, env })
    expect(JSON.parse(stdout)).toMatchObject({ correct: 0, failed: 1 })
    expect(stderr).toContain('to 1 question the model gave no reply that could be used')
    expect(code).toBe(1)
    const again = await inProcess(['rescore', 'run', '--json'], { cwd })
    expect(JSON.parse(again.stdout)).toMatchObject({ flips: [], after: { failed: 1 } })
    // it is asked again by a server that has come to itself
    const well = await serveReplies(replies)
    onTestFinished(() => well.close())
    const resumed = await inProcess(['resume', 'run', '--json'], { cwd, env: well.env })
    expect(resumed.code, resumed.stderr).toBe(0)
    expect(JSON.parse(resumed.stdout)).toMatchObject({ total: 1, wrong: 1, failed: 0 })
  })

  test('where a model goes on in a world and gives nothing, that is why the episode was lost', async () => {
    const cwd = folder()
    const words = ['bench', '--world', 'laboratory', '--task', 'melt', '--limit', '1', '--out', 'b']
    const how = ['--fallback', 'model', '--model', 'offline']
    const { stderr } = await inProcess([...words, ...how], { cwd })
    const why = 'offline: it cannot choose_action'
    expect(resultsIn(join(cwd, 'b'))[0]!.reason).toContain(why)
    expect(stderr.split(why)).toHaveLength(2)
  })

  test('an interruption leaves whole files, and resume runs only what is missing', async () => {
    const cwd = folder()
    const server = await serveReplies(slow, 150)
    const many = [1, 2, 3, 4, 5].map(n => ({ id: `q${n}`, question, answer: '3' }))
    const words = [
      'bench',
      setIn(cwd, many),
      '--model',
      'openai:m',
      '--out',
      'b',
      '--parallel',
      '2',
    ]
    const started = start(words, { cwd, env: server.env })
    await until(() => started.output.stderr.includes('✓ right'))
    started.child.kill('SIGINT')
    const { code, stderr } = await started.ended
    expect(code).toBe(130)
    expect(stderr).toMatch(/intend: interrupted; go on with: intend resume \.\/b\n$/)
    const before = resultsIn(join(cwd, 'b')).length
    expect(before).toBeLessThan(5)
    const { stdout, stderr: told } = await inProcess(['resume', 'b'], { cwd, env: server.env })
    expect(stdout).toMatch(/^\(none\) +5 +5 /m)
    expect(told.match(/✓ right/g)).toHaveLength(5 - before)
    await server.close()
  })

  test('a line of results that was cut off is run again', async () => {
    const cwd = folder()
    const words = ['bench', setIn(cwd, quick), '--out', 'b']
    await inProcess(words, { cwd })
    appendFileSync(join(cwd, 'b/results.jsonl'), '{"id":"b","verd')
    expect(await inProcess(words, { cwd })).toMatchObject({ code: 0 })
    expect(
      resultsIn(join(cwd, 'b'))
        .map(each => each.id)
        .sort(),
    ).toEqual(['a', 'b'])
  })

  test('another command, and a set that has changed, do not go on with it', async () => {
    const cwd = folder()
    const set = setIn(cwd, quick)
    await inProcess(['bench', set, '--out', 'b'], { cwd })
    const other = await inProcess(['bench', set, '--out', 'b', '--max-cycles', '2'], { cwd })
    expect(other.code).toBe(2)
    expect(other.stderr).toMatch(
      /holds a bench with another number of cycles or least confidence; go on .*resume \.\/b,/,
    )
    setIn(cwd, [{ ...quick[0], answer: '4' }, quick[1]!])
    expect((await inProcess(['bench', set, '--out', 'b'], { cwd })).stderr).toMatch(
      /other questions/,
    )
    const resumed = await inProcess(['resume', 'b'], { cwd })
    expect(resumed).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/set\.jsonl has changed/),
    })
  })
})

test('asks in rounds, and a question that takes too long is a failed one that costs what it used', async () => {
  const cwd = folder()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = await startChatServer(body => {
    const late = purposeOf(body) === 'formalize' && JSON.stringify(body).includes('snail')
    if (late) vi.advanceTimersByTime(1000)
    return late ? { hang: true } : { text: replies[purposeOf(body) as 'perceive'] }
  })
  const asked = { question, answer: '3' }
  const set = setIn(cwd, [
    { ...asked, id: 'b', level: 1, question: `The snail: ${question}` },
    { ...asked, id: 'c', level: 2 },
    { ...asked, id: 'a', level: 1 },
  ])
  const words = ['bench', set, '--model', 'openai:m', '--out', 'b', '--epochs', '2']
  const run = (...more: string[]) =>
    inProcess([...words, '--level', '1', '--parallel', '1', '--json', ...more], {
      cwd,
      env: { OPENAI_BASE_URL: server.baseURL },
    })
  const { code, stdout, stderr } = await run('--timeout', '1')
  expect(code, stderr).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ total: 4, rounds: { epochs: 2 } })
  expect(JSON.parse(stdout).rounds.questions).toContainEqual({ id: 'b', right: 0, of: 2 })
  const { interval } = JSON.parse(stdout)
  const told = async (...of: string[]) =>
    JSON.parse((await inProcess([...of, 'b', '--json'], { cwd })).stdout)
  expect((await told('rescore')).after.interval).toEqual(interval)
  const reported = (await told('report')).runs[0]
  expect(reported.interval).toEqual(interval)
  expect(reported.seconds).toBe(JSON.parse(stdout).seconds)
  const results = new Map(resultsIn(join(cwd, 'b')).map(each => [each.id, each]))
  expect([...results.keys()].toSorted()).toEqual(['a', 'a#2', 'b', 'b#2'])
  expect(results.get('b#2')).toMatchObject({ verdict: 'failed', reason: 'no answer within 1 s' })
  expect(results.get('b')!.usage.calls + results.get('b#2')!.usage.calls).toBeGreaterThan(0)
  const again = await run('--timeout', '1')
  expect(JSON.parse(again.stdout)).toEqual(JSON.parse(stdout))
  expect((await run('--timeout', '2')).stderr).toMatch(/holds a bench with another time for a/)
  await server.close()
})

test('a question that takes too long is a failed one, also where no timer has a turn meanwhile', async () => {
  const cwd = folder()
  setIn(cwd, quick)
  const words = ['bench', 'set.jsonl', '--out', 'b', '--timeout', '0.000001', '--json']
  const { stdout, stderr } = await inProcess(words, { cwd })
  expect(JSON.parse(stdout), stderr).toMatchObject({ correct: 0, failed: quick.length })
  for (const { reason } of resultsIn(join(cwd, 'b'))) expect(reason).toMatch(/^no answer within 0/)
})

describe.concurrent('a set that cannot be used is refused with one sentence before anything runs', () => {
  const good = JSON.stringify(quick[0])
  const cases: readonly (readonly [title: string, text: string, sentence: RegExp])[] = [
    ['no JSON', `${good}\n\n{"id":`, /set\.jsonl, line 3: it is not JSON: its end is missing; /],
    ['no object', '[1]', /line 1: not a JSON object/],
    ['no answer', '{"id":"x","question":"q"}', /line 1: there is no "answer"/],
    [
      'a wrong type',
      '{"id":"x","question":"q","answer":true}',
      /line 1: answer: it is neither a text nor a number/,
    ],
    ['an id twice', `${good}\n${good}`, /line 2: the id a was used in line 1 already/],
    [
      'a missing file',
      '{"id":"x","question":"q","answer":"","files":["no.csv"]}',
      /no file \S+no\.csv/,
    ],
    [
      'a file elsewhere',
      '{"id":"x","question":"q","answer":"","files":["../outside.txt"]}',
      /line 1: the file \.\.\/outside\.txt lies outside the folder of the set/,
    ],
    ['nothing in it', '\n', /holds no question/],
  ]
  for (const [title, text, sentence] of cases)
    test(title, async () => {
      const cwd = join(folder(), 'in')
      mkdirSync(cwd)
      writeFileSync(join(cwd, '../outside.txt'), 'secret')
      writeFileSync(join(cwd, 'set.jsonl'), text)
      const ended = await inProcess(['bench', 'set.jsonl'], { cwd })
      expect(ended).toMatchObject({ code: 2, stdout: '' })
      expect(ended.stderr).toMatch(sentence)
      expect(ended.stderr).toMatch(/^intend: .*\n$/)
      expect(existsSync(join(cwd, '.intend'))).toBe(false)
    })

  test('what would do nothing for what is run', async () => {
    const cwd = folder()
    setIn(cwd, quick)
    const house = ['--world', 'laboratory', '--task', 'melt']
    for (const [words, why] of [
      [['set.jsonl', '--models', 'openai:a,openai:b'], /^intend: --models is for a world: /],
      [['set.jsonl', '--share', '0.5', '--arms', 'none'], /^intend: --share is for a world: /],
      [['set.jsonl', '--rounds', '2'], /^intend: --rounds is for a trial: /],
      [[...house, '--arms', 'none'], /^intend: --arms is for a question set: /],
    ] as const) {
      const ended = await inProcess(['bench', ...words], { cwd })
      expect(ended).toMatchObject({ code: 2, stderr: expect.stringMatching(why) })
    }
    expect(existsSync(join(cwd, '.intend'))).toBe(false)
  })

  test('a family it does not have', async () => {
    const cwd = folder()
    const ended = await inProcess(['bench', setIn(cwd, quick), '--family', 'rate'], { cwd })
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringMatching(/did you mean rates\?/) })
  })
})
