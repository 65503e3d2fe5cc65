// `intend` without a command, at a terminal: one question after another, each answered in the light of
// those before. Only what the first prompt needs is imported at once.
import { type Board, createStore } from '../../session/board.ts'
import { inputLines } from '../../session/screen/input-lines.ts'
import type { Talk } from '../../session/talk.ts'
import { blank } from '../../terminal/input/prompt.ts'
import { taking, writeLines } from '../../terminal/plain-text.ts'
import { blanked } from '../../terminal/reflow.ts'
import { paintFor } from '../../terminal/screen.ts'
import {
  type Command,
  type ExitCode,
  exit,
  type Options,
  type Surroundings,
  usage,
} from '../command.ts'
import { serverOptions, setupOptions } from '../options/spelled.ts'

export const talk: Command = {
  name: 'talk',
  about: 'open a session at the terminal (the default without a command)',
  byDefault: true,
  arguments: {},
  options: {
    '-f, --file <file...>': 'a file to attach to every question',
    '--resume [session]':
      'continue a session or a run of intend ask, by its name or words of it (default: the latest)',
    '--approve': 'show each plan before its first step, to change or reject it',
    ...setupOptions('the plan library (default: .intend/plans.json)'),
    ...serverOptions,
    '--no-color': 'no colours',
    '--no-animation': 'no animation',
    '--screen-reader': 'plain lines, each written once (also: INTEND_SCREEN_READER=1)',
    '--verbose': 'show everything at work: plan graph, beliefs, streamed text',
  },
  async run(_given, options, around) {
    const { stdin, stderr, env } = around
    if (!stdin.isTTY || !stderr.isTTY)
      throw usage('say what to do, such as intend ask "QUESTION"; intend --help tells more')
    const plain = options.screenReader === true || env.INTEND_SCREEN_READER || env.TERM === 'dumb'
    return plain ? inLines(options, around) : onScreen(options, around)
  },
}

// --- internal ---

const widthOf = ({ columns }: Surroundings['stderr']) => Math.max(20, Math.min(200, columns || 80))

const boardOf = (options: Options) =>
  createStore<Board>({
    finished: [],
    queue: [],
    files: [],
    about: '',
    preparing: 'getting ready',
    unfolded: options.verbose === true,
  })

async function onScreen(options: Options, around: Surroundings): Promise<ExitCode> {
  const { stdout, stderr, env } = around
  const board = boardOf(options)
  const paint = paintFor(options.color !== false, env)
  const terminal = stdout.isTTY ? stdout : stderr
  const width = () => widthOf(terminal)
  const erase = firstPrompt(board.get(), around, paint)
  const { inkScreen } = await import('../../session/screen/mount.ts')
  erase()
  const telling = { paint, width, lines: false }
  const begin = async () => {
    const { start } = await import('../../session/start.ts')
    return start(options, { around: within(around, board), board, telling })
  }
  const leave = () => board.set({ left: 130 })
  around.interrupted.addEventListener('abort', leave, { once: true })
  let behind: Promise<Awaited<ReturnType<typeof begin>>> | undefined
  try {
    const code = await inkScreen(around, board, {
      paint,
      animated: options.animation !== false,
      begin: () => (behind = begin()),
    })
    return code as ExitCode
  } finally {
    around.interrupted.removeEventListener('abort', leave)
    const there = await behind?.catch(() => undefined)
    await left(there?.talk, around)
  }
}

/**
 * Draws the prompt before ink is loaded, which takes longer than all else; what is typed meanwhile waits in the
 * terminal. Gives what takes it away again.
 */
function firstPrompt(
  board: Board,
  { stdin, stdout, stderr, env }: Surroundings,
  paint: ReturnType<typeof paintFor>,
): () => void {
  const terminal = stdout.isTTY ? stdout : stderr
  const { lines, cursor } = inputLines(board, {
    prompt: blank,
    history: [],
    completions: { from: 0, options: [] },
    width: widthOf(terminal),
    paint,
  })
  const raw = stdin as { readonly setRawMode?: (raw: boolean) => void }
  raw.setRawMode?.(true)
  const below = lines.length - 1 - cursor.y
  const columns = terminal.columns || 80
  // below an empty row: what is erased from the first row of a screen on, tmux keeps in its scrollback
  terminal.write(`\r\n${lines.join('\r\n')}\x1b[${below}A\x1b[${cursor.x + 1}G`)
  return () => {
    const broken = blanked({ lines, cursor, columns }, terminal.columns || 80, env)
    terminal.write(`${broken}\x1b[${cursor.y}A\x1b[1G\x1b[J`)
  }
}

async function inLines(options: Options, around: Surroundings): Promise<ExitCode> {
  const [{ plainScreen }, { start }] = await Promise.all([
    import('../../session/screen/plain.ts'),
    import('../../session/start.ts'),
  ])
  const board = boardOf(options)
  const telling = {
    paint: paintFor(false, around.env),
    width: () => around.stderr.columns || 80,
    lines: true,
  }
  const behind = start(options, { around, board, telling })
  const code = await plainScreen(
    around,
    board,
    behind.then(({ talk }) => talk),
  )
  const { talk } = await behind
  try {
    if (code === exit.notSatisfied) await talk.opened // tells what is wrong
    return code as ExitCode
  } finally {
    await left(talk, around)
  }
}

/** Closes the talk, and says how to go on with it. */
async function left(talk: Talk | undefined, { stderr }: Surroundings): Promise<void> {
  const id = await talk?.close()
  if (id !== undefined) writeLines(stderr, [`go on with: intend --resume ${id}`])
}

/** What is told on stderr while the screen is drawn would be written into it: it becomes a line of it. */
function within(around: Surroundings, board: ReturnType<typeof boardOf>): Surroundings {
  const stderr = taking(piece =>
    board.set({ finished: [...board.get().finished, ...piece.trimEnd().split('\n')] }),
  )
  return { ...around, stderr }
}
