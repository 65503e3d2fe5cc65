// A run, bench or simulation that its budget has ended goes on once more is allowed.
import { rmSync } from 'node:fs'
import type { Event } from '../../agent/event.ts'
import type { BudgetLimits } from '../../agent/llm/provider.ts'
import { readJournal } from '../../agent/runs/journal.ts'
import { replaceFile } from './folders.ts'
import { finished } from './outcome.ts'
import { journalFile, type RunFolder, traceFile } from './runs.ts'

/** How to go on with what a budget has ended: `go on with: intend resume NAME --max-tokens MORE`. */
export function wayOn(name: string, budget: BudgetLimits = {}): string {
  const flags = Object.keys(budget).map(limit => ` --max-${limit} MORE`)
  return `go on with: intend resume ${name}${flags.join('')}`
}

/**
 * Opens a run again that its budget has ended without an answer: what came of the calls that were not allowed any more
 * is taken off its journal; what they have used still counts. Any other run is left as it is.
 */
export function reopen(folder: RunFolder): void {
  if (finished(folder)?.satisfied !== false) return
  const journal = journalFile(folder)
  const events = readJournal(journal)
  // those before were cut off by a smaller budget, and have been gone on from
  const last = events.findLastIndex(event => event.type === 'model-called' && !isCutOff(event))
  const at = events.findIndex((event, index) => index > last && isCutOff(event))
  if (at < 0) return
  const kept = events.filter((event, index) => index < at || event.type === 'model-called')
  replaceFile(journal, kept.map(event => `${JSON.stringify(event)}\n`).join(''))
  rmSync(traceFile(folder), { force: true })
}

// --- internal ---

const isCutOff = (event: Event) => event.type === 'model-called' && event.error?.kind === 'budget'
