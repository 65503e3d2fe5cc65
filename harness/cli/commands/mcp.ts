// `intend mcp`: what intend can do, for other programs that speak the Model Context Protocol.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { openModel } from '../../../agent/llm/models.ts'
import { NoServedModel } from '../../configuration/model.ts'
import { harmless, writeLines } from '../../terminal/plain-text.ts'
import { type Command, exit, usage } from '../command.ts'
import { setupOf } from '../options/setup.ts'
import { setupOptions } from '../options/spelled.ts'

export const mcp: Command = {
  name: 'mcp',
  about:
    'serve other programs over stdin and stdout (Model Context Protocol): ask, plans, validate, solve',
  arguments: {},
  options: {
    '--folder <dir>': 'where files and .intend are looked up (default: this one)',
    ...setupOptions('the plan library (default: .intend/plans.json)'),
  },
  async run(_given, { folder: named, ...options }, around) {
    const folder = resolve(around.folder, (named as string | undefined) ?? '.')
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw usage(`there is no folder ${folder}; name one after --folder`)
    if (around.stdin.isTTY)
      throw usage(
        'intend mcp talks to programs, not to people: name it as a server in yours, such as { "command": "intend", "args": ["mcp"] }',
      )
    const serving = { ...around, folder }
    // what would be refused of every question is refused before there is one
    try {
      const { model, settings, budget } = await setupOf(options, serving)
      await openModel(model, serving.env, { ...settings, ...(budget && { budget }) })
    } catch (error) {
      // a server that is started later answers the questions; plans and PDDL need none
      if (!(error instanceof NoServedModel)) throw error
      writeLines(around.stderr, [harmless(error.message)])
    }
    const { serve } = await import('../../mcp/serve.ts')
    await serve(serving, options)
    return around.interrupted.aborted ? exit.interrupted : exit.satisfied
  },
}
