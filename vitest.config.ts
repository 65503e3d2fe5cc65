import { defineConfig } from 'vitest/config'

/** Long tests that only reckon: beside one another they take half as long, and nothing of them is measured. */
const reckoning = [
  'test/agent/llm/offline/*.long.test.ts',
  'test/agent/miniatures.long.test.ts',
  'test/mutants/*.long.test.ts',
  'test/phases/**/*.long.test.ts',
  'test/plans/pddl/derived.long.test.ts',
  'test/plans/library/*.long.test.ts',
  'test/samples/*.long.test.ts',
]

export default defineConfig({
  test: {
    // a worker of a busy machine is given time to end
    teardownTimeout: 120_000,
    // most of what is tested waits for processes and servers
    maxWorkers: '100%',
    // a snapshot that is missing is a failure; -u writes it
    update: 'none',
    projects: [
      {
        test: {
          name: 'default',
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.long.test.ts'],
          setupFiles: ['test/support/properties.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // no file keeps module state: loading each module once a worker saves a quarter of the time
          isolate: false,
        },
      },
      {
        test: {
          name: 'long',
          include: ['test/**/*.long.test.ts'],
          exclude: [...reckoning],
          sequence: { groupOrder: 1 },
          setupFiles: ['test/support/properties.ts'],
          testTimeout: 900_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'long-beside',
          include: [...reckoning],
          sequence: { groupOrder: 2 },
          setupFiles: ['test/support/properties.ts'],
          testTimeout: 900_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
