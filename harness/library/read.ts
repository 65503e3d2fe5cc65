// Reading a plan library to look at it: unlike opening one for a run, it never changes the file.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { parseLibrary } from '../../plans/library/file.ts'
import type { LibraryContent } from '../../plans/library/merge.ts'
import type { Seal } from '../../plans/library/seal.ts'
import { nearest } from '../../plans/text/nearest.ts'
import { reasonOf } from '../../plans/writable.ts'
import { CommandError, exit, usage } from '../cli/command.ts'

/**
 * What the library in `file` holds, its plans sorted by id. Throws a CommandError when there is no such
 * file, with the nearest beside it, or when it is not a library. With `seal`, as `parseLibrary`.
 */
export function readLibrary(file: string, seal?: Seal): LibraryContent {
  if (!existsSync(file)) {
    const folder = dirname(file)
    const beside = existsSync(folder)
      ? readdirSync(folder).filter(name => /\.json$/.test(name))
      : []
    const meant = nearest(basename(file), beside)
    throw usage(
      `there is no plan library ${file}; ${meant ? `did you mean ${meant}?` : 'check the name; one comes to be when a question is answered'}`,
    )
  }
  const fault = (why: string) => new CommandError(why, exit.configuration)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw fault(
      `cannot read the plan library ${file}: ${reasonOf(error)}; name another with --plans FILE`,
    )
  }
  const parsed = parseLibrary(text, file, seal)
  if (!('content' in parsed)) {
    const why = 'corrupt' in parsed ? parsed.corrupt : parsed.foreign
    throw fault(`${file} is not a plan library (${why}); name another with --plans FILE`)
  }
  const sorted = [...parsed.content.plans].sort(([a], [b]) => (a < b ? -1 : 1))
  return { ...parsed.content, plans: new Map(sorted) }
}
