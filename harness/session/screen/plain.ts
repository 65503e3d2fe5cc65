// A session as plain lines, for screen readers and terminals that cannot move a cursor: what is finished is
// written when it is, and a line is read when one is wanted.
import { createInterface } from 'node:readline'
import type { Surroundings } from '../../cli/command.ts'
import type { Board, Store } from '../board.ts'
import type { Talk } from '../talk.ts'

/** Shows the board line by line, until the session is left. Resolves with the exit code. */
export function plainScreen(
  { stdin, stderr }: Pick<Surroundings, 'stdin' | 'stderr'>,
  board: Store<Board>,
  ready: Promise<Talk>,
): Promise<number> {
  const reader = createInterface({ input: stdin, output: stderr, terminal: true, prompt: '> ' })
  const early: string[] = []
  let talk: Talk | undefined
  let written = 0
  let asked: readonly string[] | undefined
  const show = () => {
    const { finished, left, ...now } = board.get()
    // what is told meanwhile stands between the question and its answer
    const isOpen = now.asked !== asked || finished.length > written
    const question = (isOpen && now.asked) || []
    const lines = [...finished.slice(written), ...question]
    written = finished.length
    asked = now.asked
    if (lines.length > 0) stderr.write(`\r\x1b[2K${lines.join('\n')}\n`)
    if (left === undefined && (!now.turn || now.asked) && !now.preparing) reader.prompt(true)
  }
  return new Promise(resolve => {
    const unwatch = board.subscribe(() => {
      show()
      const { left } = board.get()
      if (left !== undefined) leave(left)
    })
    const leave = (code: number) => {
      unwatch()
      resolve(code)
      reader.close()
    }
    reader.on('line', line => (talk ? talk.submit(line) : early.push(line)))
    reader.on('SIGINT', () => {
      if (reader.line !== '') {
        stderr.write('^C\n')
        reader.write(null, { ctrl: true, name: 'e' })
        reader.write(null, { ctrl: true, name: 'u' })
        reader.prompt()
      } else if (!talk?.stop()) leave(130)
    })
    reader.on('close', () => leave(0))
    ready.then(
      begun => {
        talk = begun
        for (const line of early) talk.submit(line)
        return talk.opened.catch(() => leave(1))
      },
      () => leave(1),
    )
  })
}
