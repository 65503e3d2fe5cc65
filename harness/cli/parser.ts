// From the words of the command line to one command with its arguments and options; the help is made
// from the commands themselves.
import { CommanderError, Option, Command as Parser } from 'commander'
import { type Command, type Options, usage } from './command.ts'
import type { Listed } from './commands/commands.ts'
import { showingOptions } from './options/showing.ts'
import { modelOptions, serverOptions, setupOptions } from './options/spelled.ts'
import { version } from './version.ts'

/**
 * Reads `words` (without the program's own name). Returns the text to print when they ask for help or
 * for the version. Throws a CommandError of one sentence for what is not understood.
 */
export function parseWords(words: readonly string[], commands: readonly Listed[]) {
  let chosen: { command: Command; given: readonly string[]; options: Options } | undefined
  let printed = ''
  const parser = new Parser('intend')
    .description('An agent with beliefs, desires and intentions that answers questions.')
    .version(version())
    .configureHelp({ subcommandTerm: command => command.name() })
    .exitOverride()
  parser.configureOutput({
    writeOut: text => {
      printed += text
    },
    writeErr: () => undefined,
  })
  for (const command of commands) {
    const sub = addCommand(parser, command)
    sub.action(() => {
      chosen = { command, given: sub.args, options: sub.opts() }
    })
  }
  try {
    parser.parse(words, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    const named = commands.find(command => command.name === words[0])
    const meant = named ?? commands.find(command => command.byDefault)
    if (error.exitCode !== 0) throw usage(sentence(error, meant))
  }
  return chosen ?? { print: printed }
}

// --- internal ---

function addCommand(parser: Parser, command: Listed): Parser {
  const sub = parser
    .command(command.name, { isDefault: command.byDefault === true })
    .description(command.about)
    .helpGroup(command.group)
  for (const [name, about] of Object.entries(command.arguments))
    sub.argument(`[${name}]`, about, written(`the argument "${name.replace('...', '')}"`))
  // every command takes it; see `invoke.ts`
  const verbose = command.options['--verbose'] ?? 'the stack trace of an error'
  const options = Object.entries({ ...command.options, '--verbose': verbose })
  for (const [group, has] of optionGroups())
    for (const [flags, about] of options.filter(([flags]) => has(flags)))
      sub.addOption(toOption(flags, about).helpGroup(group))
  return sub
}

/** What the help lists options under: the command's own, then those that commands share. */
function optionGroups(): readonly (readonly [group: string, has: (flags: string) => boolean])[] {
  const inModel = (flags: string) => Object.hasOwn(modelOptions, flags)
  const inShowing = (flags: string) => Object.hasOwn(showingOptions, flags)
  const agent = { ...setupOptions(''), ...serverOptions }
  const inAgent = (flags: string) => Object.hasOwn(agent, flags) && !inModel(flags)
  return [
    ['Options:', flags => !inModel(flags) && !inAgent(flags) && !inShowing(flags)],
    ['Model and budget:', inModel],
    ['Agent and tools:', inAgent],
    ['What is shown:', inShowing],
  ]
}

function toOption(flags: string, about: string): Option {
  const repeated = flags.includes('...')
  const option = new Option(flags.replace('...', ''), about)
  if (!option.required && !option.optional) return option
  const read = written(option.long ?? flags)
  return option.argParser<unknown>((value, before) =>
    repeated ? [...((before ?? []) as string[]), read(value)] : read(value),
  )
}

/** What is left empty, as by a variable that is not set, would mean the folder the command runs in. */
const written = (what: string) => (value: string) => {
  if (value.trim() !== '') return value
  throw usage(`${what} is empty; write what is meant, or leave it out`)
}

function sentence({ code, message }: CommanderError, command?: Command): string {
  const { name = '', arguments: all = {} } = command ?? {}
  const names = Object.keys(all)
  const [repeated] = Object.keys(command?.options ?? {}).filter(flags => flags.startsWith('-f'))
  const files = repeated === undefined ? '' : ', and -f before each file (-f - is stdin)'
  if (code === 'commander.excessArguments')
    return names.length === 1
      ? `${name} takes one argument; put a text of several words in quotes${files}`
      : `${name} takes ${names.join(' and ') || 'no arguments'}; intend ${name} --help tells more`
  const words = message.replace(/^error: /, '').replace(/\s+/g, ' ')
  return `${words}${words.endsWith('?)') ? '' : `; intend ${name} --help lists what there is`}`
}
