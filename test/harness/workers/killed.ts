// A question that a slow model answers, and what must hold of its run however often it was killed.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import {
  byModel,
  established,
  formalized,
  perceived,
  question,
} from '../../phases/replies/replies.ts'
import { runsOf } from '../intend.ts'

export const replies = {
  perceive: perceived,
  formalize: formalized,
  deliberate: byModel,
  execute: established({ value: 3, derivation: 'distance / speed' }),
}

// phase by phase, so that each phase's reply can be told by its purpose
export const asking = ['ask', question, '--model', 'openai:m', '--talk', 'separate']

/** The journal of the only run in `cwd`; empty when there is none yet. */
export function journal(cwd: string): string {
  const [run] = runsOf(cwd)
  const file = run === undefined ? undefined : join(cwd, '.intend/runs', run, 'events.jsonl')
  return file && existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** Everything happened once, and the library has counted it once. */
export function expectOnce(cwd: string): void {
  const events = journal(cwd).trim().split('\n')
  const types = events.map(line => JSON.parse(line).type)
  const once = ['perception-received', 'beliefs-perceived', 'intention-formed', 'plan-selected']
  for (const type of [...once, 'intention-closed', 'intention-recorded'])
    expect(types.filter(each => each === type)).toHaveLength(1)
  expect(events.map(line => JSON.parse(line).seq)).toEqual(events.map((_, index) => index + 1))
  const library = JSON.parse(readFileSync(join(cwd, '.intend/plans.json'), 'utf8'))
  const [stats] = Object.values(library.plans[0].stats)
  expect(stats).toMatchObject({ useCount: 1, successCount: 1, failureCount: 0 })
}
