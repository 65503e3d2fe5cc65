import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { memoryLibrary } from '../../../plans/library/library.ts'
import { selected } from './selected.ts'

const fixtures = join(import.meta.dirname, '..', '..', 'fixtures')

test('a whole agent reuses no plan for another operation over the same table, and most for the same operation elsewhere', async () => {
  const lines = readFileSync(join(fixtures, 'lookalikes', 'tables.jsonl'), 'utf8')
    .trim()
    .split('\n')
  const tables = lines.map(
    line => JSON.parse(line) as { file: string; questions: Record<string, string> },
  )
  const shelves = new Map<string, { file: string; operation: string }>()
  const all = memoryLibrary()
  for (const { file, questions } of tables)
    for (const [operation, question] of Object.entries(questions)) {
      const made = await selected(question, all, file)
      expect(made, question).toBeDefined()
      if (made?.from === 'generated') shelves.set(made.plan.id, { file, operation })
    }
  // each question meets the plans of all others over the same table, and then those of other tables
  let [asked, wrong, twins, right] = [0, 0, 0, 0]
  for (const { file, questions } of tables)
    for (const [operation, question] of Object.entries(questions)) {
      const others = all.plans().filter(({ id }) => {
        const from = shelves.get(id)!
        return from.file !== file || from.operation !== operation
      })
      const chosen = await selected(question, memoryLibrary(others), file)
      const plan = chosen?.from === 'library' ? shelves.get(chosen.plan.id) : undefined
      asked++
      if (plan && plan.operation !== operation) wrong++
      expect(chosen?.worded === true && plan?.operation !== operation, question).toBe(false)
      if (!others.some(({ id }) => shelves.get(id)?.operation === operation)) continue
      twins++
      if (plan?.operation === operation) right++
    }
  expect(asked).toBeGreaterThan(30)
  expect(wrong / asked).toBeLessThan(0.05)
  expect(right / twins).toBeGreaterThan(0.5)
})
