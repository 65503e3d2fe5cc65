// How long a table of some size takes: to be outlined, to be asked for the first and for the second time,
// with how much time of the processor and memory, here and in the process apart; beside a well-known
// parser that only reads it.
import { execFile } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Bench, type Measured, type Row, rounded } from './bench.ts'

export const tables: Bench = {
  name: 'tables',
  about:
    'delimited tables: outline, first and second query: seconds, those of the processor, peak memory',
  usage: '--sizes 1,10,50 (MB)',
  options: { sizes: { type: 'string', default: '1,10,50' } },
  missing: ({ flags }) =>
    sizesOf(flags.sizes).every(size => size > 0 && size <= 2000)
      ? undefined
      : '--sizes are numbers of MB up to 2000, with commas between them',
  run: ({ flags }) => measure(sizesOf(flags.sizes)),
}

// --- internal ---

function sizesOf(given: string | boolean | undefined): readonly number[] {
  return String(given).split(',').map(Number)
}

async function measure(sizes: readonly number[]): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-tables-'))
  try {
    const results: Record<string, Row[]> = {}
    for (const size of sizes) {
      const file = join(folder, `${size}.csv`)
      const rows = await write(file, size * 1e6)
      // a file that has just changed is loaded anew each time
      await pause(1500)
      const [outline, queries, parser] = [
        await alone(outlining, file),
        await alone(querying, file),
        size > 250 ? [] : await alone(parsing, file),
      ]
      const reference = parser[0]?.seconds
      results[`${size} MB, ${rows} rows of 6 cells`] = [...outline, ...queries, ...parser].map(
        ({ what, seconds, processor, here, apart }) => ({
          what,
          seconds: rounded(seconds),
          'of the processor': rounded(processor),
          'ms per MB': rounded((seconds * 1000) / size),
          ...(reference && { 'times the parser': rounded(seconds / reference) }),
          'peak MB here': Math.round(here / 1e6),
          ...(apart > 0 && { 'peak MB apart': Math.round(apart / 1e6) }),
        }),
      )
    }
    return {
      tables: results,
      notes: [
        'Each line is measured in a fresh process after its modules are loaded; the queries share one, in which the second finds the process of the first.',
        'The parser is csv-parse, which only cuts the text into cells; it is left out beyond 250 MB.',
      ],
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

const regions = ['North', 'South', 'East', 'West'] as const

async function write(path: string, most: number): Promise<number> {
  const file = await open(path, 'w')
  let rows = 0
  try {
    await file.write('id,region,amount,note,day,score\n')
    for (let size = 0; size < most; ) {
      let block = ''
      for (let i = 0; i < 1000 && size + block.length < most; i++) {
        rows += 1
        const amount = (((rows * 7919) % 1_000_003) / 100).toFixed(2)
        block += `${rows},${regions[rows % 4]},${amount},"some, text ${rows % 97}",2024-01-${10 + (rows % 20)},${rows % 7}\n`
      }
      await file.write(block)
      size += block.length
    }
  } finally {
    await file.close()
  }
  return rows
}

interface Lap {
  readonly what: string
  readonly seconds: number
  /** Seconds of the processor in both processes. */
  readonly processor: number
  /** Peak bytes of the process that asks, and of the one it starts; 0 where the system does not tell. */
  readonly here: number
  readonly apart: number
}

const outlining = `
  const { outlineFile } = await import(at('tools/files/describe.ts'))
  await lap('outline', () => outlineFile(file, [file]))`

const querying = `
  const { createTable } = await import(at('tools/table.ts'))
  const table = createTable()
  const ctx = { roots: [file], signal: new AbortController().signal }
  const ask = query => table.execute(table.input.parse({ file, ...query }), ctx)
  await lap('first query', () => ask({ sql: 'SELECT sum(amount) FROM t' }))
  await lap('second query', () => ask({ sql: 'SELECT region, avg(score) FROM t GROUP BY 1' }))`

const parsing = `
  const { parse } = await import('csv-parse')
  const { createReadStream } = await import('node:fs')
  await lap('csv-parse', async () => {
    for await (const _ of createReadStream(file).pipe(parse())) continue
  })`

/** Runs `body` in a process of its own and gives what it measured. */
async function alone(body: string, file: string): Promise<readonly Lap[]> {
  const script = `
    const { readFile } = await import('node:fs/promises')
    const { enableCompileCache } = await import('node:module')
    enableCompileCache() // as the program does
    const file = process.argv[1]
    const at = path => new URL(path, ${JSON.stringify(new URL('../..', import.meta.url).href)}).href
    const laps = []
    const peak = async () => {
      const own = '/proc/self/task/' + process.pid + '/children'
      const pids = (await readFile(own, 'utf8').catch(() => '')).split(' ').filter(Boolean)
      const read = pid => readFile('/proc/' + pid + '/status', 'utf8').catch(() => '')
      const status = await Promise.all(pids.map(read))
      for (const pid of pids) {
        const stat = await readFile('/proc/' + pid + '/stat', 'utf8').catch(() => '')
        const ticks = stat.slice(stat.lastIndexOf(')')).split(' ')
        if (stat !== '') others.set(pid, (Number(ticks[12]) + Number(ticks[13])) / 100)
      }
      return Math.max(0, ...status.map(each => 1024 * (/VmHWM:\\s*(\\d+)/.exec(each)?.[1] ?? 0)))
    }
    const others = new Map()
    const processor = () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1e6 + [...others.values()].reduce((sum, each) => sum + each, 0)
    }
    const lap = async (what, work) => {
      let apart = 0
      const watch = setInterval(async () => { apart = Math.max(apart, await peak()) }, 25)
      await peak()
      const [begun, used] = [performance.now(), processor()]
      await work()
      const seconds = (performance.now() - begun) / 1000
      clearInterval(watch)
      await peak()
      laps.push({ what, seconds, processor: processor() - used, here: process.resourceUsage().maxRSS * 1024, apart })
    }
    ${body}
    console.log(JSON.stringify(laps))`
  const args = ['--input-type=module', '-e', script, file]
  const cwd = new URL('../..', import.meta.url)
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd })
  return JSON.parse(stdout) as Lap[]
}
