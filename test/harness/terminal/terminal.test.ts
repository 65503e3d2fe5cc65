// The command line on a terminal: colours, the status line, Ctrl-C. `script` supplies the terminal.
import { spawn, spawnSync } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { byCode, formalized, perceived, question } from '../../phases/replies/replies.ts'
import { folder, main, removeFolders, serveReplies, until } from '../intend.ts'

const why = spawnSync('script', ['--version']).stdout?.includes('util-linux')
  ? undefined
  : 'no script of util-linux here, so no terminal'

const esc = String.fromCharCode(27)
const erase = `${esc}[2K`

afterAll(removeFolders)

function onTerminal(words: string, env: Readonly<Record<string, string>>) {
  const command = `${process.execPath} ${main} ${words}`
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: folder(),
    env: { PATH: process.env.PATH, TERM: 'xterm-256color', SHELL: '/bin/sh', ...env },
  })
  const seen = { text: '' }
  child.stdout.setEncoding('utf8').on('data', piece => {
    seen.text += piece
  })
  const code = new Promise<number | null>(resolve => child.on('close', resolve))
  return { child, seen, code }
}

describe.skipIf(why)(`on a terminal${why ? ` (${why})` : ''}`, () => {
  const replies = { perceive: perceived, formalize: formalized, deliberate: byCode }

  test('a status line is rewritten while it works and gone when the answer is there', async () => {
    const server = await serveReplies(replies, 300)
    const { seen, code } = onTerminal(`ask '${question}' --model openai:m`, server.env)
    expect(await code).toBe(0)
    const rewritten = seen.text.split(`\r${erase}`)
    for (const busy of ['perceiving', 'formalizing', 'deliberating'])
      expect(rewritten.some(line => /^\S \d+ s · /.test(line) && line.endsWith(busy))).toBe(true)
    expect(seen.text).toContain(`${esc}[36mgiven`)
    expect(seen.text).toContain(`${esc}[32m✓`)
    // what stands on the screen at the end: everything before the last rewriting of a line is gone
    const left = seen.text.split('\n').map(line => line.trimEnd().split(erase).at(-1)!)
    const screen = left.map(line => stripVTControlCharacters(line))
    expect(screen.filter(line => /^\S \d+ s · /.test(line))).toEqual([])
    expect(screen.filter(line => line !== '').at(-1)).toBe('3')
    await server.close()
  })

  test('--approve shows the plan and waits: nothing runs that was not approved', async () => {
    const server = await serveReplies(replies)
    const ask = async (...answers: string[]) => {
      const { seen, child, code } = onTerminal(
        `ask '${question}' --model openai:m --approve`,
        server.env,
      )
      for (const [before, answer] of answers.entries()) {
        const asked = () => seen.text.split('Carry it out?').length > before + 1
        await until(() => asked() && seen.text.endsWith('G'), 60_000)
        child.stdin.write(`${answer}\r`)
      }
      return { seen, code: await code }
    }
    const [yes, no] = await Promise.all([ask('?', 'y'), ask('n')])
    expect([yes.code, no.code]).toEqual([0, 1])
    expect(yes.seen.text).toMatch(
      /The plan: divide distance by speed[\s\S]*s1 \(compute\)[\s\S]*finds duration[\s\S]*Carry it out\?/,
    )
    expect(stripVTControlCharacters(no.seen.text)).toContain('did not approve of the plan')
    expect(stripVTControlCharacters(no.seen.text)).not.toMatch(/duration 3/)
    await server.close()
  })

  test('NO_COLOR and --no-color leave the colours out', async () => {
    const colours = new RegExp(`${esc}\\[\\d+m`)
    const words = "ask 'How long does it take to travel 120 km at 40 km/h?'"
    const [env, flag] = [
      onTerminal(words, { NO_COLOR: '1' }),
      onTerminal(`${words} --no-color`, {}),
    ]
    expect(await Promise.all([env.code, flag.code])).toEqual([0, 0])
    expect(env.seen.text + flag.seen.text).not.toMatch(colours)
  })

  test('Ctrl-C ends it with one sentence and code 130', async () => {
    const server = await serveReplies(replies, 60_000)
    const { child, seen, code } = onTerminal(`ask '${question}' --model openai:m`, server.env)
    await until(() => server.bodies.length > 0)
    child.stdin.write('\u0003')
    expect(await code).toBe(130)
    expect(seen.text).toMatch(/intend: interrupted; go on with: intend resume \S+\r\n/)
    await server.close()
  })
})
