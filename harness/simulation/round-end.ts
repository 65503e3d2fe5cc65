// The end of a round: what its questions have added is merged, plans that led to wrong answers are refined,
// habits become executable forms, and the library that comes of it is looked through for leaks.

import { join } from 'node:path'
import { agentNamed } from '../../agent/agents/agents.ts'
import type { Ctx } from '../../agent/contract.ts'
import { readJournal } from '../../agent/runs/journal.ts'
import { given } from '../../plans/given.ts'
import { practisedPlan } from '../../plans/habits/habits.ts'
import { memoryLibrary } from '../../plans/library/library.ts'
import { inForce } from '../../plans/library/lineage.ts'
import { contentOf, type LibraryContent, merge } from '../../plans/library/merge.ts'
import type { Plan } from '../../plans/plan.ts'
import { contextBeside, journalBeside } from '../bench/beside.ts'
import { journalsBelow, summaryFile, unavailable } from '../bench/experiment.ts'
import { type BenchFolder, questionFolder, readResults } from '../bench/folder.ts'
import type { Work } from '../bench/perform.ts'
import { usageIn } from '../bench/result.ts'
import { summaryOf } from '../bench/summary.ts'
import type { Shared, Suite } from '../bench/work.ts'
import { writeWhole } from '../run/folders.ts'
import { leaksIn, type Origins } from './leaks.ts'
import { type Played, playedIn, reusedIn } from './played.ts'
import {
  appendRefinement,
  decide,
  type Refinement,
  readRefinements,
  suspectsIn,
} from './refining.ts'
import type { RoundEnd } from './round-result.ts'
import { plansFile, roundFolder, type SimulationFolder } from './simulation-folder.ts'
import { readContent, saveContent } from './snapshot.ts'

export interface Simulating extends Work {
  readonly folder: SimulationFolder
  readonly suite: Suite
  readonly shared: Shared
}

/**
 * Makes the library after a round whose questions all have results, and that began with `start`, and writes it.
 * Resolves to undefined when the budget was used up on the
 * way. What had been decided before a crash stays decided.
 */
export async function endRound(
  number: number,
  { bench, start }: { readonly bench: BenchFolder; readonly start: LibraryContent },
  work: Simulating,
): Promise<RoundEnd | undefined> {
  const { folder, suite } = work
  const rounds = Array.from({ length: number }, (_, at) => playedOf(at + 1, work))
  const all = rounds.flat()
  const now = rounds[number - 1]!
  const gathered = now
    .map(({ question }) => readContent(join(questionFolder(bench, question).path, 'plans.json')))
    .reduce(merge, start)
  const counted = withoutOwnEvidence(gathered, all)
  const decisions = await refinements(rounds, counted, bench, work)
  if (!decisions) return undefined
  const children = decisions.flatMap(({ child }) => child ?? [])
  const removed = decisions.flatMap(({ plan, decision, reason }) =>
    decision === 'remove' ? [[plan, reason] as const] : [],
  )
  const refined = merge(counted, contentOf(children, removed))
  const content = await withHabits(refined, now, await contextOf(refined, work))
  const after = plansFile(folder, number)
  await saveContent(after, content)
  const own = folder.simulation.plans
  if (own !== undefined) await saveContent(own, content, after)
  const plans = [...content.plans.values()]
  const plansAtEnd = plans.length
  // the round is a bench like any other, and can be compared
  const results = readResults(bench)
  writeWhole(summaryFile(bench), summaryOf(bench, suite, { results, plansAtEnd }))
  const review = journalsBelow(bench.path, /^re(?:view|plays)[/\\]/)
  return {
    plansAtStart: start.plans.size,
    plansAtEnd,
    inForce: inForce(plans).length,
    reused: now.filter(each => each.result.answer !== null && reusedIn(each)).length,
    refused: decisions.reduce((sum, { refused }) => sum + refused.length, 0),
    decisions: decisions.map(({ plan, decision, reason, child }) =>
      given({ plan, decision, reason, child: child?.id }),
    ),
    // what refining and replaying have used
    reviewUsage: usageIn(review.flatMap(file => readJournal(file))),
    leaks: [...leaksIn(plans, originsOf(all, decisions, work))],
  }
}

// --- internal ---

/** The questions of a round in the order of their ids, whatever order they ended in. */
function playedOf(number: number, { folder, suite }: Simulating): readonly Played[] {
  const bench = roundFolder(folder, number, readContent(plansFile(folder, number - 1)).plans.size)
  const results = new Map(readResults(bench).map(result => [result.id, result]))
  return suite.questions
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .flatMap(question => {
      const result = results.get(question.id)
      return result ? [playedIn(bench, { question, result })] : []
    })
}

/** After the last round nothing is refined: no round would show what it is worth. */
async function refinements(
  rounds: readonly (readonly Played[])[],
  content: LibraryContent,
  bench: BenchFolder,
  work: Simulating,
): Promise<readonly Refinement[] | undefined> {
  const { suite, shared, env, stopping } = work
  const { refine, revealExpected, rounds: last } = work.folder.simulation
  if (!refine || rounds.length === last) return []
  const suspects = suspectsIn(inForce([...content.plans.values()]), rounds)
  const decisions = [...readRefinements(bench.path)]
  const journal = journalBeside(bench.path, event => {
    if (event.type === 'model-called' && event.error?.kind === 'unavailable')
      stopping.abort(unavailable(event.error.message, work.folder.name))
  })
  const ctx = { ...(await contextOf(content, work)), report: journal.report }
  const asking = { env, signal: stopping.signal, onEvent: () => undefined, shared }
  const replaying = { folder: bench, suite, asking }
  const refining = { ctx, replaying, questions: suite.questions, revealExpected }
  try {
    for (const [at, suspect] of suspects.entries()) {
      if (decisions.some(({ plan }) => plan === practisedPlan(suspect.plan))) continue
      const place = `plan ${at + 1} of ${suspects.length} in review`
      work.screen.status(`after round ${rounds.length}: ${place}`)
      const made = await decide(suspect, content.plans, refining)
      stopping.signal.throwIfAborted()
      if (!made) return undefined
      appendRefinement(bench.path, made)
      decisions.push(made)
    }
  } finally {
    journal.close()
  }
  return decisions
}

/** What review needs of an agent's surroundings: the tools are shown and never used. */
function contextOf(
  { plans }: LibraryContent,
  { folder, shared, stopping }: Simulating,
): Promise<Ctx> {
  return contextBeside(folder.simulation, {
    shared,
    signal: stopping.signal,
    library: memoryLibrary(plans.values()),
  })
}

function originsOf(
  played: readonly Played[],
  decisions: readonly Refinement[],
  { suite }: Simulating,
): Origins {
  const madeFrom = new Map<string, Set<string>>()
  const note = (plan: string, question: string) =>
    madeFrom.set(plan, (madeFrom.get(plan) ?? new Set()).add(question))
  for (const { question, events } of played)
    for (const event of events)
      if (event.type === 'plan-selected' && event.from === 'generated')
        note(event.plan.id, question.id)
  for (const { child, questions } of decisions)
    if (child) for (const question of questions) note(child.id, question)
  const runs = new Map(played.map(({ run, question }) => [run, question.id]))
  return { questions: suite.questions, madeFrom, runs }
}

/**
 * The library in which every use of a plan on a question it was made from counts as one it was written
 * for: such a use says what the agent does without a plan, whichever round it is.
 */
export function withoutOwnEvidence(
  { plans, removed }: LibraryContent,
  played: readonly Pick<Played, 'run' | 'question'>[],
): LibraryContent {
  const asked = new Map(played.map(({ run, question }) => [run, question.question]))
  const marked = [...plans.values()].map((plan): Plan => {
    const seen = new Set(plan.origin.seenQuestions)
    const stats = Object.entries(plan.stats).map(([run, each]) => {
      const own = seen.has(asked.get(run) ?? '')
      return [run, own ? { ...each, freshCount: Math.max(each.useCount, 1) } : each] as const
    })
    return { ...plan, stats: Object.fromEntries(stats) }
  })
  return contentOf(marked, removed)
}

/** The library with what the habits of plans in force make of them, as after each question of an agent's run. */
async function withHabits(
  content: LibraryContent,
  played: readonly Played[],
  ctx: Ctx,
): Promise<LibraryContent> {
  const { automate } = (await agentNamed(ctx.agent)).phases
  if (!automate) return content
  const library = memoryLibrary(content.plans.values())
  const open = new Set(inForce([...content.plans.values()]).map(practisedPlan))
  let after = content
  for (const { root, state } of played) {
    const decided = root === undefined ? undefined : automate(root, state, { ...ctx, library })
    for (const decision of decided?.decisions ?? []) {
      const base = library.get(decision.plan)
      if (!base || !open.has(practisedPlan(base))) continue
      const made =
        'refined' in decision
          ? contentOf([decision.refined])
          : contentOf([], decision.decision === 'remove' ? [[base.id, decision.reason]] : [])
      after = merge(after, made)
      await library.record('', { ...made, stats: [] })
    }
  }
  return after
}
