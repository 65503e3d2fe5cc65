// `npm run test:mutants`: how many small changes to the sources the tests notice. The changes are drawn by
// a seed and made in a copy of the repository; what was found is kept, and a run that was stopped goes on.
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { seeded } from '../../plans/library/beta.ts'
import { openCopy } from './copy.ts'
import { type Mutant, mutantsOf, nameOf } from './mutants.ts'
import { importersOf, testsOf } from './reach.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '60' },
    tests: { type: 'string', default: '30' },
    seconds: { type: 'string', default: '600' },
    out: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const usage = `npm run test:mutants -- [ROOM ...] [options]
  ROOM         folders or files; agent, plans and phases/verify when left out
  --seed N     which mutants are drawn (1)
  --count N    how many, without those that tsc refuses (200)
  --minutes N  ends after so long; the same command goes on from there (60)
  --tests N    test files tried for one, the nearest first (30)
  --seconds N  for the tests of one; a mutant that makes them hang is caught (600)
  --out FILE   where findings are kept (coverage/mutants-SEED.jsonl)
  --json       prints the outcome as JSON`

/** What became of a mutant: `refused` by the compiler, `caught` by a test file, or not. */
interface Finding {
  readonly mutant: string
  readonly file: string
  readonly fate: 'caught' | 'survived' | 'refused'
  readonly by?: string
}

if (values.help) console.log(usage)
else {
  const rooms = positionals.length > 0 ? positionals : ['agent', 'plans', 'phases/verify']
  report(rooms, await measure(rooms))
}

async function measure(rooms: readonly string[]): Promise<readonly Finding[]> {
  const home = resolve(import.meta.dirname, '../..')
  const book = openFindings(join(home, 'coverage', `mutants-${values.seed}.jsonl`))
  const files = listed(home)
  const read = (file: string) => readFileSync(join(home, file), 'utf8')
  const inRoom = (file: string) => rooms.some(room => file === room || file.startsWith(`${room}/`))
  const sources = files.filter(file => file.endsWith('.ts'))
  const drawn = shuffled(
    sources.filter(inRoom).flatMap(file => mutantsOf(file, read(file))),
    Number(values.seed),
  )
  const importers = importersOf(sources, read)
  const copy = openCopy(home, files, Number(values.seconds))
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      copy.close()
      process.exit(130)
    })
  const until = Date.now() + Number(values.minutes) * 60_000
  const findings: Finding[] = []
  const isEnough = () => findings.length === Number(values.count) || Date.now() > until
  try {
    for (let at = 0; at < drawn.length && !isEnough(); at += 30) {
      const batch = drawn.slice(at, at + 30)
      const fresh = batch.filter(each => !book.of(each))
      for (const each of copy.refused(fresh)) book.add(each, 'refused', 'tsc')
      for (const mutant of batch) {
        if (isEnough()) break
        if (!book.of(mutant)) {
          const tests = testsOf(mutant.file, importers).slice(0, Number(values.tests))
          const by = await copy.caughtBy(mutant, tests)
          book.add(mutant, by === undefined ? 'survived' : 'caught', by)
        }
        const finding = book.of(mutant)!
        if (finding.fate !== 'refused') findings.push(finding)
      }
    }
  } finally {
    copy.close()
  }
  return findings
}

/** Findings in a file, a line each, so that nothing is tried twice. */
function openFindings(usual: string) {
  const path = resolve(values.out ?? usual)
  mkdirSync(dirname(path), { recursive: true })
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
  const known = new Map(
    lines.map(line => JSON.parse(line) as Finding).map(each => [each.mutant, each]),
  )
  return {
    of: (mutant: Mutant) => known.get(nameOf(mutant)),
    add: (mutant: Mutant, fate: Finding['fate'], by?: string) => {
      const name = nameOf(mutant)
      const finding = { mutant: name, file: mutant.file, fate, ...(by !== undefined && { by }) }
      known.set(name, finding)
      appendFileSync(path, `${JSON.stringify(finding)}\n`)
      if (!values.json) console.log(`${fate.padEnd(9)}${name}${by === undefined ? '' : ` (${by})`}`)
    },
  }
}

/** Files of the repository as it stands, with changes that are not committed. */
function listed(home: string): readonly string[] {
  const said = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: home })
  return said
    .toString()
    .split('\n')
    .filter(file => file !== '' && existsSync(join(home, file)))
}

/** In an order that follows from the seed; at most one of a line. */
function shuffled(mutants: readonly Mutant[], seed: number): readonly Mutant[] {
  const random = seeded(seed)
  const order = mutants.map(mutant => ({ mutant, at: random() })).sort((a, b) => a.at - b.at)
  const lineOf = ({ file, line }: Mutant) => `${file}:${line}`
  const lines = new Map(order.map(({ mutant }) => [lineOf(mutant), mutant]))
  return [...lines.values()]
}

function report(rooms: readonly string[], findings: readonly Finding[]): void {
  const survivors = findings.filter(each => each.fate === 'survived')
  const counted = ['', ...rooms].map(room => {
    const here = findings.filter(each => each.file.startsWith(room))
    const caught = here.filter(each => each.fate === 'caught').length
    return { room: room || 'all', mutants: here.length, caught }
  })
  if (values.json) {
    console.log(JSON.stringify({ rooms: counted, survivors }, undefined, 2))
    return
  }
  console.log('\nroom            mutants  caught')
  for (const { room, mutants, caught } of counted) {
    const share = mutants === 0 ? '' : `${((100 * caught) / mutants).toFixed(1)} %`
    console.log(`${room.padEnd(16)}${`${mutants}`.padStart(7)}${`${caught}`.padStart(8)}  ${share}`)
  }
  console.log(`\n${survivors.length} survived:`)
  for (const { mutant } of survivors) console.log(`  ${mutant}`)
}
