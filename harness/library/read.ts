// Reading a plan library to look at it: unlike opening one for a run, it never changes the file.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { parseLibrary } from '../../plans/library/file.ts'
import { refuseAddress } from '../../plans/library/library.ts'
import type { LibraryContent } from '../../plans/library/merge.ts'
import type { Seal } from '../../plans/library/trust.ts'
import type { Parsed } from '../../plans/library/versioned-file.ts'
import { meantBy } from '../../plans/text/nearest.ts'
import { reasonOf, refuseLinks } from '../../plans/writable.ts'
import { misconfigured, usage } from '../cli/command.ts'

/**
 * What the library in `file` holds, its plans sorted by id. Throws a CommandError when there is no such
 * file, with the nearest beside it, or when it is not a library. With `seal`, as `parseLibrary`.
 */
export function readLibrary(file: string, seal?: Seal): LibraryContent {
  refuseAddress(file)
  refuseLinks(file)
  if (!existsSync(file)) {
    const folder = dirname(file)
    const names = existsSync(folder) ? readdirSync(folder) : []
    const beside = names.filter(name => name.endsWith('.json'))
    const way = 'check the name; one comes to be when a question is answered'
    throw usage(`there is no plan library ${file}; ${meantBy(basename(file), beside, way)}`)
  }
  const parse = (text: string) => parseLibrary(text, file, seal)
  const content = readKept(file, { noun: 'plan library', parse, option: ' with --plans FILE' })
  const sorted = [...content.plans].sort(([a], [b]) => (a < b ? -1 : 1))
  return { ...content, plans: new Map(sorted) }
}

/** What a file holds that the program keeps and changes. Throws a CommandError when it cannot be read, or is another file. */
export function readKept<Content>(
  file: string,
  kept: {
    readonly noun: string
    readonly parse: (text: string) => Parsed<Content>
    /** How another one is named. */
    readonly option: string
  },
): Content {
  const { noun, parse, option } = kept
  const fault = (why: string) => misconfigured(`${why}; name another${option}`)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw fault(`cannot read the ${noun} ${file}: ${reasonOf(error)}`)
  }
  const parsed = parse(text)
  if ('content' in parsed) return parsed.content
  throw fault(`${file} is not a ${noun} (${'corrupt' in parsed ? parsed.corrupt : parsed.foreign})`)
}
