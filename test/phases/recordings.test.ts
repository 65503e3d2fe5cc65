// Real runs of the prompts, replayed: a reader answered as the model, seeing only the requests
// (README, Results). The machinery must come to the same answers with no model at all.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createAgent } from '../../agent/create-agent.ts'
import type { Event } from '../../agent/event.ts'

const folder = join(import.meta.dirname, '..', 'fixtures', 'recordings')

interface Recorded {
  readonly id: string
  readonly question: string
  readonly files: readonly string[]
  readonly answer: string
}

const questions = readFileSync(join(folder, 'questions.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as Recorded)

async function replay({ id, question, files }: Recorded) {
  const events: Event[] = []
  const agent = await createAgent({
    model: `replay:${join(folder, `${id}.jsonl`)}`,
    onEvent: event => events.push(event),
  })
  const answer = await agent.ask(question, { files: files.map(file => join(folder, file)) })
  return { answer, events, drift: agent.model.drift!() }
}

const runs = await Promise.all(
  questions.map(async q => ({ id: q.id, expected: q.answer, ...(await replay(q)) })),
)

describe('a recorded run', () => {
  test.each(runs)('$id comes to its answer again', run => {
    expect(existsSync(join(folder, `${run.id}.jsonl`))).toBe(true)
    expect(run.drift.total).toBeGreaterThan(2)
    expect(String(run.answer.satisfied && run.answer.answer)).toBe(run.expected)
  })
})

describe('the recordings together', () => {
  const events = runs.flatMap(run => run.events)
  const count = (wanted: (event: Event) => boolean) => events.filter(wanted).length

  test('hold verdicts that failed and the replans that followed', () => {
    expect(count(e => e.type === 'step-finished' && !e.verdict.passed)).toBeGreaterThanOrEqual(1)
    expect(count(e => e.type === 'plan-set-aside')).toBeGreaterThanOrEqual(1)
    expect(count(e => e.type === 'plan-selected')).toBeGreaterThan(runs.length)
  })

  test('hold tool calls and values of every provenance a tool can give', () => {
    expect(count(e => e.type === 'tool-called' && !e.failed)).toBeGreaterThanOrEqual(4)
    const found = events.flatMap(e =>
      e.type === 'step-finished' && e.verdict.passed
        ? Object.values(e.verdict.provenance ?? {})
        : [],
    )
    expect(new Set(found)).toContain('computed')
    expect(new Set(found)).toContain('derived')
  })
})
