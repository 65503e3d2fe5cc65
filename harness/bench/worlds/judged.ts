// An episode that was won is judged once: the judgement lies in its folder, and is not asked for again.
import { join } from 'node:path'
import { z } from 'zod'
import type { Event } from '../../../agent/event.ts'
import type { Model } from '../../../agent/llm/models.ts'
import { memoryLibrary } from '../../../plans/library/library.ts'
import { readWhole, writeWhole } from '../../run/folders.ts'
import type { RunFolder } from '../../run/runs.ts'
import { type Judge, Judged } from '../../worlds/judge.ts'
import { contextBeside, journalBeside } from '../beside.ts'
import { Result, usageIn } from '../result.ts'
import type { Asking } from '../work.ts'

const Kept = z.object({ judged: Judged, usage: Result.shape.usage })
type Kept = z.infer<typeof Kept>

/** The judgement in the folder of the run; undefined before there is one. */
export const keptIn = ({ path }: RunFolder): Kept | undefined => readWhole(fileIn(path), Kept)

/** Asks the judge, and keeps what it says. Rejects when the bench was stopped meanwhile. */
export async function judgedOnce(
  run: RunFolder,
  events: readonly Event[],
  { judge, model, asking }: Judging,
): Promise<Kept> {
  const { signal, shared, onEvent } = asking
  const journal = journalBeside(run.path, onEvent)
  const library = memoryLibrary()
  const context = await contextBeside(run.run, { signal, library, shared: { ...shared, model } })
  try {
    const ctx = { ...context, report: journal.report }
    const judged = await judge.judge(events, { ctx, intention: 'judge' })
    signal.throwIfAborted()
    const kept = { judged, usage: usageIn(journal.events) }
    writeWhole(fileIn(run.path), kept)
    return kept
  } finally {
    journal.close()
  }
}

// --- internal ---

interface Judging {
  readonly judge: Judge
  readonly model: Model
  readonly asking: Asking
}

const fileIn = (path: string) => join(path, 'judged.json')
