// A real terminal of a given size, held by tmux: keys go in, the screen comes out.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { main, until } from '../intend.ts'

/** Why there is no terminal to look at; `undefined` where there is one. */
export const noTmux = spawnSync('tmux', ['-V']).status === 0 ? undefined : 'no tmux here'

export interface Window {
  readonly columns?: number
  readonly rows?: number
  readonly env?: Readonly<Record<string, string>>
  /** What stands above it, as in every shell: what is erased from the first row on, tmux keeps in its scrollback. */
  readonly above?: string
}

/** `intend` with these words in `cwd`, on a terminal of its own. */
export function windowOf(
  words: string,
  cwd: string,
  { columns = 80, rows = 24, env = {}, above = '$ intend\\n' }: Window = {},
) {
  const own = mkdtempSync(join(tmpdir(), 'intend-tmux-'))
  const socket = join(own, 's')
  const tmux = (...args: readonly string[]) =>
    spawnSync('tmux', ['-S', socket, '-f', join(own, 'conf'), ...args], { encoding: 'utf8' })
  writeFileSync(join(own, 'conf'), 'set -g escape-time 0\nset -g status off\n')
  const set = Object.entries({ HOME: cwd, ...env }).map(([name, value]) => `${name}='${value}'`)
  const script = join(own, 'run.sh')
  writeFileSync(
    script,
    `cd '${cwd}'\nprintf '${above}'\nenv -i PATH="$PATH" TERM="$TERM" LANG=C.UTF-8 ${set.join(' ')} '${process.execPath}' '${main}' ${words}\necho "left with $?"\nexec sleep 600\n`,
  )
  tmux(
    '-u',
    'new-session',
    '-d',
    '-x',
    String(columns),
    '-y',
    String(rows),
    '-s',
    'one',
    `sh '${script}'`,
  )
  /** Everything that was written, the scrollback included, without what is blank at the end. */
  const seen = () => tmux('capture-pane', '-p', '-t', 'one', '-S', '-500').stdout.trimEnd()
  /** What stands on the screen now. */
  const screen = () => tmux('capture-pane', '-p', '-t', 'one').stdout.trimEnd()
  return {
    seen,
    screen,
    /** The screen with the codes that colour it, and where the cursor stands. */
    cells() {
      const at = tmux('display-message', '-p', '-t', 'one', '#{cursor_x} #{cursor_y}').stdout
      const [x = 0, y = 0] = at.trim().split(' ').map(Number)
      const lines = tmux('capture-pane', '-e', '-p', '-t', 'one').stdout.trimEnd().split('\n')
      return { lines, cursor: { x, y } }
    },
    /** Types a text as it is. */
    type: (text: string) => void tmux('send-keys', '-t', 'one', '-l', text),
    /** Presses keys by the names tmux has for them: Enter, Escape, C-t. */
    press: (...keys: readonly string[]) => void tmux('send-keys', '-t', 'one', ...keys),
    paste(text: string) {
      writeFileSync(join(own, 'paste'), text)
      tmux('load-buffer', join(own, 'paste'))
      tmux('paste-buffer', '-p', '-t', 'one')
    },
    resize: (width: number, height: number) =>
      void tmux('resize-window', '-t', 'one', '-x', String(width), '-y', String(height)),
    async sees(what: RegExp, ms = 60_000) {
      await until(() => what.test(seen()), ms).catch(() => {
        throw new Error(`waited for ${what}, and saw:\n${seen()}`)
      })
    },
    /** Ends the program as a power failure would. */
    kill: () =>
      void spawnSync('pkill', [
        '-KILL',
        '-P',
        tmux('display-message', '-p', '-t', 'one', '#{pane_pid}').stdout.trim(),
      ]),
    close() {
      tmux('kill-server')
      rmSync(own, { recursive: true, force: true })
    },
  }
}
