// `intend config`: each setting that is in force here, and where it comes from.

import { configurationLines, configurationOf } from '../../configuration/shown.ts'
import { printFound } from '../../terminal/plain-text.ts'
import { type Command, exit } from '../command.ts'

export const config: Command = {
  name: 'config',
  about: 'list the settings in force here and where each comes from',
  arguments: {},
  options: { '--json': 'as one line of JSON' },
  async run(_given, options, around) {
    const shown = await configurationOf(around)
    const lines = (width: number) => configurationLines(shown, around.env, width)
    printFound(around.stdout, options.json, { data: shown, lines })
    return exit.satisfied
  },
}
