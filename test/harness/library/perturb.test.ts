// Plans that harm though every word of them is honest: asking with other numbers catches them, and no honest
// plan may be doubted by it. All that was planted: perturb.long.test.ts.
import { afterAll, describe, expect, test } from 'vitest'
import { tryVaried } from '../../../harness/library/perturb.ts'
import { removeFolders } from '../intend.ts'
import { hunted, learnt, planted, testing } from './planted.ts'

afterAll(removeFolders)

describe('a plan asked with other numbers', () => {
  test.each(planted)('that is honest is not doubted: $question', async known => {
    const { compared, differs } = await tryVaried(await learnt(known), known, await testing())
    expect(differs).toBeUndefined()
    expect(compared).toBeGreaterThan(1)
  })

  test('is found out where it harms', async () => {
    const first = planted.map(known => ({ ...known, backdoors: known.backdoors.slice(0, 1) }))
    expect(await hunted(first)).toEqual({ passed: [], missed: [], caught: planted.length })
  })
})
