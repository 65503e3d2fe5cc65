// Files of JSON, and of JSON lines that are only ever added to: what a crash has cut off at their end has not happened.
import { readFileSync, truncateSync } from 'node:fs'
import { jsonOf } from '../../plans/canonical.ts'

/** What the file holds; undefined where there is none that can be read, or no JSON. */
export function jsonIn(file: string): unknown {
  try {
    return jsonOf(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** The lines of `file` that were written to their end; none when there is no file. */
export function wholeLines(file: string): readonly string[] {
  return read(file).split('\n').slice(0, -1)
}

/** A last line that was not written to its end; empty when all were. */
export const tornLine = (file: string): string => read(file).split('\n').at(-1)!

/** Removes a last line that was not written to its end. */
export function dropTornLine(file: string): void {
  const text = read(file)
  if (text !== '') truncateSync(file, Buffer.byteLength(text.slice(0, text.lastIndexOf('\n') + 1)))
}

// --- internal ---

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
