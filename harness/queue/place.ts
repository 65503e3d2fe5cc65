// What a job needs, on the machine of its worker: copies in a folder of its own, under names of their own.
import { existsSync, mkdirSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { replaceFile } from '../run/folders.ts'
import { type RunFolder, workspaceOf } from '../run/runs.ts'
import type { Blobs } from './blobs.ts'
import { type Job, type Setup, Tree } from './job.ts'

/** Puts below `home` what the job needs and is not there yet. */
export async function place(job: Job, setup: Setup, blobs: Blobs, home: string) {
  const names = new Map<string, string>() // of the leader's files, to those here
  for (const { path, hash } of job.files) {
    const copy = join(home, 'files', hash, basename(path))
    await copied(hash, copy, blobs)
    names.set(path, copy)
  }
  for (const { path, hash } of job.folders) {
    const copy = join(home, 'folders', hash)
    const tree = Tree.parse(await blobs.json(hash))
    for (const { name, hash } of tree) {
      await copied(hash, below(copy, name), blobs)
      names.set(join(path, name), join(copy, name))
    }
    mkdirSync(copy, { recursive: true })
    names.set(path, copy)
  }
  const path = join(home, 'attempts', job.attempt)
  const here = (name: string) => names.get(name) ?? name
  const { corpus, memory: _, budget: __, allowHosts: ___, ...common } = setup
  const run = {
    ...common,
    id: job.run,
    question: job.question,
    folder: home,
    files: job.files.map(file => here(file.path)),
    allow: common.allow.map(here),
    plans: join(home, '.intend', 'plans.json'),
    ...(corpus !== undefined && { corpus: here(corpus) }),
  }
  const folder: RunFolder = { run, path, name: job.run }
  for (const { path, hash } of job.written)
    await copied(hash, below(workspaceOf(folder), path), blobs)
  const back = new Map([...names].map(([leader, here]) => [here, leader]))
  const by = (of: ReadonlyMap<string, string>) => (_: string, value: unknown) =>
    typeof value === 'string' ? (of.get(value) ?? value) : value
  return {
    folder,
    /** JSON of values that name the leader's files, as values that name the copies. Names of files stand alone in values. */
    toHere: (text: string): unknown => JSON.parse(text, by(names)),
    /** Values that name the copies, as JSON that names the leader's files. */
    toLeader: (value: unknown) => JSON.stringify(value, by(back)),
  }
}

// --- internal ---

async function copied(hash: string, file: string, blobs: Blobs): Promise<void> {
  if (existsSync(file)) return
  mkdirSync(dirname(file), { recursive: true })
  replaceFile(file, await blobs.get(hash), false)
}

/** The path of `name` in the folder. Throws where it would lead out of it. */
function below(folder: string, name: string): string {
  const path = resolve(folder, name)
  if (!path.startsWith(folder + sep))
    throw new Error(`a question names ${name}, which is not below its folder`)
  return path
}
