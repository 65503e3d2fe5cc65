// Reading a condition from left to right.

/** A place in a text, and the belief that `and is ...` goes on speaking of. */
export interface Cursor {
  readonly text: string
  at: number
  subject?: string
}

/** Reads what the sticky pattern matches here, white space before it skipped. */
export function take(cursor: Cursor, pattern: RegExp): RegExpExecArray | undefined {
  while (/\s/.test(cursor.text[cursor.at] ?? '')) cursor.at += 1
  pattern.lastIndex = cursor.at
  const found = pattern.exec(cursor.text)
  if (!found) return undefined
  cursor.at = pattern.lastIndex
  return found
}

/** Goes back to where it was when `read` finds nothing. */
export function attempt<T>(cursor: Cursor, read: (cursor: Cursor) => T | undefined): T | undefined {
  const from = cursor.at
  const found = read(cursor)
  if (found === undefined) cursor.at = from
  return found
}

/** A name in `ground_belief(NAME)`, quoted or not. */
export function takeBelief(cursor: Cursor): string | undefined {
  const found = take(cursor, /ground_?beliefs?\s*\(\s*(["'`]?)([a-z_]\w*)\1\s*\)/iy)
  return found?.[2]
}

/** A quoted text, with backslash escapes as in JSON. */
export function takeText(cursor: Cursor): string | undefined {
  const double = take(cursor, /"(?:[^"\\]|\\[\s\S])*"/y)?.[0]
  if (double !== undefined) return unquote(double)
  const other = take(cursor, /'((?:[^'\\]|\\[\s\S])*)'|“([^”]*)”/y)
  return (
    other &&
    unquote(
      `"${(other[1] ?? other[2] ?? '').replaceAll("\\'", "'").replaceAll(/(?<!\\)"/g, '\\"')}"`,
    )
  )
}

/** What a text in double quotes says. */
export function unquote(quoted: string): string {
  try {
    return JSON.parse(quoted) as string
  } catch {
    // raw line breaks or an escape that JSON does not have: every backslash keeps what follows it
    return quoted.slice(1, -1).replaceAll(/\\([\s\S])/g, '$1')
  }
}
