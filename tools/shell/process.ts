// The process in which commands run, one at a time. Its clock stands still and its dice are
// loaded before the shell is read in, so that a command run again says the same.
import { setFlagsFromString } from 'node:v8'
import { serve } from '../isolated.ts'
import { type BashAnswer, readable, shorten } from './answer.ts'
import { byNameAsRead, readsBytes, textOf } from './bytes.ts'
import { type ShellFilesOptions, workFolder } from './layout.ts'

/** What the process is asked to run. */
export interface BashRequest extends ShellFilesOptions {
  readonly command: string
  /** What the clock shows, in milliseconds since 1970. */
  readonly now: number
  /** Bytes of memory for Python, whose own process nothing else bounds. */
  readonly pythonMemory: number
  /** Characters of each stream that are sent back. */
  readonly shown: { readonly stdout: number; readonly stderr: number }
}

const resetChance = stillTime()

serve(async (request: BashRequest, started) => {
  resetChance(request.now)
  setFlagsFromString(`--wasm-max-mem-pages=${Math.floor(request.pythonMemory / 65_536)}`)
  const loaded = await load()
  started()
  // reading them in has thrown dice, in the first call alone
  resetChance(request.now)
  return run(request, loaded)
})

// --- internal ---

function load() {
  return Promise.all([import('just-bash'), import('./files.ts'), import('./commands.ts')])
}

/** Time, count and memory of the whole are bounded from outside; these end a runaway sooner, with its output. */
const limits = {
  maxCommandCount: 100_000,
  maxLoopIterations: 50_000_000,
  maxAwkIterations: 3_000_000,
  maxSedIterations: 3_000_000,
  maxJqIterations: 20_000_000,
  maxQueryElements: 1_000_000,
  maxCsvRows: 5_000_000,
  maxCsvCells: 50_000_000,
  maxWorkUnits: 100_000_000,
  maxArrayElements: 5_000_000,
  maxStringLength: 200_000_000,
  maxInputBytes: 1_000_000_000,
  maxLiveBytes: 600_000_000,
  maxOutputSize: 200_000_000,
  maxWorkerMessageBytes: 100_000_000,
  maxPythonTimeoutMs: 600_000,
  maxSqliteTimeoutMs: 600_000,
  maxExecutionTimeMs: 600_000,
}

async function run(
  { command, workspace, given, quota, shown }: BashRequest,
  [{ Bash, parse }, { openShellFiles }, { ownCommands }]: Awaited<ReturnType<typeof load>>,
): Promise<BashAnswer> {
  try {
    parse(command)
  } catch (error) {
    throw new Error(`The shell cannot read this command: ${firstLine(error)}`)
  }
  const files = openShellFiles({ workspace, given, quota })
  const { fs, refused, written, lost } = files
  const isOfBytes = readsBytes(command)
  const bash = new Bash({
    fs: isOfBytes ? byNameAsRead(fs) : fs,
    cwd: workFolder,
    env: { HOME: workFolder, USER: 'user', LANG: 'C.UTF-8', TMPDIR: '/tmp', _: '/usr/bin/env' },
    python: true,
    customCommands: [...ownCommands],
    // waiting would change nothing
    sleep: async () => undefined,
    executionLimitProfile: 'hardened',
    executionLimits: limits,
  })
  const ran = await bash.exec(command, { rawScript: true }).catch(error => {
    throw new Error(`The command was stopped: ${firstLine(error)}`)
  })
  const { stdout, exitCode } = ran
  let { stderr } = ran
  if (refused.size > 0 && !/read-only/i.test(stderr))
    stderr += `${[...refused].join(', ')}: attached files are read-only; change a copy\n`
  const end = stderr.trim().split('\n').at(-1) ?? ''
  if (exitCode === 126 && stdout === '' && /exceeded|too many/.test(end))
    throw new Error(`The command was stopped: ${readable(end).slice(0, 300)}.`)
  const told = (text: string) => readable(isOfBytes ? textOf(text) : text)
  return {
    stdout: shorten(told(stdout), shown.stdout),
    stderr: shorten(told(stderr), shown.stderr),
    exitCode,
    written: await written(),
    lost: await lost(),
  }
}

/** Stills the clock and loads the dice; what it returns sets both to where a command finds them. */
function stillTime(): (now: number) => void {
  const Clock = Date
  let now = 0
  let seed = 0
  globalThis.Date = new Proxy(Clock, {
    construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now] : args),
    get: (target, name) => (name === 'now' ? () => now : Reflect.get(target, name)),
  })
  Math.random = () => {
    // the minimal standard generator of Park and Miller
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  return time => {
    now = time
    seed = 987_654_321
  }
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return (message.split('\n')[0] ?? '').slice(0, 300)
}
