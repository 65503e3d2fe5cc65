// The measures of the first ablation as `intend bench` prints them: a model that needs asking twice,
// and a recorded run.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Summary } from '../../../harness/bench/summary.ts'
import { recorded, recordingOf } from '../../phases/recorded.ts'
import { byCode, formalized, perceived, question } from '../../phases/replies/replies.ts'
import { startChatServer } from '../../support/chat-server.ts'
import { folder, inProcess, purposeOf, removeFolders } from '../intend.ts'

afterAll(removeFolders)

const none = {
  calls: 1,
  asIs: 1,
  repaired: 0,
  prose: 0,
  failed: 0,
  unanswered: 0,
  reasked: 0,
  unusable: 0,
}

function benchIn(cwd: string, questions: readonly object[]): readonly string[] {
  writeFileSync(join(cwd, 's.jsonl'), questions.map(each => JSON.stringify(each)).join('\n'))
  return ['bench', 's.jsonl', '--out', 'b', '--quiet']
}

test('bench tells by phase how replies fared, in the table, the summary, each result and each trace', async () => {
  const cwd = folder()
  const asked: string[] = []
  const server = await startChatServer(body => {
    const purpose = purposeOf(body)
    const again = asked.includes(purpose)
    asked.push(purpose)
    switch (purpose) {
      case 'perceive':
        return { text: `\`\`\`json\n${perceived}\n\`\`\`` }
      case 'formalize':
        return { text: again ? formalized : 'I would divide.' }
      default:
        return { text: byCode }
    }
  })
  const words = benchIn(cwd, [{ id: 'a', question, answer: '3' }])
  const env = { OPENAI_BASE_URL: server.baseURL }
  const { code, stdout, stderr } = await inProcess(
    [...words, '--model', 'openai:m', '--talk', 'separate'],
    { cwd, env },
  )
  await server.close()
  expect(code, stderr).toBe(0)
  expect(stdout).toContain(
    [
      'how replies were read',
      'phase       calls  as-is  repaired  failed  re-asked',
      'perceive        1      0         1       0         0',
      'formalize       2      1         0       1         1',
      'deliberate      1      1         0       0         0',
      '',
      'of the conditions, patterns decided 100 %',
      '2 verdicts: pattern 100 %',
      '',
      'how final answers were checked; lost are right ones that no later plan gave',
      'checked by  answers  wrong of passed  right of refused  lost',
      'provenance        1  0 of 1, too few                 -     0',
      'pattern           1  0 of 1, too few                 -     0',
    ].join('\n'),
  )
  const parsing = {
    perceive: { ...none, asIs: 0, repaired: 1 },
    formalize: { ...none, calls: 2, failed: 1, reasked: 1 },
    deliberate: none,
  }
  const { stdout: json } = await inProcess(
    [...words, '--model', 'openai:m', '--talk', 'separate', '--json'],
    { cwd, env },
  )
  const passed = { passedRight: 1, passedWrong: 0, failedRight: 0, failedWrong: 0, lost: 0 }
  const verifier = { provenance: passed, pattern: passed }
  expect(JSON.parse(json)).toMatchObject({
    parsing,
    tierOne: 1,
    verifier,
    wrongPast: {},
    failureModes: {},
    calibration: { answers: 1 },
  })
  const result = JSON.parse(readFileSync(join(cwd, 'b', 'results.jsonl'), 'utf8'))
  expect(result).toMatchObject({ parsing, verifier, wrongPast: null, failureModes: {} })
  const trace = join(cwd, 'b', 'questions', 'a', 'trace.json')
  expect(JSON.parse(readFileSync(trace, 'utf8'))).toMatchObject({ parsing, tierOne: 1 })
})

test('bench measures a recorded run without a model', async () => {
  const cwd = folder()
  const { id, question, answer } = recorded.find(({ files }) => files.length === 0)!
  const words = benchIn(cwd, [{ id, question, answer }])
  const model = `replay:${recordingOf(id)}`
  const { code, stdout, stderr } = await inProcess([...words, '--model', model, '--json'], { cwd })
  expect(code, stderr).toBe(0)
  const { parsing, tierOne, correct, usage }: Summary = JSON.parse(stdout)
  expect(correct).toBe(1)
  expect(parsing.perceive).toEqual(none)
  expect(Object.keys(parsing)).toEqual(expect.arrayContaining(['formalize', 'deliberate']))
  const calls = Object.values(parsing).reduce((sum, fates) => sum + fates.calls, 0)
  expect(calls).toBeLessThanOrEqual(usage.calls)
  expect(tierOne).toBeGreaterThan(0)
})

test('bench says which tiers a wrong answer of a recorded run got past, and how its steps had failed', async () => {
  const cwd = folder()
  const { id, question, answer, files } = recorded.find(each => each.came === '932.40')!
  for (const file of files) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true })
    copyFileSync(join(dirname(recordingOf(id)), file), join(cwd, file))
  }
  const words = benchIn(cwd, [{ id, question, answer, files }])
  const { stdout, stderr } = await inProcess([...words, '--model', `replay:${recordingOf(id)}`], {
    cwd,
  })
  expect(stdout, stderr).toContain(
    [
      'checked by  answers  wrong of passed  right of refused  lost',
      'provenance        1  1 of 1, too few                 -     0',
      'pattern           1  1 of 1, too few                 -     0',
      'wrong answers by the last check they got past: pattern 1',
      '',
      'failure mode       failures  on wrong answers',
    ].join('\n'),
  )
  expect(stdout).toMatch(/^unsupported_value +(\d+) +\1$/m)
})
