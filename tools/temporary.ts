// Folders that are there as long as they are used.
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An empty folder, without links in its path; removed with all that is in it when it is disposed of. */
export async function temporaryFolder(purpose: string) {
  const path = await realpath(await mkdtemp(join(tmpdir(), `intend-${purpose}-`)))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
