// PDDL files as a person names them on the command line, with one sentence for what is wrong in them.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseDomain } from '../../plans/pddl/syntax/parse-domain.ts'
import { parseProblem } from '../../plans/pddl/syntax/parse-problem.ts'
import { PddlError } from '../../plans/pddl/syntax/reader.ts'
import { createTask } from '../../plans/pddl/task/task.ts'
import { usage } from '../cli/command.ts'

/** A domain and a problem as texts, and bound together. */
export type PddlFiles = ReturnType<typeof readPddlFiles>

/**
 * Reads a domain and a problem from files in `folder`. Throws a CommandError that names the file and the place.
 * `warn` is told in a sentence where the problem names another domain, which planners accept.
 */
export function readPddlFiles(
  domainFile: string,
  problemFile: string,
  folder: string,
  warn: (sentence: string) => void = () => undefined,
) {
  const domain = readText(resolve(folder, domainFile), domainFile)
  const problem = readText(resolve(folder, problemFile), problemFile)
  const parsed = within(domainFile, () => parseDomain(domain))
  const task = within(problemFile, () => createTask(parsed, parseProblem(problem, parsed)))
  const meant = task.problem.domain
  if (meant !== parsed.name)
    warn(
      `${problemFile} is for the domain ${meant}, and ${domainFile} is the domain ${parsed.name}; see whether they belong together`,
    )
  return { domain, problem, task }
}

/** The text of a file. Throws a CommandError when there is none; `name` is how it was named. */
export function readText(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw usage(`there is no file ${name}`)
    if (code === 'EISDIR') throw usage(`${name} is a folder; name a file`)
    throw usage(`${name} cannot be read: ${message}`)
  }
}

// --- internal ---

function within<T>(name: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (error instanceof PddlError) throw usage(`${name}, ${error.message}`)
    if (error instanceof Error && error.message.startsWith('unknown type'))
      throw usage(`${name}: ${error.message}`)
    throw error
  }
}
