// A temporary folder with real files for the tests of tools.
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ToolContext } from '../../tools/tool.ts'

export interface Folder {
  readonly path: string
  readonly context: ToolContext
  write(name: string, content: string | Uint8Array): Promise<string>
  remove(): Promise<void>
}

export async function openFolder(): Promise<Folder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'intend-tools-')))
  return {
    path,
    context: { roots: [path], signal: new AbortController().signal },
    async write(name, content) {
      const target = join(path, name)
      await mkdir(dirname(target), { recursive: true })
      await writeFile(target, content)
      return target
    },
    remove: () => rm(path, { recursive: true, force: true }),
  }
}
