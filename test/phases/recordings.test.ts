// Real runs of the prompts, replayed: a reader answered as the model, seeing only the requests
// (README, Results). The machinery must come to the same answers with no model at all.
import { describe, expect, test } from 'vitest'
import type { Event } from '../../agent/event.ts'
import { cameTo, recorded, replayed } from './recorded.ts'

const runs = await Promise.all(
  recorded.map(async each => ({
    id: each.id,
    expected: cameTo(each),
    ...(await replayed(each)),
  })),
)

describe('a recorded run', () => {
  test.each(runs)('$id comes to its answer again', run => {
    expect(run.drift.total).toBeGreaterThan(2)
    expect(run.answer.satisfied ? run.answer.answer : null).toBe(run.expected)
  })
})

describe('the recordings together', () => {
  const events = runs.flatMap(run => run.events)
  const count = (wanted: (event: Event) => boolean) => events.filter(wanted).length

  test('hold verdicts that failed and the replans that followed', () => {
    expect(count(e => e.type === 'step-finished' && !e.verdict.passed)).toBeGreaterThanOrEqual(9)
    expect(count(e => e.type === 'plan-set-aside')).toBeGreaterThanOrEqual(5)
    expect(count(e => e.type === 'plan-selected')).toBeGreaterThan(runs.length)
  })

  test('hold tool calls and values of every provenance a tool can give', () => {
    expect(count(e => e.type === 'tool-called' && !e.failed)).toBeGreaterThanOrEqual(100)
    const found = events.flatMap(e =>
      e.type === 'step-finished' && e.verdict.passed
        ? Object.values(e.verdict.provenance ?? {})
        : [],
    )
    expect(new Set(found)).toContain('computed')
    expect(new Set(found)).toContain('derived')
  })
})

describe('a recorded question with files', () => {
  const reading = ['read_file', 'table', 'bash']
  const withFiles = recorded.filter(each => each.files.length > 0)

  test.each(withFiles)('$id: each of its files was opened by a tool', async each => {
    const { events } = runs.find(run => run.id === each.id)!
    const opened = events.flatMap(event =>
      event.type === 'tool-called' && reading.includes(event.tool) && !event.failed
        ? [JSON.stringify(event.input)]
        : [],
    )
    for (const file of each.files)
      expect(opened.some(input => input.includes(file.split('/').at(-1)!))).toBe(true)
  })
})
