// Whether a refinement keeps what its parent was right about: each such question goes on from where the
// parent was chosen, with the refinement in its place. Perceive and formalize are not asked again.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apply, emptyState } from '../../agent/apply.ts'
import type { Event } from '../../agent/event.ts'
import { readJournal } from '../../agent/runs/journal.ts'
import { view } from '../../agent/view.ts'
import { planQuery } from '../../phases/near-plans.ts'
import { memoryLibrary, type PlanLibrary } from '../../plans/library/library.ts'
import type { Plan } from '../../plans/plan.ts'
import { type BenchFolder, questionFolder } from '../bench/folder.ts'
import type { Result } from '../bench/result.ts'
import type { Asking, Suite } from '../bench/work.ts'
import { journalFile } from '../run/runs.ts'
import type { Mask } from './mask.ts'
import { choicesFor, maskFor, type Used } from './played.ts'

export interface Replaying {
  /** The round in which the refinement is made. */
  readonly folder: BenchFolder
  readonly suite: Pick<Suite, 'answer'>
  readonly asking: Asking
}

/**
 * The wins that `child` would lose, one sentence each with the question masked; empty when it keeps all.
 * `wins` are uses of the parent that led to right answers. Several are tried at once, and no further
 * one once one is lost. What has been tried before in the folder is not tried again.
 */
export async function lostBy(
  child: Plan,
  wins: readonly Used[],
  replaying: Replaying,
): Promise<readonly string[]> {
  const lost: string[] = []
  const waiting = wins.values()
  const worker = async () => {
    for (const win of waiting) {
      const why = await lostWith(child, win, replaying)
      if (why !== undefined) lost.push(why)
      if (lost.length > 0) return
    }
  }
  await Promise.all(Array.from({ length: replaying.folder.bench.parallel }, worker))
  return lost.sort()
}

// --- internal ---

async function lostWith(
  child: Plan,
  win: Used,
  { folder, suite, asking }: Replaying,
): Promise<string | undefined> {
  const { played, intention } = win
  const { question } = played
  const mask = maskFor(played)
  const lost = (why: string) =>
    `It loses a question that the plan answered rightly: "${mask(question.question)}" ${why}.`
  const past = pastOf(child, win)
  if (!fits(child, win, past)) return lost('is no longer one it is offered for')
  const { bench, path, name } = folder
  // no plan but this one is to be tried, save where plans had failed before it
  const limits = { ...bench.limits, cycles: intention.cycle > 1 ? intention.cycle + 1 : 1 }
  const replayed = { ...bench, id: `${bench.id}/${child.id}`, limits }
  const home = { bench: replayed, path: join(path, 'replays', child.id), name }
  const run = questionFolder(home, question)
  if (!existsSync(journalFile(run))) {
    mkdirSync(run.path, { recursive: true })
    writeFileSync(journalFile(run), past.map(event => `${JSON.stringify(event)}\n`).join(''))
  }
  const shared = { ...asking.shared, library: onlyWith(child, win), memory: undefined }
  try {
    const result = await suite.answer(run, question, { ...asking, shared })
    const last = choicesFor(intention.id, readJournal(journalFile(run))).at(-1)
    const why =
      last?.plan.id === child.id
        ? whyLost(result, mask)
        : `does not come to an answer with it (${mask(result.reason)})`
    if (why === undefined) return undefined
    // without a budget nothing is known of it: it is tried again
    if (shared.model.budget?.ended() !== undefined)
      rmSync(run.path, { recursive: true, force: true })
    return lost(why)
  } catch (error) {
    if (asking.signal.aborted) throw error
    return lost(`cannot be answered with it (${mask((error as Error).message)})`)
  }
}

function whyLost({ verdict, answer, reason }: Result, mask: Mask): string | undefined {
  if (verdict === 'right') return undefined
  return answer === null ? `has no answer then: ${mask(reason)}` : 'is answered wrongly then'
}

/** The events up to where the plan was chosen, without what models cost till then; a plan named in them is `child`. */
function pastOf(child: Plan, { played, intention, plan }: Used): readonly Event[] {
  const last = choicesFor(intention.id, played.events).at(-1)
  const before = played.events.slice(0, last ? played.events.indexOf(last) : -1)
  return before
    .filter(event => event.type !== 'model-called')
    .map((event, at) => {
      const renamed = event.type === 'intention-formed' && event.named === plan.id
      return { ...event, ...(renamed && { named: child.id }), seq: at + 1 } as Event
    })
}

/** What a model has named need not match word for word; what the library offers has to. */
function fits(child: Plan, { intention, plan }: Used, past: readonly Event[]): boolean {
  if (intention.named === plan.id) return true
  const state = past.reduce(apply, emptyState())
  const query = planQuery(intention.type, view(state, intention.id), state)
  return memoryLibrary([child]).shortlist(query, 1).exact.length > 0
}

/** The child, and the plans that parts of the question were done by; doing without a plan is no choice. */
function onlyWith(child: Plan, { played, intention }: Used): PlanLibrary {
  const { intentions, planLibrary } = played.state
  const others = [...intentions.values()].flatMap(({ id, plan }) =>
    id === intention.id || plan === undefined ? [] : (planLibrary.plans.get(plan) ?? []),
  )
  const library = memoryLibrary([child, ...others])
  return { ...library, baseline: () => ({ right: 0.01, wrong: 100 }) }
}
