// One vitest that stays warm: the process runs the test files it is asked for, in the folder it stands in.
import { createVitest } from 'vitest/node'

/** Test files to run, and the file that has changed since the last time. */
export interface Asked {
  readonly changed: string
  readonly tests: readonly string[]
}

const vitest = await createVitest('test', {
  watch: false,
  project: ['default'],
  bail: 1,
  maxWorkers: 1,
  reporters: [{}],
})
await vitest.standalone()

process.once('disconnect', () => process.exit())
process.on('message', async ({ changed, tests }: Asked) => {
  vitest.invalidateFile(`${process.cwd()}/${changed}`)
  process.send?.({ failed: await firstFailing(tests) })
})

async function firstFailing(tests: readonly string[]): Promise<string | undefined> {
  for (const test of tests) {
    const before = vitest.state.getUnhandledErrors().length
    const { testModules } = await vitest.runTestSpecifications(
      await vitest.globTestSpecifications([test]),
    )
    // what ran before is told of again
    const [own] = testModules.filter(each => each.moduleId.endsWith(`/${test}`))
    if (own?.state() !== 'passed' || vitest.state.getUnhandledErrors().length > before) return test
  }
  return undefined
}
