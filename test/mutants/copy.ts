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
import { dirname, join, relative } from 'node:path'
import { type Mutant, mutated, type Switched, withSwitches } from './mutants.ts'

/** Mutants that a test file may notice. */
export interface Wanted {
  readonly test: string
  readonly ids: readonly number[]
}

/** What the tests in one process show of a mutant: nothing is said of one that they only reach. */
export interface Noticed {
  readonly caughtBy?: string
  /** Test files that are to be tried in a process of their own. */
  readonly alone?: readonly string[]
}

/**
 * Copies these files of `home`; copies with the same mutants share which test files are `known` to pass without one.
 * A process that shows no sign of life for `patience` seconds hangs: a test has its limit of 120.
 */
export function openCopy(
  home: string,
  files: readonly string[],
  known: Map<string, Promise<boolean>>,
  patience = 180,
) {
  const root = mkdtempSync(join(tmpdir(), 'intend-mutants-'))
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    copyFileSync(join(home, file), join(root, file))
  }
  symlinkSync(join(home, 'node_modules'), join(root, 'node_modules'))
  // of the copy, as the repository may change in the meantime
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const write = (file: string, text: string) => writeFileSync(join(root, file), text)
  const set = (mutant: number, record: boolean) =>
    write('test/mutants/active.json', JSON.stringify({ mutant, record }))
  const tests = openTests(root)
  const reruns = openTests(root, 'test/mutants/rerun.config.ts')
  /** Whether a test file passes without a mutant. */
  const passes = (test: string): Promise<boolean> => {
    set(nothing, false)
    const promised = known.get(test) ?? tests.failing([test], patience).then(failed => !failed)
    known.set(test, promised)
    return promised
  }

  return {
    /** The mutants that the compiler refuses: all are compiled at once, each a file beside its source. */
    refused: (mutants: readonly Mutant[]): readonly Mutant[] => {
      const beside = mutants.map(({ file }, at) => file.replace(/\.ts$/, `.mutant-${at}.ts`))
      for (const [at, each] of mutants.entries()) write(beside[at]!, mutated(read(each.file), each))
      const said = new Set(compilerSays(root, beside).match(/^[^(\n]+(?=\()/gm))
      for (const file of beside) rmSync(join(root, file))
      return mutants.filter((_, at) => said.has(beside[at]!))
    },
    /** Puts the mutants into the sources, each with its number. */
    insert: (mutants: readonly Switched[]): void => {
      for (const [file, here] of Map.groupBy(mutants, each => each.file)) {
        const active = relative(dirname(file), 'test/mutants/active.ts')
        write(file, withSwitches(read(file), here, active))
      }
      write('plans/memo-of-one-run.ts', read('plans/memo.ts'))
      write('plans/memo.ts', read('test/mutants/forgetful.ts'))
    },
    /**
     * Runs test files in one process, each test again with each of the mutants `wanted` that it reaches.
     * Tells which are caught, which are reached, and which of them only a process of its own can show.
     */
    caughtTogether: async (
      wanted: readonly Wanted[],
      tell: (id: number, noticed: Noticed) => void,
      isOver: () => boolean,
    ): Promise<void> => {
      const caught = new Set<number>()
      const isLeft = (id: number) => !caught.has(id)
      for (let at = 0; at < wanted.length && !isOver(); ) {
        const here: Wanted[] = []
        for (; at < wanted.length && here.length < together; at += 1) {
          const ids = wanted[at]!.ids.filter(isLeft)
          if (ids.length > 0) here.push({ test: wanted[at]!.test, ids })
        }
        if (here.length === 0) break
        for (let isDone = false; !isDone; ) {
          const asked = here.map(({ test, ids }) => [test, ids.filter(isLeft)] as const)
          write('test/mutants/wanted.json', JSON.stringify(Object.fromEntries(asked)))
          write(found, '')
          write('test/mutants/reached', '')
          set(nothing, true)
          const files = here.map(({ test }) => test)
          const failed = await reruns.failing(files, patience, () => read(found).length)
          let last: Rerun = {}
          let file = files[0]
          for (const line of read(found).split('\n').filter(Boolean)) {
            last = JSON.parse(line) as Rerun
            file = last.by ?? file
            if (last.caught !== undefined && isLeft(last.caught)) {
              caught.add(last.caught)
              tell(last.caught, { caughtBy: last.by! })
            } else if (last.left !== undefined) tell(last.left, { alone: [last.by!] })
            else if (last.fails !== undefined)
              console.error(`fails without a mutant, and shows nothing: ${last.by}, ${last.fails}`)
            else if (last.reached !== undefined) tell(last.reached, {})
          }
          // of modules as they are loaded, and of processes that a test starts
          for (const id of new Set(read('test/mutants/reached').split('\n').map(Number)))
            tell(id, { alone: here.filter(({ ids }) => ids.includes(id)).map(({ test }) => test) })
          // once more without what the process hung with or its worker died of: a mutant, or a test by itself
          isDone = failed !== 'time' && last.trying === undefined
          if (isDone) continue
          if (last.trying !== undefined) {
            caught.add(last.trying)
            tell(last.trying, { alone: files })
            continue
          }
          const [hung] = here.splice(
            here.findIndex(each => each.test === file),
            1,
          )
          for (const id of hung!.ids) tell(id, { alone: [hung!.test] })
          isDone = here.length === 0
        }
      }
    },
    /** The first of the test files that fails with the mutant and not without; `time` when they hang. */
    caughtBy: async (id: number, files: readonly string[]): Promise<string | undefined> => {
      for (let left = files; left.length > 0; ) {
        const here = left.slice(0, together)
        set(id, false)
        const by = await tests.failing(here, patience)
        if (by === undefined) left = left.slice(together)
        else if (by === 'time') return by
        else if (await passes(by)) return by
        else left = left.filter(each => each !== by)
      }
      return undefined
    },
    close: () => {
      tests.close()
      reruns.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

// --- internal ---

/** Where `rerun.ts` says, a line each, what it tries and what was caught. */
const found = 'test/mutants/found.jsonl'

interface Rerun {
  readonly trying?: number
  readonly reached?: number
  readonly left?: number
  readonly caught?: number
  /** A test that fails without a mutant. */
  readonly fails?: string
  readonly by?: string
}

/** No mutant's number. */
const nothing = -1

/** Test files in one run. */
const together = 8

function compilerSays(root: string, files: readonly string[]): string {
  const config = join(root, 'tsconfig.mutants.json')
  writeFileSync(config, JSON.stringify({ extends: './tsconfig.json', include: [], files }))
  try {
    const options = ['-p', config, '--pretty', 'false']
    return execFileSync(join(root, 'node_modules/.bin/tsc'), options, { cwd: root }).toString()
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout)
  }
}

/** The process with the tests; a new one after they hung. */
function openTests(root: string, config?: string) {
  let child: ChildProcess | undefined
  const end = () => {
    // its workers are in its group
    if (child?.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
    child = undefined
  }
  return {
    /** The first that fails, undefined when all pass, `time` when they hang or end the process. */
    failing: (
      files: readonly string[],
      seconds: number,
      progress = () => 0,
    ): Promise<string | undefined> =>
      new Promise(resolve => {
        child ??= fork(join(root, 'test/mutants/warm-tests.ts'), config ? [config] : [], {
          cwd: root,
          detached: true,
          stdio: 'ignore',
        })
        const running = child
        const settle = (failed: string | undefined) => {
          clearInterval(timer)
          running.removeAllListeners()
          if (failed === 'time') end()
          resolve(failed)
        }
        let before = progress()
        const timer = setInterval(() => {
          const now = progress()
          if (now === before) settle('time')
          before = now
        }, seconds * 1000)
        running.once('message', ({ failed }: { failed?: string }) => settle(failed))
        running.once('exit', () => settle('time'))
        running.send(files)
      }),
    close: end,
  }
}
