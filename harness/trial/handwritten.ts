// Plans that people wrote for the kinds of questions of a set (the second ablation
// compares them with the plans that models write).
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { contentOf } from '../../plans/library/merge.ts'
import type { Plan } from '../../plans/plan.ts'
import { usage } from '../cli/command.ts'
import { readLibrary } from '../library/read.ts'

/**
 * The plans of all libraries (`*.json`) in the folder `path`, or of the one library that it is, sorted
 * by id. Throws a CommandError when there is none, or when one of them is not a library.
 */
export function readHandwritten(path: string): readonly Plan[] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found)
    throw usage(
      `there are no hand-written plans in ${path}; name a folder of plan libraries with --handwritten DIR`,
    )
  const files = found.isDirectory()
    ? readdirSync(path)
        .filter(name => name.endsWith('.json'))
        .map(name => join(path, name))
    : [path]
  if (files.length === 0)
    throw usage(
      `${path} holds no plan library (*.json); name another folder with --handwritten DIR`,
    )
  const plans = files.flatMap(file => [...readLibrary(file).plans.values()])
  return [...contentOf(plans).plans.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}
