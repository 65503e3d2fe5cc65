// What has been done in a world, one line of JSON for each time something changed: everything else
// about the world follows from it, so that a killed run finds the world as it left it.
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs'

/** The entries so far, and how one is added. */
export interface WorldLog<Entry> {
  readonly entries: readonly Entry[]
  append(entry: Entry): void
}

/**
 * Opens the log in `file`, or one that lives as long as the process. A last line that was not written
 * to its end has not happened and is removed. Throws when another line is not JSON.
 */
export function openWorldLog<Entry>(file?: string): WorldLog<Entry> {
  const entries: Entry[] = file === undefined ? [] : read<Entry>(file)
  return {
    entries,
    append: entry => {
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(entry)}\n`, { flush: true })
      entries.push(entry)
    },
  }
}

// --- internal ---

function read<Entry>(file: string): Entry[] {
  if (!existsSync(file)) return []
  const text = readFileSync(file)
  const end = text.lastIndexOf('\n') + 1
  if (end < text.length) truncateSync(file, end)
  const lines = text.subarray(0, end).toString('utf8').split('\n').slice(0, -1)
  return lines.map(line => JSON.parse(line) as Entry)
}
