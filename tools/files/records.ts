// Records found in JSON, kept as a table in the question's own folder, for the tools that compute.
import { randomUUID } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ToolContext } from '../tool.ts'
import type { LoadedDocument } from './load-document.ts'
import type { LinesPart } from './read/document.ts'

/**
 * Writes the records of a document as CSV into the question's own folder when it is first read, and says
 * so in a sentence; nothing when it has none, or when there is no such folder.
 */
export async function keepRecords(
  { name, records }: LoadedDocument,
  { offset, find }: LinesPart,
  { workspace }: ToolContext,
): Promise<string[]> {
  if (!records || !workspace || offset !== undefined || find !== undefined) return []
  const folder = await workspace()
  const part = join(folder, `.${randomUUID()}`)
  await writeFile(part, [records.columns, ...records.rows].map(line).join(''), { flag: 'wx' })
  await rename(part, join(folder, `${name}.csv`))
  return [
    `Its ${records.rows.length} records are a table as well: "${name}.csv" for the table tool, with lists and objects as JSON in their cells.`,
  ]
}

// --- internal ---

function line(cells: readonly string[]): string {
  return `${cells.map(cell => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`
}
