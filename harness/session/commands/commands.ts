// The commands of a session, found by the beginning of their names.
import { given } from '../../../plans/given.ts'
import { nearest } from '../../../plans/text/nearest.ts'
import { usage } from '../../cli/command.ts'
import type { Completion, Completions } from '../../terminal/input/prompt.ts'
import { aligned } from '../../terminal/plain-text.ts'
import type { Desk } from '../desk.ts'
import type { Following, SlashCommand } from './command.ts'
import { knowing } from './knowing.ts'
import { paper } from './paper.ts'
import { sessionCommands } from './sessions.ts'
import { settings } from './settings.ts'

const help: SlashCommand = {
  name: 'help',
  takes: '[COMMAND]',
  about: 'list the commands and keys, or say what one does',
  anytime: true,
  complete: () => slashCommands.map(({ name }) => name),
  run(desk, rest) {
    const one = rest === '' ? undefined : commandIn(`/${rest.replace(/^\//, '')}`).command
    if (one) return desk.say(`${`/${one.name} ${one.takes ?? ''}`.trim()}  ${one.about}`)
    const often = slashCommands.filter(({ seldom }) => !seldom)
    const rows = often.map(({ name, about }) => [`/${name}`, about.replace(/;.*/, '')])
    const others = slashCommands.filter(({ seldom }) => seldom).map(({ name }) => `/${name}`)
    desk.say(
      ...aligned([['', ''], ...rows], desk.telling.width()).filter(line => line !== ''),
      `also ${others.join(' ')}; /help COMMAND says what a command does and what may follow it`,
      '',
      keys.join(' '),
    )
  },
}

const slashCommands: readonly SlashCommand[] = [
  help,
  ...knowing,
  ...settings,
  ...sessionCommands,
  ...paper,
]

/**
 * The command that a line names, by its name or a beginning that only one has, and what follows it. Throws a
 * CommandError that says what is meant by none or by several.
 */
export function commandIn(line: string): { readonly command: SlashCommand; readonly rest: string } {
  const [, name = '', rest = ''] = /^\/(\S*)\s*([\s\S]*)$/.exec(line.trim()) ?? []
  const exact = slashCommands.find(command => command.name === name)
  const several = slashCommands.filter(command => command.name.startsWith(name))
  const command = exact ?? (several.length === 1 ? several[0] : undefined)
  if (command) return { command, rest }
  if (several.length > 1 && name !== '')
    throw usage(`/${name} may be ${several.map(each => `/${each.name}`).join(' or ')}`)
  const names = slashCommands.map(each => each.name)
  const meant = nearest(name, names)
  const way = meant ? `did you mean /${meant}?` : '/help has what there is'
  throw usage(`there is no /${name}; ${way}`)
}

/** What a line that begins with a slash can be completed to. */
export function completionsOf(desk: Desk, line: string): Completions | undefined {
  const [, name = '', typed] = /^\/(\S*)(?:\s+([\s\S]*))?$/.exec(line) ?? []
  if (typed === undefined && !line.includes(' ')) {
    const found = slashCommands.filter(command => command.name.startsWith(name))
    return {
      from: 0,
      options: found.map(({ name, takes, about }) => ({
        text: `/${name}${takes ? ' ' : ''}`,
        about,
      })),
    }
  }
  const command = slashCommands.find(each => each.name === name)
  if (!command?.complete) return undefined
  const rest = typed ?? ''
  const options = command.complete(desk, rest).flatMap(each => completionsIn(each, rest))
  return { from: line.length - rest.length, options }
}

// --- internal ---

function completionsIn(each: Following, typed: string): readonly Completion[] {
  if (typeof each === 'object' && 'text' in each) return [each]
  const [text, about] = typeof each === 'string' ? [each] : each
  return text.toLowerCase().startsWith(typed.toLowerCase()) ? [given({ text, about })] : []
}

const keys = [
  'Enter sends; Shift-Enter, Ctrl-J or \\ Enter begins a new line; Tab completes; Up or Ctrl-R looks back;',
  'Ctrl-G opens your editor; Ctrl-T unfolds what is under way; Esc stops it; Ctrl-C clears the line, then leaves.',
  'What is typed while it works waits its turn; Enter once more says it at once.',
]
