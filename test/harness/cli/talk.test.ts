// `intend` without a command, on a terminal that `script` supplies: questions one after another. More of
// what is said there: talk.long.test.ts.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { attachments } from '../../../harness/run/attachments.ts'
import {
  byCode,
  byModel,
  established,
  formalized,
  perceived,
  question,
} from '../../phases/replies/replies.ts'
import { startChatServer } from '../../support/chat-server.ts'
import { folder, purposeOf, removeFolders, serveReplies, until } from '../intend.ts'
import { talk, noTerminal as why } from './terminal-talk.ts'

afterAll(removeFolders)

const rate = (km: number) => `How long does it take to travel ${km} km at 40 km/h?`
const ready = /(offline is|model: )[\s\S]*\n> $/

describe.skipIf(why).concurrent(`talk${why ? ` (${why})` : ''}`, () => {
  test('answers one question after another, typed ahead or not, and hands files over', async () => {
    const cwd = folder()
    writeFileSync(join(cwd, 's.csv'), 'item,price\napples,3\npears,4.5\n')
    const { seen, type, sees, code } = talk('', cwd)
    await sees(ready)
    type(`${rate(120)}\r${rate(200)}\r`)
    await sees(/\n {2}3 h\n[\s\S]*one that worked before[\s\S]*\n {2}5 h\n.*\n> $/)
    type('What is the sum of the price column in @s.csv?\r')
    await sees(/\n {2}7\.5\n[\s\S]*> $/)
    type('/file s.csv\rWhat is the mean of the price column?\r')
    await sees(/these go with every question:\n[\s\S]*\n {2}3\.75\n[\s\S]*> $/)
    // what is changed of the session, and what is branched off it, keeps the file
    type('/name prices\r/fork\rWhat is the largest value of the price column?\r')
    await sees(/called prices\n[\s\S]*session prices\n[\s\S]*\n {2}4\.5\n[\s\S]*> $/)
    type('@no.csv too\r/plns\r/plans\r')
    await sees(
      /there is no file \S+no\.csv; check[\s\S]*did you mean \/plans\?\n[\s\S]*sum_of_table/,
    )
    type('quit\r')
    expect(await code).toBe(0)
    expect(seen()).toMatch(/^given {7}\S/m)
    expect(seen()).not.toMatch(/[─│⠋⠙⠹]/u) // nothing drawn, nothing moving
    const records = readdirSync(join(cwd, '.intend/sessions'))
      .sort()
      .map(session => readFileSync(join(cwd, '.intend/sessions', session, 'events.jsonl'), 'utf8'))
      .map(journal => journal.match(/"type":"intention-recorded"/g)?.length)
    expect(records).toEqual([4, 5])
  })

  test('Ctrl-C cancels the question under way; again, it leaves', async () => {
    const cwd = folder()
    const server = await serveReplies({}, 60_000)
    const { type, sees, code } = talk('--model openai:m', cwd, server.env)
    await sees(ready)
    type('half a line\u0003')
    await sees(/> half a line\^C\n> $/)
    type(`${question}\r`)
    await until(() => server.bodies.length === 1)
    type('\u0003')
    await sees(/\nstopped; what was learned is kept\n> $/)
    type(`${question}\r`)
    await until(() => server.bodies.length === 2)
    type('\u0003')
    await sees(/\nstopped; [\s\S]*\nstopped; what was learned is kept\n> $/)
    type('\u0003')
    expect(await code).toBe(130)
    await server.close()
  })

  test('an answer is shown, and kept, before the review that follows it', async () => {
    const cwd = folder()
    // the first plan fails, which is what there is to review
    const execute = established({ value: 4, derivation: 'distance / speed' })
    const replies = { perceive: perceived, formalize: formalized, execute }
    const plans = [byModel, byCode]
    const server = await startChatServer(body => {
      const purpose = purposeOf(body)
      if (purpose === 'review') return { text: '', delayMs: 20_000 }
      if (purpose === 'deliberate') return { text: plans.shift() ?? '' }
      return { text: replies[purpose as keyof typeof replies] ?? '' }
    })
    const { type, sees, code } = talk('--model openai:m --talk separate', cwd, {
      OPENAI_BASE_URL: server.baseURL,
    })
    await sees(ready)
    type(`${question}\r${question}\r${question}\r`)
    await sees(/(\n {2}3\n[\s\S]*){3}/)
    await until(() => server.bodies.some(body => purposeOf(body) === 'review'))
    type('\u0003')
    await sees(/(\n {2}3\n[\s\S]*){3}session +now believes[\s\S]*> $/)
    type('\u0003')
    expect(await code).toBe(130)
    await server.close()
  })

  test('a person is asked for permission, and a line typed ahead gives none', async () => {
    const cwd = folder()
    const url = 'https://example.org/take?d=54'
    const replies = { perceive: perceived, formalize: formalized, deliberate: byModel }
    let called = false
    const server = await startChatServer(body => {
      const purpose = purposeOf(body)
      if (purpose !== 'execute') return replies[purpose as keyof typeof replies] ?? ''
      if (!called) {
        called = true
        return { calls: [{ name: 'read_page', input: { url } }] }
      }
      return established({ value: 3, derivation: 'distance / speed' })
    })
    const { type, sees, code } = talk('--model openai:m', cwd, {
      OPENAI_BASE_URL: server.baseURL,
    })
    await sees(ready)
    type(`${question}\ry\r`)
    await sees(/read_page to https:\/\/example\.org\/take\?d=54 needs your permission[\s\S]*> $/)
    type('n\r')
    // what was typed ahead is the next question, and not lost; it names no unit
    await sees(/> n\n[\s\S]*\n {2}3\n[\s\S]*\n {2}3 h\n[\s\S]*> $/)
    expect(JSON.stringify(server.bodies)).toContain('did not permit')
    type('\u0004')
    expect(await code).toBe(0)
    await server.close()
  })

  test('a model that cannot be is one sentence and code 3; a talk without a question leaves nothing', async () => {
    const cwd = folder()
    const wrong = talk('--model ofline', cwd)
    expect(await wrong.code).toBe(3)
    expect(wrong.seen()).toMatch(/^intend: there is no model "ofline"; known are [^\n]*,\n {2}\S/)
    const { type, sees, code } = talk('', cwd)
    await sees(ready)
    type('\u0004')
    expect(await code).toBe(0)
    expect(existsSync(join(cwd, '.intend'))).toBe(false)
  })
})

test('@ hands over files by name, and leaves alone what is none', () => {
  const cwd = folder()
  for (const name of ['a b', 'sub']) mkdirSync(join(cwd, name))
  for (const name of ['x.csv', 'a b/y.txt', 'odd.']) writeFileSync(join(cwd, name), '')
  const read = (line: string) => attachments(line, cwd)
  const x = join(cwd, 'x.csv')
  expect(read('sum in @x.csv, or @x.csv?')).toEqual({
    question: 'sum in x.csv, or x.csv?',
    files: [x],
  })
  expect(read('read @"a b/y.txt" and @odd.')).toEqual({
    question: 'read y.txt and odd.',
    files: [join(cwd, 'a b/y.txt'), join(cwd, 'odd.')],
  })
  for (const alone of ['How much? @x.csv', 'How much? @x.csv @"a b/y.txt"', 'How much?\n\n@x.csv '])
    expect(read(alone)).toMatchObject({ question: 'How much?', files: expect.arrayContaining([x]) })
  expect(read('How much? In @x.csv')).toMatchObject({ question: 'How much? In x.csv' })
  expect(read('@x.csv')).toMatchObject({ question: 'x.csv' })
  expect(read('who is @nobody, me@x.csv?')).toEqual({
    question: 'who is @nobody, me@x.csv?',
    files: [],
    word: '@nobody',
  })
  expect(read('see @../no.csv').problem).toMatch(/there is no file \S+no\.csv/)
  expect(read('see @"a c"').problem).toMatch(/there is no file/)
  expect(read('see @"a b"').files).toEqual([join(cwd, 'a b/y.txt')])
  expect(read('see @sub').problem).toMatch(/holds no file; name a file after @/)
})
