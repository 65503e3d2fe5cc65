import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
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
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'long',
          include: ['test/**/*.long.test.ts'],
          testTimeout: 900_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
