// A copy of the repository in which one mutant at a time is tried.
import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Mutant, mutated } from './mutants.ts'
import type { Asked } from './warm-tests.ts'

/** Copies these files of `home`; `seconds` is how long the tests of one mutant may take. */
export function openCopy(home: string, files: readonly string[], seconds: number) {
  const root = mkdtempSync(join(tmpdir(), 'intend-mutants-'))
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    copyFileSync(join(home, file), join(root, file))
  }
  symlinkSync(join(home, 'node_modules'), join(root, 'node_modules'))
  // of the copy, as the repository may change in the meantime
  const originals = new Map<string, string>()
  const original = (file: string): string => {
    const known = originals.get(file) ?? readFileSync(join(root, file), 'utf8')
    originals.set(file, known)
    return known
  }
  const restore = ({ file }: Mutant) => writeFileSync(join(root, file), original(file))
  const apply = (mutant: Mutant) =>
    writeFileSync(join(root, mutant.file), mutated(original(mutant.file), mutant))
  const tests = openTests(root, seconds)
  const green = new Map<string, boolean>()
  const passes = async (test: string, changed: string) => {
    const known = green.get(test)
    if (known !== undefined) return known
    const passed = (await tests.failing({ changed, tests: [test] })) === undefined
    green.set(test, passed)
    return passed
  }

  return {
    /** The mutants that the compiler refuses; those of different files are tried together. */
    refused: (mutants: readonly Mutant[]): readonly Mutant[] =>
      rounds(mutants).flatMap(round => {
        round.forEach(apply)
        const said = compilerSays(root)
        round.forEach(restore)
        return round.filter(({ file }) => said.includes(`${file}(`))
      }),
    /** The first of these test files that fails with the mutant and not without it; `time` when they hang. */
    caughtBy: async (mutant: Mutant, files: readonly string[]): Promise<string | undefined> => {
      for (let left = files; left.length > 0; ) {
        apply(mutant)
        const failed = await tests.failing({ changed: mutant.file, tests: left })
        restore(mutant)
        if (failed === undefined) return undefined
        if (failed === 'time' || (await passes(failed, mutant.file))) return failed
        left = left.slice(left.indexOf(failed) + 1)
      }
      return undefined
    },
    close: () => {
      tests.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

// --- internal ---

/** As few groups as can be in which no file comes twice. */
function rounds(mutants: readonly Mutant[]): readonly (readonly Mutant[])[] {
  const all: Mutant[][] = []
  for (const mutant of mutants) {
    const free = all.find(round => round.every(({ file }) => file !== mutant.file))
    if (free) free.push(mutant)
    else all.push([mutant])
  }
  return all
}

function compilerSays(root: string): string {
  try {
    const options = ['--incremental', '--tsBuildInfoFile', '.tsbuildinfo', '--pretty', 'false']
    return execFileSync(join(root, 'node_modules/.bin/tsc'), options, { cwd: root }).toString()
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout)
  }
}

/** The process with the tests; a new one after they hung. */
function openTests(root: string, seconds: number) {
  let child: ChildProcess | undefined
  const end = () => {
    // its workers are in its group
    if (child?.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
    child = undefined
  }
  return {
    /** The first that fails, undefined when all pass, `time` when they hang or end the process. */
    failing: (asked: Asked): Promise<string | undefined> =>
      new Promise(resolve => {
        child ??= fork(join(root, 'test/mutants/warm-tests.ts'), {
          cwd: root,
          detached: true,
          stdio: 'ignore',
        })
        const running = child
        const settle = (failed: string | undefined) => {
          clearTimeout(timer)
          running.removeAllListeners()
          if (failed === 'time') end()
          resolve(failed)
        }
        const timer = setTimeout(() => settle('time'), seconds * 1000)
        running.once('message', ({ failed }: { failed?: string }) => settle(failed))
        running.once('exit', () => settle('time'))
        running.send(asked)
      }),
    close: end,
  }
}
