// Puts a session on the terminal with ink, and takes it off again.

import { render } from 'ink'
import { createElement } from 'react'
import type { Surroundings } from '../../cli/command.ts'
import type { Paint } from '../../terminal/progress.ts'
import { blanked, cutting, type Drawn } from '../../terminal/reflow.ts'
import type { Board, Store } from '../board.ts'
import { App, type Behind } from './app.ts'

interface Mounting {
  readonly paint: Paint
  readonly animated: boolean
  /** Begins what the screen needs behind it; called once the first prompt stands. */
  readonly begin: () => Promise<Behind>
  /** Told of each drawing and how many milliseconds it took. */
  readonly onRender?: (metrics: { readonly renderTime: number }) => void
}

/**
 * Draws the board until the session is left. Resolves with the exit code; rejects as `begin` does, once the
 * terminal is as it was.
 */
export async function inkScreen(
  { stdin, stdout, stderr, env }: Pick<Surroundings, 'stdin' | 'stdout' | 'stderr' | 'env'>,
  board: Store<Board>,
  { paint, animated, begin, onRender }: Mounting,
): Promise<number> {
  const behind = Promise.withResolvers<Behind>()
  behind.promise.catch(() => undefined) // awaited below
  const terminal = (stdout.isTTY ? stdout : stderr) as NodeJS.WriteStream
  let composed: Drawn | undefined
  let drawn: Drawn | undefined
  // heard before ink hears it, which erases from as many rows above the cursor as it has drawn
  const narrowed = () => {
    if (drawn) terminal.write(blanked(drawn, terminal.columns, env))
  }
  terminal.on('resize', narrowed)
  const onDraw = (lines: Drawn['lines'], cursor: Drawn['cursor']) => {
    composed = { lines, cursor, columns: terminal.columns }
  }
  const app = { board, behind: behind.promise, paint, animated, onDraw }
  const screen = render(createElement(App, app), {
    stdin: stdin as NodeJS.ReadStream,
    stdout: cutting(terminal),
    exitOnCtrlC: false,
    patchConsole: false,
    incrementalRendering: true,
    interactive: true,
    kittyKeyboard: { mode: 'auto' },
    onRender: metrics => {
      drawn = composed && { ...composed, columns: terminal.columns }
      onRender?.(metrics)
    },
  })
  await screen.waitUntilRenderFlush()
  const left = Promise.withResolvers<number>()
  board.subscribe(() => {
    const { left: code } = board.get()
    if (code !== undefined) left.resolve(code)
  })
  void begin().then(behind.resolve, behind.reject)
  try {
    const opened = behind.promise.then(({ talk }) => talk.opened)
    return await Promise.race([left.promise, opened.then(() => left.promise)])
  } finally {
    await screen.waitUntilRenderFlush()
    screen.unmount()
    await screen.waitUntilExit()
    terminal.off('resize', narrowed)
  }
}
