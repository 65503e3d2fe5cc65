// Jobs that several processes of one machine share: a table of leases in `jobs.sqlite`. A finished job
// keeps its result there until whoever owns the folder has written it to `results.jsonl`, which alone
// says what is done.
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { ConfigurationError } from '../../agent/configuration.ts'
import type { BenchFolder } from '../bench/folder.ts'
import { Result } from '../bench/result.ts'
import type { Question } from '../questions/question-set.ts'
import type { Jobs } from './jobs.ts'

/** Milliseconds without a sign of life after which a worker counts as hung. */
export const leaseMs = 30_000
/** A question on which so many workers died is a failed one. */
export const mostDeaths = 5

export const jobsFile = ({ path }: Pick<BenchFolder, 'path'>) => join(path, 'jobs.sqlite')

/** Jobs as one worker of several takes them; its leases are renewed until they are closed. */
export interface LeasedJobs extends Jobs {
  close(): void
}

/**
 * Opens the jobs in `file` for the worker of this name. A question on which a worker died is taken
 * last, and only alone, so that it takes no other one with it.
 */
export function openLeasedJobs(
  file: string,
  questions: readonly Question[],
  worker: string,
): LeasedJobs {
  const database = open(file)
  const byId = new Map(questions.map(question => [question.id, question]))
  const mine = 'SELECT 1 FROM jobs WHERE worker = :worker AND result IS NULL'
  const take = database.prepare(`
    UPDATE jobs SET worker = :worker, pid = :pid, host = :host, expires = :expires
    WHERE id = (
      SELECT id FROM jobs
      WHERE worker IS NULL AND result IS NULL AND NOT EXISTS (${mine} AND deaths > 0)
        AND (deaths = 0 OR NOT EXISTS (${mine}))
      ORDER BY deaths, place LIMIT 1)
    RETURNING id`)
  const left = database.prepare('SELECT 1 FROM jobs WHERE result IS NULL LIMIT 1')
  const end = database.prepare(
    'UPDATE jobs SET result = ?, worker = NULL WHERE id = ? AND worker = ? AND result IS NULL',
  )
  const free = database.prepare('UPDATE jobs SET worker = NULL WHERE id = ? AND worker = ?')
  const renew = database.prepare('UPDATE jobs SET expires = ? WHERE worker = ?')
  const timer = setInterval(() => renew.run(Date.now() + leaseMs, worker), leaseMs / 10)
  const me = { worker, pid: process.pid, host: hostname() }
  return {
    claim() {
      const taken = take.get({ ...me, expires: Date.now() + leaseMs })
      if (taken) return byId.get(taken.id as string)
      return left.get() ? 'later' : undefined
    },
    finish: ({ id }, result) => end.run(JSON.stringify(result), id, worker).changes === 1,
    release: ({ id }) => void free.run(id, worker),
    close() {
      clearInterval(timer)
      database.close()
    },
  }
}

/** The jobs as the owner of the bench's folder sees them, who looks after the workers. */
export interface Queue {
  /** Results that workers have left, each until it is cleared: written where it stays. */
  results(): readonly Result[]
  clear(id: string): void
  /** Questions without a result. */
  left(): number
  /** Takes the jobs of a worker that has ended away from it, and says how many; `died` counts against them. */
  free(worker: string, died: boolean): number
  /** Frees the jobs of workers but `ours` whose processes no longer live or whose leases have run out. */
  freeLost(ours: ReadonlySet<string>): void
  /** Workers whose leases have run out: they are hung. */
  hung(): readonly string[]
  /** Questions on which too many workers died. */
  deadly(): readonly string[]
  close(): void
}

/** Opens the queue in `file` with exactly these questions in this order, leases of living workers kept. */
export function openQueue(file: string, questions: readonly Question[]): Queue {
  const database = open(file)
  fill(database, questions)
  const all = (query: string) => {
    const statement = database.prepare(query)
    return (...given: (string | number)[]) => statement.all(...given)
  }
  const unfinished = 'worker IS NOT NULL AND result IS NULL'
  const finished = all('SELECT result FROM jobs WHERE result IS NOT NULL ORDER BY place')
  const cleared = database.prepare('DELETE FROM jobs WHERE id = ?')
  const count = database.prepare('SELECT count(*) AS n FROM jobs WHERE result IS NULL')
  const freed = database.prepare(
    'UPDATE jobs SET worker = NULL, deaths = deaths + ? WHERE worker = ? AND result IS NULL',
  )
  const leased = all(
    `SELECT worker, pid, host, min(expires) AS expires FROM jobs WHERE ${unfinished} GROUP BY worker`,
  )
  const late = all(`SELECT DISTINCT worker FROM jobs WHERE ${unfinished} AND expires < ?`)
  const deaths = all(
    'SELECT id FROM jobs WHERE worker IS NULL AND result IS NULL AND deaths >= ? ORDER BY place',
  )
  return {
    results: () => finished().map(({ result }) => Result.parse(JSON.parse(result as string))),
    clear: id => void cleared.run(id),
    left: () => Number(count.get()!.n),
    free: (worker, died) => Number(freed.run(Number(died), worker).changes),
    freeLost(ours) {
      for (const { worker, pid, host, expires } of leased()) {
        const dead = host === hostname() && !isAlive(pid as number)
        if (!ours.has(worker as string) && (dead || (expires as number) < Date.now()))
          freed.run(0, worker as string)
      }
    },
    hung: () => late(Date.now()).map(({ worker }) => worker as string),
    deadly: () => deaths(mostDeaths).map(({ id }) => id as string),
    close: () => database.close(),
  }
}

// --- internal ---

function open(file: string): DatabaseSync {
  const sqlite = process.getBuiltinModule('node:sqlite') as typeof import('node:sqlite') | undefined
  if (!sqlite)
    throw new ConfigurationError(
      `several processes share questions through the SQLite of Node 22.13 or newer, and this is ${process.version}; use a newer Node, or --parallel instead of --workers`,
    )
  const database = new sqlite.DatabaseSync(file, { timeout: 20_000 })
  // a process that dies loses nothing; what a machine that fails may lose is made again from traces
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  database.exec(`CREATE TABLE IF NOT EXISTS jobs (
    id TEXT PRIMARY KEY, place INTEGER NOT NULL,
    worker TEXT, pid INTEGER, host TEXT, expires INTEGER,
    deaths INTEGER NOT NULL DEFAULT 0, result TEXT) STRICT`)
  return database
}

/** What has a result keeps it until it is cleared. */
function fill(database: DatabaseSync, questions: readonly Question[]): void {
  const wanted = new Set(questions.map(({ id }) => id))
  const known = database.prepare('SELECT id FROM jobs WHERE result IS NULL').all()
  const remove = database.prepare('DELETE FROM jobs WHERE id = ?')
  const put = database.prepare(
    'INSERT INTO jobs (id, place) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET place = excluded.place',
  )
  database.exec('BEGIN IMMEDIATE')
  for (const { id } of known) if (!wanted.has(id as string)) remove.run(id as string)
  for (const [place, { id }] of questions.entries()) put.run(id, place)
  database.exec('COMMIT')
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
