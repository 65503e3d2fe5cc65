// Vitest for `rerun.ts`: the same tests as usual, one after the other, without a limit of time for a test.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'default',
    update: 'none',
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/properties.ts'],
    testTimeout: 86_400_000,
    isolate: false,
    maxWorkers: 1,
    maxConcurrency: 1,
    // a mutant may ask for memory without end
    execArgv: ['--max-old-space-size=2000'],
    runner: './test/mutants/rerun.ts',
  },
})
