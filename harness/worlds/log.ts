// What has been done in a world, one line of JSON for each time something changed: everything else
// about the world follows from it, so that a killed run finds the world as it left it.
import { appendFileSync } from 'node:fs'
import { dropTornLine, wholeLines } from '../../agent/runs/json-lines.ts'

/**
 * Opens the log in `file`, or one that lives as long as the process. A last line that was not written
 * to its end has not happened and is removed. Throws when another line is not JSON.
 */
export function openWorldLog<Entry>(file?: string) {
  if (file !== undefined) dropTornLine(file)
  const entries: Entry[] = file === undefined ? [] : wholeLines(file).map(line => JSON.parse(line))
  return {
    entries: entries as readonly Entry[],
    append: (entry: Entry) => {
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(entry)}\n`, { flush: true })
      entries.push(entry)
    },
  }
}
