// Files handed over with a question are described before any model reasons.
import { basename, resolve } from 'node:path'
import { ConfigurationError } from '../plans/configuration.ts'
import { given } from '../plans/given.ts'
import { reasonOf } from '../plans/writable.ts'
import { outlineFile } from '../tools/files/describe.ts'
import { editionOf } from '../tools/files/edition.ts'
import { surprisesIn } from '../tools/tables/surprises.ts'
import type { AttachedFile } from './state.ts'

/**
 * Describes each file once: type, size and, for a table or a workbook, its columns. One of several that cannot be read
 * is described by the reason. Rejects with a ConfigurationError when none can be read or two have the same name.
 */
export async function attach(paths: readonly string[]): Promise<readonly AttachedFile[]> {
  const files = [...new Set(paths.map(path => resolve(path)))]
  const names = files.map(path => basename(path))
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined)
    throw new ConfigurationError(`two attached files are called ${twice}; rename one of them`)
  const described = await Promise.allSettled(files.map(describe))
  return described.map((each, at): AttachedFile => {
    if (each.status === 'fulfilled') return each.value
    const { message } = each.reason as ConfigurationError
    if (described.every(({ status }) => status === 'rejected')) throw each.reason
    const [name, path] = [names[at]!, files[at]!]
    return {
      name,
      path,
      description: `${name}: ${message.replaceAll(path, name)}`,
      looksLike: 'a damaged file',
    }
  })
}

async function describe(path: string): Promise<AttachedFile> {
  const name = basename(path)
  try {
    const [{ description, tables, ...more }, edition] = await Promise.all([
      outlineFile(path, [path]),
      editionOf(path),
    ])
    const file = { name, path, ...given({ edition }), description, ...more }
    if (tables.length === 0) return file
    const columns = tables.flatMap(({ sheet, columns }) =>
      columns.map(({ name, type, unit, distinct }) =>
        given({ name, type, unit, values: distinct, sheet }),
      ),
    )
    const surprises = tables.flatMap(surprisesIn)
    const told = surprises.length > 0 && { surprises }
    return more.characters === undefined
      ? { ...file, columns, ...told }
      : { ...file, within: columns }
  } catch (error) {
    if (error instanceof Error && 'syscall' in error)
      throw new ConfigurationError(`cannot read ${path}: ${reasonOf(error)}`)
    throw new ConfigurationError(String((error as Error).message ?? error))
  }
}
