// Writers of a library that are killed with SIGKILL at a moment of chance, and what they had done.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openLibrary } from '../../../plans/library/library.ts'
import { counted, outcome } from './outcome.ts'

export interface Round {
  /** The last record that had resolved, and the last that had begun, when the process was killed. */
  readonly done: number
  readonly tried: number
  /** What the library says right after the kill, and after the run has recorded once more. */
  readonly found: number
  readonly after: number
  readonly setAside: string | undefined
  /** Files beside the library at the end. */
  readonly left: readonly string[]
}

/** Runs one writer in a folder of its own, kills it while it tries its `last` record, and looks. */
export async function killedWriter(last: number): Promise<Round> {
  const folder = await mkdtemp(join(tmpdir(), 'intend-killed-'))
  const file = join(folder, 'plans.json')
  try {
    const said = await killed(file, last)
    const numberOf = (word: string) =>
      Number(said.findLast(line => line.startsWith(word))?.split(' ')[1] ?? 0)
    const library = await openLibrary(file, { stale: 2000 })
    const found = count(library.get(counted.id)?.stats)
    await library.record('killed', outcome(numberOf('try')))
    const again = await openLibrary(file)
    return {
      done: numberOf('done'),
      tried: numberOf('try'),
      found,
      after: count(again.get(counted.id)?.stats),
      setAside: library.setAside ?? again.setAside,
      left: (await readdir(folder)).filter(name => name !== 'plans.json'),
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function killed(file: string, last: number): Promise<readonly string[]> {
  const script = join(import.meta.dirname, 'record-outcomes.ts')
  const child = spawn(process.execPath, [script, file, 'killed', '1000000'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  for await (const line of createInterface(child.stdout)) {
    lines.push(line)
    if (line === `try ${last}`) child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return lines
}

function count(stats: Record<string, { readonly useCount: number }> = {}): number {
  return stats.killed?.useCount ?? 0
}
