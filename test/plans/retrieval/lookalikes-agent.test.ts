import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createAgent } from '../../../agent/create-agent.ts'
import type { PlanSelected } from '../../../agent/event.ts'
import { memoryLibrary, type PlanLibrary } from '../../../plans/library/library.ts'
import { familiesIn } from './lookalikes.ts'

const fixtures = join(import.meta.dirname, '..', '..', 'fixtures')

/** What a whole agent without a model does about a question: the plan it takes, whence, and whether by its wording. */
async function selected(question: string, plans: PlanLibrary, file?: string) {
  let chosen: (PlanSelected & { readonly worded: boolean }) | undefined
  let worded = false
  const agent = await createAgent({
    model: 'offline',
    plans,
    onEvent: event => {
      if (event.type === 'beliefs-perceived') worded ||= event.known !== undefined
      if (event.type === 'plan-selected') chosen ??= { ...event, worded }
    },
  })
  const files = file === undefined ? [] : [join(fixtures, 'offline', file)]
  await agent.ask(question, { files })
  agent.close()
  return chosen
}

describe('a whole agent', () => {
  test('reuses no plan for another operation over the same table, and most for the same operation elsewhere', async () => {
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

  test('reuses no plan for a look-alike in words, and most for twins', async () => {
    let [asked, wrong, twins, right, known] = [0, 0, 0, 0, 0]
    for (const family of familiesIn('families')) {
      if (family.made.roles.some(({ role }) => /file|entity/.test(role))) continue
      const plans = memoryLibrary()
      if (!(await selected(family.made.question, plans))) continue
      for (const { question } of family.lookalikes) {
        const chosen = await selected(question, memoryLibrary(plans.plans()))
        if (!chosen) continue
        asked++
        if (chosen.from === 'library') wrong++
        expect(chosen.worded, question).toBe(false)
      }
      // the same question again is known by its words
      const again = await selected(family.made.question, memoryLibrary(plans.plans()))
      if (again?.worded) known++
      for (const { question } of family.twins) {
        const chosen = await selected(question, memoryLibrary(plans.plans()))
        if (!chosen) continue
        twins++
        if (chosen.from === 'library') right++
      }
    }
    expect(known).toBeGreaterThan(3)
    expect(asked).toBeGreaterThan(5)
    expect(wrong).toBe(0)
    expect(right / twins).toBeGreaterThan(0.6)
  })
})
