// Starting the real processes of these tests, two at a time.
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Ended {
  readonly signal: NodeJS.Signals | null
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const run = fileURLToPath(new URL('run.ts', import.meta.url))
const fold = fileURLToPath(new URL('fold.ts', import.meta.url))
const scale = fileURLToPath(new URL('scale.ts', import.meta.url))
const programs = { run, fold, scale }

/** Runs a program of this folder with Node to its end, whatever that is. */
export function start(program: keyof typeof programs, ...args: readonly string[]): Promise<Ended> {
  return startWith([], program, ...args)
}

/** The same, with options for Node. */
export function startWith(
  options: readonly string[],
  program: keyof typeof programs,
  ...args: readonly string[]
): Promise<Ended> {
  const cache = join(tmpdir(), 'intend-test-compile-cache')
  return new Promise(resolve => {
    const child = execFile(
      process.execPath,
      [...options, programs[program], ...args],
      { env: { ...process.env, NODE_COMPILE_CACHE: cache }, maxBuffer: 2 ** 26 },
      (_error, stdout, stderr) =>
        resolve({ signal: child.signalCode, code: child.exitCode, stdout, stderr }),
    )
  })
}

/** `work` on every item, two at a time, in order. */
export async function twoAtATime<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all([worker(), worker()])
}
