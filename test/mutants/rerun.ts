// A runner of vitest that runs each test again with each mutant that it reaches, in the same process.
// A test counts only when it passes twice without a mutant, fails with it, and passes again without it.
import { appendFileSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { type RunnerTestCase, TestRunner } from 'vitest'
import type { InPlace } from './active.ts'

const none = -1
/** Milliseconds: a test that takes longer is left to a process of its own. */
const longest = 25_000
/** Milliseconds after which a run with a mutant is taken for one that would not end. */
const patience = 50_000

const fileOf = (name: string) => new URL(name, import.meta.url)
/** Mutants that are to be tried by test file. */
const wanted = JSON.parse(readFileSync(fileOf('wanted.json'), 'utf8')) as Readonly<
  Record<string, readonly number[]>
>
const inPlace: InPlace = {
  mutant: none,
  run: 0,
  reached: new Set(),
  left: Number.POSITIVE_INFINITY,
  until: Number.POSITIVE_INFINITY,
}
globalThis.mutantsInPlace = inPlace
const caught = new Set<number>()
const say = (line: object) => appendFileSync(fileOf('found.jsonl'), `${JSON.stringify(line)}\n`)

export default class Rerunner extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    const file = relative(process.cwd(), test.file.filepath)
    const run = TestRunner.getTestFn(test)
    // reached by loading modules, where a mutant must be at work from the beginning
    for (const id of inPlace.reached) appendFileSync(fileOf('reached'), `${id}\n`)
    inPlace.reached.clear()
    inPlace.run += 1
    inPlace.left = Number.POSITIVE_INFINITY
    say({ test: test.name, by: file })
    try {
      await run()
    } catch (error) {
      say({ fails: test.name, by: file })
      throw error
    }
    const here = [...inPlace.reached].filter(id => wanted[file]?.includes(id) && !caught.has(id))
    inPlace.reached.clear()
    for (const id of here) say({ reached: id })
    if (here.length === 0 || test.result?.state === 'fail') return
    const leave = (ids: readonly number[]) => {
      for (const id of ids) say({ left: id, by: file })
    }
    const start = performance.now()
    if (!(await passes(test, run, none)) || performance.now() - start > longest) return leave(here)
    for (const [at, id] of here.entries()) {
      say({ trying: id })
      if (await passes(test, run, id)) continue
      if (!(await passes(test, run, none))) return leave(here.slice(at))
      caught.add(id)
      say({ caught: id, by: file })
    }
    say({ by: file }) // whoever reads on sees that none of them was the end of the process
    inPlace.reached.clear()
  }
}

async function passes(test: RunnerTestCase, run: () => unknown, mutant: number): Promise<boolean> {
  inPlace.mutant = mutant
  inPlace.run += 1
  inPlace.left = 20_000_000
  inPlace.until = performance.now() + patience
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('does not end')), patience)
  })
  try {
    await Promise.race([run(), late])
    return test.result?.state !== 'fail'
  } catch {
    return false
  } finally {
    clearTimeout(timer)
    inPlace.mutant = none
    inPlace.left = Number.POSITIVE_INFINITY
    inPlace.until = Number.POSITIVE_INFINITY
    if (test.result) {
      test.result.state = 'run'
      delete test.result.errors
    }
  }
}
