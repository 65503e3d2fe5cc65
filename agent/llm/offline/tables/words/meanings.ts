// What a word or a phrase of a question may mean over a table, and where it does.
import type { Period } from '../query.ts'
import type { Column } from '../table.ts'
import type { Here, Operator } from './vocabulary.ts'

/** An adjective, and how it is compared. */
export interface Way {
  readonly degree: 'plain' | 'er' | 'est'
  readonly few: boolean
}

export type Meaning =
  | { readonly is: 'operator'; readonly operator: Operator }
  /** By its name, or a word of it; or by a word for what it holds: then it may be one of several. */
  | {
      readonly is: 'column'
      readonly columns: readonly Column[]
      readonly by: 'name' | 'part' | 'property' | 'unit'
      readonly way?: Way | undefined
      readonly unit?: string
    }
  /** In all spellings of the table; `unlisted` where only its rows show whether there is such. */
  | {
      readonly is: 'value'
      readonly column: Column
      readonly values: readonly string[]
      readonly unlisted?: true
    }
  | { readonly is: 'number'; readonly value: number }
  | { readonly is: 'period'; readonly period: Period }
  | { readonly is: 'sheet'; readonly sheet: string }
  /** What rows are called; a word of the names of file and sheet; a noun that says nothing beside another. */
  | { readonly is: 'rows' | 'about' | 'thing' | 'figure' }
  | { readonly is: 'silent' | 'open' }

/** Words in a row that mean something. */
export interface Entry {
  readonly words: readonly string[]
  readonly meaning: Meaning
  readonly weight: number
  /** Whether it holds where it stands. */
  readonly when?: ((here: Here) => boolean) | undefined
}

export const entry = (
  words: readonly string[],
  meaning: Meaning,
  weight: number,
  when?: Entry['when'],
): Entry => ({ words, meaning, weight, when })

/** Whether it stands inside a sentence with a capital. */
export const isCapital = ({ token, at }: Here) => at > 0 && /^\p{Lu}\p{L}/u.test(token.text)

/** `what did it cost to make` asks for more than what it cost. */
export const isAim = ({ tokens, at }: Here) =>
  tokens[at - 1]?.word === 'to' && at === tokens.length - 1
