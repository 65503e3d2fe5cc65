// Each setting with where it comes from: the environment, a file, or nobody.
import type { Environment } from '../cli/command.ts'
import { aligned, harmless } from '../terminal/plain-text.ts'
import { type Around, personalFile, readSettings, Settings } from './file.ts'
import { configuredModel } from './model.ts'

/**
 * The settings that are in force in a folder, each with where it is `from`: `--model`, a variable, a file's path, or
 * in words why it is so. Rejects with a ConfigurationError for a bad file.
 */
export async function configurationOf(around: Around) {
  const read = readSettings(around)
  const { spec, from } = await configuredModel(undefined, around, read)
  const names = Object.keys(Settings.shape).filter(name => name !== 'model') as (keyof Settings)[]
  return [
    { name: 'model', value: spec, from },
    ...names.flatMap(name =>
      read.settings[name] === undefined
        ? []
        : [{ name, value: read.settings[name], from: read.from[name] ?? '' }],
    ),
  ]
}

/** The same as lines, and where one's own file is. */
export function configurationLines(
  shown: Awaited<ReturnType<typeof configurationOf>>,
  env: Environment,
  width: number,
): readonly string[] {
  const unset = Object.keys(Settings.shape).filter(name => shown.every(each => each.name !== name))
  const rows = shown.map(({ name, value, from }) => [
    name,
    harmless(typeof value === 'string' ? value : JSON.stringify(value)),
    harmless(from),
  ])
  const own = personalFile(env)
  return [
    ...aligned([['setting', 'value', 'from'], ...rows], width),
    ...(unset.length > 0 ? [`not set: ${unset.join(', ')}`] : []),
    `your own file: ${own ?? 'none, as HOME names no folder'}; intend init writes it`,
  ]
}
