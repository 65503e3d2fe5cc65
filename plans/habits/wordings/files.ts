// Attached files, as wordings look at them.
import { fingerprint } from '../../canonical.ts'
import type { Value } from '../../plan.ts'

/** An attached file, as far as wordings look at it. */
export interface WordedFile {
  readonly name: string
  readonly columns?: readonly {
    readonly name: string
    readonly type: string
    readonly unit?: string
    readonly values?: readonly string[]
    readonly sheet?: string
  }[]
}

/** Whether a text says yes or no. */
export const isFlag = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:true|false|yes|no)$/i.test(value)

/** Whether a file spells a flag so; then the words that do not vary say it as well as a boolean. */
export const isFlagOf = (value: Value, files: readonly WordedFile[]) =>
  isFlag(value) && files.some(({ columns = [] }) => columns.some(c => c.values?.includes(value)))

/** What a file has to be: a table of its kind, and with `layout` with the same columns; a document, itself. */
export function kindOf({ name, columns }: WordedFile, layout: boolean): string {
  if (!columns) return name
  const kind = /\.[^.\s]+$/.exec(name)?.[0].toLowerCase() ?? ''
  const shown = columns.map(({ name, type, unit, sheet }) => ({ name, type, unit, sheet }))
  return layout ? `${kind} ${fingerprint(shown)}` : kind
}
