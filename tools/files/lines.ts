// Text files by the line, in bounded memory: lines of a file, a range of them, those that hold a word.

import { foldText } from '../nearest.ts'
import type { Encoding } from './encodings.ts'
import { decoded } from './text.ts'

/** A line longer than this many characters is read as several, numbered on. */
export const longestLine = 2000

/** The lines of a text file, without line ends, each at most `longestLine` characters. */
export async function* readLines(
  path: string,
  encoding: Encoding,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  let rest = ''
  for await (const text of decoded(path, encoding, signal)) {
    // a CR at the very end may be half of a line end
    const whole = rest + text
    const held = whole.endsWith('\r') ? '\r' : ''
    const lines = whole.slice(0, whole.length - held.length).split(/\r\n|\n|\r/)
    rest = (lines.pop() ?? '') + held
    for (const line of lines) yield* pieces(line)
    while (rest.length > 2 * longestLine) {
      yield rest.slice(0, longestLine)
      rest = rest.slice(longestLine)
    }
  }
  if (rest !== '') yield* pieces(rest.replace(/\r$/, ''))
}

function* pieces(line: string): Generator<string> {
  if (line.length <= longestLine) yield line
  else for (let at = 0; at < line.length; at += longestLine) yield line.slice(at, at + longestLine)
}

/** True when `text` contains `wanted`, without regard to case and spacing. */
export function mentions(text: string, wanted: string): boolean {
  return foldText(text).includes(foldText(wanted))
}
