// A bench watched from another terminal: what is seen of it is kept in its folder while it goes on.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CommandError, type ExitCode, exit } from '../../cli/command.ts'
import { createScreen } from '../../terminal/screen.ts'
import type { Attended } from '../experiment.ts'
import type { BenchFolder } from '../folder.ts'
import { earlierSummary, summaryLines } from '../summary.ts'
import { tellingOn } from './bench-watch.ts'
import { Sight } from './sight.ts'

/** Keeps what is seen in the folder, anew every second, until the end. It is lost with the process and nobody misses it. */
export function keepSight(folder: Pick<BenchFolder, 'path'>, sight: () => Sight): Disposable {
  const file = fileIn(folder)
  const keep = () => {
    try {
      writeFileSync(`${file}.tmp`, JSON.stringify(sight()))
      renameSync(`${file}.tmp`, file)
    } catch {} // the bench does not hang on who watches it
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
 * Shows a bench that another process is at work on, until that has ended. Rejects with a CommandError when there is
 * none, or it shows no sign of life.
 */
export async function watchBench(
  folder: BenchFolder,
  { showing, around }: Attended,
): Promise<ExitCode> {
  const screen = createScreen(around, { ...showing, live: true, watch: true })
  try {
    for (let last = seenIn(folder); last; last = seenIn(folder)) {
      const seen = last
      if (Date.now() - last.at > silentMs)
        throw nobody(folder, 'the process at work on it gives no sign of life')
      tellingOn(screen, () => seen, Date.now).status()
      await wait(everyMs, undefined, { signal: around.interrupted }).catch(() => {
        throw new CommandError('no longer watched; the bench goes on', exit.interrupted)
      })
    }
    const summary = earlierSummary(folder)
    if (!summary) throw nobody(folder, 'nobody is at work on it')
    screen.close()
    screen.show(summaryLines(summary))
    return exit.satisfied
  } finally {
    screen.close()
  }
}

// --- internal ---

const everyMs = 1_000
/** As long as the lock of a process may be silent before it is taken for dead. */
const silentMs = 30_000

const fileIn = ({ path }: Pick<BenchFolder, 'path'>) => join(path, 'watch.json')

function seenIn(folder: BenchFolder): Sight | undefined {
  try {
    return Sight.safeParse(JSON.parse(readFileSync(fileIn(folder), 'utf8'))).data
  } catch {
    return undefined
  }
}

const nobody = ({ name }: BenchFolder, why: string) =>
  new CommandError(`${why}; go on with: intend resume ${name}`, exit.notSatisfied)
