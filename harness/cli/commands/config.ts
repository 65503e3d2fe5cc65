// `intend config`: each setting that is in force here, and where it comes from.
import { configurationLines, configurationOf } from '../../configuration/shown.ts'
import { columnsIn, printJson } from '../../terminal/plain-text.ts'
import { type Command, exit } from '../command.ts'

export const config: Command = {
  name: 'config',
  about: 'list the settings in force here and where each comes from',
  arguments: {},
  options: { '--json': 'as one line of JSON' },
  async run(_given, options, around) {
    const { stdout } = around
    const shown =
      options.json === true
        ? [printJson(await configurationOf(around))]
        : await configurationLines(around, columnsIn(stdout))
    stdout.write(`${shown.join('\n')}\n`)
    return exit.satisfied
  },
}
