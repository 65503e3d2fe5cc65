// More of what `intend` without a command says on a terminal that `script` supplies.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { byCode, formalized, perceived, question } from '../../phases/replies/replies.ts'
import { type ChatBody, startChatServer } from '../../support/chat-server.ts'
import { folder, purposeOf, removeFolders } from '../intend.ts'
import { talk, noTerminal as why } from './terminal-talk.ts'

afterAll(removeFolders)

const rate = (km: number) => `How long does it take to travel ${km} km at 40 km/h?`
const ready = /(offline is|model: )[\s\S]*\n> $/

describe.skipIf(why)(`talk${why ? ` (${why})` : ''}`, () => {
  test('what is not there is named, and an @word that is no file is said to be a word', async () => {
    const cwd = folder()
    writeFileSync(join(cwd, 's.csv'), 'item,price\nink,3\npen,4.5\n')
    const { type, sees, code } = talk('', cwd)
    await sees(ready)
    type('Is @nobody there?\r')
    await sees(/\n *@nobody is no file, and is read as a word\n[\s\S]*no answer[\s\S]*> $/)
    type('What is the sum of the price column in s.csv?\r')
    await sees(
      /\n *s\.csv is only named; to have it read, write @s\.csv\n[\s\S]*no answer[\s\S]*> $/,
    )
    type('/plan\r')
    await sees(/\nthe question has no plan; \/why says why not\n> $/)
    type(`${rate(120)}\r`)
    await sees(/\n {2}3 h\n[\s\S]*> $/)
    type('/plans xyzzy\r')
    await sees(/\nno plan speaks of xyzzy; \/plans lists them\n> $/)
    type('/compare none\r')
    await sees(/\nthere is no other session none; \/resume lists them\n> $/)
    type('/export none/x.md\r')
    await sees(/\ncannot write \S+none\/x\.md\s+\(it, or its\s[\s\S]*\/export\s+FILE\n> $/)
    type('/file .intend/sessions\r')
    await sees(/sessions holds no file; name files\s+after\s+\/file\n> $/)
    type('\u0004')
    expect(await code).toBe(0)
  })

  test('a follow-up builds on what the question before established', async () => {
    const cwd = folder()
    const follow = JSON.stringify({
      ...JSON.parse(perceived),
      groundBeliefs: [{ name: 'speed', value: 27, unit: 'km/h' }],
    })
    const asks = (body: ChatBody) => JSON.stringify(body.messages)
    const reply = (body: ChatBody) =>
      purposeOf(body) === 'perceive'
        ? asks(body).includes('at 27 km/h?')
          ? follow
          : perceived
        : purposeOf(body) === 'formalize'
          ? formalized
          : byCode
    const server = await startChatServer(body => ({ text: reply(body) }))
    const { type, sees, code } = talk('--model openai:m --talk separate', cwd, {
      OPENAI_BASE_URL: server.baseURL,
    })
    await sees(ready)
    type(`${question}\r`)
    await sees(/\n {2}3\n.*\nsession +now believes distance, speed, duration, previous_answer\n> $/)
    type('And at 27 km/h?\r')
    await sees(/one that worked before[\s\S]*\n {2}2\n[\s\S]*> $/)
    const of = (purpose: string) => server.bodies.filter(body => purposeOf(body) === purpose)
    expect(asks(of('perceive')[0]!)).not.toContain('Already believed')
    expect(asks(of('perceive')[1]!)).toMatch(/Already believed in this session.*distance = 54 km/)
    expect(asks(of('formalize')[1]!).match(/- speed = [^\\]*/g)).toEqual(['- speed = 27 km/h'])
    expect(of('deliberate')).toHaveLength(1)
    type('/believe speed = 13.5 km/h\r')
    await sees(/\nduration = 4 h \(derived by distance \/ speed[\s\S]*> $/)
    type('/forget speed\r')
    await sees(/\/forget speed\ndistance = 54 km \(given, from user\)\n> $/)
    type('\u0004')
    expect(await code).toBe(0)
    await server.close()
  })
})
