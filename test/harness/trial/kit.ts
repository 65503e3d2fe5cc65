// Trials as a person begins them, in this process: a folder with a table, questions about it and about
// rates, plans that people wrote for both, and what a command says.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { CommandError, type Surroundings } from '../../../harness/cli/command.ts'
import type { TrialSummary } from '../../../harness/trial/summary.ts'
import { folder } from '../intend.ts'

export const samples = fileURLToPath(new URL('../../../harness/samples', import.meta.url))

const most = (what: string) => `Which ${what} harvested the most tonnes altogether?`
const rate = (km: number) => `How many hours does it take to travel ${km} km at 40 km/h?`
const table = { files: ['harvest.csv'], family: 'group' }

/** Four questions about a table and four about rates; `offline` answers all of them rightly. */
export const questions = [
  { id: 'farm', question: most('farm'), answer: 'Moosbach', ...table },
  { id: 'crop', question: most('crop'), answer: 'Barley', ...table },
  {
    id: 'farms',
    ...table,
    answer: '62',
    question:
      'What is the difference in tonnes between the farm with the highest total and the farm with the lowest total?',
  },
  {
    id: 'crops',
    ...table,
    answer: '26',
    question:
      'By how many tonnes does the crop with the highest total exceed the crop with the lowest?',
  },
  ...[40, 80, 120, 200].map(km => ({
    id: `r${km}`,
    question: rate(km),
    answer: String(km / 40),
    family: 'rates',
  })),
]

/** A fresh folder with the questions as `set.jsonl`, and the plans for tables as `mine.json`. */
export function workplace(chosen: readonly object[] = questions): string {
  const cwd = folder()
  const rows = ['Moosbach,Barley,50', 'Moosbach,Rye,20', 'Birkenau,Barley,2', 'Birkenau,Rye,6']
  writeFileSync(join(cwd, 'harvest.csv'), `farm,crop,tonnes\n${rows.join('\n')}\n`)
  writeFileSync(join(cwd, 'set.jsonl'), chosen.map(each => `${JSON.stringify(each)}\n`).join(''))
  copyFileSync(join(samples, 'plans/group.json'), join(cwd, 'mine.json'))
  mkdirSync(join(cwd, 'plans'))
  for (const family of ['rates', 'group'])
    copyFileSync(join(samples, `plans/${family}.json`), join(cwd, `plans/${family}.json`))
  return cwd
}

/** What a command wrote, and its exit code: that of its error, when it ended with one. */
export interface Said {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command in this process, and interrupts it as soon as it has written `until` on stderr. */
export async function run(
  cwd: string,
  command: (around: Surroundings) => Promise<number>,
  { until, env }: { readonly until?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Said> {
  const said = { stdout: '', stderr: '' }
  const interrupt = new AbortController()
  const into = (name: keyof typeof said) =>
    new Writable({
      write(piece, _, done) {
        said[name] += piece
        if (until !== undefined && said.stderr.includes(until)) interrupt.abort()
        done()
      },
    })
  const code = await command({
    stdin: Readable.from([]),
    stdout: into('stdout'),
    stderr: into('stderr'),
    folder: cwd,
    env: { PATH: process.env.PATH, HOME: cwd, ...env },
    interrupted: interrupt.signal,
  }).catch((error: unknown) => {
    if (!(error instanceof CommandError)) throw error
    said.stderr += error.message
    return error.code
  })
  return { code, ...said }
}

/** The summary that `--json` printed. */
export const summaryIn = ({ stdout, stderr }: Said): TrialSummary => {
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}

/** The lines of an arm's results. */
export const resultLines = (trial: string, arm: string): readonly string[] =>
  readFileSync(join(trial, 'arms', arm, 'results.jsonl'), 'utf8')
    .trim()
    .split('\n')
