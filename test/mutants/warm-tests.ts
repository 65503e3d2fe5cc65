// One vitest that stays warm: the process runs the test files it is asked for, in the folder it stands in.
import { createVitest } from 'vitest/node'

const [config] = process.argv.slice(2)
const vitest = await createVitest('test', {
  ...(config !== undefined && { config }),
  watch: false,
  project: ['default', 'long'],
  bail: config === undefined ? 1 : 0,
  // one worker for all files of a run, a fresh one for each run
  isolate: false,
  maxWorkers: 1,
  reporters: [{}],
})
await vitest.standalone()

process.once('disconnect', () => process.exit())
process.on('message', async (tests: readonly string[]) => {
  process.send?.({ failed: await firstFailing(tests) })
})

async function firstFailing(tests: readonly string[]): Promise<string | undefined> {
  const before = vitest.state.getUnhandledErrors().length
  const { testModules } = await vitest.runTestSpecifications(
    await vitest.globTestSpecifications([...tests]),
  )
  // what ran before is told of again
  const isOf = (id: string) => (test: string) => id.endsWith(`/${test}`)
  const states = new Map(
    testModules.flatMap(each => {
      const test = tests.find(isOf(each.moduleId))
      return test === undefined ? [] : [[test, each.state()] as const]
    }),
  )
  const failed = tests.find(test => states.get(test) === 'failed')
  const isGreen =
    tests.every(test => states.get(test) === 'passed') &&
    vitest.state.getUnhandledErrors().length === before
  return failed ?? (isGreen ? undefined : tests[0])
}
