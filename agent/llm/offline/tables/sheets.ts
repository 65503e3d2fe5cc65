// The tables a question may be about, and where it names sheets of a workbook.
import type { PerceiveReads } from '../../../../phases/perceive/contract.ts'
import { sameWord, type Token, tokens } from '../words.ts'
import type { Column } from './columns.ts'

/** A file's table, or one sheet of a workbook. */
export interface Table {
  readonly file: string
  readonly sheet?: string
  readonly columns: readonly Column[]
}

/** Tokens `first` up to `end` name a sheet. */
export interface SheetMention {
  readonly sheet: string
  readonly first: number
  readonly end: number
}

/** Every table of the files; each sheet is one. */
export function tablesOf(files: PerceiveReads['files']): readonly Table[] {
  return files.flatMap(({ name, columns = [] }) =>
    [...Map.groupBy(columns, ({ sheet }) => sheet)].map(([sheet, own]) => ({
      file: name,
      ...(sheet !== undefined && { sheet }),
      columns: own,
    })),
  )
}

/**
 * Where sheets are named, in order: by all words of a name, or by one that only this sheet's name has
 * (`2024` of `Sales 2024`) and no column does.
 */
export function sheetsNamed(
  all: readonly Token[],
  tables: readonly Table[],
): readonly SheetMention[] {
  const sheets = tables.flatMap(({ sheet }) => (sheet === undefined ? [] : [sheet]))
  const names = sheets
    .map(sheet => ({ sheet, words: wordsOf(sheet) }))
    .toSorted((a, b) => b.words.length - a.words.length)
  const found: SheetMention[] = []
  const add = (sheet: string, words: readonly Token[]) => {
    for (let first = 0; words.length > 0 && first + words.length <= all.length; first++) {
      const end = first + words.length
      const free = !found.some(each => each.first < end && first < each.end)
      if (free && words.every((word, index) => sameWord(all[first + index]!, word)))
        found.push({ sheet, first, end })
    }
  }
  for (const { sheet, words } of names) add(sheet, words)
  if (sheets.length < 2) return found
  const others = tables.flatMap(({ columns }) =>
    columns.flatMap(({ name, values = [] }) => [name, ...values].flatMap(wordsOf)),
  )
  for (const { sheet, words } of names)
    for (const word of words) {
      const shared = names.filter(name => name.words.some(other => sameWord(word, other)))
      if (word.word.length > 2 && shared.length === 1 && !others.some(o => sameWord(word, o)))
        add(sheet, [word])
    }
  return found.toSorted((a, b) => a.first - b.first)
}

/** A year that sheets are named by and the question names, of which there is no sheet. */
export function yearWithoutSheet(
  all: readonly Token[],
  tables: readonly Table[],
  named: readonly SheetMention[],
): string | undefined {
  const isYear = ({ text }: Token) => /^(19|20)\d\d$/.test(text)
  if (!tables.some(({ sheet = '' }) => wordsOf(sheet).some(isYear))) return undefined
  return all.find((token, at) => isYear(token) && !named.some(n => n.first <= at && at < n.end))
    ?.text
}

// --- internal ---

const wordsOf = (name: string) =>
  tokens(name.replaceAll('_', ' ')).filter(({ kind }) => kind !== 'mark')
