// What a command of a session is: a line that begins with a slash.
import type { Completion } from '../../terminal/input/prompt.ts'
import type { Desk } from '../desk.ts'

export interface SlashCommand {
  /** Without the slash. */
  readonly name: string
  /** What follows the name, for the help: `[NAME]`. */
  readonly takes?: string
  readonly about: string
  /** True for one that the help names without a line of its own. */
  readonly seldom?: boolean
  /** True for one that can be carried out while a question is under way. */
  readonly anytime?: boolean
  /** What may follow the name. */
  readonly complete?: (desk: Desk, typed: string) => readonly Following[]
  /**
   * Carries it out, and may wait; gives true when a question that was not finished is to be gone on with, else
   * anything. Throws a CommandError of one sentence, which is told.
   */
  readonly run: (desk: Desk, rest: string) => unknown
}

/** A completion of what is typed, or a text, with a word on it, that is one where it begins so. */
export type Following = Completion | string | readonly [text: string, about: string]
