// A session in plain lines, as for a screen reader, on a terminal that `script` supplies.
import { spawn, spawnSync } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { main, until } from '../intend.ts'

/** Why there is no terminal to talk on; `undefined` where there is one. */
export const noTerminal = spawnSync('script', ['--version']).stdout?.includes('util-linux')
  ? undefined
  : 'no script of util-linux here, so no terminal'

const esc = String.fromCharCode(27)
const erased = new RegExp(`${esc}\\[2K|${esc}\\[0J`)

/** A talk on a terminal: `type` sends keys, `seen` is what the screen was sent, without its codes. */
export function talk(words: string, cwd: string, env: Readonly<Record<string, string>> = {}) {
  return atTerminal(`--screen-reader ${words}`, cwd, env)
}

/** A command on a terminal, in the same way. */
export function atTerminal(words: string, cwd: string, env: Readonly<Record<string, string>> = {}) {
  const child = spawn('script', ['-qec', `${process.execPath} ${main} ${words}`, '/dev/null'], {
    cwd,
    env: { PATH: process.env.PATH, TERM: 'xterm-256color', SHELL: '/bin/sh', ...env },
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', piece => {
    text += piece
  })
  // what stands on the screen: on each line, what was written after it was last erased
  const lines = () => text.split('\n').map(line => line.split(erased).at(-1)!)
  const seen = () =>
    lines()
      .map(line => stripVTControlCharacters(line).replaceAll('\r', ''))
      .join('\n')
  return {
    seen,
    type: (keys: string) => child.stdin.write(keys),
    sees: (what: RegExp) => until(() => what.test(seen())),
    code: new Promise<number | null>(resolve => child.on('close', resolve)),
  }
}
