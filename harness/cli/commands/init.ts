// `intend init`: asks which model to use, tries it, and writes the person's own configuration.
import { existsSync, readFileSync } from 'node:fs'
import { lookAtModel } from '../../configuration/doctor-model.ts'
import { personalFile, readSettings, Settings } from '../../configuration/file.ts'
import { configuredModel } from '../../configuration/model.ts'
import { modelServers, variableOf } from '../../configuration/model-servers.ts'
import { writeOwn } from '../../configuration/own.ts'
import { type Confirm, confirmAt } from '../../terminal/permission.ts'
import { harmless, writeLines } from '../../terminal/plain-text.ts'
import { printChecks } from '../checks.ts'
import { type Command, exit, misconfigured, type Surroundings, usage } from '../command.ts'
import { showingOf } from '../options/showing.ts'

export const init: Command = {
  name: 'init',
  about: 'choose a model, try it, and save it in your configuration',
  arguments: {},
  options: {
    '--model <spec>': 'the model, without asking for it',
    '--no-calls': 'do not try it (a trial takes a few hundred tokens)',
  },
  async run(_given, options, around) {
    const file = personalFile(around.env)
    if (file === undefined)
      throw misconfigured(
        'your configuration is kept in your home folder, and HOME names none; set HOME',
      )
    const confirm = confirmAt(around, around.interrupted)
    const named = options.model as string | undefined
    if (named === undefined && !confirm)
      throw usage('there is no terminal to ask at; name the model: intend init --model SPEC')
    const spec = named ?? (await askedFor(confirm!, around))
    if (spec === undefined) return exit.interrupted
    const works = await tried(spec, options.calls !== false, around)
    // read without complaint by the trial
    const said = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
    if (!works) {
      const kept = said.model === undefined ? 'names no model' : `still names ${said.model}`
      throw misconfigured(`${spec} cannot be used and was not saved; ${file} ${kept}`)
    }
    writeOwn(file, `${JSON.stringify(Settings.parse({ ...said, model: spec }), null, 2)}\n`)
    around.stdout.write(`${harmless(file)}\n`)
    return exit.satisfied
  },
}

// --- internal ---

/** The model that is typed; the one that would be used anyway, for an empty line. */
async function askedFor(confirm: Confirm, around: Surroundings): Promise<string | undefined> {
  const { spec } = await configuredModel(undefined, around).catch(() => ({ spec: 'offline' }))
  const sources = modelServers.map(server => {
    const found = variableOf(server, around.env)
    const wanted = server.cloud ? server.keyVariable : server.addressVariable
    return `  ${`${server.name}:MODEL`.padEnd(17)} ${found === undefined ? `needs ${wanted}, which is not set` : `${found} is set`}`
  })
  const said = await confirm([
    'Which model do you use? Keys stay in the environment, and in no file.',
    ...sources,
    `  ${'offline'.padEnd(17)} a small rule-based reasoner; needs nothing`,
    `Type one, or Enter for ${spec}:`,
  ])
  return said === undefined ? undefined : said.trim() || spec
}

/** Whether the model can be used; what is found is told on stderr. */
async function tried(spec: string, calls: boolean, around: Surroundings): Promise<boolean> {
  const { env, stderr, interrupted } = around
  const checks = await lookAtModel(
    { spec, from: '--model' },
    {
      env,
      calls,
      signal: interrupted,
      settings: readSettings(around).settings,
      onCall: sentence => writeLines(stderr, [harmless(sentence)]),
    },
  )
  interrupted.throwIfAborted()
  printChecks(checks, showingOf({}), { to: stderr, env })
  return checks.every(({ ok }) => ok)
}
