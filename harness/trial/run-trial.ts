// Running a trial: the library is grown on the questions to train on, a frozen copy is made for every
// arm, and each arm answers the same questions. What is done already is not done again.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { given } from '../../plans/given.ts'
import { memoryLibrary, openLibrary } from '../../plans/library/library.ts'
import { contentOf, type LibraryContent } from '../../plans/library/merge.ts'
import type { Plan } from '../../plans/plan.ts'
import { questionsLeft } from '../bench/bench.ts'
import { summaryFile } from '../bench/experiment.ts'
import { partOf, readResults } from '../bench/folder.ts'
import { summaryOnce } from '../bench/summary.ts'
import { createBenchWatch } from '../bench/watch/bench-watch.ts'
import type { Shared, Suite } from '../bench/work.ts'
import { usage } from '../cli/command.ts'
import { readLibrary } from '../library/read.ts'
import { readWhole, writeWhole } from '../run/folders.ts'
import { movedTo } from '../simulation/snapshot.ts'
import { headline } from '../terminal/progress.ts'
import { type Arm, beginningOf, kindOf, type Sources } from './arms.ts'
import { readHandwritten } from './handwritten.ts'
import { listed } from './parts.ts'
import { seenBy } from './split.ts'
import { opener, type TrialWork, trained, writeLibrary } from './training.ts'
import { armLibrary, armPath, type TrialFolder } from './trial.ts'

/** An arm as it was begun. */
const Begun = z.object({
  name: z.string(),
  plans: z.int(),
  /** How its plans were made, where that is worth saying. */
  note: z.string().optional(),
  /** The arm that begins exactly as this one does: its answers would be the same, so it is not run. */
  as: z.string().optional(),
})
export type Begun = z.infer<typeof Begun>

/**
 * Does what is left of the trial. Resolves to why something is left, or to undefined when nothing is.
 * Rejects with a CommandError when the model cannot be opened or asked, when a plan has seen a question
 * of the trial, and with the reason of `stopping`.
 */
export async function runTrial(folder: TrialFolder, work: TrialWork): Promise<string | undefined> {
  const { trial } = folder
  if (!readBegun(folder)) {
    const named = trial.plans === undefined ? undefined : readLibrary(trial.plans)
    if (named) refuseSeen(named.plans.values(), folder, work)
    const grown = trial.train
      ? await trained(named, folder, work)
      : named && [movedTo(named, trial.plans!, armLibrary(folder))]
    if (typeof grown === 'string') return grown
    freeze(grown ?? [], folder, work)
  }
  const open = opener(trial.bench.model, folder, work.env)
  for (const { name, as } of readBegun(folder) ?? []) {
    const arm = trial.arms.find(each => each.name === name)
    if (as !== undefined || !arm) continue
    const left = await runArm(arm, folder, work, open)
    if (left !== undefined) return left
  }
  return undefined
}

/** How the arms were begun; undefined as long as they were not. */
export const readBegun = ({ path }: Pick<TrialFolder, 'path'>): readonly Begun[] | undefined =>
  readWhole(begunFile(path), z.array(Begun))

// --- internal ---

const begunFile = (path: string) => join(path, 'arms.json')

/** Gives every arm its own copy of the plans it begins with. */
function freeze(rounds: readonly LibraryContent[], folder: TrialFolder, work: TrialWork): void {
  const { arms, seed, handwritten: home, bench } = folder.trial
  const needed = arms.some(({ kind }) => kindOf(kind).needs === 'handwritten')
  const sources: Sources = {
    rounds: rounds.map(({ plans }) => [...plans.values()]),
    handwritten: needed && home !== undefined ? readHandwritten(home) : [],
    seed,
  }
  const known = new Map<string, string>()
  const begun = arms.map((arm): Begun => {
    const { plans, note } = beginningOf(arm, sources)
    refuseSeen(plans, folder, work)
    const text = writeLibrary(join(armPath(folder, arm.name), 'plans.json'), contentOf(plans))
    const { grows = false, prompts = bench.prompts ?? 'aware' } = kindOf(arm.kind)
    const key = JSON.stringify([grows, prompts, text])
    const as = known.get(key)
    if (as === undefined) known.set(key, arm.name)
    return given({ name: arm.name, plans: plans.length, note, as })
  })
  writeWhole(begunFile(folder.path), begun)
}

function refuseSeen(plans: Iterable<Plan>, { trial }: TrialFolder, { parts }: TrialWork): void {
  if (trial.allowSeen) return
  const seen = seenBy([...plans], parts.test.questions)
  if (seen.length > 0)
    throw usage(
      `plans of the library were made on ${listed(seen)}, which the trial asks: a lift would be no proof; ask other questions, part the set with --split 0.5, or say --allow-seen`,
    )
}

/** Runs what is missing of an arm; resolves to why something still is, in one sentence. */
async function runArm(
  { name, kind }: Arm,
  folder: TrialFolder,
  { parts: { test }, jobs, env, screen, stopping }: TrialWork,
  open: () => Promise<Shared>,
): Promise<string | undefined> {
  const path = armPath(folder, name)
  const start = join(path, 'plans.json')
  const content = readLibrary(start)
  const plansAtStart = content.plans.size
  const { prompts, grows } = kindOf(kind)
  const file = grows ? join(path, 'grown.json') : start
  if (grows && !existsSync(file)) writeLibrary(file, content)
  const { bench } = folder.trial
  const own = { id: `${bench.id}/${name}`, plans: file, plansAtStart, ...(prompts && { prompts }) }
  const arm = partOf(folder.name, { ...bench, ...own }, path)
  const { questions } = test
  const about = `${name} (${plansAtStart} plans)`
  if (questionsLeft(arm, test).length > 0) {
    const library = grows ? await openLibrary(file) : memoryLibrary()
    const shared = { ...(await open()), library }
    const suite = grows ? test : eachOnItsOwn(test, [...content.plans.values()])
    screen.show([headline('arm', about, screen)])
    const watch = createBenchWatch(screen, { total: questions.length, before: readResults(arm) })
    await jobs.run(arm, { questions, suite, shared, env, stopping, ...watch })
    const missing = questionsLeft(arm, test).length
    const why = shared.model.budget?.ended() ?? 'the trial was ended'
    if (missing > 0)
      return `${why}; ${missing === 1 ? '1 question' : `${missing} questions`} of ${about} without a result`
  }
  // it tells every reader of the folder that the arm is finished
  const summing = { results: readResults(arm), plansAtEnd: readLibrary(file).plans.size }
  if (!existsSync(summaryFile(arm))) writeWhole(summaryFile(arm), summaryOnce(arm, summing))
  return undefined
}

/** Every question begins with the same plans, whatever the others have written. */
function eachOnItsOwn(suite: Suite, plans: readonly Plan[]): Suite {
  return {
    ...suite,
    answer: (run, question, asking) =>
      suite.answer(run, question, {
        ...asking,
        shared: { ...asking.shared, library: memoryLibrary(plans) },
      }),
  }
}
