// What can follow what is typed: commands by the beginning of their names, what they take, files after @.
import { readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { Completion, Completions } from '../terminal/input/prompt.ts'

/** Paths that begin as typed, folders with a slash behind them; hidden ones only when a dot is typed. */
export function paths(folder: string, typed: string): readonly Completion[] {
  const ends = typed.endsWith('/')
  const above = ends ? typed : typed.includes('/') ? `${dirname(typed)}/`.replace('//', '/') : ''
  const begins = ends ? '' : basename(typed)
  const place = resolve(folder, above.replace(/^~(?=\/)/, homedir()))
  try {
    return readdirSync(place, { withFileTypes: true })
      .filter(
        ({ name }) => name.startsWith(begins) && (begins.startsWith('.') || !name.startsWith('.')),
      )
      .slice(0, mostPaths)
      .map(entry => ({ text: `${join(above, entry.name)}${entry.isDirectory() ? '/' : ''}` }))
      .sort((a, b) => (a.text < b.text ? -1 : 1))
  } catch {
    return []
  }
}

/** What the text before the cursor can be completed to, `commands` being those that begin with a slash. */
export function completions(
  text: string,
  at: number,
  folder: string,
  commands: (line: string) => Completions | undefined,
): Completions {
  const before = text.slice(0, at)
  const command = before.startsWith('/') ? commands(before) : undefined
  if (command) return command
  const [word = ''] = /@"[^"]*$|\S*$/.exec(before) ?? []
  if (word.startsWith('@')) {
    const from = at - word.length + 1
    return { from, options: paths(folder, word.replace(/^@"?/, '')).map(inMarks) }
  }
  const [, spaced] = /(?:^|\s)@([^@"]*\s[^@"]*)$/.exec(before) ?? []
  const named = spaced === undefined ? [] : paths(folder, spaced)
  if (named.length > 0) return { from: at - spaced!.length, options: named.map(inMarks) }
  const isPath = /^(\.{0,2}|~)\/|\//.test(word)
  return { from: at - word.length, options: isPath ? paths(folder, word) : [] }
}

// --- internal ---

const mostPaths = 200

/** A path with spaces stands in quotation marks, those of a folder still open. */
const inMarks = ({ text }: Completion): Completion =>
  /\s/.test(text) ? { text: `"${text}${text.endsWith('/') ? '' : '"'}` } : { text }
