// One question of a bench, from its folder to what its trace says; what is finished is not asked again.
import { existsSync, readFileSync } from 'node:fs'
import { writeWhole } from '../run/folders.ts'
import { pursue, type Trace } from '../run/pursue.ts'
import { type RunFolder, traceFile } from '../run/runs.ts'
import { TraceOutcome } from './result.ts'
import type { Asking } from './work.ts'

/** Has the question of the run answered, or goes on there. Rejects as `pursue` does. */
export async function pursueOnce(run: RunFolder, asking: Asking): Promise<TraceOutcome> {
  const finished = outcomeIn(run)
  if (finished) return finished
  let trace: Trace | undefined
  const { onTrace = (made: Trace) => writeWhole(traceFile(run), made) } = asking
  const keep = (made: Trace) => {
    trace = made
    onTrace(made)
  }
  const { elsewhere } = asking.shared
  if (elsewhere) await elsewhere(run, { ...asking, onTrace: keep })
  else await pursue(run, { ...asking, onTrace: keep })
  return trace!
}

/** What came of the run, by its trace; undefined as long as there is none, or when it is damaged. */
export function outcomeIn(run: RunFolder): TraceOutcome | undefined {
  const file = traceFile(run)
  if (!existsSync(file)) return undefined
  try {
    return TraceOutcome.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined // it is made again from the journal
  }
}
