// One question of a bench, from its folder to what its trace says; what is finished is not asked again.
import { existsSync, readFileSync } from 'node:fs'
import { TraceOutcome } from './bench-result.ts'
import { type Pursuing, pursue } from './pursue.ts'
import { type RunFolder, traceFile } from './runs.ts'

/** How an agent is asked the questions of a bench. */
export type Asking = Pick<Pursuing, 'env' | 'signal' | 'onEvent' | 'goal'> &
  Required<Pick<Pursuing, 'shared'>>

/** Has the question of the run answered, or goes on there. Rejects as `pursue` does. */
export async function pursueOnce(run: RunFolder, asking: Asking): Promise<TraceOutcome> {
  const finished = outcomeIn(run)
  if (finished) return finished
  await pursue(run, asking)
  const outcome = outcomeIn(run)
  if (!outcome) throw new Error(`${traceFile(run)} is damaged`)
  return outcome
}

// --- internal ---

function outcomeIn(run: RunFolder): TraceOutcome | undefined {
  const file = traceFile(run)
  if (!existsSync(file)) return undefined
  try {
    return TraceOutcome.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined // it is made again from the journal
  }
}
