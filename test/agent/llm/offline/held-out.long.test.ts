// Questions in words that the rules were not written for: they bound how often the reasoner may be
// wrong, and say how much it covers.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { driven, says } from './kit.ts'

const folder = join(import.meta.dirname, '../../../fixtures/offline')

interface Held {
  readonly question: string
  /** Empty where the right behaviour is to decline. */
  readonly answer: string
  readonly file?: string
}

const read = (name: string): readonly Held[] =>
  readFileSync(join(folder, name), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))

describe('held-out questions', () => {
  it.each([
    'held-out.jsonl',
    'held-out-second.jsonl',
    'held-out-third.jsonl',
    'held-out-fourth.jsonl',
  ])(
    'in %s: at least 60 % right, at most 5 % wrong, the rest declined with a reason',
    async name => {
      const { ask } = await driven()
      const wrong: unknown[] = []
      const held = read(name)
      let right = 0
      for (const { question, answer, file } of held) {
        const heard = await ask(question, file ? [join(folder, file)] : [])
        const expected = answer === '' || Number.isNaN(Number(answer)) ? answer : Number(answer)
        if (heard.answer === undefined) {
          expect(heard.reason).toContain('offline: ')
          if (answer === '') right += 1
        } else if (answer !== '' && says(heard.answer, expected)) right += 1
        else wrong.push([question, heard.answer, answer])
      }
      expect(wrong.length > held.length * 0.05 ? wrong : []).toEqual([])
      expect(right / held.length).toBeGreaterThanOrEqual(0.6)
    },
  )
})
