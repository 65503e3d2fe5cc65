// The journal: every event as one JSON line, appended when it happens. A killed run is read back
// from it and goes on.
import { appendFileSync, closeSync, fsyncSync, openSync, readFileSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder, refuseLink } from '../../plans/writable.ts'
import type { Event } from '../event.ts'

export interface Journal {
  /** What had happened before. */
  readonly past: readonly Event[]
  /** Hands the event to the operating system before it returns; a killed process does not lose it. */
  append(event: Event): void
  /** Forces everything appended onto the disk, wherever that is; awaited before an effect. */
  flush(): void | Promise<void>
  close(): void
}

/** A journal that remembers nothing, for an agent that need not be resumed. */
export const noJournal: Journal = {
  past: [],
  append: () => undefined,
  flush: () => undefined,
  close: () => undefined,
}

/**
 * Opens `file` for appending, creating it and its folder when missing. A last line that was cut off
 * by a crash is removed: its event did not happen. Throws a ConfigurationError where `file` is a link.
 */
export function openJournal(file: string): Journal {
  makeFolder(dirname(file))
  refuseLink(file)
  dropTornLine(file)
  const past = readJournal(file)
  const fd = openSync(file, 'a')
  return {
    past,
    append: event => {
      appendFileSync(fd, `${JSON.stringify(event)}\n`) // the whole line, also in several writes
    },
    flush: () => fsyncSync(fd),
    close: () => closeSync(fd),
  }
}

/**
 * The events of a journal in order; none when there is no file. A torn last line is passed over.
 * Throws when an earlier line is not the event that is due there, and says which line.
 */
export function readJournal(file: string): readonly Event[] {
  const lines = read(file).split('\n')
  lines.pop() // empty, or cut off in the middle
  return lines.map((line, index) => {
    const event = parsed(line)
    if (event?.seq === index + 1) return event
    throw new Error(
      `${file}, line ${index + 1}: not event ${index + 1}; the journal is damaged there`,
    )
  })
}

function parsed(line: string): Event | undefined {
  try {
    return JSON.parse(line) ?? undefined
  } catch {
    return undefined
  }
}

function dropTornLine(file: string): void {
  const text = read(file)
  if (text !== '' && !text.endsWith('\n'))
    truncateSync(file, Buffer.byteLength(text.slice(0, text.lastIndexOf('\n') + 1)))
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
