// `npm run test:mutants`: how many small changes to the sources the tests notice. The changes are drawn by
// a seed and made in copies of the repository; what was found is kept, and a run that was stopped goes on.
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { seeded } from '../../plans/library/beta.ts'
import { type Noticed, openCopy, type Wanted } from './copy.ts'
import { type Mutant, mutantsOf, nameOf, type Switched } from './mutants.ts'
import { importersOf, testsOf } from './reach.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '60' },
    tests: { type: 'string', default: '30' },
    jobs: { type: 'string', default: '2' },
    except: { type: 'string', multiple: true, default: [] },
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
  --except R   a folder or file that none is drawn from
  --tests N    test files tried for one, the nearest first, and as many again until one notices it (30)
  --jobs N     mutants tried at once (2)
  --out FILE   where findings are kept (coverage/mutants-SEED.jsonl)
  --json       prints the outcome as JSON`

/** What became of a mutant: `refused` by the compiler, `caught` by a test file, or not, or `unreached` by any. */
interface Finding {
  readonly mutant: string
  readonly file: string
  readonly fate: 'caught' | 'survived' | 'unreached' | 'refused'
  readonly by?: string
}

interface Outcome {
  readonly findings: readonly Finding[]
  readonly undecided: number
}

if (values.help) console.log(usage)
else {
  const rooms = positionals.length > 0 ? positionals : ['agent', 'plans', 'phases/verify']
  report(rooms, await measure(rooms))
}

/** The findings, and how many mutants are left for want of time. */
async function measure(rooms: readonly string[]): Promise<Outcome> {
  const home = resolve(import.meta.dirname, '../..')
  const book = openFindings(join(home, 'coverage', `mutants-${values.seed}.jsonl`))
  const files = listed(home)
  const read = (file: string) => readFileSync(join(home, file), 'utf8')
  const isIn = (file: string) => (room: string) => file === room || file.startsWith(`${room}/`)
  const sources = files.filter(file => file.endsWith('.ts'))
  const drawn = shuffled(
    sources
      .filter(file => rooms.some(isIn(file)) && !values.except.some(isIn(file)))
      .flatMap(file => mutantsOf(file, read(file))),
    Number(values.seed),
  )
  const importers = importersOf(sources, read)
  const known = new Map<string, Promise<boolean>>()
  const copies = Array.from({ length: Number(values.jobs) }, () => openCopy(home, files, known))
  const close = () => {
    for (const copy of copies) copy.close()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      close()
      process.exit(130)
    })
  const until = Date.now() + Number(values.minutes) * 60_000
  try {
    const chosen = compiling(drawn, Number(values.count), copies[0]!, book)
    const left = chosen.filter(each => !book.of(each))
    const near = new Map(left.map(({ id, file }) => [id, testsOf(file, importers)]))
    for (const copy of copies) copy.insert(left)
    const byId = new Map(left.map(each => [each.id, each]))
    const alone = new Map<number, Set<string>>()
    const reached = new Set<number>()
    const tell = (id: number, { caughtBy, alone: tests = [] }: Noticed) => {
      const mutant = byId.get(id)
      if (!mutant || book.of(mutant)) return
      if (caughtBy !== undefined) book.add(mutant, 'caught', caughtBy)
      reached.add(id)
      alone.set(id, new Set([...(alone.get(id) ?? []), ...tests]))
    }
    const isOver = () => Date.now() > until
    // what only a process of its own can show is tried there before files that are farther away
    const drain =
      (some: Iterator<Switched>, among: ReadonlyMap<number, readonly string[]>) =>
      async (copy: Copy) => {
        for (let next = some.next(); !next.done && !isOver(); next = some.next()) {
          const { value: mutant } = next
          const tests = among.get(mutant.id)!.filter(test => alone.get(mutant.id)?.has(test))
          const by = await copy.caughtBy(mutant.id, tests)
          if (by !== undefined) book.add(mutant, 'caught', by)
        }
      }
    // a test file that imports a source may not come to the place, or not look at what changes there
    const most = Number(values.tests)
    for (let from = 0, open = [...near]; open.length > 0 && !isOver(); from += most) {
      const next = new Map(open.map(([id, tests]) => [id, tests.slice(from, from + most)]))
      const shares = dealt(wantedBy(next), copies.length)
      await Promise.all(copies.map((copy, at) => copy.caughtTogether(shares[at]!, tell, isOver)))
      const unseen = open
        .map(([id]) => byId.get(id)!)
        .filter(each => !book.of(each) && alone.has(each.id))
      await Promise.all(copies.map(drain(unseen.values(), next)))
      open = open.filter(([id, tests]) => !book.of(byId.get(id)!) && tests.length > from + most)
    }
    if (!isOver())
      for (const mutant of left)
        if (!book.of(mutant)) book.add(mutant, reached.has(mutant.id) ? 'survived' : 'unreached')
    for (const [test, passes] of known)
      if (!(await passes)) console.error(`left out, as it fails without a mutant: ${test}`)
    const findings = chosen.flatMap(each => book.of(each) ?? [])
    return { findings, undecided: chosen.length - findings.length }
  } finally {
    close()
  }
}

type Copy = ReturnType<typeof openCopy>

/** The mutants of each test file that is near them; first the files that are the nearest to most. */
function wantedBy(near: ReadonlyMap<number, readonly string[]>): readonly Wanted[] {
  const wanted = new Map<string, { ids: number[]; weight: number }>()
  for (const [id, tests] of near)
    for (const [rank, test] of tests.entries()) {
      const { ids, weight } = wanted.get(test) ?? { ids: [], weight: 0 }
      wanted.set(test, { ids: [...ids, id], weight: weight + 1 / (1 + rank) })
    }
  const inOrder = [...wanted].sort(([, a], [, b]) => b.weight - a.weight)
  return inOrder.map(([test, { ids }]) => ({ test, ids }))
}

/** As many shares as there are copies, each with every so manieth test file. */
function dealt(wanted: readonly Wanted[], count: number): readonly (readonly Wanted[])[] {
  return Array.from({ length: count }, (_, at) => wanted.filter((_, i) => i % count === at))
}

/** The first `count` of the mutants that the compiler takes, with numbers. */
function compiling(drawn: readonly Mutant[], count: number, copy: Copy, book: Book): Switched[] {
  const taken: Mutant[] = []
  for (let at = 0; at < drawn.length && taken.length < count; ) {
    // about one in eight is refused
    const batch = drawn.slice(at, at + Math.ceil((count - taken.length) * 1.2))
    at += batch.length
    const fresh = batch.filter(each => !book.of(each))
    const refused = new Set(copy.refused(fresh))
    for (const each of refused) book.add(each, 'refused', 'tsc')
    taken.push(...batch.filter(each => !refused.has(each) && book.of(each)?.fate !== 'refused'))
  }
  return taken.slice(0, count).map((mutant, index) => ({ ...mutant, id: index + 1 }))
}

type Book = ReturnType<typeof openFindings>

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
      if (!values.json)
        console.log(`${fate.padEnd(10)}${name}${by === undefined ? '' : ` (${by})`}`)
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

function report(rooms: readonly string[], { findings, undecided }: Outcome): void {
  const survivors = findings.filter(each => each.fate !== 'caught')
  const counted = ['', ...rooms].map(room => {
    const here = findings.filter(each => each.file.startsWith(room))
    const caught = here.filter(each => each.fate === 'caught').length
    return { room: room || 'all', mutants: here.length, caught }
  })
  if (values.json) {
    console.log(
      JSON.stringify({ rooms: counted, except: values.except, survivors, undecided }, undefined, 2),
    )
    return
  }
  const but = values.except.length > 0 ? `, but ${values.except.join(', ')}` : ''
  console.log(`\nseed ${values.seed}; drawn from ${rooms.join(', ')}${but}`)
  console.log('room            mutants  caught')
  for (const { room, mutants, caught } of counted) {
    const share = mutants === 0 ? '' : `${((100 * caught) / mutants).toFixed(1)} %`
    console.log(`${room.padEnd(16)}${`${mutants}`.padStart(7)}${`${caught}`.padStart(8)}  ${share}`)
  }
  if (undecided > 0) console.log(`${undecided} not decided in time; the same command goes on`)
  console.log(`\n${survivors.length} not caught:`)
  for (const { fate, mutant } of survivors) console.log(`  ${fate.padEnd(10)}${mutant}`)
}
