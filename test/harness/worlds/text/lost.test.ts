// A world that dies, hangs or talks garbage: one sentence, and what was done is done once.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { type LineProgram, lineProgram } from '../../../../harness/worlds/text/lines.ts'
import { type Opening, type Stage, StageLost } from '../../../../harness/worlds/text/stage.ts'
import { textWorld } from '../../../../harness/worlds/text/world.ts'
import { temporaryFolder } from '../../../support/model.ts'

const folder = temporaryFolder()
const programs: LineProgram[] = []
afterAll(() => {
  for (const program of programs) program.close()
  folder.remove()
})

/** A world in a process of its own: it adds numbers up; "die" ends it unless the file is there. */
function summing(file: string, timeout = 120_000): Stage {
  const source = `
    const { existsSync, writeFileSync } = require('node:fs')
    let sum = 0
    require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
      const first = !existsSync(${JSON.stringify(file)})
      const once = () => writeFileSync(${JSON.stringify(file)}, '')
      if (line === 'begin') sum = 0
      else if (line === 'die' && first) { once(); process.exit(3) }
      else if (line === 'hang' && first) return once()
      else if (line === 'always') process.exit(4)
      else sum += Number(line) || 0
      console.log(sum)
    })`
  const program = lineProgram({
    name: 'the sum',
    command: process.execPath,
    args: ['-e', source],
    timeout,
  })
  programs.push(program)
  const turn = async (line: string): Promise<Opening> => {
    const text = await program.ask(line)
    const scene = {
      said: [],
      sentences: [`The sum is ${text}.`],
      score: 0,
      over: false,
      won: false,
    }
    return { text, accepted: true, scene, task: 'add' }
  }
  return { begin: () => turn('begin'), act: turn, leave: () => undefined }
}

describe('a world that is lost', () => {
  test.each([
    ['die', 120_000],
    ['hang', 10_000], // waited out once; until then a busy machine has to start a process
  ])('is begun anew when it does %s, and brought to where it was', async (action, timeout) => {
    const stage = summing(folder.path(`${action}.flag`), timeout)
    const world = textWorld({ name: 'sum', stage })
    await world.act('2', [], 'a')
    await world.act('3', [], 'b')
    expect((await world.act(action, [], 'c')).text).toBe('5')
    expect((await world.act('4', [], 'd')).text).toBe('9')
    expect((await world.observations(0)).map(({ text }) => text)).toEqual(['0', '2', '5', '5', '9'])
  })

  test('that is lost again is one sentence, and another process goes on where it was', async () => {
    const log = folder.path('log.jsonl')
    const flag = folder.path('always.flag')
    const world = textWorld({ name: 'sum', stage: summing(flag), log })
    await world.act('2', [], 'a')
    const lost = world.act('always', [], 'b')
    await expect(lost).rejects.toThrow(StageLost)
    await expect(lost).rejects.toThrow(/^the sum is lost: .*: it ended with exit code 4$/)
    const found = textWorld({ name: 'sum', stage: summing(flag), log })
    expect((await found.act('2', [], 'a')).text).toBe('2')
    expect((await found.act('3', [], 'b')).text).toBe('5')
  })

  test('that goes another way than before is not gone on with', async () => {
    const log = folder.path('other.jsonl')
    const stage = summing(folder.path('other.flag'))
    await textWorld({ name: 'sum', stage, log }).act('2', [], 'a')
    writeFileSync(log, readFileSync(log, 'utf8').replace('"text":"2"', '"text":"7"'))
    const found = textWorld({ name: 'sum', stage: summing(folder.path('other.flag')), log })
    await expect(found.act('3', [], 'b')).rejects.toThrow(
      'sum went another way than before at action 1 ("2"), so it cannot be gone on with; play it in another folder',
    )
    expect(existsSync(log)).toBe(true)
  })

  test('a program that is not there is named', async () => {
    const none = lineProgram({ name: 'the moon', command: 'no-such', args: [], timeout: 1_000 })
    await expect(none.ask('x')).rejects.toThrow(
      'the moon is lost: there is no program no-such; install it',
    )
  })
})
