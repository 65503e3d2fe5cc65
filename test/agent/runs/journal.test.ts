import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Event, PlanSelected } from '../../../agent/event.ts'
import { openJournal, readJournal } from '../../../agent/runs/journal.ts'
import type { Plan } from '../../../plans/plan.ts'
import { anyText } from '../../support/any-text.ts'
import { temporaryFolders } from '../miniatures/folders.ts'

const folder = temporaryFolders()

const event = (seq: number, reason = `because ${seq}`): Event => ({
  type: 'intention-closed',
  intention: '1',
  status: 'satisfied',
  reason,
  seq,
  at: 1_700_000_000_000 + seq,
})

function written(events: readonly Event[]): string {
  const file = join(folder(), 'deeper', 'journal.jsonl')
  const journal = openJournal(file)
  for (const each of events) journal.append(each)
  void journal.flush()
  journal.close()
  return file
}

describe('the journal', () => {
  it('gives back what was appended, over several openings, whatever the texts hold', () => {
    const file = join(folder(), 'journal.jsonl')
    const events: Event[] = []
    fc.assert(
      fc.property(fc.array(anyText(), { maxLength: 4 }), reasons => {
        const journal = openJournal(file)
        for (const reason of reasons) {
          events.push(event(events.length + 1, reason))
          journal.append(events.at(-1)!)
        }
        journal.close()
        expect(readJournal(file)).toEqual(events)
      }),
      { numRuns: 50 },
    )
  })

  it.each(['my notes, one line', '{"a":1}', 'one\ntwo\nthree'])(
    'leaves what is none as it is: %j',
    text => {
      const file = join(folder(), 'notes.txt')
      writeFileSync(file, text)
      expect(() => openJournal(file)).toThrow(
        /is no journal and was left as it is|line 1: not event 1/,
      )
      expect(readFileSync(file, 'utf8')).toBe(text)
    },
  )

  it('writes a plan out once, and again where another has its id, over several openings', () => {
    const file = join(folder(), 'journal.jsonl')
    const [one, other] = [{ id: 'p', goal: 'a' } as Plan, { id: 'p', goal: 'b' } as Plan]
    const chosen = [one, one, other, other, one].map(
      (plan, at) =>
        ({ type: 'plan-selected', intention: '1', plan, seq: at + 1 }) as PlanSelected & Event,
    )
    for (const each of chosen) {
      const journal = openJournal(file)
      const before = journal.past.findLast(past => past.type === 'plan-selected')?.plan
      const plan = before?.goal === each.plan.goal ? before : each.plan
      journal.append({ ...each, plan } as Event)
      journal.close()
    }
    expect(readJournal(file)).toEqual(chosen)
    const plans = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line).plan)
    expect(plans).toEqual([one, 'p', other, 'p', one])
  })

  it('puts off what may wait, until something may not, nothing is to be done at once, or it is closed', async () => {
    const file = join(folder(), 'journal.jsonl')
    const journal = openJournal(file)
    const count = () => readJournal(file).length
    journal.defer(event(1))
    expect(count()).toBe(0)
    journal.append(event(2))
    expect(count()).toBe(2)
    journal.defer(event(3))
    await new Promise(setImmediate)
    expect(count()).toBe(3)
    journal.defer(event(4))
    journal.defer(event(5))
    await journal.flush()
    expect(count()).toBe(5)
    journal.defer(event(6))
    journal.close()
    expect(count()).toBe(6)
    expect(() => journal.defer(event(7))).toThrow(`${file} is closed`)
  })

  it('has no events where there is no file', () => {
    expect(readJournal(join(folder(), 'none.jsonl'))).toEqual([])
  })

  it('drops a last line cut off anywhere, and goes on after the line before it', () => {
    const whole = written([event(1), event(2, 'naïve ☃ 🙂'), event(3, '🙂 ☃ naïve')])
    const bytes = readFileSync(whole)
    const second = bytes.lastIndexOf('\n', bytes.length - 2) + 1
    for (let length = second; length < bytes.length; length++) {
      const file = join(folder(), 'torn.jsonl')
      writeFileSync(file, bytes)
      truncateSync(file, length)
      expect(readJournal(file)).toEqual([event(1), event(2, 'naïve ☃ 🙂')])
      const journal = openJournal(file)
      journal.append(event(3, 'again'))
      journal.close()
      expect(readJournal(file)).toEqual([event(1), event(2, 'naïve ☃ 🙂'), event(3, 'again')])
    }
  })

  it('names the file and the line that is damaged', () => {
    const file = written([event(1), event(2), event(3)])
    const lines = readFileSync(file, 'utf8').split('\n')
    writeFileSync(file, [lines[0], lines[1]!.slice(0, -5), lines[2], ''].join('\n'))
    expect(() => readJournal(file)).toThrow(`${file}, line 2: not event 2`)
  })

  it('names the line where an event is missing or is something else', () => {
    const [first, , third] = readFileSync(written([event(1), event(2), event(3)]), 'utf8').split(
      '\n',
    )
    const unknown = '{"type":"plan-selected","plan":"p","seq":2}'
    for (const line of [third, unknown, '5', 'null', '{}', '"step-started"']) {
      const file = join(folder(), 'journal.jsonl')
      writeFileSync(file, `${first}\n${line}\n`)
      expect(() => readJournal(file), line).toThrow(`${file}, line 2: not event 2`)
    }
  })

  it('of two that write to one file the first ends, and the file stays whole', () => {
    const file = join(folder(), 'events.jsonl')
    const events = [event(1), event(2)]
    const first = openJournal(file)
    first.append(events[0]!)
    const second = openJournal(file)
    second.append(events[1]!)
    expect(() => first.append(events[1]!)).toThrow(`${file} is written to by another agent`)
    expect(() => first.append(events[1]!)).toThrow('another agent')
    second.close()
    first.close()
    expect(readJournal(file)).toEqual(events.slice(0, 2))
  })
})
