// The entry of `npm run bench`: the list of benchmarks, and which of them to run.
import { type Bench, runBenches } from './bench.ts'
import { calls } from './calls.ts'
import { engine } from './engine.ts'
import { hard } from './hard.ts'
import { interpreter } from './interpreter.ts'
import { memory } from './memory.ts'
import { pddl } from './pddl.ts'
import { permission } from './permission.ts'
import { worth } from './price/worth.ts'
import { queue } from './queue.ts'
import { report } from './report.ts'
import { retrieval } from './retrieval.ts'
import { rules } from './rules.ts'
import { search } from './search.ts'
import { tables } from './tables.ts'
import { terminal } from './terminal.ts'
import { throughput } from './throughput.ts'
import { twins } from './twins.ts'
import { verifier } from './verifier.ts'

const benches: readonly Bench[] = [
  calls,
  engine,
  hard,
  interpreter,
  retrieval,
  rules,
  search,
  memory,
  pddl,
  permission,
  queue,
  tables,
  terminal,
  twins,
  verifier,
  throughput,
  report,
  worth,
]

const [name, ...args] = process.argv.slice(2)
if (name === undefined || name.startsWith('-')) console.log(list())
else await bench(name, args)

/** What goes wrong is one sentence, and the process ends with 1. */
async function bench(name: string, args: readonly string[]): Promise<void> {
  try {
    await runBenches(chosen(name), args)
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}

function chosen(name: string): readonly Bench[] {
  if (name === 'all') return benches
  const found = benches.filter(bench => bench.name === name)
  if (found.length === 0) throw new Error(`there is no benchmark "${name}"\n${list()}`)
  return found
}

function list(): string {
  const lines = benches.flatMap(({ name, about, usage }) => [
    `  ${name.padEnd(13)}${about}`,
    `  ${''.padEnd(13)}${usage}`,
  ])
  return `npm run bench -- NAME [OPTION]...   NAME is one of these, or all; --out FILE for the JSON\n${lines.join('\n')}`
}
