// The questions a plan can be tested on: their files are named as seen from the library's folder.
import { dirname, relative, resolve } from 'node:path'
import { given } from '../given.ts'
import type { Example, Plan } from '../plan.ts'

/** The example of the library file `from` as it stands in the library file `to`: the same files, named from there. */
export function exampleMoved(
  { question, answer, files = [] }: Example,
  from: string,
  to: string,
): Example {
  const moved = files.map(name =>
    relative(dirname(to), resolve(dirname(from), name)).replaceAll('\\', '/'),
  )
  return { question, answer, ...(moved.length > 0 && { files: moved }) }
}

/** The plan with its examples moved. */
export function planMoved({ examples, ...plan }: Plan, from: string, to: string): Plan {
  return { ...plan, ...given({ examples: examples?.map(each => exampleMoved(each, from, to)) }) }
}
