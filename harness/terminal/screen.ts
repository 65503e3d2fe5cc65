// Where the view is shown: lines on stderr and, on a terminal, a status line below them, or a few, rewritten
// with the time that has passed.
import { styleText } from 'node:util'
import type { Environment, Surroundings } from '../cli/command.ts'
import { harmless, shortened, columnsOf as widthOf, wrapped } from './plain-text.ts'
import { type Paint, plain } from './progress.ts'
import { blanked, type Drawn } from './reflow.ts'

export type Screen = ReturnType<typeof createScreen>

/** Gives at most `rows` lines that are no longer than `columns`. */
export type Below = (room: { readonly columns: number; readonly rows: number }) => readonly string[]

interface ScreenOptions {
  readonly quiet: boolean
  readonly color: boolean
  /** False when something else writes to the same terminal. */
  readonly live: boolean
  readonly watch?: boolean | undefined
}

/** The view on stderr: plain lines when piped or read aloud, nothing when quiet. */
export function createScreen(
  { stderr, env }: Pick<Surroundings, 'stderr' | 'env'>,
  { quiet, color, live, watch = false }: ScreenOptions,
) {
  const terminal = stderr.isTTY === true && env.TERM !== 'dumb'
  const rewritten = terminal && live && !quiet && !env.INTEND_SCREEN_READER
  const columns = terminal ? columnsOf(stderr) : 100
  const width = Math.max(40, Math.min(100, columns))
  const room = terminal ? columns : Number.POSITIVE_INFINITY
  const status = rewritten ? createStatus(stderr, env) : undefined
  let held: string[] | undefined
  const write = (lines: readonly string[]) => {
    if (held) return void held.push(...lines)
    status?.clear()
    // what is painted has been cut to the width already
    const whole = lines.flatMap(line => (line.includes('\x1b') ? [line] : wrapped(line, room)))
    stderr.write(`${whole.join('\n')}\n`)
    status?.draw()
  }
  return {
    paint: paintFor(terminal && color, env),
    /** Columns a line may have. */
    width,
    /** Whether a status is seen. */
    live: rewritten,
    /** Whether the person wants to see who is at work. */
    watched: watch,
    /** Shows finished lines, which hold nothing harmful. */
    show: (lines: readonly string[]) => {
      if (!quiet && lines.length > 0) write(lines)
    },
    /** Shows a sentence that has to be read, even by who wants it quiet. */
    warn: (sentence: string) => write([harmless(sentence)]),
    /** What is going on now, with more `below` it at each drawing, if any; seen on a terminal only. */
    status: (text: string, below?: Below) => status?.set(text, below),
    /** Does `work`, which writes to the same terminal, with the status line out of its way. */
    beside(work: () => void) {
      status?.clear()
      work()
      status?.draw()
    },
    /** Leaves the terminal to `work`, such as a question to the person; what is shown meanwhile follows it. */
    async pause<Out>(work: () => Promise<Out>): Promise<Out> {
      held ??= []
      status?.hold(true)
      try {
        return await work()
      } finally {
        const lines = held
        held = undefined
        status?.hold(false)
        if (lines.length > 0) write(lines)
      }
    },
    /** Removes the status. */
    close: () => status?.close(),
  }
}

/** Colours where they are wanted, of the terminal's own palette: light or dark is its choice. */
export const paintFor = (color: boolean, { NO_COLOR }: Environment): Paint =>
  color && !NO_COLOR ? colours : plain

// --- internal ---

const painter = (style: Parameters<typeof styleText>[0]) => (text: string) =>
  text ? styleText(style, text, { validateStream: false }) : text

const colours: Paint = {
  phase: painter('cyan'),
  good: painter('green'),
  bad: painter('red'),
  faint: painter('dim'),
}

/** Some terminals say 0 when they do not know. */
const columnsOf = ({ columns }: Surroundings['stderr']) => columns || 80
/** Of the rows of the screen, so that what was broken by a narrower terminal still stands on it. */
const mostRows = 0.5

export const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

function createStatus(stderr: Surroundings['stderr'], env: Environment) {
  const began = Date.now()
  let now: { readonly text: string; readonly below?: Below | undefined } = { text: '' }
  let drawn: Drawn | undefined
  let frame = 0
  let closed = false
  let holding = false
  const erased = () => {
    const above = drawn?.cursor.y ?? 0
    drawn = undefined
    return `\r\x1b[2K${'\x1b[A\x1b[2K'.repeat(above)}`
  }
  const clear = () => !closed && !holding && stderr.write(erased())
  const draw = () => {
    if (closed || holding) return
    const seconds = Math.floor((Date.now() - began) / 1000)
    // read anew: a terminal can be made narrower, and a line that wraps could not be rewritten
    const columns = columnsOf(stderr)
    const said = `${frames[frame % frames.length]} ${seconds} s · ${now.text}`
    const first = shortened(said, columns - 1)
    const rows = Math.floor((stderr.rows || 24) * mostRows)
    const lines = [first, ...(now.below?.({ columns: columns - 1, rows }) ?? [])]
    stderr.write(`${erased()}${lines.join('\n')}`)
    drawn = { lines, columns, cursor: { x: widthOf(lines.at(-1)!), y: lines.length - 1 } }
  }
  const narrowed = () => {
    if (drawn) stderr.write(blanked(drawn, columnsOf(stderr), env))
    draw()
  }
  stderr.on('resize', narrowed)
  const timer = setInterval(() => {
    frame += 1
    draw()
  }, 120)
  timer.unref()
  return {
    set: (text: string, below?: Below) => {
      now = { text, below }
      draw()
    },
    draw,
    clear,
    hold: (on: boolean) => {
      clear()
      holding = on
      draw()
    },
    close: () => {
      clear()
      closed = true
      clearInterval(timer)
      stderr.off('resize', narrowed)
    },
  }
}
