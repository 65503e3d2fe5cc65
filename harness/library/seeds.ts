// The library that a bench begins with: a copy of files, or of a part of them, so that what is learned changes
// none of them.

import { dirname } from 'node:path'
import { z } from 'zod'
import { seededOrder } from '../../plans/canonical.ts'
import { planMoved } from '../../plans/library/examples.ts'
import { openLibrary } from '../../plans/library/library.ts'
import { makeFolder } from '../../plans/writable.ts'
import { readLibrary } from './read.ts'

export const Seeds = z.object({
  /** Absolute paths. */
  files: z.array(z.string()),
  /** How much of the plans, from 0 to 1; a smaller share is a part of a greater one. */
  share: z.number(),
  /** Decides which. */
  seed: z.int(),
})
export type Seeds = z.infer<typeof Seeds>

/** Writes the plans into the library `file`, unless it has some already. Rejects as `readLibrary` throws. */
export async function copySeeds({ files, share, seed }: Seeds, file: string): Promise<void> {
  const all = files.flatMap(each =>
    [...readLibrary(each).plans.values()].map(plan => planMoved(plan, each, file)),
  )
  const order = seededOrder(all, seed, ({ id }) => id)
  const chosen = order.slice(0, Math.round(order.length * share))
  makeFolder(dirname(file))
  const library = await openLibrary(file)
  if (library.plans().length > 0 || chosen.length === 0) return
  const plans = chosen.map(plan => [plan.id, plan] as const)
  await library.record('seeds', { plans, stats: [], removed: [] })
}
