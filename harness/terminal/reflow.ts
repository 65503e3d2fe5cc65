// What a terminal that grew narrower has done to the drawn lines before anybody is told: most break each line
// that is too long, so that the cursor stands further below the first one than when it was put there.
import type { Environment } from '../cli/command.ts'
import { columnsOf } from './plain-text.ts'

/** What was drawn last, and on how many columns: longer lines were cut to them. */
export interface Drawn {
  readonly lines: readonly string[]
  readonly cursor: { readonly x: number; readonly y: number }
  readonly columns: number
}

/**
 * What to write on a terminal that has `now` columns: it blanks the broken rows and leaves the cursor as far
 * below the first of them as it was drawn, and with as many rows below it: a terminal made less high drops
 * what was there. Row by row, since what is erased from the first row of the screen
 * on at once, tmux keeps in its scrollback.
 */
export function blanked({ lines, cursor, columns }: Drawn, now: number, env: Environment): string {
  const below = lines.length - 1 - cursor.y
  if (now >= columns || !reflows(env)) return down(below) + up(below)
  const rowsOf = (line: string) => Math.max(1, Math.ceil(Math.min(columns, columnsOf(line)) / now))
  const rows = (some: readonly string[]) => some.reduce((sum, line) => sum + rowsOf(line), 0)
  const above = rows(lines.slice(0, cursor.y)) + Math.floor(cursor.x / now)
  const all = rows(lines)
  return `${up(above)}${Array(all).fill('\x1b[2K').join(down(1))}${up(all - 1)}${down(cursor.y)}`
}

/**
 * The terminal for frames that are drawn over the one before: what is too long for it is cut, not broken. A frame
 * of the old width may come after the terminal grew narrower and before anybody is told, and a broken line would
 * leave the cursor lower than the frame says.
 */
export function cutting(terminal: NodeJS.WriteStream): NodeJS.WriteStream {
  const write: typeof terminal.write = (chunk: Uint8Array | string, ...rest: never[]) =>
    terminal.write(
      typeof chunk === 'string' && chunk.startsWith(hidden) ? `${cut}${chunk}${broken}` : chunk,
      ...rest,
    )
  return new Proxy(terminal, {
    get: (target, name) => (name === 'write' ? write : Reflect.get(target, name, target)),
  })
}

// --- internal ---

/** How a frame begins that is drawn over another: the cursor stood in it. */
const hidden = '\x1b[?25l'
const cut = '\x1b[?7l'
const broken = '\x1b[?7h'

const up = (rows: number) => (rows > 0 ? `\x1b[${rows}A` : '')
/** Scrolls where there is no row left. */
const down = (rows: number) => '\x1bD'.repeat(rows)

/** Whether the terminal breaks lines anew when its width changes; xterm, the console and screen cut them. */
const reflows = (env: Environment): boolean =>
  !env.XTERM_VERSION && !env.STY && env.TERM !== 'linux'
