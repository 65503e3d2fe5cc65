// The entry of `npm run bench`: the list of benchmarks, and which of them to run.
import { type Bench, orComplain, runBenches } from './bench.ts'
import { calls } from './calls.ts'
import { engine } from './engine.ts'
import { memory } from './memory.ts'
import { pddl } from './pddl.ts'
import { report } from './report.ts'
import { retrieval } from './retrieval.ts'
import { search } from './search.ts'
import { tables } from './tables.ts'
import { throughput } from './throughput.ts'
import { twins } from './twins.ts'

const benches: readonly Bench[] = [
  calls,
  engine,
  retrieval,
  search,
  memory,
  pddl,
  tables,
  twins,
  throughput,
  report,
]

const [name, ...args] = process.argv.slice(2)
if (name === undefined || name.startsWith('-')) console.log(list())
else await orComplain(() => runBenches(chosen(name), args))

function chosen(name: string): readonly Bench[] {
  if (name === 'all') return benches
  const found = benches.filter(bench => bench.name === name)
  if (found.length === 0) throw new Error(`there is no benchmark "${name}"\n${list()}`)
  return found
}

function list(): string {
  const lines = benches.flatMap(({ name, about, usage }) => [
    `  ${name.padEnd(11)}${about}`,
    `  ${''.padEnd(11)}${usage}`,
  ])
  return `npm run bench -- NAME [OPTION]...   NAME is one of these, or all; --out FILE for the JSON\n${lines.join('\n')}`
}
