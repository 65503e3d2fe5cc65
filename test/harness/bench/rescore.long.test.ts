// `intend rescore`: a bench judged again from what it has kept.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { folder, intend, removeFolders } from '../intend.ts'

afterAll(removeFolders)

const rate = (km: number) => `How many hours does it take to travel ${km} km at 40 km/h?`

test('a bench is judged again by changed answers, and kept only when that is asked for', async () => {
  const cwd = folder()
  const questions = [
    { id: 'a', question: rate(120), answer: '3' },
    { id: 'b', question: rate(200), answer: '6' },
    // the names of attached files must differ: this one crashes when it is asked
    { id: 'c', question: 'What is in it?', answer: '1', files: ['set.jsonl', 'other/set.jsonl'] },
    { id: 'd', question: 'Who was the first king of Prussia?', answer: 'Friedrich I' },
  ]
  const put = (name: string, all: readonly object[]) =>
    writeFileSync(join(cwd, name), all.map(each => `${JSON.stringify(each)}\n`).join(''))
  const file = (name: string) => readFileSync(join(cwd, 'b', name), 'utf8')
  mkdirSync(join(cwd, 'other'))
  put('set.jsonl', questions)
  put('other/set.jsonl', questions)
  const bench = ['bench', 'set.jsonl', '--out', 'b', '--plans', 'p.json']
  expect(await intend(bench, { cwd })).toMatchObject({ code: 0 })
  const same = await intend(['rescore', 'b'], { cwd })
  expect(same.stdout).toBe(
    '0 of 4 verdicts changed: accuracy 25 % before, 25 % now (95 % interval 5 % to 70 %)\n',
  )
  const [before, library] = [file('results.jsonl'), readFileSync(join(cwd, 'p.json'), 'utf8')]
  const mended = [{ ...questions[1], answer: '5' }, { ...questions[3], answer: '' }, questions[2]!]
  put('mended.jsonl', [{ ...questions[0], answer: '4' }, ...mended])
  const words = ['rescore', 'b', '--set', 'mended.jsonl']
  const told = await intend(words, { cwd })
  expect(told.stdout).toMatch(/^question +before +now +answer +expected$/m)
  expect(told.stdout).toMatch(/^b +wrong +right +5 h? +5$/m)
  expect(told.stdout).toMatch(
    /^3 of 4 verdicts changed: .*\nnothing was written; keep it with --w/m,
  )
  expect(file('results.jsonl')).toBe(before)
  const { stdout } = await intend([...words, '--write', '--json'], { cwd })
  const judged = JSON.parse(stdout)
  judged.flips.sort((one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1))
  expect(judged).toMatchObject({
    written: true,
    missing: [],
    flips: [
      { id: 'a', before: 'right', after: 'wrong', expected: '4' },
      { id: 'b', before: 'wrong', after: 'right' },
      { id: 'd', before: 'declined', after: 'right', answer: null },
    ].map(flip => expect.objectContaining(flip)),
    before: { correct: 1, failed: 1 },
    after: { correct: 2, wrong: 1, declined: 0, failed: 1, total: 4 },
  })
  expect(JSON.parse(file('questions/b/trace.json'))).toMatchObject({
    expected: '5',
    verdict: 'right',
  })
  expect(readFileSync(join(cwd, 'p.json'), 'utf8')).toBe(library)
  // what was kept is the bench now, and finished
  const resumed = await intend(['resume', 'b', '--json'], { cwd })
  expect(JSON.parse(resumed.stdout)).toMatchObject({ correct: 2, set: join(cwd, 'mended.jsonl') })
  expect(resumed.stderr).toMatch(/4 of 4 questions have a result already/)
})

test('says what it cannot judge', async () => {
  const cwd = folder()
  expect((await intend(['rescore', 'b'], { cwd })).stderr).toMatch(/^intend: there is no bench b; /)
})
