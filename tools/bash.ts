// The tool `bash`, and the shell it has unless another is asked for: a simulated bash with its usual commands and
// Python, nothing to install, no network, no program of the host; it sees the question's files and nothing else.
import { realpath, stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { z } from 'zod'
import { dayOf } from '../plans/text/today.ts'
import { leadingOut } from './files/links.ts'
import { bytes } from './files/locate.ts'
import { type Bounds, isolated } from './isolated.ts'
import { listed } from './ranges.ts'
import { type BashAnswer, large, slow } from './shell/answer.ts'
import { commandNames, type Given, givenFolder, workFolder } from './shell/layout.ts'
import { valuesIn } from './shell/printed.ts'
import type { BashRequest } from './shell/process.ts'
import { temporaryFolder } from './temporary.ts'
import { defineTool, type Tool, type ToolResult } from './tool.ts'

/** A command line or script, and how long it may take. */
const BashInput = z.object({
  command: z
    .string()
    .min(1)
    .max(100_000)
    .describe(
      'a command line or script: "sort /files/a.txt | uniq -c"; one that writes a file gives its name: "... > b.txt; echo b.txt"',
    ),
  timeoutSeconds: z
    .number()
    .int()
    .min(1)
    .max(300)
    .optional()
    .describe('30 when left out')
    .meta({ unadvertised: true }),
})

/** What a command may cost; its time comes with the command. */
const usualLimits = {
  /** Bytes of memory the process of a command may hold. */
  memory: 1_300_000_000,
  /** Bytes of memory Python may hold within that. */
  pythonMemory: 512_000_000,
  /** What the question's folder may hold. */
  quota: { bytes: 200_000_000, files: 2_000 },
  /** Milliseconds in which the shell has to be ready. */
  startMs: 30_000,
}

const shown = { stdout: 22_000, stderr: 6_000 }

/** What a model is told of the files of a shell of either kind. */
export const filesTold = `Attached files and folders are in ${givenFolder}, read-only; what is written stays in this question's own folder; the person is told its name, and saves it where it is wanted.`

/**
 * The `bash` tool with the usual limits.
 * @example
 * ```ts
 * import { bash } from 'intend/tools'
 *
 * const ctx = { roots: [process.cwd()], signal: AbortSignal.timeout(60_000) }
 * const { content } = await bash.execute({ command: 'echo $((6 * 7))' }, ctx)
 * console.log(content.includes('42')) // true
 * ```
 */
export const bash = createBash()

/** A `bash` tool in mode `virtual`; `limits` replaces single limits. */
export function createBash(limits: Partial<typeof usualLimits> = {}): Tool {
  const { memory, pythonMemory, quota, startMs } = { ...usualLimits, ...limits }
  const run = isolated<BashRequest, BashAnswer>(new URL('shell/process.ts', import.meta.url))
  return bashIn({
    description: `Runs bash (coreutils, awk, sed, jq, Python 3.13 without numpy) in a sandbox without network. ${filesTold}`,
    guidance: guidance(),
    run: ({ seconds, signal, ...asked }) =>
      run(
        { ...asked, quota, now: Date.parse(dayOf(Date.now())), pythonMemory },
        boundsOf(memory, startMs, seconds),
        signal,
      ),
  })
}

/** What runs commands. */
export interface Shell extends Pick<Tool, 'description' | 'guidance'> {
  /** Rejects with one sentence when the command crosses a limit, with the signal's reason when aborted. */
  readonly run: (asked: ShellRequest) => Promise<BashAnswer>
}

/** One command, what it sees of the disk, and how long it may take. */
interface ShellRequest extends Pick<BashRequest, 'command' | 'workspace' | 'given' | 'shown'> {
  readonly seconds: number
  readonly signal: AbortSignal
}

/** The tool over a shell of either kind. */
export function bashIn({ description, guidance, run }: Shell): Tool {
  return defineTool({
    name: 'bash',
    computes: true,
    description,
    input: BashInput,
    ...(guidance !== undefined && { guidance }),
    execute: async ({ command, timeoutSeconds: seconds = 30 }, ctx) => {
      if (command.includes('\0')) throw new Error('A command cannot contain a NUL character.')
      const { roots, signal } = ctx
      const kept = await ctx.workspace?.()
      await using own = kept === undefined ? await temporaryFolder('bash') : undefined
      const workspace = own?.path ?? (await realpath(kept!))
      const given = await givenTo(roots, workspace)
      const answer = await run({ command, workspace, given, shown, seconds, signal })
      return resultOf(answer, given, kept !== undefined)
    },
  })
}

// --- internal ---

function guidance(): string {
  return [
    `It starts in ${workFolder}, the question's own folder: read_file and table find what is written there by name. Variables and cd last for one call. \`ls ${givenFolder}\` shows what is attached.`,
    `Commands, besides the shell's own: ${commandNames.join(' ')}. There are no others (no git, perl, curl).`,
    'Python is 3.13 with its standard library, no numpy; it opens files up to 8 MB. bc and calc (`calc "240 km / 3 h"`) reckon exactly, `$((...))` to 2^53. Write `xargs -n 1`, not -n1. `date -d` takes only a plain date; use calc or calculate to add days.',
    'The clock stands at 0:00 UTC today. Results have to come out the same when run again: seed random, sort sets. For sums over a table use the tool table.',
  ].join(' ')
}

/** What may be read, each under a name of its own, the question's folder aside. */
async function givenTo(roots: readonly string[], workspace: string): Promise<readonly Given[]> {
  const given = new Map<string, Given>()
  const paths = await Promise.all(roots.map(root => realpath(root).catch(() => undefined)))
  for (const path of new Set(paths)) {
    if (path === undefined || path === workspace) continue
    const about = await stat(path)
    if (!about.isDirectory() && !about.isFile()) continue
    const name = freeName(basename(path) || 'root', given)
    given.set(name, {
      name,
      path,
      folder: about.isDirectory(),
      hidden: about.isDirectory() ? leadingOut(path) : [],
    })
  }
  return [...given.values()]
}

/** The name itself, or `orders-2.csv` when another file has it already. */
function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  const ending = extname(name)
  let free = name
  for (let nth = 2; taken.has(free); nth += 1)
    free = `${name.slice(0, name.length - ending.length)}-${nth}${ending}`
  return free
}

function boundsOf(memory: number, startMs: number, seconds: number): Bounds {
  return {
    stages: [
      { ms: startMs, slow: `The shell was not ready after ${startMs / 1000} s; call it again.` },
      { ms: seconds * 1000, slow: slow(seconds) },
    ],
    memory,
    large: large(memory),
    broken: 'The shell ended without a result; make the command simpler.',
  }
}

function resultOf(answer: BashAnswer, given: readonly Given[], kept: boolean): ToolResult {
  const { stdout, stderr, exitCode, written, lost } = answer
  const failed = exitCode !== 0 || brokeOff(answer)
  const parts = [
    ...(exitCode === 0 ? [] : [`exit code ${exitCode}`]),
    ...(failed && exitCode === 0 ? ['A part of it failed:'] : []),
    stdout.text === '' ? 'stdout is empty' : `stdout:\n${stdout.text.replace(/\n$/, '')}`,
    ...(stderr.text === '' ? [] : [`stderr:\n${stderr.text.replace(/\n$/, '')}`]),
    ...(stdout.length > shown.stdout || stderr.length > shown.stderr
      ? [
          'The output was too long to show: write it into a file (COMMAND > out.txt) and read a part of it (sed -n "1,100p" out.txt).',
        ]
      : []),
    ...filesNoted(answer, given, kept),
  ]
  return {
    content: parts.join('\n'),
    details: {
      exitCode,
      stdout: stdout.text,
      stderr: stderr.text,
      written: written.map(({ name, size }) => ({ name, size })),
      lost,
    },
    ...(failed ? { unsuccessful: true } : valuesIn(stdout)),
  }
}

/** Whether a part of a command failed that its exit code tells nothing of: `python3 make.py > out.csv; echo out.csv`. */
const brokeOff = ({ stdout, stderr, written }: BashAnswer): boolean =>
  /^Traceback \(most recent call last\):/m.test(stderr.text) ||
  written.some(({ name, size }) => size === 0 && stdout.text.trim() === name)

const namesShown = 30

function filesNoted(
  { written, lost }: BashAnswer,
  given: readonly Given[],
  kept: boolean,
): readonly string[] {
  const list = (names: readonly string[]) => listed(names, namesShown)
  const sized = written.map(({ name, size }) => `${name} (${bytes(size)})`)
  const what = kept ? 'files written' : 'Gone after this call, as this question has no folder'
  const hidden = written.filter(({ name }) => given.some(each => each.name === name))
  return [
    ...(written.length > 0 ? [`${what}: ${list(sized)}`] : []),
    ...(lost.length > 0
      ? [`Gone after this call, as only plain files in ${workFolder} are kept: ${list(lost)}`]
      : []),
    ...hidden.map(
      ({ name }) =>
        `Attached is another ${name}, which read_file and table find first: choose another name.`,
    ),
  ]
}
