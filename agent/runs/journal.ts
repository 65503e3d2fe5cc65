// The journal: every event as one JSON line, appended when it happens; a plan is written out when it is
// first chosen. A killed run is read back from it and goes on.

import { appendFileSync, closeSync, fstatSync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { fingerprint, jsonOf } from '../../plans/canonical.ts'
import { ConfigurationError } from '../../plans/configuration.ts'
import type { Plan } from '../../plans/plan.ts'
import { makeFolder, refuseLink } from '../../plans/writable.ts'
import type { Event } from '../event.ts'
import { dropTornLine, tornLine, wholeLines } from './json-lines.ts'

/**
 * What takes every event when it happens, and gives those of an earlier run to `resume`.
 * @example
 * ```ts
 * import { createAgent, type Event, type Journal } from 'intend'
 *
 * const lines: Event[] = []
 * const add = (event: Event) => void lines.push(event)
 * const nothing = () => undefined
 * const journal: Journal = { past: [], append: add, defer: add, flush: nothing, close: nothing }
 * const agent = await createAgent({ journal })
 * await agent.ask('How many km are 3 h at 50 km/h?')
 * console.log(lines[0]?.type) // perception-received
 * agent.close()
 * ```
 */
export interface Journal {
  /** What had happened before. */
  readonly past: readonly Event[]
  /**
   * Hands the event to the operating system before it returns, with those put off; a killed process does not
   * lose it.
   */
  append(event: Event): void
  /** Puts the event off: until another is appended, all is flushed, or nothing is left to be done at once. */
  defer(event: Event): void
  /** Forces everything appended onto the disk, wherever that is; awaited before an effect. */
  flush(): void | Promise<void>
  close(): void
}

/** A journal that remembers nothing, for an agent that need not be resumed. */
export const noJournal: Journal = {
  past: [],
  append: () => undefined,
  defer: () => undefined,
  flush: () => undefined,
  close: () => undefined,
}

/**
 * Opens `file` for appending, creating it and its folder when missing. A last line that was cut off
 * by a crash is removed: its event did not happen. Throws a ConfigurationError where `file` is a link, or holds
 * something else. When another journal has written to the file, this one writes no more: every `append` then
 * throws a ConfigurationError.
 */
export function openJournal(file: string): Journal {
  makeFolder(dirname(file))
  refuseLink(file)
  const past = readJournal(file)
  if (past.length === 0) refuseOther(file)
  dropTornLine(file)
  const known = new Map<string, Plan>()
  for (const event of past) brief(event, known)
  const fd = openSync(file, 'a')
  let lines = '' // put off
  let fault: { readonly error: unknown } | undefined
  let { size } = fstatSync(fd)
  const write = () => {
    try {
      if (lines !== '') {
        // two that write would number their events alike, and nobody could read the file again
        if (fstatSync(fd).size !== size) throw new ConfigurationError(elsewhere(file))
        appendFileSync(fd, lines) // whole lines, also in several writes
        size += Buffer.byteLength(lines)
      }
    } catch (error) {
      fault = { error } // for whoever has more to write: behind a torn line nothing could be read
    }
    lines = ''
  }
  const defer = (event: Event) => {
    if (fault) throw fault.error
    if (lines === '') process.nextTick(write)
    lines += `${JSON.stringify(brief(event, known))}\n`
  }
  const written = () => {
    write()
    if (fault) throw fault.error
  }
  return {
    past,
    append: event => {
      defer(event)
      written()
    },
    defer,
    flush: () => {
      written()
      fsyncSync(fd)
    },
    close: () => {
      write()
      closeSync(fd)
      fault = { error: new Error(`${file} is closed`) } // its number may be another file's by now
    },
  }
}

/**
 * The events of a journal in order; none when there is no file. A torn last line is passed over.
 * Throws when an earlier line is not the event that is due there, and says which line.
 */
export function readJournal(file: string): readonly Event[] {
  const known = new Map<string, Plan>()
  return wholeLines(file).map((line, index) => {
    const event = whole((jsonOf(line) ?? undefined) as Line | undefined, known)
    if (event?.seq === index + 1) return event
    throw new ConfigurationError(
      `${file}, line ${index + 1}: not event ${index + 1}; the journal is damaged there`,
    )
  })
}

/** The name of the run that began with these events; one of a journal that does not say it is made of the first. */
export const runOf = ([first]: readonly Event[]): string | undefined =>
  first && (first.run ?? fingerprint(first, 16))

// --- internal ---

const elsewhere = (file: string) =>
  `${file} is written to by another agent, which goes on with it; this one has ended there`

/** A line that was cut off is the beginning of an event; what is something else stays as it is. */
function refuseOther(file: string): void {
  const line = tornLine(file)
  const event = jsonOf(line) as Partial<Event> | undefined
  if (!'{"'.startsWith(line.slice(0, 2)) || (event && event.seq !== 1))
    throw new ConfigurationError(`${file} is no journal and was left as it is; name another file`)
}

/** An event as it is written: a plan that was chosen before is named by its id. */
type Line = Event | (Omit<Extract<Event, { type: 'plan-selected' }>, 'plan'> & { plan: string })

/** The event as a line, with `known`, the plans chosen so far. */
function brief(event: Event, known: Map<string, Plan>): Line {
  if (event.type !== 'plan-selected') return event
  const { plan } = event
  if (known.get(plan.id) === plan) return { ...event, plan: plan.id }
  known.set(plan.id, plan)
  return event
}

/** The event of a line, or `undefined` where it names a plan that was never chosen. */
function whole(line: Line | undefined, known: Map<string, Plan>): Event | undefined {
  if (line?.type !== 'plan-selected') return line
  const plan = typeof line.plan === 'string' ? known.get(line.plan) : line.plan
  if (plan) known.set(plan.id, plan)
  return plan && { ...line, plan }
}
