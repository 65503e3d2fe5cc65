// `intend config`: each setting that is in force here, and where it comes from.
import { configurationLines, configurationOf } from '../../configuration/shown.ts'
import { columnsIn, printJson, writeLines } from '../../terminal/plain-text.ts'
import { type Command, exit } from '../command.ts'

export const config: Command = {
  name: 'config',
  about: 'list the settings in force here and where each comes from',
  arguments: {},
  options: { '--json': 'as one line of JSON' },
  async run(_given, options, around) {
    const { stdout } = around
    if (options.json === true) stdout.write(`${printJson(await configurationOf(around))}\n`)
    else writeLines(stdout, await configurationLines(around, columnsIn(stdout)))
    return exit.satisfied
  },
}
