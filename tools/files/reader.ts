// What is done in another process, under limits of time and memory: files are parsed and tables asked there.
// The parsers are large, and what they are given was made by strangers.

import { type Bounds, isolated } from '../isolated.ts'
import type { Parsers } from './reader-process.ts'

/** What is to be done about a file that its parser cannot manage. */
const waysOut = {
  workbook: 'save the sheet that matters as CSV',
  pdf: 'ask for fewer pages',
  slides: 'save it as PDF',
  word: 'save it as text',
  page: 'save it as text',
  email: 'save it as text',
  json: 'cut out the part that matters',
  records: 'cut out the part that matters',
  archive: 'unpack it first',
  typed: 'use a smaller file',
  large: 'use a smaller file',
} as const

/** Milliseconds and bytes that reading one file may take. */
const usualLimits = { ms: 90_000, memory: 2_000_000_000 }
/** The memory is that of a query, which the same process then answers. */
const databaseLimits = { ms: 120_000, memory: 1_500_000_000 }

const inProcess = isolated<object, unknown>(new URL('reader-process.ts', import.meta.url))

/** Parses a file as the parser of the kind does, in another process. */
export function parseIsolated<Kind extends keyof typeof waysOut>(
  kind: Kind,
  request: Parameters<Parsers[Kind]>[0],
  signal?: AbortSignal,
  limits = kind === 'typed' || kind === 'large' ? databaseLimits : usualLimits,
): ReturnType<Parsers[Kind]> {
  const { ms, memory } = limits
  const { name } = request
  const slow = `took longer than ${Math.round(ms / 100) / 10} s and was stopped`
  const bounds: Bounds = {
    stages: [{ ms, slow: `Reading ${name} ${slow}; ${waysOut[kind]}.` }],
    memory,
    large: `Reading ${name} needed too much memory and was stopped; ${waysOut[kind]}.`,
    broken: `Reading ${name} ended without a result: the file is damaged or too large; ${waysOut[kind]}.`,
  }
  return inProcess({ ...request, kind }, bounds, signal) as ReturnType<Parsers[Kind]>
}

/** Resolves when a process is there that has its database loaded: the next call about tables finds it so. */
export async function startDatabase(signal?: AbortSignal): Promise<void> {
  const { ms, memory } = databaseLimits
  const failed = 'The database for tables did not start.'
  const bounds = { stages: [{ ms, slow: failed }], memory, large: failed, broken: failed } as const
  await inProcess({ kind: 'database' }, bounds, signal)
}

/** Asks tables as `runTable` does, in another process. */
export function askTables(
  request: Parameters<Parsers['query']>[0],
  bounds: Bounds,
  signal?: AbortSignal,
): ReturnType<Parsers['query']> {
  return inProcess({ ...request, kind: 'query' }, bounds, signal) as ReturnType<Parsers['query']>
}
