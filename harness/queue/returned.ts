// What comes back of an attempt, as it is kept: by the leader, and by no other process.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import type { Event } from '../../agent/event.ts'
import { refuseLinks } from '../../plans/writable.ts'
import type { Asking } from '../bench/work.ts'
import { type RunFolder, workspaceOf } from '../run/runs.ts'
import type { Blobs } from './blobs.ts'
import type { Item } from './job.ts'

interface Keeping {
  readonly asking: Asking
  readonly blobs: Blobs
  readonly keep: (event: Event) => void
  readonly barrier: (attempt: string, number: number) => Promise<void>
  /** How many events are kept. */
  readonly known: () => number
}

/** Takes one thing that has come back; the same once more changes nothing. */
export type Hearing = (item: Item, attempt: string) => Promise<void>

export function hearing(run: RunFolder, keeping: Keeping): Hearing {
  const { asking, blobs, keep, barrier, known } = keeping
  const { library, memory } = asking.shared
  return async (item, attempt) => {
    switch (item.type) {
      case 'begun':
        return asking.onBegun?.(item.worker.split(' ').slice(0, 2).join(' '))
      case 'event': {
        const { seq } = item.event
        if (seq > known() + 1) throw new Error(`event ${known() + 1} was lost on its way`)
        if (seq > known()) keep(item.event as unknown as Event)
        return
      }
      case 'learned': // under this run's name alone, whatever the worker says
        return library.record(run.run.id, item)
      case 'remembered':
        return memory?.remember(item.facts)
      case 'written':
        return writeBelow(workspaceOf(run), item.name, await blobs.get(item.hash))
      case 'barrier':
        return barrier(attempt, item.number)
      case 'done':
      case 'stopped':
      case 'failed':
      case 'refused':
        return
    }
  }
}

// --- internal ---

function writeBelow(folder: string, name: string, content: Uint8Array): void {
  const file = join(folder, name)
  if (!file.startsWith(folder + sep)) throw new Error(`a worker wanted to write ${file}`)
  mkdirSync(dirname(file), { recursive: true })
  refuseLinks(file)
  writeFileSync(file, content)
}
