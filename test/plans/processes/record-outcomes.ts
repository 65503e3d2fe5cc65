// One agent run in a process of its own: records COUNT outcomes of one plan in FILE, one call each,
// and says on stdout, without buffering, what it tries and what is done.
// usage: node record-outcomes.ts FILE RUN COUNT
import { writeSync } from 'node:fs'
import { openLibrary } from '../../../plans/library/library.ts'
import { outcome } from './outcome.ts'

const [file = '', run = '', count = '0'] = process.argv.slice(2)
const library = await openLibrary(file)
writeSync(1, 'ready\n')
for (let used = 1; used <= Number(count); used++) {
  writeSync(1, `try ${used}\n`)
  await library.record(run, outcome(used))
  writeSync(1, `done ${used}\n`)
}
