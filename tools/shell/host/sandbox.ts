// A command in bubblewrap: programs of the host to read, one folder to write in, no network, none of the
// person's environment, no way to more rights, and limits. When it is over, every process of it is.
import { type ChildProcess, spawn } from 'node:child_process'
import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { bytes } from '../../files/locate.ts'
import { residentBytes } from '../../isolated.ts'
import { type BashAnswer, large, readable, shorten, slow } from '../answer.ts'
import { givenFolder, workFolder } from '../layout.ts'
import { full, type Stage, staged } from './stage.ts'

/** What a command may cost; its time comes with the command. */
export const limits = {
  /** Bytes of memory of all its processes together. */
  memory: 2_000_000_000,
  /** Processes and threads: a library for matrices starts one for each processor, Node a dozen. */
  processes: 256,
  /** What the question's folder may hold; no file is larger. */
  quota: { bytes: 200_000_000, files: 2_000 },
  /** Bytes that it may print. */
  output: 20_000_000,
} as const

/** How a sandbox is made here. */
export interface Sandbox {
  /** The program bubblewrap. */
  readonly program: string
  /** Who the command is to the system, where it must not be who we are. */
  readonly user?: number
  /** Files and folders outside the system's own that programs need. */
  readonly programs: readonly string[]
  /** Folders with programs that are found before those of the system. */
  readonly path: readonly string[]
  /** Variables that programs need to find their parts. */
  readonly env: Readonly<Record<string, string>>
}

/** One command. */
interface Running {
  readonly stage: Stage
  readonly seconds: number
  /** Characters of each stream that are shown. */
  readonly shown: { readonly stdout: number; readonly stderr: number }
  readonly signal?: AbortSignal | undefined
}

/** What came of it. */
type Ran = Pick<BashAnswer, 'stdout' | 'stderr' | 'exitCode'>

/**
 * Runs the script of the stage. Rejects with one sentence when it crosses a limit, and with the reason of
 * `signal`; no process of it is left then.
 */
export async function runIn(sandbox: Sandbox, running: Running): Promise<Ran> {
  const { stage, signal } = running
  const filter = await open(join(stage.path, staged.filter))
  try {
    // from here on an abort is heard
    signal?.throwIfAborted()
    const { program, user } = sandbox
    const child = spawn(program, argumentsOf(sandbox, stage), {
      cwd: '/',
      env: {}, // the first process of the sandbox would show it to the others
      stdio: ['ignore', 'pipe', 'pipe', filter.fd],
      ...(user !== undefined && { uid: user, gid: user }),
    })
    return await outcomeOf(child, running)
  } finally {
    await filter.close()
  }
}

// --- internal ---

/** Every limit that the kernel keeps to; memory is counted for each process, and for all of them by us. */
const limiting = [
  'ulimit -c 0 -q 0; ulimit -d "$1"; ulimit -f "$2"; ulimit -u "$3"; ulimit -n 1024',
  'shift 3; exec "$BASH" --norc --noprofile "$@"',
].join('; ')

function argumentsOf({ programs, path, env }: Sandbox, stage: Stage): readonly string[] {
  const { memory, quota, processes } = limits
  const variables = {
    HOME: '/tmp',
    TMPDIR: '/tmp',
    USER: 'user',
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    PYTHONHASHSEED: '0',
    PYTHONDONTWRITEBYTECODE: '1',
    MPLBACKEND: 'Agg',
    MPLCONFIGDIR: '/tmp',
    PATH: [...path, '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
    ...env,
  }
  const bind = (from: string, to = from) => ['--ro-bind', from, to]
  const writable = (name: string, to: string) => ['--bind', join(stage.path, name), to]
  const kilobytes = (amount: number) => String(Math.floor(amount / 1024))
  return [
    ...['--unshare-all', '--unshare-user', '--disable-userns', '--uid', '1000', '--gid', '1000'],
    ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--hostname', 'sandbox'],
    ...['--clearenv', ...Object.entries(variables).flatMap(pair => ['--setenv', ...pair])],
    ...systemFolders.flatMap(folder => ['--ro-bind-try', folder, folder]),
    ...programs.flatMap(each => bind(each)),
    ...bind(join(stage.path, staged.users), '/etc/passwd'),
    ...bind(join(stage.path, staged.groups), '/etc/group'),
    ...['--proc', '/proc', '--dev', '/dev', ...writable(staged.shm, '/dev/shm')],
    ...['--remount-ro', '/dev', ...writable(staged.tmp, '/tmp')],
    ...['--dir', givenFolder],
    ...stage.given.flatMap(({ name, path }) => bind(path, join(givenFolder, name))),
    ...stage.given.flatMap(({ name, hidden }) =>
      hidden.flatMap(path => bind('/dev/null', join(givenFolder, name, path))),
    ),
    ...writable(staged.work, workFolder),
    ...['--chdir', workFolder],
    ...bind(join(stage.path, staged.script), '/command'),
    ...['--remount-ro', '/', '--seccomp', '3'],
    ...['--', 'bash', '--norc', '--noprofile', '-c', limiting, 'bash'],
    ...[kilobytes(memory), kilobytes(quota.bytes), String(processes), '/command'],
  ]
}

/** Programs of the system and what they are set up by; nothing of a person's is in them. */
const systemFolders = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store', '/gnu/store'],
  ...['alternatives', 'ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'localtime', 'fonts', 'R'].map(
    name => `/etc/${name}`,
  ),
]

/** Milliseconds between two looks at what a command uses. */
const lookEvery = 100

function outcomeOf(child: ChildProcess, running: Running): Promise<Ran> {
  const { stage, seconds, signal, shown } = running
  const { memory, quota, output } = limits
  return new Promise((resolve, reject) => {
    let stopped: unknown
    const stop = (why: unknown) => {
      if (stopped === undefined) void end(child)
      stopped ??= why
    }
    const timer = setTimeout(stop, seconds * 1000, new Error(slow(seconds)))
    const aborted = () => stop(signal?.reason)
    signal?.addEventListener('abort', aborted, { once: true })
    const look = async () => {
      if ((await memoryOf(await familyOf(child.pid!), memory)) > memory)
        stop(new Error(large(memory)))
      const used = await stage.used()
      if (used.bytes > quota.bytes || used.files > quota.files) stop(full(quota))
    }
    let looking = Promise.resolve()
    const watch = setInterval(() => {
      looking = looking.then(look, () => undefined)
    }, lookEvery)
    const loud = `The command printed more than ${bytes(output)} and was stopped; write into a file, or print less.`
    const streams = [child.stdout!, child.stderr!].map(stream =>
      collected(stream, output, () => stop(new Error(loud))),
    )
    const settle = (act: () => void) => {
      clearTimeout(timer)
      clearInterval(watch)
      signal?.removeEventListener('abort', aborted)
      act()
    }
    child.on('error', error => settle(() => reject(error)))
    child.on('close', (code, by) =>
      settle(() => {
        if (stopped !== undefined) return reject(stopped)
        const [stdout, stderr] = streams.map(each => each())
        const exitCode = code ?? 128 + (by === 'SIGKILL' ? 9 : 15)
        resolve({
          stdout: shorten(readable(stdout!), shown.stdout),
          stderr: shorten(readable(stderr!), shown.stderr),
          exitCode,
        })
      }),
    )
  })
}

/** Takes what a stream says, up to `most` bytes; then `tooMuch` is told. */
function collected(stream: Readable, most: number, tooMuch: () => void): () => string {
  const pieces: Buffer[] = []
  let size = 0
  stream.on('data', (piece: Buffer) => {
    size += piece.length
    if (size <= most) pieces.push(piece)
    else tooMuch()
  })
  return () => Buffer.concat(pieces).toString('utf8')
}

/**
 * Bytes of memory of these processes: what they share is counted once, but only looked for where it decides, as
 * the system takes long to tell.
 */
async function memoryOf(processes: readonly number[], most: number): Promise<number> {
  const sum = async (each: (process: number) => Promise<number>) =>
    (await Promise.all(processes.map(each))).reduce((sum, bytes) => sum + bytes, 0)
  const resident = await sum(residentBytes)
  if (resident <= most) return resident
  return sum(async process => {
    const [, kilobytes] =
      /^Pss:\s+(\d+) kB/m.exec(await said(`/proc/${process}/smaps_rollup`)) ?? []
    return Number(kilobytes ?? 0) * 1024
  })
}

/** Ends bubblewrap and the first process of its sandbox, with which the kernel ends all others. */
async function end(child: ChildProcess): Promise<void> {
  // else what it starts meanwhile would not hear of its death
  child.kill('SIGSTOP')
  try {
    for (const first of await childrenOf(child.pid!)) process.kill(first, 'SIGKILL')
  } catch {
    // it has ended by itself
  }
  child.kill('SIGKILL')
}

/** A process and all that come from it. */
async function familyOf(process: number): Promise<readonly number[]> {
  const children = await childrenOf(process)
  return [process, ...(await Promise.all(children.map(familyOf))).flat()]
}

async function childrenOf(process: number): Promise<readonly number[]> {
  const tasks = await readdir(`/proc/${process}/task`).catch(() => [])
  const lists = await Promise.all(tasks.map(task => said(`/proc/${process}/task/${task}/children`)))
  return lists.flatMap(list => list.split(' ').filter(Boolean).map(Number))
}

const said = (file: string) => readFile(file, 'utf8').catch(() => '')
