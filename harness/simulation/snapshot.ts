// Libraries of a simulation: a question works on a snapshot, and what it adds lies in its own file until
// the round's libraries are merged. So neither order nor parallelism of the questions changes anything.
import { existsSync, readFileSync } from 'node:fs'
import { planMoved } from '../../plans/library/examples.ts'
import { parseLibrary } from '../../plans/library/file.ts'
import {
  memoryLibrary,
  openLibrary,
  type PlanLibrary,
  refuseAddress,
} from '../../plans/library/library.ts'
import { contentOf, type LibraryContent } from '../../plans/library/merge.ts'
import type { Plan } from '../../plans/plan.ts'
import { misconfigured } from '../cli/command.ts'

/** The library of one question: the plans of `snapshot` and what the question itself adds, which is kept in `file`. */
export async function questionLibrary(
  snapshot: readonly Plan[],
  file: string,
): Promise<PlanLibrary> {
  const own = await openLibrary(file)
  const all = memoryLibrary([...snapshot, ...own.plans()])
  return {
    ...all,
    async record(run, touched) {
      await all.record(run, touched)
      const [plans, stats] = [new Map(touched.plans), new Map(touched.stats)]
      // counts of a plan of the snapshot need the plan itself beside them
      for (const id of stats.keys()) {
        const plan = plans.has(id) ? undefined : all.get(id)
        if (plan) plans.set(id, plan)
      }
      await own.record(run, { plans, stats, removed: touched.removed })
    },
  }
}

/** What the library in `file` holds; a file that is not there is an empty one. Throws a CommandError for a damaged one. */
export function readContent(file: string): LibraryContent {
  refuseAddress(file)
  if (!existsSync(file)) return contentOf([])
  const parsed = parseLibrary(readFileSync(file, 'utf8'), file)
  if ('content' in parsed) return parsed.content
  throw misconfigured(`${file} is no library; put it back as it was, or name another one`)
}

/** Merges `content`, whose examples name their files as the library in `from` does, into the library in `file`. */
export async function saveContent(
  file: string,
  { plans, removed }: LibraryContent,
  from = file,
): Promise<void> {
  const library = await openLibrary(file)
  const moved = movedTo({ plans, removed }, from, file)
  await library.record('', { plans: moved.plans, stats: [], removed })
}

/** What the library in `from` holds, its examples naming their files as the library in `to` does. */
export function movedTo(
  { plans, removed }: LibraryContent,
  from: string,
  to: string,
): LibraryContent {
  const moved = [...plans].map(([id, plan]) => [id, planMoved(plan, from, to)] as const)
  return { plans: new Map(moved), removed }
}
