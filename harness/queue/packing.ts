// What a question needs, put where any worker can have it: its files and folders, the plans and facts it
// begins with, and the events so far.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Event } from '../../agent/event.ts'
import { given } from '../../plans/given.ts'
import { madeOnce } from '../bench/made-once.ts'
import type { Shared } from '../bench/work.ts'
import { version } from '../cli/version.ts'
import { filesBelow, type RunFolder, workspaceOf } from '../run/runs.ts'
import type { Blobs } from './blobs.ts'
import { type Job, Setup } from './job.ts'
import type { Publishing } from './plans.ts'

/** Packs jobs; what has not changed since the last one is not read again. */
export function packingInto(blobs: Blobs, { publish }: Publishing) {
  const known = new Map<string, Promise<string>>()
  const file = (path: string) => {
    const { mtimeMs, size } = statSync(path)
    return madeOnce(known, `${path} ${mtimeMs} ${size}`, () => blobs.put(readFileSync(path)))
  }
  const folder = (path: string) =>
    madeOnce(known, path, async () => {
      const tree = filesBelow(path).map(async name => ({
        name,
        hash: await file(join(path, name)),
      }))
      return blobs.put(JSON.stringify(await Promise.all(tree)))
    })
  const copies = (paths: readonly string[], of: (path: string) => Promise<string>) =>
    Promise.all(paths.map(async path => ({ path, hash: await of(path) })))
  return async (
    folderOf: RunFolder,
    events: readonly Event[],
    { library, memory }: Pick<Shared, 'library' | 'memory'>,
  ): Promise<Omit<Job, 'attempt' | 'leader'>> => {
    const { run } = folderOf
    const written = workspaceOf(folderOf)
    const setup = JSON.stringify(Setup.parse(run))
    const facts = memory?.facts().map(({ fact }) => fact)
    return {
      version: version(),
      run: run.id,
      question: run.question,
      files: await copies(run.files, file),
      folders: await copies([run.corpus ?? [], run.allow].flat(), folder),
      written: await copies(filesBelow(written), name => file(join(written, name))),
      setup: await madeOnce(known, setup, () => blobs.put(setup)),
      plans: await publish(library),
      ...given({
        facts: facts && (await blobs.put(JSON.stringify(facts))),
        journal: events.length > 0 ? await blobs.put(JSON.stringify(events)) : undefined,
      }),
    }
  }
}
