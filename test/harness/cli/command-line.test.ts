// What a person sees of the command line: answers, exit codes, sentences. A few cases are processes.

import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { toCommandError } from '../../../harness/cli/command.ts'
import { version } from '../../../harness/cli/version.ts'
import { Outcome } from '../../../harness/run/outcome.ts'
import { byCode, formalized, perceived, question } from '../../phases/replies/replies.ts'
import { startChatServer } from '../../support/chat-server.ts'
import { folder, inProcess, intend, main, removeFolders, runsOf, serveReplies } from '../intend.ts'

afterAll(removeFolders)

const rate = 'How long does it take to travel 120 km at 40 km/h?'
const controls = /(?!\n)\p{Cc}/u
const replies = { perceive: perceived, formalize: formalized, deliberate: byCode }

describe.concurrent('ask', () => {
  test('prints the answer alone on stdout, and the seven phases on stderr when asked to', async () => {
    const cwd = folder()
    const { code, stdout, stderr } = await intend(['ask', rate, '--verbose'], { cwd })
    expect({ code, stdout }).toEqual({ code: 0, stdout: '3 h\n' })
    for (const phase of ['perceive', 'formalize', 'deliberate', 'execute', 'verify', 'satisfy'])
      expect(stderr).toMatch(new RegExp(`^${phase} `, 'm'))
    expect(stderr).toMatch(/○ s1 compute → result\n +└ ○ \w+ synthesize → final_answer, after s1/)
    expect(stderr.match(/offline is a small rule-based reasoner/g)).toHaveLength(1)
    expect(existsSync(join(cwd, '.intend/plans.json'))).toBe(true)
  })

  test('tells the way to an answer in a few lines of a person’s words', async ({ expect }) => {
    const { stderr } = await inProcess(['ask', rate], { cwd: folder() })
    const [notice, ...lines] = stderr.trim().split('\n')
    expect(notice).toContain('choose a model with --model')
    expect(
      lines.map(line => line.replace(/\S+Z-\w+/, 'RUN').replace(/\d+\.\d s/, 'T s')),
    ).toMatchInlineSnapshot(`
      [
        "run         RUN",
        "given       distance 120 km, speed 40 km/h, answer unit h",
        "plan        a new one, 2 steps: the quantity that distance / speed gives",
        "            ✓ Compute result as distance / speed, units included → result 3 h",
        "            ✓ Give 3 h as the final answer → final answer 3 h",
        "took        T s, 3 model calls",
        "answer      97 % sure",
      ]
    `)
  })

  test('computes over an attached table', async () => {
    const cwd = folder()
    writeFileSync(join(cwd, 's.csv'), 'item,price\napples,3\npears,4.5\n')
    const twice = ['-f', 's.csv', '-f', './s.csv'] // which is the same one
    const words = ['ask', 'What is the sum of the price column?', ...twice]
    expect(await inProcess(words, { cwd })).toMatchObject({ code: 0, stdout: '7.5\n' })
  })

  test('writes no escape codes into a pipe, and nothing but the answer when quiet', async () => {
    const cwd = folder()
    const loud = await intend(['ask', rate], { cwd, env: { FORCE_COLOR: '1' } })
    expect(loud.stdout + loud.stderr).not.toMatch(controls)
    const quiet = await inProcess(['ask', rate, '--quiet'], { cwd })
    expect(quiet).toMatchObject({ code: 0, stdout: '3 h\n', stderr: '' })
  })

  test('prints one object with --json, whose trace tells the whole run', async () => {
    const cwd = folder()
    const { stdout } = await inProcess(['ask', rate, '--json', '--quiet'], { cwd })
    const outcome = Outcome.parse(JSON.parse(stdout))
    expect(outcome).toMatchObject({ answer: '3 h', satisfied: true, declined: false, cycles: 1 })
    expect(outcome.usage).toMatchObject({ cost: 0 })
    expect(outcome.beliefs).toContainEqual({
      name: 'distance',
      value: 120,
      unit: 'km',
      provenance: 'given',
      source: 'user',
    })
    const trace = JSON.parse(readFileSync(outcome.trace, 'utf8'))
    expect(trace).toMatchObject({ question: rate, answer: '3 h', run: runsOf(cwd)[0] })
    expect(trace.plans[0].id).toBe(outcome.plan)
    expect(trace.verdicts.map((verdict: { of: string }) => verdict.of)).toContain('step-finished')
    expect(trace.state.intentionHistory).toHaveLength(1)
  })

  test('prints with --events what the journal holds, and the answer last', async () => {
    const cwd = folder()
    const { stdout } = await inProcess(['ask', rate, '--events', '--quiet'], { cwd })
    const lines = stdout.trim().split('\n')
    const journal = readFileSync(join(cwd, '.intend/runs', runsOf(cwd)[0]!, 'events.jsonl'), 'utf8')
    const parsed = (text: string[]) => text.map(line => JSON.parse(line))
    expect(parsed(lines.slice(0, -1))).toEqual(parsed(journal.trim().split('\n')))
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ type: 'answer', answer: '3 h' })
  })

  test('declines with exit code 1, the reason on stderr and nothing on stdout', async () => {
    const cwd = folder()
    const poem = ['ask', 'Write a poem about the sea.']
    const plain = await inProcess(poem, { cwd })
    expect(plain).toMatchObject({ code: 1, stdout: '' })
    expect(plain.stderr).toMatch(/^took .*\nno answer: .*--model openai:MODEL\n$/m)
    const json = await inProcess([...poem, '--json', '--quiet'], { cwd })
    expect(JSON.parse(json.stdout)).toMatchObject({
      answer: null,
      satisfied: false,
      declined: true,
    })
    expect(json.stderr).toMatch(/^no answer: .*\n$/)
  })

  test('offers a search over the folder named by --corpus, and keeps its name for resume', async () => {
    const cwd = folder()
    mkdirSync(join(cwd, 'papers'))
    const server = await serveReplies(replies)
    let before = 0
    const offered = () => JSON.stringify(server.bodies.slice(before)).includes('web_search')
    const words = ['ask', question, '--model', 'openai:m', '--quiet']
    await inProcess(words, { cwd, env: server.env })
    expect(offered()).toBe(true) // where a server is asked, the web may be searched
    expect(JSON.stringify(server.bodies)).toContain('read_page')
    before = server.bodies.length
    const env = { ...server.env, INTEND_SEARCH: 'off' }
    await inProcess(words, { cwd, env })
    expect(offered()).toBe(false)
    const more = ['--corpus', 'papers', '--out', 'run', '--plans', 'other.json']
    await inProcess([...words, ...more], { cwd, env })
    expect(offered()).toBe(true)
    const run = JSON.parse(readFileSync(join(cwd, 'run/run.json'), 'utf8'))
    expect(run.corpus).toBe(join(cwd, 'papers'))
    await server.close()
  })

  test('takes what is piped in as context, or as the question', async () => {
    const cwd = folder()
    const asked = await intend(['ask', '--quiet'], { cwd, stdin: `${rate}\n` })
    expect(asked).toMatchObject({ code: 0, stdout: '3 h\n' })
    const words = ['ask', 'How long does it take?', '--quiet', '--out', 'run']
    await inProcess(words, { cwd, stdin: 'The way is 120 km.' })
    const loud = words.filter(word => word !== '--quiet').with(-1, 'loud')
    const { stderr } = await inProcess(loud, { cwd, stdin: 'The way is 120 km.' })
    expect(stderr).toMatch(/^what is piped in is read with the question; .* a file, add -f -\n/)
    const run = JSON.parse(readFileSync(join(cwd, 'run/run.json'), 'utf8'))
    expect(run.question).toMatch(/^How long does it take\?\n\n# .*\n\nThe way is 120 km\.$/)
  })

  test('attaches what is piped in when it is more than a line of text, or when -f - says so', async () => {
    const cwd = folder()
    const total = ['ask', 'What is the sum of the price column?', '--quiet']
    const table = { cwd, stdin: 'item,price\napples,3\npears,4.5\n' }
    expect(await inProcess(total, table)).toMatchObject({ code: 0, stdout: '7.5\n' })
    const named = [...total, '-f', '-', '--out', 'run']
    expect(await inProcess(named, table)).toMatchObject({ code: 0, stdout: '7.5\n' })
    const run = JSON.parse(readFileSync(join(cwd, 'run/run.json'), 'utf8'))
    expect(run).toMatchObject({ question: total[1], files: [join(cwd, 'run/stdin.csv')] })
    expect(await inProcess(named, { cwd })).toMatchObject({
      code: 2,
      stderr: 'intend: nothing is piped in to attach with -f -\n',
    })
    expect((await inProcess(['ask', '-f', '-'], table)).stderr).toMatch(/question is to be named/)
    const text = {
      cwd,
      stdin: 'RENTAL CONTRACT\n\nThe tenant is Jonas Weber.\nThe rent is 950 euros.\n',
    }
    const tenant = await inProcess(['ask', 'Who is the tenant?', '--quiet'], text)
    expect(tenant).toMatchObject({ code: 0, stdout: 'Jonas Weber\n' })
    const orders = { cwd, stdin: '{"orders": [{"id": 1, "price": 2}, {"id": 2, "price": 3}]}' }
    const count = await inProcess(['ask', 'How many orders are there?', '--quiet'], orders)
    expect(count).toMatchObject({ code: 0, stdout: '2\n' })
  })

  test('asks the model of INTEND_MODEL unless told otherwise, and keeps no key', async () => {
    const cwd = folder()
    const server = await serveReplies(replies)
    const env = { ...server.env, INTEND_MODEL: 'openai:m', OPENAI_API_KEY: 'sk-secret-heron' }
    const { code, stdout } = await inProcess(['ask', question], { cwd, env })
    expect({ code, stdout }).toEqual({ code: 0, stdout: '3\n' })
    const run = join(cwd, '.intend/runs', runsOf(cwd)[0]!)
    for (const name of readdirSync(run))
      expect(readFileSync(join(run, name), 'utf8')).not.toContain('heron')
    await server.close()
  })

  test('says once that a damaged library was set aside, and goes on', async () => {
    const cwd = folder()
    const damaged = '{ "format": 1, "plans": ['
    writeFileSync(join(cwd, 'plans.json'), damaged)
    const words = ['ask', rate, '--plans', 'plans.json', '--quiet']
    const { code, stderr } = await inProcess(words, { cwd })
    expect(code).toBe(0)
    expect(stderr).toMatch(/^\S*plans\.json did not parse .* was set aside as .*\n$/)
    const aside = readdirSync(cwd).find(name => name.includes('.corrupt-'))!
    expect(readFileSync(join(cwd, aside), 'utf8')).toBe(damaged)
  })

  test('records a run and replays it, saying how many prompts have changed since', async () => {
    const cwd = folder()
    const recording = join(cwd, 'r.jsonl')
    await inProcess(['ask', rate, '--quiet', '--model', `record:${recording}@offline`], { cwd })
    const plans = ['--plans', 'other.json']
    const again = await inProcess(['ask', rate, '--model', `replay:${recording}`, ...plans], {
      cwd,
    })
    expect(again).toMatchObject({ code: 0, stdout: '3 h\n' })
    expect(again.stderr).not.toContain('have changed')
    const text = readFileSync(recording, 'utf8')
    writeFileSync(recording, text.replaceAll(/"prompt":"[^"]*"/g, '"prompt":"old"'))
    const drifted = ['ask', rate, '--model', `replay:${recording}`, '--plans', 'third.json']
    const { stderr } = await inProcess(drifted, { cwd })
    expect(stderr).toMatch(/^(\d+) of \1 prompts have changed since they were recorded$/m)
  })
})

describe.concurrent('one sentence and the right exit code', () => {
  const cases: readonly (readonly [
    title: string,
    words: readonly string[],
    code: number,
    sentence: RegExp,
    more?: { readonly stdin?: string | Uint8Array; readonly env?: Record<string, string> },
  ])[] = [
    ['no command', [], 2, /say what to do, such as intend ask/],
    ['an unknown command', ['resum'], 2, /no command "resum"; did you mean resume\?/],
    ['a command like no other', ['xyzzy'], 2, /no command "xyzzy"; known are ask, talk/],
    ['no question', ['ask'], 2, /no question; write it in quotes/],
    ['an empty question', ['ask', '  '], 2, /the argument "question" is empty/],
    ['nothing piped in', ['ask'], 2, /no question/, { stdin: '\n' }],
    ['a pipe of bytes', ['ask', 'q'], 2, /stdin is not UTF-8/, { stdin: Uint8Array.of(255, 0) }],
    [
      'a question without quotes',
      ['ask', 'how', 'many'],
      2,
      /put a text of several words in quotes/,
    ],
    [
      'an unknown option',
      ['ask', 'q', '--modell', 'x'],
      2,
      /'--modell' \(Did you mean --model\?\)/,
    ],
    [
      'an option without its value',
      ['ask', 'q', '--model'],
      2,
      /'--model <spec>' argument missing/,
    ],
    ['a missing file', ['ask', 'q', '-f', 'no.csv'], 2, /there is no file \S*no\.csv/],
    [
      'a folder as file',
      ['ask', 'q', '-f', '.'],
      2,
      /holds no file; name files after -f, or have the folder read with --allow/,
    ],
    [
      'several files after one -f',
      ['ask', 'q', '-f', 'a.md', 'b.md'],
      2,
      /, and -f before each file/,
    ],
    [
      'a minus for what is piped in',
      ['ask', 'q', '-'],
      2,
      /\(-f - is stdin\)/,
      { stdin: 'The way is 120 km.' },
    ],
    ['a missing folder', ['ask', 'q', '--allow', 'no'], 2, /there is no folder \S*no;/],
    [
      'a missing corpus',
      ['ask', 'q', '--corpus', 'no'],
      2,
      /there is no folder \S*no; check .*--corpus/,
    ],
    ['no cycles', ['ask', 'q', '--max-cycles', '0'], 2, /whole number from 1 to 1000, not "0"/],
    ['a word for a number', ['ask', 'q', '--max-cycles', '3x'], 2, /--max-cycles .* not "3x"/],
    ['an unknown run', ['resume', 'yesterday'], 2, /no run yesterday; ask a question/],
    ['no run at all', ['resume'], 2, /no unfinished run in \S+; ask a question/],
    ['an unknown model', ['ask', 'q', '--model', 'ofline'], 3, /no model "ofline".*mean offline\?/],
    ['an unknown agent', ['ask', 'q', '--agent', 'x'], 2, /--agent takes self-aware, .* not "x"/],
    ['an unknown model to serve by', ['mcp', '--model', 'foo'], 3, /no model "foo"; known are/],
    ['plans at an address', ['plans', 'list', '--plans', 'redis://x'], 3, /library is a file here/],
    [
      'an agent of elsewhere in a world',
      ['bench', '--world', 'laboratory', '--task', 'melt', '--agent', 'npc'],
      2,
      /in the world laboratory it is the agent rules that acts; leave --agent out/,
    ],
    ['no key', ['ask', 'q', '--model', 'openai:m'], 3, /needs a key; set OPENAI_API_KEY/],
    ['no recording', ['ask', 'q', '--model', 'replay:no.jsonl'], 3, /no recording in no\.jsonl/],
  ]
  for (const [title, words, code, sentence, more] of cases)
    test(title, async () => {
      const cwd = folder()
      const ended = await inProcess(words, { cwd, ...more })
      expect(ended).toMatchObject({ code, stdout: '' })
      expect(ended.stderr).toMatch(sentence)
      expect(ended.stderr).toMatch(/^intend: .*\n$/) // one line, no stack trace
      expect(runsOf(cwd)).toEqual([])
    })

  test('a server that cannot be reached is named with the way out, and no run is left', async () => {
    const cwd = folder()
    const server = await startChatServer([])
    await server.close()
    const env = { OPENAI_BASE_URL: server.baseURL }
    const { code, stderr } = await inProcess(['ask', 'q', '--model', 'openai:m'], { cwd, env })
    expect(code).toBe(3)
    expect(stderr).toMatch(/^intend: cannot reach http:\S+: connection refused; start the server/m)
    expect(runsOf(cwd)).toEqual([])
  })

  test('a folder that cannot be written is named with the way out', async () => {
    const cwd = folder()
    writeFileSync(join(cwd, '.intend'), 'a file where a folder should be')
    const { code, stderr } = await intend(['ask', rate], { cwd })
    expect(code).toBe(3)
    expect(stderr).toMatch(/^intend: cannot write in \S+ \(.*\); .*--out DIR and --plans FILE\n$/)
  })

  test('a library of a later format is refused', async () => {
    const cwd = folder()
    writeFileSync(join(cwd, 'plans.json'), '{ "format": 999, "plans": [] }')
    const { code, stderr } = await inProcess(['ask', rate, '--plans', 'plans.json'], { cwd })
    expect(code).toBe(3)
    expect(stderr).toMatch(/^intend: .*has format 999.*\n$/)
  })

  test('two files of one name, and a folder that holds a run already', async () => {
    const cwd = folder()
    for (const name of ['a', 'b']) {
      mkdirSync(join(cwd, name))
      writeFileSync(join(cwd, name, 'x.csv'), 'n\n1\n')
    }
    const twice = ['ask', 'q', '-f', 'a/x.csv', '-f', 'b/x.csv']
    expect(await inProcess(twice, { cwd })).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/two attached files are called x\.csv/),
    })
    expect(runsOf(cwd)).toEqual([])
    await inProcess(['ask', rate, '--out', 'c'], { cwd })
    const { code, stderr } = await inProcess(['ask', rate, '--out', 'c'], { cwd })
    expect(code).toBe(2)
    expect(stderr).toMatch(/holds a run already; go on with it by: intend resume \.\/c, /)
  })

  test('trace and report take the latest run where none is named', async () => {
    const cwd = folder()
    await inProcess(['ask', 'What is 2 + 3?', '--quiet'], { cwd })
    expect((await inProcess(['trace'], { cwd })).stdout).toMatch(/^1 What is 2 \+ 3\?: achieved, /)
    expect((await inProcess(['report'], { cwd })).stdout).toContain(`${runsOf(cwd)[0]}/report.html`)
  })

  test('a stack trace is printed only with --verbose', async () => {
    const { stderr } = await intend(['ask', ' ', '--verbose'], { cwd: folder() })
    expect(stderr).toMatch(/^intend: the argument "question" is empty.*\n(.*\n)+ +at /)
  })
})

test('what the system refuses is said in words', () => {
  const refused = (work: () => void) => {
    try {
      work()
    } catch (error) {
      return toCommandError(error)
    }
    return undefined
  }
  const none = join(folder(), 'none')
  expect(refused(() => writeFileSync('/dev/full', 'x'))).toMatchObject({
    code: 3,
    message: 'cannot write a file: the disk is full',
  })
  expect(refused(() => readFileSync('/'))?.message).toBe('cannot read a file: it is a folder')
  expect(refused(() => readFileSync(none))?.message).toBe(
    `cannot use ${none}: it, or its folder, is not there`,
  )
})

describe.concurrent('help', () => {
  test('a disk that is full is said, and is no success', async () => {
    const words = [process.execPath, main, 'plans', 'export', '--help']
    const { status, stderr } = spawnSync('sh', ['-c', '"$@" > /dev/full', 'sh', ...words], {
      cwd: folder(),
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({
      status: 3,
      stderr: 'intend: what was found cannot be written (the disk is full); send it elsewhere\n',
    })
  })

  test('a library or a page that does not fit on the disk leaves no part of it', async () => {
    const cwd = folder()
    // a limit of a file's size takes the place of the disk's, once the system does not kill for it; Node's
    // cache of what it compiled is written when nothing hears the signal any more
    const env = {
      ...process.env,
      NODE_DISABLE_COMPILE_CACHE: '1',
      NODE_OPTIONS: "--import=data:text/javascript,process.on('SIGXFSZ',()=>{})",
    }
    const samples = fileURLToPath(new URL('../../../harness/samples/plans/', import.meta.url))
    const plans = readdirSync(samples).map(name => join(samples, name))
    await inProcess(['ask', rate, '--out', 'run', '--plans', 'p.json', '--quiet'], { cwd })
    const before = readdirSync(cwd)
    for (const words of [
      ['plans', 'merge', '-o', 'm.json', ...plans],
      ['plans', 'export', join(samples, 'workbook.json'), '-o', 'm.json'],
      ['report', 'run', '-o', 'm.html'],
    ]) {
      const limited = ['-c', 'ulimit -f 8; exec "$@"', 'sh', process.execPath, main, ...words]
      const { status, stderr } = spawnSync('sh', limited, { cwd, env, encoding: 'utf8' })
      expect({ status, stderr }).toEqual({
        status: 3,
        stderr: expect.stringMatching(
          /^intend: cannot write .*it would be larger than is permitted.*\n$/,
        ),
      })
      expect(readdirSync(cwd)).toEqual(before)
    }
  })

  test.each([
    [['aks', 'how?'], 'there is no command "aks"; did you mean ask?'],
    [['help', 'plan'], 'there is no command "plan"; did you mean plans?'],
    [['plans', 'import', 'none'], '/none; check the name; one comes to be when a question is'],
    [
      ['plans', 'export', '-o', 'none/x.json'],
      'none/x.json (it, or its folder, is not there); name',
    ],
    [['trace'], 'there is no run here yet; name one by its folder'],
    [['trace', 'none'], 'there is no run or session none; name one of those in .intend/runs or'],
    [['resume'], 'there is no unfinished run in'],
    [['bench', ''], 'the argument "set" is empty'],
    [['simulate', 'set.jsonl', '--out', ' '], '--out is empty'],
    [['plans', 'merge', 'a.json', ''], 'the argument "names" is empty'],
    [['ask', 'q', '-f', ''], '--file is empty'],
    [['what is 2 + 2?'], 'a question is asked with: intend ask'],
    [['bench', 'set.jsonl', '--out', '/proc/x'], '/proc/x (its folder cannot be made); work in'],
    [['bench', '.intend/plans.json'], 'line 1: there is no "id"'],
    [['ablate', 'prompts', 'none'], '/none; check the name after the command'],
    [
      ['world', 'explorer', '--picture', '/proc/x.svg'],
      '/proc/x.svg (it, or its folder, is not there)',
    ],
  ])('%j is refused with the way out', async (words, sentence) => {
    const cwd = folder()
    const library = { format: 1, plans: [], removed: {} }
    mkdirSync(join(cwd, '.intend'))
    writeFileSync(join(cwd, '.intend/plans.json'), JSON.stringify(library))
    writeFileSync(join(cwd, 'set.jsonl'), '{"id":"a","question":"What is 3 + 4?","answer":"7"}\n')
    const { stderr, stdout } = await inProcess(words, { cwd })
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).toContain(sentence)
    expect(stdout).toBe('')
  })

  test.each(['bench', 'simulate', 'bench --arms none'])(
    'a queue that is none is refused before anything of %s has begun',
    async asked => {
      const cwd = folder()
      writeFileSync(join(cwd, 'set.jsonl'), '{"id":"a","question":"What is 3 + 4?","answer":"7"}\n')
      const typed = [...asked.split(' '), 'set.jsonl', '--queue', 'foo']
      const { code, stderr } = await inProcess(typed, { cwd })
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('"foo" is no') })
      expect((await inProcess(['resume'], { cwd })).stderr).toMatch(/no unfinished run/)
    },
  )

  test('a library at an address is refused before the first question of a simulation', async () => {
    const cwd = folder()
    writeFileSync(join(cwd, 'set.jsonl'), '{"id":"a","question":"What is 3 + 4?","answer":"7"}\n')
    const words = ['simulate', 'set.jsonl', '--plans', 'redis://127.0.0.1:1#x']
    const { code, stderr } = await inProcess(words, { cwd })
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringContaining('intend: the library is a file here, such as plans.json;'),
    })
    expect(stderr).not.toMatch(/right|declined/)
  })

  test('a run is traced by its name', async () => {
    const cwd = folder()
    await inProcess(['ask', rate], { cwd })
    const { code, stdout } = await inProcess(['trace', runsOf(cwd)[0]!], { cwd })
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('achieved') })
  })

  test('lists the commands, their options and the version', async () => {
    const cwd = folder()
    const all = await inProcess(['--help'], { cwd })
    expect(all).toMatchObject({ code: 0, stdout: expect.stringMatching(/ask(.*\n)+ +resume/) })
    const ask = await inProcess(['ask', '--help'], { cwd })
    expect(ask.stdout).toMatch(/--max-cycles <number>/)
    expect(await inProcess(['--version'], { cwd })).toMatchObject({ stdout: `${version()}\n` })
  })

  test('the installed command finds its Node through a link', async () => {
    const cwd = folder()
    const bin = new URL('../../../harness/bin.js', import.meta.url).pathname
    symlinkSync(bin, join(cwd, 'intend.js'))
    const { execFile } = await import('node:child_process')
    const printed = await new Promise<string>((resolve, reject) =>
      execFile(process.execPath, [join(cwd, 'intend.js'), '--version'], (error, stdout) =>
        error ? reject(error) : resolve(stdout),
      ),
    )
    expect(printed).toBe(`${version()}\n`)
  })
})

test('a folder, or several files behind one -f, are attached file by file', async () => {
  const cwd = folder()
  mkdirSync(join(cwd, 'notes/deeper'), { recursive: true })
  writeFileSync(join(cwd, 'notes/bridge.txt'), 'The bridge was built by Anna Berg in 1872.\n')
  writeFileSync(join(cwd, 'notes/tower.txt'), 'The tower was built by Carl Dahl in 1901.\n')
  writeFileSync(join(cwd, 'notes/.hidden'), 'x')
  const question = 'Who built the tower?'
  for (const named of [['notes'], ['notes/bridge.txt', 'notes/tower.txt']]) {
    const { code, stdout } = await inProcess(['ask', '-f', ...named, question, '--json'], { cwd })
    expect(code, stdout).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ answer: 'Carl Dahl' })
  }
})
