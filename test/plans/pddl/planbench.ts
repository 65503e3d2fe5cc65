// PlanBench from the data folder (INTEND_DATA, by default beside the repository): its problems, Fast
// Downward's figures for them, and plans written by language models with VAL's verdicts.

import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { readTask, type Task } from '../../../plans/pddl/task/task.ts'

const root = resolve(import.meta.dirname, '../../..')

/** Where the data is looked for. */
export const dataFolder = join(
  resolve(root, process.env.INTEND_DATA ?? '../shared/data'),
  'planbench',
)

/** Whether it is there. */
export const hasPlanbench = existsSync(join(dataFolder, 'headline.json'))

/** Fast Downward's first plan and the optimal length, where it was proven. */
export interface Reference {
  readonly firstLength: number
  readonly optimalLength?: number | null
}

/** A plan written by a language model, with VAL's verdict. */
export interface RecordedPlan {
  readonly problem: string
  readonly engine: string
  readonly plan: readonly string[]
  readonly verdict: string
  readonly step?: number
  readonly missing?: readonly (readonly [string, string])[]
}

/** The problems of the headline table, by domain. */
export function headline(): Readonly<Record<string, readonly string[]>> {
  return JSON.parse(read('headline.json'))
}

/** The reference figures by problem. */
export function references(): Readonly<Record<string, Reference>> {
  return JSON.parse(read('reference.json')).problems
}

/** The texts of a problem and of its domain, which its path begins with. */
export function texts(problem: string): { readonly domain: string; readonly problem: string } {
  const domain = problem.split('/')[0]
  return { domain: read(`domains/${domain}.pddl`), problem: read(`problems/${problem}`) }
}

/** A problem as a task. */
export function task(problem: string): Task {
  const { domain, problem: text } = texts(problem)
  return readTask(domain, text)
}

/** The recorded plans for blocksworld. */
export function recordedPlans(): RecordedPlan[] {
  const lines = gunzipSync(readFileSync(join(dataFolder, 'plans/blocksworld.jsonl.gz')))
  return lines
    .toString()
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
}

/** The middle value. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

/** The arithmetic mean. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, v) => sum + v, 0) / values.length
}

function read(path: string): string {
  return readFileSync(join(dataFolder, path), 'utf8')
}
