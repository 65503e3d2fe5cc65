// What a command of the command line is: a value that says its arguments and how it runs. It returns
// an exit code or throws; only main.ts prints errors and ends the process.
import type { Readable, Writable } from 'node:stream'
import { ConfigurationError } from '../../plans/configuration.ts'
import { meantBy } from '../../plans/text/nearest.ts'
import { reasonOf } from '../../plans/writable.ts'

export const exit = {
  satisfied: 0,
  notSatisfied: 1,
  usage: 2,
  configuration: 3,
  interrupted: 130,
} as const
export type ExitCode = (typeof exit)[keyof typeof exit]

/** Ends the command: `message` is one sentence for the person, with the way out. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly code: ExitCode

  constructor(message: string, code: ExitCode, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Bad usage: exit code 2. */
export function usage(message: string): CommandError {
  return new CommandError(message, exit.usage)
}

/** Bad configuration, or what the system refuses: exit code 3. */
export function misconfigured(message: string, cause?: unknown): CommandError {
  return new CommandError(message, exit.configuration, { cause })
}

/**
 * What a person can mend, as a CommandError: a wrong configuration, a file or folder the system
 * refuses. Undefined for a fault of the program.
 */
export function toCommandError(error: unknown): CommandError | undefined {
  if (error instanceof CommandError) return error
  if (error instanceof ConfigurationError) return misconfigured(error.message, error)
  if (!(error instanceof Error && 'syscall' in error)) return undefined
  // the system does not always say of which file
  const { path, syscall = '' } = error as NodeJS.ErrnoException
  const verb = /^(read|open|stat|lstat|scandir|access)$/.test(syscall) ? 'read' : 'write'
  const what = `cannot ${path === undefined ? verb : 'use'} ${path ?? 'a file'}`
  return misconfigured(`${what}: ${reasonOf(error)}`, error)
}

/** `error` as a CommandError, where whatever fails is the person's to mend. */
export function configurationError(error: unknown): CommandError {
  return toCommandError(error) ?? misconfigured(messageOf(error), error)
}

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/**
 * The one of `actions` that `word`, the first of the command `name`, means. Throws a CommandError that
 * names what there is; `thing` is what is acted upon.
 */
export function actionOf<Action>(
  actions: Readonly<Record<string, Action>>,
  word: string,
  { name, thing }: { readonly name: string; readonly thing: string },
): Action {
  if (Object.hasOwn(actions, word)) return actions[word]!
  const known = Object.keys(actions)
  if (word === '')
    throw usage(`say what to do with the ${thing}: intend ${name} ${known.join('|')}`)
  throw usage(`${name} cannot "${word}"; ${meantBy(word, known, `it can ${known.join(', ')}`)}`)
}

/**
 * Options by how they are written, such as `--model <spec>`, and what each does; the value of `--file <file...>`
 * is a list, as it may be given several times.
 */
export type CommandOptions = Readonly<Record<string, string>>

export const without = (options: CommandOptions, flags: RegExp): CommandOptions =>
  Object.fromEntries(Object.entries(options).filter(([each]) => !flags.test(each)))

/** What was given after a command: the flags in camel case, each a text, a list or a boolean. */
export type Options = Readonly<Record<string, unknown>>

export type Environment = Readonly<Record<string, string | undefined>>

/** What surrounds a command: its streams, its folder and its environment. */
export interface Surroundings {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  readonly stderr: Writable & {
    readonly isTTY?: boolean
    readonly columns?: number
    readonly rows?: number
  }
  /** Absolute path of the folder in which files are looked up and `.intend` lies. */
  readonly folder: string
  readonly env: Environment
  /** Aborts when the person interrupts. */
  readonly interrupted: AbortSignal
}

export interface Command {
  readonly name: string
  readonly about: string
  /** True for the one that is meant when no command is named. */
  readonly byDefault?: boolean
  /** Positional arguments by name, for the help. Any may be left out; the command says what then. */
  readonly arguments: Readonly<Record<string, string>>
  readonly options: CommandOptions
  /** `options` are the flags in camel case as given: text, list or boolean. */
  run(given: readonly string[], options: Options, around: Surroundings): Promise<ExitCode>
}

/** `--max-cost <dollars>` is found under `maxCost`. */
export const keyOf = (flags: string) =>
  flags
    .replace(/^.*--([a-z-]+).*$/, '$1')
    .replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Throws a CommandError when one of the options in `table` is given: it would do nothing, as it is `what`. */
export function refuseGiven(options: Options, table: CommandOptions, what: string): void {
  const given = Object.keys(table).find(flags => options[keyOf(flags)] !== undefined)
  if (given !== undefined) throw usage(`${given.split(' ')[0]} is ${what}, or leave it out`)
}
