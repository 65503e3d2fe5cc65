// A session without a terminal: what is typed goes to it, and what it has said is read off its board.
import { PassThrough, Readable } from 'node:stream'
import { type Board, createStore } from '../../../harness/session/board.ts'
import { start } from '../../../harness/session/start.ts'
import { paintFor } from '../../../harness/terminal/screen.ts'
import { until } from '../intend.ts'

/** As wide as its terminal is. */
export const columns = 200

/** Opens the session that the options ask for in `cwd`; rejects as opening it does. */
export async function sitting(
  cwd: string,
  options: Readonly<Record<string, unknown>> = { model: 'offline' },
  env: Readonly<Record<string, string>> = {},
) {
  const board = createStore<Board>({
    finished: [],
    queue: [],
    files: [],
    about: '',
    unfolded: false,
  })
  const around = {
    folder: cwd,
    env: { HOME: cwd, ...env },
    interrupted: new AbortController().signal,
    stdin: Readable.from([]),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
  }
  const telling = { paint: paintFor(false, {}), width: () => columns, lines: false }
  const { talk } = await start(options, { around, board, telling })
  await talk.opened
  const said = () => board.get().finished.join('\n')
  return {
    board,
    said,
    type: (line: string) => talk.submit(line),
    sees: (what: RegExp) => until(() => what.test(said())),
    stop: () => talk.stop(),
    close: () => talk.close(),
  }
}
