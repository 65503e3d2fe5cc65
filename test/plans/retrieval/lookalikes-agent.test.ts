import { expect, test } from 'vitest'
import { memoryLibrary } from '../../../plans/library/library.ts'
import { familiesIn } from './lookalikes.ts'
import { selected } from './selected.ts'

// look-alikes over tables: lookalikes-agent.long.test.ts
test('a whole agent reuses no plan for a look-alike in words, and most for twins', async () => {
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
