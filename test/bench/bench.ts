// The shape of a benchmark: what it says of itself, and how its figures become tables on the screen
// and one JSON file. Everything a benchmark compares, it measures in the same run.
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { version } from '../../harness/cli/version.ts'

/** Columns by name; a cell that is left out was not measured. */
export type Row = Readonly<Record<string, string | number>>

export interface Measured {
  /** What numbers are in, where a column's name does not say it. */
  readonly unit?: string
  /** Tables by title, in the order they are shown. */
  readonly tables: Readonly<Record<string, readonly Row[]>>
  /** Sentences a reader of the figures must know. */
  readonly notes?: readonly string[]
}

/** What the caller wrote, each option as text; a switch is `true`. */
export interface Given {
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
  /** What was written without a flag. */
  readonly rest: readonly string[]
}

export interface Bench {
  readonly name: string
  /** One line for the list. */
  readonly about: string
  /** Its options, as they are written. */
  readonly usage: string
  readonly options: ParseArgsOptionsConfig
  /** Why it cannot run with what was given, and the way out; nothing when it can. */
  readonly missing?: (given: Given) => string | undefined
  readonly run: (given: Given) => Promise<Measured>
}

/**
 * Runs `benches` one after the other with the same command line, prints their tables, and writes
 * what was measured to `--out FILE`, by default one file for each in `.intend/bench/`. Of several
 * benchmarks those that cannot run are named and left out; a single one throws instead.
 */
export async function runBenches(
  benches: readonly Bench[],
  args: readonly string[],
): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: Object.assign({ out: { type: 'string' } }, ...benches.map(bench => bench.options)),
    allowPositionals: benches.length === 1,
  })
  const { out, ...flags } = values as Given['flags']
  const given: Given = { flags, rest: positionals }
  const reports: Report[] = []
  for (const bench of benches) {
    const missing = bench.missing?.(given)
    if (missing !== undefined && benches.length === 1) throw new Error(missing)
    if (missing !== undefined) console.log(`\n${bench.name}: left out, ${missing}`)
    else reports.push(await reportOf(bench, given))
    if (missing === undefined && out === undefined) save(defaultFile(bench), reports.at(-1)!)
  }
  if (out !== undefined) save(String(out), reports.length === 1 ? reports[0]! : reports)
}

/** Three digits are more than two shared cores can give. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3))
}

// --- internal ---

interface Report extends Measured {
  readonly benchmark: string
  readonly date: string
  readonly options: Given
  readonly machine: { readonly cores: number; readonly processor: string; readonly system: string }
  readonly versions: { readonly intend: string; readonly node: string }
  readonly seconds: number
}

async function reportOf(bench: Bench, options: Given): Promise<Report> {
  const date = new Date().toISOString()
  const begun = performance.now()
  const measured = await bench.run(options)
  const seconds = rounded((performance.now() - begun) / 1000)
  const { tables, unit, notes = [] } = measured
  for (const [title, rows] of Object.entries(tables)) {
    console.log(`\n${bench.name}: ${title}${unit === undefined ? '' : ` (${unit})`}`)
    console.table(rows)
  }
  for (const note of notes) console.log(note)
  const processors = cpus()
  return {
    benchmark: bench.name,
    date,
    options,
    machine: {
      cores: processors.length,
      processor: processors[0]?.model ?? 'unknown',
      system: `${process.platform} ${process.arch}`,
    },
    versions: { intend: version(), node: process.versions.node },
    seconds,
    ...measured,
  }
}

function defaultFile({ name }: Bench): string {
  const at = new Date().toISOString().replaceAll(/[:.]/g, '-')
  return join('.intend', 'bench', `${name}-${at}.json`)
}

function save(file: string, report: Report | readonly Report[]): void {
  mkdirSync(dirname(resolve(file)), { recursive: true })
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
  console.log(`written to ${file}`)
}
