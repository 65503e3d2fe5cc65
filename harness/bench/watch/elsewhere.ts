// A bench watched from another terminal: how it goes is kept in its folder while it runs.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { jsonIn } from '../../../agent/runs/json-lines.ts'
import { CommandError, type ExitCode, exit, type Surroundings } from '../../cli/command.ts'
import type { Showing } from '../../run/answer.ts'
import { replaceFile } from '../../run/folders.ts'
import { createScreen } from '../../terminal/screen.ts'
import { type BenchFolder, readResults } from '../folder.ts'
import { plansAtEndIn, summaryLines, summaryOf } from '../summary.ts'
import { tellingOn } from './bench-watch.ts'
import { Sight } from './sight.ts'

/** Writes how the bench goes into its folder every second, until this is disposed of. */
export function keepSight(folder: Pick<BenchFolder, 'path'>, sight: () => Sight): Disposable {
  const file = fileIn(folder)
  const keep = () => {
    try {
      replaceFile(file, JSON.stringify(sight()), false)
    } catch {} // the bench goes on without being watched
  }
  keep()
  const timer = setInterval(keep, everyMs)
  timer.unref()
  return {
    [Symbol.dispose]() {
      clearInterval(timer)
      rmSync(file, { force: true })
    },
  }
}

/**
 * Shows a bench that another process is at work on, until that has ended. Rejects with a CommandError when
 * there is no such process, or it gives no sign of life.
 */
export async function watchBench(
  folder: BenchFolder,
  { showing, around }: { readonly showing: Showing; readonly around: Surroundings },
): Promise<ExitCode> {
  const screen = createScreen(around, { ...showing, live: true, watch: true })
  let patience = 0
  try {
    for (;;) {
      const seen = Sight.safeParse(jsonIn(fileIn(folder))).data
      const plansAtEnd = plansAtEndIn(folder)
      if (!seen && plansAtEnd !== undefined) {
        screen.close()
        const results = readResults(folder)
        screen.show(summaryLines(summaryOf(folder, {}, { results, plansAtEnd }), screen.width))
        return exit.satisfied
      }
      if (!seen && patience === 0) throw nobody(folder, 'nobody is at work on it')
      if (seen && Date.now() - seen.at > silentMs)
        throw nobody(folder, 'the process at work on it gives no sign of life')
      if (seen) tellingOn(screen, () => seen, Date.now).status()
      patience = seen ? summaryTicks : patience - 1
      await wait(everyMs, undefined, { signal: around.interrupted }).catch(() => {
        throw new CommandError('no longer watched; the bench goes on', exit.interrupted)
      })
    }
  } finally {
    screen.close()
  }
}

// --- internal ---

const everyMs = 1_000
/** How often it is looked for the summary, which is written a moment after the last result. */
const summaryTicks = 5
/** As long as the lock of a process may be silent before the process counts as dead. */
const silentMs = 30_000

const fileIn = ({ path }: Pick<BenchFolder, 'path'>) => join(path, 'watch.json')

const nobody = ({ name }: BenchFolder, why: string) =>
  new CommandError(`${why}; go on with: intend resume ${name}`, exit.notSatisfied)
