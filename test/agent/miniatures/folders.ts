// Temporary folders of one test file, removed when it is done.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A function that makes a new empty folder. */
export function temporaryFolders(): () => string {
  const root = mkdtempSync(join(tmpdir(), 'intend-agent-'))
  afterAll(() => rmSync(root, { recursive: true }))
  return () => mkdtempSync(join(root, 'run-'))
}
