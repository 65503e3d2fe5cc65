// How sure an answer is and which beliefs disagree, as a person and a program are told of it.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { setupOf } from '../../../harness/cli/options/setup.ts'
import { Outcome, readOutcome } from '../../../harness/run/outcome.ts'
import { confidenceOn } from '../../../phases/satisfy/confidence.ts'
import { folder, inProcess, main, removeFolders } from '../intend.ts'

const rate = 'How long does it take to travel 120 km at 40 km/h?'

afterAll(removeFolders)

describe('--min-confidence', () => {
  const around = (cwd = folder()) => ({
    folder: cwd,
    env: { HOME: cwd },
    stderr: new PassThrough(),
  })

  test.each([
    ['0.8', 0.8],
    ['.5', 0.5],
    ['0', 0],
    ['1', 1],
    ['1.0', 1],
  ])('takes the share %s', async (minConfidence, share) => {
    const { limits } = await setupOf({ minConfidence, model: 'offline' }, around())
    expect(limits).toEqual({ minConfidence: share })
  })

  test.each(['80', '80%', '1.2', '-0.1', 'high', '', '0x1', '1e1'])(
    'refuses %j with one sentence',
    async minConfidence => {
      await expect(setupOf({ minConfidence, model: 'offline' }, around())).rejects.toThrow(
        `--min-confidence takes a share from 0 to 1, such as 0.8, not "${minConfidence}"`,
      )
    },
  )

  test('is read from a configuration file, behind what is given', async () => {
    const cwd = folder()
    mkdirSync(join(cwd, '.intend'))
    writeFileSync(join(cwd, '.intend/config.json'), '{ "minConfidence": 0.7 }')
    const limits = async (given: object) =>
      (await setupOf({ model: 'offline', ...given }, around(cwd))).limits
    expect(await limits({})).toEqual({ minConfidence: 0.7 })
    expect(await limits({ minConfidence: '0.9' })).toEqual({ minConfidence: 0.9 })
    writeFileSync(join(cwd, '.intend/config.json'), '{ "minConfidence": 70 }')
    await expect(limits({})).rejects.toThrow(/minConfidence cannot be 70/)
  })

  test('declines what is less sure with code 1, and gives what is sure enough', async () => {
    const cwd = folder()
    const ask = (share: string) =>
      inProcess(['ask', rate, '--quiet', '--min-confidence', share], { cwd })
    expect(await ask('0.999')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^no answer: 0\.\d\d sure, and less than 0\.999 is not given\n$/,
      ),
    })
    expect(await ask('0.5')).toMatchObject({ code: 0, stdout: '3 h\n', stderr: '' })
  })

  test('is among the options of ask, and a bad one ends it with code 2', async () => {
    const words = ['ask', rate, '--min-confidence', 'very']
    const { code, stdout, stderr } = await inProcess(words, { cwd: folder() })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^intend: --min-confidence takes a share from 0 to 1.*\n$/)
  })
})

describe('what came of a question', () => {
  test('says how sure it is, that nothing disagrees, and later what disagreed', async () => {
    const cwd = folder()
    const json = await inProcess(['ask', rate, '--json', '--out', 'run'], { cwd })
    const outcome = JSON.parse(json.stdout)
    expect(outcome).toMatchObject({ confidence: confidenceOn('given'), conflicts: [] })

    const file = join(cwd, 'run/trace.json')
    const values = [
      { value: 40, unit: 'km/h', source: 'user' },
      { value: 42, unit: 'km/h', source: 'read_file' },
      { value: [1, 2], unit: null, source: 'page\u001b[31m' },
    ]
    const trace = JSON.parse(readFileSync(file, 'utf8'))
    const concluded = [{ name: 'the_moves', from: ['The red crate stands on the blue one.'] }]
    const rest = 'since the list of this year leaves it open, and the fee for children is not in it'
    const caveat = `the price is that of \u001b[31mlast year, ${rest}`
    writeFileSync(
      file,
      JSON.stringify({ ...trace, conflicts: [{ name: 'speed', values }], concluded, caveat }),
    )
    const again = await inProcess(['resume', 'run', '--json'], { cwd })
    expect(JSON.parse(again.stdout).conflicts).toEqual([{ name: 'speed', values }])
    expect(again.stderr).toContain(
      'disagree    speed: 40 km/h (user), but 42 km/h (read_file), but [1,2] (page',
    )
    expect(again.stderr).toContain(
      'unverified  concluded, not stated: the moves, from "The red crate stands on the blue one."',
    )
    expect(again.stderr).toContain('\n            note by the model: the price is that of')
    expect(again.stderr.replaceAll(/\n {12}/g, ' ')).toContain(`${rest}\n`)
    expect(again.stderr).toMatch(/\nanswer {6}\d\d % sure\n/)
    expect(again.stderr).not.toContain('\u001b')
    const quiet = await inProcess(['resume', 'run', '--quiet'], { cwd })
    expect(quiet.stderr).toBe('')
  })

  test('what a tool says of the rows stands beside the answer', async () => {
    const cwd = folder()
    writeFileSync(join(cwd, 'till.csv'), 'day,sold\nMon,3\nTue,\nWed,4\n')
    const total = ['ask', 'What is the total sold?', '-f', 'till.csv', '--json']
    const { stdout, stderr } = await inProcess(total, { cwd })
    const note = '1 row has no "sold" and is not counted in what is computed of it.'
    expect(JSON.parse(stdout)).toMatchObject({ answer: '7', notes: [note] })
    expect(stderr).toContain(`note        ${note}`)
  })

  test('is not sure of what it declined', async () => {
    const poem = ['ask', 'Write a poem about rain.', '--json', '--quiet']
    const { stdout } = await inProcess(poem, { cwd: folder() })
    expect(JSON.parse(stdout)).toMatchObject({ declined: true, confidence: null })
  })

  test('is read from a trace that is older than this', () => {
    const {
      confidence: _,
      conflicts: __,
      ...old
    } = Outcome.parse({
      answer: '3',
      satisfied: true,
      declined: false,
      reason: 'so',
      plan: null,
      cycles: 1,
      beliefs: [],
      seconds: 1,
      trace: 't',
      usage: { calls: 0, inputTokens: 0, outputTokens: 0, cachedTokens: 0, cost: null },
    })
    expect(readOutcome(JSON.stringify(old), 't')).toEqual({ ...old, confidence: null })
  })
})

const noTerminal = !spawnSync('script', ['--version']).stdout?.includes('util-linux')

test.skipIf(noTerminal)('a terminal is told how sure the answer is, in one line', async () => {
  const cwd = folder()
  const command = `${process.execPath} ${main} ask '${rate}'`
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, TERM: 'xterm-256color', SHELL: '/bin/sh' },
  })
  let seen = ''
  child.stdout.setEncoding('utf8').on('data', piece => {
    seen += piece
  })
  expect(await new Promise(resolve => child.on('close', resolve))).toBe(0)
  const lines = stripVTControlCharacters(seen)
    .split('\n')
    .map(line => line.trim().split('\r').at(-1)!)
  const sure = lines.filter(line => /\d+ % sure$/.test(line))
  expect(sure).toEqual([`answer      ${Math.floor(confidenceOn('given') * 100)} % sure`])
  // the status line beside it is wiped from the screen, and stays in what was written
  const kept = lines.filter(line => line !== '' && !/^\S \d+ s · finishing$/.test(line))
  expect(kept.at(-1)).toBe('3 h')
})
