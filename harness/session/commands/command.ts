// What a command of a session is: a line that begins with a slash.
import type { Completion } from '../../terminal/input/prompt.ts'
import type { Desk } from '../desk.ts'

export interface SlashCommand {
  /** Without the slash. */
  readonly name: string
  /** What follows the name, for the help: `[NAME]`. */
  readonly takes?: string
  readonly about: string
  /** True for one that can be carried out while a question is under way. */
  readonly anytime?: boolean
  /** What may follow the name, of which the beginning is typed. */
  readonly complete?: (desk: Desk, typed: string) => readonly Completion[]
  /**
   * Carries it out, and may wait; gives true when a question that was not finished is to be gone on with, else
   * anything. Throws a CommandError of one sentence, which is told.
   */
  readonly run: (desk: Desk, rest: string) => unknown
}

/** Completions that begin with what is typed. */
export const beginning = (
  typed: string,
  all: readonly (string | readonly [text: string, about: string])[],
): readonly Completion[] =>
  all
    .map(each => (typeof each === 'string' ? { text: each } : { text: each[0], about: each[1] }))
    .filter(({ text }) => text.toLowerCase().startsWith(typed.toLowerCase()))
