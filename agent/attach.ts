// Files handed over with a question are described before any model reasons (DESIGN 8).
import { basename, resolve } from 'node:path'
import { readTable } from '../tools/delimited.ts'
import { describeFile, isTableName } from '../tools/describe-file.ts'
import { ConfigurationError } from './configuration.ts'
import type { AttachedFile } from './state.ts'

/**
 * Describes each file: type, size and, for a table, its columns. Rejects with a ConfigurationError
 * when one cannot be read or two have the same name.
 */
export async function attach(paths: readonly string[]): Promise<readonly AttachedFile[]> {
  const names = paths.map(path => basename(path))
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined)
    throw new ConfigurationError(`two attached files are called ${twice}; rename one of them`)
  return Promise.all(paths.map(path => describe(resolve(path))))
}

async function describe(path: string): Promise<AttachedFile> {
  const name = basename(path)
  try {
    const description = await describeFile(path, [path])
    const table = isTableName(name) ? await readTable(path, [path]) : undefined
    if (!table) return { name, path, description }
    const columns = table.columns.map(({ name, type, unit, distinct }) => ({
      name,
      type,
      ...(unit !== undefined && { unit }),
      ...(distinct && { values: distinct }),
    }))
    return { name, path, description, columns }
  } catch (error) {
    throw new ConfigurationError(error instanceof Error ? error.message : String(error))
  }
}
