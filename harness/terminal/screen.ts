// Where the view is shown: lines on stderr and, on a terminal, one status line below them that is
// rewritten with the time that has passed.
import { styleText } from 'node:util'
import type { Surroundings } from '../cli/command.ts'
import { harmless, shortened, wrapped } from './plain-text.ts'
import type { Paint } from './progress.ts'

export interface Screen {
  readonly paint: Paint
  /** Columns a line may have. */
  readonly width: number
  /** Shows finished lines, which hold nothing harmful. */
  show(lines: readonly string[]): void
  /** Shows a sentence that has to be read, even by who wants it quiet. */
  warn(sentence: string): void
  /** What is going on now; seen on a terminal only. */
  status(text: string): void
  /** Does `work`, which writes to the same terminal, with the status line out of its way. */
  beside(work: () => void): void
  /** Leaves the terminal to `work`, such as a question to the person; what is shown meanwhile follows it. */
  pause<Out>(work: () => Promise<Out>): Promise<Out>
  /** Removes the status line. */
  close(): void
}

interface ScreenOptions {
  readonly quiet: boolean
  readonly color: boolean
  /** False when something else writes to the same terminal. */
  readonly live: boolean
}

/** The view on stderr: plain lines when piped, nothing when quiet. */
export function createScreen(
  { stderr, env }: Pick<Surroundings, 'stderr' | 'env'>,
  { quiet, color, live }: ScreenOptions,
): Screen {
  const terminal = stderr.isTTY === true && env.TERM !== 'dumb'
  const columns = terminal ? columnsOf(stderr) : 100
  const width = Math.max(40, Math.min(100, columns))
  const room = terminal ? columns : Number.POSITIVE_INFINITY
  const status = terminal && live && !quiet ? createStatus(stderr) : noStatus
  let held: string[] | undefined
  const write = (lines: readonly string[]) => {
    if (held) return void held.push(...lines)
    status.clear()
    // what is painted has been cut to the width already
    const whole = lines.flatMap(line => (line.includes('\x1b') ? [line] : wrapped(line, room)))
    stderr.write(`${whole.join('\n')}\n`)
    status.draw()
  }
  return {
    paint: paintFor(terminal && color, env),
    width,
    show: lines => {
      if (!quiet && lines.length > 0) write(lines)
    },
    warn: sentence => write([harmless(sentence)]),
    status: status.set,
    beside(work) {
      status.clear()
      work()
      status.draw()
    },
    async pause(work) {
      held ??= []
      status.hold(true)
      try {
        return await work()
      } finally {
        const lines = held
        held = undefined
        status.hold(false)
        if (lines.length > 0) write(lines)
      }
    },
    close: status.close,
  }
}

/** Colours where they are wanted, of the terminal's own palette: light or dark is its choice. */
export const paintFor = (color: boolean, { NO_COLOR }: Surroundings['env']): Paint =>
  color && !NO_COLOR ? colours : noColours

// --- internal ---

const painter = (...format: Parameters<typeof styleText>[0][]) => {
  const style = format.flat() as Parameters<typeof styleText>[0]
  return (text: string) => (text ? styleText(style, text, { validateStream: false }) : text)
}

const colours: Paint = {
  phase: painter('cyan'),
  good: painter('green'),
  bad: painter('red'),
  faint: painter('dim'),
}

const asItIs = (text: string) => text
const noColours: Paint = { phase: asItIs, good: asItIs, bad: asItIs, faint: asItIs }

const noStatus = {
  set: (_text: string) => undefined,
  draw: () => undefined,
  clear: () => undefined,
  hold: (_holding: boolean) => undefined,
  close: () => undefined,
}

/** Some terminals say 0 when they do not know. */
const columnsOf = ({ columns }: Surroundings['stderr']) => columns || 80

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

function createStatus(stderr: Surroundings['stderr']) {
  const began = Date.now()
  let text = ''
  let frame = 0
  let closed = false
  let holding = false
  const clear = () => !closed && !holding && stderr.write('\r\x1b[2K')
  const draw = () => {
    if (closed || holding) return
    const seconds = Math.floor((Date.now() - began) / 1000)
    // read anew: a terminal can be made narrower, and a line that wraps could not be rewritten
    const line = shortened(
      `${frames[frame % frames.length]} ${seconds} s · ${text}`,
      columnsOf(stderr) - 1,
    )
    stderr.write(`\r\x1b[2K${line}`)
  }
  const timer = setInterval(() => {
    frame += 1
    draw()
  }, 120)
  timer.unref()
  return {
    set: (now: string) => {
      text = now
      draw()
    },
    draw: () => void draw(),
    clear: () => void clear(),
    hold: (now: boolean) => {
      clear()
      holding = now
      draw()
    },
    close: () => {
      clear()
      closed = true
      clearInterval(timer)
    },
  }
}
